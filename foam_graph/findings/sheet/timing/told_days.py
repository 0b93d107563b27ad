"""The day on which something happened, by what the papers of a file tell of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import key_of
from foam_graph.findings.sheet.applying.matching import alike, keys
from foam_graph.findings.sheet.applying.one_day import ToldDay, one_day
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.standing.statements import Statement, Statements
from foam_graph.findings.sheet.timing.terms import RECEIPT
from foam_graph.findings.sheet.years import calendar_day

SPANS: Final = re.compile(r"\b(?:by|before|until|till|after|since|from|between|within|to|than|due|following)\s(?:the\s)?(?:[A-Z][a-z]+day,?\s)?$", re.IGNORECASE)  # fmt: skip
_PLANNED: Final = re.compile(r"\b(?:will|shall|would|should|could|might|must|(?-i:may)|if|unless|planned|proposed|supposed|not|never|moved|postponed|cancelled|adjourned|expected|drafts?)\b", re.I)  # fmt: skip
_PAPERS: Final = frozenset(key_of(word) for word in ("notice", "letter", "notification", "notify"))
_JOINTS: Final = re.compile(r"[;:(]\s?|,\s(?=(?:and|but|which|who|where)\b)|,?\s\b(?:and|but|while)\b\s")
_NEAR: Final = 9
"""So many words at most lie between what happened and its day."""
_HEAD: Final = 8


def lead_of(text: str, found: FoundDate) -> str:
    """What stands before a date in its part of a sentence.

    Args:
        text: The sentence.
        found: The date.
    """
    return _JOINTS.split(text[: found.start])[-1]


def dated(found: FoundDate, one: Statement, dates: DocumentDates, *, ahead: bool = False) -> ToldDay | None:
    """A date of a sentence as a day; None where its year is not known.

    Args:
        found: The date.
        one: The sentence.
        dates: The dates of the file.
        ahead: Whether what is told was still to come.
    """
    day = calendar_day(dates.read(found), one.passage, dates, ahead)[0]
    return ToldDay(one, day) if day is not None else None


def has(event: Sequence[str], text: str) -> bool:
    """Whether a text has all words of an event; a notice may be called a letter.

    Args:
        event: Keys of its words.
        text: The text.
    """
    said = keys(text)
    return all(
        any(alike(key, other) or (key in _PAPERS and other in _PAPERS) for other in said) for key in event
    )  # fmt: skip


def day_of(event: Sequence[str], received: bool, own: Statement, read: Statements) -> ToldDay | None:
    """The one day that a paper itself gives for an event, else the one that all papers give; None where they give none, or two.

    Args:
        event: Keys of the words for it.
        received: Whether it is a receipt.
        own: A sentence of the paper whose word comes first.
        read: The statements of the file.
    """
    found = [one for one in _all_days(tuple(event), received, read) if one.fact is not own]
    return one_day(found, own.document)


@lru_cache(maxsize=256)
def _all_days(event: tuple[str, ...], received: bool, read: Statements) -> tuple[ToldDay, ...]:
    """All days that a file gives for an event: asked once, however many sentences say that something was late."""
    return tuple(_all(event, received, read))


def _all(event: Sequence[str], received: bool, read: Statements) -> Iterator[ToldDay]:
    dates = read.dates
    for fact in read:
        if (
            fact.document.number in read.laws or fact.standing in ("question", "opinion", "supposition", "plan", "rule")
            or fact.text.startswith("|") or not any(char.isdigit() for char in fact.text)
        ):  # fmt: skip
            continue
        head = int(fact.id.rpartition(":")[2]) <= _HEAD and fact.text.count(" ") <= _HEAD + _NEAR
        for found in dates.days_in(fact.text):
            lead = lead_of(fact.text, found)
            if SPANS.search(fact.text[: found.start]) or _PLANNED.search(lead) or negations(lead):
                continue
            context = f"{fact.document.title} {lead}" if head else lead
            near = " ".join(lead.split()[-_NEAR:])
            told = _says(event, context, near, head=head) or _label(event, fact.text, found)
            if told and (not received or RECEIPT.search(context)):
                day = dated(found, fact, dates)
                if day is not None:
                    yield day


def _says(event: Sequence[str], context: str, near: str, *, head: bool) -> bool:
    return has(event, context) and (head or any(has([key], near) for key in event))


def _label(event: Sequence[str], text: str, found: FoundDate) -> bool:
    """Whether a date stands behind a label that names the event: "Date of performance: 14/03/2026"."""
    label, _, rest = text[: found.start].rpartition(":")
    return bool(label) and len(rest.split()) <= 1 and label.count(" ") <= _NEAR and has(event, label)
