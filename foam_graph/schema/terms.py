"""What the generated files share: names, the rows of the two tables as they are now, Turtle, and the fit with PROV-O.

The tables are read through their modules at call time, so that a row added to them is in every generated file.
Sources: Turtle 1.1 section 6.4 (strings), PROV-O (domains and ranges), AIF ontology (node types).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from foam_graph.errors import ModelViolation
from foam_graph.exchange.prov_export.edges import REVERSED
from foam_graph.exchange.prov_export.terms import BASE, FOAM
from foam_graph.model import edges, nodes
from foam_graph.model.kinds import EdgeKind, Field, NodeKind

NAMESPACE = FOAM
"""The same namespace as in the PROV exports, so that this ontology describes them."""
SHAPES = BASE + "shapes#"
MARK = "Generated from the tables in foam_graph/model. Do not edit; run: foam schema --write"
PREFIXES = {
    "foam": NAMESPACE,
    "prov": "http://www.w3.org/ns/prov#",
    "aif": "http://www.arg.dundee.ac.uk/aif#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}

XSD = {"str": "string", "int": "integer", "float": "double", "bool": "boolean", "json": "string"}
"""XSD datatype of each scalar field type; ``json`` is text that holds one JSON value, lists are such text too."""

AIF_NODES = {
    "I": "information",
    "RA": "inference",
    "CA": "conflict",
    "PA": "preference",
    "L": "locution",
    "YA": "illocution",
}
"""AIF node types by the short name that the tables use; the class is that name with ``-node``."""

PROV_ENDS: dict[str, tuple[str, str]] = {
    "used": ("Activity", "Entity"),
    "wasGeneratedBy": ("Entity", "Activity"),
    "wasInformedBy": ("Activity", "Activity"),
    "wasDerivedFrom": ("Entity", "Entity"),
    "wasQuotedFrom": ("Entity", "Entity"),
    "wasRevisionOf": ("Entity", "Entity"),
    "hadPrimarySource": ("Entity", "Entity"),
    "specializationOf": ("Entity", "Entity"),
    "alternateOf": ("Entity", "Entity"),
    "hadMember": ("Collection", "Entity"),
    "wasStartedBy": ("Activity", "Entity"),
    "wasEndedBy": ("Activity", "Entity"),
    "wasInvalidatedBy": ("Entity", "Activity"),
    "wasInfluencedBy": ("", ""),
}
"""Domain and range of the PROV-O properties that a row may name; empty = entity, activity or agent."""

PROV_CLASSES = {"Entity": "", "Activity": "", "Plan": "Entity", "Bundle": "Entity", "Collection": "Entity"}
"""The PROV-O classes that a row may name, with the class above each."""

FORWARD = REVERSED | {"NEXT"}
"""Edges that point forward in time, where PROV properties point back to what was there before."""

BY_CLASS = frozenset({"kind", "used"})
"""Activity fields that RDF states otherwise: by the activity's class and by prov:used."""


def node_rows() -> tuple[NodeKind, ...]:
    """The rows of the node table."""
    return nodes.NODE_KINDS


def activity_rows() -> tuple[NodeKind, ...]:
    """The rows of the activity table."""
    return nodes.ACTIVITY_KINDS


def edge_rows() -> tuple[EdgeKind, ...]:
    """The rows of the edge table."""
    return edges.EDGE_KINDS


def inherited(row: NodeKind) -> tuple[tuple[str, Field], ...]:
    """The fields of a node kind with the label of the row that declares each, inherited ones first."""
    above = {r.label: r for r in node_rows()}
    chain = (*(above[label] for label in row.also), row)
    return tuple((r.label, field) for r in chain for field in r.fields)


