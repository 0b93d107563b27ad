"""SHACL: what a validation found; and one shape of each form: what is asked of a shape of shapes need not be asked of its hundred likenesses."""

from __future__ import annotations

from collections import Counter

import pyshacl
import rdflib
from rdflib.collection import Collection

SH = rdflib.Namespace("http://www.w3.org/ns/shacl#")
_KEPT = (str(SH), str(rdflib.XSD), str(rdflib.RDF))
Form = object


def one_of_each_form(shapes: rdflib.Graph) -> rdflib.Graph:
    """The shapes of a graph without those that differ in nothing that SHACL asks of shapes.

    Two shapes are of one form where they say the same of things of the same kind: a text of the same datatype, an IRI
    that is no word of SHACL or XSD, a list of members of the same forms, properties that are of the same form.
    """
    forms = _Forms(shapes)
    chosen: dict[Form, rdflib.term.Node] = {}
    for shape in {*shapes.subjects(rdflib.RDF.type, SH.NodeShape), *shapes.subjects(SH.path)}:
        chosen.setdefault(forms.of_shape(shape), shape)
    reduced, left = rdflib.Graph(), list(chosen.values())
    done: set[rdflib.term.Node] = set()
    while left:
        node = left.pop()
        if node in done:
            continue
        done.add(node)
        for predicate, value in shapes.predicate_objects(node):
            alike = predicate == SH.property and forms.is_property(value)
            kept = chosen[forms.of_shape(value)] if alike else value
            reduced.add((node, predicate, kept))
            left.append(kept)
    return reduced


def said_of(shapes: rdflib.Graph, shape: rdflib.term.Node) -> rdflib.Graph:
    """What a graph says of one shape, with what stands inside of it."""
    said, left = rdflib.Graph(), [shape]
    while left:
        node = left.pop()
        for predicate, value in shapes.predicate_objects(node):
            if (node, predicate, value) not in said:
                said.add((node, predicate, value))
                left.append(value)
    return said


class _Forms:
    def __init__(self, shapes: rdflib.Graph) -> None:
        self._shapes = shapes

    def of_shape(self, shape: rdflib.term.Node) -> Form:
        said = Counter(
            (
                str(predicate),
                "a property" if predicate == SH.property and self.is_property(value) else self._of_value(value),
            )
            for predicate, value in self._shapes.predicate_objects(shape)
        )
        # How many properties a shape has is its own affair: what each is like is asked of each form of them.
        return frozenset((what, 1 if what[1] == "a property" else often) for what, often in said.items())

    def is_property(self, value: rdflib.term.Node) -> bool:
        return (value, SH.path, None) in self._shapes

    def _of_value(self, value: rdflib.term.Node) -> Form:
        if isinstance(value, rdflib.Literal):
            return ("a literal", str(value.datatype), value.ill_typed, bool(value.language))
        if isinstance(value, rdflib.URIRef):
            return str(value) if value.startswith(_KEPT) else "an IRI"
        if (value, rdflib.RDF.first, None) in self._shapes:
            return ("a list", frozenset(map(self._of_value, Collection(self._shapes, value))))
        return self.of_shape(value)


def results(data: rdflib.Graph, shapes: rdflib.Graph) -> list[tuple[str, str, str]]:
    """Severity, constraint and path (or nothing) of each result."""
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes)
    return sorted(
        (
            str(report.value(r, SH.resultSeverity)).rpartition("#")[2],
            str(report.value(r, SH.sourceConstraintComponent)).rpartition("#")[2].removesuffix("ConstraintComponent"),
            str(report.value(r, SH.resultPath) or "").rpartition("#")[2],
        )
        for r in report.subjects(rdflib.RDF.type, SH.ValidationResult)
    )
