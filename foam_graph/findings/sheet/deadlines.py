"""Days between dated events, held against the times that rules set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.arithmetic.elapsed import Span, spans
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.composed_text import amount
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.working_days import working_days
from foam_graph.phrases import opened

RULE, VERSION = "time limits", "1"
_WORKING = re.compile(r"\b(?:working|business|school|office|court|weekday) ?days?\b", re.IGNORECASE)
_UNITS = frozenset({"day", "week", "fortnight", "month", "year"})


def findings(file: CaseFile) -> Iterator[Finding]:
    """The times between dated events, each against the rule that limits it.

    Where sentences give several days for the events of a rule, so that it is kept by some and not by others, the finding is
    disputed.

    Args:
        file: The case file.
    """
    by_rule: dict[str, list[Span]] = {}
    for one in spans(case_passages(file), "", document_dates(file).orders):
        if one.limit.unit in _UNITS:
            by_rule.setdefault(one.rule.id, []).append(one)
    for found in by_rule.values():
        yield _finding(found)


def _length(one: Span) -> Decimal:
    """The time between two events in the measure of the limit; working days where the rule counts these."""
    if _working(one):
        return Decimal(working_days(one.first, one.last))
    return one.length


def _kept(one: Span) -> bool:
    return TESTS[one.comparator](_length(one), one.limit.measure()[1])


def _finding(found: Sequence[Span]) -> Finding:
    """The finding on all pairs of events that a rule limits the time between."""
    rule, (unit, bound) = found[0].rule, found[0].limit.measure()
    outcomes = {_kept(one) for one in found}
    most = found[0].comparator in ("<", "<=")
    asks = "allows at most" if most else "asks for at least"
    text = f'{opened(rule.cited)} {asks} {amount(bound, unit)} ("{rule.text.strip()}"): '
    text += "; ".join(_counted(one) for one in found) + "."
    if _working(found[0]):
        text += " Working days are Monday to Friday; holidays are not known here."
    if len(outcomes) > 1:
        text += " Which of these days count decides."
    verdict: Verdict = "disputed" if len(outcomes) > 1 else "within" if outcomes == {True} else "beyond"
    inputs: dict[str, object] = {
        "day": max(one.last for one in found).isoformat(), "limit": str(bound), "unit": unit,
        "spans": [{"from": str(one.first), "to": str(one.last), "length": str(_length(one)), "kept": _kept(one)}
                  for one in found],
    }  # fmt: skip
    ids = tuple(dict.fromkeys(id_ for one in found for id_ in (rule.id, one.start.id, one.end.id)))
    return Finding("timeline", text, ids, verdict, rule=RULE, version=VERSION, inputs=inputs)


def _counted(one: Span) -> str:
    """One pair of events: the days, who gives them, the time between and the margin."""
    unit, bound = one.limit.measure()
    length = _length(one)
    sort = "working " if _working(one) else "calendar " if unit == "day" else "whole "
    margin = amount(abs(bound - length), unit).partition(" ")[0]
    over, under = ("too many", "to spare") if one.comparator in ("<", "<=") else ("more than that", "too few")
    gap = "exactly that" if length == bound else f"{margin} {over if length > bound else under}"
    told = amount(length, unit).replace(" ", f" {sort}", 1)
    return f"from {spelt_day(one.first)} ({one.start.cited}) to {spelt_day(one.last)} ({one.end.cited}) {told}, {gap}"


def _working(one: Span) -> bool:
    return bool(_WORKING.search(one.rule.text)) and one.limit.unit == "day"
