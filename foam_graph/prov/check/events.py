"""The order of events: generation, usage, invalidation, start and end (PROV-CONSTRAINTS 30-49).

All generations of an entity precede one another (39), and so do its invalidations (40) and an activity's starts (31) and
ends (32): each such group is one event here, which leaves the cycles as they are and keeps the graph linear in the
document. Only derivation is strict (42).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from foam_graph.prov.check.merging import Merged, Record, by_kind
from foam_graph.prov.check.rules import Rules
from foam_graph.prov.check.terms import Term
from foam_graph.prov.check.typing_rules import Specializations, inherited
from foam_graph.prov.model import Names, Statement
from foam_graph.prov.times import Instant


class Event(NamedTuple):
    """An event.

    Attributes:
        what: ``generation``, ``invalidation``, ``start``, ``end`` or ``usage``.
        of: The entity or activity, a term.
        by: The activity that used; None for the others.
    """

    what: str
    of: Term
    by: Term = None

    def shown(self, names: Names) -> str:
        """For people."""
        by = f" by {names.short(self.by)}" if self.by is not None else ""
        return f"the {self.what} of {names.short(self.of)}{by}"


class Edge(NamedTuple):
    """One event precedes another.

    Attributes:
        first: Number of the earlier event.
        second: Number of the later one.
        constraint: Which constraint says so.
        statement: The statement that it follows from.
        strict: Whether they cannot be simultaneous.
    """

    first: int
    second: int
    constraint: int
    statement: Statement | None
    strict: bool = False


class Timed(NamedTuple):
    """A time that a statement gives an event."""

    at: Instant
    statement: Statement


class Order:
    """Builds the graph of events.

    Args:
        merged: The instance after merging.
        special: Its specializations.
        rules: What to apply.

    Attributes:
        events: The events; their numbers are their places.
        edges: The order among them.
        times: The known times per event.
    """

    def __init__(self, merged: Merged, special: Specializations, rules: Rules) -> None:
        self.events: list[Event] = []
        self.edges: list[Edge] = []
        self.times: dict[int, list[Timed]] = {}
        self._merged = merged
        self._special = special
        self._inferences = rules.inferences
        self._find = merged.terms.find
        self._numbers: dict[str, dict[Term, int]] = {
            what: {} for what in ("generation", "invalidation", "start", "end")
        }
        self._usages: dict[Term, int] = {}
        self._generations: dict[Term, int] = {}
        records = by_kind(merged.records)
        self._existing(records)
        self._groups()
        for kind, rule in (
            ("wasGeneratedBy", self._generation),
            ("used", self._usage),
            ("wasInformedBy", self._communication),
            ("wasStartedBy", self._start_or_end),
            ("wasEndedBy", self._start_or_end),
            ("wasDerivedFrom", self._derivation),
            ("wasAssociatedWith", self._association),
            ("wasAttributedTo", self._attribution),
            ("actedOnBehalfOf", self._delegation),
        ):
            for record in records[kind]:
                rule(record)
        self._specialized("generation")
        self._specialized("invalidation")

    def successors(self) -> list[list[int]]:
        """Per event, the events that it precedes."""
        found: list[list[int]] = [[] for _ in self.events]
        for edge in self.edges:
            found[edge.first].append(edge.second)
        return found

    def _make(self, what: str, of: Term) -> int:
        known = self._numbers[what]
        number = known.get(of)
        if number is None:
            number = known[of] = len(self.events)
            self.events.append(Event(what, of))
        return number

    def _event(self, what: str, of: Term) -> int | None:
        return self._numbers[what].get(of)

    def _edge(
        self, first: int | None, second: int | None, constraint: int, record: Record, strict: bool = False
    ) -> None:
        if first is not None and second is not None:
            self.edges.append(Edge(first, second, constraint, record.statements[0], strict))

    def _time(self, number: int, time: Term, statement: Statement) -> None:
        found = self._merged.times.find(time)
        if isinstance(found, Instant):
            self.times.setdefault(number, []).append(Timed(found, statement))

    def _existing(self, records: dict[str, list[Record]]) -> None:
        """Which events there are: stated ones, and those of inferences 7, 8, 13 and 21."""
        entities = self._merged.objects["entity"]
        declared = inherited(set(entities), self._special) if 21 in self._inferences else set(entities)
        for entity in dict.fromkeys((*entities, *sorted(declared - set(entities), key=str))):
            self._make("generation", entity)
            self._make("invalidation", entity)
        for activity, statements in self._merged.objects["activity"].items():
            for which, what in enumerate(("start", "end")):
                number = self._make(what, activity)
                self._time(number, self._merged.spans[activity][which], statements[0])
        for kind, what in (
            ("wasGeneratedBy", "generation"),
            ("wasInvalidatedBy", "invalidation"),
            ("wasStartedBy", "start"),
            ("wasEndedBy", "end"),
        ):
            for record in records[kind]:
                number = self._make(what, self._find(record.arguments[0]))
                self._time(number, record.time, record.statements[0])
                if kind == "wasGeneratedBy":
                    self._generations[self._find(record.id)] = number
        if 13 in self._inferences:
            for record in records["wasAttributedTo"]:
                self._make("generation", self._find(record.arguments[0]))

    def _groups(self) -> None:
        """Constraints 30 and 36: start before end, generation before invalidation."""
        for first, last, constraint in (("start", "end", 30), ("generation", "invalidation", 36)):
            for of, number in self._numbers[first].items():
                other = self._event(last, of)
                if other is not None:
                    self.edges.append(Edge(number, other, constraint, None))

    def _generation(self, record: Record) -> None:
        entity, activity = map(self._find, record.arguments)
        generation = self._event("generation", entity)
        self._edge(self._event("start", activity), generation, 34, record)
        self._edge(generation, self._event("end", activity), 34, record)

    def _usage(self, record: Record) -> None:
        activity, entity = map(self._find, record.arguments)
        usage = len(self.events)
        self.events.append(Event("usage", entity, activity))
        self._usages[self._find(record.id)] = usage
        self._time(usage, record.time, record.statements[0])
        self._edge(self._event("start", activity), usage, 33, record)
        self._edge(usage, self._event("end", activity), 33, record)
        self._edge(self._event("generation", entity), usage, 37, record)
        self._edge(usage, self._event("invalidation", entity), 38, record)

    def _communication(self, record: Record) -> None:
        informed, informant = map(self._find, record.arguments)
        self._edge(self._event("start", informant), self._event("end", informed), 35, record)

    def _start_or_end(self, record: Record) -> None:
        what, constraint = ("start", 43) if record.kind == "wasStartedBy" else ("end", 44)
        activity, trigger, _ = map(self._find, record.arguments)
        event = self._event(what, activity)
        self._edge(self._event("generation", trigger), event, constraint, record)
        self._edge(event, self._event("invalidation", trigger), constraint, record)

    def _derivation(self, record: Record) -> None:
        after, before, activity, generation, usage = map(self._find, record.arguments)
        if activity is not None:
            self._edge(self._usages.get(usage), self._generations.get(generation), 41, record)
        self._edge(self._event("generation", before), self._event("generation", after), 42, record, strict=True)

    def _association(self, record: Record) -> None:
        activity, agent = map(self._find, record.arguments[:2])
        self._associated(activity, agent, record)

    def _associated(self, activity: Term, agent: Term, record: Record) -> None:
        start, end = self._event("start", activity), self._event("end", activity)
        self._edge(start, self._event("invalidation", agent), 47, record)
        self._edge(self._event("generation", agent), end, 47, record)
        self._edge(start, self._event("end", agent), 47, record)
        self._edge(self._event("start", agent), end, 47, record)

    def _attribution(self, record: Record) -> None:
        entity, agent = map(self._find, record.arguments)
        generation = self._event("generation", entity)
        self._edge(self._event("generation", agent), generation, 48, record)
        self._edge(self._event("start", agent), generation, 48, record)

    def _delegation(self, record: Record) -> None:
        delegate, responsible, activity = map(self._find, record.arguments)
        self._edge(self._event("generation", responsible), self._event("invalidation", delegate), 49, record)
        self._edge(self._event("start", responsible), self._event("end", delegate), 49, record)
        if 14 in self._inferences:
            self._associated(activity, delegate, record)
            self._associated(activity, responsible, record)

    def _specialized(self, what: str) -> None:
        """Constraints 45 and 46, over chains: an entity without that event passes the order on, and no more."""
        passing: dict[Term, int] = {}

        def place(entity: Term) -> int:
            number = self._event(what, entity)
            if number is None:
                number = passing.get(entity)
            if number is None:
                number = passing[entity] = len(self.events)
                self.events.append(Event(what, entity))
            return number

        for (specific, general), statement in self._special.pairs.items():
            if what == "generation":
                self.edges.append(Edge(place(general), place(specific), 45, statement))
            else:
                self.edges.append(Edge(place(specific), place(general), 46, statement))


def inside(edges: list[Edge], component: list[int]) -> Iterator[Edge]:
    """The edges that lie within a component."""
    return (edge for edge in edges if component[edge.first] == component[edge.second])
