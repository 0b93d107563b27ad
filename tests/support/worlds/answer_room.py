"""An argued case taken to its answer in memory: objections, weighings, validation and labels planted, then compiled."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.certificate import Held
from foam_graph.reasoning.answer.compiling import Answering, compile_answer
from foam_graph.reasoning.certifying.compilation import Compiled, relabel
from foam_graph.reasoning.outcome.ends import Results, Turning
from foam_graph.reasoning.outcome.results import results
from foam_graph.reasoning.sublation import Sublation, sublate
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.case_room import ARGUMENTS, CaseRoom

FOR_RENEWAL = (("form", "in_time", "late"), ("noise", "under", "over"))
"""Weighings that decide the case for renewal."""


def weighing(issue: str, over: str, under: str, reason: str = "direct") -> dict[str, Any]:
    """The fields of a weighing by the panel."""
    return {
        "issue": issue, "over": over, "under": under, "reason": reason, "verdict": "valid", "materiality": 0.8,
        "recommendation": "none", "reasons": "The register saw it, the other side was told of it.", "stance_id": "",
        "provisional": True, "rule": "",
    }  # fmt: skip


class AnswerRoom(CaseRoom):
    """A case that can be weighed, criticised, labelled and answered.

    Args:
        weighed: Issue, outcome that outweighs, outcome that is outweighed.
        arguments: Author and argument, in order.
        offline: Whether the run has no model.
        agenda: What the agenda says beyond that of the case room, or otherwise.
    """

    def __init__(
        self,
        weighed: Sequence[tuple[str, str, str]] = FOR_RENEWAL,
        arguments: Sequence[tuple[str, Mapping[str, Any]]] = ARGUMENTS,
        offline: bool = False,
        agenda: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(arguments, agenda)
        if offline:
            self.agent.provider = "offline"
        for issue, over, under in weighed:
            self.weigh(issue, over, under)
        self.validate()

    def write(self, kind: str, role: Role, delta: Delta) -> tuple[str, ...]:
        """Commits a delta and gives the ids of its nodes."""
        return self.chain.commit(ActivityDraft(self.brief.run, kind, role, "planted", "scripted"), delta).ids

    def weigh(self, issue: str, over: str, under: str, reason: str = "direct", **fields: Any) -> str:
        delta = Delta()
        delta.node("Weighing", **weighing(issue, over, under, reason) | fields)
        return self.write("AgentTurn", Role.EVALUATOR, delta)[0]

    def object(self, target: str, grounds: str, by: str = "caseworker", **fields: Any) -> str:
        """An objection to a part by its name, or to any other node by its id."""
        delta = Delta()
        critique = delta.node(
            "Critique", type="logical_gap", flaw="other", grounds=grounds, quoted="", stance_id=by, **fields
        )
        attacked = self.graph[target] if target in self.graph else self.names.node(target)
        delta.edge("ATTACKS", critique, attacked.ref)
        return self.write("AgentTurn", Role.CRITIC, delta)[0]

    def rate(
        self, critique: str, verdict: str, materiality: float = 0.8, reasons: str = "It is so.", **fields: Any
    ) -> str:
        delta = Delta()
        rating = delta.node(
            "Evaluation", verdict=verdict, materiality=materiality, recommendation="none", reasons=reasons,
            stance_id="", provisional=True, rule="", **fields,
        )  # fmt: skip
        delta.edge("RATES", rating, self.graph[critique].ref)
        return self.write("AgentTurn", Role.EVALUATOR, delta)[0]

    def revise(self, part: str, *rests_on: str, comparators: Sequence[str] = ()) -> None:
        """A new version of a part, with a calculation for each statement that it rests on, and what each compares by."""
        old, delta = self.names.parts[part], Delta()
        compared = [json.dumps({"comparator": one}) if one else None for one in comparators]
        made = [
            delta.node("Calculation", steps="[]", result="3", statement=text, comparison=one)
            for text, one in zip_longest(rests_on, compared)
        ]
        claim = delta.node("Claim", **old.fields)
        delta.edge("FILLS", claim, self.graph.out(old.id, "FILLS")[0].ref, component=old["component"])
        delta.edge("SUPERSEDES", claim, old.ref)
        for one in made:
            delta.edge("RESTS_ON", claim, one)
        warrant = delta.node("Warrant", text="So it is.")
        delta.edge("WARRANTS", warrant, claim)
        for record in self.graph.out(self.graph.into(old.id, "WARRANTS")[0].id, "USES"):
            delta.edge("USES", warrant, record.ref)
        self.write("AgentTurn", Role.REFINER, delta)

    def validate(self) -> None:
        """Finds every quotation exact that nobody has looked at."""
        delta = Delta()
        unseen = [r for r in self.graph.live("EvidenceRecord") if not self.graph.into(r.id, "VALIDATES")]
        for record in unseen:
            made = delta.node("ValidationResult", verdict="exact", score=1.0, engine="planted")
            delta.edge("VALIDATES", made, record.ref)
        self.write("Validation", Role.VALIDATOR, delta)

    def label(self) -> Sublation:
        turn, found = relabel(self.brief, self.graph, "label")
        self.commit(turn)
        return found

    def results(self, turns: Sequence[Turning] = ()) -> Results:
        return results(self.desk, self.graph, sublate(self.graph), turns)

    def answer(self, words: int = 900, uncertified: str = "") -> Turn:
        """Labels the run and compiles its answer, committed."""
        labels = self.label()
        previous = self.graph.live("Position")
        compiled = Compiled(
            self.brief, self.graph, self.template, self.evidence, labels, "City library", "case",
            "2026-05-01T00:00:00Z", previous[-1] if previous else None,
        )  # fmt: skip
        return self.commit(compile_answer(Answering(compiled, self.desk, words, uncertified), "compile"))

    @property
    def position(self) -> Node:
        return self.graph.live("Position")[-1]

    @property
    def checks(self) -> dict[str, Node]:
        parts = self.graph.out(self.position.id, "INCLUDES")
        return {str(node["name"]): node for node in parts if node.kind == "Check"}

    def held(self, graph: Subgraph | None = None, words: int = 900) -> Held:
        return Held(graph or self.graph, self.evidence, self.brief.question, words, 0.5, self.brief.as_of[:10])
