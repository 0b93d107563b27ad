"""Times that a paper says lasted long enough, between two days that it gives itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.timing.told_days import SPANS, dated

RULE: Final = "said to have lasted long enough"
_KEPT: Final = re.compile(
    rf"\b(?P<n>{NUMBER}) (?:full |clear |calendar )?(?P<unit>day|week)s\b[^.;]{{0,60}}? (?:were|was|are|have been|has been) (?:\w+ )?(?:kept|observed|respected|met|given|complied with)\b"
    rf"|\b(?:so|and so|and thus|that is|which is|for) (?:at least |more than )(?:the )?(?P<n2>{NUMBER}) (?:full |clear |calendar )?(?P<unit2>day|week)s\b",
    re.IGNORECASE,
)
_ASKED: Final = re.compile(rf"\b(?P<least>at least|not less than|no less than|no fewer than|a minimum of|for) (?P<n>{NUMBER}) (?P<clear>clear |full )?(?P<unit>day|week)s?\b", re.IGNORECASE)  # fmt: skip
_FIRST_LEFT_OUT: Final = re.compile(r"\bday\b[^.;]{0,60}?\b(?:not|n['’]t) (?:be )?(?:counted|included)\b|\bexcluding the day\b", re.IGNORECASE)  # fmt: skip
_DOUBTED: Final = re.compile(r"\b(?:if|whether|unless|would|could|might|not|never|nearly|almost|short of)\b|\?", re.I)
_FROM: Final = re.compile(r"\b(?:from|between|on)\s(?:the\s)?(?:[A-Z][a-z]+day,?\s)?$", re.IGNORECASE)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that give two days and say that a time was kept which is longer than what lies between these.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    claims = [
        (one, match) for one in read
        if one.document.number not in read.laws and one.standing not in ("question", "rule")
        and (match := _KEPT.search(one.text)) is not None and not _DOUBTED.search(one.text)
    ]  # fmt: skip
    changed = amendments(read, file) if claims and read.laws else {}
    for one, match in claims:
        count = number_value(match["n"] or match["n2"])
        unit = (match["unit"] or match["unit2"]).lower()
        between = _between(one, match.start(), dates)
        if count is None or between is None:
            continue
        asked = list(_rules(read, int(count), unit))
        if len(asked) != 1 or touched(changed, asked[0][0].id, asked[0][1].group()):
            continue
        rule, told = asked[0]
        outside = told["clear"] or any(_FIRST_LEFT_OUT.search(text) for text in (rule.text, rule.passage.after))
        first, last = between
        needed = int(count) * (7 if unit == "week" else 1)
        days = (last - first).days
        # Where nothing is said of the first day, both may be counted.
        if days >= needed or (not outside and days + 1 >= needed):
            continue
        text = (
            f"{says(one)}. {opened(called(rule))}: {quote(rule)}. From {spelt_day(first)} to {spelt_day(last)} are {days} days, "
            f"{needed - days} too few."
        )
        inputs: dict[str, object] = {"day": last.isoformat(), "from": first.isoformat(), "limit": str(needed), "unit": "day"}  # fmt: skip
        yield Finding("timeline", text, (one.id, rule.id), "beyond", rule=RULE, inputs=inputs)


def _between(one: Statement, end: int, dates: DocumentDates) -> tuple[date, date] | None:
    """The two days of a sentence before what it says of the time."""
    found = dates.days_in(one.text)
    if len(found) != 2 or any(each.start > end for each in found):
        return None
    if SPANS.search(one.text[: found[0].start]) and not _FROM.search(one.text[: found[0].start]):
        return None
    told = [dated(each, one, dates) for each in found]
    if told[0] is None or told[1] is None or told[1].day <= told[0].day:
        return None
    return told[0].day, told[1].day


def _rules(read: Statements, count: int, unit: str) -> Iterator[tuple[Statement, re.Match[str]]]:
    for rule in read.of("rule"):
        if rule.document.number in read.laws:
            for match in _ASKED.finditer(rule.text):
                if number_value(match["n"]) == count and match["unit"].lower() == unit:
                    yield rule, match
