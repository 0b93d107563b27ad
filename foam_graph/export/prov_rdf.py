"""A PROV document as PROV-O Turtle (PROV-O, Turtle 1.1), with Web Annotation selectors for the evidence sentences.

Written line by line rather than through a graph library's serialiser, which needs minutes for large runs; the order of
subjects, properties and objects is fixed by the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import rdflib
from prov.constants import PROV, XSD
from prov.identifier import Namespace, QualifiedName
from prov.model import ProvAssociation, ProvDerivation, ProvDocument, ProvElement, ProvMembership, ProvRecord

from foam_graph.export.prov_terms import NAMESPACES, REL, joined, name_of, visible
from foam_graph.model.subgraph import Node, Subgraph

OA = Namespace("oa", "http://www.w3.org/ns/oa#")
RDFS = Namespace("rdfs", "http://www.w3.org/2000/01/rdf-schema#")
_PREFIXES = (PROV, Namespace("xsd", XSD.uri), RDFS, OA, *NAMESPACES)
_INT = 2**31

Triples = list[tuple[str, str]]
"""Properties and objects of one subject, in order."""

_QUALIFIED = {
    "Generation": ("qualifiedGeneration", "wasGeneratedBy", "activity"),
    "Usage": ("qualifiedUsage", "used", "entity"),
    "Communication": ("qualifiedCommunication", "wasInformedBy", "activity"),
    "Derivation": ("qualifiedDerivation", "wasDerivedFrom", "entity"),
    "Revision": ("qualifiedRevision", "wasRevisionOf", "entity"),
    "Quotation": ("qualifiedQuotation", "wasQuotedFrom", "entity"),
    "Association": ("qualifiedAssociation", "wasAssociatedWith", "agent"),
    "Delegation": ("qualifiedDelegation", "actedOnBehalfOf", "agent"),
    "Influence": ("qualifiedInfluence", "wasInfluencedBy", "influencer"),
}
"""PROV-O 3.3: per class the qualified property, the short one, and the property of the influencer."""
_PROPERTIES = {
    "type": "a",
    "label": "rdfs:label",
    "startTime": "prov:startedAtTime",
    "endTime": "prov:endedAtTime",
    "time": "prov:atTime",
    "role": "prov:hadRole",
    "plan": "prov:hadPlan",
    "activity": "prov:hadActivity",
    "generation": "prov:hadGeneration",
    "usage": "prov:hadUsage",
}


def turtle(document: ProvDocument, graph: Subgraph, *, redact: bool = False, shortcuts: bool = False) -> str:
    """The Turtle of a document.

    Args:
        document: Made by ``prov_document``; every relation but membership is named.
        graph: The run, for the selectors of its sentences.
        redact: Leave the exact words out of the selectors.
        shortcuts: Add the unqualified properties too.
    """
    lines = [f"@prefix {n.prefix}: <{n.uri}> ." for n in _PREFIXES]
    subjects: dict[str, Triples] = {}
    for record in document.get_records():
        _add(subjects, record, shortcuts)
    roles = {value for r in document.get_records(ProvAssociation) for value in r.get_attribute(PROV["role"])}
    for role in sorted(roles, key=str):
        subjects.setdefault(_name(role), []).append(("a", "prov:Role"))
    for node in sorted(graph.of("EvidenceSentence"), key=lambda n: n.id):
        subjects.update(_selectors(graph, node, redact))
    lines += [_block(subject, pairs) for subject, pairs in subjects.items()]
    return "\n".join(lines) + "\n"


def _block(subject: str, pairs: Triples) -> str:
    return f"\n{subject} " + " ;\n    ".join(f"{name} {value}" for name, value in dict.fromkeys(pairs)) + " ."


def _add(subjects: dict[str, Triples], record: ProvRecord, shortcuts: bool) -> None:
    if isinstance(record, ProvMembership):
        collection, member = (value for _, value in record.formal_attributes)
        subjects.setdefault(_name(collection), []).append(("prov:hadMember", _name(member)))
    elif isinstance(record, ProvElement):
        kind = record.get_type().localpart
        own = subjects.setdefault(_name(record.identifier), [])
        own.append(("a", f"prov:{kind}"))
        own.extend(_pairs(record.attributes))
    else:
        _add_relation(subjects, record, shortcuts)


def _add_relation(subjects: dict[str, Triples], record: ProvRecord, shortcuts: bool) -> None:
    (_, subject), (_, object_), *rest = record.formal_attributes
    class_ = relation_class(record)
    qualified, short, influencer = _QUALIFIED[class_]
    node = _name(record.identifier)
    owner = subjects.setdefault(_name(subject), [])
    if shortcuts:
        owner.append((f"prov:{short}", _name(object_)))
    owner.append((f"prov:{qualified}", node))
    pairs: Triples = [("a", f"prov:{class_}"), (f"prov:{influencer}", _name(object_))]
    pairs.extend(_pairs((name, value) for name, value in rest if value is not None))
    pairs.extend(_pairs(record.extra_attributes))
    subjects[node] = pairs


def relation_class(record: ProvRecord) -> str:
    """The PROV-O class of a relation: quotations and revisions have classes of their own."""
    if isinstance(record, ProvDerivation):
        found = {t.localpart for t in record.get_asserted_types() if t.namespace == PROV}
        return next(iter(found & {"Quotation", "Revision"}), "Derivation")
    return str(record.get_type().localpart)


def _pairs(found: Iterable[tuple[QualifiedName, Any]]) -> Iterator[tuple[str, str]]:
    for name, value in found:
        known = _PROPERTIES.get(name.localpart, "") if name.namespace == PROV else ""
        yield known or _name(name), _object(value)


def _name(name: QualifiedName | None) -> str:
    if name is None:
        raise ValueError("a PROV statement without a name has no place in Turtle")
    # Every local part here comes from prov_terms, which keeps to what Turtle takes without escapes.
    return f"{name.namespace.prefix}:{name.localpart}"


def _object(value: Any) -> str:
    if isinstance(value, QualifiedName):
        return _name(value)
    if isinstance(value, bool):
        return f'"{str(value).lower()}"^^xsd:boolean'
    if isinstance(value, int):
        return f'"{value}"^^xsd:{"int" if abs(value) < _INT else "long"}'
    if isinstance(value, float):
        return f'"{value!r}"^^xsd:double'
    if isinstance(value, datetime):
        return f'"{value.isoformat()}"^^xsd:dateTime'
    return str(rdflib.Literal(value).n3())


def _selectors(graph: Subgraph, node: Node, redact: bool) -> Iterator[tuple[str, Triples]]:
    """A Web Annotation that ties a sentence to its words and place in each document it is from."""
    for n, document in enumerate(sorted({d.id for d in graph.out(node.id, "FROM_DOCUMENT")}), 1):
        part = (node.id, "annotation", str(n))
        annotation, target, quote, place = (_name(joined(REL, *part, x)) for x in ("note", "target", "quote", "place"))
        selectors: Triples = [("oa:hasSelector", place)]
        text = node.get("text")
        if text and not redact:
            selectors.append(("oa:hasSelector", quote))
            yield quote, [("a", "oa:TextQuoteSelector"), ("oa:exact", _object(visible(text)))]
        yield place, [("a", "oa:TextPositionSelector"), *_offsets(node)]
        yield target, [("a", "oa:SpecificResource"), ("oa:hasSource", _name(name_of(document))), *selectors]
        yield (
            annotation,
            [
                ("a", "oa:Annotation"),
                ("oa:motivatedBy", "oa:linking"),
                ("oa:hasBody", _name(name_of(node.id))),
                ("oa:hasTarget", target),
            ],
        )


def _offsets(node: Node) -> Iterator[tuple[str, str]]:
    for name in ("start", "end"):
        if node.get(name) is not None:
            yield f"oa:{name}", f'"{node[name]}"^^xsd:nonNegativeInteger'
