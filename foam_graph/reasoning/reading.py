"""That somebody reads sentences: a Reading with what it cost and why, and the sentences in the graph."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.casefile.selecting import Selection, cost
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence, add_sentence, document_node_id, ranges, sentence_refs
from foam_graph.reasoning.turns import Brief, Turn


def price(evidence: Evidence, chosen: Selection) -> int:
    """What sentences cost a reader, in tokens.

    Args:
        evidence: The documents.
        chosen: Which of their sentences.
    """
    return sum(cost(evidence.documents[name], places) for name, places in chosen.items())


def reading_turn(
    brief: Brief,
    graph: Subgraph,
    evidence: Evidence,
    step: str,
    chosen: Selection,
    mode: str,
    budget: int,
    why: str,
    queries: Sequence[str] = (),
) -> Turn:
    """The turn that reads sentences of documents.

    Whatever is read is in the graph, so that it can be cited, and what nobody cited can be asked for as well.

    Args:
        brief: The run or debate.
        graph: What it has so far.
        evidence: Its documents.
        step: Name of the step.
        chosen: What is read.
        mode: ``whole``, ``selected`` or ``supplement``.
        budget: Tokens that may be read in all.
        why: Why just this.
        queries: The searches that found it.
    """
    turn = Turn(brief, Role.RETRIEVER, step, kind="Retrieval")
    reading = turn.delta.node(
        "Reading",
        mode=mode,
        budget=budget,
        tokens=price(evidence, chosen),
        sentences=sum(map(len, chosen.values())),
        queries=list(queries),
        why=why,
    )
    known = sentence_refs(graph)
    for name in sorted(chosen):
        document = evidence.documents[name]
        for place in sorted(chosen[name]):
            if f"{name}:{place}" not in known and place not in document.erased:
                add_sentence(turn.delta, evidence, f"{name}:{place}")
        ref = Ref(document_node_id(document.id, document.corpus), "Document")
        turn.delta.edge("READ", reading, ref, ranges=ranges(chosen[name]))
    return turn
