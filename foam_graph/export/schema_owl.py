"""The ontology ``ontology/foam.ttl``: OWL 2 classes and properties of the two tables, aligned with PROV-O and AIF.

A node kind is a class, an edge kind an object property. A PROV export states an edge as a thing of its own where it has
fields (a qualified influence of PROV-O 3.3) and gives it the edge's name as its type; the same name is therefore a
class below ``foam:Relation`` too, which OWL 2 allows ("punning").
"""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.export.schema_terms import (
    AIF_NODES,
    NAMESPACE,
    XSD,
    activity_rows,
    aif_class,
    block,
    edge_rows,
    english,
    field_uses,
    foam,
    head,
    node_rows,
    prov_class,
    prov_misfit,
    rdf_list,
    scalar,
)
from foam_graph.model.kinds import PEOPLE, STAMPS, EdgeKind, Field, NodeKind, Role

Pairs = list[tuple[str, str]]
_STAMPED = ("Artifact", "Activity", "Relation")
_IDENTITY = Field("id", "str", "Id in the graph, as people write it.")
_REDACTED = Field("redacted", "str[]", "Names of the personal fields that an export left out.", required=False)
STORED = (_IDENTITY, *STAMPS)
"""Fields that the store puts on everything."""
EXPORTED = (_REDACTED,)
"""Fields that only an export has."""


def ontology() -> str:
    """The Turtle text; the same for the same tables.

    Raises:
        ModelViolation: A row names a PROV or AIF term that does not fit there.
    """
    title = "Ontology of the FOAM graph: generated from the tables of node kinds and edge kinds."
    parts = [head(title, ("foam", "prov", "aif", "owl", "rdf", "rdfs", "skos", "xsd")), _about()]
    for name, found in (
        ("Terms of others", _foreign()),
        ("What everything is", _roots()),
        ("Node kinds", (_node(row) for row in node_rows())),
        ("Activity kinds", (_activity(row) for row in activity_rows())),
        ("Edge kinds", (_edge(row) for row in edge_rows())),
        ("Fields", _fields()),
        ("Roles", _roles()),
    ):
        parts += [f"# --- {name}\n", *found]
    return "\n".join(parts)


def _about() -> str:
    return block(
        f"<{NAMESPACE.rstrip('#')}>",
        [
            ("a", "owl:Ontology"),
            ("rdfs:label", english("FOAM graph")),
            ("rdfs:comment", english("Positions that can be challenged piece by piece, with their provenance.")),
            ("rdfs:seeAlso", "<http://www.w3.org/ns/prov-o#>"),
        ],
    )


def _foreign() -> Iterator[str]:
    """Declarations, so that tools that load nothing from elsewhere still know what each name is."""
    nodes = (*node_rows(), *activity_rows())
    named = {prov_class(row) for row in nodes} | {"prov:Entity", "prov:Activity", "prov:Influence", "prov:Role"}
    named |= {aif_class(name, "AIF_NODES") for name in AIF_NODES}
    for name in sorted(named):
        yield block(name, [("a", "owl:Class")])
    for name in sorted({f"prov:{row.prov}" for row in edge_rows() if row.prov and not prov_misfit(row)}):
        yield block(name, [("a", "owl:ObjectProperty")])
    for name in ("closeMatch", "definition", "inScheme", "prefLabel"):
        yield block(f"skos:{name}", [("a", "owl:AnnotationProperty")])


def _roots() -> Iterator[str]:
    for name, above, doc in (
        ("Artifact", "prov:Entity", "Anything that an activity wrote."),
        ("Activity", "prov:Activity", "One act that wrote to the graph, by one agent in one role."),
        ("Relation", "prov:Influence", "An edge stated as a thing of its own, so that it can carry fields."),
    ):
        yield block(f"foam:{name}", _class(name, doc, [above]))


def _class(label: str, doc: str, above: list[str]) -> Pairs:
    pairs = [("a", "owl:Class"), *(("rdfs:subClassOf", name) for name in above)]
    return [*pairs, ("rdfs:label", english(label)), ("rdfs:comment", english(doc))]


