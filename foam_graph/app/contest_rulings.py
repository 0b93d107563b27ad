"""Rulings by people on challenges: they come before a machine's, and what they ask for is carried out, or taken up where it was cut short."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.app.agents import close_agent
from foam_graph.app.asking import open_run, reopen_run, resumable
from foam_graph.app.contest_forms import Changed, Contest
from foam_graph.app.contest_settling import MAX_GROUNDS, OTHERS, Expected, one_at_a_time, report, settle
from foam_graph.app.cross_repairing import mend_for_debate
from foam_graph.app.debate_contesting import kind_of_chain
from foam_graph.app.session import Session
from foam_graph.contest.estimate import estimate, localize
from foam_graph.contest.relabelled import Standings
from foam_graph.contest.repair import repair
from foam_graph.contest.unfinished import Unfinished, unfinished
from foam_graph.errors import ContestError, UsageError
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda_versions.made import about_agenda
from foam_graph.reasoning.challenges import (
    UNNAMED,
    WITHDRAWN,
    human_ruling_delta,
    note_of,
    same_person,
)
from foam_graph.reasoning.rulings import ruling_of
from foam_graph.store.as_of import Cut


def rule(session: Session, challenge_id: str, uphold: bool, reason: str, by: str, appeal: bool = False) -> Contest:
    """A person rules on a challenge; the position is repaired accordingly.

    A person's ruling comes before every machine's. Two people who differ oppose each other, and what they ruled on is
    contested, unless the later ruling decides an appeal: then the earlier ones are superseded.

    Args:
        session: The session.
        challenge_id: Id of the challenge, or its beginning.
        uphold: Whether the challenge is right.
        reason: Why.
        by: Who rules.
        appeal: Whether this decides an appeal against a person's earlier ruling.

    Raises:
        UnknownId: No such challenge.
        UsageError: No reason or no name is given, or there is no person's ruling to appeal against.
        ContestError: The challenge is against a version that has been superseded, or whoever signed in raised it.
    """
    if not reason.strip() or not by.strip():
        raise UsageError("a ruling needs a reason and a name", "Give --reason TEXT and --by NAME.")
    found = session.store.find(challenge_id, ("Challenge",))
    session.store.must_be_present("nothing is ruled on")
    _must_be_of_another(session, str(found["id"]))
    with one_at_a_time(session, found["run"]):
        if other := OTHERS.get(kind_of_chain(session, found["run"])):
            return other[1](session, found["id"], found["run"], uphold, reason.strip(), by.strip(), appeal)
        return _rule(session, found["id"], found["run"], Verdict(uphold, reason.strip(), by.strip(), appeal))


def _must_be_of_another(session: Session, challenge: str) -> None:
    """Refuses that whoever signed in rules on what they raised themselves."""
    raised = session.store.ask("show_node", id=challenge)[0]["props"]
    if same_person(str(raised.get("by", "")), session.acting.name):
        raise ContestError(
            "nobody rules on their own challenge", "Let somebody else rule on it, or withdraw it with its receipt."
        )


@dataclass(frozen=True)
class Verdict:
    """A person's ruling as given: whether the challenge is upheld, why, by whom, and whether on appeal."""

    uphold: bool
    reason: str
    by: str
    appeal: bool


def _rule(session: Session, challenge_id: str, run: str, given: Verdict) -> Contest:
    state = open_run(session, run)
    try:
        node = state.graph[challenge_id]
        part = state.graph.out(node.id, "ATTACKS")[0]
        if state.graph.superseded(part.id) and given.uphold and ruling_of(state.graph, node.id) is None:
            raise ContestError(f"{part.id} has been superseded", "Challenge the current version.")
        anew = about_agenda(state.graph, node)
        # Claims rest on the newest version of what was attacked, to which the challenge carries over.
        frontier = localize(session.store, state.graph, state.graph.newest(part.id), anew)
        expected = estimate(state.graph, frontier, state.brief.agent.provider == "offline", anew)
        earlier = [r for r in state.graph.into(node.id, "DECIDES") if r["human"]]
        if given.appeal and not earlier:
            raise UsageError(f"no person has ruled on {node.id} yet", "Rule without --appeal: it overrules a machine.")
        stood = Standings.now(state.graph, state.brief.limits.materiality)
        delta = human_ruling_delta(node, given.uphold, given.reason, given.by, earlier, given.appeal)
        own = note_of(node, given.uphold, given.by)
        draft = ActivityDraft(run, "HumanAct", Role.ADJUDICATOR, "rule", "person", {"by": given.by, **own}, (node.id,))
        with resumable(run):
            done = state.commit(draft, delta)
            state.prefix = f"{done.activity}:"
            return _ruled(state, node, Expected(frontier, expected, stood))
    finally:
        close_agent(state.brief.agent)


