"""One run as W3C PROV: a document of statements, written as PROV-O Turtle, PROV-JSON or PROV-N.

All three syntaxes come from one ``prov.model.ProvDocument``, so they say the same. The statements stand at document
level, because Turtle has no bundles; the Run is an entity of type ``prov:Bundle`` and carries the marking. Every
relation but membership has a name of its own: PROV-O names the qualified node by it, so there are no blank nodes.
"""

from __future__ import annotations

import json
from typing import Literal

from prov.model import ProvDocument

from foam_graph.errors import UnknownId, UsageError
from foam_graph.export.prov_rdf import turtle
from foam_graph.export.prov_statements import Writer
from foam_graph.model.subgraph import Subgraph

Format = Literal["ttl", "json", "provn"]
FORMATS: tuple[Format, ...] = ("ttl", "json", "provn")


def export_prov(
    graph: Subgraph,
    run: str,
    format: Format,  # noqa: A002 - the word of every caller and of the prov library
    *,
    operator: str = "",
    redact: bool = False,
    shortcuts: bool = False,
) -> str:
    """One run in one PROV syntax; the same text for the same graph, in whatever order it was read.

    Args:
        graph: The run, as ``Store.subgraph(run)`` gives it.
        run: Chain id.
        format: ``ttl``, ``json`` or ``provn``.
        operator: Who runs the installation; empty = as the Run says.
        redact: Leave all personal texts out.
        shortcuts: In Turtle, add the unqualified properties (``prov:used``, ``prov:wasDerivedFrom``, …) for readers
            that do not know the qualified ones. Readers that know both, like ``prov``, then count them twice.

    Raises:
        UnknownId: The run's own node is not in this part of the graph.
        UsageError: An unknown format.
    """
    if format not in FORMATS:
        raise UsageError(f"there is no PROV format {format!r}", f"Use one of {', '.join(FORMATS)}.")
    document = prov_document(graph, run, operator, redact=redact)
    if format == "ttl":
        return turtle(document, graph, redact=redact, shortcuts=shortcuts)
    if format == "provn":
        return str(document.get_provn()) + "\n"
    return _json(document)


def _json(document: ProvDocument) -> str:
    data = json.loads(document.serialize(format="json") or "")
    # ProvToolbox reads members as a list only; prov reads both and counts one statement for each member.
    for row in data.get("hadMember", {}).values():
        row["prov:entity"] = [row["prov:entity"]]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def prov_document(graph: Subgraph, run: str, operator: str = "", *, redact: bool = False) -> ProvDocument:
    """One run as a PROV document (architecture 3, PROV-DM).

    Args:
        graph: The run, as ``Store.subgraph(run)`` gives it.
        run: Chain id.
        operator: Who runs the installation; empty = as the Run says.
        redact: Leave all personal texts out. Names of people, salts and commitments are never in it.

    Raises:
        UnknownId: The run's own node is not in this part of the graph.
    """
    node = graph.get(run)
    if node is None or node.kind != "Run":
        raise UnknownId(f"no run {run} in this part of the graph", "List runs with `foam runs`.")
    operator = operator or str(node.get("operator") or "unnamed operator")
    return Writer(graph, run, operator, redact).write()
