"""Two days on which one paper is said to have come in, by whoever got it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import called, opened, quote
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements
from foam_graph.findings.sheet.years import YearBy, calendar_day, differ

RULE: Final = "two days of receipt"
_THINGS = r"notice|letter|application|claim|form|invoice|complaint|appeal|report|request|objection|order|cancellation|resignation|offer|bid|tender|parcel|delivery|payment|reply|decision"
_CAME: Final = re.compile(
    rf"\b(?P<whose>your|the|his|her|their|our|my)\s(?P<sort>(?:[a-z-]+\s){{0,2}}?)(?P<thing>{_THINGS})(?P<of>\s(?:of|for|from|by)\s[^,;.]{{2,40}}?)?\s"
    r"(?:has |had )?(?:only )?(?:(?:reached|came to|was received by|was handed to|was delivered to|arrived (?:with|at)) (?P<whom>us|me|our office|this office)|(?:arrived|came in|was received|was delivered))\b",
    re.IGNORECASE,
)
_GOT: Final = re.compile(
    rf"\b(?P<whom>we|I) (?:have |had )?(?:only )?(?:received|got) (?P<whose>your|the|his|her|their)\s(?P<sort>(?:[a-z-]+\s){{0,2}}?)(?P<thing>{_THINGS})(?P<of>\s(?:of|for|from|by)\s[^,;.]{{2,40}}?)?(?=\s(?:on|today|yesterday|this|only)\b)",
    re.IGNORECASE,
)
_TODAY: Final = re.compile(r"\b(?P<when>today|this (?:morning|afternoon|evening)|yesterday)\b", re.IGNORECASE)
_RIGHT_BEHIND: Final = re.compile(
    r"\s(?:(?:only|by (?:post|mail|hand|courier|fax)|in writing|at last|here|\w+ly)\s)*(?:on\s)?(?:the\s)?(?:\w+day,?\s)?",
    re.IGNORECASE,
)
_BEFORE_ALL: Final = re.compile(r"\W*(?:only )?on\s", re.IGNORECASE)
_OTHERS: Final = re.compile(
    r"\b(?:second|third|another|other|first|new|further|again|copy|draft|revised|corrected|reminder|also|next|last)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class _Receipt:
    """That something came in on a day.

    Attributes:
        one: The sentence.
        thing: What came.
        sort: The words that narrow it.
        day: The day.
        year_by: What its year follows from; empty where it is stated, or the day is that of the paper.
        ours: The writer got it.
    """

    one: Statement
    thing: str
    sort: frozenset[str]
    day: date
    year_by: YearBy
    ours: bool


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers of one writer that give two days for the receipt of the one thing of its sort that the file tells of.

    Args:
        file: The case file.
    """
    for one, other in _pairs(file):
        if one.ours and other.ours and _one_writer(one.one, other.one):
            yield _finding(one, other, "disputed", "")


def possible(file: CaseFile) -> Iterator[Finding]:
    """The same of different writers: whether they tell of one paper is not tested.

    Args:
        file: The case file.
    """
    for one, other in _pairs(file):
        if not (one.ours and other.ours and _one_writer(one.one, other.one)):
            yield _finding(
                one, other, None, " Whether both tell of one and the same, and which is right, a person has to judge."
            )


def _pairs(file: CaseFile) -> Iterator[tuple[_Receipt, _Receipt]]:
    read, dates = statements(file), document_dates(file)
    found = [made for one in read if (made := _receipt(one, read, dates)) is not None]
    for n, one in enumerate(found):
        for other in found[n + 1 :]:
            if (
                one.thing == other.thing
                and differ(one.day, one.year_by, other.day, other.year_by)
                and not (one.sort and other.sort and one.sort != other.sort)
            ):
                yield one, other


def _receipt(one: Statement, read: Statements, dates: DocumentDates) -> _Receipt | None:
    if (
        one.standing in ("rule", "question", "supposition", "opinion", "plan")
        or one.text.startswith("|")
        or other_case(one, read)
    ):
        return None
    for clause in one.clauses:
        match = _CAME.search(clause.text) or _GOT.search(clause.text)
        if match is None or negations(clause.text) or _OTHERS.search(match.group()):
            continue
        named = [found for found in clause.dates if found.day]
        now = _TODAY.search(clause.text[match.end() :])
        written = dates.written(one.document.id, one.id)
        if (
            len(named) == 1
            and now is None
            and not dates.unsure(named[0])
            and _is_its(clause.text, match.end(), named[0].start)
        ):
            day, year_by = calendar_day(dates.read(named[0]), one.passage, dates)
        elif not named and now is not None and written is not None:
            day, year_by = written - timedelta(days=now["when"].lower() == "yesterday"), ""
        else:
            continue
        if day is not None:
            sort = frozenset(match["sort"].lower().split()) - {"written", "own", "formal", "above"}
            return _Receipt(one, match["thing"].lower(), sort, day, year_by, match["whom"] is not None)
    return None


def _is_its(text: str, end: int, start: int) -> bool:
    """Whether a day stands right behind the coming, or before everything, so that it is that of the coming."""
    return _RIGHT_BEHIND.fullmatch(text[end:start]) is not None if start >= end else _BEFORE_ALL.match(text) is not None


def _one_writer(one: Statement, other: Statement) -> bool:
    """Whether two sentences are by one writer: named for both, or in the head or at the end of the paper."""
    names = [one.writer, other.writer]
    for name, each in zip(names, (other, one), strict=True):
        if len(name.split()) > 1:
            ends = [s.text for s in (*each.document.sentences[:4], *each.document.sentences[-4:])]
            if name == each.writer or any(re.sub(r"[*_,.]", "", text).strip() == name for text in ends):
                return True
    return False


def _finding(one: _Receipt, other: _Receipt, verdict: str | None, more: str) -> Finding:
    days = " or ".join(map(spelt_day, sorted((one.day, other.day))))
    first, last = sorted((one, other), key=lambda each: each.one.place)
    text = (
        f"Two days for the receipt of the {one.thing}: {days}. {opened(called(first.one))}: {quote(first.one)}. "
        f"{opened(called(last.one))}: {quote(last.one)}.{more}"
    )
    inputs: dict[str, object] = {"differ_in": "date", "strength": 1.0}
    return Finding(
        "contradiction", text, (first.one.id, last.one.id), "disputed" if verdict else None, rule=RULE, inputs=inputs
    )
