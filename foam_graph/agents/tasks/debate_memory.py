"""Tasks about remembered debates: which schemes an utterance argues by, how well, and by which words a debate is found."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from foam_graph.agents.tasks.data import Data
from foam_graph.findings.debate.qualities import Dimension, Quality, Rated
from foam_graph.findings.debate.schemes import SchemeId

MOST_WORDS = 40
"""In the reason of a label."""
MOST_KEYWORDS = 12
Side = Literal["pro", "con"]


def _short(reason: str) -> str:
    count = len(reason.split())
    if count > MOST_WORDS:
        raise ValueError(f"has {count} words, at most {MOST_WORDS}")
    return reason


Reason = Annotated[str, Field(min_length=1, max_length=600), AfterValidator(_short)]
SentenceNumber = Annotated[int, Field(ge=1)]


class Sentence(Data):
    """A sentence of an utterance."""

    number: int = Field(description="Its place in the utterance, from 1.")
    text: str


class SchemeShown(Data):
    """A scheme as an agent reads it."""

    id: SchemeId
    name: str
    definition: str
    scenario: str
    questions: list[str] = Field(description="What an argument by it has to answer.")


class AnnotateIn(Data):
    """Say which schemes one utterance argues by."""

    motion: str
    side: Side
    stage: str = Field(description="Part of the debate, e.g. opening; empty where nobody says.")
    sentences: list[Sentence]
    schemes: list[SchemeShown]


class SchemeUse(Data):
    """A scheme that is used."""

    scheme: SchemeId
    sentences: list[SentenceNumber] = Field(min_length=1, max_length=10)
    reason: Reason


class AnnotateOut(Data):
    """Every scheme that is used, each once."""

    labels: list[SchemeUse] = Field(max_length=7)


class LabelShown(Data):
    """A scheme that somebody found in the utterance."""

    scheme: SchemeId
    sentences: list[int]
    reason: str


class DimensionShown(Data):
    """What is rated."""

    id: Dimension
    meaning: str
    best: str
    worst: str


class ExemplarShown(Data):
    """A rated argument, as a measure."""

    motion: str
    side: Side
    scheme: SchemeId
    utterance: str
    acceptability: Quality
    inference: Quality
    relevance: Quality
    robustness: Quality
    why: str


class ScoreSchemesIn(Data):
    """Say how well an utterance uses its schemes."""

    motion: str
    side: Side
    sentences: list[Sentence]
    labels: list[LabelShown]
    schemes: list[SchemeShown] = Field(description="Those of the labels.")
    dimensions: list[DimensionShown]
    exemplars: list[ExemplarShown]


class SchemeScore(Rated):
    """The quality of one scheme's use."""

    scheme: SchemeId


class ScoreSchemesOut(Data):
    """A rating for each label."""

    scores: list[SchemeScore] = Field(max_length=7)


class TurnShown(Data):
    """An utterance of the debate so far."""

    turn: int
    side: Side
    text: str


class KeywordsIn(Data):
    """Name the words by which like debates are found."""

    motion: str
    side: Side = Field(description="Who speaks next.")
    history: list[TurnShown]


class KeywordsOut(Data):
    """The words, the most telling first."""

    keywords: list[Annotated[str, Field(min_length=1, max_length=60)]] = Field(max_length=MOST_KEYWORDS)
