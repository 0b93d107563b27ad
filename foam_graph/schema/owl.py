"""The ontology ``ontology/foam.ttl``: OWL 2 classes and properties of the two tables, aligned with PROV-O and AIF.

A node kind is a class, an edge kind an object property. A PROV export states an edge as a thing of its own where it has
fields (a qualified influence of PROV-O 3.3) and gives it the edge's name as its type; the same name is therefore a
class below ``foam:Relation`` too, which OWL 2 allows ("punning").
"""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.model.kinds import PEOPLE, STAMPS, EdgeKind, Field, NodeKind, Role
from foam_graph.schema.terms import (
    AIF_NODES,
    NAMESPACE,
    activity_rows,
    aif_class,
    block,
    datatype,
    edge_rows,
    english,
    field_uses,
    foam,
    head,
    node_rows,
    prov_classes,
    prov_misfit,
    rdf_list,
)

Pairs = list[tuple[str, str]]
_STAMPED = ("Artifact", "Activity", "Relation")
_IDENTITY = Field("id", "str", "Id in the graph, as people write it.")
STORED = (_IDENTITY, *STAMPS)
"""Fields that the store puts on everything."""
_MARKED = ("Run", "Position")
_AGENT = "prov:SoftwareAgent"
EXPORTED: dict[str, tuple[tuple[str, ...], Field]] = {
    field.name: (owners, field)
    for owners, field in (
        (_STAMPED, Field("redacted", "str[]", "Names of the personal fields that an export left out.", False)),
        (("Activity",), Field("usedOutside", "str[]", "Ids that it used and that are not in the export.", False)),
        (
            _STAMPED,
            Field(
                "commitments",
                "json",
                "In a full export of the first row form: salt and commitment of each personal field.",
                False,
            ),
        ),
        (
            _STAMPED,
            Field(
                "commitment", "json", "In a full export: commitment of the row, with what is left to open it.", False
            ),
        ),
        (
            _STAMPED,
            Field("exact", "json", "In a full export: fields with characters that a syntax cannot hold.", False),
        ),
        (("Activity",), Field("body_hash", "str", "In a full export: hash of the rows that it wrote.", False)),
        (("Activity",), Field("prev_hash", "str", "In a full export: the chain's hash before it.", False)),
        (("Activity",), Field("hash", "str", "In a full export: the chain's hash after it.", False)),
        (_MARKED, Field("aiAssisted", "bool", "AI helped to make it; false only of an imported argument map.", False)),
        (_MARKED, Field("aiStatement", "str", "By whom, for whom, when, over what, how to contest it.", False)),
        (_MARKED, Field("assistedBy", "str[]", "Software agents that took part.", False)),
        (_MARKED, Field("models", "str[]", "Models called, each with its provider.", False)),
        (_MARKED, Field("people", "int", "How many people took part.", False, low=0)),
        (_MARKED, Field("operatedBy", "str", "Who runs the installation.", False)),
        (_MARKED, Field("corpora", "str[]", "Corpora that its documents are from.", False)),
        (_MARKED, Field("begun", "str", "When the first activity was written: UTC, ISO 8601.", False)),
        (_MARKED, Field("lastWritten", "str", "When the last activity was written: UTC, ISO 8601.", False)),
        (_MARKED, Field("contest", "str", "How to contest it.", False)),
    )
}
"""Fields that only an export has, with the classes that have them: redaction, extracts, the AI marking."""
_ALSO = {"agent": (_AGENT,), "stance_id": (_AGENT,), "model": ("foam:Model",), "provider": ("foam:Model",)}
"""Fields of the tables that an export repeats on software agents and models; PROV-O keeps agents and activities apart."""
_REPEATED = ("Activity", "ModelCall")
"""What these fields are fields of."""


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
    named = {f"prov:{name}" for row in nodes for name in prov_classes(row)}
    named |= {"prov:Entity", "prov:Activity", "prov:Influence", "prov:Role", _AGENT}
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
        ("Model", "prov:Entity", "A model that calls went to, as an export names it."),
        ("Relation", "prov:Influence", "An edge stated as a thing of its own, so that it can carry fields."),
    ):
        yield block(f"foam:{name}", _class(name, doc, [above]))


def _class(label: str, doc: str, above: list[str]) -> Pairs:
    pairs = [("a", "owl:Class"), *(("rdfs:subClassOf", name) for name in above)]
    return [*pairs, ("rdfs:label", english(label)), ("rdfs:comment", english(doc))]


def _node(row: NodeKind) -> str:
    above = ["foam:Artifact", *(f"prov:{name}" for name in prov_classes(row)), *foam(row.also)]
    pairs = _class(row.label, row.doc, above)
    if row.aif:
        # Only close: AIF's scheme nodes hold no text of their own, while ours do.
        pairs.append(("skos:closeMatch", aif_class(row.aif, row.label)))
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
    found = tuple(dict.fromkeys(labels))
    for generic, rows in (("Artifact", node_rows()), ("Activity", activity_rows())):
        if set(found) == {row.label for row in rows}:
            found = (generic,)
    names = [label if ":" in label else f"foam:{label}" for label in found]
    return names[0] if len(names) == 1 else f"[ a owl:Class ; owl:unionOf {rdf_list(names)} ]"


def _fields() -> Iterator[str]:
    uses = {field.name: [(owner, field) for owner in _STAMPED] for field in STORED}
    for name, (owners, field) in EXPORTED.items():
        uses[name] = [(owner, field) for owner in owners]
    for name, own in field_uses().items():
        uses.setdefault(name, []).extend(own)
        uses[name] += [(also, field) for owner, field in own if owner in _REPEATED for also in _ALSO.get(name, ())]
    for name, found in uses.items():
        yield _field(name, found)


def _field(name: str, uses: list[tuple[str, Field]]) -> str:
    types = list(dict.fromkeys(datatype(f) for _, f in uses))
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
