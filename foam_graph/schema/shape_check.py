"""The shapes of the graph as Cypher: what SHACL says of an export, said of the database itself, page by page.

The statements are generated from the model tables, like the shapes, and give the same verdicts: a value is judged as the
export would write it, so a list in a field of text passes here too. One statement reads nodes, one activities, one edges;
the server sends only what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from foam_graph.exchange.prov_export.terms import NEVER, REL, joined, withheld
from foam_graph.model.kinds import STAMPS, EdgeKind, Field
from foam_graph.model.nodes import ACTIVITY_FIELDS
from foam_graph.model.validation import field_fault
from foam_graph.schema.terms import BY_CLASS, activity_rows, edge_rows, inherited, listed, node_rows
from foam_graph.store.edge_ranges import edges_of
from foam_graph.store.store import Store

PAGE = 1_000
"""Activities whose rows are checked by one statement."""
_TEXT = ("STRING", "LIST<ANY>")
_TYPES = {"int": ("INTEGER",), "float": ("FLOAT",), "bool": ("BOOLEAN",)}
"""Types of the database that the export writes as the field's datatype; every other field is text, or a list as text."""
_PLACED = tuple(f for f in STAMPS if f.name in ("seq", "ord"))
"""The stamps that an export says; ``id`` is what everything is found by."""


@dataclass(frozen=True)
class Violation:
    """One thing that a shape does not allow.

    Attributes:
        node: Id of the node; of an edge, of its start.
        shape: Kind of node or type of edge.
        path: Field, or ``start`` or ``end`` of an edge; empty where the node is of no kind at all.
        message: What is wrong.
        grade: ``violation``; ``warning`` for a personal text that is not there, since erasing it is lawful.
        edge: For an edge, the IRI that an export names it by.
    """

    node: str
    shape: str
    path: str
    message: str
    grade: str = "violation"
    edge: str = ""

    def as_json(self) -> dict[str, str]:
        """As the command line prints it."""
        return asdict(self)


@dataclass(frozen=True)
class _Rule:
    """A field as it is checked: ``must`` is a violation where it is missing, ``expected`` a warning."""

    field: Field
    must: bool
    expected: bool = False

    def holds(self, name: str) -> str:
        """Cypher that is true where a thing of this name obeys, and never null."""
        value = f"{name}.`{self.field.name}`"
        there = " NOT NULL" if self.must or self.expected else ""
        types = _TYPES.get(self.field.type, _TEXT)
        said = [f"{value} IS :: {' | '.join(one + there for one in types)}"]
        if not self.field.type.endswith("[]"):
            if self.field.values:
                said.append(f"{value} IN [{', '.join(map(_quoted, self.field.values))}]")
            said += [f"{value} >= {self.field.low}"] if self.field.low is not None else []
            said += [f"{value} <= {self.field.high}"] if self.field.high is not None else []
        both = " AND ".join(said)
        return f"({both})" if there or len(said) == 1 else f"({value} IS NULL OR ({both}))"


def check_shapes(source: Store, run: str, last: int) -> Iterator[Violation]:
    """What a chain holds against the shapes, in pages.

    Args:
        source: The store.
        run: Id of the chain.
        last: Place of its last activity.
    """
    for low in range(0, last + 1, PAGE):
        place = {"run": run, "low": low, "high": low + PAGE}
        for row in source.read(node_statement(), **place):
            yield from _things(source, row, "Artifact", _node_rules())
        for row in source.read(activity_statement(), **place):
            yield from _things(source, row, "Activity", _activity_rules())
        for row in source.read(edge_statement(), **place):
            yield from _edge(source, row)


@cache
def _node_rules() -> Mapping[str, tuple[_Rule, ...]]:
    # A kind that is another one too carries both labels, so it is asked for first.
    rows = sorted(node_rows(), key=lambda row: -len(row.also))
    return {row.label: (*map(_node_rule, inherited(row)), *_stamped()) for row in rows}


def _node_rule(owned: tuple[str, Field]) -> _Rule:
    field = owned[1]
    lenient = field.required and withheld(field, redact=True)
    asked = field.required and not listed(field)
    return _Rule(field, asked and not lenient, asked and lenient)


def _stamped() -> Iterator[_Rule]:
    return (_Rule(field, must=False) for field in _PLACED)


@cache
def _activity_rules() -> Mapping[str, tuple[_Rule, ...]]:
    told = [f for f in ACTIVITY_FIELDS if f.name not in BY_CLASS | NEVER]
    rules = (*(_Rule(f, f.required and not listed(f)) for f in told), *_stamped())
    return {row.label: rules for row in activity_rows()}


def _edge_rules(row: EdgeKind) -> tuple[_Rule, ...]:
    return tuple(_Rule(f, f.required and not f.personal and not listed(f)) for f in row.fields)


