"""Challenges to a debate, or to a memory's labels: lodged, ruled on, and carried out.

After an upheld challenge the turns that were made with what it fells are said anew, and no others; a ballot is cast again. What people said is
never rewritten; who has to be asked is listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from foam_graph.advice import Action, NextStep
from foam_graph.app.agents import agent_of, close_agent
from foam_graph.app.contest_forms import Challenge, Contest, Ruled, Touched
from foam_graph.app.cross_repairing import told_of_runs
from foam_graph.app.debate_repairing import carry_out, estimated, mend_for_labels, record
from foam_graph.app.debating import evidence_of, parameters_of
from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import unfinished
from foam_graph.debate.speaking.holding import BALLOT
from foam_graph.errors import ContestError, UsageError
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.challenge_targets import component, kinds_that_speak
from foam_graph.reasoning.challenges import (
    Lodged,
    challenge_delta,
    human_ruling_delta,
    next_step,
    note_of,
    provisional_ruling,
    raised_before,
    remarks,
)
from foam_graph.reasoning.debating.descendants import descendants, standing_utterances
from foam_graph.reasoning.debating.floor import was_spoken
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.remedies import check_remedy
from foam_graph.reasoning.rulings import ruling_of
from foam_graph.reasoning.turns import Brief
from foam_graph.store.reading import node_from


def kind_of_chain(session: Session, run: str) -> str:
    """Kind of a chain: run, debate, memory, …; empty where it has none of its own."""
    rows = session.store.ask("nodes_by_id", ids=[run])
    return str(node_from(rows[0]["labels"], rows[0]["props"]).get("kind", "")) if rows else ""


@dataclass
class _Contested:
    """A debate or a memory while somebody contests it."""

    session: Session
    run: str
    graph: Subgraph
    evidence: Evidence

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        done = self.session.store.commit(draft, delta)
        self.graph.apply(draft, delta, done)
        return done

    @property
    def is_debate(self) -> bool:
        return bool(self.graph[self.run]["kind"] == "debate")

    def touched(self, part: Node) -> dict[str, str]:
        """The utterances that were made with something: each with the reason."""
        if part.kind == "Utterance":
            # What was said anew since the challenge was lodged is what a ruling on it can mend.
            return descendants(self.graph, self.graph.newest(part.id))
        if part.kind != "SchemeLabel":
            return descendants(self.graph, part)
        rows = self.session.store.ask("label_shaped", label=part.id)
        return {
            str(r["utterance"]): f"turn {r['turn']} of {r['debate']} was shown a record with the label" for r in rows
        }


def challenge_debate(session: Session, run: str, target: str, wanted: Challenge, grounds: str) -> Contest:
    """Lodges a challenge to something of a debate or a memory; a machine rules provisionally where one was at work.

    Args:
        session: The session.
        run: Its chain.
        target: Id of what is challenged.
        wanted: The challenge as given.
        grounds: What is wrong.

    Raises:
        ContestError: It cannot be challenged in this way, or not yet. Nothing was written.
        UsageError: The counter-evidence is nothing that the debate may cite. Nothing was written.
    """
    held = _opened(session, run)
    node = held.graph[target]
    _must_stand(held, node)
    part = component(held.graph, node, wanted.kind)
    check_remedy(held.graph, part, wanted.kind, wanted.remedy())
    sentences = _counter(held, wanted.evidence)
    shown = _shown(held, node, part, Lodged(wanted.kind, grounds))
    if wanted.dry_run:
        return replace(shown, next="Lodge it: the same command without --dry-run.")
    delta = challenge_delta(held.graph, node, part, Lodged(wanted.kind, grounds, wanted.by, sentences), held.evidence)
    draft = ActivityDraft(run, "HumanAct", Role.CONTESTER, "challenge", "person", {"by": wanted.by or None}, (node.id,))
    done = held.commit(draft, delta)
    lodged = held.graph[done.ids[0]]
    touched = held.touched(part)
    if held.is_debate:
        _rule_provisionally(held, lodged)
    return _concluded(held, lodged, touched, shown, f"{lodged.id}:")


def rule_debate(
    session: Session, challenge: str, run: str, uphold: bool, reason: str, by: str, appeal: bool
) -> Contest:
    """A person rules on a challenge to a debate or a memory.

    Whoever lodged it withdraws it by rejecting it.

    Args:
        session: The session.
        challenge: Id of the challenge.
        run: Its chain.
        uphold: Whether it is right.
        reason: Why.
        by: Who rules.
        appeal: Whether this decides an appeal against a person's earlier ruling.

    Raises:
        UsageError: There is no person's ruling to appeal against.
    """
    held = _opened(session, run)
    node = held.graph[challenge]
    earlier = [one for one in held.graph.into(node.id, "DECIDES") if one["human"]]
    if appeal and not earlier:
        raise UsageError(f"no person has ruled on {node.id} yet", "Rule without --appeal: it overrules a machine.")
    own = note_of(node, uphold, by)
    draft = ActivityDraft(run, "HumanAct", Role.ADJUDICATOR, "rule", "person", {"by": by, **own}, (node.id,))
    done = held.commit(draft, human_ruling_delta(node, uphold, reason, by, earlier, appeal))
    touched = held.touched(held.graph.out(node.id, "ATTACKS")[0])
    return _concluded(held, node, touched, Contest(debate=run), f"{done.activity}:")


def _opened(session: Session, run: str, graph: Subgraph | None = None) -> _Contested:
    graph = session.store.subgraph(run) if graph is None else graph
    if graph[run]["kind"] != "debate":
        return _Contested(session, run, graph, Evidence(()))
    if not any(activity["step"] == BALLOT for activity in graph.of("Activity")):
        raise ContestError(f"debate {run} has not ended yet", NextStep(Action.RESUME, "Finish it with", {"run": run}))
    return _Contested(session, run, graph, evidence_of(session, run, graph, parameters_of(graph, run)))


def _must_stand(held: _Contested, node: Node) -> None:
    if held.graph.superseded(node.id):
        newest = held.graph.newest(node.id)
        told = f"Challenge {newest.id}." if newest.id != node.id else "It was withdrawn, and nothing took its place."
        raise ContestError(f"{node.id} does not stand any more", told)
    if node.kind == "Utterance" and not was_spoken(node):
        raise ContestError(
            f"{node.id} is a draft of turn {node['turn']} that was not spoken", "Challenge what was said."
        )


def _counter(held: _Contested, evidence: str) -> tuple[str, ...]:
    """The sentences of the counter-evidence, which must be in the corpus of the debate."""
    if not evidence:
        return ()
    if evidence in held.evidence.sentences:
        return (evidence,)
    node = held.graph.get(evidence)
    if node is not None and node.is_a("EvidenceSentence"):
        return (str(node["sentence_id"]),)
    raise UsageError(
        f"{evidence!r} is no sentence that this debate may cite",
        ("Give the id of one.", NextStep(Action.SHOW, "List them with", {"id": held.run})),
    )


def _shown(held: _Contested, node: Node, part: Node, lodged: Lodged) -> Contest:
    touched = held.touched(part)
    return Contest(
        target=node.id,
        bears_on=part.id,
        kinds=kinds_that_speak(held.graph, node),
        frontier=_listed(touched),
        untouched=len(set(standing_utterances(held.graph)) - touched.keys()),
        estimate=estimated(held.graph, held.run, part, list(touched)) if held.is_debate else None,
        raised_before=tuple(raised_before(held.graph, part, lodged)),
        debate=held.run,
        remarks=tuple(_runs_told(held, part, touched)),
    )


def _runs_told(held: _Contested, part: Node, touched: Mapping[str, str]) -> list[str]:
    """The runs that were cross-examined by what is challenged, or by what is said anew where it falls."""
    ids = [part.id, *touched]
    flaws = [one for i in ids for one in held.graph.into(i, "ATTACKS", "RESTS_ON") if one.kind == "Critique"]
    return told_of_runs(held.session, dict.fromkeys([*ids, *(one.id for one in flaws)]))


def _listed(touched: Mapping[str, str]) -> Listing[Touched]:
    return Listing(Touched(one, why) for one, why in touched.items())


def _rule_provisionally(held: _Contested, lodged: Node) -> None:
    parameters = parameters_of(held.graph, held.run)
    agent = agent_of(held.session, held.run, parameters, held.evidence, held.graph)
    try:
        brief = Brief(held.run, held.graph.of("Question")[0]["text"], (), agent, parameters.seed, "")
        turn = provisional_ruling(brief, held.graph, lodged, held.evidence, f"{lodged.id}:rule")
    finally:
        close_agent(agent)
    if turn is not None:
        held.commit(turn.draft(), turn.delta)


def _concluded(held: _Contested, lodged: Node, touched: Mapping[str, str], shown: Contest, prefix: str) -> Contest:
    """Carries out what was ruled, records what it led to, and tells it."""
    ruling = ruling_of(held.graph, lodged.id)
    mended, runs = None, list[str]()
    if ruling is not None:
        mended = carry_out(held.session, held.graph, held.run, lodged, prefix, touched)
        record(held.session, held.graph, held.run, prefix, mended, list(touched), lodged)
        if mended.revised or mended.withdrawn:
            runs = _runs_told(held, held.graph.out(lodged.id, "ATTACKS")[0], touched)
    return replace(
        shown,
        challenge=lodged.id,
        ruling=None if ruling is None else Ruled.of(ruling),
        outcome=None if mended is None else mended.outcome,
        revised=None if mended is None or not mended.revised else dict(mended.revised),
        withdrawn=None if mended is None or not mended.withdrawn else mended.withdrawn,
        cost=None if mended is None or not mended.revised else mended.cost,
        remarks=(*remarks(held.graph, lodged), *(() if mended is None else (*mended.remarks, *runs))),
        next=next_step(held.graph, lodged),
    )


def take_up_debate(session: Session, run: str) -> tuple[Contest, ...]:
    """Finishes the repairs of a debate or memory that were cut short, and those that labels of its memory call for.

    Args:
        session: The session.
        run: Its chain.

    Returns:
        What each came to; empty where nothing was to be done.

    Raises:
        FoamError: One ended early again; what is committed stays.
    """
    found = []
    graph = session.store.subgraph(run)
    # A challenge to a memory is read with a debate that was repaired for it; it is carried out in its own chain.
    for begun in (one for one in unfinished(graph) if one.challenge.activity in graph):
        held, before = _opened(session, run), _opened(session, run, graph.until(run, begun.seq))
        if begun.lodged and held.is_debate and ruling_of(held.graph, begun.challenge.id) is None:
            _rule_provisionally(held, held.graph[begun.challenge.id])
        lodged = held.graph[begun.challenge.id]
        if ruling_of(held.graph, lodged.id) is not None:
            touched = before.touched(before.graph.out(lodged.id, "ATTACKS")[0])
            found.append(_concluded(held, lodged, touched, Contest(debate=run), begun.prefix))
    if kind_of_chain(session, run) == "debate":
        for mended in mend_for_labels(session, run):
            told = ("A scheme label that a record was recalled by has left the memory.", *mended.remarks)
            made = dict(mended.revised)
            found.append(Contest(debate=run, outcome=mended.outcome, revised=made, cost=mended.cost, remarks=told))
    return tuple(found)
