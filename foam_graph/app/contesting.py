"""Challenges from the outside: lodge, show the blast radius, rule, repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from foam_graph.advice import Action, NextStep
from foam_graph.app.agents import close_agent
from foam_graph.app.asking import open_run, reopen_run, resumable
from foam_graph.app.contest_forms import Challenge, Changed, Contest, Ruled, Touched
from foam_graph.app.cross_repairing import mend_for_debate
from foam_graph.app.debate_contesting import challenge_debate, kind_of_chain, rule_debate, take_up_debate
from foam_graph.app.loading import write_documents
from foam_graph.app.map_contesting import challenge_map, rule_map, take_up_map
from foam_graph.app.position import read_position
from foam_graph.app.result import Listing, plain_json
from foam_graph.app.sentence_references import is_reference, node_of
from foam_graph.app.session import Session
from foam_graph.contest.estimate import Frontier, estimate, localize
from foam_graph.contest.foreseeing import foreseen
from foam_graph.contest.lodging import Located, counter_sentences, locate, lodge
from foam_graph.contest.relabelled import Standings, relabelled
from foam_graph.contest.repair import Repaired, repair
from foam_graph.contest.unfinished import Unfinished, unfinished
from foam_graph.corpus.reading import read_paths
from foam_graph.errors import ContestError, CorpusError, UsageError
from foam_graph.files.locking import locked
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.edges import CHALLENGEABLE
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda_versions.made import PARTS, about_agenda
from foam_graph.reasoning.challenge_targets import kinds_that_speak
from foam_graph.reasoning.challenges import (
    UNNAMED,
    WITHDRAWN,
    Lodged,
    human_ruling_delta,
    next_step,
    note_of,
    provisional_ruling,
    raised_before,
    remarks,
    same_person,
)
from foam_graph.reasoning.evidence import citable
from foam_graph.reasoning.overturned import staying
from foam_graph.reasoning.remedies import check_remedy
from foam_graph.reasoning.rulings import ruling_of
from foam_graph.store.as_of import Cut

__all__ = ["Challenge", "Contest", "Ruled", "Touched", "challenge", "one_at_a_time", "rule", "take_up", "withdraw"]

_OTHERS = {
    "debate": (challenge_debate, rule_debate, take_up_debate),
    "memory": (challenge_debate, rule_debate, take_up_debate),
    "import": (challenge_map, rule_map, take_up_map),
}
"""Kinds of chains that are no runs: how they are challenged, ruled on, and taken up."""
MAX_GROUNDS = 20_000
CONTEST_WAIT = 600.0
"""Seconds to wait for another contest of the same run."""


def challenge(session: Session, wanted: Challenge, lodged: Callable[[str], None] | None = None) -> Contest:
    """Lodges a challenge, rules on it provisionally, and repairs what it fells; with ``dry_run`` nothing is written.

    Args:
        session: The session.
        wanted: The challenge.
        lodged: Told the challenge's id as soon as it is recorded, before anything follows from it; not for a debate's or a map's.

    Raises:
        UnknownId: Nothing has that id.
        ContestError: It cannot be challenged in this way. Nothing was written.
        CorpusError: The counter-evidence cannot be read. Nothing was written.
    """
    grounds = " ".join(wanted.grounds.split())
    if not grounds:
        raise UsageError("a challenge needs grounds", "Say what is wrong: --grounds TEXT")
    if len(grounds) > MAX_GROUNDS:
        raise UsageError(
            f"the grounds have {len(grounds):,} characters; {MAX_GROUNDS:,} are the most", "Attach a file."
        )
    wanted = _with_sentences(session, wanted)
    found = session.store.find(wanted.target)
    run = _run_of(session, str(found["id"]), str(found["kind"]), str(found["run"]), wanted.run)
    own = partial(_lodge, recorded=lodged or (lambda _challenge: None))
    other = _OTHERS.get(kind_of_chain(session, run))
    made = own if other is None else other[0]
    if wanted.dry_run:
        return made(session, run, found["id"], wanted, grounds)
    session.store.must_be_present("nothing is challenged")
    with one_at_a_time(session, run):
        return made(session, run, found["id"], wanted, grounds)


def _with_sentences(session: Session, wanted: Challenge) -> Challenge:
    """A challenge with the ids of the sentences that it names by their numbers, its target and its evidence."""
    target = node_of(session, wanted.target, wanted.run, wanted.corpus)
    if not is_reference(wanted.evidence) or Path(wanted.evidence).exists():
        return replace(wanted, target=target)
    run = wanted.run or str(session.store.find(target)["run"])
    return replace(wanted, target=target, evidence=node_of(session, wanted.evidence, run))


@contextmanager
def one_at_a_time(session: Session, run: str) -> Iterator[None]:
    """Holds a run's position for the length of a contest: the next one begins with what this one leaves.

    Raises:
        EnvironmentFault: Another contest of the run did not end in time. Nothing was written.
    """
    with locked(session.settings.home / "contests" / f"{run}.lock", f"the position of run {run}", CONTEST_WAIT):
        yield


def _lodge(
    session: Session, run: str, target: str, wanted: Challenge, grounds: str, recorded: Callable[[str], None]
) -> Contest:
    remedy = wanted.remedy()
    state = open_run(session, run)
    try:
        # What cannot be challenged is refused before its evidence becomes a document of the corpus.
        located = locate(state, target, wanted.kind)
        documents = [] if wanted.dry_run else _counter_documents(session, run, wanted.evidence)
        if documents:
            close_agent(state.brief.agent)
            state = open_run(session, run, documents)
            located = locate(state, target, wanted.kind)
        check_remedy(state.graph, located.part, wanted.kind, remedy)
        anew = wanted.kind == "structural" and located.part.kind in PARTS
        frontier = localize(session.store, state.graph, located.part, anew)
        expected = estimate(state.graph, frontier, state.brief.agent.provider == "offline", anew)
        before = raised_before(state.graph, located.part, Lodged(wanted.kind, grounds))
        kinds = kinds_that_speak(state.graph, located.target)
        shown = _shown(located, frontier, _priced(session, expected), before, kinds)
        if wanted.dry_run:
            if not Path(wanted.evidence).exists():
                _sentences(
                    state, located.part, wanted.evidence, documents, grounds
                )  # what it cannot rest on is refused here, too
            return _dry(state, located, Lodged(wanted.kind, grounds, remedy=remedy), shown)
        sentences = _sentences(state, located.part, wanted.evidence, documents, grounds)
        stood = Standings.now(state.graph, state.brief.limits.materiality)
        done = lodge(state, located, Lodged(wanted.kind, grounds, wanted.by, sentences, remedy))
        node = state.graph[done.ids[0]]
        recorded(node.id)
        if located.successor:
            note = f"recorded against a superseded version; challenge {located.successor} instead"
            told = str(
                NextStep(Action.CHALLENGE, "Challenge what holds now", {"id": located.successor, "kind": wanted.kind})
            )
            position = state.graph.live("Position")[-1].id
            return replace(shown, challenge=node.id, position=position, outcome=note, next=told)
        with resumable(run):
            return _settle(state, node, Expected(frontier, expected, stood), shown)
    finally:
        close_agent(state.brief.agent)


def _priced(session: Session, expected: Mapping[str, int]) -> dict[str, int | float]:
    """What a repair would cost, in money as well where a model is asked and prices are set."""
    price = max(session.settings.price_in, session.settings.price_out)
    tokens = expected.get("tokens", 0) if expected.get("model_calls") else 0
    return {**expected, "cost": round(tokens * price / 1e6, 2)} if price and tokens else {**expected}


def _dry(state: RunState, located: Located, lodged: Lodged, shown: Contest) -> Contest:
    return replace(
        shown,
        position=state.graph.live("Position")[-1].id,
        changed=Changed.listed(foreseen(state, located, lodged)),
        next="Lodge it: the same command without --dry-run.",
    )


class Expected(NamedTuple):
    """What was known of a repair before it began: what it touches, what it would cost, and how everything stood."""

    frontier: Frontier
    cost: dict[str, int]
    stood: Standings


def _settle(state: RunState, node: Node, before: Expected, shown: Contest) -> Contest:
    state.prefix = f"{node.id}:"
    state.perform("rule", lambda step: provisional_ruling(state.brief, state.graph, node, state.evidence, step))
    return _report(state, node, repair(state, node, *before), shown)


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
        if other := _OTHERS.get(kind_of_chain(session, found["run"])):
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
            return _ruled(session, state, node, Expected(frontier, expected, stood))
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
        if other := _OTHERS.get(kind_of_chain(session, run)):
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
        before = session.store.subgraph(run, begun.seq - 1)
        part = state.graph.out(node.id, "ATTACKS")[0]
        anew = about_agenda(state.graph, node)
        cut = Cut(begun.at, run, begun.seq - 1)
        newest = before.newest(part.id) if part.id in before else part
        frontier = localize(session.store.at(cut), before, newest, anew)
        expected = estimate(before, frontier, state.brief.agent.provider == "offline", anew)
        stood = Standings.now(before, state.brief.limits.materiality)
        if begun.lodged:
            return _settle(state, node, Expected(frontier, expected, stood), Contest())
        state.prefix = begun.prefix
        return _ruled(session, state, node, Expected(frontier, expected, stood))
    finally:
        close_agent(state.brief.agent)


def _ruled(session: Session, state: RunState, node: Node, before: Expected) -> Contest:
    """Carries a person's ruling out; what it came to is told beside how everything stood before the challenge, too."""
    repaired = repair(state, node, *before)
    lodged = session.store.subgraph(state.brief.run, node.seq - 1)
    stood = Standings.now(lodged, state.brief.limits.materiality)
    return _report(
        state, node, repaired, Contest(since=Changed.listed(relabelled(state.graph, stood, repaired.stands)))
    )


