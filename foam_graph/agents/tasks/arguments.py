"""Arguments drafted whole: every part in order, what each rests on, and the outcome that they conclude for."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam_graph.agents.protocol import CaseId
from foam_graph.agents.tasks.agenda import AgendaShown, Slug
from foam_graph.agents.tasks.calculation import CalculationOut, RuleApplicationOut
from foam_graph.agents.tasks.data import Data


class Speaker(Data):
    """The perspective that an agent acts from, with everything that is to change what it says."""

    id: str
    role: str
    disclosure: str
    values: dict[str, float] = Field(description="Its values and their weights.")
    manner: list[str] = Field(default_factory=list, description="What its place on each dimension asks of an arguer.")
    axes: list[str] = Field(default_factory=list, description="Its positions on epistemic axes, with the reason.")
    scope: str = ""
    binds: list[str] = Field(default_factory=list, description="Constraints that it keeps; a breach is refused.")
    not_citable: list[int] = Field(
        default_factory=list,
        description="Documents that its evidence policy does not admit: it may read, not cite them.",
    )


class TheoryIn(Data):
    """Say for each issue which outcome this perspective holds to be right, and why."""

    question: str
    speaker: Speaker
    agenda: AgendaShown
    only: list[str] = Field(
        default_factory=list, description="Names of the issues that are asked for anew; empty for all."
    )


class Holding(Data):
    """What a perspective holds on one issue."""

    issue: str
    outcome: str
    why: str = Field(min_length=1, max_length=700, description="Two sentences, with sentence ids.")


class TheoryOut(Data):
    """A case theory."""

    goal: str = Field(min_length=1, max_length=600, description="What it wants decided, and its strongest reason.")
    holdings: list[Holding] = Field(max_length=12)
    anticipated: list[str] = Field(default_factory=list, max_length=5, description="The strongest points against it.")
    wanted: list[str] = Field(default_factory=list, max_length=5)


class RecordOut(Data):
    """Sentences that are cited together."""

    tag: str = Field(min_length=1, max_length=160, description="What they show, in at most twelve words.")
    sentences: list[CaseId] = Field(min_length=1, max_length=5, description="In reading order.")
    any_of: str = Field(default="", description="Name of a group of which one is enough; empty: this one is needed.")
    stands: Literal["for", "against"] = Field(
        default="for", description="For what the part says, or against it: told and weighed, but not rested on."
    )


class PartOut(Data):
    """One component of an argument."""

    component: str = Field(description="One of the issue's components.")
    text: str = Field(min_length=1, max_length=1200, description="What it asserts, in at most 1,200 characters.")
    warrant: str = Field(min_length=1, max_length=500, description="Why the cited sentences or premises bear it out.")
    records: list[RecordOut] = Field(default_factory=list, max_length=6)
    premises: list[str] = Field(
        default_factory=list,
        max_length=8,
        description="Earlier parts of this argument by component, findings as F3, another issue's as issue:NAME=OUTCOME.",
    )
    backing: str = Field(default="", max_length=300)
    qualifier: str = Field(default="", max_length=300, description="How far it holds.")
    rebuttal: str = Field(default="", max_length=300, description="When it would not hold.")
    values: list[str] = Field(default_factory=list, max_length=3, description="Values it speaks for, where it weighs.")
    calculation: CalculationOut | None = Field(
        default=None, description="What it computes or compares, from figures of the file; null where nothing is."
    )
    application: RuleApplicationOut | None = Field(
        default=None, description="The rule that it applies to what was found; null where none is."
    )


class ArgumentOut(Data):
    """One whole argument for one outcome of one issue."""

    issue: Slug
    outcome: Slug
    advocacy: bool = Field(default=False, description="Argued because it was assigned, not held to be right.")
    parts: list[PartOut] = Field(min_length=1, max_length=8, description="In order; the last one concludes.")


class ArgueIn(Data):
    """Argue the issues named, each as one whole argument."""

    question: str
    speaker: Speaker
    agenda: AgendaShown
    holdings: list[Holding] = Field(description="Your case theory on these issues.")
    argue: list[str] = Field(description="Issues to argue now, each for the outcome that you hold.")
    not_admitted_by_all: list[int] = Field(
        default_factory=list, description="Documents that you may cite, but that somebody else does not admit."
    )
    advocate: dict[str, str] = Field(
        default_factory=dict, description="Issues on which you must also put the best case for this outcome."
    )
    faults: list[str] = Field(default_factory=list, description="What was refused in your earlier answer.")
    refused: list[str] = Field(default_factory=list, description="Your earlier arguments that were refused, as JSON.")


class ArgueOut(Data):
    """Arguments, one an issue."""

    arguments: list[ArgumentOut] = Field(max_length=6)
    wanted: list[str] = Field(default_factory=list, max_length=5)
