"""A challenge is committed before anything is spent, even a bad one (protocol 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.advice import Action, NextStep
from foam_graph.errors import ContestError
from foam_graph.model.delta import ActivityDraft, Committed
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.challenge_targets import component
from foam_graph.reasoning.challenges import Lodged, challenge_delta
from foam_graph.reasoning.evidence import citable

MOST_COUNTER_SENTENCES = 3
"""Sentences taken from a counter-evidence document: those nearest to what is attacked."""


@dataclass(frozen=True)
class Located:
    """A challenge before it is lodged.

    Attributes:
        target: The node that was named.
        part: The node it bears on.
        successor: What to challenge instead, where the named node has been superseded.
    """

    target: Node
    part: Node
    successor: str


def locate(state: RunState, target_id: str, kind: str) -> Located:
    """Finds what a challenge bears on.

    Raises:
        ContestError: The node cannot be challenged in this way, or the run has no position yet.
    """
    positions = state.graph.live("Position")
    if not positions:
        raise ContestError(
            f"run {state.brief.run} has no position yet",
            NextStep(Action.RESUME, "Finish it with", {"run": state.brief.run}),
        )
    target = state.graph[target_id]
    part = component(state.graph, target, kind)
    superseded = state.graph.superseded(target.id) or state.graph.superseded(part.id)
    return Located(target, part, _instead(state.graph, target, part, positions[-1]) if superseded else "")


def _instead(graph: Subgraph, target: Node, part: Node, position: Node) -> str:
    """What took the place of what was named, or of the part that it bears on; else the current position."""
    newest = [graph.newest(one.id) for one in (target, part) if graph.superseded(one.id)]
    return next((one.id for one in newest if not graph.superseded(one.id)), position.id)


def counter_sentences(state: RunState, part: Node, documents: Sequence[str], grounds: str) -> tuple[str, ...]:
    """The sentences of a counter-evidence document that speak to the attacked node.

    Raises:
        ContestError: The document has no sentence that could be cited.
    """
    words = str(part.get("text") or part.get("quotation") or part.get("tag") or "")
    allowed = frozenset(documents)
    hits = state.retrieval.nearest(f"{grounds} {words}"[:4000], MOST_COUNTER_SENTENCES, allowed)
    found = [h.sentence_id for h in hits if citable(state.evidence.sentences[h.sentence_id].text)]
    if not found:
        loose = [s.id for d in documents for s in state.evidence.documents[d].sentences if citable(s.text)]
        found = loose[:MOST_COUNTER_SENTENCES]
    if not found:
        raise ContestError(
            "the counter-evidence holds no sentence that could be cited", "Give a document of plain text."
        )
    return tuple(found)


def lodge(state: RunState, located: Located, lodged: Lodged) -> Committed:
    """Commits a challenge; returns what was committed (the first node is the Challenge).

    Raises:
        ModelViolation: The challenge has no grounds, or the model does not allow it.
    """
    delta = challenge_delta(state.graph, located.target, located.part, lodged, state.evidence, located.successor)
    draft = ActivityDraft(
        state.brief.run,
        "HumanAct",
        Role.CONTESTER,
        "challenge",
        "person",
        {"by": lodged.by or None},
        (located.target.id,),
    )
    return state.commit(draft, delta)
