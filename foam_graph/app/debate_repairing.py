"""What a ruling leads to in a debate or a memory: what was made with the challenged part is said anew, or as it was before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from foam_graph.advice import Action, NextStep
from foam_graph.app.asking import resumable
from foam_graph.app.debated import is_debate
from foam_graph.app.debating import at_the_table, parameters_of
from foam_graph.app.result import JsonObject
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import OUTCOME
from foam_graph.debate.speaking.holding import MOST_REQUESTS
from foam_graph.debate.speaking.repairing import Mending, decide_again, say_anew, say_as_before
from foam_graph.model.canonical import canonical
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.correcting import STRUCK, faults_of, said_anew, stands_again, strike
from foam_graph.reasoning.debating.descendants import descendants, standing_utterances
from foam_graph.reasoning.debating.versions import to_be_asked, written_before
from foam_graph.reasoning.rulings import ruling_of, settled

CARRIED_OUT = ("regenerated", "retracted")
"""Outcomes after which something was said anew or struck."""


@dataclass(frozen=True)
class Mended:
    """What a repair came to.

    Attributes:
        outcome: Kind of outcome.
        revised: New versions by the utterance that they take the place of.
        withdrawn: What was struck.
        remarks: What a reader should know.
        cost: Figures of the repair.
    """

    outcome: str
    revised: Mapping[str, str] = field(default_factory=dict)
    withdrawn: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    cost: JsonObject = field(default_factory=dict)


def estimated(graph: Subgraph, run: str, part: Node, touched: Sequence[str]) -> JsonObject:
    """What a repair of a debate would do, and the most questions that it puts to a model."""
    agents = [one for one in touched if graph[one]["origin"] == "agent"]
    decided = bool(agents) or part.kind == "Ballot"
    offline = parameters_of(graph, run).agents == "offline"
    calls = 0 if offline else MOST_REQUESTS * len(agents) + decided
    return {"said_anew": len(agents), "of_people": len(touched) - len(agents), "calls_at_most": calls}


def carry_out(
    session: Session, graph: Subgraph, run: str, challenge: Node, prefix: str, touched: Mapping[str, str]
) -> Mended:
    """Carries out what was ruled on a challenge; steps that are committed are not made again.

    Args:
        session: The session.
        graph: The debate or memory; what is committed is added to it.
        run: Its chain.
        challenge: The challenge, ruled on.
        prefix: What the names of the repair's steps begin with.
        touched: The utterances that were made with what was challenged, as it stood before, each with the reason.

    Raises:
        FoamError: The debate's agents, documents or memory cannot be had; what is committed stays.
    """
    verdict = settled(graph, challenge.id)
    before = [
        one for one in graph.into(challenge.id, "RESOLVES") if graph[one.activity]["step"] != f"{prefix}{OUTCOME}"
    ]
    carried = str(before[-1]["kind"]) if before and before[-1]["kind"] in CARRIED_OUT else ""
    with resumable(run):
        if verdict == "valid" and carried:
            return Mended(carried, remarks=("It was carried out already, after an earlier ruling.",))
        if verdict == "valid":
            debate = is_debate(graph, run)
            return (
                _mend(session, graph, run, challenge, prefix, touched) if debate else _forget(session, graph, challenge)
            )
        if verdict == "invalid":
            return _undo(session, graph, run, challenge, prefix) if carried else Mended("rejected")
    return Mended("recorded")


def _mend(
    session: Session, graph: Subgraph, run: str, challenge: Node, prefix: str, touched: Mapping[str, str]
) -> Mended:
    part = graph.out(challenge.id, "ATTACKS")[0]
    struck = part.kind in STRUCK
    if part.kind == "Ballot":
        return Mended("regenerated", *_decided_again(session, graph, run, prefix))
    if not touched and not struck:
        return Mended("recorded", remarks=("Nothing that was said rests on what was challenged.",))
    with at_the_table(session, run, graph, people=False) as table:
        state = replace(table.state, prefix=prefix)
        if struck:
            state.perform("strike", partial(strike, state.brief, part, challenge))
        faults = faults_of(graph, part, challenge, touched)
        mending = Mending(prefix, challenge.ref, list(touched), faults, rereads=part.kind == "Predicate")
        revised = say_anew(table.state, table.speeches, table.company, mending)
    withdrawn = (part.id,) if struck else ()
    outcome = "regenerated" if revised else "retracted" if struck else "recorded"
    return Mended(outcome, revised, withdrawn, tuple(remarks_of(graph, revised)), cost_of(graph, prefix, revised))


def _decided_again(
    session: Session, graph: Subgraph, run: str, prefix: str
) -> tuple[Mapping[str, str], tuple[str, ...], tuple[str, ...], JsonObject]:
    """Has a debate decided again, whose words all stay: new ballot by old, what was struck, remarks and cost."""
    with at_the_table(session, run, graph, people=False) as table:
        decide_again(table.state, prefix)
    old, new = graph.of("Ballot")[-2:]
    told = [] if new["winner"] != old["winner"] else ["The same side won again: read the reasons of both ballots."]
    told.append(_compared(old.id, new.id))
    return {old.id: new.id}, (), tuple(told), cost_of(graph, prefix, {})


def _undo(session: Session, graph: Subgraph, run: str, challenge: Node, prefix: str) -> Mended:
    """A ruling was overturned: what was struck stands again, and what was said anew says what it said."""
    part = graph.out(challenge.id, "ATTACKS")[0]
    if part.kind in STRUCK and graph.superseded(part.id) and graph.newest(part.id).id == part.id:
        role = Role.CRITIC if part.kind == "Critique" else Role.REFINER
        draft = ActivityDraft(run, "AgentTurn", role, f"{prefix}restore", used=(part.id, challenge.id))
        delta = stands_again(graph, part)
        graph.apply(draft, delta, session.store.commit(draft, delta))
    if not is_debate(graph, run):
        told = "The label stands again. Debates that were repaired for it stay as they are."
        return Mended("rejected", remarks=(told,))
    if part.kind == "Ballot":
        return Mended("rejected", *_decided_again(session, graph, run, prefix))
    with at_the_table(session, run, graph, people=False) as table:
        # What was restored by a process that was killed is not counted as said anew any more.
        stand = said_anew(graph, challenge.id)
        revised = say_as_before(table.state, table.speeches, table.company, prefix, challenge.id, stand)
    return Mended("rejected", revised, (), tuple(remarks_of(graph, revised)), cost_of(graph, prefix, revised))


def _forget(session: Session, graph: Subgraph, challenge: Node) -> Mended:
    """Takes a scheme label out of its memory, after a person's ruling; it is recalled with it no more."""
    part, ruling = graph.out(challenge.id, "ATTACKS")[0], ruling_of(graph, challenge.id)
    if ruling is None or not ruling["human"]:
        return Mended("recorded", remarks=("A label leaves a memory after a person's ruling only.",))
    if not graph.superseded(part.id):
        delta = Delta()
        why = f"challenge {challenge.id} to it was upheld"
        delta.edge("WITHDRAWS", Ref(SELF, "HumanAct"), part.ref, why=why)
        fields = {"by": ruling.get("by") or None, "note": why}
        run = str(graph[challenge.id].activity).rpartition("-")[0]
        draft = ActivityDraft(run, "HumanAct", Role.OPERATOR, f"{ruling.activity}:strike", "person", fields, (part.id,))
        graph.apply(draft, delta, session.store.commit(draft, delta))
    rows = session.store.ask("label_shaped", label=part.id)
    debates = list(dict.fromkeys(str(row["debate"]) for row in rows))
    told = ["The label was taken out of the memory: records are recalled without it from now on."]
    if debates:
        commands = "; ".join(NextStep(Action.RESUME, "", {"run": one}).command for one in debates)
        told.append(f"{len(debates)} debates were shown a record with it. Repair them one by one: {commands}")
    return Mended("retracted", withdrawn=(part.id,), remarks=tuple(told))


