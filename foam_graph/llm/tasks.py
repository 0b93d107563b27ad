"""Every task that an agent can be asked, as data in and data out.

Offline rules read these inputs directly; model clients send them as one JSON document with the prompt file of the
same name. Answers never contain quoted text: evidence is named by sentence id (foam.md 5).
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from foam_graph.llm.protocol import SentenceId
from foam_graph.llm.task_data import Data as Data
from foam_graph.llm.task_data import Passage as Passage
from foam_graph.llm.task_data import View as View

CritiqueType = Literal["logical_gap", "missing_evidence", "value_conflict", "scope_overreach"]
Flaw = Literal[
    "no_support", "single_source", "stale_date", "number_conflict", "negation_conflict", "date_conflict",
    "scope_wider_than_evidence", "value_conflict", "unsupported_content", "weak_warrant", "infeasible",
    "neglected_interest", "conceded", "other",
]  # fmt: skip


class Slot(Data):
    """One leaf of the template to be filled."""

    leaf: str
    name: str
    syllogism: str = Field(description="Name of the branch that holds the syllogism.")
    syllogism_type: str
    component: str
    meaning: str
    evidence: Literal["required", "optional", "none"]
    word_budget: int
    calculus: bool = Field(default=False, description="Whether timeframe, probability, magnitude, reversibility apply.")
    cues: list[str] = Field(
        default_factory=list, description="Patterns that mark a fit sentence; for rule-based agents."
    )
    values: list[str] = Field(default_factory=list, description="Public values that the argument speaks to.")
    argument: list[str] = Field(default_factory=list, description="Claims drafted so far for the same argument.")
    used: list[str] = Field(default_factory=list, description="Sentences that claims of other arguments use.")


# -- phase 1 ------------------------------------------------------------------------------------------------------


class StakeholdersIn(Data):
    """Who is affected by the decision?"""

    question: str
    perspectives: list[View]
    passages: list[Passage]


class StakeholderOut(Data):
    """One stakeholder."""

    name: str
    interest: str


class StakeholdersOut(Data):
    """The stakeholder set, the perspectives' own interests included."""

    stakeholders: list[StakeholderOut] = Field(min_length=1, max_length=12)


# -- phase 2 ------------------------------------------------------------------------------------------------------


class PlanOut(Data):
    """A strategy."""

    goal: str = Field(min_length=1)
    portfolio: list[str] = Field(min_length=1, max_length=8)
    anticipated: list[str] = Field(max_length=8)
    queries: list[str] = Field(min_length=1, max_length=8)


class DraftPlanIn(Data):
    """Draft a strategy from this perspective; ``branches`` are the template's argument families."""

    question: str
    view: View
    branches: list[str]
    passages: list[Passage]
    earlier: list[str] = Field(description="Goals of this perspective's earlier candidates, to differ from.")


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


class CritiquePlanIn(Data):
    """Criticise another perspective's plan; never repeat an earlier critique."""

    question: str
    view: View
    plan: PlanOut
    proposer: View
    hits: list[int] = Field(description="Sentences found for each of the plan's queries.")
    earlier: list[str] = Field(description="Grounds of earlier critiques of this plan's line.")
    iteration: int


class RevisePlanIn(Data):
    """Revise the plan so that it answers the critiques."""

    question: str
    view: View
    plan: PlanOut
    critiques: list[CritiqueOut]


class ScorePlanIn(Data):
    """Score proposal and criticism, 0 to 10 on each rubric."""

    question: str
    plan: PlanOut
    hits: list[int]
    critiques: list[CritiqueOut]
    verdicts: list[str]


class ScoreOut(Data):
    """Rubric scores."""

    proposal: dict[str, float]
    criticism: dict[str, float]


# -- phase 3 ------------------------------------------------------------------------------------------------------


class Child(Data):
    """A child of a branching template node."""

    id: str
    name: str
    values: list[str]
    considerations: list[str]
    hits: int = Field(description="Sentences that speak to it; for an argument, to its scarcest required part.")
    suits: float = Field(default=0.0, ge=0, le=1, description="How far it suits the perspective's ways of arguing.")


class ChooseBranchIn(Data):
    """Rank the children of a branch from this perspective."""

    question: str
    view: View
    prompt: str
    children: list[Child]
    choose: int
    plan: PlanOut


class ChooseBranchOut(Data):
    """Scores in [0, 1] for the children by id, and why."""

    scores: dict[str, float]
    why: str = Field(min_length=1)


class TypeOffer(Data):
    """A type of argument that the documents could supply."""

    name: str
    meaning: str
    components: list[str]
    usual: bool = Field(description="Whether the options here are of this type.")
    hits: int = Field(description="Sentences that speak to its scarcest required component.")


class ProposeBranchIn(Data):
    """No child fits: the documents speak to none. Propose an argument that they can supply, or none."""

    question: str
    view: View
    prompt: str
    children: list[Child] = Field(description="What the template offers here, and nothing speaks to.")
    types: list[TypeOffer] = Field(description="Types of argument to choose from, those of the children first.")
    plan: PlanOut
    passages: list[Passage]


