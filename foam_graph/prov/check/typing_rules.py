"""Types and impossible combinations (PROV-CONSTRAINTS 50-56, inference 21 on types, PROV-LINKS on mentions)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from foam_graph.prov.check.components import components
from foam_graph.prov.check.merging import Merged, Record, shown
from foam_graph.prov.check.rules import ACTIVITY, AGENT, COLLECTION, EMPTY, ENTITY, Rules
from foam_graph.prov.check.terms import Term
from foam_graph.prov.check.violations import Violation, distinct
from foam_graph.prov.model import Names, Statement
from foam_graph.prov.vocabulary import PROV

_EMPTY_COLLECTION = PROV + "EmptyCollection"
_BIT = {"entity": ENTITY, "activity": ACTIVITY, "agent": AGENT}


@dataclass
class Specializations:
    """The specializations of an instance (and the mentions, which are specializations too: PROV-LINKS).

    Attributes:
        pairs: Specific and general entity, terms, each pair once.
        general: Per specific entity its general ones.
        specific: Per general entity its specific ones.
    """

    pairs: dict[tuple[Term, Term], Statement] = field(default_factory=dict)
    general: dict[Term, list[Term]] = field(default_factory=dict)
    specific: dict[Term, list[Term]] = field(default_factory=dict)


def specializations(merged: Merged) -> Specializations:
    """Collects them; the transitive closure (inference 19) is never made, only walked."""
    found = Specializations()
    for stated in merged.plain:
        if stated.kind not in ("specializationOf", "mentionOf"):
            continue
        specific, general = merged.root(stated.arguments[0]), merged.root(stated.arguments[1])
        if (specific, general) not in found.pairs:
            found.pairs[specific, general] = stated
            found.general.setdefault(specific, []).append(general)
            found.specific.setdefault(general, []).append(specific)
    return found


def inherited(start: set[Term], specializations: Specializations) -> set[Term]:
    """What is in a set, and all that specializes it (inference 21: a specialization has the attributes)."""
    found, waiting = set(start), list(start)
    while waiting:
        for specific in specializations.specific.get(waiting.pop(), ()):
            if specific not in found:
                found.add(specific)
                waiting.append(specific)
    return found


class TypeRules:
    """Checks types and impossible combinations.

    Args:
        merged: The instance after merging.
        special: Its specializations.
        rules: What to apply.
        names: Shortens names in messages.
    """

    def __init__(self, merged: Merged, special: Specializations, rules: Rules, names: Names) -> None:
        self._merged = merged
        self._special = special
        self._rules = rules
        self._names = names
        self._types: dict[Term, int] = {}
        self._why: dict[tuple[Term, int], Statement] = {}

    def violations(self) -> Iterator[Violation]:
        """All of 51-56; 50 shows in what follows from it."""
        self._collect()
        yield from self._unspecified_derivations()
        yield from self._circular_specializations()
        yield from self._overlaps()
        yield from self._disjoint()
        yield from self._empty_collections()
        yield from self._mentions()

    def _collect(self) -> None:
        root, find, typed = self._merged.root, self._merged.terms.find, self._rules.typed
        for kind, table in self._merged.objects.items():
            for name, statements in table.items():
                self._note(name, _BIT[kind], statements[0])
        for record in self._merged.records:
            for place, term in enumerate(record.arguments):
                types = typed.get((record.kind, place))
                if types and term is not None:
                    self._note(find(term), types, record.statements[0])
        for stated in self._merged.plain:
            for place, name in enumerate(stated.arguments):
                types = typed.get((stated.kind, place))
                if types and name is not None:
                    self._note(root(name), types, stated)
        empty = {
            name: stated
            for name, statements in self._merged.objects["entity"].items()
            for stated in statements
            if _EMPTY_COLLECTION in stated.types()
        }
        reach = inherited(set(empty), self._special) if 21 in self._rules.inferences else set(empty)
        origin = next(iter(empty.values()), None)
        for name in reach:
            because = empty.get(name) or origin
            if because is not None:
                self._note(name, ENTITY | COLLECTION | EMPTY, because)

    def _note(self, term: Term, types: int, stated: Statement) -> None:
        known = self._types.get(term, 0)
        if types & ~known:
            self._types[term] = known | types
            for bit in (ENTITY, ACTIVITY, EMPTY):
                if types & bit & ~known:
                    self._why[term, bit] = stated

    def _unspecified_derivations(self) -> Iterator[Violation]:
        for record in self._merged.records:
            if record.kind != "wasDerivedFrom" or record.inferred:
                continue
            activity, generation, usage = record.arguments[2:]
            if activity is None and (generation is not None or usage is not None):
                message = f"{self._shown(record.statements[0])} names a generation or usage, but not the activity"
                nodes = distinct(map(self._merged.terms.find, (record.id, *record.arguments)))
                yield Violation("51", nodes, message)

    def _circular_specializations(self) -> Iterator[Violation]:
        numbers: dict[Term, int] = {}
        for pair in self._special.pairs:
            for term in pair:
                numbers.setdefault(term, len(numbers))
        ahead: list[list[int]] = [[] for _ in numbers]
        for specific, general in self._special.pairs:
            ahead[numbers[specific]].append(numbers[general])
        component, _ = components(ahead)
        groups: dict[int, list[Term]] = {}
        for specific, general in self._special.pairs:
            own = component[numbers[specific]]
            if own == component[numbers[general]]:
                groups.setdefault(own, []).extend((specific, general))
        for terms in groups.values():
            nodes = tuple(dict.fromkeys(terms))
            shown = ", ".join(map(self._names.short, nodes[:8])) + (", …" if len(nodes) > 8 else "")
            how = "is a specialization of itself" if len(nodes) == 1 else "are specializations of one another"
            yield Violation("52", distinct(nodes), f"{shown} {how}")

    def _overlaps(self) -> Iterator[Violation]:
        """Constraints 53 and 54: one identifier, things of two sorts."""
        find, keyed = self._merged.terms.find, self._rules.keyed
        first: dict[Term, Record] = {}
        objects = self._merged.objects
        for record in self._merged.records:
            if record.inferred == 15:
                continue
            name = find(record.id)
            other = first.get(name)
            if record.kind in self._rules.disjoint:
                if other is None:
                    first[name] = record
                elif other.kind != record.kind:
                    yield Violation(
                        "53", distinct((name,)), self._both(name, other.statements[0], record.statements[0])
                    )
            if record.kind in keyed:
                for kind in objects:
                    if name in objects[kind]:
                        yield Violation(
                            "54", distinct((name,)), self._both(name, objects[kind][name][0], record.statements[0])
                        )

    def _both(self, name: Term, one: Statement, two: Statement) -> str:
        return f"{self._names.short(name)} identifies both {self._shown(one)} and {self._shown(two)}"

    def _disjoint(self) -> Iterator[Violation]:
        for term, types in self._types.items():
            if types & ENTITY and types & ACTIVITY:
                one, two = self._why[term, ENTITY], self._why[term, ACTIVITY]
                because = f"an entity by {self._shown(one)} and an activity by {self._shown(two)}"
                yield Violation("55", distinct((term,)), f"{self._names.short(term)} is {because}")

    def _empty_collections(self) -> Iterator[Violation]:
        for stated in self._merged.plain:
            if stated.kind != "hadMember":
                continue
            collection, member = map(self._merged.root, stated.arguments)
            if self._types.get(collection, 0) & EMPTY:
                why = self._shown(self._why[collection, EMPTY])
                message = f"{self._shown(stated)}, but {why} is an empty collection"
                yield Violation("56", distinct((collection, member)), message)

    def _mentions(self) -> Iterator[Violation]:
        known: dict[Term, Statement] = {}
        for stated in self._merged.plain:
            if stated.kind != "mentionOf":
                continue
            specific, *rest = map(self._merged.root, stated.arguments)
            other = known.setdefault(specific, stated)
            if list(map(self._merged.root, other.arguments[1:])) != rest:
                message = f"{self._shown(other)} and {self._shown(stated)} mention two things"
                yield Violation("prov-links", distinct((specific, *rest)), message)

    def _shown(self, stated: Statement) -> str:
        return shown(stated, self._names)
