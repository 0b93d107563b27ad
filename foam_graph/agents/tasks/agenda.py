"""What is to be decided: options, issues with exclusive outcomes, and when an option holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from foam_graph.agents.protocol import CaseId
from foam_graph.agents.tasks.data import Data

Slug = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""A short name that tasks and data refer to: lower case, digits and underscores."""


LEAST_OPTIONS = 2
"""Options below which nothing is left to decide."""


class ArgumentType(Data):
    """A form in which an issue can be argued."""

    name: str
    meaning: str
    components: list[str] = Field(description="Name and meaning of each part, the required ones marked.")


class Branch(Data):
    """An argument that the template provides for."""

    id: str
    name: str
    type: str


class AgendaIn(Data):
    """Write the agenda of this case: neutrally, for all sides."""

    question: str
    branches: list[Branch] = Field(default_factory=list, description="What the template expects to be argued.")
    types: list[ArgumentType] = Field(default_factory=list, description="Forms of argument to choose from.")
    faults: list[str] = Field(default_factory=list, description="What was wrong with your earlier agenda.")


class OutcomeOut(Data):
    """One of the exclusive outcomes of an issue."""

    name: Slug
    text: str = Field(min_length=1, description="In words, e.g. 'the form arrived in time'.")


class IssueOut(Data):
    """One question on which the options depend."""

    name: Slug
    question: str = Field(min_length=1)
    why: str = Field(min_length=1, description="Why it decides, in one sentence.")
    governing: list[CaseId] = Field(max_length=8, description="Sentences that say by which rule it is decided.")
    outcomes: list[OutcomeOut] = Field(min_length=2, max_length=4)
    type: str = Field(description="Form of argument, one of the types.")
    branch: str = Field(default="", description="Id of the template's branch that it belongs to; empty for none.")
    weighs: bool = Field(default=False, description="Whether it asks what should be done, so that values decide.")
    given_issue: str = Field(default="", description="An issue that must come out a certain way for this one to arise.")
    given_outcome: str = Field(default="", description="That outcome; empty where it always arises.")
    relied: str = Field(default="", description="Outcome that the decision under review relied on; empty for none.")


class Need(Data):
    """One outcome of one issue."""

    issue: Slug
    outcome: Slug


class Ground(Data):
    """Outcomes that together are enough."""

    all_of: list[Need] = Field(min_length=1, max_length=12)


class OptionOut(Data):
    """One way to answer the question."""

    name: Slug
    text: str = Field(min_length=1, description="The answer in one sentence.")
    holds_if: list[Ground] = Field(
        max_length=12, description="Any one of these is enough; empty where the file states no condition."
    )
    by: list[CaseId] = Field(default_factory=list, max_length=5, description="Sentences that state the connection.")


class ReliefOut(Data):
    """Something that a party asks for beyond the options."""

    text: str = Field(min_length=1)
    by: str = Field(default="", description="Who asks for it.")
    asked: list[CaseId] = Field(default_factory=list, max_length=3)


class AgendaOut(Data):
    """The agenda, with a candidate answer that is kept and not shown to those who argue."""

    options: list[OptionOut] = Field(min_length=LEAST_OPTIONS, max_length=6)
    issues: list[IssueOut] = Field(min_length=1, max_length=12)
    reliefs: list[ReliefOut] = Field(default_factory=list, max_length=8)
    stakeholders: list[str] = Field(
        min_length=1, max_length=10, description="Who is affected: 'who: what is at stake'."
    )
    brief: str = Field(
        max_length=6000, description="Your own answer in at most 700 words, in notes, with sentence ids."
    )
    wanted: list[str] = Field(default_factory=list, max_length=5, description="Searches, where only a part was read.")


class AgendaIssue(Data):
    """An issue as those who argue see it."""

    name: str
    question: str
    governing: list[str]
    outcomes: dict[str, str] = Field(description="Name to words.")
    given: str = Field(default="", description="issue=outcome on which it depends.")
    type: str = Field(description="Form of argument, one of `forms`.")
    weighs: bool = False


class AgendaShown(Data):
    """The agenda as those who argue see it."""

    options: dict[str, str]
    holds_if: dict[str, str] = Field(
        default_factory=dict, description="Option to what must come out for it to hold: issue=outcome, all or any."
    )
    issues: list[AgendaIssue]
    forms: dict[str, list[str]] = Field(
        default_factory=dict, description="Form of argument to its parts with what each says, required ones with *."
    )
    reliefs: list[str] = Field(default_factory=list)


class AgendaAnewIn(Data):
    """Change the agenda of this case as a person's ruling asks for, and nothing beyond that."""

    question: str
    agenda: AgendaShown = Field(description="The agenda as it stands.")
    challenged: str = Field(description="What was challenged: 'issue NAME', 'option NAME' or 'the agenda'.")
    words: str = Field(description="What it says.")
    grounds: str = Field(description="What the challenger holds to be wrong with it.")
    proposed: str = Field(default="", description="What the challenger wants it to say, where that was given.")
    evidence: list[str] = Field(default_factory=list, description="Sentences that were given with the challenge.")
    ruling: str = Field(description="Why the challenge was upheld.")
    branches: list[Branch] = Field(default_factory=list, description="What the template expects to be argued.")
    types: list[ArgumentType] = Field(default_factory=list, description="Forms of argument to choose from.")
    faults: list[str] = Field(default_factory=list, description="What was wrong with your earlier answer.")


class AgendaAnewOut(Data):
    """What is different in the new agenda; everything that is not named stays word for word."""

    why: str = Field(min_length=1, max_length=900, description="How this meets the ruling, in one to three sentences.")
    left_out: list[Slug] = Field(
        default_factory=list, max_length=12, description="Names of issues and options that the agenda has no more."
    )
    issues: list[IssueOut] = Field(
        default_factory=list,
        max_length=12,
        description="Issues that are new, or that change: these whole, by their name.",
    )
    options: list[OptionOut] = Field(
        default_factory=list,
        max_length=6,
        description="Options that are new, or that change: these whole, by their name.",
    )
    brief: str = Field(
        default="",
        max_length=3000,
        description="Your own answer on what is new or changed, in notes, with sentence ids.",
    )
    wanted: list[str] = Field(default_factory=list, max_length=5, description="Searches, where only a part was read.")
