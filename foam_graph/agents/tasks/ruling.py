"""Ruling on a challenge, and the words in which criticism is typed (contestation)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam_graph.agents.tasks.data import Data, Passage, View

CritiqueType = Literal["logical_gap", "missing_evidence", "value_conflict", "scope_overreach"]
Flaw = Literal[
    "no_support", "single_source", "stale_date", "number_conflict", "negation_conflict", "date_conflict",
    "scope_wider_than_evidence", "value_conflict", "unsupported_content", "weak_warrant", "infeasible",
    "neglected_interest", "conceded", "other",
]  # fmt: skip


class RulingOut(Data):
    """A ruling."""

    verdict: Literal["valid", "invalid", "requires_more_evidence"]
    materiality: float = Field(ge=0, le=1)
    recommendation: Literal["revise", "defend", "branch", "none"]
    reasons: str = Field(min_length=1)
    rule: str = ""


class RuleIn(Data):
    """Rule on a challenge by the evidence on both sides; a person may overrule it."""

    kind: Literal["relevance", "adequacy", "selection_bias", "inferential", "scope", "normative", "structural"]
    grounds: str
    target_kind: str = Field(description="Kind of the challenged node, e.g. EvidenceRecord or Warrant.")
    target: str = Field(description="Its words.")
    claim: str = Field(description="The claim it belongs to; empty for structure and perspectives.")
    warrant: str = ""
    form: str = ""
    values: list[str] = Field(default_factory=list)
    record: list[Passage] = Field(description="Sentences the claim rests on.")
    evidence: list[Passage] = Field(description="Counter-evidence attached to the challenge.")
    offered: list[Passage] = Field(description="Other sentences that were offered for the slot and not used.")
    alternatives: list[str] = Field(default_factory=list, description="For structure: what was not chosen, with hits.")
    view: View | None = Field(default=None, description="The perspective that rules, where the panel may not.")
