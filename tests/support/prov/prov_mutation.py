"""Documents made wrong, or not, by small changes: what the checker and an independent judge are compared on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from foam_graph.prov import Document, Instance, Statement, Value
from foam_graph.prov.model import KINDS, NAMELESS, OBJECTS
from foam_graph.prov.vocabulary import PROV

EX = "http://example.org/"
TIMES = ("2011-11-16T16:00:00", "2011-11-16T16:05:00", "2012-11-16T16:05:00", "2012-11-16T16:05:00.0")
"""All without a zone, as in the W3C cases: ProvToolbox takes such times for local ones, which no document means."""
TYPES = ("EmptyCollection", "Collection", "Plan", "Revision", "Bundle", "Person")
_PLACES = {
    "entity": "entity", "generatedEntity": "entity", "usedEntity": "entity", "trigger": "entity", "plan": "entity",
    "specificEntity": "entity", "generalEntity": "entity", "alternate1": "entity", "alternate2": "entity",
    "collection": "entity", "bundle": "entity", "activity": "activity", "informed": "activity",
    "informant": "activity", "starter": "activity", "ender": "activity", "agent": "agent", "delegate": "agent",
    "responsible": "agent", "generation": "wasGeneratedBy", "usage": "used", "influencee": "entity",
    "influencer": "entity",
}  # fmt: skip


class Mutator:
    """Changes documents.

    Args:
        chance: The source of all choices.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._ways: tuple[Callable[[list[Statement]], None], ...] = (
            self.remove, self.repeat, self.add, self.add, self.add, self.rename_argument, self.rename_argument,
            self.rename_argument, self.drop_argument, self.drop_id, self.take_id, self.swap, self.retime, self.untime,
            self.declare, self.declare_all, self.type, self.turn, self.join, self.shuffle,
        )  # fmt: skip

    def mutated(self, document: Document, changes: int) -> Document:
        """A copy of the top level with some changes."""
        rows = list(document.top.statements)
        for _ in range(changes):
            self._chance.choice(self._ways)(rows)
        return Document(Instance("", rows), [], {"ex": EX})

    def grown(self, statements: int, names: int) -> Document:
        """A document of random statements over few names."""
        rows: list[Statement] = []
        for n in range(names):
            kind = self._chance.choice(("entity", "entity", "activity", "agent"))
            if self._chance.random() < 0.8:
                rows.append(Statement(kind, f"{EX}{kind[:2]}{n}", (None, None) if kind == "activity" else ()))
        while len(rows) < statements:
            self.add(rows)
        return Document(Instance("", rows), [], {"ex": EX})

    def remove(self, rows: list[Statement]) -> None:
        if rows:
            del rows[self._chance.randrange(len(rows))]

    def repeat(self, rows: list[Statement]) -> None:
        if rows:
            rows.append(self._chance.choice(rows))

    def add(self, rows: list[Statement]) -> None:
        kind = self._chance.choice([kind for kind in KINDS if kind not in OBJECTS and kind != "mentionOf"])
        arguments: list[str | None] = []
        for formal in KINDS[kind]:
            absent = not formal.required and self._chance.random() < 0.5
            if formal.time:
                arguments.append(None if absent else self._chance.choice(TIMES))
            else:
                arguments.append(None if absent else self._name(rows, _PLACES[formal.name]))
        rows.append(Statement(kind, self._new_id(rows, kind), tuple(arguments)))

    def _new_id(self, rows: Sequence[Statement], kind: str) -> str | None:
        if kind in NAMELESS or self._chance.random() < 0.4:
            return None
        known = [row.id for row in rows if row.kind == kind and row.id]
        if known and self._chance.random() < 0.4:
            return self._chance.choice(known)
        return f"{EX}{kind[:4]}{self._chance.randrange(100)}"

    def _name(self, rows: Sequence[Statement], sort: str) -> str:
        known = sorted({row.id for row in rows if row.kind == sort and row.id})
        if known and self._chance.random() < 0.93:
            return self._chance.choice(known)
        every = sorted({row.id for row in rows if row.kind in OBJECTS and row.id})
        if every and self._chance.random() < 0.5:
            return self._chance.choice(every)
        return f"{EX}{sort[:2]}{self._chance.randrange(4)}"

    def _one(self, rows: list[Statement], fits: Callable[[Statement], bool]) -> int | None:
        places = [i for i, row in enumerate(rows) if fits(row)]
        return self._chance.choice(places) if places else None

    def _argument(self, rows: list[Statement], present: bool) -> tuple[int, int] | None:
        places = [
            (i, j)
            for i, row in enumerate(rows)
            for j, formal in enumerate(KINDS[row.kind])
            if not formal.time and (row.arguments[j] is not None or not present)
        ]
        return self._chance.choice(places) if places else None

    def _set(self, rows: list[Statement], row: int, place: int, value: str | None) -> None:
        arguments = list(rows[row].arguments)
        arguments[place] = value
        rows[row] = rows[row]._replace(arguments=tuple(arguments))

    def rename_argument(self, rows: list[Statement]) -> None:
        found = self._argument(rows, present=False)
        if found:
            sort = _PLACES[KINDS[rows[found[0]].kind][found[1]].name]
            self._set(rows, *found, self._name(rows, sort))

    def drop_argument(self, rows: list[Statement]) -> None:
        found = self._argument(rows, present=True)
        if found and not KINDS[rows[found[0]].kind][found[1]].required:
            self._set(rows, *found, None)

    def drop_id(self, rows: list[Statement]) -> None:
        row = self._one(rows, lambda r: r.kind not in OBJECTS and r.id is not None)
        if row is not None:
            rows[row] = rows[row]._replace(id=None)

    def take_id(self, rows: list[Statement]) -> None:
        """A relation takes another one's identifier, mostly of its own kind."""
        row = self._one(rows, lambda r: r.kind not in OBJECTS and r.kind not in NAMELESS)
        if row is None:
            return
        same = self._chance.random() < 0.9
        known = [r.id for r in rows if r.id and (not same or r.kind == rows[row].kind)]
        if known:
            rows[row] = rows[row]._replace(id=self._chance.choice(known))

    def swap(self, rows: list[Statement]) -> None:
        row = self._one(rows, lambda r: sum(not p.time for p in KINDS[r.kind]) > 1)
        if row is not None and rows[row].arguments[1] is not None:
            first, second, *rest = rows[row].arguments
            rows[row] = rows[row]._replace(arguments=(second, first, *rest))

    def retime(self, rows: list[Statement]) -> None:
        row = self._one(rows, lambda r: any(p.time for p in KINDS[r.kind]))
        if row is not None:
            place = self._chance.choice([j for j, p in enumerate(KINDS[rows[row].kind]) if p.time])
            self._set(rows, row, place, self._chance.choice(TIMES))

    def untime(self, rows: list[Statement]) -> None:
        row = self._one(rows, lambda r: any(p.time for p in KINDS[r.kind]))
        if row is not None:
            for place, formal in enumerate(KINDS[rows[row].kind]):
                if formal.time:
                    self._set(rows, row, place, None)

    def declare(self, rows: list[Statement]) -> None:
        kind = self._chance.choice(sorted(OBJECTS))
        rows.append(Statement(kind, self._name(rows, kind), (None, None) if kind == "activity" else ()))

    def declare_all(self, rows: list[Statement]) -> None:
        """Whatever stands where an entity, activity or agent belongs is declared as one."""
        known = {(row.kind, row.id) for row in rows}
        for row in list(rows):
            for formal, name in zip(KINDS[row.kind], row.arguments, strict=True):
                kind = _PLACES.get(formal.name, "")
                if kind in OBJECTS and name is not None and row.kind != "wasInfluencedBy" and (kind, name) not in known:
                    known.add((kind, name))
                    rows.append(Statement(kind, name, (None, None) if kind == "activity" else ()))

    def type(self, rows: list[Statement]) -> None:
        row = self._one(rows, lambda r: r.kind == "entity")
        if row is not None:
            name = self._chance.choice(TYPES[:3])
            rows[row] = rows[row]._replace(attributes=(*rows[row].attributes, (PROV + "type", Value(PROV + name, ""))))

    def turn(self, rows: list[Statement]) -> None:
        """The same relation the other way round, beside the first."""
        row = self._one(rows, lambda r: r.kind in ("wasDerivedFrom", "specializationOf", "wasInformedBy"))
        if row is not None:
            first, second, *rest = rows[row].arguments
            rows.append(rows[row]._replace(id=None, arguments=(second, first, *([None] * len(rest)))))

    def join(self, rows: list[Statement]) -> None:
        """Two things become one."""
        names = sorted({row.id for row in rows if row.kind in OBJECTS and row.id})
        if len(names) > 1:
            old, new = self._chance.sample(names, 2)
            for i, row in enumerate(rows):
                arguments = tuple(new if name == old else name for name in row.arguments)
                rows[i] = row._replace(id=new if row.id == old else row.id, arguments=arguments)

    def shuffle(self, rows: list[Statement]) -> None:
        self._chance.shuffle(rows)
