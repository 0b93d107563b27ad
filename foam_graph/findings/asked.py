"""How far a finding bears on what was asked: its words, and the measure that the question asks for."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.kinship import kinship, root
from foam_graph.findings.language.words import words

_DERIVED: Final = 0.8
_SHORTEST: Final = 2
"""Blanks that a part of a question has at least."""
_MEASURES: Final = (
    (re.compile(r"\b(?:how much|owes?|owed|pay|paid|payable|cost|costs|price|fees?|charged?|amount|sum|refund)\b", re.I),
     re.compile(r"[$€£]\s?\d|\b(?:USD|EUR|GBP|CHF)\b")),
    (re.compile(r"\b(?:in time|too late|on time|deadline|time limit|how long|how many (?:days|weeks|months)|when)\b", re.I),
     re.compile(r"\b(?:days?|weeks?|months?|hours?|years?)\b", re.I)),
    (re.compile(r"\b(?:votes?|voted|unanimous\w*|majority|quorum|enough members|how many members|resolved?|vote)\b", re.I),
     re.compile(r"\b(?:votes?|unanimous\w*|majority|quorum|members needed|present)\b", re.I)),
)  # fmt: skip


def bearing(question: str, text: str) -> float:
    """How far a text bears on a question: how many words of the question it has in any form, and whether it is of the measure asked for.

    Args:
        question: What was asked.
        text: The text of a finding.
    """
    said = _roots(text)
    asked = _roots(question)
    shared = sum(any(kinship(one, other) >= _DERIVED for other in said) for one in asked)
    measured = any(asks.search(question) and told.search(text) for asks, told in _MEASURES)
    return (shared / len(asked) if asked else 0.0) + measured


_KINDS: Final = (
    (r"\bhow much\b|\b(?:what|which) (?:sum|amount|price|fee|share)\b", "How much it comes to is open"),
    (r"\bhow many\b", "How many there are is open"),
    (r"\b(?:in time|on time|too late|timely|deadline|time limit|expired?|lapsed?)\b", "Whether the time was kept is open"),
    (r"\b(?:quorum|enough members|majority|unanimous\w*|votes?|voted|valid(?:ly)?|lawful(?:ly)?|properly)\b",
     "Whether it was done as the rules ask is open"),
    (r"^(?:when|by when|since when|until when|on (?:what|which) day)\b", "When it was or has to be is open"),
    (r"^(?:who|whom|whose|which of)\b", "Who it is is open"),
    (r"\b(?:decisions?|denials?|refusals?|rejections?|dismissals?|expulsions?|exclusions?|suspensions?|terminations?|revocations?|rulings?|judge?ments?)\b"
     r".*\b(?:upheld|uphold|stands?|set aside|revers\w+|annul\w*|overturn\w*|confirm\w*|sent back|remitted|quash\w*)\b",
     "Whether the decision stands is open"),
    (r"\b(?:upheld|uphold|stands?|set aside|revers\w+|annul\w*|overturn\w*|confirm\w*|sent back|remitted|quash\w*)\b",
     "Whether it stands is open"),
    (r"\b(?:refund\w*|reimburs\w*)\b", "Whether money has to be paid back is open"),
    (r"\b(?:compensat\w*|damages)\b", "Whether compensation is due is open"),
    (r"\b(?:entitled|right to)\b", "Whether there is such a right is open"),
    (r"\bclaims?\b", "Whether the claim is well founded is open"),
    (r"\b(?:owes?|have to|has to|had to|obliged|bound to|liable|must)\b", "Whether there is a duty is open"),
    (r"^(?:may|can|could)\b|\b(?:allowed|permitted) to\b", "Whether it is allowed is open"),
)  # fmt: skip


def what_is_open(question: str) -> str:
    """That a question is open, by what kind of decision it asks for.

    Args:
        question: What was asked.
    """
    told = " ".join(question.split())
    asking = [one for one in re.split(r"(?<=[.?!])\s+", told) if one.endswith("?")]
    asked = asking[-1] if asking else told
    return next((headline for kind, headline in _KINDS if re.search(kind, asked, re.I)), "The answer is open")


_NEXT_PART: Final = re.compile(
    r"\?\s+|[,;]\s+(?:and|or)\s+(?=(?:must|may|can|could|is|are|was|were|do|does|did|has|have|had|shall|should|will|would|how|what|who|when|which|why|where|whether)\b)",
    re.IGNORECASE,
)
"""Behind it a second question is put."""
_BEGINS: Final = re.compile(
    r"^(?:must|may|can|could|is|are|was|were|do|does|did|has|have|had|shall|should|will|would|how|what|who|when|which|why|where|whether)\b",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"\b(?:order(?:ed|s)?|direct(?:ed|ions?)|instruct(?:ed|ions?)?|reliefs?|remed(?:y|ies)|award(?:ed)?|enjoin\w*|injunction|measures?)\b"
    r"|\b(?:upheld|uphold|set aside|revers\w+|annul\w*|overturn\w*|quash\w*|remitted|sent back|confirmed)\b",
    re.IGNORECASE,
)


def parts_asked(question: str) -> list[str]:
    """The questions that a text puts, each in its words; one where its parts cannot be told apart.

    Args:
        question: What was asked.
    """
    told = " ".join(question.split()).rstrip("? ")
    parts = [part.strip(" ,;") for part in _NEXT_PART.split(told)]
    return parts if all(_BEGINS.match(part) and part.count(" ") >= _SHORTEST for part in parts) else [told]


def asks_order(question: str) -> bool:
    """Whether a question asks for an order: that something be done, or that a decision stand or fall.

    Args:
        question: What was asked.
    """
    return _ORDER.search(question) is not None


def words_of(text: str) -> frozenset[str]:
    """The roots of the words of a text that say something.

    Args:
        text: The text.
    """
    return _roots(text)


def _roots(text: str) -> frozenset[str]:
    found = (word for word in words(text) if not word.function and not light(word.key) and len(word.lower) > 2)
    return frozenset(root(word.lower) for word in found)