def _report(state: RunState, node: Node, repaired: Repaired, shown: Contest) -> Contest:
    ruling = ruling_of(state.graph, node.id)
    position = read_position(state.graph, state.brief.run)
    return replace(
        shown,
        challenge=node.id,
        ruling=None if ruling is None else Ruled.of(ruling),
        outcome=repaired.outcome,
        position=repaired.position,
        certified=position.certified,
        checks=position.checks,
        revised=repaired.revised,
        withdrawn=tuple(repaired.withdrawn),
        cost={name: plain_json(value) for name, value in repaired.cost.items()},
        changed=Changed.listed(repaired.relabelled),
        remarks=(*remarks(state.graph, node), *staying(state.graph, node)),
        next=next_step(state.graph, node),
    )


def _shown(
    located: Located, frontier: Frontier, expected: Mapping[str, object], before: list[str], kinds: tuple[str, ...]
) -> Contest:
    return Contest(
        target=located.target.id,
        bears_on=located.part.id,
        kinds=kinds,
        frontier=Listing(Touched(c, frontier.reasons[c]) for c in frontier.all),
        untouched=len(frontier.untouched),
        estimate={name: plain_json(value) for name, value in expected.items()},
        raised_before=tuple(before),
    )


def _run_of(session: Session, node: str, kind: str, chain: str, run: str) -> str:
    """The run that a node belongs to, or, for a perspective of the library, the latest run that holds it."""
    if kind not in CHALLENGEABLE:
        kinds = ", ".join(CHALLENGEABLE)
        raise ContestError(f"{node} is a {kind}, which cannot be challenged", f"Challenge a {kinds}.")
    wanted = str(session.store.find(run, ("Run",))["id"]) if run else ""
    if kind != "Perspective" and wanted not in ("", chain):
        raise ContestError(
            f"{node} belongs to {chain}, not to {wanted}", "Leave --run out, or name a part of that run."
        )
    if kind != "Perspective":
        return chain
    if wanted:
        return wanted
    holders = session.store.ask("runs_holding", perspective=node)
    if not holders:
        raise ContestError(f"no run argued from {node}", NextStep(Action.LIST_RUNS, "List runs with"))
    return str(holders[0]["run"])


