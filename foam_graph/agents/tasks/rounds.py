"""A round of criticism over whole cases: critics, owners, raters, and the weighing of opposed outcomes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam_graph.agents.protocol import CaseId
from foam_graph.agents.tasks.agenda import AgendaShown, Slug
from foam_graph.agents.tasks.arguments import PartOut, Speaker
from foam_graph.agents.tasks.data import Data
from foam_graph.agents.tasks.ruling import CritiqueType, Flaw


class PartShown(Data):
    """One part of an argument as it stands."""

    id: str = Field(description="e.g. A3.facts")
    text: str
    warrant: str = ""
    qualifier: str = ""
    rebuttal: str = Field(default="", description="When it would not hold.")
    cites: list[str] = Field(default_factory=list, description="Sentence ids.")
    any_of: str = Field(
        default="", description="Of its sentences those of which one line is enough: '4.6, 4.7 or 7.2'."
    )
    against: list[str] = Field(default_factory=list, description="Sentences that it tells of as speaking against it.")
    state: str = Field(default="", description="'new version' or 'conceded', where it is.")
    rests_on: list[str] = Field(default_factory=list, description="Parts, findings, outcomes of other issues.")
    computed: str = Field(default="", description="Its calculation, as the program recomputed it.")
    applies: str = Field(default="", description="The rule that it applies, as the program checked it.")
    values: list[str] = Field(default_factory=list, description="Values it speaks for, where it weighs.")


class ArgumentShown(Data):
    """One argument as it stands."""

    id: str = Field(description="e.g. A3")
    issue: str
    outcome: str
    by: str
    advocacy: bool = False
    parts: list[PartShown]


class CaseCritiqueOut(Data):
    """One critique of one part."""

    target: str = Field(description="Id of a part, e.g. A3.facts.")
    type: CritiqueType
    flaw: Flaw
    quoted: str = Field(min_length=1, max_length=300, description="Words of that part, verbatim.")
    grounds: str = Field(min_length=1, max_length=700, description="What is wrong, and what follows for the issue.")
    evidence: list[CaseId] = Field(default_factory=list, max_length=5)
    value_target: str = ""
    value_critic: str = ""
    wanted: str = Field(default="", max_length=200)


class OmissionOut(Data):
    """Something decisive that nobody has argued."""

    issue: Slug
    grounds: str = Field(min_length=1, max_length=600)
    evidence: list[CaseId] = Field(default_factory=list, max_length=5)


class CriticiseIn(Data):
    """Criticise the whole case of your opponents."""

    # What is the same for every critic of a round comes first: endpoints reuse a prompt as far as it begins like another.
    question: str
    agenda: AgendaShown
    arguments: list[ArgumentShown] = Field(description="Everybody's, your own included.")
    values: list[str] = Field(default_factory=list, description="The run's values, where an issue weighs.")
    earlier: list[str] = Field(default_factory=list, description="Points already made; do not repeat them.")
    opposed: list[str] = Field(default_factory=list, description="Ids of the arguments that are not yours.")
    speaker: Speaker


class CriticiseOut(Data):
    """Critiques, strongest first; none is a good answer."""

    critiques: list[CaseCritiqueOut] = Field(max_length=8)
    omissions: list[OmissionOut] = Field(default_factory=list, max_length=2)


class DebateAnswer(Data):
    """What the side that was attacked in a debate answered there; no evidence, but a line of reply."""

    name: str = Field(description="Turn and sentence of the debate, e.g. T4.2.")
    text: str
    evidence: list[str] = Field(default_factory=list, description="Sentences of the case file that it cited.")


class CritiqueShown(Data):
    """A critique as owners and raters see it."""

    id: str = Field(description="e.g. K4")
    target: str = Field(description="Part, e.g. A3.facts; the issue, for an omission.")
    by: str
    flaw: str
    quoted: str
    grounds: str
    evidence: list[str] = Field(default_factory=list)
    attacked: str = Field(default="", description="The words attacked, where they were not the part's last ones.")
    proposed: str = Field(default="", description="What the person who challenged it wants it to say.")
    answer: str = Field(default="", description="How the owner answered, and in which words.")
    new_version: str = Field(default="", description="The part as revised after it.")
    new_cites: list[str] = Field(default_factory=list)
    new_rests_on: list[str] = Field(default_factory=list)
    debate: list[DebateAnswer] = Field(
        default_factory=list, description="How the same point was answered in the debate that was taken for this run."
    )


class DriftShown(Data):
    """A part that leaves what its author declared, as raters found."""

    id: str = Field(description="e.g. D1")
    part: str
    why: str


class RespondIn(Data):
    """Answer every critique of your own case, with the whole of it in view."""

    question: str
    speaker: Speaker
    agenda: AgendaShown
    arguments: list[ArgumentShown] = Field(
        description="Everybody's, as critics of the round saw them; or your own alone."
    )
    own: list[str] = Field(default_factory=list, description="Ids of those that are yours; all, where none is named.")
    whole: list[ArgumentShown] = Field(
        default_factory=list, description="Of yours those that do not stand whole among `arguments`."
    )
    critiques: list[CritiqueShown]
    drift: list[DriftShown] = Field(
        default_factory=list, description="Parts of yours that leave your scope or a constraint; revise them."
    )
    faults: list[str] = Field(default_factory=list, description="What was refused in your earlier answer.")

    @property
    def mine(self) -> list[ArgumentShown]:
        """The arguments of whoever is asked, whole."""
        whole = {one.id: one for one in self.whole}
        return [whole.get(one.id, one) for one in self.arguments if one.id in self.own or not self.own]


class ResponseOut(Data):
    """One answer."""

    critique: str = Field(description="Id, e.g. K4.")
    answer: Literal["concede", "concede_part", "reply", "none"]
    text: str = Field(default="", max_length=600, description="The reply, or what is conceded and what is kept.")
    evidence: list[CaseId] = Field(default_factory=list, max_length=5)


class RevisionOut(Data):
    """A part in its new version: narrowed, completed or corrected."""

    target: str = Field(description="Id of the part, e.g. A3.facts.")
    answers: list[str] = Field(min_length=1, max_length=8, description="Critiques that it answers, or D1.")
    part: PartOut
    drops: list[Literal["calculation", "application"]] = Field(
        default_factory=list,
        max_length=2,
        description="What the old version computed or applied and the new one does not.",
    )


class RespondOut(Data):
    """Answers to all critiques, and the parts that change."""

    answers: list[ResponseOut] = Field(max_length=40)
    revisions: list[RevisionOut] = Field(default_factory=list, max_length=8)


class Declared(Data):
    """What a perspective bound itself to."""

    id: str
    scope: str
    binds: list[str] = Field(description="Its constraints.")


class RateCaseIn(Data):
    """Rate each critique: of the version it attacked, of the reply, and of the new version."""

    question: str
    agenda: AgendaShown
    arguments: list[ArgumentShown] = Field(description="Arguments with a critique, as they stood when criticised.")
    critiques: list[CritiqueShown]
    declared: list[Declared] = Field(default_factory=list, description="What the authors bound themselves to.")
    faults: list[str] = Field(default_factory=list, description="What was missing in your earlier answer.")


class RatingOut(Data):
    """One rating of one critique."""

    critique: str
    verdict: Literal["valid", "invalid", "requires_more_evidence"] = Field(description="Of the version it attacked.")
    reply: Literal["adequate", "inadequate", "none"] = "none"
    version: Literal["answered", "partly", "not_answered", "none"] = Field(
        default="none", description="Whether the new version meets it."
    )
    materiality: float = Field(
        ge=0, le=1, description="Of what remains: 0.1 wording, 0.3 incomplete but true, 0.4 weakens, 0.8 fells."
    )
    reasons: str = Field(min_length=1, max_length=500)


class DriftOut(Data):
    """A part that leaves what its author declared."""

    part: str = Field(description="e.g. A3.facts")
    broken: str = Field(max_length=200, description="'scope', or the constraint as its author declared it.")
    why: str = Field(min_length=1, max_length=300)


class RateCaseOut(Data):
    """A rating for each critique, and where a part leaves its author's declared scope or constraints."""

    ratings: list[RatingOut] = Field(max_length=60)
    drift: list[DriftOut] = Field(default_factory=list, max_length=8)


