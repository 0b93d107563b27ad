"""The timeline of a case sheet, and what its documents disagree about, as a page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from foam_graph.app.case_sheet import Sheet, SheetFinding
from foam_graph.exchange.sheet.timeline_drawing import Dated, Span, TimelineView, timeline_drawing

TIMELINE = "timeline"
DISPUTED = "disputed"
_LIMITS = "time limits"


def timeline_of(sheet: Sheet) -> TimelineView:
    """The dated events of a sheet as a drawing, with the time limits that were counted over them."""
    findings = [one for one in sheet.findings if one.kind == TIMELINE]
    limits = [one for one in findings if one.rule == _LIMITS]
    return timeline_drawing(_events(one for one in findings if one.rule != _LIMITS), _spans(limits))


def conflicts_of(sheet: Sheet) -> tuple[SheetFinding, ...]:
    """Findings in which documents stand against each other."""
    return tuple(one for one in sheet.findings if one.verdict == DISPUTED)


def _events(findings: Iterable[SheetFinding]) -> Iterator[Dated]:
    for one in findings:
        day = _day(one.inputs.get("day"))
        if day is None:
            continue
        _, _, text = one.text.partition(": ")
        mark = DISPUTED if one.verdict == DISPUTED else "since" if one.inputs.get("role") == "since" else "on"
        yield Dated(day, (text or one.text).partition(' Said by "')[0], mark)


def _spans(limits: Iterable[SheetFinding]) -> Iterator[Span]:
    for one in limits:
        spans = one.inputs.get("spans")
        for span in spans if isinstance(spans, list | tuple) else ():
            if isinstance(span, Mapping):
                begin, end = _day(span.get("from")), _day(span.get("to"))
                if begin is not None and end is not None:
                    length = f"{span.get('length')} {one.inputs.get('unit', 'day')}s"
                    yield Span(begin, end, length, bool(span.get("kept")))


def _day(text: object) -> date | None:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return None
