"""Papers that go by a day which another paper had moved to another one before they were written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.kinship import kinship, root
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements
from foam_graph.findings.sheet.years import calendar_day

RULE: Final = "day that was moved"
_MOVED: Final = re.compile(
    r"\b(?:moved|postponed|put off|put back|brought forward|shifted|changed|rescheduled|extended|deferred|advanced|altered|corrected|adjourned)\b",
    re.IGNORECASE,
)
_FROM: Final = re.compile(r"\bfrom\s(?:the\s)?(?:\w+day,?\s)?$", re.IGNORECASE)
_TO: Final = re.compile(r"\b(?:to|until|till)\s(?:the\s)?(?:\w+day,?\s)?$", re.IGNORECASE)
_SUPPOSED: Final = re.compile(
    r"\b(?:would|could|might|propos\w+|suggest\w*|should|if|whether|ask\w*|want\w*|wish\w*|request\w*|cannot|refus\w+|declin\w+)\b",
    re.IGNORECASE,
)
_KNOWS: Final = re.compile(
    r"\b(?:original(?:ly)?|at first|first (?:planned|fixed|set)|formerly|previous(?:ly)?|earlier|former|until then|no longer|instead|moved|postponed|put off|put back|brought forward|changed"
    r"|rescheduled|deferred|used to|had been|new (?:day|date))\b",
    re.IGNORECASE,
)
_NO_TOPIC: Final = frozenset(
    map(
        root,
        (
            "day",
            "date",
            "clause",
            "section",
            "article",
            "paragraph",
            "rule",
            "time",
            "party",
            "month",
            "year",
            "term",
            "event",
        ),
    )
)
_NEAR: Final = 0.6


@dataclass(frozen=True, eq=False)
class _Move:
    """That something is on another day than before.

    Attributes:
        by: The sentence that says so.
        old: The day that no longer holds.
        new: The day that holds instead.
        head: Root of the noun for what was moved.
        since: When it was said; None where nothing dates it.
    """

    by: Statement
    old: date
    new: date
    head: str
    since: date | None


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences of later papers that have a day from before it was moved.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    moves = [move for one in read if (move := _move(one, read, dates)) is not None]
    for move in moves:
        for one in read:
            if _goes_by(one, move, read, dates):
                text = f"{says(move.by)}. A later paper still has the day from before: {called(one)}, {quote(one)}."
                inputs: dict[str, object] = {"old": move.old.isoformat(), "new": move.new.isoformat()}
                yield Finding("superseded", opened(text), (one.id, move.by.id), rule=RULE, inputs=inputs)


def _move(one: Statement, read: Statements, dates: DocumentDates) -> _Move | None:
    """What a sentence says was moved from one day to another."""
    verb = _MOVED.search(one.text)
    if (
        verb is None
        or one.standing == "question"
        or _SUPPOSED.search(one.text)
        or other_case(one, read)
        or negations(one.text)
    ):
        return None
    found = [dates.read(each) for each in find_dates(one.text) if each.day]
    old = next((each for each in found if _FROM.search(one.text[: each.start])), None)
    new = next(
        (each for each in found if old is not None and each.start > old.start and _TO.search(one.text[: each.start])),
        None,
    )
    if old is None or new is None or len(found) != 2:
        return None
    was, now = (calendar_day(each, one.passage, dates)[0] for each in (old, new))
    head = _head(one.text[: verb.start()])
    if was is None or now is None or was == now or not head:
        return None
    return _Move(one, was, now, head, dates.written(one.document.id, one.id))


def _head(text: str) -> str:
    """Root of the noun that says what a sentence begins with: "the day of departure", "the opening of the pool"; empty for none."""
    phrase = re.split(r"[.:;)]\s", text)[-1]
    for part in re.split(r"\b(?:of|for|in|at|on|from)\b", phrase):
        nouns = [
            root(word.lower)
            for word in words(part)
            if not word.function and word.lower.isalpha() and len(word.text) > 1
        ]
        if nouns and nouns[-1] not in _NO_TOPIC:
            return nouns[-1]
    return ""


def _goes_by(one: Statement, move: _Move, read: Statements, dates: DocumentDates) -> bool:
    """Whether a statement, written after a day was moved, has what was moved on the old day, and not on the new one."""
    if (
        one.document is move.by.document
        or one.standing in ("question", "rule")
        or other_case(one, read)
        or _KNOWS.search(one.text)
    ):
        return False
    written = dates.written(one.document.id, one.id) or _month_of(one)
    if move.since is None or written is None or written <= move.since:
        return False
    days = {_day(dates.read(each), one, move, dates) for each in find_dates(one.text) if each.day}
    if days != {move.old}:
        return False
    said = {root(word.lower) for word in words(one.text) if not word.function}
    return any(kinship(move.head, each) >= _NEAR for each in said)


def _day(found: FoundDate, one: Statement, move: _Move, dates: DocumentDates) -> date | None:
    """A day as a calendar has it; one without a year, in a paper without a day, in the year of the one that was moved."""
    day = calendar_day(found, one.passage, dates)[0]
    if day is None and found.day and found.month and not found.year and dates.written(one.document.id, one.id) is None:
        same = (found.day, found.month) == (move.old.day, move.old.month)
        return move.old if same else None
    return day


def _month_of(one: Statement) -> date | None:
    """The first day of the month of a paper whose title names a month only ("News, April 2025")."""
    found = [each for each in find_dates(one.document.title) if each.year and each.month and not each.day]
    return date(found[0].year, found[0].month, 1) if len(found) == 1 and found[0].year and found[0].month else None
