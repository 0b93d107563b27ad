"""Filling slots with claims, revising them, and wording what survives (phases 3 to 5)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam_graph.agents.protocol import SentenceId
from foam_graph.agents.tasks.criticism import CritiqueOut
from foam_graph.agents.tasks.data import Data, Passage, Slot, View
from foam_graph.agents.tasks.plans import PlanOut


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
