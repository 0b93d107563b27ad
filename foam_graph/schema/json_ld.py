"""The JSON-LD 1.1 context ``ontology/foam-context.jsonld``: the IRI and type of every field, edge and kind.

Nodes say what they are with ``@type`` and which they are with ``@id``; neither has another name here, because ``type``
and ``id`` are fields of the graph. A list is one JSON text, as the PROV export writes it; a list of texts whose order
does not matter may be repeated values (``@set``), of which RDF keeps neither order nor repeats.
"""

from __future__ import annotations

import json
from typing import Any

from foam_graph.model.kinds import Field, Role
from foam_graph.schema.owl import EXPORTED, STORED
from foam_graph.schema.terms import (
    MARK,
    PREFIXES,
    activity_rows,
    datatype,
    edge_rows,
    field_uses,
    listed,
    node_rows,
)


def context() -> str:
    """The JSON text; the same for the same tables."""
    terms: dict[str, Any] = {"@version": 1.1, **PREFIXES}
    kinds = ["Artifact", "Activity", "Relation", *(row.label for row in (*node_rows(), *activity_rows())), *Role]
    terms.update((name, f"foam:{name}") for name in sorted(map(str, kinds)))
    for row in sorted(edge_rows(), key=lambda row: row.type):
        terms[row.type] = {"@id": f"foam:{row.type}", "@type": "@id", "@container": "@set"}
    uses = {field.name: [field] for field in STORED}
    uses |= {name: [field] for name, (_, field) in EXPORTED.items()}
    for name, found in field_uses().items():
        uses.setdefault(name, []).extend(field for _, field in found)
    terms.update((name, _term(name, uses[name])) for name in sorted(uses))
    return json.dumps({"generated": MARK, "@context": terms}, indent=2, ensure_ascii=False) + "\n"


def _term(name: str, fields: list[Field]) -> dict[str, str]:
    term = {"@id": f"foam:{name}"}
    types = {datatype(field) for field in fields}
    if len(types) == 1:
        # Fields of one name and several types are left to JSON's own: text, integer, true or false.
        term["@type"] = types.pop()
    if any(map(listed, fields)):
        term["@container"] = "@set"
    return term