def _counter_documents(session: Session, run: str, evidence: str) -> list[str]:
    """Counter-evidence given as a file becomes documents of the run's corpus before a sentence of it can be cited."""
    path = Path(evidence)
    if not evidence or not path.exists():
        return []
    corpus = session.store.ask("run_corpus", run=run)[0]["corpus"]
    report = read_paths([path], corpus)
    known = [d.id for d in report.documents if any(citable(s.text) for s in d.sentences)]
    if not known:
        why = "; ".join(f"{p}: {reason}" for p, reason in report.rejected) or "no sentence of it could be cited"
        raise CorpusError(
            f"counter-evidence {path.name} cannot be read: {why}", "Give a text, Markdown, HTML, PDF or Word file."
        )
    session.corpora.add(report.documents)
    documents = session.corpora.documents(corpus)
    session.index.ensure(corpus, documents)
    write_documents(session, corpus, documents)
    return known


def _sentences(state: RunState, part: Node, evidence: str, documents: list[str], grounds: str) -> tuple[str, ...]:
    if documents:
        return counter_sentences(state, part, documents, grounds)
    if not evidence:
        return ()
    if evidence in state.evidence.sentences:
        return (evidence,)
    if evidence in state.evidence.documents:
        return counter_sentences(state, part, [evidence], grounds)
    node = state.graph.get(evidence)
    if node is not None and node.is_a("EvidenceSentence"):
        return (str(node["sentence_id"]),)
    if node is not None and node.is_a("EvidenceRecord"):
        return tuple(node["sentence_ids"])[:5]
    raise UsageError(
        f"{evidence!r} is neither a file nor a sentence, record or document of the run",
        (
            "Give a file, or the id of one of these.",
            NextStep(Action.SHOW, "List them with", {"id": state.brief.run}),
            NextStep(Action.LIST_DOCUMENTS, "List documents with", {"corpus": state.retrieval.corpus}),
        ),
    )
