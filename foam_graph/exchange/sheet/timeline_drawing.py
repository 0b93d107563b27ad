"""The timeline of a case sheet as a drawing: one row a day, nearer where days are near, time limits as bars beside it.

A layout without scripts that gives the same drawing for the same days. Coordinates are in SVG user units; the template
draws them, and the list of the findings says the same in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

MOST_DAYS = 80
"""Most days drawn."""
WIDTH = 720
_ROW, _LINE, _GAP, _MOST_GAP = 22, 16, 7, 42
_SPINE, _BARS, _TEXT = 170, 118, 188
_FITS = 78
_MOST_TEXTS = 3


@dataclass(frozen=True)
class Dated:
    """An event as it is drawn.

    Attributes:
        day: Its day.
        text: What happened.
        mark: ``on``, ``since`` (it went on from then) or ``disputed``.
    """

    day: date
    text: str
    mark: str


@dataclass(frozen=True)
class Span:
    """A time that a limit was counted over: its days, how long, and whether the limit was kept."""

    begin: date
    end: date
    length: str
    kept: bool


@dataclass(frozen=True)
class DayView:
    """A day of the drawing: where it is, its date, how it is marked, and what happened, in lines."""

    y: int
    day: str
    mark: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class BarView:
    """A time limit beside the days: where it begins and ends, its place from the left, its length, whether it was kept."""

    x: int
    y1: int
    y2: int
    length: str
    kept: bool


@dataclass(frozen=True)
class TimelineView:
    """The whole drawing, with how many days had no room in it."""

    width: int
    height: int
    spine: int
    text: int
    days: tuple[DayView, ...]
    bars: tuple[BarView, ...]
    left_out: int


def timeline_drawing(events: Iterable[Dated], spans: Iterable[Span]) -> TimelineView:
    """Draws events and time limits.

    Args:
        events: In any order.
        spans: Those whose days are both drawn are drawn.
    """
    by_day: dict[date, list[Dated]] = {}
    for event in sorted(events, key=lambda one: one.day):
        by_day.setdefault(event.day, []).append(event)
    days = list(by_day)[-MOST_DAYS:]
    drawn, y = [], _ROW
    for n, day in enumerate(days):
        if n:
            y += _between(days[n - 1], day)
        lines = _lines(by_day[day])
        drawn.append(DayView(y, f"{day.day} {day:%b %Y}", _mark(by_day[day]), lines))
        y += _LINE * (len(lines) - 1) + _ROW
    place = {day: view.y for day, view in zip(days, drawn, strict=True)}
    bars = _bars(
        [one for one in dict.fromkeys(spans) if one.begin <= one.end and {one.begin, one.end} <= place.keys()], place
    )
    return TimelineView(WIDTH, y + _GAP, _SPINE, _TEXT, tuple(drawn), bars, len(by_day) - len(days))


def _between(before: date, after: date) -> int:
    """Room between two days: more for more days, yet years do not fill a page."""
    return min(round(_GAP * math.log2(1 + (after - before).days)), _MOST_GAP)


def _mark(events: Sequence[Dated]) -> str:
    marks = {one.mark for one in events}
    return next(mark for mark in ("disputed", "on", "since") if mark in marks)


def _lines(events: Sequence[Dated]) -> tuple[str, ...]:
    shown = [_clipped(one.text) for one in events[:_MOST_TEXTS]]
    more = len(events) - len(shown)
    return (*shown, f"and {more} more") if more else tuple(shown)


def _clipped(text: str) -> str:
    return text if len(text) <= _FITS else f"{text[: _FITS - 1].rstrip()}…"


def _bars(spans: Sequence[Span], place: dict[date, int]) -> tuple[BarView, ...]:
    """Bars side by side where they overlap, the longest nearest to the days."""
    taken: list[list[tuple[int, int]]] = []
    found = []
    for span in sorted(spans, key=lambda one: (place[one.begin] - place[one.end], one.begin)):
        y1, y2 = place[span.begin], place[span.end]
        lane = next((n for n, bars in enumerate(taken) if all(y2 < a or y1 > b for a, b in bars)), len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append((y1, y2))
        found.append(BarView(_BARS - 13 * min(lane, 5), y1, y2, span.length, span.kept))
    return tuple(found)