def mend_for_labels(session: Session, run: str) -> list[Mended]:
    """Repairs a debate where labels left its memory after it was held; each once.

    Raises:
        FoamError: As ``carry_out`` does.
    """
    by_label: dict[str, list[Mapping[str, object]]] = {}
    for row in session.store.ask("labels_withdrawn", run=run):
        by_label.setdefault(str(row["activity"]), []).append(row)
    return [one for activity, rows in by_label.items() if (one := _mend_for_label(session, run, activity, rows))]


def _mend_for_label(session: Session, run: str, activity: str, rows: Sequence[Mapping[str, object]]) -> Mended | None:
    graph, prefix = session.store.subgraph(run), f"{activity}:"
    own = {str(one["step"]): one.seq for one in graph.of("Activity") if str(one["step"]).startswith(prefix)}
    if f"{prefix}{OUTCOME}" in own:
        return None
    before = graph.until(run, min(own.values()) - 1) if own else graph
    standing = set(standing_utterances(before))
    direct = [str(row["utterance"]) for row in rows if str(row["utterance"]) in standing]
    touched = {one: why for each in direct for one, why in descendants(before, before[each]).items()}
    if not touched:
        return None
    order = sorted(touched, key=lambda one: (graph[one]["turn"], graph[one].seq))
    with resumable(run), at_the_table(session, run, graph, people=False) as table:
        challenge = Ref(str(rows[0]["challenge"]), "Challenge")
        revised = say_anew(table.state, table.speeches, table.company, Mending(prefix, challenge, order))
    mended = Mended("regenerated", revised, (), tuple(remarks_of(graph, revised)), cost_of(graph, prefix, revised))
    record(session, graph, run, prefix, mended, order, None)
    return mended


