"""PROV-CONSTRAINTS word by word: facts, rules, substitution, all pairs. For small instances, as a second opinion.

Nothing is shared with the checker but the statements: inferences write their conclusions out (unless the facts have
them), uniqueness constraints replace a variable everywhere and begin again, and the order is closed over all pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count, product
from typing import NamedTuple

from foam_graph.prov import Statement
from foam_graph.prov.model import KINDS, NAMELESS, OBJECTS
from foam_graph.prov.vocabulary import PROV

Fact = tuple[object, ...]


class Var(NamedTuple):
    """An existential variable."""

    number: int


class Invalid(Exception):
    """A constraint does not hold."""


NINE = (
    "used", "wasGeneratedBy", "wasInvalidatedBy", "wasStartedBy", "wasEndedBy", "wasInformedBy", "wasAttributedTo",
    "wasAssociatedWith", "actedOnBehalfOf",
)  # fmt: skip
ELEVEN = (*NINE, "wasDerivedFrom", "wasInfluencedBy")
INFLUENCE = {
    "wasGeneratedBy": (1, 2), "used": (1, 2), "wasInformedBy": (1, 2), "wasStartedBy": (1, 2), "wasEndedBy": (1, 2),
    "wasInvalidatedBy": (1, 2), "wasDerivedFrom": (1, 2), "wasAttributedTo": (1, 2), "wasAssociatedWith": (1, 2),
    "actedOnBehalfOf": (1, 2),
}  # fmt: skip
E, A, G = "entity", "activity", "agent"
TYPES = {
    "entity": (E,), "activity": (A,), "agent": (G,), "wasGeneratedBy": (None, E, A), "used": (None, A, E),
    "wasInformedBy": (None, A, A), "wasStartedBy": (None, A, E, A), "wasEndedBy": (None, A, E, A),
    "wasInvalidatedBy": (None, E, A), "wasDerivedFrom": (None, E, E, A), "wasAttributedTo": (None, E, G),
    "wasAssociatedWith": (None, A, G, E), "actedOnBehalfOf": (None, G, G, A), "alternateOf": (None, E, E),
    "specializationOf": (None, E, E), "hadMember": (None, E, E),
}  # fmt: skip


def valid(statements: Sequence[Statement]) -> bool:
    """Whether an instance is valid, by the letter."""
    try:
        Chase(statements).run()
    except Invalid:
        return False
    return True


class Chase:
    """The facts of one instance: kind, identifier, arguments."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._numbers = count()
        self.facts: set[Fact] = set()
        for row in statements:
            self._expand(row)

    def fresh(self) -> Var:
        return Var(next(self._numbers))

    def _expand(self, row: Statement) -> None:
        arguments: list[object] = []
        for place, (formal, value) in enumerate(zip(KINDS[row.kind], row.arguments, strict=True)):
            if value is None and formal.required:
                raise Invalid
            free = formal.expandable or (row.kind == "wasDerivedFrom" and place > 2 and row.arguments[2] is not None)
            if value is not None:
                arguments.append(datetime.fromisoformat(value) if formal.time else value)
            else:
                arguments.append(self.fresh() if free else None)
        identifier: object = None if row.kind in NAMELESS else row.id if row.id is not None else self.fresh()
        self.facts.add((row.kind, identifier, *arguments))
        if row.kind == "entity" and PROV + "EmptyCollection" in row.types():
            self.facts.add(("empty", identifier))

    def of(self, kind: str) -> list[Fact]:
        return [fact for fact in self.facts if fact[0] == kind]

    def run(self) -> None:
        while self._unify() or self._infer():
            pass
        self._order()
        self._impossible()

    def _same(self, one: object, two: object) -> bool:
        """Makes two terms equal; whether that changed anything."""
        if one == two:
            return False
        if not isinstance(one, Var):
            one, two = two, one
        if not isinstance(one, Var) or two is None:
            raise Invalid
        self.facts = {tuple(two if term == one else term for term in fact) for fact in self.facts}
        return True

    def _unify(self) -> bool:
        """Constraints 22 to 29; one step."""
        facts = sorted(self.facts, key=repr)
        for one, two in product(facts, facts):
            if one is two or one[0] != two[0] or one[0] in NAMELESS or one[0] == "empty":
                continue
            if one[1] == two[1] and any(self._same(a, b) for a, b in zip(one[2:], two[2:], strict=True)):
                return True
            pair = {"wasGeneratedBy": (2, 3), "wasInvalidatedBy": (2, 3), "wasStartedBy": (2, 4), "wasEndedBy": (2, 4)}
            places = pair.get(str(one[0]))
            if places and all(one[p] == two[p] for p in places) and self._same(one[1], two[1]):
                return True
        for activity in self.of("activity"):
            for kind, place in (("wasStartedBy", 2), ("wasEndedBy", 3)):
                for event in self.of(kind):
                    if event[2] == activity[1] and self._same(activity[place], event[5]):
                        return True
        return False

    def _infer(self) -> bool:
        """Inferences 5 to 21; adds what is not there yet."""
        before = len(self.facts)
        for fact in sorted(self._conclusions(), key=repr):
            self.facts.add(fact)
        return len(self.facts) != before

    def _has(self, kind: str, *terms: object) -> bool:
        """Whether a fact has these arguments; ``...`` matches any."""
        return any(all(t is ... or t == f for t, f in zip(terms, fact[1:], strict=False)) for fact in self.of(kind))

    def _conclusions(self) -> Iterator[Fact]:  # noqa: C901
        new = self.fresh
        for _, _, second, first in self.of("wasInformedBy"):
            through = {f[2] for f in self.of("wasGeneratedBy") if f[3] == first}
            if not through & {f[3] for f in self.of("used") if f[2] == second}:
                made = new()
                yield "wasGeneratedBy", new(), made, first, new()
                yield "used", new(), second, made, new()
        for generation, usage in product(self.of("wasGeneratedBy"), self.of("used")):
            if generation[2] == usage[3] and not self._has("wasInformedBy", ..., usage[2], generation[3]):
                yield "wasInformedBy", new(), usage[2], generation[3]
                return  # one at a time: the next may be there by then
        for _, entity in self.of("entity"):
            for kind in ("wasGeneratedBy", "wasInvalidatedBy"):
                if not self._has(kind, ..., entity):
                    yield kind, new(), entity, new(), new()
        for _, activity, start, end in self.of("activity"):
            for kind, time in (("wasStartedBy", start), ("wasEndedBy", end)):
                if not self._has(kind, ..., activity):
                    yield kind, new(), activity, new(), new(), time
        for kind in ("wasStartedBy", "wasEndedBy"):
            for _, _, _, trigger, starter, _ in self.of(kind):
                if not self._has("wasGeneratedBy", ..., trigger, starter):
                    yield "wasGeneratedBy", new(), trigger, starter, new()
                    return
        for _, _, after, first, activity, generation, usage in self.of("wasDerivedFrom"):
            if activity is not None and generation is not None and usage is not None:
                if not self._has("used", usage, activity, first):
                    yield "used", usage, activity, first, new()
                if not self._has("wasGeneratedBy", generation, after, activity):
                    yield "wasGeneratedBy", generation, after, activity, new()
        for _, _, entity, agent in self.of("wasAttributedTo"):
            by = {f[3] for f in self.of("wasGeneratedBy") if f[2] == entity}
            if not by & {f[2] for f in self.of("wasAssociatedWith") if f[3] == agent}:
                activity = new()
                yield "wasGeneratedBy", new(), entity, activity, new()
                yield "wasAssociatedWith", new(), activity, agent, new()
        for _, _, delegate, responsible, activity in self.of("actedOnBehalfOf"):
            for agent in (delegate, responsible):
                if not self._has("wasAssociatedWith", ..., activity, agent):
                    yield "wasAssociatedWith", new(), activity, agent, new()
        for kind in INFLUENCE:
            for fact in self.of(kind):
                if not self._has("wasInfluencedBy", fact[1], fact[2], fact[3]):
                    yield "wasInfluencedBy", fact[1], fact[2], fact[3]
        for _, _, special, general in self.of("specializationOf"):
            yield "alternateOf", None, special, general
            for _, _, lower, upper in self.of("specializationOf"):
                if upper == special:
                    yield "specializationOf", None, lower, general
            if self._has("entity", general):
                yield "entity", special
            if self._has("empty", general):
                yield "empty", special

    def _order(self) -> None:
        """Constraints 30 to 49."""
        weak, strict = set(self._weak()), set(self._strict())
        reach = weak | strict
        events = {event for pair in reach for event in pair}
        for middle in events:
            into = [a for a, b in reach if b == middle]
            out = [b for a, b in reach if a == middle]
            reach.update(product(into, out))
        if any((later, earlier) in reach or earlier == later for earlier, later in strict):
            raise Invalid

    def _events(self, kind: str, of: object) -> list[object]:
        return [(kind, fact[1]) for fact in self.of(kind) if fact[2] == of]

    def _weak(self) -> Iterator[tuple[object, object]]:
        generations = lambda e: self._events("wasGeneratedBy", e)  # noqa: E731
        invalidations = lambda e: self._events("wasInvalidatedBy", e)  # noqa: E731
        starts = lambda a: self._events("wasStartedBy", a)  # noqa: E731
        ends = lambda a: self._events("wasEndedBy", a)  # noqa: E731
        for kind in ("wasGeneratedBy", "wasInvalidatedBy", "wasStartedBy", "wasEndedBy"):
            for fact in self.of(kind):
                event = [(kind, fact[1])]
                yield from product(event, self._events(kind, fact[2]))
                if kind == "wasStartedBy":
                    yield from product(event, ends(fact[2]))
                if kind in ("wasStartedBy", "wasEndedBy"):
                    yield from product(generations(fact[3]), event)
                    yield from product(event, invalidations(fact[3]))
                if kind == "wasGeneratedBy":
                    yield from product(starts(fact[3]), event)
                    yield from product(event, ends(fact[3]))
                    yield from product(event, invalidations(fact[2]))
        for _, use, activity, entity, _ in self.of("used"):
            event = [("used", use)]
            yield from product(starts(activity), event)
            yield from product(event, ends(activity))
            yield from product(generations(entity), event)
            yield from product(event, invalidations(entity))
        for _, _, second, first in self.of("wasInformedBy"):
            yield from product(starts(first), ends(second))
        for _, _, _, _, activity, generation, usage in self.of("wasDerivedFrom"):
            if None not in (activity, generation, usage):
                yield ("used", usage), ("wasGeneratedBy", generation)
        for _, _, special, general in self.of("specializationOf"):
            yield from product(generations(general), generations(special))
            yield from product(invalidations(special), invalidations(general))
        for _, _, activity, agent, _ in self.of("wasAssociatedWith"):
            yield from product(starts(activity), invalidations(agent))
            yield from product(generations(agent), ends(activity))
            yield from product(starts(activity), ends(agent))
            yield from product(starts(agent), ends(activity))
        for _, _, entity, agent in self.of("wasAttributedTo"):
            yield from product(generations(agent), generations(entity))
            yield from product(starts(agent), generations(entity))
        for _, _, delegate, responsible, _ in self.of("actedOnBehalfOf"):
            yield from product(generations(responsible), invalidations(delegate))
            yield from product(starts(responsible), ends(delegate))

    def _strict(self) -> Iterator[tuple[object, object]]:
        for fact in self.of("wasDerivedFrom"):
            yield from product(self._events("wasGeneratedBy", fact[3]), self._events("wasGeneratedBy", fact[2]))

    def _impossible(self) -> None:
        """Constraints 50 to 56."""
        types = {
            (fact[place + 1], t) for fact in self.facts for place, t in enumerate(TYPES.get(str(fact[0]), ())) if t
        }
        if any((name, E) in types for name, t in types if t == A and name is not None):
            raise Invalid
        for fact in self.of("wasDerivedFrom"):
            if fact[4] is None and (fact[5] is not None or fact[6] is not None):
                raise Invalid
        if any(fact[2] == fact[3] for fact in self.of("specializationOf")):
            raise Invalid
        names = {kind: {fact[1] for fact in self.of(kind)} for kind in (*ELEVEN, *OBJECTS)}
        if any(names[a] & names[b] for a, b in product(NINE, NINE) if a != b):
            raise Invalid
        if any(names[a] & names[b] for a, b in product(OBJECTS, ELEVEN)):
            raise Invalid
        if {fact[1] for fact in self.of("empty")} & {fact[2] for fact in self.of("hadMember")}:
            raise Invalid