def _node(row: NodeKind) -> str:
    above = ["foam:Artifact", prov_class(row), *foam(row.also)]
    pairs = _class(row.label, row.doc, list(dict.fromkeys(above)))
    if row.aif:
        # What AIF calls an I-node our node is. Its scheme nodes hold no text of their own while ours do, hence only close.
        name = "rdfs:subClassOf" if row.aif == "I" else "skos:closeMatch"
        pairs.append((name, aif_class(row.aif, row.label)))
    return block(f"foam:{row.label}", pairs)


def _activity(row: NodeKind) -> str:
    return block(f"foam:{row.label}", _class(row.label, row.doc, ["foam:Activity"]))


def _edge(row: EdgeKind) -> str:
    pairs = [("a", "owl:ObjectProperty , owl:Class"), ("rdfs:subClassOf", "foam:Relation")]
    note = row.doc
    if row.prov:
        misfit = prov_misfit(row)
        pairs.append(("rdfs:seeAlso" if misfit else "rdfs:subPropertyOf", f"prov:{row.prov}"))
        note += f" Not a sub-property of prov:{row.prov}: {misfit}." if misfit else ""
    if row.aif:
        pairs.append(("skos:closeMatch", aif_class(row.aif, row.type)))
    pairs += [("rdfs:domain", _union(row.starts)), ("rdfs:range", _union(row.ends))]
    return block(f"foam:{row.type}", [*pairs, ("rdfs:label", english(row.type)), ("rdfs:comment", english(note))])


def _union(labels: tuple[str, ...]) -> str:
    names = foam(dict.fromkeys(labels))
    if set(labels) == {row.label for row in node_rows()}:
        return "foam:Artifact"
    if set(labels) == {row.label for row in activity_rows()}:
        return "foam:Activity"
    return names[0] if len(names) == 1 else f"[ a owl:Class ; owl:unionOf {rdf_list(names)} ]"


def _fields() -> Iterator[str]:
    own = field_uses()
    for field in (*STORED, *EXPORTED):
        uses = [*((owner, field) for owner in _STAMPED), *own.pop(field.name, [])]
        yield _field(field.name, uses)
    for name, uses in own.items():
        yield _field(name, uses)


def _field(name: str, uses: list[tuple[str, Field]]) -> str:
    types = list(dict.fromkeys(f"xsd:{XSD[scalar(f)]}" for _, f in uses))
    range_ = types[0] if len(types) == 1 else f"[ a rdfs:Datatype ; owl:unionOf {rdf_list(types)} ]"
    pairs = [("a", "owl:DatatypeProperty"), ("rdfs:domain", _union(tuple(owner for owner, _ in uses)))]
    pairs += [("rdfs:range", range_), ("rdfs:label", english(name))]
    docs: dict[str, list[str]] = {}
    for owner, field in uses:
        docs.setdefault(field.doc, []).append(owner)
    for doc, owners in docs.items():
        pairs.append(("rdfs:comment", english(doc if len(docs) == 1 else f"{', '.join(owners)}: {doc}")))
    return block(f"foam:{name}", pairs)


def _roles() -> Iterator[str]:
    yield block("foam:roles", [("a", "skos:ConceptScheme"), ("rdfs:label", english("Roles"))])
    doc = "A role may create this kind of node, perform this kind of activity or draw this kind of edge."
    about = [("a", "owl:AnnotationProperty"), ("rdfs:label", english("may write")), ("rdfs:comment", english(doc))]
    yield block("foam:mayWrite", about)
    for role in Role:
        holder = "person" if role in PEOPLE else "software agent"
        pairs = [("a", "skos:Concept , prov:Role"), ("skos:inScheme", "foam:roles")]
        pairs += [("skos:prefLabel", english(role)), ("skos:definition", english(f"A role that a {holder} holds."))]
        written = may_write(role)
        pairs += [("foam:mayWrite", " , ".join(foam(written)))] if written else []
        yield block(f"foam:{role}", pairs)


def may_write(role: Role) -> list[str]:
    """What a role may write: node kinds, then activity kinds, then edge kinds, in the order of the tables."""
    found = [row.label for row in (*node_rows(), *activity_rows()) if role in row.writers]
    return found + [row.type for row in edge_rows() if role in row.writers and not row.automatic]
