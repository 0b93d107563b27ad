"""Whose turn it is in a debate that a person takes part in, and the words that a person gives for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from foam_graph.app.debated import is_debate
from foam_graph.app.debating import DebateParameters, parameters_of
from foam_graph.app.result import FILLED, Result
from foam_graph.app.session import Session
from foam_graph.debate.speaking.holding import BALLOT, MOST_WORDS_HEARD
from foam_graph.debate.speaking.others import AskedAgain
from foam_graph.errors import UsageError
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.speech import Speech
from foam_graph.reasoning.debating.versions import to_be_asked


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
        said: Of a turn that was spoken: what was said at it. The same words let it stand.
        why: Of such a turn: what changed since.
    """

    turn: int
    side: str
    speaker: str
    stage: str
    words: int
    minutes: float
    most: int = MOST_WORDS_HEARD
    said: str = field(default="", metadata=FILLED)
    why: str = field(default="", metadata=FILLED)


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

    def again(self, asked: AskedAgain) -> str | None:
        """What was given for a turn that was spoken before; None leaves it open."""
        if asked.speech.turn != self.turn:
            return None
        self.turn = 0
        return self.text


def turn_due(session: Session, run: str) -> DueTurn | None:
    """The turn that a debate waits for a person to speak, or to speak again; None where it waits for nobody.

    Raises:
        UnknownId: No such chain.
    """
    graph = session.store.subgraph(run)
    if not is_debate(graph, run):
        return None
    parameters = parameters_of(graph, run)
    done = {str(activity["step"]) for activity in graph.of("Activity")}
    if BALLOT in done:
        return _due_again(graph, parameters)
    for place, told in enumerate(parameters.speeches, 1):
        speech = Speech(**told)  # type: ignore[arg-type]
        if f"settle:{speech.turn}" in done:
            continue
        people = parameters.kinds[speech.side] == "person" and place > len(parameters.given)
        if not people or parameters.turns_from or f"hear:{speech.turn}" in done:
            return None
        return DueTurn(speech.turn, speech.side, speech.speaker, speech.stage, speech.words, speech.minutes)
    return None


def _due_again(graph: Subgraph, parameters: DebateParameters) -> DueTurn | None:
    """The first turn that a repair has touched and whose speaker has not answered since."""
    asked = next(iter(to_be_asked(graph)), None)
    if asked is None:
        return None
    speeches = [Speech(**told) for told in parameters.speeches]  # type: ignore[arg-type]
    one = next(speech for speech in speeches if speech.turn == asked.node["turn"])
    return DueTurn(
        one.turn, one.side, one.speaker, one.stage, one.words, one.minutes, said=str(asked.node["text"]), why=asked.why
    )