def withdraw(session: Session, challenge_id: str, reason: str = "") -> Contest:
    """Whoever raised a challenge takes it back; what it had felled by a machine's ruling is restored, and it stays on record.

    Args:
        session: The session.
        challenge_id: Id of the challenge.
        reason: Why.

    Raises:
        UnknownId: No such challenge.
        ContestError: A person has ruled on it. Nothing was written.
    """
    found = session.store.find(challenge_id, ("Challenge",))
    graph = session.store.subgraph(str(found["run"]))
    ruling = ruling_of(graph, str(found["id"]))
    if ruling is not None and ruling["human"]:
        raise ContestError("a person has ruled on this challenge", "What was ruled stays. You may appeal it instead.")
    by = str(graph[str(found["id"])].get("by") or UNNAMED)
    return rule(session, str(found["id"]), False, " ".join(f"{WITHDRAWN} {reason}".split())[:MAX_GROUNDS], by)


def take_up(session: Session, run: str) -> tuple[Contest, ...]:
    """Finishes the repairs of a run, debate or memory that were cut short, as they would have ended then; what is committed stays.

    Args:
        session: The session.
        run: Id of the run.

    Returns:
        What each came to, as ``challenge`` and ``rule`` tell it; empty where nothing was to be done.

    Raises:
        UnknownId: No such run.
        ReasoningError: The chain is not a run.
        EnvironmentFault: Another contest of the run did not end in time.
        FoamError: It ended early again; what is committed stays.
    """
    # Whoever holds the lock is still at it: what looks cut short before it is free may be finished then.
    with one_at_a_time(session, run), resumable(run):
        if other := OTHERS.get(kind_of_chain(session, run)):
            return other[2](session, run)
        found = [_taken_up(session, run, begun) for begun in unfinished(session.store.subgraph(run))]
        if (mended := mend_for_debate(session, run)) is not None:
            found.append(
                Contest(
                    position=mended.position, outcome=mended.outcome, withdrawn=mended.withdrawn, remarks=mended.remarks
                )
            )
        return tuple(found)


def _taken_up(session: Session, run: str, begun: Unfinished) -> Contest:
    state = reopen_run(session, run, begun.seq)
    try:
        node = state.graph[begun.challenge.id]
        # What was touched, and what that would cost, is read as it was when it was shown: before it began.
        before = state.graph.until(run, begun.seq - 1)
        part = state.graph.out(node.id, "ATTACKS")[0]
        anew = about_agenda(state.graph, node)
        cut = Cut(begun.at, run, begun.seq - 1)
        newest = before.newest(part.id) if part.id in before else part
        frontier = localize(session.store.at(cut), before, newest, anew)
        expected = estimate(before, frontier, state.brief.agent.provider == "offline", anew)
        stood = Standings.now(before, state.brief.limits.materiality)
        if begun.lodged:
            return settle(state, node, Expected(frontier, expected, stood), Contest())
        state.prefix = begun.prefix
        return _ruled(state, node, Expected(frontier, expected, stood))
    finally:
        close_agent(state.brief.agent)


def _ruled(state: RunState, node: Node, before: Expected) -> Contest:
    """Carries a person's ruling out; what it came to is told beside how everything stood before the challenge, too."""
    repaired = repair(state, node, *before)
    lodged = state.graph.until(state.brief.run, node.seq - 1)
    since = Changed.since_lodged(lodged, state.graph, state.brief.limits.materiality, repaired.stands)
    return report(state, node, repaired, Contest(since=since))
