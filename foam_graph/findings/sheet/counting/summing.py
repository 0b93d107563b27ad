"""What is added up or shared out in a sentence: the words between its figures, and which of them count one thing."""

from __future__ import annotations

import re

from foam_graph.findings.language.composed_text import plain
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.counting.recounting import Stated

LISTED = re.compile(
    r"^(?:[^.;\d]|\b(?:19|20)\d\d\b|\b\d{1,2}(?=\s(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December)))*?(?:,|;|\band\b|\bplus\b|\+|&)[^.\d]*"
    r"(?:(?:\b(?:19|20)\d\d\b|\b\d{1,2}\s(?:Jan|Feb|Mar|Apr|May|June|July|Aug|Sep|Oct|Nov|Dec)[a-z]*)[^.\d]*)*$"
)
"""Between two figures of one list."""
PRODUCT_IS = re.compile(
    r"^[^.;:\d]{0,50}?(?:\b(?:is|are|was|were|makes?|made|comes? to|came to|totals?|totall?ed|totall?ing|total|amounts? to"
    r"|amounted to|equals?|costs?|gives?|gave|would give|would be|brings?|adds? up to|making|giving|or)\b|=|\()\s?"
    r"(?:gross [a-z]+ of |a total of |[a-z]+ of |in all |exactly )?$",
    re.IGNORECASE,
)
"""Between figures and what they come to."""
AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
_COLLECTIVE = frozenset(
    [
        "person",
        "people",
        "member",
        "piece",
        "item",
        "head",
        "employee",
        "staff",
        "position",
        "place",
        "seat",
        "unit",
        "thing",
        "animal",
        "vehicle",
        "patient",
    ]
)
"""What things of different names are counted as together."""


def same_unit(one: Quantity, total: Quantity) -> bool:
    """Whether an amount is counted as a total is: in its unit or, where it has none, as one of what the total counts."""
    if one.unit.startswith("money:") or total.unit.startswith("money:"):
        return one.unit == total.unit and one.period == total.period
    if total.unit in ("percent", "clock") or one.unit in ("percent", "clock"):
        return one.unit == total.unit
    if (one.unit and one.generic()) or (total.unit and total.generic()):
        return one.unit == total.unit and one.period == total.period
    return one.unit == total.unit or not one.unit or not total.unit or total.unit in _COLLECTIVE


def bare(one: Stated) -> str:
    """A figure of a sum: money with its sign, other figures without their unit."""
    return one.words() if one.unit.startswith("money:") else plain(one.value)


def single_figures(text: str) -> list[Quantity]:
    """The figures of a sentence that stand for one amount, hours of the clock left out.

    Args:
        text: The sentence.
    """
    return [one for one in find_quantities(text) if one.high is None and one.unit != "clock"]
