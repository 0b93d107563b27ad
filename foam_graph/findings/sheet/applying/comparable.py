"""Whether an amount that a fact gives may be held against the bound of a rule: one measure, counted in one way.

A limit on a rate says nothing of a sum, a tolerance nothing of a value, a limit on one thing nothing of another that happens to be
told between the same two places.
"""

from __future__ import annotations

import re
from functools import lru_cache

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.measures import split_phrase
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import Word, key_of, words
from foam_graph.findings.sheet.applying.matching import alike, keys

_PER = re.compile(
    r"^\s*(?:(?:[\w-]+\s){0,2}?(?:per|(?:for|in|on|to) (?:each|every)|each|every)\s|/\s?)(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"\b(?:differ\w*|deviat\w*|vary|varie[sd]|variation|depart(?:s|ed|ure)?|toleranc\w*|discrepanc\w*|margin|gap|spread|apart|drift\w*"
    r"|(?:more|less|fewer|higher|lower|later|earlier|longer|shorter|greater|smaller) than (?:the|its|his|her|their|that|those|this|any|another)\b)",
    re.IGNORECASE,
)
_MODAL = re.compile(
    r"\b(?:must|shall|should|may|can|cannot|will|has to|have to|is to|are to|is|are|was|were|does|do|needs? to|exceeds?)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(?:[\d.]+|\(?[a-z0-9]{1,3}\)|§+\s?\d+|[*#_\s-]+|\*\*[^*]*\*\*)\s*", re.IGNORECASE)
_OPENER = re.compile(r"[,;:]\s|\b(?:when|if|that|where|while|until|although|since)\b", re.IGNORECASE)


def rate_of(text: str, one: Quantity) -> str:
    """Key of what an amount is counted for each of, "hectare" in "6,500 kilograms per hectare"; empty where it is a sum or so much a time.

    Args:
        text: The sentence.
        one: An amount of it.
    """
    found = None if one.period else _PER.match(text[one.end :])
    return key_of(found["noun"]) if found else ""


def is_difference(text: str) -> bool:
    """Whether a sentence sets or tells how far two values lie apart, and not a value.

    Args:
        text: The sentence.
    """
    return bool(_DIFFERENCE.search(text))


@lru_cache(maxsize=4096)
def subject(text: str) -> Word | None:
    """The noun that a sentence says something of, "decrease" in "The overall decrease in height may not exceed …"; None without one.

    Args:
        text: The sentence.
    """
    plain = _NUMBERED.sub("", text)
    modal = _MODAL.search(plain)
    if modal is None:
        return None
    phrase = split_phrase(_OPENER.split(plain[: modal.start()])[-1])[0]
    nouns = [word for word in words(phrase) if not word.function and len(word.text) > 1]
    return nouns[-1] if nouns and not light(nouns[-1].key) else None


def one_measure(rule: str, bound: Quantity, fact: str, said: Quantity) -> bool:
    """Whether an amount is of the measure that a bound is of, as far as the two sentences show it.

    Args:
        rule: The sentence with the bound.
        bound: The bound.
        fact: The sentence with the amount.
        said: The amount.
    """
    if rate_of(rule, bound) != rate_of(fact, said) or is_difference(rule) != is_difference(fact):
        return False
    others = [
        one for one in find_quantities(rule) if one.start != bound.start and one.measure()[0] == bound.measure()[0]
    ]
    if any(one.value != bound.value for one in others):
        return False
    if bound.unit and not bound.generic():
        return True
    # A name may be of what the rule bounds: "boats", "the Skua".
    mine, theirs = subject(rule), subject(fact)
    return mine is None or theirs is None or theirs.name or any(alike(mine.key, key) for key in keys(fact))