def record(
    session: Session,
    graph: Subgraph,
    run: str,
    prefix: str,
    mended: Mended,
    touched: Sequence[str],
    challenge: Node | None,
) -> None:
    """Commits what a repair came to, which ends it.

    Args:
        session: The session.
        graph: The debate or memory.
        run: Its chain.
        prefix: What the names of the repair's steps begin with.
        mended: What it came to.
        touched: What it was about to say anew.
        challenge: The challenge; None for one to a memory, which has an outcome of its own.
    """
    delta = Delta()
    rest = len(set(standing_utterances(graph)) - {*touched, *mended.revised.values()})
    cost = canonical(dict(mended.cost)).decode()
    made = delta.node("Outcome", kind=mended.outcome, frontier=list(touched), untouched=rest, cost=cost)
    if challenge is not None:
        delta.edge("RESOLVES", made, challenge.ref)
    for new in mended.revised.values():
        if graph[new].kind == "Utterance":  # a ballot says itself which one it takes the place of
            delta.edge("ABOUT", made, graph[new].ref)
    draft = ActivityDraft(run, "Compilation", Role.COMPILER, f"{prefix}{OUTCOME}")
    graph.apply(draft, delta, session.store.commit(draft, delta))


def remarks_of(graph: Subgraph, revised: Mapping[str, str]) -> list[str]:
    """What a reader should know after a repair: what was written before it, what people are asked for, how to compare."""
    told = []
    same = [graph[new]["turn"] for old, new in revised.items() if graph[new]["text"] == graph[old]["text"]]
    if same:
        told.append(f"The same words were said again at {_turns(same)}: read them before you rely on the repair.")
    if late := sorted({graph[one]["turn"] for one in written_before(graph)}):
        told.append(f"Unchanged, and said before an earlier turn was said anew: {_turns(late)}.")
    asked = [f"turn {one.node['turn']} ({one.node['speaker']})" for one in to_be_asked(graph)]
    if asked:
        run = next(iter(graph.of("Run"))).id
        answer = NextStep(Action.RESUME, "Answer with", {"run": run})
        told.append(f"People's words are not rewritten. Ask whether they stand: {', '.join(asked)}. {answer}")
    ballots = graph.of("Ballot")
    if revised and len(ballots) > 1:
        told.append(_compared(ballots[-2].id, ballots[-1].id))
    elif revised:
        old, new = next(iter(revised.items()))
        told.append(_compared(old, new))
    return told


def _compared(old: str, new: str) -> str:
    return str(NextStep(Action.COMPARE, "Before and after", {"one": old, "other": new}))


def _turns(numbers: Sequence[int]) -> str:
    return f"turn{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def cost_of(graph: Subgraph, prefix: str, revised: Mapping[str, str]) -> JsonObject:
    """Figures of a repair: what was said anew, rows of activities, tokens."""
    own = [one for one in graph.of("Activity") if str(one["step"]).startswith(prefix)]
    tokens: dict[str, int] = {name: sum(int(one.get(name) or 0) for one in own) for name in ("tokens_in", "tokens_out")}
    return {"said_anew": len(revised), "writes": len(own), **tokens}
