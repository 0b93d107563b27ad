"""A table of a spreadsheet program (CSV) to text: a Markdown table, one row a line, under the heads of its columns."""

from __future__ import annotations

import csv
import re
from typing import Final

from foam_graph.corpus.formats.decoding import decode, refuse_binary
from foam_graph.corpus.formats.extracted import MOST_COLUMNS, SIZE_LIMIT, Extracted, too_long
from foam_graph.errors import CorpusError

READER: Final = "table 1"
_PARTING: Final = (",", ";", "\t", "|")
"""What parts cells, the commonest first."""
_NONE: Final = (-1, -1)
"""Less than any rows fit."""
_WORDS: Final = re.compile(r"[^\W\d_]{2,}\s+\S")


def read_table(content: bytes) -> Extracted:
    """The text of a table: its first row with several cells is the head of its columns.

    What parts the cells is the mark by which most rows have as many cells as the head. Rows of one cell before the head, and of one cell with
    several words after the last row, stand as lines of their own. A short row is filled up with empty cells.

    Raises:
        CorpusError: It is not text, has no row under its head, or is no CSV.
    """
    decoded = decode(content)
    if not decoded.marked:
        refuse_binary(content)
    rows = _rows(decoded.text)
    width = max(len(row) for row in rows)
    before = next((place for place, row in enumerate(rows) if len(row) > 1), 0)
    after = next((place for place, row in enumerate(reversed(rows[before + 1 :])) if not _is_line(row, width)), 0)
    head, body = rows[before : before + 1], rows[before + 1 : len(rows) - after]
    if not head or not body:
        raise CorpusError("no row under the header", "Leave the file out.")
    if width > MOST_COLUMNS:
        raise CorpusError(f"more than {MOST_COLUMNS} columns", "Leave the file out.")
    notes = list(decoded.notes)
    if any("|" in cell for row in rows for cell in row):
        notes.append("Strokes (|) inside of cells are shown as ¦.")
    table = [_row(head[0], width), _row(["---"] * width, width), *(_row(row, width) for row in body)]
    parts = [*(_cell(row[0]) for row in rows[:before]), "\n".join(table)]
    parts += [_cell(row[0]) for row in rows[len(rows) - after :]]
    text = "\n\n".join(parts) + "\n"
    too_long(len(text))
    return Extracted(text=text, reader=READER, notes=tuple(notes))


def _rows(text: str) -> list[list[str]]:
    """The rows that say something, each up to its last cell that does, by the mark that parts them.

    Raises:
        CorpusError: No mark makes rows of them, or a broken quotation keeps the one from it that would.
    """
    csv.field_size_limit(SIZE_LIMIT)
    lines = text.splitlines(keepends=True)
    absent = [mark for mark in _PARTING if mark not in text]
    best: list[list[str]] = []
    fit = _NONE
    parted, fault = -1, "empty"
    for mark in _PARTING:
        if mark in absent[1:]:
            continue  # what stands nowhere parts nothing: one of them is tried for all
        tried = absent[-1] if mark in absent else mark
        cells, wrong = _parted(lines, tried)
        if wrong:
            if (would := _fit([line.split(tried) for line in lines])[0]) > parted:
                parted, fault = would, wrong
            continue
        rows = [row for row in cells if any(cell.strip() for cell in row)]
        if (own := _fit(rows)) > fit:  # of equals the first stays
            best, fit = rows, own
    # No quotation is broken by a mark that the table has not: it would make one column of everything.
    if not best or (2 * parted > sum(1 for line in lines if line.strip()) and parted > 2 * fit[0]):
        raise CorpusError(fault, "Save it as CSV with a row of column names, each quotation closed.")
    return [_stripped(row) for row in best]


def _parted(lines: list[str], mark: str) -> tuple[list[list[str]], str]:
    """The rows that a mark makes of lines, or why it makes none."""
    rows: list[list[str]] = []
    begin = 1
    reader = csv.reader(lines, delimiter=mark, strict=True)
    try:
        for row in reader:
            rows.append(row)
            begin = reader.line_num + 1
    except csv.Error as wrong:
        return (
            [],
            f"not CSV: in the row from line {begin} on a quotation is not closed, or goes on behind its end ({wrong})",
        )
    return rows, ""


def _fit(rows: list[list[str]]) -> tuple[int, int]:
    """How many of the rows that a mark parts have the commonest number of cells, and which number that is."""
    widths = [len(row) for row in rows if len(row) > 1]
    return max(((widths.count(width), width) for width in set(widths)), default=(0, 0))


def _stripped(row: list[str]) -> list[str]:
    last = max(place for place, cell in enumerate(row) if cell.strip())
    return row[: last + 1]


def _is_line(row: list[str], width: int) -> bool:
    """Whether a row is a remark below a table and none of its rows: several words in its first cell alone."""
    return width > 1 and len(row) == 1 and _WORDS.search(row[0]) is not None


def _row(cells: list[str], width: int) -> str:
    return f"| {' | '.join(_cell(cell) for cell in [*cells, *[''] * (width - len(cells))])} |"


def _cell(cell: str) -> str:
    return " ".join(cell.replace("|", "¦").split())
