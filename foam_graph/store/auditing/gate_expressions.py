"""Expressions that a server works out in one go, neither stopped by a time limit nor counted by a memory limit.

Neo4j ends a transaction between rows. A list that is made, a text that is doubled or a pattern that is matched within one
row is not interrupted, and a single one can take the server's whole heap. So what iterates must be small by its form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from foam_graph.errors import UsageError

Token = tuple[str, str]
"""Kind (``name``, ``string``, ``number``, ``mark``) and text."""

MOST_ITEMS = 10_000
"""Items of a list that is written as a range, or given as a parameter."""
# Java matches by trying again: each repeat may multiply the time by the length of the text.
_MOST_PATTERN = 200
_MOST_REPEATS = 4
_ITERATING = frozenset({"any", "all", "none", "single", "reduce", "allreduce"})
_PAIRS = {"(": ")", "[": "]", "{": "}"}
# A repeated group may match for ever. What would hide one: \Q quotes, and the flag x, which lets comments stand between.
_NESTED = re.compile(r"\)\s*[+*{]|\\[1-9]|\\k<|\\Q|\(\?[a-wyzA-Z-]*x")
_REPEAT = re.compile(r"(?<!\()[+*{?]")


def check_expressions(tokens: Sequence[Token], params: Mapping[str, Any]) -> None:
    """Holds what iterates within a row against its bounds.

    Args:
        tokens: The statement, blanks left out.
        params: Its parameters.

    Raises:
        UsageError: A range of unknown or great length outside UNWIND, an iteration within an iteration, a ``reduce`` that
            uses its result twice or stands beside ``collect``, a pattern that may match for ever, or a great parameter.
    """
    for name, value in params.items():
        if _size(value) > MOST_ITEMS:
            raise UsageError(f"the parameter {name} holds more than {MOST_ITEMS:,} items", "Ask in several statements.")
    closing = _closing(tokens)
    spans = list(_iterations(tokens, closing))
    for place, (kind, text) in enumerate(tokens):
        called = text.strip("`").casefold() if kind == "name" and _is(tokens, place + 1, "(") else ""
        if called == "range":
            _check_range(tokens, place, closing, params)
        if called == "replace":
            _check_replace(tokens, place, closing, params)
        if text == "=" and _is(tokens, place + 1, "~"):
            _check_pattern(tokens, place + 2, params)
    for start, end, kind in spans:
        if any(other < start and end < last for other, last, _ in spans):
            raise UsageError(
                "the statement iterates within an iteration", "Use UNWIND or CALL () { … }: they can be stopped."
            )
        if kind == "reduce":
            _check_reduce(tokens, start, end)


def _is(tokens: Sequence[Token], place: int, text: str) -> bool:
    return place < len(tokens) and tokens[place][1] == text


def _closing(tokens: Sequence[Token]) -> dict[int, int]:
    """Place of each opening bracket to that of its closing one; an unclosed one ends with the statement."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for place, (kind, text) in enumerate(tokens):
        if kind == "mark" and text in _PAIRS:
            waiting.append(place)
        elif kind == "mark" and waiting and text == _PAIRS[tokens[waiting[-1]][1]]:
            found[waiting.pop()] = place
    return found | dict.fromkeys(waiting, len(tokens))


def _iterations(tokens: Sequence[Token], closing: Mapping[int, int]) -> Iterator[tuple[int, int, str]]:
    """Start, end and name of everything that goes through a list within a row."""
    for place, (kind, text) in enumerate(tokens):
        if kind == "mark" and text == "[" and _comprehends(tokens, place, closing):
            yield place, closing[place], "comprehension"
        elif kind == "name" and text.casefold() in _ITERATING and _is(tokens, place + 1, "("):
            yield place, closing[place + 1], "reduce" if "reduce" in text.casefold() else text.casefold()


def _comprehends(tokens: Sequence[Token], place: int, closing: Mapping[int, int]) -> bool:
    if place and tokens[place - 1][1] == "-":
        return False  # a relationship of a pattern
    if place + 2 < len(tokens) and tokens[place + 1][0] == "name" and tokens[place + 2][1].upper() == "IN":
        return True
    at = place + 1
    while at < min(closing[place], len(tokens)):
        if tokens[at][1] == "|":
            return True
        at = closing.get(at, at) + 1
    return False


