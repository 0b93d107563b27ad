"""What one side of a debate asserts, how it argues and where its reasoning fails (R-Debater: f_pred, f_infer, f_logic)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from foam_graph.agents.protocol import CaseId
from foam_graph.agents.tasks.data import Data
from foam_graph.agents.tasks.whole_file import WHOLE, WholeFile
from foam_graph.findings.debate.flaws import FlawKind
from foam_graph.findings.debate.predicates import RelationName
from foam_graph.findings.debate.spoken import Side

MOST_PREDICATES = 20_000
"""Of one answer: an utterance of fifty thousand words has about eight thousand."""
PredicateId = Annotated[str, Field(pattern=r"^P[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$")]
Term = Annotated[str, Field(max_length=1200)]


class SaidSentence(Data):
    """One sentence."""

    id: str = Field(description="Its name: turn and sentence, e.g. 4.2.")
    text: str


class SaidUtterance(Data):
    """One utterance of the side that is read."""

    turn: int
    speaker: str
    stage: str
    sentences: list[SaidSentence]


class PredicateShown(Data):
    """A predicate that stands already."""

    id: str
    relation: str
    terms: list[str]
    sentence: str


class PredicateOut(Data):
    """One assertion of one sentence."""

    sentence: CaseId
    relation: RelationName
    terms: list[Term] = Field(min_length=1, max_length=2)


class PredicatesIn(Data):
    """Put what one side newly said into predicates, and tell its reasoning over all turns."""

    motion: str
    side: Side = Field(description="The side that is read.")
    utterances: list[SaidUtterance] = Field(description="What it said since it was read last.")
    known: list[PredicateShown] = Field(default_factory=list, description="Its earlier predicates, which stand.")
    faults: list[str] = Field(default_factory=list, description="What was wrong with the last answer; empty at first.")
    file: WholeFile | None = Field(default=None, description=WHOLE)


class PredicatesOut(Data):
    """The new predicates, in order of their sentences, and the chain over the known and the new ones."""

    predicates: list[PredicateOut] = Field(max_length=MOST_PREDICATES)
    chain: str = Field(default="", description="The side's reasoning in order, told without taking part.")
    unread: str = Field(default="", description="What could not be read, and why; empty where all was read.")


class ReasoningChainIn(Data):
    """Tell how one side argues, from its predicates alone."""

    motion: str
    side: Side
    predicates: list[PredicateShown]
    file: WholeFile | None = Field(default=None, description=WHOLE)


class ReasoningChainOut(Data):
    """The chain."""

    chain: str = ""


class SchemeQuestion(Data):
    """A critical question of an argumentation scheme that an utterance uses."""

    id: str = Field(description="Its name in this request, e.g. Q3.")
    scheme: str
    question: str
    turn: int
    sentences: list[str] = Field(description="Names of the sentences that use the scheme.")


class LogicFlawsIn(Data):
    """Find flaws in the reasoning of one side over its whole history, and questions of its schemes that stay open."""

    motion: str
    side: Side = Field(description="The side that is criticised.")
    utterances: list[SaidUtterance] = Field(description="All that it has said.")
    predicates: list[PredicateShown] = Field(description="All that it asserts.")
    chain: str = ""
    questions: list[SchemeQuestion] = Field(default_factory=list)
    earlier: list[str] = Field(default_factory=list, description="Flaws that have been held against it before.")
    faults: list[str] = Field(default_factory=list, description="What was wrong with the last answer; empty at first.")
    file: WholeFile | None = Field(default=None, description=WHOLE)


class FlawOut(Data):
    """One flaw."""

    kind: FlawKind
    sentence: CaseId
    quoted: str = Field(min_length=1, description="Words of that sentence, character by character.")
    predicates: list[PredicateId] = Field(min_length=1, max_length=400)
    why: str = Field(min_length=1, max_length=3000)


class ObjectionOut(Data):
    """A critical question that the utterance leaves open."""

    question: str = Field(description="Id of the question.")
    sentence: CaseId
    quoted: str = Field(min_length=1, description="Words of that sentence, character by character.")
    missing: Literal["evidence", "link"]
    why: str = Field(min_length=1, max_length=1500)


class LogicFlawsOut(Data):
    """Flaws and open questions, the gravest first; none is a good answer."""

    flaws: list[FlawOut] = Field(default_factory=list, max_length=60)
    objections: list[ObjectionOut] = Field(default_factory=list, max_length=30)
