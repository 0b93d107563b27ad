"""Challenges to the nodes of an imported map: lodged, ruled on by people alone, and carried out.

A map brings no documents, so no machine rules. Upheld, a challenge that says what is right is carried out as a new version
of the node; one that does not stands against the node in the map. Labels are computed from that, so they follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from foam_graph.advice import Action, NextStep
from foam_graph.app.contest_forms import Challenge, Changed, Contest, Ruled, Touched
from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import OUTCOME, unfinished
from foam_graph.errors import ContestError, UsageError
from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.exchange.maps.labels import labels_of
from foam_graph.exchange.maps.map_correcting import (
    check_correction,
    corrected,
    corrected_map,
    fields_held,
    first_version,
    version_delta,
)
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.edges import IMPORTED
from foam_graph.model.kinds import CHALLENGE_KINDS, Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.challenge_targets import FITS
from foam_graph.reasoning.challenges import (
    Lodged,
    challenge_delta,
    human_ruling_delta,
    next_step,
    note_of,
    raised_before,
    remarks,
)
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.remedies import Remedy
from foam_graph.reasoning.rulings import ruling_of, settled


def challenge_map(session: Session, run: str, target: str, wanted: Challenge, grounds: str) -> Contest:
    """Lodges a challenge to a node of an imported map; nothing follows from it before a person has ruled.

    Args:
        session: The session.
        run: Chain of the map.
        target: Id of what is challenged.
        wanted: The challenge as given.
        grounds: What is wrong.

    Raises:
        ContestError: It cannot be challenged in this way, or not any more. Nothing was written.
        UsageError: Its correction cannot be used, or evidence is given, which a map has no corpus for. Nothing was written.
    """
    graph = session.store.subgraph(run)
    part = graph[target]
    _must_fit(graph, part, wanted)
    remedy = wanted.remedy()
    check_correction(part, remedy.correction)
    shown = _shown(graph, part, Lodged(wanted.kind, grounds), remedy)
    if wanted.dry_run:
        after = corrected_map(graph, (part, grounds, remedy.correction))
        return replace(
            shown,
            changed=_changed(corrected_map(graph), after),
            next="Lodge it: the same command without --dry-run.",
        )
    delta = challenge_delta(graph, part, part, Lodged(wanted.kind, grounds, wanted.by, remedy=remedy), Evidence(()))
    draft = ActivityDraft(run, "HumanAct", Role.CONTESTER, "challenge", "person", {"by": wanted.by or None}, (part.id,))
    done = session.store.commit(draft, delta)
    graph.apply(draft, delta, done)
    lodged = graph[done.ids[0]]
    return replace(shown, challenge=lodged.id, remarks=tuple(remarks(graph, lodged)), next=next_step(graph, lodged))


def _must_fit(graph: Subgraph, part: Node, wanted: Challenge) -> None:
    if part.kind not in IMPORTED:
        raise ContestError(
            f"{part.id} is a {part.kind} of an imported map's chain, which is not challenged",
            ("Challenge a node of the map.", NextStep(Action.APPEAL, "A ruling is appealed with")),
        )
    if wanted.kind not in CHALLENGE_KINDS or part.kind not in FITS[wanted.kind]:
        fits = ", ".join(kind for kind in CHALLENGE_KINDS if part.kind in FITS[kind])
        raise ContestError(f"a {wanted.kind} challenge does not speak to a node of a map like this", f"Use {fits}.")
    if graph.superseded(part.id):
        raise ContestError(f"{part.id} was corrected since", f"Challenge {graph.newest(part.id).id}.")
    if wanted.evidence:
        raise UsageError("an imported map has no corpus that evidence could join", "Say it in the grounds.")
    remedy = wanted.remedy()
    if replace(remedy, correction=""):
        raise ContestError("a map has no perspectives or stakeholders", "Say what it should say: --correct TEXT")


def rule_map(session: Session, challenge: str, run: str, uphold: bool, reason: str, by: str, appeal: bool) -> Contest:
    """A person rules on a challenge to a node of an imported map.

    Args:
        session: The session.
        challenge: Id of the challenge.
        run: Chain of the map.
        uphold: Whether it is right.
        reason: Why.
        by: Who rules.
        appeal: Whether this decides an appeal against a person's earlier ruling.

    Raises:
        UsageError: There is no person's ruling to appeal against. Nothing was written.
        ContestError: The node was corrected since. Nothing was written.
    """
    graph = session.store.subgraph(run)
    node = graph[challenge]
    part = graph.out(node.id, "ATTACKS")[0]
    earlier = [one for one in graph.into(node.id, "DECIDES") if one["human"]]
    if appeal and not earlier:
        raise UsageError(f"no person has ruled on {node.id} yet", "Rule without --appeal.")
    if uphold and not earlier and graph.superseded(part.id):
        raise ContestError(f"{part.id} was corrected since", f"Challenge {graph.newest(part.id).id}.")
    before = corrected_map(graph)
    own = note_of(node, uphold, by)
    draft = ActivityDraft(run, "HumanAct", Role.ADJUDICATOR, "rule", "person", {"by": by, **own}, (node.id,))
    delta = human_ruling_delta(node, uphold, reason, by, earlier, appeal)
    done = session.store.commit(draft, delta)
    graph.apply(draft, delta, done)
    return _concluded(session, graph, node, before, f"{done.activity}:")


def take_up_map(session: Session, run: str) -> tuple[Contest, ...]:
    """Carries out what people ruled on an imported map where that was cut short.

    Args:
        session: The session.
        run: Chain of the map.

    Returns:
        What each came to; empty where nothing was to be done.
    """
    graph = session.store.subgraph(run)
    begun = [one for one in unfinished(graph) if not one.lodged]
    return tuple(
        _concluded(session, graph, one.challenge, corrected_map(graph.until(run, one.seq - 1)), one.prefix)
        for one in begun
    )


def _shown(graph: Subgraph, part: Node, lodged: Lodged, remedy: Remedy) -> Contest:
    touched = downstream(graph, part)
    return Contest(
        target=part.id,
        bears_on=part.id,
        frontier=Listing(Touched(one, why) for one, why in touched.items()),
        untouched=_untouched(graph, part, touched),
        estimate={"corrected": int(bool(remedy.correction)), "model_calls": 0},
        raised_before=tuple(raised_before(graph, part, lodged)),
        map=_chain(part),
    )


def downstream(graph: Subgraph, part: Node) -> dict[str, str]:
    """The statements of a map that a node bears on, by inference or conflict, each with the reason; not the node itself."""
    found: dict[str, str] = {}
    first = first_version(graph, part)
    seen, level = {first.id}, [first]
    while level:
        near = [one for node in level for one in graph.out(node.id, "LEADS_TO") if one.id not in seen]
        near = [one for one in near if graph.newest(one.id).get("type") not in ("YA", "TA")]
        seen |= {one.id for one in near}
        level = list({one.id: one for one in near}.values())
        for one in level:
            if one.kind == "ImportedInformation":
                found[graph.newest(one.id).id] = "what is challenged leads to it in the map"
    return found


def _changed(before: AifGraph, after: AifGraph) -> Listing[Changed]:
    """The statements that stand otherwise; those that only one of the two has are left out."""
    old, new = labels_of(before), labels_of(after)
    return Listing(
        Changed("statement", one.id, old[one.id], new[one.id], one.text)
        for one in after.nodes
        if one.type == "I" and one.id in old and old[one.id] != new[one.id]
    )


def _concluded(session: Session, graph: Subgraph, challenge: Node, before: AifGraph, prefix: str) -> Contest:
    """Carries out what was ruled, records what it led to, and tells it."""
    part = graph.out(challenge.id, "ATTACKS")[0]
    ruling = ruling_of(graph, challenge.id)
    made, told = _carried_out(session, graph, challenge, prefix)
    outcome = _outcome(settled(graph, challenge.id), Remedy.of(challenge), bool(told))
    _record(session, graph, challenge, prefix, outcome)
    return Contest(
        map=_chain(challenge),
        challenge=challenge.id,
        ruling=None if ruling is None else Ruled.of(ruling),
        outcome=outcome,
        revised={graph.out(made.id, "SUPERSEDES")[0].id: made.id} if made is not None else None,
        changed=_changed(before, corrected_map(graph)),
        remarks=(*remarks(graph, challenge), *told, *_appealed(part, made)),
        next=next_step(graph, challenge),
    )


def _outcome(verdict: str, remedy: Remedy, hindered: bool) -> str:
    if verdict == "invalid":
        return "rejected"
    if verdict != "valid" or hindered:
        return "recorded"
    return "corrected" if remedy.correction else "counter_argument"


def _appealed(part: Node, made: Node | None) -> tuple[str, ...]:
    back = made is not None and fields_held(made) == fields_held(part)
    return ("It says again what it said before.",) if back else ()


def _carried_out(session: Session, graph: Subgraph, challenge: Node, prefix: str) -> tuple[Node | None, list[str]]:
    """Writes the version that a ruling calls for: it, or nothing where none is called for; and what is to be known of it."""
    part = graph.out(challenge.id, "ATTACKS")[0]
    correction, verdict = Remedy.of(challenge).correction, settled(graph, challenge.id)
    step, stands = f"{prefix}correct", graph.newest(part.id)
    for one in graph.of(part.kind):
        if graph[one.activity]["step"] == step:
            return one, []
    if not correction or verdict not in ("valid", "invalid"):
        return None, []
    wanted, other = corrected(part, correction), fields_held(part)
    if verdict == "invalid":
        wanted, other = other, wanted
    if fields_held(stands) == wanted:
        return None, []
    if fields_held(stands) != other:
        return None, ["It was corrected otherwise since, and that stays."]
    ruling = ruling_of(graph, challenge.id)
    fields = {"by": (ruling.get("by") if ruling is not None else None) or None}
    used = (stands.id, challenge.id)
    draft = ActivityDraft(_chain(challenge), "HumanAct", Role.OPERATOR, step, "person", fields, used)
    delta = version_delta(graph, stands, wanted)
    done = session.store.commit(draft, delta)
    graph.apply(draft, delta, done)
    return graph[done.ids[0]], []


def _record(session: Session, graph: Subgraph, challenge: Node, prefix: str, outcome: str) -> None:
    """Commits what a ruling led to, which ends it."""
    part, delta = graph.out(challenge.id, "ATTACKS")[0], Delta()
    touched = downstream(graph, part)
    rest = _untouched(graph, part, touched)
    made = delta.node("Outcome", kind=outcome, frontier=list(touched), untouched=rest, cost="{}")
    delta.edge("RESOLVES", made, challenge.ref)
    delta.edge("ABOUT", made, graph.newest(part.id).ref)
    draft = ActivityDraft(_chain(challenge), "Compilation", Role.COMPILER, f"{prefix}{OUTCOME}")
    graph.apply(draft, delta, session.store.commit(draft, delta))


def _untouched(graph: Subgraph, part: Node, touched: Mapping[str, str]) -> int:
    """How many statements of the map a node does not bear on."""
    return len([one for one in graph.live("ImportedInformation") if one.id not in touched and one.id != part.id])


def _chain(node: Node) -> str:
    return node.activity.rpartition("-")[0]