def _check_range(tokens: Sequence[Token], place: int, closing: Mapping[int, int], params: Mapping[str, Any]) -> None:
    if place and tokens[place - 1][1].upper() == "UNWIND":
        return
    inner = "".join(text for _, text in tokens[place + 2 : closing[place + 1]])
    bounds = [_bound(part, params) for part in inner.split(",")]
    if None in bounds or len(bounds) not in (2, 3):
        raise UsageError("the statement has a range of unknown length", "Give its bounds as numbers, or UNWIND it.")
    low, high, *step = (int(bound) for bound in bounds if bound is not None)
    length = abs(high - low) // max(1, abs(step[0]) if step else 1) + 1
    if length > MOST_ITEMS:
        raise UsageError(
            f"the statement has a range of {length:,} items", f"Give at most {MOST_ITEMS:,}, or UNWIND it."
        )


def _bound(text: str, params: Mapping[str, Any]) -> int | None:
    value = params.get(text[1:]) if text.startswith("$") else text
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return int(value) if re.fullmatch(r"-?\d{1,18}", str(value)) else None


def _check_reduce(tokens: Sequence[Token], start: int, end: int) -> None:
    named = tokens[start + 2][1] if start + 2 < len(tokens) else ""
    bar = next((n for n in range(start, min(end, len(tokens))) if tokens[n][1] == "|"), end)
    if sum(text == named for _, text in tokens[bar:end]) > 1:
        raise UsageError(f"reduce uses {named[:40]} more than once in a step: it may double", "Use it once.")
    if any(kind == "name" and text.casefold() == "collect" for kind, text in tokens):
        raise UsageError("the statement has both reduce and collect", "Aggregate with sum, avg, min, max or count.")


def _check_replace(tokens: Sequence[Token], place: int, closing: Mapping[int, int], params: Mapping[str, Any]) -> None:
    """What takes a text's place must not be longer than it: a few of these in a row would make a text of any length."""
    parts: list[list[Token]] = [[]]
    at, end = place + 2, min(closing[place + 1], len(tokens))
    while at < end:
        last = closing.get(at, at)
        if tokens[at][1] == ",":
            parts.append([])
        else:
            parts[-1] += tokens[at : last + 1]
        at = last + 1
    old, new = (_literal(part, params) for part in [*parts, [], []][1:3])
    if not old or new is None or len(new) > len(old):
        raise UsageError(
            "replace may make a text longer, and so one of any length",
            "Give what is replaced, and no longer a text in its place, as texts or parameters; or replace it outside.",
        )


def _literal(part: Sequence[Token], params: Mapping[str, Any]) -> str | None:
    """The text that a literal without escapes or a parameter stands for; None for anything else."""
    if len(part) == 1 and part[0][0] == "string":
        return None if "\\" in part[0][1] else part[0][1][1:-1]
    if len(part) == 2 and part[0][1] == "$":
        value = params.get(part[1][1])
        return value if isinstance(value, str) else None
    return None


def _check_pattern(tokens: Sequence[Token], place: int, params: Mapping[str, Any]) -> None:
    kind, text = tokens[place] if place < len(tokens) else ("", "")
    if text == "$" and place + 1 < len(tokens):
        value = params.get(tokens[place + 1][1])
        pattern = value if isinstance(value, str) else None
    else:
        pattern = text[1:-1].replace("\\\\", "\\") if kind == "string" else None
    after = place + (2 if text == "$" else 1)
    if pattern is None or _is(tokens, after, "+") or _is(tokens, after, "|"):
        raise UsageError("a pattern after =~ is neither a text nor a parameter", "Write it out, or give it with -p.")
    if (
        len(pattern) > _MOST_PATTERN
        or _NESTED.search(pattern)
        or len(_REPEAT.findall(re.sub(r"\\.", "", pattern))) > _MOST_REPEATS
    ):
        raise UsageError(
            f"the pattern {pattern[:60]!r} may match for ever",
            f"Use CONTAINS, STARTS WITH, or one with no repeated group and at most {_MOST_REPEATS} repeats.",
        )


def _size(value: Any) -> int:
    """Items of a parameter, those of its lists and maps included; a long text counts by the kilobyte."""
    total, waiting = 0, [value]
    while waiting and total <= MOST_ITEMS:
        one = waiting.pop()
        total += 1 + (len(one) // 1024 if isinstance(one, str) else 0)
        if isinstance(one, Mapping):
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)
    return total
