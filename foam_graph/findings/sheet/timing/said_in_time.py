"""What papers say came in time or too late, counted from the day from which the rule counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import counted_from, spelt_day
from foam_graph.findings.sheet.applying.one_day import ToldDay
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.numbered import parts, under
from foam_graph.findings.sheet.standing.statements import Statements, statements
from foam_graph.findings.sheet.timing.acts import act_paper, own_day
from foam_graph.findings.sheet.timing.assertions import Asserted, asserted
from foam_graph.findings.sheet.timing.terms import RECEIPT, Term, acts_in, terms
from foam_graph.findings.sheet.timing.told_days import SPANS, dated, day_of, has, lead_of
from foam_graph.findings.sheet.working_days import working_days

RULE: Final = "said to be in time or late"
_SELF: Final = re.compile(
    r"\b(?:this|the present|our|my) (?:[\w-]+ ){0,2}?(?:letter|claim|notice|complaint|appeal|answer|objection|request|application|dispute|reply|report|invoice|decision|petition|bill|mail|it is sent)\b",
    re.IGNORECASE,
)
_UNSURE_DAYS: Final = 3
"""Holidays are not known: so many working days too many may be none."""
_SENT: Final = re.compile(r"\b(?:sent|posted|dated|dispatched|made|written)\b", re.IGNORECASE)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Acts that papers call late and that were in time, and the other way round.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    claims = list(asserted(read))
    every = list(terms(read)) if claims else []
    changed = amendments(read, file) if every and read.laws else {}
    numbered = parts(file)
    for one in claims:
        own = {s.id for n in one.numbers for law in read.laws for p in under(n, numbered[law]) for s in p.sentences}
        term = _meant(one, every, own)
        if term is None or touched(changed, term.rule.id, term.said):
            continue
        pair = _pair(one, term, read, dates)
        if pair is not None:
            yield from _held(one, term, *pair)


def _meant(one: Asserted, every: Sequence[Term], own: set[str]) -> Term | None:
    """The one time of a rule that a claim speaks of: by the rule's number, by how long it is, or by what has to be done in it."""
    found = [term for term in every if term.rule.document is not one.claim.document]
    if one.numbers:
        found = [term for term in found if term.rule.id in own]
    timed = [term for term in found if (term.count, term.unit) in one.times]
    said = acts_in(one.claim.text)
    acted = [term for term in found if term.acts & said]
    both = [term for term in timed if term.acts & said]
    exact = [term for term in acted if term.acts <= said]  # "answer a complaint" is no time for the complaint
    for group in (both, timed, exact, acted, found if one.numbers else []):
        if len(group) == 1:
            return group[0]
        if group:
            return None
    return None


def _pair(one: Asserted, term: Term, read: Statements, dates: DocumentDates) -> tuple[ToldDay, ToldDay, bool] | None:
    """The day of the act, that from which the rule counts, and whether the act surely came on its day."""
    claim = one.claim
    found = dates.days_in(claim.text)
    if len(found) > 2 or any(SPANS.search(claim.text[: each.start]) for each in found):
        return None
    told = [each for each in (dated(day, claim, dates) for day in found) if each is not None]
    if len(told) != len(found):
        return None
    event: ToldDay | None = None
    act: ToldDay | None = None
    sure = True
    is_event = [has(term.event, lead_of(claim.text, each)) and _fits(term, lead_of(claim.text, each)) for each in found]
    if len(told) == 2:
        event, act = (told[0], told[1]) if is_event[0] else (None, told[1])
        if told[1].day <= told[0].day:
            return None
    elif len(told) == 1 and is_event[0]:
        event = told[0]
    elif len(told) == 1:
        lead = lead_of(claim.text, found[0])
        if not acts_in(lead) & term.acts:
            return None
        act = told[0]
    event = event or day_of(term.event, term.received, claim, read)
    if event is None:
        return None
    if act is None:
        of_itself = _SELF.search(claim.text[: one.start + 1]) is not None
        if of_itself and not one.late:
            act = own_day(claim, read, dates)
        elif of_itself or not term.acts:
            return None
        else:
            paper = act_paper(claim, term.acts, read, dates)
            act, sure = paper if paper is not None else (None, False)
    return (act, event, sure) if act is not None and act.day > event.day else None


def _fits(term: Term, lead: str) -> bool:
    return not term.received or RECEIPT.search(lead) is not None


def _held(one: Asserted, term: Term, act: ToldDay, event: ToldDay, sure: bool) -> Iterator[Finding]:
    days = (act.day - event.day).days
    if term.working:
        worked = working_days(event.day, act.day)
        kept, missed = worked <= term.count, worked > term.count + _UNSURE_DAYS
        counted = f"{worked} working days"
    else:
        bound = counted_from(event.day, term.count, term.unit)
        kept = bound is not None and act.day <= bound
        missed = bound is not None and not kept
        counted = f"{days} day{'s' * (days != 1)}"
    if one.late and (not kept or not (sure or _SENT.search(term.rule.text))):
        return
    if not one.late and (not missed or term.excepted):
        return
    text = f"{says(one.claim)}. {opened(called(term.rule))}: {quote(term.rule)}. "
    for each in dict.fromkeys((event.fact, act.fact)):
        if each is not one.claim:
            text += f"{says(each)}. "
    limit = f"{term.count} {'working ' * term.working}{term.unit}{'s' * (term.count != 1)}"
    text += f"From {spelt_day(event.day)} to {spelt_day(act.day)} {'is' if days == 1 else 'are'} {counted}"
    text += ", which is in time." if one.late else f", where {limit} are allowed."
    if term.working:
        text += " Working days are Monday to Friday; holidays are not known here."
    ids = tuple(dict.fromkeys((one.claim.id, term.rule.id, event.fact.id, act.fact.id)))
    inputs: dict[str, object] = {
        "day": act.day.isoformat(), "from": event.day.isoformat(), "limit": str(term.count), "unit": term.unit,
    }  # fmt: skip
    if one.late:
        yield Finding("contradiction", text, ids, "disputed", rule=RULE, inputs={**inputs, "differ_in": "date"})
    else:
        yield Finding("timeline", text, ids, "beyond", rule=RULE, inputs=inputs)
