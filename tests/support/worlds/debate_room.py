"""A debate in memory: its utterances in a graph, an agent, and turns that are checked against the model and committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foam_graph.agents.protocol import Agent
from foam_graph.findings.debate.spoken import Side
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.model.validation import check
from foam_graph.reasoning.turns import Brief, Turn
from tests.support.chains.graphs import Chain

MOTION = "The harbour town of Selm should close its casino."


class DebateRoom:
    """A debate and whoever reads it.

    Args:
        agent: Who answers.
    """

    def __init__(self, agent: Agent) -> None:
        self.brief = Brief("debate-1", MOTION, (), agent, 1, "2026-05-01")
        self.chain = Chain("debate-1")
        self.graph = self.chain.graph

    def say(self, turn: int, side: Side, *sentences: str, over: Node | None = None, **fields: Any) -> Node:
        """Commits an utterance; ``over``: the version that it supersedes."""
        text, cuts = "", []
        for one in sentences:
            start = len(text) + bool(text)
            text = f"{text} {one}" if text else one
            cuts += [start, len(text)]
        delta = Delta()
        plain = {
            "turn": turn,
            "speaker": f"{side} speaker",
            "side": side,
            "stage": "opening",
            "origin": "agent",
            "accepted": True,
        }
        ref = delta.node("Utterance", **(plain | {"text": text, "cuts": cuts} | fields))
        if over is not None:
            delta.edge("SUPERSEDES", ref, over.ref)
        return self._one(delta, ref, Role.REFINER, f"speak:{turn}")

    def label(self, utterance: Node, scheme: str, *sentences: int) -> Node:
        """Commits a scheme label of an utterance."""
        delta = Delta()
        quality = dict.fromkeys(("acceptability", "inference", "relevance", "robustness", "overall"), "good")
        ref = delta.node("SchemeLabel", scheme=scheme, reason="It does.", sentences=list(sentences), **quality)
        delta.edge("ABOUT", ref, utterance.ref)
        return self._one(delta, ref, Role.EVALUATOR, "annotate")

    def _one(self, delta: Delta, ref: Ref, role: Role, step: str) -> Node:
        draft = ActivityDraft("debate-1", "AgentTurn", role, step)
        check(draft, delta)
        return self.graph[self.chain.commit(draft, delta).id_of(ref)]

    def turn(self, critic: Side) -> Turn:
        """A critic's turn in the making."""
        return Turn(self.brief, Role.CRITIC, f"logic:{critic}", critic)

    def commit(self, turn: Turn) -> Turn:
        """Checks a turn against the model, as the store would, and adds it to the debate."""
        check(turn.draft(), turn.delta)
        self.chain.commit(turn.draft(), turn.delta)
        return turn

    def of(self, kind: str) -> list[Node]:
        """The nodes of a kind that stand."""
        return self.graph.live(kind)


def predicate(sentence: str, relation: str, *terms: str) -> dict[str, Any]:
    """A predicate as an agent answers it."""
    return {"sentence": sentence, "relation": relation, "terms": list(terms)}


def flaw(
    kind: str, sentence: str, quoted: str, predicates: Sequence[str], why: str = "It does not fit."
) -> dict[str, Any]:
    """A flaw as an agent answers it."""
    return {"kind": kind, "sentence": sentence, "quoted": quoted, "predicates": list(predicates), "why": why}
