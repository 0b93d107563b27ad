"""What a rule lets be only so old on the day of a paper: an inspection, a valuation, against the day that the paper bears."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import first_verb, light
from foam_graph.findings.language.dates import counted_from, spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet.applying.matching import alike, all_among, keys
from foam_graph.findings.sheet.applying.one_day import ToldDay
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.timing.acts import own_day
from foam_graph.findings.sheet.timing.told_days import SPANS, dated, lead_of

RULE: Final = "older than a rule allows"
_OLD: Final = re.compile(
    rf"\b(?P<act>[\w-]+)(?: of [^,;.]{{1,40}}?)?(?: (?:that|which) (?:was|were|is|has been))?(?: (?:carried out|made|done|taken|held|drawn up|obtained|issued|dated|performed))? (?:not|no) (?:more|longer|earlier|older) than (?P<n>{NUMBER}) (?P<unit>day|week|month|year)s? (?:before|prior to|ahead of|at the time of|on the (?:day|date) of) (?P<event>[^,;.]+)",
    re.IGNORECASE,
)
_SIGNED: Final = re.compile(r"^(?:\W*(?:signed|date|dated|issued)\b|[A-Z])[^;?!]{0,80}$", re.IGNORECASE)
_NEXT: Final = 4
_NO_EVENT: Final = frozenset(("day", "date", "time"))
_PLANNED: Final = re.compile(r"\b(?:will|shall|would|should|if|planned|due|next|never)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class _Age:
    rule: Statement
    act: str
    paper: tuple[str, ...]
    count: int
    unit: str
    said: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that rest on what was older on their day than the rule lets it be.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    ages = [age for rule in read.of("rule") if rule.document.number in read.laws for age in _ages(rule)]
    changed = amendments(read, file) if ages else {}
    for age in ages:
        if touched(changed, age.rule.id, age.said):
            continue
        found = [pair for one in read if (pair := _rests(one, age, read, dates)) is not None]
        if len(found) != 1:
            continue
        done, signed = found[0]
        bound = counted_from(signed.day, -age.count, age.unit)
        if bound is None or done.day >= bound:
            continue
        line = f" {says(signed.fact)}." if signed.fact is not done.fact else ""
        text = (
            f"{says(done.fact)}.{line} {opened(called(age.rule))}: {quote(age.rule)}. "
            f"From {spelt_day(done.day)} to {spelt_day(signed.day)} are {(signed.day - done.day).days} days, more than {age.count} {age.unit}{'s' * (age.count != 1)}."
        )
        ids = tuple(dict.fromkeys((done.fact.id, signed.fact.id, age.rule.id)))
        inputs: dict[str, object] = {"day": signed.day.isoformat(), "from": done.day.isoformat(), "limit": str(age.count), "unit": age.unit}  # fmt: skip
        yield Finding("timeline", text, ids, "beyond", rule=RULE, inputs=inputs)


def _ages(rule: Statement) -> Iterator[_Age]:
    for match in _OLD.finditer(rule.text):
        count = number_value(match["n"])
        event = re.split(r"\b(?:to|in|by|if|where|and|or|that|which|with|at|for|unless)\b", match["event"])[0]
        paper = tuple(key for key in keys(event) if key not in _NO_EVENT and not light(key))
        before = rule.text[: match.end("act")]
        act = next((key for key in reversed(keys(before)) if not light(key)), "")
        if act and paper and count is not None and count == int(count):
            yield _Age(rule, act, paper, int(count), match["unit"].lower(), match.group())


def _rests(one: Statement, age: _Age, read: Statements, dates: DocumentDates) -> tuple[ToldDay, ToldDay] | None:
    """The day on which it was done and that of the paper, where a sentence of such a paper gives the first."""
    if one.document.number in read.laws or one.standing in ("question", "opinion") or _PLANNED.search(one.text):
        return None
    said = keys(one.text)
    if not any(alike(age.act, key) for key in said) or not all_among(age.paper, said):
        return None
    found = dates.days_in(one.text)
    if len(found) != 1 or SPANS.search(one.text[: found[0].start]) or negations(lead_of(one.text, found[0])):
        return None
    if not any(alike(age.act, key) for key in keys(lead_of(one.text, found[0]))):
        return None
    done = dated(found[0], one, dates)
    signed = _signed(one, read, dates)
    return (done, signed) if done is not None and signed is not None and signed.day > done.day else None


def _signed(one: Statement, read: Statements, dates: DocumentDates) -> ToldDay | None:
    """The day below a sentence of a paper or an annex, where one of the next lines is nothing but a signature with its day."""
    for line in read.all[one.place + 1 : one.place + 1 + _NEXT]:
        if line.document is not one.document:
            break
        found = dates.days_in(line.text)
        if len(found) == 1 and _SIGNED.match(line.text) and first_verb(line.text) is None:
            return dated(found[0], line, dates)
    return own_day(one, read, dates)
