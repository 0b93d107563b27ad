"""Labelled figures in lines of their own ("Rent: €640"): remarks behind them, paragraphs between them, and which of them a total adds up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, Protocol, TypeVar

_REMARK: Final = re.compile(
    r"\s\((?![^()]*\b(?:per|each|a|an|every|if|not|optional|excluding|without|paid|estimated?|of which|already|maximum|limit)\b)[^()]*[^\W\d_]{2}[^()]*\)$",
    re.IGNORECASE,
)
"""A remark that leaves the figure what it is."""
_COLON: Final = re.compile(r"^[^:|\t]{1,60}:\s+\S")
_NEAR: Final = Decimal("0.2")


class Figured(Protocol):
    """A figure with its unit."""

    @property
    def value(self) -> Decimal:
        """The figure."""

    @property
    def unit(self) -> str:
        """Its unit; empty for none."""


class Labelled(Protocol):
    """A line with a label and figures."""

    @property
    def cells(self) -> Sequence[Figured | None]:
        """Its figures."""

    @property
    def total(self) -> bool:
        """Whether it is called a total."""


_Line = TypeVar("_Line", bound=Labelled)


def unremarked(text: str) -> str:
    """A labelled line without a remark in brackets at its end: "Music: €450 (two hours)".

    Args:
        text: The line.
    """
    return _REMARK.sub("", text) if _COLON.match(text) else text


def is_labelled(text: str) -> bool:
    """Whether a line is a label, a colon and what belongs to it.

    Args:
        text: The line.
    """
    return _COLON.match(text) is not None


def of_the_total(lines: Sequence[_Line]) -> list[_Line]:
    """The labelled lines that a total in money may add up: those of its unit, else all where they come near it.

    "Order no.: 4711" stands in a list of amounts, and is none.

    Args:
        lines: The lines of one list, each with one figure.
    """
    units = {cell.unit for line in lines if line.total for cell in line.cells if cell is not None}
    if len(units) != 1 or not (unit := next(iter(units))).startswith("money:"):
        return list(lines)
    own = [line for line in lines if all(cell is None or cell.unit == unit for cell in line.cells)]
    if any(not line.total for line in own):
        return own
    total = next(cell.value for line in lines if line.total for cell in line.cells if cell is not None)
    items = sum((cell.value for line in lines if not line.total for cell in line.cells if cell is not None), Decimal(0))
    return list(lines) if abs(items - total) <= _NEAR * abs(total) else []
