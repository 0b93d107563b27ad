"""Stakeholders, plans and the branches of the template (phases 1 and 2)."""

from __future__ import annotations

from pydantic import Field

from foam_graph.agents.tasks.criticism import CritiqueOut
from foam_graph.agents.tasks.data import Data, Passage, View


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
