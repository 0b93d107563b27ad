"""Uniqueness: which statements are one, and which cannot be (PROV-CONSTRAINTS definitions 1-4, constraints 22-29).

Statements become records whose absent arguments are existential variables. Two records with one key are merged; that
binds variables, which can give further records one key. Each record is looked at again only when one of its own
variables was bound, so the work grows with the document, not with its square.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from foam_graph.prov.check.rules import KEYED, Rules
from foam_graph.prov.check.terms import Term, Terms
from foam_graph.prov.check.violations import Violation, distinct
from foam_graph.prov.model import BLANK, KINDS, OBJECTS, Instance, Names, Statement
from foam_graph.prov.times import Instant, instant

UNIQUE = {
    "wasGeneratedBy": ("24", 0, 1),
    "wasInvalidatedBy": ("25", 0, 1),
    "wasStartedBy": ("26", 0, 2),
    "wasEndedBy": ("27", 0, 2),
}
"""Constraints 24-27: the number, and the two arguments that determine the identifier."""

_NAMED = {kind: tuple(i for i, p in enumerate(formal) if not p.time) for kind, formal in KINDS.items()}
_TIMED = {kind: next((i for i, p in enumerate(formal) if p.time), -1) for kind, formal in KINDS.items()}


class Record:
    """A relation with an identifier, as the rules see it.

    Attributes:
        kind: A key of ``KINDS``.
        id: Its identifier, a term.
        arguments: Its arguments but the time, terms.
        time: Its time, a term of the times; None where the kind has none.
        statements: What it was merged from.
        inferred: Number of the inference that made it, 0 = stated.
        into: The record that it was merged into.
    """

    __slots__ = ("arguments", "id", "inferred", "into", "kind", "statements", "time")

    def __init__(
        self, kind: str, name: Term, arguments: tuple[Term, ...], time: Term, statement: Statement, inferred: int = 0
    ) -> None:
        self.kind = kind
        self.id = name
        self.arguments = arguments
        self.time = time
        self.statements = [statement]
        self.inferred = inferred
        self.into: Record | None = None

    def alive(self) -> Record:
        """The record that stands for this one now."""
        record = self
        while record.into is not None:
            record = record.into
        return record


@dataclass
class Merged:
    """An instance after merging.

    Attributes:
        terms: Equality of names.
        times: Equality of times.
        records: Relations with identifiers, without those that were merged into others.
        plain: Relations without identifiers.
        objects: Entities, activities and agents by kind and root of their name, with their statements.
        spans: Start and end time of each declared activity, terms.
        violations: Of 22-29 and of absent arguments; statements that lack a required one are seen by no other rule.
    """

    terms: Terms = field(default_factory=Terms)
    times: Terms = field(default_factory=Terms)
    records: list[Record] = field(default_factory=list)
    plain: list[Statement] = field(default_factory=list)
    objects: dict[str, dict[Term, list[Statement]]] = field(default_factory=dict)
    spans: dict[Term, tuple[Term, Term]] = field(default_factory=dict)
    violations: list[Violation] = field(default_factory=list)
    _blank: dict[str, int] = field(default_factory=dict)

    def name(self, name: str | None) -> Term:
        """The term of a name: itself, or the variable of a ``_:`` name; None stays."""
        if name is not None and name.startswith(BLANK):
            found = self._blank.get(name)
            if found is None:
                found = self._blank[name] = self.terms.fresh()
            return found
        return name

    def root(self, name: str | None) -> Term:
        """What a name stands for."""
        return self.terms.find(self.name(name))

    def blank_names(self) -> dict[int, str]:
        """The ``_:`` name of each variable that has one."""
        return {variable: name for name, variable in self._blank.items()}


class Merger:
    """Merges the statements of one instance.

    Args:
        instance: The statements.
        rules: Which inferences take part.
        names: Shortens names in messages.
    """

    def __init__(self, instance: Instance, rules: Rules, names: Names) -> None:
        self._instance = instance
        self._rules = rules
        self._names = names
        self._found = Merged()
        self._terms = self._found.terms
        self._queue: deque[Record] = deque()
        self._made: list[Record] = []
        self._uses: dict[int, list[Record]] = {}
        self._by_id: dict[tuple[str, Term], Record] = {}
        self._by_pair: dict[tuple[str, Term, Term], Record] = {}
        self._clashes: set[frozenset[int]] = set()

    def merge(self) -> Merged:
        """The records, the objects and the violations of constraints 22-29."""
        statements = self._instance.statements
        shared = _shared_ids(statements) if 15 in self._rules.inferences else frozenset()
        objects = []
        for stated in statements:
            if stated.kind in OBJECTS:
                objects.append(stated)
            elif self._lacks(stated):
                continue
            elif stated.kind in KEYED:
                self._expand(stated, stated.id in shared)
            else:
                self._found.plain.append(stated)
        self._settle_all()
        self._found.records = [record for record in self._made if record.into is None]
        self._merge_objects(objects)
        self._start_and_end_times()
        return self._found

    def _lacks(self, stated: Statement) -> bool:
        absent = [
            p.name
            for p, value in zip(KINDS[stated.kind], stated.arguments, strict=True)
            if value is None and p.required
        ]
        if absent:
            message = f"{self._shown(stated)} does not say its {' and '.join(absent)}"
            self._found.violations.append(Violation("prov-dm", distinct((stated.id, *stated.arguments)), message))
        return bool(absent)

    def _expand(self, stated: Statement, shared: bool) -> None:
        """Definitions 1 and 4: absent identifiers, arguments and times become variables, where they may."""
        kind, terms = stated.kind, self._terms
        name = self._found.name
        given = [name(stated.arguments[i]) for i in _NAMED[kind]]
        identifier = terms.fresh() if stated.id is None else name(stated.id)
        specified = kind == "wasDerivedFrom" and given[2] is not None
        for i, formal in enumerate(KINDS[kind][: len(given)]):
            if given[i] is None and (formal.expandable or (specified and i > 2)):
                given[i] = terms.fresh()
        at = _TIMED[kind]
        time = self._time(stated.arguments[at]) if at >= 0 else None
        record = Record(kind, identifier, tuple(given), time, stated)
        self._add(record)
        self._infer(record)
        if shared:
            self._add(Record("wasInfluencedBy", identifier, record.arguments[:2], None, stated, 15))

    def _infer(self, record: Record) -> None:
        """Inferences 9-11, whose conclusions have names that other statements can share.

        The other inferences add statements about new variables only, or closures; the ordering and typing rules take
        them into account without making them.
        """
        inferences, fresh = self._rules.inferences, self._terms.fresh
        number = {"wasStartedBy": 9, "wasEndedBy": 10, "wasDerivedFrom": 11}.get(record.kind)
        if number is None or number not in inferences:
            return
        stated = record.statements[0]
        if number == 11:
            after, before, activity, generation, usage = record.arguments
            if activity is None:
                return
            self._add(Record("used", usage, (activity, before), self._found.times.fresh(), stated, 11))
            made = Record("wasGeneratedBy", generation, (after, activity), self._found.times.fresh(), stated, 11)
        else:
            trigger, starter = record.arguments[1:3]
            made = Record("wasGeneratedBy", fresh(), (trigger, starter), self._found.times.fresh(), stated, number)
        self._add(made)

    def _time(self, text: str | None) -> Term:
        return self._found.times.fresh() if text is None else instant(text)

    def _add(self, record: Record) -> None:
        self._made.append(record)
        for term in (record.id, *record.arguments):
            if isinstance(term, int):
                self._uses.setdefault(term, []).append(record)
        self._queue.append(record)

    def _settle_all(self) -> None:
        queue, bound, uses = self._queue, self._terms.bound, self._uses
        while queue:
            record = queue.popleft()
            if record.into is None:
                self._settle(record)
            while bound:
                variable = bound.pop()
                again = uses.pop(variable, [])
                root = self._terms.find(variable)
                if isinstance(root, int):
                    uses.setdefault(root, []).extend(again)
                queue.extend(again)

    def _settle(self, record: Record) -> None:
        find, kind = self._terms.find, record.kind
        own = (kind, find(record.id))
        other = self._by_id.setdefault(own, record).alive()
        if other is not record and self._join(record, other, "23"):
            return
        unique = UNIQUE.get(kind)
        if unique is None:
            return
        number, first, second = unique
        pair = (kind, find(record.arguments[first]), find(record.arguments[second]))
        other = self._by_pair.setdefault(pair, record).alive()
        if other is not record:
            self._join(record, other, number)

    def _join(self, record: Record, other: Record, number: str) -> bool:
        """Merges a record into another one with its key; reports what does not fit and then binds nothing."""
        clash = self._terms.clash
        apart = [clash(a, b) for a, b in zip(record.arguments, other.arguments, strict=True)]
        ids, times = clash(record.id, other.id), self._found.times.clash(record.time, other.time)
        if ids or times or any(apart):
            self._report(record, other, number, [*apart, times], ids)
            return False
        self._terms.unite(record.id, other.id)
        for a, b in zip(record.arguments, other.arguments, strict=True):
            self._terms.unite(a, b)
        if record.time is not None:
            self._found.times.unite(record.time, other.time)
        record.into = other
        other.statements += record.statements
        other.inferred = min(other.inferred, record.inferred)
        return True

    def _report(self, record: Record, other: Record, number: str, apart: list[bool], ids: bool) -> None:
        pair = frozenset((id(record), id(other)))
        if pair in self._clashes:
            return
        self._clashes.add(pair)
        parts = ["identifier", *(p.name for p in KINDS[record.kind] if not p.time), "time"]
        different = [part for part, out in zip(parts, [ids, *apart], strict=True) if out]
        number = number if ids else "23"
        one, two = other.statements[0], record.statements[0]
        message = f"{self._shown(one)} and {self._shown(two)} must be one, but differ in {', '.join(different)}"
        nodes = distinct(map(self._terms.find, (other.id, record.id, *other.arguments, *record.arguments)))
        self._found.violations.append(Violation(number, nodes, message))

    def _merge_objects(self, objects: Iterable[Statement]) -> None:
        tables: dict[str, dict[Term, list[Statement]]] = {kind: {} for kind in sorted(OBJECTS)}
        root, spans, times = self._found.root, self._found.spans, self._found.times
        for stated in objects:
            name = root(stated.id)
            tables[stated.kind].setdefault(name, []).append(stated)
            if stated.kind != "activity":
                continue
            start, end = (self._time(text) for text in stated.arguments)
            if name not in spans:
                spans[name] = start, end
                continue
            for known, now, which in zip(spans[name], (start, end), ("start", "end"), strict=True):
                if times.clash(known, now):
                    message = (
                        f"{self._shown(stated)} says another {which} time than an earlier statement of that activity"
                    )
                    self._found.violations.append(Violation("22", distinct((name, stated.id)), message))
                else:
                    times.unite(known, now)
        self._found.objects = tables

    def _start_and_end_times(self) -> None:
        """Constraints 28 and 29: an activity's times are those of its start and end events."""
        for kind, number, which in (("wasStartedBy", "28", 0), ("wasEndedBy", "29", 1)):
            for record in self._found.records:
                if record.kind != kind:
                    continue
                activity = self._terms.find(record.arguments[0])
                span = self._found.spans.get(activity)
                if span is None:
                    continue
                if self._found.times.clash(span[which], record.time):
                    message = f"{self._shown(record.statements[0])} has another time than the activity itself"
                    nodes = distinct((activity, self._terms.find(record.id)))
                    self._found.violations.append(Violation(number, nodes, message))
                else:
                    self._found.times.unite(span[which], record.time)

    def _shown(self, stated: Statement) -> str:
        return shown(stated, self._names)


