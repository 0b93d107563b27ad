"""The deliberation of a case as steps over one RunState: read, find, set the agenda, argue, criticise, weigh, answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from foam_graph.agents.rules.agent import PROVIDER as OFFLINE
from foam_graph.findings.finding import points
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.case_reading import asked_for, case_of, file_of, read_case, read_given, read_more, sheet_turn
from foam_graph.pipeline.checking import COMPILED, compiled_of, label, validate_records
from foam_graph.pipeline.cross_examination import PUT, read_debate
from foam_graph.pipeline.sheet_reading import read_sheet
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.agenda.writing import propose_agenda
from foam_graph.reasoning.answer.compiling import Answering, compile_answer
from foam_graph.reasoning.arguments.drafting import Desk, argue, hold, holdings_of
from foam_graph.reasoning.arguments.sharing_out import Share, share_out
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.debate_points import TakenDebate
from foam_graph.reasoning.outcome.deciding import conclusions
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.rounds.answers import redraft, respond
from foam_graph.reasoning.rounds.criticism import criticise, laid_out, wanted
from foam_graph.reasoning.rounds.critiques import criticised
from foam_graph.reasoning.rounds.cross_examining import cross_examine
from foam_graph.reasoning.rounds.drifting import settle, to_tell
from foam_graph.reasoning.rounds.rating import rate_round
from foam_graph.reasoning.rounds.weighing import opposed, weigh
from foam_graph.reasoning.taken_back import felling, struck
from foam_graph.reasoning.templates.tree import walk
from foam_graph.reasoning.turns import Turn


def argue_case(state: RunState) -> None:
    """Takes a run from where it stands to its position."""
    draft_case(state)
    for iteration in range(1, rounds_of(state) + 1):
        if iteration > 1 and not _awaiting(state):
            break
        _criticise(state, iteration)
    state.perform("settle-drift", lambda step: settle(desk_of(state), state.graph, step))
    weigh_pairs(state)
    label(state)
    compile_case(state)


def compile_case(state: RunState, previous: Node | None = None) -> None:
    """The answer, its position and checks.

    Args:
        state: The run, labelled.
        previous: The position that the new one takes the place of.
    """
    state.perform(COMPILED, lambda step: compile_answer(Answering(compiled_of(state, previous), desk_of(state)), step))


def answer_challenge(state: RunState, challenge: Node, stances: Sequence[str]) -> None:
    """What a person's upheld challenge leads to: the owners answer it, what is new is rated and weighed.

    Args:
        state: The run, its step prefix set to the challenge's or ruling's id.
        challenge: The challenge.
        stances: Perspectives whose parts it attacks.
    """
    read_earlier(state)
    records = read_with(state, challenge)
    graph, only = state.graph, frozenset({challenge.id})
    if records and state.brief.agent.provider == OFFLINE and agenda_of(graph) is not None:
        _argue_given(state)
        graph = state.graph
    desk, findings = desk_of(state), findings_of(state)
    for stance in stances:
        owner = state.brief.perspective(stance)
        state.perform(
            f"respond:{stance}",
            lambda step, p=owner: respond(desk, state.graph, p, step, findings, only),  # type: ignore[misc]
        )
    validate_records(state, "validate-answers")
    state.perform("rate", lambda step: rate_round(desk, state.graph, step, challenges=only))
    weigh_pairs(state)


def read_with(state: RunState, challenge: Node) -> list[Node]:
    """Reads the documents that were given with a challenge; returns the records of them that it rests on."""
    records = [one for one in state.graph.out(challenge.id, "RESTS_ON") if one.kind == "EvidenceRecord"]
    read_given(state, "read-given", {s.rpartition(":")[0] for record in records for s in record["sentence_ids"]})
    return records


def _argue_given(state: RunState) -> None:
    """What was given is tested like the rest of the file, and what it shows now is argued by those who admit it.

    Rules cost nothing, so that they look at the whole file again; a model is asked for what the challenge attacks alone.
    """
    state.perform("sheet-given", lambda step: sheet_turn(state, step))
    hold_theories(state, "theory-given")
    argued = {(one.issue, one.outcome) for one in conclusions(state.graph) if not one.advocacy}
    argue_shares(state, "argue-given", argued)
    validate_records(state, "validate-given")


def rate_anew(state: RunState, rating: Node, grounds: str) -> None:
    """What follows where a rating fell: the panel rates the criticism once more, told why; the same again falls as well."""
    read_earlier(state)
    desk, graph = desk_of(state), state.graph
    rated = graph.out(rating.id, "RATES")
    critiques = [one for one in rated if one.is_a("Critique")]
    critiques += [one for reply in rated if reply.kind == "Reply" for one in graph.out(reply.id, "ANSWERS")]
    again = {one.id: grounds for one in critiques if not graph.superseded(one.id)}
    if again:
        state.perform("rate", lambda step: rate_round(desk, graph, step, again=again))


def weigh_anew(state: RunState, weighing: Node, grounds: str) -> None:
    """What follows where a weighing fell: the panel weighs the pair once more, told why."""
    desk = desk_of(state)
    sides = {weighing["over"], *str(weighing["under"]).split("|")} - {""}
    pairs = [p for p in opposed(Names(state.graph, desk.file)) if p.issue == weighing["issue"] and {p.a, p.b} == sides]
    fell = [f"{weighing['issue']}: {weighing['over'] or 'neither'} ({weighing['reason']}): {grounds}"]
    if pairs:
        state.perform("weigh", lambda step: weigh(desk, state.graph, step, pairs=pairs, fell=fell))


def redraft_fallen(state: RunState, challenge: Node, fallen: Mapping[str, str]) -> None:
    """What follows where other weights let claims fall: their owners write them anew, in their whole argument.

    Args:
        state: The run, with those who argue now.
        challenge: The challenge that was upheld.
        fallen: Claims that fell, each with how it stands now.
    """
    read_earlier(state)
    desk, findings = desk_of(state), findings_of(state)
    for owner in state.brief.perspectives:
        own = [(state.graph[claim], fate) for claim, fate in fallen.items()]
        own = [(claim, fate) for claim, fate in own if claim["stance_id"] == owner.stance_id]
        if own:
            state.perform(
                f"redraft:{owner.stance_id}",
                lambda step, p=owner, o=own: redraft(desk, state.graph, p, step, findings, challenge, o),  # type: ignore[misc]
            )
    validate_records(state, "validate-redrafted")
    weigh_pairs(state)


def read_earlier(state: RunState) -> None:
    """Reads the documents and finds in them, where the run was argued slot by slot and nobody has read them as a whole."""
    if agenda_of(state.graph) is None and not state.graph.of("Reading"):
        read_case(state, first_queries(state))
        state.perform("sheet", lambda step: sheet_turn(state, step))


def rounds_of(state: RunState) -> int:
    """Most rounds of criticism at the run's depth."""
    limits = state.brief.limits
    return {"quick": 1, "standard": 2}.get(limits.depth, limits.max_iterations)