class Opposed(Data):
    """Two outcomes of one issue, both with a live argument."""

    issue: str
    a: str
    b: str
    arguments: list[str] = Field(description="Ids of the arguments on both sides.")


class WeighIn(Data):
    """Weigh opposed outcomes as somebody who is neither party."""

    question: str
    agenda: AgendaShown
    arguments: list[ArgumentShown]
    pairs: list[Opposed]
    orders: dict[str, list[str]] = Field(
        default_factory=dict,
        description="The values that each perspective names, what weighs most first, where an issue weighs.",
    )
    fell: list[str] = Field(default_factory=list, description="Why earlier weighings of them fell.")


class WeighingOut(Data):
    """One comparison of two outcomes."""

    issue: Slug
    over: str = Field(description="Outcome that outweighs; empty where neither does.")
    under: str = Field(description="Outcome that is outweighed; empty where neither is.")
    reason: Literal[
        "authority", "specificity", "date", "recomputed", "contemporaneous", "disinterested", "direct",
        "refuted_elsewhere", "independent_origins", "recency", "burden", "value", "judgement",
    ]  # fmt: skip
    value_over: str = ""
    value_under: str = ""
    text: str = Field(min_length=1, max_length=600, description="Why, naming the records that decide.")
    evidence: list[CaseId] = Field(default_factory=list, max_length=5)


class WeighOut(Data):
    """A weighing for each pair."""

    weighings: list[WeighingOut] = Field(max_length=24)