@cache
def node_statement() -> str:
    """Cypher that gives the nodes of a range that break a shape, each with the fields that do."""
    return _statement("Artifact", _node_rules())


@cache
def activity_statement() -> str:
    """The same for activities."""
    return _statement("Activity", _activity_rules())


def _statement(label: str, kinds: Mapping[str, tuple[_Rule, ...]]) -> str:
    holds = "\n".join(f"  WHEN n:{kind} THEN {_all(rules, 'n')}" for kind, rules in kinds.items())
    return (
        f"MATCH (n:{label}) WHERE n.run = $run AND n.seq >= $low AND n.seq < $high\n"
        f"AND NOT CASE\n{holds}\n  ELSE false END\n"
        f"RETURN n.id AS id, labels(n) AS labels"
    )


def _faulty(label: str, kind: str, rules: Iterable[_Rule]) -> str:
    """Cypher for the fields of one thing that break its shape; apart, since a server takes seconds to plan it for all."""
    return f"MATCH (n:{label}:{kind}) WHERE n.id = $id RETURN {_wrong(rules, 'n')} AS wrong"


@cache
def edge_statement() -> str:
    """Cypher that gives the edges of a range that break a shape: ends of the wrong kind, or fields."""
    kinds = [row for row in edge_rows() if not row.automatic]
    holds = "\n".join(
        f"  WHEN '{row.type}' THEN (a:{'|'.join(row.starts)}) AND (b:{'|'.join(row.ends)}) AND {_all(_edge_rules(row), 'e')}"
        for row in kinds
    )
    # Computed first and then asked for: as a condition it would be weighed as a way into the index of each type, which
    # took a server four times as long to plan.
    return (
        f"{edges_of((row.type for row in kinds), 'a', 'b')}\n"
        f"WITH a, e, b, CASE type(e)\n{holds}\n  ELSE false END AS holds WHERE NOT holds\n"
        "RETURN type(e) AS type, a.id AS start, labels(a) AS start_kinds, b.id AS end, labels(b) AS end_kinds, "
        "e.activity AS activity, e.ord AS ord, elementId(e) AS edge"
    )


def _all(rules: Iterable[_Rule], name: str) -> str:
    return " AND ".join(rule.holds(name) for rule in rules) or "true"


def _wrong(rules: Iterable[_Rule], name: str) -> str:
    found = (f"CASE WHEN {r.holds(name)} THEN [] ELSE [['{r.field.name}', {name}.`{r.field.name}`]] END" for r in rules)
    return " + ".join(found) or "[]"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _things(
    source: Store, row: Mapping[str, Any], label: str, kinds: Mapping[str, tuple[_Rule, ...]]
) -> Iterator[Violation]:
    node = str(row["id"])
    kind = next((one for one in kinds if one in row["labels"]), None)
    if kind is None:
        yield Violation(node, "", "", f"its labels are those of no kind: {', '.join(row['labels'])}")
        return
    rules = {rule.field.name: rule for rule in kinds[kind]}
    for found in source.read(_faulty(label, kind, rules.values()), id=row["id"]):
        for path, value in found["wrong"]:
            yield _field(rules[path], kind, node, value)


def _field(rule: _Rule, shape: str, node: str, value: Any, edge: str = "") -> Violation:
    path = rule.field.name
    if value is None:
        told = f"{path} is missing" + (": it was erased, or it is lost" if rule.expected else "")
        return Violation(node, shape, path, told, "warning" if rule.expected else "violation", edge)
    return Violation(node, shape, path, f"{path} {field_fault(rule.field, value)}", edge=edge)


def _edge(source: Store, row: Mapping[str, Any]) -> Iterator[Violation]:
    kind = next(r for r in edge_rows() if r.type == row["type"])
    node, edge = str(row["start"]), joined(REL, str(row["activity"]), "edge", str(row["ord"]))
    for end, labels, allowed in (("start", row["start_kinds"], kind.starts), ("end", row["end_kinds"], kind.ends)):
        if not set(labels) & set(allowed):
            told = (
                f"{kind.type} from {row['start']} to {row['end']}: its {end} is a {labels[-1] if labels else 'nothing'}"
            )
            yield Violation(node, kind.type, end, f"{told}, it must be one of {', '.join(allowed)}", edge=edge)
    rules = {rule.field.name: rule for rule in _edge_rules(kind)}
    text = f"MATCH ()-[e:{kind.type}]->() WHERE elementId(e) = $edge RETURN {_wrong(rules.values(), 'e')} AS wrong"
    for found in source.read(text, edge=row["edge"]) if rules else []:
        for path, value in found["wrong"]:
            yield _field(rules[path], kind.type, node, value, edge)
