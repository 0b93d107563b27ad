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
from foam_graph.findings.sheet.standing.statements import Statement, Statements

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
_MOST_OF, _SELDOM = 0.6, 0.5
_HEAD = 12
_TELLERS = frozenset({"unknown", "correspondence", "decision", "advocacy", "policy_manual"})
"""Classes of papers whose writers were not there."""
_CONTENT = re.compile(
    r"\b(?:told|informed|assured|said to|mentioned to) (?:me|us|him|her|them|(?-i:[A-Z])\w+)(?: that)?(?: (?:he|she|they) (?:had |has |have )?(?:heard|been told)(?: that)?)?\s"
    r"|\b(?:heard|understand|understood|gather(?:ed)?|rumou?r\w*|said|says)(?: that)?\s",
    re.IGNORECASE,
)
_BREAK = re.compile(r",? (?:but|though|although|and (?:I|where|who|whom|what))\b|;")
_NOT_SO = re.compile(r"\b(?:no|not|never|nor|without|n['’]t)\b|n['’]t\b", re.IGNORECASE)
_OWN = re.compile(
    r"^(?:\W*(?:I|we)\b)|\b(?:I|we) (?:\w+ )?(?:saw|heard|watched|found|measured|counted|did|do)\b", re.IGNORECASE
)
_SAYS = re.compile(
    r"\b(?:says?|said|told|claims?|claimed|alleg\w+|according to|reported|states?|stated|denie[sd]|thinks?|thought|believes?|supposed|rumou?r\w*|whether|if|(?-i:may)|might|would|could)\b|\?",
    re.IGNORECASE,
)


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


def tells_as_fact(one: Statement, told: list[Statement], read: Statements) -> list[Statement]:
    """The statements of letters, decisions and the like, not older than the hearsay, that tell most of it as a fact in words of their own.

    Only where what both have is seldom in the file, and no paper of whoever can know is among them: a log or a witness tells what was seen.

    Args:
        one: The sentence that passes something on.
        told: The statements that may tell it.
        read: The statements of the file.
    """
    text = _CONTENT.split(one.text)[-1]
    text = _BREAK.split(text)[0]
    content = {key for key in _keys(text) if key not in _KNOWING and key not in _persons()}
    if len(content) < _LEAST:
        return []
    names = {word.key for word in words(text) if word.name}
    denied = _NOT_SO.search(text) is not None
    figures = {q.value for q in find_quantities(text)} - {1}
    measured = {q.value for q in find_quantities(text) if q.unit} - {1}
    found = []
    for other in told:
        if (
            other.document is one.document or not _of_a_teller(other) or other.standing not in ("fact", "supposition")
            or passes_on(other.text) or _OWN.search(other.text) or _SAYS.search(other.text) or (one.date and other.date and other.date < one.date)
            or other.text.count(" ") > LONGEST or (_NOT_SO.search(other.text) is not None) != denied
        ):  # fmt: skip
            continue
        mine = {q.value for q in find_quantities(other.text) if not q.partial} - {1}
        if mine - figures or measured - mine:
            continue
        common = meets(_keys(other.text), content)
        seldom = [key for key in common if key not in names and read.statistics.weight(key) >= _SELDOM]
        if len(common) >= _LEAST and len(common) >= _MOST_OF * len(content) and seldom:
            found.append(other)
    return found


def _passed_on(text: str) -> str:
    """What a sentence passes on: what follows the words that bring hearsay in, else all but them."""
    match = hearsay().search(text)
    rest = _SAY.sub("", text[match.end() :], count=1) if match is not None else ""
    return rest if len(_keys(rest)) >= _LEAST else hearsay().sub(" ", text)


def _of_a_teller(one: Statement) -> bool:
    """Whether a sentence stands in a letter, a decision or the like, and not in a log, a statement or an expert's report."""
    if one.document.source_class in _TELLERS:
        return True
    return any(line.text.startswith("Dear ") for line in one.document.sentences[:_HEAD])


@lru_cache(maxsize=1)
def _persons() -> frozenset[str]:
    return frozenset(key_of(word) for word in f"{senses().persons} lad lads lady gentleman guy chap fellow".split())


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
