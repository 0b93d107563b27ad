"""What one document passes on as hearsay and others tell as a fact."""

from __future__ import annotations

import re
from functools import lru_cache

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import key_of, lexicon, words
from foam_graph.findings.sheet.accounts.account import LONGEST, meets
from foam_graph.findings.sheet.accounts.senses import hearsay, recorded, senses
from foam_graph.findings.sheet.standing.statements import Statement

_FIRST_HAND = re.compile(
    r"\b(?:I|we) (?:\w+ )?(?:saw|watched|measured|counted|inspected|opened|checked|packed|drove|paid|was there|were there)\b",
    re.I,
)
_FILLERS = frozenset(senses().fillers.split())
_SAY = re.compile(r"^[^.;]{0,45}?\b(?:say|saying|said|tell|telling|claim|claiming) (?:that )?", re.IGNORECASE)
_UNITS = frozenset(key_of(unit) for unit in lexicon().generic_units.split())
_KNOWING = frozenset(key_of(word) for word in ("know", "hear", "think", "believe", "understand", "say", "tell"))
"""What anybody does with anything: no content that two sentences share."""
_CLAUSE = re.compile(r"[,;:]\s|\b(?:as|because|since|and|that|which|so) ", re.IGNORECASE)
_COVERED, _LEAST = 0.7, 2


@lru_cache(maxsize=8192)
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
    contents = [_keys(_passed_on(one.text)), _keys(hearsay().sub(" ", one.text))]
    figures = {q.measure() for q in find_quantities(one.text)}
    names = {word.key for word in words(one.text) if word.name}
    found = []
    for other in told:
        if (
            other is one
            or other.standing in ("rule", "question")
            or other.text.count(" ") > LONGEST
            or passes_on(other.text)
        ):
            continue
        if _FIRST_HAND.search(other.text) or negations(other.text):
            continue
        if {q.measure() for q in find_quantities(other.text) if not q.partial and q.value != 1} - figures:
            continue  # it gives a figure that was not passed on
        clauses = [_keys(recorded().sub(" ", part)) for part in _parts(other.text)]
        if any(_says_so(content, names, mine) for content in contents for mine in clauses):
            found.append(other)
    return found


def _passed_on(text: str) -> str:
    """What a sentence passes on: what follows the words that bring hearsay in, else all but them."""
    match = hearsay().search(text)
    rest = _SAY.sub("", text[match.end() :], count=1) if match is not None else ""
    return rest if len(_keys(rest)) >= _LEAST else hearsay().sub(" ", text)


def _parts(text: str) -> list[str]:
    """A sentence, and its clauses: what is repeated may be said in passing ("as the club is bankrupt")."""
    return [text, *(part for part in _CLAUSE.split(text) if part.count(" ") >= 2)]


def _says_so(content: set[str], names: set[str], mine: set[str]) -> bool:
    """Whether a clause says what was passed on: most of its words, and not names alone."""
    common = meets(mine, content)
    return (
        len(common) >= _LEAST and len(common) >= _COVERED * len(mine) and 2 * len(common) >= len(content)
        and bool({key for key in common if key not in names and key not in _UNITS and key not in _KNOWING})
    )  # fmt: skip


def _keys(text: str) -> set[str]:
    return {
        word.key for word in words(text)
        if not word.function and not light(word.key) and word.lower not in _FILLERS and word.lower not in ("mr", "ms", "mrs", "dr")
    }  # fmt: skip
