"""The rows of tables with the heads of their columns."""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.sheet.standing.statements import Statement, Statements


def cells(text: str) -> list[str]:
    """The cells of a row, in order.

    Args:
        text: The row, e.g. ``| a | b |``.
    """
    return [cell.strip() for cell in text.strip().strip("|").split("|")]


def is_row(text: str) -> bool:
    """Whether a text is a row of a table: of a Word table, as ``a | b``, too.

    Args:
        text: The text.
    """
    return text.startswith("|") or " | " in text


def heads(read: Statements) -> dict[str, str]:
    """The first row of the table that a row stands in, by the id of the row; empty where that is no head.

    Args:
        read: The statements of a file.
    """
    found: dict[str, str] = {}
    head = ""
    before: Statement | None = None
    for one in read:
        row = is_row(one.text)
        if row and (before is None or before.document is not one.document or not _go_on(before.text, one.text)):
            head = one.text if _may_head(one.text) else ""
        if row:
            found[one.id] = head
        before = one
    return found


def _go_on(before: str, row: str) -> bool:
    """Whether a row stands in the table of the sentence before it; nothing but the number of cells tells the rows of a Word table."""
    if before.startswith("|") or row.startswith("|"):
        return before.startswith("|") and row.startswith("|")
    return is_row(before) and len(cells(before)) == len(cells(row))


def _may_head(row: str) -> bool:
    """Whether the first row of a table heads it: many Word tables have no head, and one that gives a day tells something itself."""
    return row.startswith("|") or not any(found.day for found in find_dates(row))


def rows_below(tables: Mapping[str, str], read: Statements) -> list[Statement]:
    """The rows of the tables of a file, their heads left out.

    Args:
        tables: The heads, by the id of a row (see ``heads``).
        read: The statements of the file.
    """
    return [one for one in read if one.text.startswith("|") and tables.get(one.id, one.text) != one.text]
