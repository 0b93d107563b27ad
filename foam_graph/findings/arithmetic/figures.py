"""The amounts that sentences state, each with what it measures and when, and which of them have been replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from foam_graph.findings.language.clauses import Clause
from foam_graph.findings.language.composed_text import clauses_of
from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.measures import (
    Measured,
    has_all,
    measured,
    of_this_case,
    phrase_keys,
    same_measure,
    split_phrase,
)
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.passages import Passage

_STALE = re.compile(
    r"\b(?:supersed(?:ed|es)|no longer (?:valid|be used|apply|applies|in force|correct)|withdrawn|repealed|outdated"
    r"|must no(?:t| longer) be used)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:raised|revised|lowered|changed|increased|reduced|cut|amended|corrected|updated|adjusted)\b", re.IGNORECASE
)
_PER = re.compile(r"^[\s,]*(?:per|for each|each|an?)\s(?P<noun>[a-z]+(?:[\s-][a-z]+)?)", re.IGNORECASE)
_TIME = key_of("time")
_GENERAL = re.compile(r"\b(?:if|unless|suppose|assum\w+|would|could|might)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Figure:
    """One stated amount.

    Attributes:
        passage: Where it is stated.
        clause: The clause that states it.
        quantity: The amount.
        about: What it measures.
    """

    passage: Passage
    clause: Clause
    quantity: Quantity
    about: Measured

    def day(self) -> date | None:
        """The one calendar day that the clause gives; None where it gives none or several."""
        days = {one.calendar() for one in self.clause.dates}
        return next(iter(days)) if len(days) == 1 else None

    def month(self) -> tuple[int | None, int | None]:
        """Year and month of its first date."""
        first = next(iter(self.clause.dates), None)
        return (first.year, first.month) if first else (None, None)

    def per(self) -> str:
        """Key-less noun that the amount is counted per as written ("per station"), else its period."""
        match = _PER.match(self.clause.text[self.quantity.end :])
        own = _PER.search(self.quantity.text[-40:]) if self.quantity.period else None
        return (match or own)["noun"].lower() if (match or own) else self.quantity.period  # type: ignore[index]

    def tentative(self) -> bool:
        """Whether the clause only supposes the amount."""
        return bool(_GENERAL.search(self.clause.text))


@dataclass(frozen=True)
class Change:
    """A sentence that says that an amount was replaced.

    Attributes:
        passage: The sentence.
        about: Keys of what it measures.
        said: Keys of the whole clause.
        old: Amount that no longer holds.
        new: Amount that took its place, or None.
        day: First day on which the new amount holds, or None.
    """

    passage: Passage
    about: tuple[str, ...]
    said: tuple[str, ...]
    old: tuple[str, Decimal]
    new: tuple[str, Decimal] | None
    day: date | None

    def retires(self, figure: Figure, on: date | None) -> bool:
        """Whether a figure did not hold on a day, by this change.

        Args:
            figure: A stated amount.
            on: The day that counts; None where no day matters.
        """
        early = self.day is not None and on is not None and on < self.day
        # Asked first, since few figures are the old one.
        if figure.passage.id == self.passage.id or figure.quantity.measure() != (self.new if early else self.old):
            return False
        core = [key for key in self.about if key != _TIME]
        head = figure.about.head
        return same_measure(head, self.about) or has_all(core, head) or has_all(head, self.said)


def figures(passages: Iterable[Passage], focus: str) -> list[Figure]:
    """The amounts that sentences of this case state as single values.

    Args:
        passages: Sentences in a fixed order.
        focus: The question; sentences of another person's case are passed over.
    """
    return [
        Figure(passage, clause, quantity, measured(clause, quantity))
        for passage in passages
        if of_this_case(passage, focus) and not _STALE.search(passage.text)
        for clause in clauses_of(passage)
        for quantity in clause.quantities
        if quantity.high is None and quantity.unit != "clock"
    ]


def changes(passages: Iterable[Passage]) -> list[Change]:
    """The sentences that replace one amount by another one, or retire one.

    Args:
        passages: Sentences in a fixed order.
    """
    found: list[Change] = []
    for passage in passages:
        for clause in clauses_of(passage):
            old = next((q for q in clause.quantities if q.role == "from"), None)
            new = next((q for q in clause.quantities if q.role == "to"), None)
            if old and new and _CHANGED.search(clause.text):
                found.append(Change(passage, _subject(clause), _said(passage), old.measure(),
                                    new.measure(), _first(clause.dates)))  # fmt: skip
            elif _STALE.search(clause.text) and clause.quantities:
                first = clause.quantities[0]
                about = measured(clause, first)
                found.append(Change(passage, about.head, _said(passage), first.measure(), None, None))
    return found


def _subject(clause: Clause) -> tuple[str, ...]:
    """Keys of the noun that a change is of: the one before its verb."""
    match = _CHANGED.search(clause.text)
    before = re.split(r"[,;]", clause.text[: match.start()] if match else clause.text)[-1]
    return phrase_keys(split_phrase(re.sub(r"\b(?:is|was|has|have|been|be|were|are)\b", " ", before))[0])


def _said(passage: Passage) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.key for word in words(passage.text) if not word.function))


def _first(dates: Sequence[FoundDate]) -> date | None:
    return next((day for one in dates if (day := one.calendar())), None)


def standing(found: Sequence[Figure], replaced: Sequence[Change], on: date | None = None) -> list[Figure]:
    """The figures that no change retires.

    Args:
        found: Figures.
        replaced: Changes.
        on: The day that counts, or None.
    """
    return [one for one in found if not any(change.retires(one, on) for change in replaced)]
