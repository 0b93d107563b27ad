"""Answers of readers, read from CSV with their key; what is missing is counted, what is wrong is refused by line."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from foam_graph.errors import DataFileError
from foam_graph.evaluation.preference.ballot_paper import (
    ANSWER_COLUMNS,
    DIMENSIONS,
    HIGHEST,
    KEY_COLUMNS,
    LOWEST,
    Key,
)
from foam_graph.files.bounded_reading import read_bounded

_MOST = 64 * 2**20
_CHOSEN = {"1": True, "0": False, "": None}
_Row = tuple[int, dict[str, str]]


@dataclass(frozen=True)
class Marked:
    """What one reader says of one candidate.

    Attributes:
        reader: Who.
        context: Id of the context.
        candidate: Its place in the form.
        marks: 1 to 10 by dimension; a dimension that was left out is not in it.
        chosen: Whether it was chosen; None where the reader chose nothing there.
    """

    reader: str
    context: str
    candidate: int
    marks: dict[str, int]
    chosen: bool | None


def read_key(path: Path) -> Key:
    """The key of a form.

    Raises:
        DataFileError: It cannot be read, or a row is wrong or there twice; names the line.
    """
    who: dict[tuple[str, int], tuple[str, str]] = {}
    for line, row in _rows(path, KEY_COLUMNS):
        place = row["context"], _number(path, line, row["candidate"], "candidate", 1, 99)
        if place in who:
            raise DataFileError(str(path), line, f"candidate {place[1]} of {place[0][:40]!r} stands there twice")
        who[place] = row["debater"], row["model"]
    if not who:
        raise DataFileError(str(path), 0, "holds no candidate")
    return Key(who)


def read_answers(paths: Sequence[Path], key: Key) -> tuple[Marked, ...]:
    """The answers of one or more files.

    Raises:
        DataFileError: A file cannot be read; a mark is no whole number from 1 to 10; a candidate is not in the key, is
            marked twice by one reader, or is the second that a reader chose in a context. Names the line.
    """
    found: dict[tuple[str, str, int], Marked] = {}
    chosen: set[tuple[str, str]] = set()
    for path in paths:
        for line, row in _rows(path, ANSWER_COLUMNS):
            one = _marked(path, line, row)
            if (one.context, one.candidate) not in key.who:
                raise DataFileError(
                    str(path), line, f"candidate {one.candidate} of {one.context[:40]!r} is not in the key"
                )
            place = (one.reader, one.context, one.candidate)
            if place in found:
                raise DataFileError(
                    str(path), line, f"{one.reader[:40]!r} marks candidate {one.candidate} of {one.context} twice"
                )
            if one.chosen and place[:2] in chosen:
                raise DataFileError(str(path), line, f"{one.reader[:40]!r} chooses a second candidate of {one.context}")
            if one.chosen:
                chosen.add(place[:2])
            found[place] = one
    return tuple(found.values())


def _marked(path: Path, line: int, row: dict[str, str]) -> Marked:
    if not row["reader"]:
        raise DataFileError(str(path), line, "a row without a reader")
    if row["chosen"] not in _CHOSEN:
        raise DataFileError(str(path), line, f"chosen is {row['chosen'][:20]!r}; 1, 0 or nothing fits")
    marks = {name: _number(path, line, row[name], name, LOWEST, HIGHEST) for name, _ in DIMENSIONS if row[name]}
    candidate = _number(path, line, row["candidate"], "candidate", 1, 99)
    return Marked(row["reader"], row["context"], candidate, marks, _CHOSEN[row["chosen"]])


def _number(path: Path, line: int, text: str, what: str, low: int, high: int) -> int:
    # isdecimal alone would take digits of other scripts, which int() reads but nobody meant.
    if not (text.isascii() and text.isdecimal()) or not low <= int(text) <= high:
        raise DataFileError(str(path), line, f"{what} is {text[:20]!r}; a whole number from {low} to {high} fits")
    return int(text)


def _rows(path: Path, columns: Sequence[str]) -> Iterator[_Row]:
    try:
        text = read_bounded(path, _MOST).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise DataFileError(str(path), 0, f"cannot be read: {fault}") from None
    rows = csv.DictReader(StringIO(text, newline=""))
    try:
        missing = [name for name in columns if name not in (rows.fieldnames or ())]
        if missing:
            raise DataFileError(str(path), 1, f"has no column {missing[0]!r}", f"Give the columns {','.join(columns)}.")
        for row in rows:
            told = {name: (row.get(name) or "").strip() for name in columns}
            # Spreadsheets leave rows of nothing at the end.
            if any(told.values()):
                yield rows.line_num, told
    except csv.Error as fault:
        raise DataFileError(str(path), rows.line_num, f"is no CSV: {fault}") from None
