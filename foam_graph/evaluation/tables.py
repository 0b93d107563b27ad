"""Tables of results: headings, rows of texts and figures, and what a reader must know to read them."""

from __future__ import annotations

from dataclasses import dataclass

Cell = str | float | int | None
"""None: there is no such figure."""


@dataclass(frozen=True)
class Table:
    """One table.

    Attributes:
        title: What it shows.
        headings: Of its columns.
        rows: Texts and figures.
        remarks: What a reader must know.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    remarks: tuple[str, ...] = ()


def shown_cell(value: Cell) -> str:
    """A figure to three places; an empty one where there is none."""
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
