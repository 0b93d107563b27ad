"""What a format asks for at a turn, and what is said there, before either is in the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from foam_graph.findings.debate.spoken import Side

Job = Literal["opening", "rebuttal", "summary"]


@dataclass(frozen=True)
class Speech:
    """One turn of a format.

    Attributes:
        turn: Place in the debate, from 1.
        side: Who speaks.
        speaker: Their name.
        stage: What the format calls it.
        job: What it is for.
        words: Most words.
        minutes: Time that a person has, for who keeps it.
    """

    turn: int
    side: Side
    speaker: str
    stage: str
    job: Job
    words: int
    minutes: float = 0.0


@dataclass(frozen=True)
class Said:
    """One sentence of an utterance with what it stands on.

    Attributes:
        text: The sentence.
        cites: Stable ids of sentences of the corpus.
        answers: Names of the opponent's sentences (3.2) or of flaws (K2).
        scheme: Id of the scheme by which it argues; empty for none.
    """

    text: str
    cites: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    scheme: str = ""


@dataclass(frozen=True)
class SchemeHint:
    """A scheme that a memory makes likely.

    Attributes:
        id: Its id.
        name: Its name.
        definition: What it is.
        critical_questions: What can be asked of it.
    """

    id: str
    name: str
    definition: str
    critical_questions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exemplar:
    """An utterance of another debate that shows a scheme.

    Attributes:
        id: Id of its memory record.
        scheme: Id of the scheme.
        text: Its words, which are another's.
    """

    id: str
    scheme: str
    text: str


@dataclass(frozen=True)
class Recalled:
    """What a speaker is shown of what was recalled before a turn; empty where nothing was."""

    schemes: tuple[SchemeHint, ...] = ()
    exemplars: tuple[Exemplar, ...] = ()