class ProposeBranchOut(Data):
    """An argument for this place of the template; its parts are those of its type."""

    proposed: bool
    name: str = Field(default="", max_length=120, description="What the argument is about, in a few words.")
    syllogism_type: str = Field(default="", description="One of the types offered.")
    values: list[str] = Field(default_factory=list, max_length=4, description="Public values that it speaks to.")
    considerations: list[str] = Field(default_factory=list, max_length=3)
    why: str = Field(min_length=1, max_length=600)


# -- phase 4 ------------------------------------------------------------------------------------------------------


class RelateIn(Data):
    """Find sentences of different documents that say something only together."""

    question: str
    passages: list[Passage]


class RelateOut(Data):
    """Groups of sentences: a sum and its limit, a rule with exception and fact, a contradiction, an agreement."""

    groups: list[list[SentenceId]] = Field(default_factory=list, max_length=60)


class FillSlotIn(Data):
    """Fill one slot from the offered sentences only; candidates must differ from earlier ones."""

    question: str
    view: View
    plan: PlanOut
    slot: Slot
    offered: list[Passage]
    rests_on: list[str] = Field(description="Claims of the slots that this one rests on.")
    earlier: list[list[str]] = Field(description="Sentence ids of earlier candidates, to differ from.")


class FurtherRecord(Data):
    """One more record that a claim rests on beside its first, e.g. the rest of many lines that are added up."""

    tag: str = Field(default="", description="What the record shows, in a few words.")
    # May be empty: where nothing is offered, a required id could not be asked for at all.
    evidence: list[SentenceId] = Field(default_factory=list, max_length=5)


class FillSlotOut(Data):
    """A filled slot, or an empty one with the reason."""

    filled: bool
    text: str = Field(default="", description="The claim.")
    warrant: str = ""
    tag: str = Field(default="", description="What the record shows, in a few words.")
    evidence: list[SentenceId] = Field(default_factory=list, max_length=5)
    further: list[FurtherRecord] = Field(
        default_factory=list, max_length=3, description="Further records, where five sentences are not enough."
    )
    backing: str = ""
    qualifier: str = ""
    rebuttal: str = ""
    values: list[str] = Field(default_factory=list)
    form: str = "quotation"
    timeframe: str = ""
    probability: str = ""
    magnitude: str = ""
    reversibility: str = ""
    score: float = Field(default=0.0, description="Rubric score 0 to 10 of the candidate.")
    why: str = Field(default="", description="Why empty, or why these sentences.")

    @property
    def sentence_ids(self) -> list[str]:
        """Ids of the sentences of all its records, in order, without repeats."""
        more = (name for record in self.further for name in record.evidence)
        return list(dict.fromkeys([*self.evidence, *more]))


# -- phase 4b -----------------------------------------------------------------------------------------------------


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


class ReviseClaimIn(Data):
    """Revise your claim so that it answers a valid critique, from the offered sentences; or leave it."""

    question: str
    view: View
    slot: Slot
    claim: str
    record: list[Passage]
    critique: CritiqueOut
    against: list[Passage]
    offered: list[Passage]
    challenge: str = Field(default="", description="Kind of challenge, where a person's was upheld.")


# -- phase 5 ------------------------------------------------------------------------------------------------------


class StatedClaim(Data):
    """A claim that may be stated in the synthesis."""

    id: str
    text: str
    class_: Literal["core", "conditional"]
    condition: str
    component: str
    syllogism: str


class SynthesiseIn(Data):
    """Word the position: one or two paragraphs, nothing beyond the claims."""

    question: str
    claims: list[StatedClaim]


class SentenceOut(Data):
    """One sentence of the synthesis and the claims it states."""

    text: str = Field(min_length=1)
    claims: list[str] = Field(min_length=1)


class SynthesiseOut(Data):
    """The synthesis."""

    sentences: list[SentenceOut] = Field(min_length=1)


TASKS: dict[str, tuple[type[BaseModel], type[BaseModel]]] = {
    "stakeholders": (StakeholdersIn, StakeholdersOut),
    "draft_plan": (DraftPlanIn, PlanOut),
    "critique_plan": (CritiquePlanIn, CritiquesOut),
    "revise_plan": (RevisePlanIn, PlanOut),
    "score_plan": (ScorePlanIn, ScoreOut),
    "choose_branch": (ChooseBranchIn, ChooseBranchOut),
    "propose_branch": (ProposeBranchIn, ProposeBranchOut),
    "relate": (RelateIn, RelateOut),
    "fill_slot": (FillSlotIn, FillSlotOut),
    "critique_claim": (CritiqueClaimIn, CritiquesOut),
    "examine": (ExamineIn, ExamineOut),
    "answer": (AnswerIn, AnswerOut),
    "rate": (RateIn, RateOut),
    "rule": (RuleIn, RateOut),
    "revise_claim": (ReviseClaimIn, FillSlotOut),
    "synthesise": (SynthesiseIn, SynthesiseOut),
}
"""Task name to its input and answer."""