def _awaiting(state: RunState) -> bool:
    """Whether a new version or an unanswered critique is left that another round would look at."""
    names = Names(state.graph, file_of(state))
    threshold = state.brief.limits.materiality
    revised = any(claim for claim in state.graph.live("Claim") if state.graph.out(claim.id, "SUPERSEDES"))
    drifted = any(to_tell(names, p.stance_id) for p in state.brief.perspectives)
    return revised or drifted or any(one.awaits_answer(threshold) for one in criticised(names, state.brief))


def _criticise(state: RunState, iteration: int) -> None:
    """One round: critics, what they want searched, owners, the panel."""
    brief, desk = state.brief, desk_of(state)
    state.perform_each(
        {
            f"criticise:{iteration}:{p.stance_id}": lambda step, p=p: criticise(desk, state.graph, p, step, iteration)  # type: ignore[misc]
            for p in brief.perspectives
        }
    )
    if iteration == 1:
        cross_examine_by(state, state.debate)
    # What critics ask for is read before anybody answers, so that an owner can concede to what is there.
    read_more(state, f"read-for-critics:{iteration}", wanted(state.graph))
    desk, findings = desk_of(state), findings_of(state)
    shown = laid_out(Names(_before_answers(state, iteration), desk.file), iteration)
    state.perform_each(
        {
            f"respond:{iteration}:{p.stance_id}": lambda step, p=p: respond(  # type: ignore[misc]
                desk, state.graph, p, step, findings, laid_out=shown
            )
            for p in brief.perspectives
        }
    )
    validate_records(state, f"validate:{iteration}")
    state.perform(f"rate:{iteration}", lambda step: rate_round(desk, state.graph, step))


def _before_answers(state: RunState, iteration: int) -> Subgraph:
    """The run as it was when nobody had answered in a round: whoever answers last, or after a break, is shown no other arguments."""
    steps = {state.step(f"respond:{iteration}:{p.stance_id}") for p in state.brief.perspectives}
    made = [one.seq for one in state.graph.of("AgentTurn") if one["step"] in steps]
    if not made:
        return state.graph
    # What other chains wrote has places of those.
    later = {one.id for one in state.graph.of("Activity") if one.seq >= min(made)}
    kept = [one for one in state.graph.nodes if one.activity not in later]
    there = {one.id for one in kept}
    return Subgraph(kept, (edge for edge in state.graph.edges if edge.start in there and edge.end in there))


def cross_examine_by(state: RunState, debate: TakenDebate | None) -> None:
    """Puts what was held against a side in a debate to the parts that it touches; what was put before is not put again.

    Args:
        state: The run.
        debate: The debate; None for none.
    """
    if debate is None:
        return
    points = read_debate(state, debate)
    desk = replace(desk_of(state), debate=debate)
    state.perform_each(
        {
            f"{PUT}{p.stance_id}": lambda step, p=p: cross_examine(desk, state.graph, p, step, 1, points)  # type: ignore[misc]
            for p in state.brief.perspectives
        }
    )


