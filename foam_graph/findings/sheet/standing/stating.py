"""Whether a sentence states that something is so: a rule told again, a heading, the head of a paper and a charge do not."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from foam_graph.findings.language.clauses import Clause, first_verb, read
from foam_graph.findings.sheet.standing.statements import Statement

_CITED: Final = re.compile(
    r"\b(?:under|by|according to|pursuant to|in terms of|as per|in|of)\s(?:the\s)?(?:(?:§+|art\.|s\.)\s?\d|(?:sections?|rules?|clauses?|articles?|paragraphs?|regulations?|by-?laws?|conditions?)\s(?:no\.?\s)?\d)",
    re.IGNORECASE,
)
_RULE_SAYS: Final = re.compile(
    r"(?:§+\s?\d[\d.()a-z]*|\b(?:sections?|rules?|clauses?|articles?|paragraphs?|regulations?|by-?laws?|conditions?)\s(?:no\.?\s)?\d[\d.()a-z]*)\s(?:says|provides|allows|requires|lets|permits|means|holds)\b"
    r"|\b(?:the|our|your|their) (?:rules|statutes|by-?laws|regulations|contract|lease|agreement|policy|terms|tariff|charter|law|code|act|scheme|handbook)\s(?:say|provide|allow|require|let|permit|hold)s?\b",
    re.IGNORECASE,
)
"""That a sentence tells what a rule says."""
_SUPPOSED: Final = re.compile(
    r"\b(?:if|when|whenever|where|wherever|unless|in case|as long as|so long as|provided(?: that)?|only where|only when)\s(?P<what>[^,;.]+)",
    re.IGNORECASE,
)
_ALLOWS: Final = re.compile(
    r"\b(?:is|are) (?:enough|sufficient|allowed|permitted|required|valid|void|due|free|exempt|excluded|deemed|treated)\b|\b(?:suffices?|counts? as|applies|apply|needs?|may|must|shall|can(?:not)?)\b",
    re.IGNORECASE,
)
_CHARGE: Final = re.compile(
    r"\b(?:is|are|stands?|was|were) (?:charged with|accused of|alleged)\b|\bit is (?:alleged|charged|put to)\b|\ballegation (?:no\.? ?)?\d|\bthe (?:allegation|charge|accusation) (?:is|against)\b",
    re.IGNORECASE,
)
_CHARGES: Final = re.compile(
    r"\b(?:allegations?|charge sheet|charges|indictment|accusations?|statement of (?:the )?case against)\b",
    re.IGNORECASE,
)
_NO_CHARGES: Final = re.compile(
    r"\b(?:answer|reply|response|defence|decision|ruling|findings|report|minutes|tariff|services?|list of charges|fees)\b",
    re.IGNORECASE,
)
_ENDED: Final = re.compile(r"[.!?:;…][\"”’')\]*_]*$")
_SHORT, _HEAD = 5, 6
"""Words of a heading; sentences from the beginning among which a line without a full stop is the head of a paper."""


@lru_cache(maxsize=8192)
def states(one: Statement) -> bool:
    """Whether a sentence states something as a fact of its own.

    Args:
        one: The sentence.
    """
    return not (_retells_rule(one.text) or charges(one) or _heads(one))


@lru_cache(maxsize=16384)
def asserted(clause: Clause) -> Clause:
    """A clause without what it only supposes ("notice is enough when the office is closed"); itself where it tells of the past.

    Args:
        clause: The clause.
    """
    match = _SUPPOSED.search(clause.text)
    if match is None or not match["what"].strip() or read(match["what"]).past:
        return clause
    rest = f"{clause.text[: match.start()]}{clause.text[match.end() :]}".strip(" ,;.")
    return read(rest) if rest else clause


def charges(one: Statement) -> bool:
    """Whether a sentence says what somebody is charged with: that has to be shown, and nobody has it from others.

    Args:
        one: The sentence.
    """
    title = one.document.title
    return bool(_CHARGE.search(one.text)) or (bool(_CHARGES.search(title)) and not _NO_CHARGES.search(title))


def _retells_rule(text: str) -> bool:
    """Whether a sentence says in the general present what a rule says."""
    told = _RULE_SAYS.search(text) or (_CITED.search(text) and not read(text).past)
    return bool(told) and bool(_SUPPOSED.search(text) or _ALLOWS.search(text))


def _heads(one: Statement) -> bool:
    """Whether it is a heading, or a line of the head of a paper: it has no full stop, and is no row and no item of a list."""
    text = one.text.strip()
    if _ENDED.search(text) or "|" in text or re.match(r"[-*•–]\s|\d", text) or re.search(r":\s", text):
        return False
    if len(text.split()) <= _SHORT and first_verb(text) is None:
        return True
    return any(sentence.id == one.id for sentence in one.document.sentences[:_HEAD]) and not read(text).past
