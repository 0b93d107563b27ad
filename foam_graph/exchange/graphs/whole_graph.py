"""Every node and edge of a chain: GraphML for yEd, Gephi and Cytoscape, CSV for bulk loads elsewhere.

Sources: the GraphML primer (http://graphml.graphdrawing.org), whose values are scalars: a list is told as JSON. The CSV
has the headers of ``neo4j-admin database import`` (``:ID``, ``:LABEL``, ``:START_ID``, ``:END_ID``, ``:TYPE``), which
most graph databases read. Names of people are in neither.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence

from foam_graph.exchange.networks import network
from foam_graph.exchange.prov_export.terms import NEVER, visible
from foam_graph.model.subgraph import Subgraph

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Time of every file in the archive: the bytes depend on the graph alone."""
Scalar = str | int | float | bool


def graphml(graph: Subgraph) -> bytes:
    """A chain as GraphML."""
    from networkx import write_graphml_xml

    inside = {node.id for node in graph.nodes}
    nodes = [(node.id, {**_fields(node.fields), "kind": node.kind, "at": node.at}) for node in graph.nodes]
    edges = [
        (edge.start, edge.end, edge.type, _fields(edge.fields))
        for edge in graph.edges
        if edge.start in inside and edge.end in inside
    ]
    out = io.BytesIO()
    write_graphml_xml(network(nodes, edges), out)
    return out.getvalue()


def csv_archive(graph: Subgraph) -> bytes:
    """A chain as an archive of ``nodes.csv`` and ``edges.csv``."""
    inside = {node.id for node in graph.nodes}
    nodes = [{":ID": node.id, ":LABEL": node.kind, "at": node.at, **_fields(node.fields)} for node in graph.nodes]
    edges = [
        {":START_ID": edge.start, ":END_ID": edge.end, ":TYPE": edge.type, **_fields(edge.fields)}
        for edge in graph.edges
        if edge.start in inside and edge.end in inside
    ]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in (("nodes.csv", nodes), ("edges.csv", edges)):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), _table(rows))
    return out.getvalue()


def _fields(fields: Mapping[str, object]) -> dict[str, Scalar]:
    told = ((name, value) for name, value in fields.items() if name not in NEVER and value is not None)
    return {name: _scalar(value) for name, value in told}


def _scalar(value: object) -> Scalar:
    if isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return visible(text)


def _table(rows: Sequence[Mapping[str, Scalar]]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(_cells(row, names) for row in rows)
    return out.getvalue()


def _cells(row: Mapping[str, Scalar], names: Iterable[str]) -> list[Scalar]:
    # A database, not a spreadsheet, reads it: texts stay as they are, truth values as Cypher writes them.
    values = (row.get(name, "") for name in names)
    return [str(value).lower() if isinstance(value, bool) else value for value in values]
