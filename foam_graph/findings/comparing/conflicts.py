"""Conflicts between sentences: other figures, opposite propositions, other dates, stale or overreaching statements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from foam_graph.findings.comparing.differences import (
    differing_amounts,
    differing_dates,
    opposed_words,
    same_condition,
    same_standing,
    spot,
    unlike_amounts,
)
from foam_graph.findings.comparing.support import scope_wider, unsupported
from foam_graph.findings.language.clauses import Clause, clauses, labels_clash, read, resolved
from foam_graph.findings.language.likeness import Statistics, clause_likeness, may_meet, titles_clash
from foam_graph.findings.language.scope import narrow_words, wide_words
from foam_graph.findings.language.words import same, words
from foam_graph.findings.passages import Passage

__all__ = ["Conflict", "ConflictKind", "conflicts", "scope_wider", "unsupported"]

ConflictKind = Literal["number", "negation", "date", "stale", "scope"]
_NUMBER, _NEGATION, _DATE, _COARSE_DATE, _SCOPE, _MATTER = 0.56, 0.6, 0.6, 0.62, 0.5, 0.5
_TIMES = frozenset({"day", "month", "year", "relative", "quarter"})
_DAYS = frozenset({"day", "month", "year", "weekday"})
_CHANGE = re.compile(
    r"\b(?:supersed(?:es?|ed|ing)|amended|amends|revised|revises|as of|no longer|updated|updates|replaces|replaced by"
    r"|withdrawn|repealed|rescinded|corrected|since then|with effect from|effective (?:from|on)?|is now|are now)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Conflict:
    """One conflict between two sentences.

    Attributes:
        kind: What they differ in.
        target: The sentence that is questioned.
        other: The sentence that questions it.
        detail: What differs, in words.
        strength: Likeness of the two sentences in (0, 1].
        quoted: The words of the target that are questioned; a substring of its text.
    """

    kind: ConflictKind
    target: Passage
    other: Passage
    detail: str
    strength: float
    quoted: str


def conflicts(target: Passage, others: Sequence[Passage], statistics: Statistics) -> list[Conflict]:
    """Finds what other sentences say against a sentence (protocol 2.3: critiques quote the words they attack).

    Args:
        target: The sentence that is questioned.
        others: The sentences to hold against it; the target itself is passed over.
        statistics: Word frequencies of the corpus.

    Returns:
        Conflicts, the strongest first; ties in order of kind and of the other sentence's id.
    """
    found: list[Conflict] = []
    if target.text.rstrip().endswith("?"):
        return found
    for other in others:
        if other.id != target.id and other.text != target.text and not other.text.rstrip().endswith("?"):
            found.extend(_between(target, other, statistics))
    return sorted(found, key=lambda one: (-one.strength, one.kind, one.other.id))


@lru_cache(maxsize=65536)
def _between(target: Passage, other: Passage, statistics: Statistics) -> tuple[Conflict, ...]:
    """Conflicts of one pair; one of each kind at most."""
    if not may_meet(target, other) or titles_clash(target, other):
        return ()
    mine, theirs = _clauses(target), _clauses(other)
    later = bool(target.date and other.date and other.date > target.date and other.document != target.document)
    scope = _scope(target, other, statistics)
    if scope is not None:
        return (scope,)
    change = _CHANGE.search(other.text)
    stale = _changed(target, other, statistics) if later and change else None
    if stale is not None:
        return (stale,)
    found: list[Conflict] = []
    number = _first(_number(target, other, mine, theirs, statistics))
    if number is not None:
        found.append(number)
        if later:
            found.append(
                Conflict("stale", target, other, f"Later source: {number.detail}", number.strength, number.quoted)
            )
        return tuple(found)
    rest = (
        _first(_negation(target, other, mine, theirs, statistics)),
        _first(_date(target, other, mine, theirs, statistics)),
    )
    return tuple(conflict for conflict in rest if conflict is not None)


def _clauses(passage: Passage) -> tuple[Clause, ...]:
    return clauses(resolved(passage.text, passage.before))


def _first(found: Iterator[Conflict]) -> Conflict | None:
    """The strongest conflict of an iteration."""
    return max(found, key=lambda one: one.strength, default=None)


def _quoted(target: Passage, text: str) -> str:
    """The words as the target has them, or all of it where they are not its own."""
    return text if text and text in target.text else target.text


def _number(
    target: Passage, other: Passage, mine: Sequence[Clause], theirs: Sequence[Clause], statistics: Statistics
) -> Iterator[Conflict]:
    stated = {one.measure() for one in read(target.text).quantities}
    rival = {one.measure() for one in read(other.text).quantities}
    for a in mine:
        for b in theirs:
            pair = differing_amounts(a, b)
            if pair is None or not same_standing(a, b) or labels_clash(a, b):
                continue
            if pair[0].measure() in rival or pair[1].measure() in stated:
                continue
            if _other_tense(a, b) or (pair[0].role != "delta" and len(opposed_words(a, b)) % 2):
                continue
            score = clause_likeness(a, b, statistics)
            if score >= _NUMBER:
                detail = f"{pair[0].text} here, {pair[1].text} there"
                yield Conflict("number", target, other, detail, round(score, 4), _quoted(target, pair[0].text))


def _other_tense(one: Clause, other: Clause) -> bool:
    """Whether one clause dates a past state and the other one tells of the present: both may hold."""
    return one.past != other.past and bool(one.label("year")) != bool(other.label("year"))


def _negation(
    target: Passage, other: Passage, mine: Sequence[Clause], theirs: Sequence[Clause], statistics: Statistics
) -> Iterator[Conflict]:
    if bool(narrow_words(target.text)) != bool(narrow_words(other.text)):
        return
    for a in mine:
        for b in theirs:
            opposed = opposed_words(a, b)
            if len(opposed) % 2 == 0 or not same_condition(a, b) or labels_clash(a, b):
                continue
            if a.rule != b.rule and (a.past or b.past):
                continue
            if unlike_amounts(a, b) or differing_dates(a, b) is not None:
                continue
            score = clause_likeness(a, b, statistics)
            if score >= _NEGATION:
                key, twin = opposed[0]
                quote, rival = spot(a.text, key), spot(b.text, twin)
                detail = f'"{quote}" here, "{rival}" there'
                yield Conflict("negation", target, other, detail, round(score, 4), _quoted(target, quote))


def _date(
    target: Passage, other: Passage, mine: Sequence[Clause], theirs: Sequence[Clause], statistics: Statistics
) -> Iterator[Conflict]:
    for a in mine:
        for b in theirs:
            pair = differing_dates(a, b)
            if pair is None or not same_standing(a, b) or labels_clash(a, b, _DAYS):
                continue
            if differing_amounts(a, b) is not None or len(opposed_words(a, b)) % 2:
                continue
            fine = pair[0].precision == "day" and pair[1].precision == "day"
            score = clause_likeness(a, b, statistics, _DAYS)
            if score >= (_DATE if fine else _COARSE_DATE):
                detail = f"{pair[0].words()} here, {pair[1].words()} there"
                quote = a.text[pair[0].start : pair[0].end]
                yield Conflict("date", target, other, detail, round(score, 4), _quoted(target, quote))


def _changed(target: Passage, other: Passage, statistics: Statistics) -> Conflict | None:
    """A later document that says it changes the matter."""
    a, b = read(resolved(target.text, target.before)), read(resolved(other.text, other.before))
    cue = _CHANGE.search(other.text)
    score = clause_likeness(a, b, statistics, _TIMES)
    if cue is None or score < _MATTER or labels_clash(a, b, _TIMES):
        return None
    agrees = bool(a.quantities) and {q.measure() for q in a.quantities} <= {q.measure() for q in b.quantities}
    if agrees and not opposed_words(a, b):
        return None
    pair = differing_amounts(a, b)
    quote = pair[0].text if pair else target.text
    detail = f'changed by a source of {other.date} ("{cue.group()}")'
    return Conflict("stale", target, other, detail, round(score, 4), _quoted(target, quote))


def _scope(target: Passage, other: Passage, statistics: Statistics) -> Conflict | None:
    """A sentence that speaks of everything against one about a part of it."""
    wide, narrow = wide_words(target.text), narrow_words(other.text)
    if not wide or not narrow:
        return None
    a, b = read(resolved(target.text, target.before)), read(resolved(other.text, other.before))
    score = clause_likeness(a, b, statistics)
    if score < _SCOPE or labels_clash(a, b) or not same_standing(a, b) or not _speaks_of(a, b):
        return None
    detail = f'"{wide[0]}" here, "{narrow[0]}" there'
    return Conflict("scope", target, other, detail, round(score, 4), _quoted(target, wide[0]))


def _speaks_of(one: Clause, other: Clause) -> bool:
    """Whether the noun that "all" or "every" counts is one that the other clause speaks of."""
    match = re.search(
        r"\b(?:all|every)\b(?: of)?(?: the| its| our| their)?(?: [\w,.]*\d[\w,.]*)?", one.text, re.IGNORECASE
    )
    if match is None:
        return True
    counted = [word for word in words(one.text) if word.start >= match.end() and not word.function][:3]
    return any(same(word.key, key) for word in counted for key in other.topics)
