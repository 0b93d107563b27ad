"""In which direction a rule's sentence bounds a threshold."""

from __future__ import annotations

import re
from datetime import date

from foam_graph.casefile.case_file import CaseSentence
from foam_graph.findings.calculation.values import Value
from foam_graph.findings.calculation.written import calendar_day, numbers_in
from foam_graph.findings.language.dates import find_dates

_MORE = (
    r"(?:more than|exceed(?:s|ed|ing)?|over|above|greater than|higher than|longer than|older than|in excess of"
    r"|beyond|upwards of)"
)
_LESS = r"(?:less than|fewer than|below|under|lower than|smaller than|shorter than|younger than|short of)"
_NOT = r"\b(?:no|not|never|cannot|nor|neither|without|\w+n['’]t)\b[^,;]{0,60}?\b"
_NOUN_MOST = r"\b(?:limits?|caps?|ceilings?|maximum|allowance)\b"
_NOUN_LEAST = r"\b(?:minimum|floor)\b"
_THRESHOLD = r"\bthresholds?\b"
# In this order: what is negated before what is not; a cue inside of one that was read is none.
_CUES = (
    (rf"{_NOT}{_MORE}\b", "<="),
    (rf"{_NOT}{_LESS}\b", ">="),
    (rf"{_NOT}later than\b", "<="),
    (rf"{_NOT}earlier than\b", ">="),
    (r"\b(?:at most|up to|within|limited to|capped at|as many as|restricted to|at or below|on or below)\b", "<="),
    (r"\b(?:at least|as few as|starting (?:at|from)|at or above|reach(?:es|ed)?)\b", ">="),
    (rf"\b{_MORE}\b", ">"),
    (rf"\b{_LESS}\b", "<"),
    (r"\b(?:exactly|equals?|equal to)\b", "="),
    (_NOUN_MOST, "<="),
    (_NOUN_LEAST, ">="),
    (_THRESHOLD, ""),
)
_DAY_CUES = (
    (r"\bon or before\b|\bno later than\b|\bnot later than\b|\bat the latest\b|\bby\b|\buntil\b|\btill\b", "<="),
    (r"\bon or after\b|\bno earlier than\b|\bnot earlier than\b|\bfrom\b|\bsince\b|\beffective\b|\bas of\b", ">="),
    (r"\bbefore\b|\bprior to\b|\bearlier than\b", "<"),
    (r"\bafter\b|\blater than\b", ">"),
    (r"\bon\b", "="),
)
_NOUNS = re.compile(rf"{_NOUN_MOST}|{_NOUN_LEAST}|{_THRESHOLD}", re.IGNORECASE)
_AFTER_LESS = re.compile(
    r"^(?:\s[\w-]+){0,4}?[\s,]*(?:(?:or|and)\s(?:less|fewer|under|below|lower|shorter|younger|earlier|before)|at (?:the )?most)\b",
    re.IGNORECASE,
)
_AFTER_MORE = re.compile(
    r"^(?:\s[\w-]+){0,4}?[\s,]*(?:(?:or|and)\s(?:more|over|above|higher|longer|older|greater|later|after)|at (?:the )?least)\b",
    re.IGNORECASE,
)


def directions(sentence: CaseSentence, threshold: Value) -> frozenset[str]:
    """The comparators by which a sentence bounds a threshold that it states.

    Args:
        sentence: The rule's sentence.
        threshold: An amount or a day in it.

    Returns:
        Those of the nearest cue; "exceeds the limit of $5" is told by its verb and by its noun. Empty where the
        sentence gives no direction.
    """
    found: set[str] = set()
    for start, end in _places(sentence.text, threshold):
        after = sentence.text[end:]
        if _AFTER_LESS.match(after):
            found.add("<=")
        elif _AFTER_MORE.match(after):
            found.add(">=")
        else:
            found |= _before(sentence.text[:start], isinstance(threshold.number, date))
    return frozenset(found - {""})


def any_directions(text: str) -> frozenset[str]:
    """Every comparator that a sentence without the threshold speaks of ("does not exceed the limit")."""
    return frozenset(sign for _, sign in _cues(text, False)) - {""}


def verb_directions(text: str) -> frozenset[str]:
    """The comparators that words other than nouns speak of: "exceeds the limit" is told by its verb."""
    return frozenset(sign for words, sign in _cues(text, False) if not _NOUNS.fullmatch(words)) - {""}


def _places(text: str, threshold: Value) -> list[tuple[int, int]]:
    if not isinstance(threshold.number, date):
        return [(one.start, one.end) for one in numbers_in(text) if one.value == threshold.number]
    return [
        (one.start, one.end)
        for one in find_dates(text)
        if one.month
        and one.day
        and calendar_day(one.year or threshold.number.year, one.month, one.day) == threshold.number
    ]


def _before(text: str, dated: bool) -> set[str]:
    """The direction that the words before a threshold give: their last cue, and what stands before a noun."""
    cues = _cues(text.rpartition(";")[2], dated)
    if not cues:
        return set()
    words, sign = cues[-1]
    signs = {sign}
    if _NOUNS.fullmatch(words) and len(cues) > 1:
        signs.add(cues[-2][1])
    return signs


def _cues(text: str, dated: bool) -> list[tuple[str, str]]:
    """Cues of a text in their order, with their comparators."""
    found: list[tuple[int, int, str, str]] = []
    for pattern, sign in (*(_DAY_CUES if dated else ()), *_CUES):
        for match in re.finditer(pattern, text, re.IGNORECASE):
            if not any(match.start() < end and start < match.end() for start, end, _, _ in found):
                found.append((match.start(), match.end(), match.group(), sign))
    return [(words, sign) for _, _, words, sign in sorted(found)]
