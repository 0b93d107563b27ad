"""The rows of tables with the heads of their columns."""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.findings.sheet.standing.statements import Statement, Statements


def cells(text: str) -> list[str]:
    """The cells of a row, in order.

    Args:
        text: The row, e.g. ``| a | b |``.
    """
    return [cell.strip() for cell in text.strip().strip("|").split("|")]


def heads(read: Statements) -> dict[str, str]:
    """The first row of the table that a row stands in, by the id of the row.

    Args:
        read: The statements of a file.
    """
    found: dict[str, str] = {}
    head = ""
    before: Statement | None = None
    for one in read:
        row = one.text.startswith("|")
        if row and (before is None or not before.text.startswith("|") or before.document is not one.document):
            head = one.text
        if row:
            found[one.id] = head
        before = one
    return found


def rows_below(tables: Mapping[str, str], read: Statements) -> list[Statement]:
    """The rows of the tables of a file, their heads left out.

    Args:
        tables: The heads, by the id of a row (see ``heads``).
        read: The statements of the file.
    """
    return [one for one in read if one.text.startswith("|") and tables.get(one.id, one.text) != one.text]
