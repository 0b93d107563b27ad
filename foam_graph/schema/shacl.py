"""The shapes ``ontology/foam-shapes.ttl``: what SHACL can say of the two tables, for graphs exported as RDF.

Each node and activity kind has a shape with its fields; each edge kind has one for its two ends and, where it has
fields, one for the edge as a thing of its own. A list field holds repeated values, or one JSON text as the PROV export
writes it. A personal text that is missing is a warning unless the export says it was redacted: erasing it is lawful.
Names of kinds are spelled out, so that no inference is needed. Source: W3C SHACL 2017, core constraints only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam_graph.exchange.prov_export.edges import DERIVATIONS, REVERSED
from foam_graph.exchange.prov_export.terms import withheld
from foam_graph.model import nodes
from foam_graph.model.kinds import EdgeKind, Field, NodeKind
from foam_graph.schema.owl import EXPORTED, STORED
from foam_graph.schema.terms import (
    BY_CLASS,
    SHAPES,
    activity_rows,
    block,
    datatype,
    edge_rows,
    english,
    foam,
    head,
    inherited,
    listed,
    node_rows,
    quoted,
    rdf_list,
    satisfying,
)

Pairs = list[tuple[str, str]]
_INTEGERS = ("xsd:integer", "xsd:int", "xsd:long")
"""PROV writers say how wide an integer is; Turtle and JSON-LD do not."""


def shapes() -> str:
    """The Turtle text; the same for the same tables."""
    parts = [
        head("Shapes of the FOAM graph, for SHACL.", ("foam", "foamsh", "owl", "prov", "rdfs", "sh", "xsd")),
        _about(),
    ]
    for row in node_rows():
        parts.extend(_node(row))
    for row in activity_rows():
        fields = [f for f in nodes.ACTIVITY_FIELDS if f.name not in BY_CLASS]
        parts.append(_kind(row.label, row.doc, fields, frozenset()))
    for edge in edge_rows():
        parts.extend(_edge(edge))
    return "\n".join(parts)


def _about() -> str:
    return block(
        f"<{SHAPES.rstrip('#')}>", [("a", "owl:Ontology"), ("rdfs:label", english("Shapes of the FOAM graph"))]
    )


def _node(row: NodeKind) -> Iterator[str]:
    found = inherited(row)
    # An empty list cannot be told from one that was erased.
    lenient = frozenset(f.name for _, f in found if f.required and withheld(f, redact=True) and not listed(f))
    yield _kind(row.label, row.doc, [f for _, f in found], lenient)
    yield from (_present(row.label, f) for _, f in found if f.name in lenient)


def _kind(label: str, doc: str, fields: Iterable[Field], lenient: frozenset[str]) -> str:
    pairs = [("a", "sh:NodeShape"), ("sh:targetClass", f"foam:{label}"), ("rdfs:comment", english(doc))]
    pairs += [("sh:property", _property(f, must=f.required and f.name not in lenient)) for f in fields]
    exported = (f for owners, f in EXPORTED.values() if label in owners)
    pairs += [("sh:property", _property(f, must=False)) for f in (*STORED, *exported)]
    return block(f"foamsh:{label}", pairs)


def _property(field: Field, must: bool) -> str:
    pairs = [("sh:path", f"foam:{field.name}"), ("sh:name", quoted(field.name)), ("sh:description", english(field.doc))]
    if not listed(field):
        # A list may be empty, and repeated values are then none: only what is one value can be counted.
        pairs += [("sh:minCount", "1")] if must else []
        pairs.append(("sh:maxCount", "1"))
    return _inline([*pairs, *_values(field)])


def _values(field: Field) -> Pairs:
    pairs = [_one_of("sh:datatype", _INTEGERS if field.type == "int" else (datatype(field),))]
    if field.type.endswith("[]"):
        # One JSON text is no value of a closed list, and no number.
        return pairs
    pairs += [("sh:in", rdf_list(map(quoted, map(str, field.values))))] if field.values else []
    pairs += [("sh:minInclusive", str(field.low))] if field.low is not None else []
    pairs += [("sh:maxInclusive", str(field.high))] if field.high is not None else []
    return pairs


def _one_of(constraint: str, values: Iterable[str]) -> tuple[str, str]:
    found = tuple(values)
    if len(found) == 1:
        return constraint, found[0]
    return "sh:or", rdf_list(f"[ {constraint} {value} ]" for value in found)


def _inline(pairs: Pairs) -> str:
    return "[ " + " ; ".join(f"{name} {value}" for name, value in pairs) + " ]"


def _present(label: str, field: Field) -> str:
    """A personal text is there, or the export says that it was left out."""
    told = _inline([("sh:pattern", quoted(f'(^|"){field.name}("|$)'))])
    redacted = [("sh:path", "foam:redacted"), ("sh:qualifiedValueShape", told), ("sh:qualifiedMinCount", "1")]
    there = _inline([("sh:path", f"foam:{field.name}"), ("sh:minCount", "1")])
    message = f"The {field.name} of this {label} is missing and not redacted: it was erased, or it is lost."
    pairs = [("a", "sh:NodeShape"), ("sh:targetClass", f"foam:{label}"), ("sh:severity", "sh:Warning")]
    pairs += [("sh:message", english(message)), ("sh:or", rdf_list((there, _inline(redacted))))]
    return block(f"foamsh:{label}-{field.name}", pairs)


def _edge(row: EdgeKind) -> Iterator[str]:
    ends = _inline([("sh:path", f"foam:{row.type}"), _one_of("sh:class", foam(satisfying(row.ends)))])
    pairs = [("a", "sh:NodeShape"), ("sh:targetSubjectsOf", f"foam:{row.type}"), ("rdfs:comment", english(row.doc))]
    pairs += [_one_of("sh:class", foam(satisfying(row.starts))), ("sh:property", ends)]
    yield block(f"foamsh:{row.type}", pairs)
    yield from _exported_ends(row)
    if row.fields:
        own = [("a", "sh:NodeShape"), ("sh:targetClass", f"foam:{row.type}")]
        fields = [(f, f.required and not f.personal) for f in row.fields]
        own += [("sh:property", _property(f, must)) for f, must in fields]
        yield block(f"foamsh:{row.type}-fields", own)


def _exported_ends(row: EdgeKind) -> Iterator[str]:
    """The ends of an edge as the PROV export says them: of a relation that is a thing of its own, or of a membership."""
    if row.automatic:
        return
    starts, ends = (_one_of("sh:class", foam(satisfying(labels))) for labels in (row.starts, row.ends))
    if row.prov == "hadMember":
        member = _inline([("sh:path", "prov:hadMember"), ends])
        for label in row.starts:
            pairs = [("a", "sh:NodeShape"), ("sh:targetClass", f"foam:{label}"), ("sh:property", member)]
            yield block(f"foamsh:{row.type}-{label}", pairs)
        return
    pairs = [("a", "sh:NodeShape"), ("sh:targetClass", f"foam:{row.type}")]
    for holders, property_, subject, object_ in _forms(row, starts, ends):
        holder = _inline([("sh:alternativePath", rdf_list(f"[ sh:inversePath {one} ]" for one in holders))])
        path = f"[ sh:inversePath {holders[0]} ]" if len(holders) == 1 else holder
        pairs += [("sh:property", _inline([("sh:path", path), subject]))]
        pairs += [("sh:property", _inline([("sh:path", property_), object_]))]
    yield block(f"foamsh:{row.type}-ends", pairs)


def _forms(
    row: EdgeKind, starts: tuple[str, str], ends: tuple[str, str]
) -> Iterator[tuple[tuple[str, ...], str, tuple[str, str], tuple[str, str]]]:
    """The relations that an edge may become: properties from the subject, property to the object, class of each."""
    yield ("prov:qualifiedInfluence",), "prov:influencer", starts, ends
    if row.prov in DERIVATIONS:
        subject, object_ = (ends, starts) if row.type in REVERSED else (starts, ends)
        names = ("prov:qualifiedDerivation", "prov:qualifiedQuotation", "prov:qualifiedRevision")
        yield names, "prov:entity", subject, object_
    if row.prov == "used":
        yield ("prov:qualifiedUsage",), "prov:entity", starts, ends
