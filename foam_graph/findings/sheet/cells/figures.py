"""Figures of cells with their units: those that they bear themselves, else those that their heads name ("Tender (EUR)", "Load, kg")."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from foam_graph.findings.language.quantities import PERIODS, find_quantities
from foam_graph.findings.sheet.cells.grid import Cell
from foam_graph.findings.sheet.counting.lines import Figure, figure_in

_IN_BRACKETS: Final = re.compile(r"[(\[](?P<unit>[^()\[\]]{1,20})[)\]]")
_BEHIND: Final = re.compile(r"(?:,| in|^)\s?(?P<unit>[^\W\d]{1,12}|[€£$%]|m[²³]|°C)$")
_SIGN: Final = re.compile(r"[€£$%]")
_APART: Final = re.compile(r"(?<=\d)[  ](?=\d{3}\b)")
"""The blank in "32 300"."""
BOUNDING: Final = re.compile(
    r"\b(?:limit|max\w*|min|minimum|allow\w*|permitted|ceiling|quota|target|plan\w*|budget\w*|estimat\w*|proposed|requested|asked|before|old|new|previous|former|norm"
    r"|required|expected|forecast|reference|difference|change|share|rank|no|number|points?|margin|since|until)\b",
    re.IGNORECASE,
)
"""Heads under which no measured figure stands, or one of another kind than the bare noun says."""


def figure_of(cell: Cell) -> Figure | None:
    """The figure that is all of a cell, in the unit of its head where it has none; None where it says something else, or two things.

    Args:
        cell: The cell.
    """
    found = figure_in(_APART.sub("", cell.value))
    if found is None:
        return None
    return replace(found, unit=found.unit or unit_of(cell.head))


@lru_cache(maxsize=2048)
def unit_of(head: str) -> str:
    """The unit that the head of a column names; empty for none.

    Args:
        head: The head.
    """
    bracketed = [match["unit"].strip() for match in _IN_BRACKETS.finditer(head)]
    named = list(bracketed)
    behind = _BEHIND.search(_IN_BRACKETS.sub("", head).strip())
    named += [behind["unit"]] if behind is not None else []
    named += _SIGN.findall(head)
    for one in named:
        found = _unit(one.strip(), one in bracketed)
        if found:
            return found
    return ""


def _unit(name: str, bracketed: bool) -> str:
    """The unit of one word or sign; outside of brackets only one that says nothing about what is measured."""
    text = f"{name}1" if name in ("€", "£", "$") else f"1 {name}"
    found = find_quantities(text)
    return found[0].unit if len(found) == 1 and found[0].unit and (bracketed or found[0].generic()) else ""


@lru_cache(maxsize=2048)
def bare_head(head: str) -> str:
    """A head without its unit.

    Args:
        head: The head.
    """
    return _IN_BRACKETS.sub(" ", head)


def per(head: str) -> str:
    """What a head says that its figures are counted per ("Price per school year"); empty where it says nothing of it.

    Args:
        head: The head.
    """
    match = re.search(rf"\b(?:per|an?|each|every|/)\s?(?:\w+ )?(?P<noun>{'|'.join(PERIODS)})\b", head, re.IGNORECASE)
    return match["noun"].lower() if match is not None else ""
