"""Attack graphs as the solvers of the ICCMA competitions read and write them: ``.af`` (2023) and ``.apx`` (Aspartix)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam_graph.errors import DataFileError
from foam_graph.reasoning.sublation.framework import Labelled

_APX = re.compile(r"(arg|att)\(\s*([A-Za-z0-9_]+)\s*(?:,\s*([A-Za-z0-9_]+)\s*)?\)\s*\.")
_NAME = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True)
class AttackFile:
    """An attack graph with the names of its arguments.

    Attributes:
        names: Names of the arguments, each once.
        attacks: Attacker and target of each attack, as places in ``names``.
    """

    names: tuple[str, ...]
    attacks: tuple[tuple[int, int], ...]


def attack_file_of(labelled: Labelled) -> AttackFile:
    """The attack graph of a run for one audience: the attacks that succeed for it, derived arguments included."""
    frame, closed = labelled.framework, labelled.closed
    attacks = tuple((a.attacker, a.target) for a in frame.attacks if a.gate is None or a.gate not in closed)
    return AttackFile(tuple(argument.id for argument in frame.arguments), attacks)


def read_apx(text: str, path: str) -> AttackFile:
    """Reads ``.apx``: ``arg(a).`` and ``att(a,b).``; ``%`` begins a comment.

    Args:
        text: Content of the file.
        path: Its name, for messages.

    Raises:
        DataFileError: A line is neither, an argument is declared twice, or an attack names one that is not declared.
    """
    index: dict[str, int] = {}
    attacks: list[tuple[int, str, str]] = []
    for line, rest in _lines(text, "%"):
        while rest:
            found = _APX.match(rest)
            if found is None or (found[1] == "arg") != (found[3] is None):
                raise DataFileError(path, line, f"{rest[:60]!r} is neither arg(a). nor att(a,b).", "Correct the line.")
            rest = rest[found.end() :].lstrip()
            if found[1] == "att":
                attacks.append((line, found[2], found[3]))
            elif found[2] in index:
                raise DataFileError(path, line, f"argument {found[2]} is declared twice", "Remove one of them.")
            else:
                index[found[2]] = len(index)
    return AttackFile(tuple(index), tuple(_ends(index, attacks, path)))


def read_af(text: str, path: str) -> AttackFile:
    """Reads ``.af``: ``p af N``, then ``i j`` for each attack, arguments counted from 1; ``#`` begins a comment.

    Args:
        text: Content of the file.
        path: Its name, for messages.

    Raises:
        DataFileError: There is no such head, a line is no attack, or an attack names an argument that is not there.
    """
    rows = _lines(text, "#")
    line, head = next(rows, (1, ""))
    given = head.split()
    if len(given) != 3 or given[:2] != ["p", "af"] or not given[2].isascii() or not given[2].isdigit():
        raise DataFileError(path, line, f"{head[:60]!r} is not 'p af N'", "Begin with the number of arguments.")
    index = {str(n): n - 1 for n in range(1, int(given[2]) + 1)}
    attacks = []
    for line, row in rows:
        ends = row.split()
        if len(ends) != 2:
            raise DataFileError(path, line, f"{row[:60]!r} is no attack", "Write the numbers of attacker and target.")
        attacks.append((line, ends[0], ends[1]))
    return AttackFile(tuple(index), tuple(_ends(index, attacks, path)))


def _lines(text: str, comment: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition(comment)[0].strip()
        if content:
            yield number, content


def _ends(index: dict[str, int], attacks: Sequence[tuple[int, str, str]], path: str) -> Iterator[tuple[int, int]]:
    for line, attacker, target in attacks:
        for name in (attacker, target):
            if name not in index:
                raise DataFileError(path, line, f"there is no argument {name}", "Declare it, or correct the attack.")
        yield index[attacker], index[target]


def write_apx(found: AttackFile) -> str:
    """``.apx``; names that the format does not allow become ``a1``, ``a2``, …, with the names in comments."""
    plain = all(_NAME.fullmatch(name) for name in found.names)
    names = found.names if plain else tuple(f"a{n}" for n in range(1, len(found.names) + 1))
    told = [] if plain else [f"% {name} {_one_line(full)}" for name, full in zip(names, found.names, strict=True)]
    told += [f"arg({name})." for name in names]
    told += [f"att({names[a]},{names[b]})." for a, b in found.attacks]
    return "".join(f"{line}\n" for line in told)


def write_af(found: AttackFile) -> str:
    """``.af``; the names of the arguments stand in comments."""
    told = [f"p af {len(found.names)}"]
    told += [f"# {n} {_one_line(name)}" for n, name in enumerate(found.names, 1) if name != str(n)]
    told += [f"{a + 1} {b + 1}" for a, b in found.attacks]
    return "".join(f"{line}\n" for line in told)


def _one_line(name: str) -> str:
    return " ".join(name.split())