def satisfying(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels with the kinds that also satisfy them, in the order of the tables, each once.

    A reader without inference needs them spelled out: a Challenge is also a Critique, an AgentTurn an Activity.
    """
    asked = tuple(dict.fromkeys(labels))
    more = [r.label for r in node_rows() if not set(r.also).isdisjoint(asked)]
    if "Activity" in asked:
        more += [r.label for r in activity_rows()]
    return tuple(dict.fromkeys((*asked, *more)))


def field_uses() -> dict[str, list[tuple[str, Field]]]:
    """For each field name, in alphabetical order, who has it (kind, ``Activity`` or edge type) and how."""
    found: dict[str, list[tuple[str, Field]]] = {}
    owned = [(row.label, f) for row in node_rows() for f in row.fields]
    owned += [("Activity", f) for f in nodes.ACTIVITY_FIELDS]
    owned += [(row.type, f) for row in edge_rows() for f in row.fields]
    for owner, field in owned:
        found.setdefault(field.name, []).append((owner, field))
    return dict(sorted(found.items()))


def listed(field: Field) -> bool:
    """Whether the field is a list that may be written as repeated values: a list of texts.

    A list of numbers is always one JSON text: RDF would lose its order and its repeats, e.g. of weights.
    """
    return field.type == "str[]"


def datatype(field: Field) -> str:
    """The prefixed XSD datatype of one value of the field in RDF."""
    return f"xsd:{XSD.get(field.type, 'string')}"


def aif_class(name: str, where: str) -> str:
    """The prefixed name of an AIF class.

    Raises:
        ModelViolation: The row names a node type that AIF does not have.
    """
    if name not in AIF_NODES:
        raise ModelViolation(f"{where}: AIF has no {name!r} node", f"Use one of {', '.join(AIF_NODES)}.")
    return f"aif:{name}-node"


def prov_classes(row: NodeKind) -> tuple[str, ...]:
    """Local names of the PROV-O classes of a kind: its row's, and Collection where an edge gives it members.

    Raises:
        ModelViolation: The row names something else.
    """
    if row.prov not in PROV_CLASSES:
        raise ModelViolation(f"{row.label}: prov:{row.prov} is no class for it", "Use a class of PROV_CLASSES.")
    if not any(edge.prov == "hadMember" and row.label in edge.starts for edge in edge_rows()):
        return (row.prov,)
    # A Collection is an Entity already.
    return ("Collection",) if row.prov in ("Entity", "Collection") else (row.prov, "Collection")


def prov_misfit(row: EdgeKind) -> str:
    """Why an edge cannot be a sub-property of the PROV-O property that its row names; empty = it can.

    Raises:
        ModelViolation: The row names no property of PROV_ENDS.
    """
    if row.prov not in PROV_ENDS:
        raise ModelViolation(f"{row.type}: prov:{row.prov} is no property for it", "Use a property of PROV_ENDS.")
    if row.type in FORWARD:
        return f"it points the other way: prov:{row.prov} holds from its end to its start"
    for labels, needed, side in zip((row.starts, row.ends), PROV_ENDS[row.prov], ("start", "end"), strict=True):
        wrong = [label for label in labels if needed not in _prov_above(label)]
        if needed and wrong:
            return f"it may {side} at {', '.join(wrong)}, and prov:{row.prov} asks for a prov:{needed} there"
    return ""


def _prov_above(label: str) -> Iterator[str]:
    row = next((r for r in (*node_rows(), *activity_rows()) if r.label == label), None)
    for name in prov_classes(row) if row else ("Activity",):
        while name:
            yield name
            name = PROV_CLASSES.get(name, "")


def quoted(text: str) -> str:
    """A Turtle string; the escapes of JSON strings are escapes of Turtle strings too."""
    return json.dumps(text, ensure_ascii=False)


def english(text: str) -> str:
    """A Turtle string in English."""
    return quoted(text) + "@en"


def foam(names: Iterable[str]) -> list[str]:
    """Prefixed names of our own terms."""
    return [f"foam:{name}" for name in names]


def rdf_list(items: Iterable[str]) -> str:
    """A Turtle collection."""
    return "( " + " ".join(items) + " )"


def block(subject: str, pairs: Iterable[tuple[str, str]]) -> str:
    """One subject in Turtle, a line for each property; the order is the caller's."""
    return f"{subject} " + " ;\n    ".join(f"{name} {value}" for name, value in pairs) + " .\n"


def head(title: str, prefixes: Iterable[str]) -> str:
    """The first lines of a Turtle file: the mark, what it is, the prefixes in use."""
    known = {**PREFIXES, "sh": "http://www.w3.org/ns/shacl#", "foamsh": SHAPES}
    lines = [f"# {MARK}", f"# {title}", *(f"@prefix {p}: <{known[p]}> ." for p in prefixes)]
    return "\n".join(lines) + "\n"
