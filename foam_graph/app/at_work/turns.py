"""Whose turn it is in a debate that a person takes part in, and the words that a person gives for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.app.debated import is_debate
from foam_graph.app.debating import parameters_of
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.debate.speaking.holding import MOST_WORDS_HEARD
from foam_graph.errors import UsageError
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.debating.speech import Speech


@dataclass(frozen=True)
class DueTurn(Result):
    """A turn that a person is asked for.

    Attributes:
        turn: Its place in the debate.
        side: For whom it is spoken.
        speaker: What the speaker is called.
        stage: The part of the debate.
        words: How many words it should have.
        minutes: How long it would take to speak.
        most: Most characters that are taken.
    """

    turn: int
    side: str
    speaker: str
    stage: str
    words: int
    minutes: float
    most: int = MOST_WORDS_HEARD


class TurnDue(UsageError):
    """A debate has come to a person's turn, and nothing was given for it."""


@dataclass
class Given:
    """A person who speaks by a form: what was given for one turn, once.

    Attributes:
        turn: The turn; 0 = nothing was given.
        text: What is said at it.
    """

    turn: int = 0
    text: str = ""
    origin: Literal["person", "transcript"] = "person"

    def words(self, speech: Speech, place: int, history: Sequence[Spoken]) -> str:
        """What was given for a turn.

        Raises:
            TurnDue: Nothing was.
        """
        del place, history
        if speech.turn != self.turn:
            raise TurnDue(f"turn {speech.turn} is yours", "Say it on the page of the debate.")
        self.turn = 0
        return self.text


def turn_due(session: Session, run: str) -> DueTurn | None:
    """The turn that a debate waits for a person to speak; None where it waits for nobody.

    Raises:
        UnknownId: No such chain.
    """
    graph = session.store.subgraph(run)
    if not is_debate(graph, run):
        return None
    parameters = parameters_of(graph, run)
    done = {str(activity["step"]) for activity in graph.of("Activity")}
    for place, told in enumerate(parameters.speeches, 1):
        speech = Speech(**told)  # type: ignore[arg-type]
        if f"settle:{speech.turn}" in done:
            continue
        people = parameters.kinds[speech.side] == "person" and place > len(parameters.given)
        if not people or parameters.turns_from or f"hear:{speech.turn}" in done:
            return None
        return DueTurn(speech.turn, speech.side, speech.speaker, speech.stage, speech.words, speech.minutes)
    return None