def shown(stated: Statement, names: Names) -> str:
    """A statement in a message: as PROV-N without its attributes, and its line."""
    values = [
        "-" if value is None else value if formal.time else names.short(value)
        for formal, value in zip(KINDS[stated.kind], stated.arguments, strict=True)
    ]
    if stated.kind in OBJECTS:
        values = [names.short(stated.id), *(values if any(v != "-" for v in values) else ())]
        mark = ""
    else:
        while len(values) > 2 and values[-1] == "-":
            values.pop()
        mark = f"{names.short(stated.id)}; " if stated.id else ""
    where = f" (line {stated.line})" if stated.line else ""
    return f"{stated.kind}({mark}{', '.join(values)}){where}"


def _shared_ids(statements: Iterable[Statement]) -> frozenset[str | None]:
    """Identifiers that relations of more than one kind have: where inference 15 can bind something."""
    kinds: dict[str, str] = {}
    shared: set[str | None] = set()
    for stated in statements:
        if stated.id is not None and stated.kind in KEYED and kinds.setdefault(stated.id, stated.kind) != stated.kind:
            shared.add(stated.id)
    return frozenset(shared)


def by_kind(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Records by kind."""
    found: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        found[record.kind].append(record)
    return found


def instants(record: Record, times: Terms) -> Iterator[Instant]:
    """The time of a record, if it is known."""
    found = times.find(record.time)
    if isinstance(found, Instant):
        yield found
