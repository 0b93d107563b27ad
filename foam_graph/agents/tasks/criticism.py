"""Criticising claims and plans, examining, answering, rating and ruling (phases 3 and 4, contestation)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam_graph.agents.protocol import SentenceId
from foam_graph.agents.tasks.data import Data, Passage, Slot, View

CritiqueType = Literal["logical_gap", "missing_evidence", "value_conflict", "scope_overreach"]
Flaw = Literal[
    "no_support", "single_source", "stale_date", "number_conflict", "negation_conflict", "date_conflict",
    "scope_wider_than_evidence", "value_conflict", "unsupported_content", "weak_warrant", "infeasible",
    "neglected_interest", "conceded", "other",
]  # fmt: skip


class CritiqueOut(Data):
    """One typed critique."""

    part: str = Field(description="claim, warrant, record, plan, or the id of one sentence.")
    type: CritiqueType
    flaw: Flaw
    quoted: str = Field(min_length=1, description="Words of the target that are attacked, verbatim.")
    grounds: str = Field(min_length=1)
    hook: str = Field(default="", description="Missing evidence, as a query.")
    value_target: str = ""
    value_critic: str = ""
    evidence: list[SentenceId] = Field(default_factory=list, max_length=5)


class CritiquesOut(Data):
    """Critiques, strongest first; none is a good answer."""

    critiques: list[CritiqueOut] = Field(max_length=6)


class CritiqueClaimIn(Data):
    """Criticise a filled slot of another perspective; ``others`` are sentences that may speak against it."""

    question: str
    view: View
    proposer: str
    proposer_weights: dict[str, float] = Field(default_factory=dict, description="Value weights of the proposer.")
    slot: Slot
    claim: str
    warrant: str
    qualifier: str
    values: list[str]
    form: str
    record: list[Passage]
    others: list[Passage]
    as_of: str = Field(description="Date against which staleness is judged, ISO 8601.")


class ExamineIn(Data):
    """Ask one question of cross-examination about a claim."""

    view: View
    claim: str
    record: list[Passage]


class ExamineOut(Data):
    """The question, or empty for none."""

    question: str = ""


class AnswerIn(Data):
    """Answer a critique or question about your own claim, or concede."""

    view: View
    claim: str
    warrant: str
    record: list[Passage]
    asked: str = Field(description="The question, or the grounds of the critique.")
    flaw: str = Field(default="", description="The critique's flaw; empty for a question.")
    against: list[Passage] = Field(description="Sentences that the critique cites.")
    offered: list[Passage]


class AnswerOut(Data):
    """The answer; empty text = no answer is given."""

    text: str = ""
    concedes: bool = False
    evidence: list[SentenceId] = Field(default_factory=list, max_length=5)


class RateIn(Data):
    """Rate a critique (or the reply to it) by the evidence on both sides."""

    target: str = Field(description="Text of the attacked node.")
    form: str
    record: list[Passage]
    critique: CritiqueOut
    against: list[Passage] = Field(description="Sentences that the critique cites.")
    corroboration: list[Passage] = Field(description="Further sentences of other documents on the same matter.")
    reply: str = ""
    reply_evidence: list[Passage] = Field(default_factory=list)
    what: Literal["critique", "reply"]


class RateOut(Data):
    """A rating."""

    verdict: Literal["valid", "invalid", "requires_more_evidence", "adequate", "inadequate"]
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
