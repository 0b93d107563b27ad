"""What one side has said, as the graph of a debate holds it: utterances in sentences, and the predicates that stand of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from foam_graph.findings.debate.predicates import Predicate
from foam_graph.findings.debate.spoken import Side
from foam_graph.model.delta import Ref
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import spoken_nodes


@dataclass(frozen=True)
class Held:
    """A predicate and its node.

    Attributes:
        predicate: What is asserted.
        ref: Where it stands: in the graph, or in the delta that is being written.
    """

    predicate: Predicate
    ref: Ref


def history(graph: Subgraph, side: Side) -> list[Node]:
    """The utterances of one side that stand, in order of their turns; those of other debates' transcripts left out.

    Args:
        graph: The debate.
        side: Whose.
    """
    return [one for one in spoken_nodes(graph) if one["side"] == side and not graph.out(one.id, "SAID_IN")]


def unread(graph: Subgraph, side: Side) -> list[Node]:
    """The utterances of one side of which no predicates stand and that no chain has taken in.

    Args:
        graph: The debate.
        side: Whose.
    """
    chain = last_chain(graph, side)
    return [
        one
        for one in history(graph, side)
        if not _standing(graph, one) and (chain is None or chain.seq < one.seq or _read_before(graph, one))
    ]


def last_chain(graph: Subgraph, side: Side) -> Node | None:
    """The latest reasoning chain of one side; None where there is none."""
    chains = [one for one in graph.live("ReasoningChain") if one["side"] == side]
    return chains[-1] if chains else None


def standing(graph: Subgraph, utterances: Iterable[Node]) -> list[Held]:
    """The predicates of utterances that stand, in order.

    Args:
        graph: The debate.
        utterances: Of one side, in order.
    """
    return [Held(_predicate(node, said), node.ref) for said in utterances for node in _standing(graph, said)]


def _standing(graph: Subgraph, utterance: Node) -> list[Node]:
    return [
        node
        for node in graph.into(utterance.id, "RESTS_ON")
        if node.kind == "Predicate" and not graph.superseded(node.id)
    ]


def _read_before(graph: Subgraph, utterance: Node) -> bool:
    return any(node.kind == "Predicate" for node in graph.into(utterance.id, "RESTS_ON"))


def _predicate(node: Node, utterance: Node) -> Predicate:
    terms = json.loads(node["terms"] or "[]")
    return Predicate(
        str(node["number"]), str(node["relation"]), tuple(map(str, terms)), f"{utterance['turn']}.{node['sentence']}"
    )
