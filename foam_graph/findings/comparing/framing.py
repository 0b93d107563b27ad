"""What frames an amount: the place, the time or the part that stands before it, "In the half marathon 611 runners started"."""

from __future__ import annotations

import re

from foam_graph.findings.language.numerals import number_value
from foam_graph.findings.language.words import same, words

_FRAME = re.compile(r"^[-*\d.() ]*(?:In|At|On|For|Of|During|Within|Among|From)\s(?P<frame>[^,.;]{3,80}?),?\s*$")
_COURSE = re.compile(r"^the (?:course|time|days?|weeks?) of ", re.IGNORECASE)


def framed_apart(one: str, other: str) -> bool:
    """Whether two amounts are both framed, and one frame has a word that the other has not: they may be of different things.

    Args:
        one: What stands before the one amount in its sentence.
        other: The same of the other one.
    """
    mine, theirs = _frame(one), _frame(other)
    if mine is None or theirs is None:
        return False
    return any(not any(same(key, twin) for twin in b) for a, b in ((mine, theirs), (theirs, mine)) for key in a)


def _frame(before: str) -> frozenset[str] | None:
    """Keys of the words that frame what follows, numbers left out; None where nothing does."""
    found = _FRAME.match(before)
    if found is None:
        return None
    kept = [word for word in words(_COURSE.sub("", found["frame"])) if not word.function]
    return frozenset(word.key for word in kept if number_value(word.lower) is None)
