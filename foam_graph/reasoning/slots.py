"""The slots of a run that was argued slot by slot, as earlier runs were: read from what is recorded (decision 0021)."""

from __future__ import annotations

import json

from foam_graph.errors import ReasoningError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.templates.traversal import Traversal, leaves
from foam_graph.reasoning.templates.tree import Node as TemplateNode
from foam_graph.reasoning.templates.tree import Template, walk
from foam_graph.reasoning.templates.word_budgets import mount


def slots_of(graph: Subgraph, template: Template) -> list[Traversal]:
    """The slots of a run, rebuilt from its recorded choices, in order of research.

    Args:
        graph: The run.
        template: Its template, with what was generated in it (``grown``).
    """
    choices = {c["branch"]: tuple(c["children"]) for c in graph.live("TemplateChoice")}
    return sorted(leaves(template, choices), key=lambda t: t.research_order)


def syllogism_nodes(graph: Subgraph) -> dict[str, Node]:
    """The live Syllogism of each branch."""
    return {node["branch"]: node for node in graph.live("Syllogism")}


def grown(template: Template, graph: Subgraph) -> Template:
    """The tree of a run: the template with the nodes that were generated in it.

    Args:
        template: The template as it was when the run began.
        graph: The run.

    Raises:
        ReasoningError: A recorded node cannot be mounted on this tree.
    """
    for record in graph.of("TemplateNode"):
        spec = record.get("spec")
        if spec is None or any(spot.node.id == record["node_id"] for spot in walk(template.root)):
            continue
        parents = graph.out(record.id, "CHILD_OF")
        if not parents:
            raise ReasoningError(f"generated node {record.id} hangs nowhere", "Restore the graph from its journal.")
        template = mount(template, parents[0]["node_id"], TemplateNode.model_validate(json.loads(spec)))
    return template
