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
from typing import NamedTuple, TypeAlias

import pyoxigraph as ox

from foam_graph.errors import DataFileError
from foam_graph.prov.model import KINDS, PROV, RDF, Document, Instance, Statement, Value
from foam_graph.prov.times import instant

FORMATS = {
    "turtle": ox.RdfFormat.TURTLE,
    "trig": ox.RdfFormat.TRIG,
    "n-triples": ox.RdfFormat.N_TRIPLES,
    "n-quads": ox.RdfFormat.N_QUADS,
    "rdf-xml": ox.RdfFormat.RDF_XML,
    "json-ld": ox.RdfFormat.JSON_LD,
}

_RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_TYPE = RDF + "type"
_PREFIX = re.compile(rb"(?:@prefix|(?i:prefix))[ \t]+([\w.-]*):[ \t]*<([^<>\s]*)>")
_XML_PREFIX = re.compile(rb"xmlns:([\w.-]+)\s*=\s*[\"']([^\"'<]*)[\"']")
_ENTITY = re.compile(rb"<!(?:ENTITY|DOCTYPE)\b")
_PREFIXES_WITHIN = 65536

Object: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Properties: TypeAlias = dict[str, list[Object]]

_CLASSES = {
    **dict.fromkeys(("Entity", "Plan", "Collection", "EmptyCollection", "Bundle"), "entity"),
    "Activity": "activity",
    **dict.fromkeys(("Agent", "Person", "Organization", "SoftwareAgent"), "agent"),
}

_SHORT = {
    "wasGeneratedBy": ("wasGeneratedBy", False),
    "generated": ("wasGeneratedBy", True),
    "used": ("used", False),
    "wasInformedBy": ("wasInformedBy", False),
    "wasStartedBy": ("wasStartedBy", False),
    "wasEndedBy": ("wasEndedBy", False),
    "wasInvalidatedBy": ("wasInvalidatedBy", False),
    "invalidated": ("wasInvalidatedBy", True),
    "wasDerivedFrom": ("wasDerivedFrom", False),
    "wasRevisionOf": ("wasDerivedFrom", False),
    "wasQuotedFrom": ("wasDerivedFrom", False),
    "hadPrimarySource": ("wasDerivedFrom", False),
    "wasAttributedTo": ("wasAttributedTo", False),
    "wasAssociatedWith": ("wasAssociatedWith", False),
    "actedOnBehalfOf": ("actedOnBehalfOf", False),
    "wasInfluencedBy": ("wasInfluencedBy", False),
    "influenced": ("wasInfluencedBy", True),
    "alternateOf": ("alternateOf", False),
    "specializationOf": ("specializationOf", False),
    "hadMember": ("hadMember", False),
}
"""Properties between two things: the statement, and whether the object comes first in it."""
_SUBTYPES = {"wasRevisionOf": "Revision", "wasQuotedFrom": "Quotation", "hadPrimarySource": "PrimarySource"}


class _Qualified(NamedTuple):
    """A class of PROV-O's qualified pattern: the statement, and the property of each argument after the first."""

    kind: str
    properties: tuple[str, ...]


