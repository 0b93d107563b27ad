"""Runs and debates that are argued in the background: begun, taken up, spoken in by a person, stopped."""

from __future__ import annotations

from foam_graph.advice import Action, NextStep
from foam_graph.app import asking, debating, resuming
from foam_graph.app.asking import Ask
from foam_graph.app.at_work.job import ENDED, Job
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.at_work.turns import Given, TurnDue, turn_due
from foam_graph.app.chains import Chain, find_chain
from foam_graph.app.debating import Motion
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.app.working import is_worked_on
from foam_graph.errors import ReasoningError, Stopped, UnknownId, UsageError


def start_run(session: Session, jobs: Jobs, wanted: Ask) -> Job:
    """Opens a run and has it argued.

    Args:
        session: The session of whoever asks; the run gets one of its own.
        jobs: Where it is worked on.
        wanted: What is asked.

    Raises:
        FoamError: As ``asking.begin`` does, or too many runs wait. Nothing was written.
    """
    jobs.check_room()
    run = asking.begin(session, wanted)
    return jobs.start(run, "run", " ".join(wanted.question.split()), lambda own, _job: resuming.resume(own, run))


def start_debate(session: Session, jobs: Jobs, wanted: Motion) -> Job:
    """Opens a debate and has it held up to the first turn of a person.

    Args:
        session: The session of whoever asks; the debate gets one of its own.
        jobs: Where it is worked on.
        wanted: What is asked for.

    Raises:
        FoamError: As ``debating.begin`` does, or too many wait. Nothing was written.
    """
    jobs.check_room()
    debate = debating.begin(session, wanted)
    return jobs.start(debate, "debate", " ".join(wanted.text.split()), lambda own, _job: _held(own, debate, Given()))


def speak(session: Session, jobs: Jobs, debate: str, turn: int, text: str, stands: bool = False) -> Job:
    """Gives a person's words for the turn that a debate waits for, and has it held up to the next.

    A debate that was repaired waits for turns that were spoken, too: said anew, they are heard as others are.

    Args:
        session: The session.
        jobs: Where it is worked on.
        debate: Its id, or the beginning of it.
        turn: The turn that the words are for.
        text: What is said.
        stands: Whether a turn that was spoken stays as it was, whatever ``text`` says.

    Raises:
        UnknownId: No such debate.
        UsageError: Nothing is said, or it is not a person's turn, or another one's. Nothing was written.
    """
    chain = _idle(session, jobs, debate)
    due = turn_due(session, chain.id) if chain.kind == "debate" else None
    if due is None or due.turn != turn:
        raise UsageError("the debate does not wait for this turn", "Read on from what was said last.")
    text = due.said if stands and due.said else text
    if not text.strip():
        raise UsageError(f"nothing is said at turn {turn}", "Say at least one sentence.")
    if len(text) > due.most:
        raise UsageError(f"the turn has {len(text):,} characters; {due.most:,} are the most", "Say less at one turn.")
    given = Given(turn, text)
    return jobs.start(chain.id, "debate", chain.title, lambda own, _job: _held(own, chain.id, given))


def take_up(session: Session, jobs: Jobs, run: str) -> Job:
    """Has a run or a debate that was cut short taken up, with the repairs that it has left.

    Args:
        session: The session.
        jobs: Where it is worked on.
        run: Its id, or the beginning of it.

    Raises:
        UnknownId: No such run or debate.
        ReasoningError: The chain is neither.
        UsageError: It is being worked on.
    """
    chain = _idle(session, jobs, run)
    if chain.kind == "debate":
        return jobs.start(chain.id, "debate", chain.title, lambda own, _job: _held(own, chain.id, Given()))
    return jobs.start(chain.id, "run", chain.title, lambda own, _job: resuming.resume(own, chain.id))


def stop(jobs: Jobs, run: str) -> Job:
    """Has a run, a debate or a load stop where it can be taken up.

    Raises:
        UnknownId: This process does not work on it.
    """
    job = jobs.find(run)
    if job is None or job.state in ENDED:
        raise UnknownId("nothing of that name is being worked on here", "What has ended needs no stop.")
    job.stop()
    return job


def _idle(session: Session, jobs: Jobs, run: str) -> Chain:
    """A run or debate that nobody works on."""
    chain = find_chain(session, run)
    if chain.kind not in ("run", "debate"):
        raise ReasoningError(
            f"{chain.title} is no run but of the kind {chain.kind}", NextStep(Action.LIST_RUNS, "List runs with")
        )
    job = jobs.find(chain.id)
    if (job is not None and job.state not in ENDED) or is_worked_on(session, chain.id):
        raise UsageError("it is being worked on already", "Wait until that has ended.")
    return chain


def _held(session: Session, debate: str, given: Given) -> Result | None:
    """Holds a debate up to its end, or up to a turn that a person has to speak."""
    try:
        return resuming.resume_debate(session, debate, given)
    except TurnDue:
        return None
    except Stopped:
        if given.turn:
            # What a person wrote is not lost by a stop that came before it was taken down.
            raise Stopped("it was stopped before your words were taken down", "Go back and send them again.") from None
        raise
