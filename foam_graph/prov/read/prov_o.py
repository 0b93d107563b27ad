"""Reads PROV-O (W3C Recommendation, 2013) in Turtle, TriG, N-Triples, N-Quads, RDF/XML and JSON-LD.

The default graph is the top level, each named graph a bundle. Blank nodes are existential variables, as RDF says. Where
a property stands several times on one qualified node, each combination is a statement: whatever the values contradict
shows then. What RDF cannot say is lost before it comes here: two statements with one identifier of which only one has,
say, a plan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

import pyoxigraph as ox

from foam_graph.errors import DataFileError
from foam_graph.prov.model import KINDS, Document, Instance, Statement, Value
from foam_graph.prov.times import instant
from foam_graph.prov.vocabulary import (
    INFLUENCES,
    MOMENTS,
    OBJECT_CLASSES,
    PROV,
    RDF,
    RDF_PROPERTIES,
    SHORT,
    SUBTYPES,
    TYPE,
)

FORMATS = {
    "turtle": ox.RdfFormat.TURTLE,
    "trig": ox.RdfFormat.TRIG,
    "n-triples": ox.RdfFormat.N_TRIPLES,
    "n-quads": ox.RdfFormat.N_QUADS,
    "rdf-xml": ox.RdfFormat.RDF_XML,
    "json-ld": ox.RdfFormat.JSON_LD,
}

_RDF_TYPE = RDF + "type"
_PREFIX = re.compile(rb"(?:@prefix|(?i:prefix))[ \t]+([\w.-]*):[ \t]*<([^<>\s]*)>")
_XML_PREFIX = re.compile(rb"xmlns:([\w.-]+)\s*=\s*[\"']([^\"'<]*)[\"']")
_ENTITY = re.compile(rb"<!(?:ENTITY|DOCTYPE)\b")
_PREFIXES_WITHIN = 65536

Object: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Properties: TypeAlias = dict[str, list[Object]]

_INFLUENCERS = frozenset({"activity", "entity", "agent", "influencer"})
_OWN_TYPES = frozenset({*INFLUENCES, "Entity", "Activity", "Agent", "InstantaneousEvent"})
_OWN_TYPES |= {"EntityInfluence", "ActivityInfluence", "AgentInfluence"}
_SAID = frozenset(
    {*SHORT, *MOMENTS, "startedAtTime", "endedAtTime", "mentionOf", "asInBundle", "atTime", *_INFLUENCERS}
    | {"hadActivity", "hadGeneration", "hadUsage", "hadPlan", "type"}
    | {"qualified" + name for name in INFLUENCES}
)
_RENAMED = {said: name for name, said in RDF_PROPERTIES.items() if name != TYPE}
"""Properties of RDF that PROV-DM has attributes of another name for."""


def read_rdf(content: bytes, path: str, form: str) -> Document:
    """The document that a PROV-O file is.

    Args:
        content: The whole file.
        path: For messages.
        form: A key of ``FORMATS``.

    Raises:
        DataFileError: The file does not parse, has nothing of PROV in it, or declares XML entities.
    """
    if form == "rdf-xml" and (found := _ENTITY.search(content)):
        line = content.count(b"\n", 0, found.start()) + 1
        raise DataFileError(path, line, "declares a document type or entities, which are not read for safety")
    graphs: dict[str, dict[str, Properties]] = {"": {}}
    try:
        for quad in ox.parse(content, FORMATS[form], base_iri="urn:base:"):
            graph, subject = _id(quad.graph_name), _id(quad.subject)
            graphs.setdefault(graph, {}).setdefault(subject, {}).setdefault(quad.predicate.value, []).append(
                quad.object
            )
    except SyntaxError as fault:
        raise DataFileError(path, fault.lineno or 0, f"not {form}: {fault.msg}", _hint(str(fault.msg))) from None
    except ValueError as fault:
        raise DataFileError(path, 0, f"not {form}: {fault}") from None
    document = Document(prefixes=_prefixes(content, form))
    for name, subjects in graphs.items():
        instance = document.top if not name else Instance(name)
        if name:
            document.bundles.append(instance)
        instance.statements = list(_Graph(subjects, path).statements())
    if not len(document) and any(graphs.values()):
        raise DataFileError(path, 0, "has RDF in it, but nothing of PROV-O", "Give a PROV-O export.")
    return document


def _hint(fault: str) -> str:
    remote = "remote contexts" in fault
    return "Put the @context into the file: contexts are not fetched from the network." if remote else ""


def _prefixes(content: bytes, form: str) -> dict[str, str]:
    """The prefixes at the beginning, for messages."""
    pattern = _XML_PREFIX if form == "rdf-xml" else _PREFIX
    found = pattern.findall(content[:_PREFIXES_WITHIN])
    return {prefix.decode("utf-8", "replace"): space.decode("utf-8", "replace") for prefix, space in found}


def _id(term: object) -> str:
    if isinstance(term, ox.NamedNode):
        return term.value
    if isinstance(term, ox.BlankNode):
        return "_:" + term.value
    return ""


class _Graph:
    """One graph's triples as statements.

    Args:
        subjects: Properties and objects of each subject.
        path: For messages.
    """

    def __init__(self, subjects: dict[str, Properties], path: str) -> None:
        self._subjects = subjects
        self._path = path
        self._owned: set[str] = set()

    def statements(self) -> Iterator[Statement]:
        """All statements, subject by subject."""
        for subject, properties in self._subjects.items():
            yield from self._object(subject, properties)
            for predicate, objects in properties.items():
                if predicate.startswith(PROV):
                    yield from self._property(subject, predicate[len(PROV) :], objects, properties)
        for subject, properties in self._subjects.items():
            if subject not in self._owned:
                yield from self._orphan(subject, properties)

    def _object(self, subject: str, properties: Properties) -> Iterator[Statement]:
        classes = self._classes(properties)
        kinds = {kind for name in classes if (kind := OBJECT_CLASSES.get(name))}
        starts = self._texts(properties.get(PROV + "startedAtTime", ()), subject)
        ends = self._texts(properties.get(PROV + "endedAtTime", ()), subject)
        if starts or ends:
            kinds.add("activity")
        if not kinds:
            return
        attributes = tuple(self._attributes(properties))
        for kind in sorted(kinds):
            if kind == "activity":
                for start, end in product(starts or [None], ends or [None]):
                    yield Statement(kind, subject, (start, end), attributes)
            else:
                yield Statement(kind, subject, (), attributes)

    def _property(
        self, subject: str, name: str, objects: Sequence[Object], properties: Properties
    ) -> Iterator[Statement]:
        if name in SHORT:
            kind, turned = SHORT[name]
            types = ((TYPE, Value(PROV + SUBTYPES[name].class_, "")),) if name in SUBTYPES else ()
            for other in self._names(objects, name):
                pair = (other, subject) if turned else (subject, other)
                yield self._made(kind, None, pair, types)
        elif name in MOMENTS:
            for time in self._texts(objects, subject):
                yield self._made(MOMENTS[name], None, (subject, None, time))
        elif name == "mentionOf":
            bundles = self._names(properties.get(PROV + "asInBundle", ()), name) or [None]
            for general, bundle in product(self._names(objects, name), bundles):
                yield self._made("mentionOf", None, (subject, general, bundle))
        elif name.startswith("qualified") and name[len("qualified") :] in INFLUENCES:
            for node in self._names(objects, name):
                self._owned.add(str(node))
                yield from self._qualified(name[len("qualified") :], subject, str(node))

    def _orphan(self, subject: str, properties: Properties) -> Iterator[Statement]:
        """A qualified node that nothing is qualified by: its statement lacks its first argument."""
        classes = [name for name in self._classes(properties) if name in INFLUENCES]
        special = [name for name in classes if name != "Influence"] or classes
        for name in {INFLUENCES[name].kind: name for name in special}.values():
            yield from self._qualified(name, None, subject)

    def _qualified(self, class_: str, owner: str | None, node: str) -> Iterator[Statement]:
        kind, names = INFLUENCES[class_].kind, INFLUENCES[class_].properties
        properties = self._subjects.get(node, {})
        values: list[list[str | None]] = []
        for place, name in enumerate(names):
            if name == "atTime":
                found = self._texts(properties.get(PROV + name, ()), node)
            elif place == 0:
                among = _INFLUENCERS if kind == "wasInfluencedBy" else (name, "influencer")
                found = [n for p in sorted(among) for n in self._names(properties.get(PROV + p, ()), p)]
            else:
                found = self._names(properties.get(PROV + name, ()), name)
            values.append([*dict.fromkeys(found)] or [None])
        attributes = list(self._attributes(properties))
        if INFLUENCES[class_].short in SUBTYPES:
            attributes.append((TYPE, Value(PROV + class_, "")))
        for combination in product(*values):
            yield self._made(kind, node, (owner, *combination), tuple(dict.fromkeys(attributes)))

    def _made(
        self,
        kind: str,
        id: str | None,  # noqa: A002 - PROV's word
        arguments: tuple[str | None, ...],
        attributes: tuple[tuple[str, Value], ...] = (),
    ) -> Statement:
        return Statement(kind, id, arguments + (None,) * (len(KINDS[kind]) - len(arguments)), attributes)

    def _classes(self, properties: Properties) -> list[str]:
        found = (_id(one) for one in properties.get(_RDF_TYPE, ()))
        return [name[len(PROV) :] for name in found if name.startswith(PROV)]

    def _attributes(self, properties: Properties) -> Iterator[tuple[str, Value]]:
        for predicate, objects in properties.items():
            local = predicate[len(PROV) :] if predicate.startswith(PROV) else ""
            if local in _SAID:
                continue
            if predicate == _RDF_TYPE:
                for one in objects:
                    name = _id(one)
                    if name and not (name.startswith(PROV) and name[len(PROV) :] in _OWN_TYPES):
                        yield TYPE, Value(name, "")
                continue
            name = _RENAMED.get(predicate, predicate)
            for one in objects:
                if isinstance(one, ox.Literal):
                    yield name, Value(one.value, one.datatype.value, one.language or "")
                elif _id(one):
                    yield name, Value(_id(one), "")

    def _names(self, objects: Sequence[Object], what: str) -> list[str | None]:
        found: list[str | None] = []
        for one in objects:
            name = _id(one)
            if not name:
                raise DataFileError(self._path, 0, f"prov:{what} has the object {str(one)[:80]}, which is no name")
            found.append(name)
        return found

    def _texts(self, objects: Sequence[Object], subject: str) -> list[str | None]:
        found: list[str | None] = []
        for one in objects:
            text = one.value if isinstance(one, ox.Literal) else ""
            try:
                instant(text)
            except ValueError as fault:
                raise DataFileError(self._path, 0, f"a time of <{subject}>: {fault}") from None
            found.append(text)
        return found
