"""A run or debate that was cut short is taken up: it first, then repairs that were begun and not finished."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.app import debating
from foam_graph.app.asking import finish
from foam_graph.app.contest_forms import Contest
from foam_graph.app.contest_rulings import take_up
from foam_graph.app.debate_asking import ask_again
from foam_graph.app.debated import Debate, debate_of
from foam_graph.app.position import Position, read_position
from foam_graph.app.result import JsonObject, Result
from foam_graph.app.run_parameters import read_run
from foam_graph.app.session import Session
from foam_graph.debate.speaking.others import People


@dataclass(frozen=True)
class Resumed(Result):
    """What taking a run up came to; its JSON is the position's, with these two beside.

    Attributes:
        position: The position now.
        idle: Whether nothing was left to do.
        repaired: What each repair that was cut short came to.
    """

    position: Position
    idle: bool
    repaired: tuple[Contest, ...]

    def as_json(self) -> JsonObject:
        """The position, whether nothing was left to do, and the repairs."""
        return {
            **self.position.as_json(),
            "idle": self.idle,
            "repaired": [contest.as_json() for contest in self.repaired],
        }


@dataclass(frozen=True)
class ResumedDebate(Result):
    """What taking a debate up came to; its JSON is the debate's, with the repairs beside.

    Attributes:
        debate: The debate now.
        repaired: What each repair came to that was cut short, that its memory called for, or that a person's answer led to.
    """

    debate: Debate
    repaired: tuple[Contest, ...]

    def as_json(self) -> JsonObject:
        """The debate, and the repairs where there were any."""
        repaired: JsonObject = {"repaired": [contest.as_json() for contest in self.repaired]}
        return {**self.debate.as_json(), **(repaired if self.repaired else {})}


def resume_debate(
    session: Session, run: str, terminal: People | None = None, turns: People | None = None
) -> ResumedDebate:
    """Takes a debate up where it stands, and its repairs; what is committed stays, and nothing is done twice.

    Then people are asked for those of their turns that repairs have touched.

    Args:
        session: The session.
        run: The debate.
        terminal: Where a person's words come from, but for the turns that a file of the debate's own has.
        turns: Where they come from before all others.

    Raises:
        ReasoningError: The chain is no debate, or no utterance came for a turn.
        UsageError: A person's words end early; what is committed stays.
        FoamError: It ended early again, e.g. ``BudgetSpent``; what is committed stays.
    """
    debating.finish(session, run, None, terminal, turns)
    repaired = (*take_up(session, run), *ask_again(session, run, turns or terminal))
    return ResumedDebate(debate_of(session.store.subgraph(run), run), repaired)


def resume(session: Session, run: str) -> Resumed:
    """Takes a run up where it stands; what is committed stays, and nothing is done twice.

    Args:
        session: The session.
        run: Id of the run.

    Raises:
        UnknownId: No such run.
        ReasoningError: The chain is not a run.
        FoamError: It ended early again, e.g. ``BudgetSpent``, ``StoreUnreachable``; what is committed stays.
    """
    before = _last(session, run)
    finish(session, run)
    repaired = take_up(session, run)
    idle = _last(session, run) == before
    return Resumed(read_position(read_run(session, run), run), idle, repaired)


def _last(session: Session, run: str) -> int:
    """Place of a chain's last activity."""
    return next(int(row["last"]) for row in session.store.ask("chains") if row["id"] == run)
