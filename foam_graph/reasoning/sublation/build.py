"""Builds the framework of a run: protocol 6.1 to 6.7 in order, with an agenda 6.12 to 6.16, and hypotheses on top."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from foam_graph.errors import ReasoningError, UnknownId
from foam_graph.model.nodes import ACTIVITIES, ARGUABLE
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.agenda_reading import LiveAgenda, live_agenda
from foam_graph.reasoning.sublation.attack_rules import Objections, add_attacks, add_critique
from foam_graph.reasoning.sublation.drafting import Draft
from foam_graph.reasoning.sublation.framework import Framework
from foam_graph.reasoning.sublation.issue_rules import add_issues
from foam_graph.reasoning.sublation.premise_rules import add_premises, add_premises_of, add_rulings
from foam_graph.reasoning.sublation.ratings import add_ratings, add_ratings_of
from foam_graph.reasoning.sublation.support_rules import add_record_rules, add_support

THRESHOLD = 0.5
"""Materiality under which a critique is immaterial, unless the run says otherwise (protocol 6.4)."""


OF_THE_CHAIN = frozenset({"WAS_GENERATED_BY", "NEXT", "HOLDS"})
"""Edges that say who wrote what and when; no rule reads them."""


@dataclass(frozen=True)
class Drafted:
    """A framework with what is needed to add to it.

    Attributes:
        draft: The draft.
        objections: Objections against each node.
        threshold: Materiality threshold.
        agenda: The agenda that holds, where there is one.
    """

    draft: Draft
    objections: Objections
    threshold: float
    agenda: LiveAgenda | None = None


def draft_of(subgraph: Subgraph, threshold: float = THRESHOLD) -> Drafted:
    """The framework of a run without any assumption, to be added to.

    Args:
        subgraph: The run, superseded versions included.
        threshold: Materiality under which a rating makes a critique immaterial, in [0, 1].

    Raises:
        ReasoningError: The threshold is not in [0, 1].
    """
    if not 0 <= threshold <= 1:
        raise ReasoningError(f"materiality threshold {threshold} is not in [0, 1]", "Give a threshold from 0 to 1.")
    agenda = live_agenda(subgraph)
    draft = Draft(subgraph, 1 if agenda is None else 2)
    add_support(draft)
    if agenda is not None:
        add_premises(draft)
    objections = add_attacks(draft)
    add_ratings(draft, objections, threshold)
    if agenda is not None:
        add_rulings(draft, objections)
        add_issues(draft, agenda, objections)
    _note_instances(draft, objections, sorted(objections))
    return Drafted(draft, objections, threshold, agenda)


def assuming(drafted: Drafted, withdrawn: Collection[str] = (), answered: Collection[str] = ()) -> Framework:
    """The framework of a run for all audiences, gated where they differ, with what falls by assumption.

    Args:
        drafted: The framework without; it is changed.
        withdrawn: Ids of nodes that fall.
        answered: Ids of critiques that a new record answers.

    Raises:
        UnknownId: An assumption about something that is no argument.
    """
    draft = drafted.draft
    for ids, by, why in (
        (withdrawn, "withdrawn", "withdrawn by assumption"),
        (answered, "new", "a new record answers it"),
    ):
        for id_ in sorted(ids):
            argument(draft.frame, id_)
            draft.strike(id_, by, 0, why)
    return draft.frame


def add_objections(drafted: Drafted, nodes: Sequence[Node]) -> bool:
    """Adds new critiques with the records and ratings that came with them, as a whole build would.

    Args:
        drafted: The framework; its graph holds the nodes and their edges already.
        nodes: What is new, in the order of the chain.

    Returns:
        Whether that is all there was to add. If not, nothing was added and the framework has to be built anew: a new
        claim, a rating of an earlier critique or a person's ruling changes what is there.
    """
    draft, graph = drafted.draft, drafted.draft.graph
    if not all(_only_adds(graph, node, {n.id for n in nodes}) for node in nodes):
        return False
    for node in nodes:
        if node.kind in ARGUABLE:
            draft.frame.add(node.id, node.id, "node", node.kind)
    records = [node for node in nodes if node.kind == "EvidenceRecord"]
    critiques = [node for node in nodes if node.is_a("Critique")]
    for record in records:
        add_record_rules(draft, record)
    for node in (*records, *critiques):
        if draft.version > 1:
            add_premises_of(draft, node)
        elif node in critiques:
            for part in graph.out(node.id, "RESTS_ON"):
                draft.falls_with(draft.at(node.id), part.id, 1, "rests on it")
    for critique in critiques:
        add_critique(draft, critique, drafted.objections)
    add_ratings_of(draft, drafted.objections, drafted.threshold, critiques)
    _note_instances(draft, drafted.objections, sorted({t.id for c in critiques for t in graph.out(c.id, "ATTACKS")}))
    return True


def _only_adds(graph: Subgraph, node: Node, new: set[str]) -> bool:
    """Whether a new node changes nothing that is there but by attacking it."""
    kinds = {
        "Critique": {"ATTACKS", "RESTS_ON"},
        "Challenge": {"ATTACKS", "RESTS_ON", "CHALLENGES"},
        "Evaluation": {"RATES"},
        "EvidenceRecord": {"QUOTES"},
    }
    if node.kind not in kinds:
        return node.kind in ACTIVITIES
    for edge in graph.out_edges(node.id):
        if edge.type in OF_THE_CHAIN:
            continue
        fits = edge.type in kinds[node.kind] and not graph.superseded(edge.end)
        if not fits or (edge.type == "RATES" and edge.end not in new):
            return False
        if edge.type == "QUOTES" and len(graph.in_edges(edge.end, "QUOTES", "ATTACKS", "RESTS_ON")) < 2:
            return False  # a sentence that nothing used before
        if edge.type == "ATTACKS" and graph[edge.end].kind in ("EvidenceSentence", "Document"):
            return False
        if edge.type == "ATTACKS" and graph[edge.end].is_a("Evaluation"):
            return False  # a later rating of the same evaluator may inherit it
    into = {edge.type for edge in graph.in_edges(node.id)}
    return into <= {"ATTACKS", "RATES", "RESTS_ON", "CHALLENGES", *OF_THE_CHAIN}


def argument(framework: Framework, id_: str) -> int:
    """Index of an argument.

    Raises:
        UnknownId: Nothing in the framework has that id.
    """
    if id_ not in framework.index:
        raise UnknownId(f"{id_} is no argument of this run", "Name a live claim, warrant, record, critique or rating.")
    return framework.index[id_]


def _note_instances(draft: Draft, objections: Objections, targets: Sequence[str]) -> None:
    """By which arguments each critique speaks against what is live now."""
    for target in targets:
        if draft.graph.superseded(target) or f"superseded:{target}" in draft.frame.index:
            continue
        for objection in objections[target]:
            known = draft.frame.instances.setdefault(objection.critique, [])
            if objection.argument not in known:
                known.append(objection.argument)
