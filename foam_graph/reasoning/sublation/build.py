"""Builds the framework of a run: protocol 6.1 to 6.7 in order, with an agenda 6.12 to 6.16, and hypotheses on top."""

from __future__ import annotations

from collections.abc import Collection

from foam_graph.errors import ReasoningError, UnknownId
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.sublation.agenda_reading import live_agenda
from foam_graph.reasoning.sublation.attack_rules import Objections, add_attacks
from foam_graph.reasoning.sublation.drafting import Draft
from foam_graph.reasoning.sublation.framework import Framework
from foam_graph.reasoning.sublation.issue_rules import add_issues
from foam_graph.reasoning.sublation.premise_rules import add_premises, add_rulings
from foam_graph.reasoning.sublation.ratings import add_ratings
from foam_graph.reasoning.sublation.support_rules import add_support

THRESHOLD = 0.5
"""Materiality under which a critique is immaterial, unless the run says otherwise (protocol 6.4)."""


def build(
    subgraph: Subgraph,
    threshold: float = THRESHOLD,
    withdrawn: Collection[str] = (),
    answered: Collection[str] = (),
) -> Framework:
    """The framework of a run for all audiences.

    Args:
        subgraph: The run, superseded versions included.
        threshold: Materiality under which a rating makes a critique immaterial, in [0, 1].
        withdrawn: Ids of nodes that fall by assumption.
        answered: Ids of critiques that a new record answers by assumption.

    Returns:
        Arguments and attacks, gated where audiences differ.

    Raises:
        ReasoningError: The threshold is not in [0, 1].
        UnknownId: An assumption about something that is no argument.
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
        add_issues(draft, agenda)
    _note_instances(draft, objections)
    for ids, by, why in (
        (withdrawn, "withdrawn", "withdrawn by assumption"),
        (answered, "new", "a new record answers it"),
    ):
        for id_ in sorted(ids):
            argument(draft.frame, id_)
            draft.strike(id_, by, 0, why)
    return draft.frame


def argument(framework: Framework, id_: str) -> int:
    """Index of an argument.

    Raises:
        UnknownId: Nothing in the framework has that id.
    """
    if id_ not in framework.index:
        raise UnknownId(f"{id_} is no argument of this run", "Name a live claim, warrant, record, critique or rating.")
    return framework.index[id_]


def _note_instances(draft: Draft, objections: Objections) -> None:
    """By which arguments each critique speaks against what is live now."""
    for target in sorted(objections):
        if draft.graph.superseded(target) or f"superseded:{target}" in draft.frame.index:
            continue
        for objection in objections[target]:
            draft.frame.instances.setdefault(objection.critique, []).append(objection.argument)
