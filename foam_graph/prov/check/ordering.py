"""Cycles of events (PROV-CONSTRAINTS 30-49), and times that contradict their order (findings of our own)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from foam_graph.prov.check.components import components, shortest_path
from foam_graph.prov.check.events import Edge, Order, Timed, inside
from foam_graph.prov.check.merging import Merged, Record, shown
from foam_graph.prov.check.terms import Term
from foam_graph.prov.check.violations import Violation, distinct
from foam_graph.prov.model import Names
from foam_graph.prov.times import Instant

_MOST_SHOWN = 12


class Ordering:
    """Checks the order of events.

    Args:
        order: The events and their order.
        names: Shortens names in messages.
    """

    def __init__(self, order: Order, names: Names) -> None:
        self._order = order
        self._names = names
        self._successors = order.successors()
        self._component, self._count = components(self._successors)

    def cycles(self) -> Iterator[Violation]:
        """One violation per group of events that would have to precede themselves."""
        seen: set[int] = set()
        bad = [edge for edge in inside(self._order.edges, self._component) if edge.strict]
        within: dict[tuple[int, int], Edge] = {}
        if bad:
            groups = {self._component[edge.first] for edge in bad}
            for edge in inside(self._order.edges, self._component):
                if self._component[edge.first] in groups:
                    within.setdefault((edge.first, edge.second), edge)
        for edge in bad:
            group = self._component[edge.first]
            if group not in seen:
                seen.add(group)
                yield self._cycle(edge, within)

    def _cycle(self, strict: Edge, within: dict[tuple[int, int], Edge]) -> Violation:
        path = [strict.first, *shortest_path(self._successors, strict.second, strict.first, self._component)]
        edges = [strict, *(within[pair] for pair in pairwise(path[1:]))]
        parts = [self._order.events[path[0]].shown(self._names)]
        parts += [
            f"{'strictly ' if edge.strict else ''}precedes {self._order.events[edge.second].shown(self._names)} ({self._because(edge)})"
            for edge in edges[:_MOST_SHOWN]
        ]
        more = f", and so on through {len(edges)} steps" if len(edges) > _MOST_SHOWN else ""
        nodes = distinct(term for number in path for term in self._order.events[number][1:])
        return Violation("42", nodes, f"{', which '.join(parts)}{more}: it would precede itself")

    def _because(self, edge: Edge) -> str:
        return f"{edge.constraint}, {shown(edge.statement, self._names)}" if edge.statement else str(edge.constraint)

    def times(self) -> Iterator[Violation]:
        """Times that contradict the order of events; times with and without a zone do not compare.

        One finding for each event that is too late, with the first of the events that should follow it.
        """
        members: list[list[int]] = [[] for _ in range(self._count)]
        for number in self._order.times:
            members[self._component[number]].append(number)
        before: list[list[int]] = [[] for _ in range(self._count)]
        for edge in self._order.edges:
            if self._component[edge.first] != self._component[edge.second]:
                before[self._component[edge.second]].append(self._component[edge.first])
        told: set[tuple[int, Instant]] = set()
        for zoned in sorted({timed.at.zoned for found in self._order.times.values() for timed in found}):
            latest: list[tuple[Timed, int] | None] = [None] * self._count
            # Numbers fall along the edges, so this is a topological order.
            for group in range(self._count - 1, -1, -1):
                earlier = [found for other in before[group] if (found := latest[other])]
                reached = max(earlier, key=lambda f: f[0].at, default=None)
                own = [(t, n) for n in members[group] for t in self._order.times[n] if t.at.zoned == zoned]
                own.sort(key=lambda f: f[0].at)
                if own:
                    yield from self._contradictions(reached, own, told)
                    reached = own[-1] if reached is None or reached[0].at < own[-1][0].at else reached
                latest[group] = reached

    def _contradictions(
        self, reached: tuple[Timed, int] | None, own: list[tuple[Timed, int]], told: set[tuple[int, Instant]]
    ) -> Iterator[Violation]:
        first, number = own[0]
        last = own[-1]
        if last[0].at > first.at and (last[1], last[0].at) not in told:
            told.add((last[1], last[0].at))
            yield self._against(last, own[0], "is simultaneous with")
        if reached is None or reached[0].at <= first.at or (reached[1], reached[0].at) in told:
            return
        one, two = self._order.events[reached[1]], self._order.events[number]
        if (one.what, two.what) == ("start", "end") and one.of == two.of:
            return  # said of the activity itself
        told.add((reached[1], reached[0].at))
        yield self._against(reached, own[0], "precedes")

    def _against(self, late: tuple[Timed, int], early: tuple[Timed, int], how: str) -> Violation:
        one, two = (self._order.events[found[1]] for found in (late, early))
        stated, other = (shown(found[0].statement, self._names) for found in (late, early))
        message = (
            f"{one.shown(self._names)} {how} {two.shown(self._names)}, but its time is later: {stated} against {other}"
        )
        return Violation("foam:time-order", distinct((*one[1:], *two[1:])), message)


def activity_times(merged: Merged, names: Names) -> Iterator[Violation]:
    """Activities that end before they start."""
    for activity, span in merged.spans.items():
        start, end = map(merged.times.find, span)
        if isinstance(start, Instant) and isinstance(end, Instant) and start.zoned == end.zoned and end < start:
            stated = merged.objects["activity"][activity]
            said = " and ".join(shown(s, names) for s in stated[:2])
            yield Violation(
                "foam:activity-times", distinct((activity,)), f"{names.short(activity)} ends before it starts: {said}"
            )


def double_generations(merged: Merged, names: Names) -> Iterator[Violation]:
    """Entities with two generations that cannot be one; W3C takes them for simultaneous, so this is a warning."""
    first: dict[Term, Record] = {}
    find, clash = merged.terms.find, merged.terms.clash
    for record in merged.records:
        if record.kind != "wasGeneratedBy" or record.inferred:
            continue
        entity, activity = map(find, record.arguments)
        other = first.setdefault(entity, record)
        if other is record or activity == find(other.arguments[1]):
            continue  # by one activity: one generation, or a violation of 24
        if clash(record.id, other.id) or clash(activity, other.arguments[1]):
            nodes = distinct((entity, *(find(t) for r in (other, record) for t in (r.id, r.arguments[1]))))
            both = f"{shown(other.statements[0], names)} and {shown(record.statements[0], names)}"
            message = f"{names.short(entity)} is generated twice: {both}"
            yield Violation("foam:generated-twice", nodes, message, grade="warning")
