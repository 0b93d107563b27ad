"""The number that each document of a run has, wherever it is shown: in its case file, sheet, position, dossier and JSON.

It is the document's place among those that the run began with, by path; what came later, with challenges, follows in the
order in which it was read. So a number stays what it is when counter-evidence arrives.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from foam_graph.model.subgraph import Subgraph

GIVEN = "Given with a challenge."
"""How the reason of a reading begins that took in what came with a challenge."""


def in_order(graph: Subgraph, paths: Mapping[str, str]) -> list[str]:
    """Ids of the documents of a run in the order of their numbers.

    Args:
        graph: The run.
        paths: Path of each document by its id.
    """
    late = {name: n for n, name in enumerate(_given(graph), 1)}
    return sorted(paths, key=lambda one: (late.get(one, 0), paths[one], one))


def document_numbers(graph: Subgraph) -> dict[str, int]:
    """The number of each document of a run, from 1, by the id of its node.

    Args:
        graph: The run with the documents that it began with.

    Returns:
        Nothing where the graph does not hold them all, or the run's parameters were erased.
    """
    nodes = {str(node["doc_id"]): node for node in graph.of("Document")}
    runs = graph.of("Run")
    began = json.loads(runs[0]["parameters"] or "{}").get("documents") if runs else None
    wanted = {*(began or ()), *(str(node["doc_id"]) for node in graph.of("EvidenceSentence"))}
    if not began or not wanted <= nodes.keys():
        return {}
    ordered = in_order(graph, {one: str(nodes[one].get("path") or "") for one in wanted})
    return {nodes[one].id: number for number, one in enumerate(ordered, 1)}


def _given(graph: Subgraph) -> list[str]:
    """Documents that were given with challenges, in the order in which they were read."""
    readings = [one for one in graph.of("Reading") if one["why"].startswith(GIVEN)]
    return list(dict.fromkeys(graph[e.end]["doc_id"] for one in readings for e in graph.out_edges(one.id, "READ")))
