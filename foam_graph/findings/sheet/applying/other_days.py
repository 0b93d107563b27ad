"""The same doing told on another day by somebody else: then whether a time limit was kept is disputed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import light, read
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.words import key_of
from foam_graph.findings.sheet.applying.day_bounds import PASSED, Beyond, day_of
from foam_graph.findings.sheet.applying.matching import alike, keys, role
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_NOW = re.compile(
    r"^(?:(?:[\w ]{0,30}, )?(?:I|we) (?:hereby |herewith |now )?(?P<one>[a-z]+)|(?:hereby|herewith) (?:I|we) (?P<two>[a-z]+))\b",
    re.I,
)
"""What somebody does by writing it is done on the day of writing."""
_DENIED = re.compile(r"\b(?:not|never|no|nobody|without|n't|neither|nor)\b|n['’]t\b", re.IGNORECASE)
_TELLING = frozenset(key_of(word) for word in ("report", "tell", "write", "notify", "inform", "announce"))
"""Doings that stand for each other where one tells somebody something."""


@dataclass(frozen=True, eq=False)
class OtherDay:
    """A sentence that tells a doing on another day.

    Attributes:
        statement: The sentence.
        day: The day that it gives.
    """

    statement: Statement
    day: date


def other_days(found: Beyond, file: Statements, dates: DocumentDates) -> Iterator[OtherDay]:
    """The sentences of other writers that tell what a rule asks for on a day that the rule allows.

    Args:
        found: A fact of two days that are too far apart.
        file: The statements of the file.
        dates: When its documents were written.
    """
    span = found.span
    if span is None:
        return
    verb = frame(read(span.asked)).verb
    things = [
        key for key in keys(span.asked)
        if not light(key) and not role(key) and not _one_doing(key, verb) and _has(found.fact.text, key)
    ]  # fmt: skip
    if not verb or verb == "be" or not things or not _does(found.fact, verb):
        return
    for one in file:
        if (
            one.standing not in ("fact", "fragment")
            or one.document is found.rule.document
            or _writer(one) == _writer(found.fact)
            or PASSED.search(one.text)
            or _DENIED.search(one.text)
            or not _does(one, verb)
            or not any(_has(one.text, key) for key in things)
        ):
            continue
        day = _day(one, verb, dates)
        if day is not None and day != span.days[1] and span.days[0] <= day and span.kept(day):
            yield OtherDay(one, day)


def _writer(one: Statement) -> str:
    """Who wrote a sentence; where nobody is named, its document stands for whoever did."""
    return (one.writer or one.document.id).casefold()


def _has(text: str, key: str) -> bool:
    return any(alike(key, twin) for twin in keys(text))


def _one_doing(one: str, other: str) -> bool:
    return alike(one, other) or (
        any(alike(one, key) for key in _TELLING) and any(alike(other, key) for key in _TELLING)
    )


def _does(one: Statement, verb: str) -> bool:
    """Whether a clause of a sentence has the doing for its verb."""
    return any(_one_doing(frame(clause).verb, verb) for clause in one.clauses if frame(clause).verb)


def _day(one: Statement, verb: str, dates: DocumentDates) -> date | None:
    """The one day that a sentence gives, or that on which it was written where it does by its words what it tells."""
    found = find_dates(one.text)
    if len(found) == 1:
        return day_of(found[0], one, dates)
    now = _NOW.match(one.text.lstrip("> "))
    if found or now is None or not _one_doing(key_of(now["one"] or now["two"]), verb):
        return None
    word = now["one"] or now["two"]
    return None if word.endswith("ed") or word in ("told", "wrote", "gave") else dates.written(one.document.id, one.id)
