"""Cross-examination by a debate: what was held against a side there, put to the arguments of a run that it touches."""

from __future__ import annotations

from pydantic import Field

from foam_graph.agents.tasks.agenda import AgendaShown
from foam_graph.agents.tasks.arguments import Speaker
from foam_graph.agents.tasks.data import Data
from foam_graph.agents.tasks.rounds import ArgumentShown, CaseCritiqueOut, DebateAnswer, RespondOut, ResponseOut


class DebateAttack(Data):
    """What the other side of the debate said against a sentence; none where only its readers found the flaw."""

    name: str = Field(description="Turn and sentence of the debate, e.g. T3.1.")
    text: str
    evidence: list[str] = Field(default_factory=list, description="Sentences of the case file that it cited.")


class Touched(Data):
    """A part that the program found to speak of the same, and by what."""

    part: str = Field(description="e.g. A3.facts")
    sentences: list[str] = Field(default_factory=list, description="Sentences of the case file that both cite.")


class DebatePoint(Data):
    """One thing that was held against a sentence of a debate."""

    id: str = Field(description="e.g. X1")
    said: str = Field(description="The sentence that was attacked.")
    cited: list[str] = Field(default_factory=list, description="Sentences of the case file that it cited.")
    flaw: str = Field(default="", description="The flaw that was found in it; empty where it was only contradicted.")
    grounds: str
    attacks: list[DebateAttack] = Field(default_factory=list)
    answers: list[DebateAnswer] = Field(default_factory=list)
    touches: list[Touched] = Field(default_factory=list)


class CrossExamineIn(Data):
    """Criticise your opponents by what was said in a debate, where it holds against what they argue."""

    question: str
    agenda: AgendaShown
    arguments: list[ArgumentShown] = Field(description="Everybody's, your own included.")
    motion: str = ""
    debate: list[DebatePoint] = Field(default_factory=list)
    opposed: list[str] = Field(default_factory=list, description="Ids of the arguments that are not yours.")
    speaker: Speaker


class CrossCritiqueOut(CaseCritiqueOut):
    """One critique that takes up points of the debate."""

    takes_up: list[str] = Field(min_length=1, max_length=4, description="Points, e.g. X1.")


class CrossExamineOut(Data):
    """Critiques, strongest first; none is a good answer."""

    critiques: list[CrossCritiqueOut] = Field(max_length=8)


class CrossResponseOut(ResponseOut):
    """One answer, with what it takes over from the debate."""

    takes_up: list[str] = Field(
        default_factory=list,
        max_length=4,
        description="Names under debate of the critique, e.g. T4.2, whose line the reply takes; empty where none.",
    )


class CrossRespondOut(RespondOut):
    """Answers where some critiques were answered in a debate before."""

    answers: list[CrossResponseOut] = Field(max_length=40)  # type: ignore[assignment]
