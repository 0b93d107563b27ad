"""Forms that are kept to be filled in over the web: the papers, the key, and a file of answers for each reader."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

from pydantic import TypeAdapter

from foam_graph.advice import Action, NextStep
from foam_graph.errors import CorpusError, EnvironmentFault, UsageError
from foam_graph.evaluation.preference.ballot_paper import (
    ANSWER_COLUMNS,
    DIMENSIONS,
    HIGHEST,
    LOWEST,
    ContextPaper,
    Key,
    key_csv,
)
from foam_graph.files.atomic import write_all, write_atomically
from foam_graph.files.locking import locked

MOST_NAME = 40
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_PAPERS, _KEY = "papers.json", "key.csv"
_PAPER = TypeAdapter(tuple[ContextPaper, ...])
_WAIT = 10.0
"""Seconds that one who answers waits for another."""
Given = Mapping[str, str]


class KeptForms:
    """The forms of a home.

    Args:
        home: The home folder.
    """

    def __init__(self, home: Path) -> None:
        self._root = home / "preference"

    def keep(self, name: str, made: Sequence[ContextPaper], key: Key) -> None:
        """Keeps a form; one that nobody has answered is replaced.

        Raises:
            UsageError: No name for a form, or there are answers to another form of that name.
            EnvironmentFault: It cannot be written.
        """
        if not _NAME.fullmatch(name):
            raise UsageError(
                f"a form cannot be called {name[:60]!r}", "Use up to 40 lower-case letters, digits, hyphens."
            )
        folder, papers = self._root / name, _PAPER.dump_json(tuple(made), indent=1)
        if list(folder.glob("answers-*.csv")) and (folder / _PAPERS).read_bytes() != papers:
            raise UsageError(f"the form {name} has answers, and this is another one", "Give the new one another name.")
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_all([(folder / _KEY, key_csv(key).encode()), (folder / _PAPERS, papers)])
        except OSError as fault:
            raise EnvironmentFault(f"the form cannot be kept: {fault.strerror}", "Free disk space.") from None

    def names(self) -> list[str]:
        """The names of the forms."""
        return sorted(path.parent.name for path in self._root.glob(f"*/{_PAPERS}"))

    def papers(self, name: str) -> tuple[ContextPaper, ...]:
        """The papers of a form.

        Raises:
            CorpusError: No such form.
        """
        return _PAPER.validate_json(self._folder(name).joinpath(_PAPERS).read_bytes())

    def readers(self, name: str) -> int:
        """How many have answered a form.

        Raises:
            CorpusError: No such form.
        """
        return len(list(self._folder(name).glob("answers-*.csv")))

    def answers(self, name: str) -> str:
        """All answers to a form as one table, as ``foam experiment preference --answers`` reads it.

        Raises:
            CorpusError: No such form.
        """
        tables = [path.read_text(encoding="utf-8") for path in sorted(self._folder(name).glob("answers-*.csv"))]
        rows = [line for table in tables for line in table.splitlines()[1:]]
        return "".join(f"{line}\r\n" for line in [",".join(ANSWER_COLUMNS), *rows])

    def key(self, name: str) -> str:
        """Who spoke; kept from readers.

        Raises:
            CorpusError: No such form.
        """
        return self._folder(name).joinpath(_KEY).read_text(encoding="utf-8")

    def answer(self, name: str, reader: str, given: Given) -> int:
        """Keeps a reader's answers, once.

        Args:
            name: The form.
            reader: Their name or number.
            given: Answers by the names of the form's fields, see ``field_of`` and ``choice_of``.

        Returns:
            How many answers were given.

        Raises:
            CorpusError: No such form.
            UsageError: No name, no answer at all, a mark that is none, or answers of that name are kept already.
            EnvironmentFault: They cannot be written. Nothing was kept.
        """
        who = reader_of(reader)
        rows, count = _rows(who, self.papers(name), given)
        if not count:
            raise UsageError("nothing is answered yet", "Mark what you can judge; leave the rest out.")
        out = StringIO(newline="")
        csv.writer(out).writerows([ANSWER_COLUMNS, *rows])
        path = self._folder(name) / f"answers-{who.replace(' ', '-').casefold()}.csv"
        try:
            with locked(path.parent / "answers.lock", f"the answers to {name}", _WAIT):
                if path.exists():
                    raise UsageError(f"answers of {who} are kept already", "Answer under a name of your own.")
                write_atomically(path, out.getvalue().encode())
        except OSError as fault:
            raise EnvironmentFault(f"the answers cannot be kept: {fault.strerror}", "Free disk space.") from None
        return count

    def _folder(self, name: str) -> Path:
        folder = self._root / name
        if not _NAME.fullmatch(name) or not (folder / _PAPERS).is_file():
            raise CorpusError(f"there is no form {name[:60]!r}", NextStep(Action.MAKE_FORM, "Make one"))
        return folder


def form_name(text: str) -> str:
    """A name under which a form can be kept, from the name of its file."""
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")[:MOST_NAME].rstrip("-") or "form"


def field_of(context: str, candidate: int, dimension: str) -> str:
    """The name of the field of a mark."""
    return f"{context}-{candidate}-{dimension}"


def choice_of(context: str) -> str:
    """The name of the field of a choice."""
    return f"{context}-chosen"


def reader_of(text: str) -> str:
    """A reader's name as it is kept: letters, digits, blanks and hyphens, for a spreadsheet takes others for formulas.

    Raises:
        UsageError: Nothing is left of it.
    """
    kept = " ".join("".join(sign for sign in text if sign.isalnum() or sign in " _-").split()).lstrip("-")[:MOST_NAME]
    if not kept.strip():
        raise UsageError("your name or number is missing", "Give letters or digits, so that nobody answers twice.")
    return kept.strip()


def _rows(reader: str, papers: Sequence[ContextPaper], given: Given) -> tuple[list[list[str]], int]:
    rows, count = [], 0
    for paper in papers:
        places = [str(one.number) for one in paper.candidates]
        chosen = _one_of(given.get(choice_of(paper.id), ""), places, "choice")
        count += bool(chosen)
        for place in places:
            fields = (field_of(paper.id, int(place), name) for name, _ in DIMENSIONS)
            marks = [_one_of(given.get(field, ""), _MARKS, "mark") for field in fields]
            count += sum(map(bool, marks))
            rows.append([reader, paper.id, place, *marks, "" if not chosen else "1" if chosen == place else "0"])
    return rows, count


_MARKS = [str(mark) for mark in range(LOWEST, HIGHEST + 1)]


def _one_of(value: str, known: Sequence[str], what: str) -> str:
    if value and value not in known:
        raise UsageError(f"{value[:20]!r} is no {what}", f"One of {known[0]} to {known[-1]} fits.")
    return value
