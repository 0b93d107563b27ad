"""A debate as one HTML file: the transcript with its margin, the flow, the ballot, what was recalled, the sources."""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.exchange.dossier.debate_view import debate_view
from foam_graph.exchange.dossier.page import filled
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.recalling import MemoryItem
from foam_graph.reasoning.evidence import Evidence


def render_debate(
    graph: Subgraph, run: str, evidence: Evidence | None = None, memory: Mapping[str, MemoryItem] | None = None
) -> str:
    """A self-contained HTML page about a debate, finished or not.

    Args:
        graph: The debate with the documents that it refers to.
        run: Its id.
        evidence: Its documents; without them a cited sentence stands between those neighbours only that the graph holds.
        memory: What the records say that were recalled, by their ids.

    Returns:
        The page; encode it as UTF-8.
    """
    return filled("debate.html", debate_view(graph, run, evidence, memory), "dossier.css", "debate.css")
