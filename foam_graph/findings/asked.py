"""How far a finding bears on what was asked: its words, and the measure that the question asks for."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.kinship import kinship, root
from foam_graph.findings.language.words import words

_DERIVED: Final = 0.8
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


def _roots(text: str) -> frozenset[str]:
    found = (word for word in words(text) if not word.function and not light(word.key) and len(word.lower) > 2)
    return frozenset(root(word.lower) for word in found)
