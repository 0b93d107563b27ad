"""A calculation that the form of some sentences states, and the words that bring its result in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.sheet.solving.window import Figure, Window

_LEADS_TO = (
    r"(?:which|that|this|it|these|they) (?:(?:would |will )?(?:make|makes|is|gives?|means|was|made|came to|comes? to|amounts? to)|together (?:make|makes|is|are))"
    r"|making|makes?|made|comes? to|came to|amounts? to|amounted to|adds? up to|(?:brings?|brought) (?:\w+ ){1,3}to|totals?|totalling|totalled"
    r"|(?:a|the) (?:grand )?total (?:of|is|was)|(?:the )?sum (?:of (?:these|those|them|all|the \w+) )?(?:is|was|of)|that is|i\.e\.|equals?|or|in all|altogether|together"
)
_RESULT = re.compile(
    rf"(?:^|[\s,;:(])(?:{_LEADS_TO})[\s,:]*(?:then |therefore |thus |only |just |exactly |some )?$", re.IGNORECASE
)
RESULT_AFTER = re.compile(
    r"^(?:[^\d.;,]{0,18})?[\s,]*\b(?:in all|altogether|all told|in total|together|all in all)\b"
    rf"(?!(?:[\s,:]|(?:come|came|mak|is|are|was|were|amount|add|giv|up|to|about|some|nearly)[a-z]*\b){{1,8}}(?:[£€$]|{NUMBER}\b))",
    re.IGNORECASE,
)
"""Behind a figure: that it is a sum; not where these words bring in the next figure ("£40 and £60, in all £100")."""
LEFT_AFTER = re.compile(
    r"^[^\d.;]{0,30}?\b(?:remain(?:s|ed|ing)?|(?:is|are|was|were|still) (?:left|due|owing|outstanding|over|to (?:pay|come|go|find))|left(?: over)?"
    r"|still (?:due|owing|outstanding)|unspent|to spare)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class Solved:
    """A calculation that the form of some sentences states.

    Attributes:
        operation: What is counted, in one word.
        result: The figure that is stated.
        operands: The figures that it comes of.
        value: What they come to.
        told: The calculation in figures, without its result.
        unit: Unit of the result.
    """

    operation: str
    result: Figure
    operands: tuple[Figure, ...]
    value: Decimal
    told: str
    unit: str


def is_result(one: Figure) -> bool:
    """Whether the words around a figure say that it comes of others.

    Args:
        one: The figure.
    """
    return bool(_RESULT.search(one.before) or RESULT_AFTER.match(one.after))


def results(window: Window) -> list[Figure]:
    """The figures of the last sentence that may be results.

    Args:
        window: The sentences.
    """
    return [
        one
        for one in window.figures
        if one.at == window.last and not one.quantity.partial and one.quantity.comparator in ("=", "~")
    ]
