"""Challenges from the outside: what they touch is shown, they are lodged, ruled on provisionally, and repaired."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app.agents import close_agent
from foam_graph.app.asking import open_run, resumable
from foam_graph.app.contest_forms import Challenge, Changed, Contest, Touched
from foam_graph.app.contest_settling import MAX_GROUNDS, OTHERS, Expected, one_at_a_time, settle
from foam_graph.app.debate_contesting import kind_of_chain
from foam_graph.app.loading import write_documents
from foam_graph.app.result import Listing, plain_json
from foam_graph.app.sentence_references import is_reference, node_of
from foam_graph.app.session import Session
from foam_graph.contest.estimate import Frontier, estimate, localize
from foam_graph.contest.foreseeing import foreseen
from foam_graph.contest.lodging import Located, counter_sentences, locate, lodge
from foam_graph.contest.relabelled import Standings
from foam_graph.corpus.reading import read_paths
from foam_graph.errors import ContestError, CorpusError, UsageError
from foam_graph.model.edges import CHALLENGEABLE
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda_versions.made import PARTS
from foam_graph.reasoning.challenge_targets import kinds_that_speak
from foam_graph.reasoning.challenges import (
    Lodged,
    raised_before,
)
from foam_graph.reasoning.evidence import citable
from foam_graph.reasoning.remedies import check_remedy


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
    other = OTHERS.get(kind_of_chain(session, run))
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
            return settle(state, node, Expected(frontier, expected, stood), shown)
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