def put_anew(state: RunState) -> None:
    """Puts a debate that has changed to the run again, has it answered, rated and weighed; labels come after.

    Args:
        state: The run, its step prefix set to that of the repair, with the debate as it stands now.
    """
    cross_examine_by(state, state.debate)
    desk, findings = desk_of(state), findings_of(state)
    for owner in state.brief.perspectives:
        state.perform(
            f"respond:{owner.stance_id}",
            lambda step, p=owner: respond(desk, state.graph, p, step, findings),  # type: ignore[misc]
        )
    validate_records(state, "validate-answers")
    state.perform("rate", lambda step: rate_round(desk, state.graph, step))
    weigh_pairs(state)


def weigh_pairs(state: RunState) -> None:
    """Weighs every opposed pair of outcomes that has no weighing."""
    desk = desk_of(state)
    state.perform("weigh", lambda step: weigh(desk, state.graph, step))


def draft_case(state: RunState) -> None:
    """Read, find, set the agenda, hold, argue: everything before criticism."""
    read_case(state, first_queries(state))
    state.perform("sheet", lambda step: sheet_turn(state, step))
    read_sheet(state)
    state.perform("agenda", lambda step: _agenda(state, step))
    issues = [node["text"] for node in state.graph.live("Issue")]
    read_more(state, "read-for-issues", {"the agenda": [*issues, *asked_for(state.graph, "agenda")]})
    hold_theories(state)
    argue_shares(state)
    wanted_by = {p.stance_id: asked_for(state.graph, f"argue:{p.stance_id}") for p in state.brief.perspectives}
    read_more(state, "read-for-arguments", wanted_by)


def first_queries(state: RunState) -> list[str]:
    """What a large corpus is searched for first: the question, and each argument that the template expects."""
    nodes = [spot.node for spot in walk(state.template.root) if spot.node.syllogism_type]
    return [state.brief.question, *(f"{state.brief.question} {node.name}" for node in nodes)]


def desk_of(state: RunState) -> Desk:
    """What everybody who argues has before them, as read so far."""
    file = file_of(state)
    library, out = state.template.library(), struck(state.graph)
    return Desk(state.brief, state.evidence, file, case_of(state, file), library, state.debate, out)


def findings_of(state: RunState) -> dict[str, Node]:
    """The findings of the sheet that may be rested on, by number: pointers assert nothing, and what was upheld against one fells it."""
    found = [node for node in state.graph.live("Finding") if not points(node["rule"])]
    return {node["number"]: node for node in found if not felling(state.graph, node)}


def _agenda(state: RunState, step: str) -> Turn:
    desk = desk_of(state)
    turn = desk.turn(Role.PROPOSER, step)
    propose_agenda(turn, desk.citing(turn, state.graph), state.template, desk.citable())
    return turn


def hold_theories(state: RunState, name: str = "theory", only: Collection[str] | None = None) -> None:
    """Every perspective says what it holds.

    Args:
        state: The run, with its agenda.
        name: Begins the names of the steps.
        only: Names of the issues that are new; on the others everybody holds what they held. None for all.
    """
    desk = desk_of(state)
    state.perform_each(
        {
            f"{name}:{p.stance_id}": lambda step, p=p: hold(desk, state.graph, p, step, only)  # type: ignore[misc]
            for p in state.brief.perspectives
        }
    )
    wanted = {plan["stance_id"]: plan["queries"] for plan in state.graph.live("Plan")}
    read_more(state, "read-for-theories", wanted)


def shares(state: RunState, desk: Desk) -> Mapping[str, Share]:
    """What each perspective argues."""
    agenda, _ = desk.shown(state.graph)
    return share_out(holdings_of(state.graph), agenda, [p.stance_id for p in state.brief.perspectives])


def _left(share: Share, stance: str, state: RunState, argued: Collection[tuple[str, str]]) -> Share:
    """What is left of a share when some outcomes have been argued."""
    held = holdings_of(state.graph).get(stance, {})
    return Share(
        [name for name in share.holds if (name, held.get(name, "")) not in argued],
        {name: outcome for name, outcome in share.advocates.items() if (name, outcome) not in argued},
    )


def argue_shares(
    state: RunState,
    name: str = "argue",
    argued: Collection[tuple[str, str]] = (),
    only: Collection[str] | None = None,
) -> None:
    """Every perspective argues its share of the issues.

    Args:
        state: The run, with what everybody holds.
        name: Begins the names of the steps.
        argued: Outcomes that have been argued, by issue and outcome.
        only: Names of the issues that are argued; None for all.
    """
    desk = desk_of(state)
    shared = {stance: _left(one, stance, state, argued) for stance, one in shares(state, desk).items()}
    if only is not None:
        shared = {stance: one.of(only) for stance, one in shared.items()}
    findings = findings_of(state)

    def make(step: str, perspective: Perspective) -> Turn:
        return argue(desk, state.graph, perspective, shared[perspective.stance_id], step, findings)

    state.perform_each(
        {
            f"{name}:{p.stance_id}": lambda step, p=p: make(step, p)  # type: ignore[misc]
            for p in state.brief.perspectives
            if shared[p.stance_id].size
        }
    )
