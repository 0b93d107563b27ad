"""Mails and letters that announce something for a day sooner than the rule on announcing it allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.sheet.applying.matching import alike, keys
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.timing.told_days import SPANS, dated
from foam_graph.findings.sheet.working_days import working_days

RULE: Final = "announced too late"
_ASKED: Final = re.compile(
    rf"(?P<main>[^.;]*?\b(?:announced?|notified|notify|notice|told|informed?|invited?|invitations?|convened?|called|summon(?:s|ed)?|given|sent|warned)\b[^.;]*?)\b(?:at least|not less than|no less than|a minimum of|not later than|no later than) (?P<n>{NUMBER}) (?P<sort>working |clear |full )?(?P<unit>hour|day|week)s?['’]?(?P<behind> (?:notice of|before|beforehand|in advance(?: of)?|prior to|ahead(?: of)?|earlier)\b(?P<event>[^.;,]*))?",
    re.IGNORECASE,
)
_WILL: Final = re.compile(
    r"\b(?:will|shall|is going to|are going to|is to|are to|takes? place|meets?|is called for|is fixed for|is set for|would like to (?:call|come|visit))\b",
    re.IGNORECASE,
)
_CALLS: Final = re.compile(r"\b(?:invit\w+|summon\w*|conven\w+|call(?:s|ed)?|notice|notif\w+)\b", re.IGNORECASE)
"""Of sittings many papers tell; these words call one."""
_CLOCK: Final = re.compile(r"\b(?:at )?(?P<h>[01]?\d|2[0-3])[:.](?P<m>[0-5]\d)(?: ?(?P<half>[ap])\.?m\b)?|\bat (?P<h2>\d{1,2}) ?(?P<half2>[ap])\.?m\b", re.IGNORECASE)  # fmt: skip
_SENT: Final = re.compile(r"^(?:date|sent)\s?:.*?\b(?P<h>[01]\d|2[0-3]):(?P<m>[0-5]\d)\b", re.IGNORECASE)
_VISITS: Final = ("visit", "call", "come", "inspect", "enter")
_MEETINGS: Final = ("meet", "meeting", "sit", "sitting", "session", "hear", "hearing")
_HOURS_A_DAY: Final = 24


@dataclass(frozen=True, eq=False)
class _Asked:
    """What a rule asks of whoever announces something.

    Attributes:
        rule: The rule.
        count: How many hours, days or weeks have to lie between.
        unit: Which of them.
        working: Whether working days are counted.
        sitting: Whether it is a sitting that has to be announced.
        kinds: Keys of the words for what has to be announced.
        said: The words of the rule.
    """

    rule: Statement
    count: int
    unit: str
    working: bool
    sitting: bool
    kinds: frozenset[str]
    said: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that tell whoever they are for of a day that comes too soon after them.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    rules = [asked for rule in read.of("rule") if rule.document.number in read.laws for asked in _asked(rule)]
    changed = amendments(read, file) if rules else {}
    for asked in rules:
        if touched(changed, asked.rule.id, asked.said):
            continue
        for one in read:
            told = _announces(one, asked, read, dates)
            if told is not None:
                yield from _held(one, asked, *told)


def _asked(rule: Statement) -> Iterator[_Asked]:
    for match in _ASKED.finditer(rule.text):
        count = number_value(match["n"])
        about = match["event"] or ""
        nouns = [key for key in keys(about) if not light(key)] or [key for key in keys(match["main"]) if _kind(key)]
        groups = [group for key in nouns if (group := _kind(key))]
        before = match["behind"] is not None or "notice" in match["main"].lower()
        if groups and before and count is not None and count == int(count):
            sort = (match["sort"] or "").strip().lower()
            kinds = frozenset(word for group in groups for word in keys(" ".join(group)))
            yield _Asked(
                rule, int(count), match["unit"].lower(), sort == "working", _MEETINGS in groups, kinds, match.group()
            )


def _kind(key: str) -> tuple[str, ...]:
    """The words for what can be announced that a word is one of."""
    for group in (_VISITS, _MEETINGS):
        if any(key == each or alike(key, each) for each in keys(" ".join(group))):
            return group
    return ()


def _announces(
    one: Statement, asked: _Asked, read: Statements, dates: DocumentDates
) -> tuple[datetime, datetime, bool] | None:
    """When a paper was sent and what it announces for when, with whether both hours are known."""
    if (
        one.document.number in read.laws
        or one.text.startswith("|")
        or not _WILL.search(one.text)
        or one.mail is not None
    ):
        return None
    if one.document.source_class not in ("correspondence", "unknown") or one.id in dates.quoted:
        return None
    if asked.sitting and not (_CALLS.search(one.text) and _CALLS.search(asked.said)):
        return None
    found = dates.days_in(one.text)
    if len(found) != 1 or SPANS.search(one.text[: found[0].start]) or asked.kinds.isdisjoint(keys(one.text)):
        return None
    told = dated(found[0], one, dates, ahead=True)
    written = dates.written(one.document.id, one.id)
    if told is None or written is None or told.day < written:
        return None
    hour = _CLOCK.search(one.text)
    sent = next((m for s in one.document.sentences[:8] if (m := _SENT.match(s.text)) is not None), None)
    at = _clock(hour) if hour is not None else None
    of = time(int(sent["h"]), int(sent["m"])) if sent is not None else None
    return datetime.combine(written, of or time()), datetime.combine(told.day, at or time()), bool(at and of)


def _clock(match: re.Match[str]) -> time | None:
    hour, minute = int(match["h"] or match["h2"]), int(match["m"] or 0)
    half = (match["half"] or match["half2"] or "").lower()
    hour = hour + 12 if half == "p" and hour < 12 else hour
    return time(hour, minute) if hour < _HOURS_A_DAY else None


def _held(one: Statement, asked: _Asked, sent: datetime, due: datetime, known: bool) -> Iterator[Finding]:
    days = (due.date() - sent.date()).days
    if asked.unit == "hour":
        hours = (due - sent).total_seconds() / 3600
        if (known and hours >= asked.count) or (not known and (days + 1) * _HOURS_A_DAY > asked.count):
            return
        counted = f"{int(hours)} hours" if known else f"{days} day{'s' * (days != 1)}"
    else:
        needed = asked.count * (7 if asked.unit == "week" else 1)
        length = working_days(sent.date(), due.date()) if asked.working else days
        if length >= needed:
            return
        counted = f"{length} {'working ' * asked.working}day{'s' * (length != 1)}"
    limit = f"{asked.count} {'working ' * asked.working}{asked.unit}{'s' * (asked.count != 1)}"
    text = (
        f"{opened(called(asked.rule))}: {quote(asked.rule)}. {says(one)}. From when it was written, {spelt_day(sent.date())}"
        f"{f' at {sent:%H:%M}' if known else ''}, to then {'is' if counted.startswith('1 ') else 'are'} {counted}, where {limit} are asked for."
    )
    inputs: dict[str, object] = {"day": due.date().isoformat(), "from": sent.date().isoformat(), "limit": str(asked.count), "unit": asked.unit}  # fmt: skip
    yield Finding("timeline", text, (asked.rule.id, one.id), "beyond", rule=RULE, inputs=inputs)
