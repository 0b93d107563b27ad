"""What one document passes on as hearsay and others tell as a fact."""

from __future__ import annotations

import re

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.accounts.account import LONGEST, meets
from foam_graph.findings.sheet.accounts.senses import hearsay, recorded, senses
from foam_graph.findings.sheet.standing.statements import Statement

_FIRST_HAND = re.compile(
    r"\b(?:I|we) (?:\w+ )?(?:saw|watched|measured|counted|inspected|opened|checked|packed|drove|paid|was there|were there)\b",
    re.I,
)
_FILLERS = frozenset(senses().fillers.split())
_COVERED, _LEAST = 0.7, 2


def passes_on(text: str) -> bool:
    """Whether a sentence passes on what somebody else said; one that denies it does not.

    Args:
        text: The sentence.
    """
    match = hearsay().search(text)
    return match is not None and not any(
        one.start < match.end() <= one.end + 40 for one in negations(text[: match.end()])
    )


def repeats(one: Statement, told: list[Statement]) -> list[Statement]:
    """The statements that tell as a fact, without a source of their own, what a sentence passes on.

    Args:
        one: The sentence that passes it on.
        told: The statements that may repeat it.
    """
    content = _keys(hearsay().sub(" ", one.text))
    found = []
    for other in told:
        if other is one or other.standing != "fact" or other.text.count(" ") > LONGEST or passes_on(other.text):
            continue
        if _FIRST_HAND.search(other.text) or negations(other.text):
            continue
        mine = _keys(recorded().sub(" ", other.text))
        common = meets(mine, content)
        if len(common) >= _LEAST and len(common) >= _COVERED * len(mine) and 3 * len(common) >= len(content):
            found.append(other)
    return found


def _keys(text: str) -> set[str]:
    return {
        word.key for word in words(text)
        if not word.function and not light(word.key) and word.lower not in _FILLERS and word.lower not in ("mr", "ms", "mrs", "dr")
    }  # fmt: skip