_QUALIFIED = {
    "Generation": _Qualified("wasGeneratedBy", ("activity", "atTime")),
    "Usage": _Qualified("used", ("entity", "atTime")),
    "Communication": _Qualified("wasInformedBy", ("activity",)),
    "Start": _Qualified("wasStartedBy", ("entity", "hadActivity", "atTime")),
    "End": _Qualified("wasEndedBy", ("entity", "hadActivity", "atTime")),
    "Invalidation": _Qualified("wasInvalidatedBy", ("activity", "atTime")),
    "Derivation": _Qualified("wasDerivedFrom", ("entity", "hadActivity", "hadGeneration", "hadUsage")),
    "Revision": _Qualified("wasDerivedFrom", ("entity", "hadActivity", "hadGeneration", "hadUsage")),
    "Quotation": _Qualified("wasDerivedFrom", ("entity", "hadActivity", "hadGeneration", "hadUsage")),
    "PrimarySource": _Qualified("wasDerivedFrom", ("entity", "hadActivity", "hadGeneration", "hadUsage")),
    "Attribution": _Qualified("wasAttributedTo", ("agent",)),
    "Association": _Qualified("wasAssociatedWith", ("agent", "hadPlan")),
    "Delegation": _Qualified("actedOnBehalfOf", ("agent", "hadActivity")),
    "Influence": _Qualified("wasInfluencedBy", ("influencer",)),
}
_INFLUENCERS = frozenset({"activity", "entity", "agent", "influencer"})
_MOMENTS = {"generatedAtTime": "wasGeneratedBy", "invalidatedAtTime": "wasInvalidatedBy"}
_OWN_TYPES = frozenset({*_QUALIFIED, "Entity", "Activity", "Agent", "InstantaneousEvent"})
_OWN_TYPES |= {"EntityInfluence", "ActivityInfluence", "AgentInfluence"}
_SAID = frozenset(
    {*_SHORT, *_MOMENTS, "startedAtTime", "endedAtTime", "mentionOf", "asInBundle", "atTime", *_INFLUENCERS}
    | {"hadActivity", "hadGeneration", "hadUsage", "hadPlan", "type"}
    | {"qualified" + name for name in _QUALIFIED}
)
_RENAMED = {"hadRole": "role", "atLocation": "location"}


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
        kinds = {kind for name in classes if (kind := _CLASSES.get(name))}
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
        if name in _SHORT:
            kind, turned = _SHORT[name]
            types = ((PROV + "type", Value(PROV + _SUBTYPES[name], "")),) if name in _SUBTYPES else ()
            for other in self._names(objects, name):
                pair = (other, subject) if turned else (subject, other)
                yield self._made(kind, None, pair, types)
        elif name in _MOMENTS:
            for time in self._texts(objects, subject):
                yield self._made(_MOMENTS[name], None, (subject, None, time))
        elif name == "mentionOf":
            bundles = self._names(properties.get(PROV + "asInBundle", ()), name) or [None]
            for general, bundle in product(self._names(objects, name), bundles):
                yield self._made("mentionOf", None, (subject, general, bundle))
        elif name.startswith("qualified") and name[len("qualified") :] in _QUALIFIED:
            for node in self._names(objects, name):
                self._owned.add(str(node))
                yield from self._qualified(name[len("qualified") :], subject, str(node))

    def _orphan(self, subject: str, properties: Properties) -> Iterator[Statement]:
        """A qualified node that nothing is qualified by: its statement lacks its first argument."""
        classes = [name for name in self._classes(properties) if name in _QUALIFIED]
        special = [name for name in classes if name != "Influence"] or classes
        for kind, name in {_QUALIFIED[name].kind: name for name in special}.items():
            del kind
            yield from self._qualified(name, None, subject)

    def _qualified(self, class_: str, owner: str | None, node: str) -> Iterator[Statement]:
        kind, names = _QUALIFIED[class_]
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
        if class_ in _SUBTYPES.values():
            attributes.append((PROV + "type", Value(PROV + class_, "")))
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
        found = (_id(one) for one in properties.get(_TYPE, ()))
        return [name[len(PROV) :] for name in found if name.startswith(PROV)]

    def _attributes(self, properties: Properties) -> Iterator[tuple[str, Value]]:
        for predicate, objects in properties.items():
            local = predicate[len(PROV) :] if predicate.startswith(PROV) else ""
            if local in _SAID:
                continue
            if predicate == _TYPE:
                for one in objects:
                    name = _id(one)
                    if name and not (name.startswith(PROV) and name[len(PROV) :] in _OWN_TYPES):
                        yield PROV + "type", Value(name, "")
                continue
            name = PROV + _RENAMED.get(local, local) if local else predicate
            name = PROV + "label" if predicate == _RDFS_LABEL else name
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
