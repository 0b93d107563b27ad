"""What a person's upheld structural challenge leads to: a new agenda, of which only what is new is argued.

Every step is one activity, as in a run, so that what was cut short is taken up where it ended.
"""

from __future__ import annotations

from collections.abc import Collection

from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.case_reading import asked_for, read_more, sheet_turn
from foam_graph.pipeline.checking import validate_records
from foam_graph.pipeline.deliberating import (
    argue_shares,
    desk_of,
    findings_of,
    hold_theories,
    read_with,
    rounds_of,
    weigh_pairs,
)
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.agenda_versions.made import ANEW, written_by
from foam_graph.reasoning.agenda_versions.proposing import Ruled, propose_anew
from foam_graph.reasoning.agenda_versions.withdrawing import left_without_outcome
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.rounds.answers import redraft, respond
from foam_graph.reasoning.rounds.criticism import Anew, criticise, wanted
from foam_graph.reasoning.rounds.critiques import criticised
from foam_graph.reasoning.rounds.drifting import settle
from foam_graph.reasoning.rounds.rating import rate_round
from foam_graph.reasoning.rulings import ruling_of
from foam_graph.reasoning.turns import Turn

GONE = "left without {}, on which it rests and which the agenda has no more"
"""What became of a claim of an issue that stays, where it rests on an outcome of one that does not."""


def set_agenda_anew(state: RunState, challenge: Node) -> None:
    """Makes a new version of the agenda and argues what is new in it; where none comes of it, nothing but that is written.

    Args:
        state: The run, its step prefix set to the ruling's id.
        challenge: The challenge to an issue, an option or the agenda that a person upheld.
    """
    part = state.graph.newest(state.graph.out(challenge.id, "ATTACKS")[0].id)
    if state.graph.superseded(part.id):
        # An earlier ruling left it out: nothing of what was challenged is there.
        return
    if read_with(state, challenge):
        state.perform("sheet-given", lambda step: sheet_turn(state, step))
    state.perform(ANEW, lambda step: _propose(state, challenge, part, step))
    act = next(one for one in state.graph.of("AgentTurn") if one["step"] == state.step(ANEW))
    agenda = written_by(state.graph, act, "Agenda")
    if not agenda:
        return
    answered = {one.id for one in state.graph.out(agenda[0].id, "ANSWERS")}
    state.perform(
        "rate-agenda",
        lambda step: rate_round(desk_of(state), state.graph, step, challenges=answered, only=answered),
    )
    _argue_new(state, challenge, act)


def _propose(state: RunState, challenge: Node, part: Node, step: str) -> Turn:
    desk, graph = desk_of(state), state.graph
    turn = desk.turn(Role.REFINER, step)
    agenda, shown = desk.shown(graph)
    ruling = ruling_of(graph, challenge.id)
    given = [s for record in graph.out(challenge.id, "RESTS_ON") for s in record["sentence_ids"]]
    ruled = Ruled(
        agenda,
        shown,
        challenge,
        part,
        str(ruling["reasons"]) if ruling is not None else "",
        [desk.file.by_id[one].short for one in given if one in desk.file.by_id],
    )
    propose_anew(turn, graph, ruled, desk.citing(turn, graph), state.template, desk.citable())
    return turn


def _argue_new(state: RunState, challenge: Node, act: Node) -> None:
    """What is new is held, argued, criticised, answered, rated and weighed; nothing else is."""
    issues = written_by(state.graph, act, "Issue")
    names, questions = [str(one["name"]) for one in issues], [str(one["text"]) for one in issues]
    since = act.seq
    read_more(state, "read-for-agenda", {"the agenda": [*questions, *asked_for(state.graph, state.step(ANEW))]})
    if names:
        hold_theories(state, "theory-anew", names)
        argue_shares(state, "argue-anew", only=names)
    _redraft(state, challenge)
    validate_records(state, "validate-anew")
    first = 1 + max((int(one.get("iteration") or 0) for one in state.graph.of("Critique")), default=0)
    for number in range(rounds_of(state) if names else 0):
        if number and not _awaiting(state, names, since):
            break
        _criticise(state, first + number, Anew(names, first=not number), since)
    state.perform("settle-drift", lambda step: settle(desk_of(state), state.graph, step))
    weigh_pairs(state)


def _redraft(state: RunState, challenge: Node) -> None:
    """Owners write anew what rests on an outcome that the agenda has no more."""
    agenda = agenda_of(state.graph)
    outcomes = {(n, o) for n, one in agenda.issues.items() for o in one["outcomes"]} if agenda is not None else set()
    left = left_without_outcome(state.graph, outcomes)
    desk, findings = desk_of(state), findings_of(state)
    for owner in state.brief.perspectives:
        own = [(claim, GONE.format(gone)) for claim, gone in left if claim["stance_id"] == owner.stance_id]
        if own:
            state.perform(
                f"redraft:{owner.stance_id}",
                lambda step, p=owner, o=own: redraft(desk, state.graph, p, step, findings, challenge, o),  # type: ignore[misc]
            )


def _criticise(state: RunState, iteration: int, anew: Anew, since: int) -> None:
    """One round, confined to what is argued anew."""
    brief, desk = state.brief, desk_of(state)
    state.perform_each(
        {
            f"criticise:{iteration}:{p.stance_id}": lambda step, p=p: criticise(  # type: ignore[misc]
                desk, state.graph, p, step, iteration, anew
            )
            for p in brief.perspectives
        }
    )
    read_more(state, f"read-for-critics:{iteration}", wanted(state.graph))
    desk, findings = desk_of(state), findings_of(state)
    raised = _raised(state, since)
    if raised:
        state.perform_each(
            {
                f"respond:{iteration}:{p.stance_id}": lambda step, p=p: respond(  # type: ignore[misc]
                    desk, state.graph, p, step, findings, raised
                )
                for p in brief.perspectives
            }
        )
        validate_records(state, f"validate:{iteration}")
        state.perform(f"rate:{iteration}", lambda step: rate_round(desk, state.graph, step, only=raised))


def _raised(state: RunState, since: int) -> frozenset[str]:
    """The critiques that were raised since the agenda was made."""
    return frozenset(one.id for one in state.graph.live("Critique") if one.kind == "Critique" and one.seq > since)


def _awaiting(state: RunState, issues: Collection[str], since: int) -> bool:
    """Whether another round would look at something: a new version, or a critique without an answer that holds."""
    names = Names(state.graph, desk_of(state).file)
    raised, threshold = _raised(state, since), state.brief.limits.materiality
    new = any(part.state for one in names.shown() if one.issue in issues for part in one.parts)
    return new or any(one.node.id in raised and one.awaits_answer(threshold) for one in criticised(names, state.brief))
