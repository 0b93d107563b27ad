"""Where no option of a template decision fits, a node is generated, validated, mounted and recorded (protocol 4.6).

The whole proposal is kept on the recorded node, so that every later reading of the run mounts the same tree again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from foam_graph.agents.tasks.table import Child, ProposeBranchIn, ProposeBranchOut, TypeOffer
from foam_graph.errors import ReasoningError
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.drafting.planning import plan_for
from foam_graph.reasoning.drafting.supply import Find, supply, supply_of
from foam_graph.reasoning.templates.checks import public_values
from foam_graph.reasoning.templates.syllogisms import SyllogismType
from foam_graph.reasoning.templates.traversal import Decision
from foam_graph.reasoning.templates.tree import Node, Template, walk
from foam_graph.reasoning.templates.word_budgets import mount
from foam_graph.reasoning.turns import Turn, view

READ = 12
"""Passages that a perspective reads before it proposes a node."""
NAME = 120
"""Longest name of a node, in characters."""


@dataclass(frozen=True)
class Generated:
    """A node that was mounted.

    Attributes:
        spec: The node as proposed, with everything below it.
        why: Why it was generated, and by whom.
    """

    spec: Node
    why: str


def nothing_fits(template: Template, decision: Decision, hits: Mapping[str, int]) -> bool:
    """Whether every option of a decision is an argument of which the documents cannot supply each part.

    Options that are no arguments (a whole case, a group) are ways of arguing: nothing can be missing for them yet.
    """
    arguments = all(template.node(option.id).syllogism_type for option in decision.options)
    return arguments and not any(hits.values())


def generate(
    turn: Turn, graph: Subgraph, template: Template, decision: Decision, hits: Mapping[str, int], find: Find
) -> tuple[Template, list[Generated]]:
    """Asks every perspective for a node that the documents can supply, and mounts those that can be.

    Args:
        turn: The turn that traverses.
        graph: The run so far.
        template: The tree.
        decision: The decision of which no option fits.
        hits: Sentences that speak to each option.
        find: Search in the run's documents.

    Returns:
        The tree with the nodes mounted, and the nodes; both unchanged and empty where nothing could be.
    """
    offers = type_offers(turn.brief.question, template, decision, find)
    passages = find([turn.brief.question])[:READ]
    made: list[Generated] = []
    for perspective in turn.brief.perspectives:
        data = ProposeBranchIn(
            question=turn.brief.question,
            view=view(perspective),
            prompt=decision.prompt,
            children=[
                Child(
                    id=o.id, name=o.name, values=list(o.values), considerations=list(o.considerations), hits=hits[o.id]
                )
                for o in decision.options
            ],
            types=offers,
            plan=plan_for(graph, perspective.stance_id),
            passages=passages,
        )
        answer = turn.ask("propose_branch", data, ProposeBranchOut)
        if answer is None or not answer.proposed:
            continue
        mounted = _mounted(turn, template, decision, answer, made, find)
        if mounted is not None:
            template, node = mounted
            why = f"No option of {decision.name} has a sentence for each of its parts. {perspective.stance_id}: {answer.why}"
            made.append(Generated(node, " ".join(why.split())))
    return template, made


def type_offers(question: str, template: Template, decision: Decision, find: Find) -> list[TypeOffer]:
    """The syllogism types that the documents could supply on the question, those of the decision's options first."""
    near = [template.node(o.id).syllogism_type for o in decision.options]
    types = sorted(template.library().types, key=lambda kind: kind.name not in near)
    found = []
    for kind in types:
        if any(part.required and part.evidence == "required" for part in kind.components):
            probe = _node("probe", question[:NAME], kind, (), 100)
            hits = supply_of(probe, template, find)
            if hits:
                parts = [part.name for part in kind.components]
                usual = kind.name in near
                found.append(TypeOffer(name=kind.name, meaning=kind.meaning, components=parts, usual=usual, hits=hits))
    return found


def _mounted(
    turn: Turn,
    template: Template,
    decision: Decision,
    answer: ProposeBranchOut,
    made: Sequence[Generated],
    find: Find,
) -> tuple[Template, Node] | None:
    """The tree with what was proposed; None, noted, where it cannot be mounted or nothing speaks to it either."""
    kind = next((k for k in template.library().types if k.name == answer.syllogism_type), None)
    name = " ".join(answer.name.split())[:NAME]
    if kind is None or not name:
        turn.notes.append(f"node refused: {answer.name[:60]!r} is no argument of a known type")
        return None
    if any((g.spec.name.casefold(), g.spec.syllogism_type) == (name.casefold(), kind.name) for g in made):
        return None
    known = {*public_values(), *template.own_values}
    values = tuple(dict.fromkeys(v for v in answer.values if v in known))
    budget = template.node(decision.options[0].id).word_budget
    node_id = _fresh(template, decision)
    fault = "no sentence speaks to each of its parts"
    # Values that nothing speaks of are dropped rather than the node.
    for spoken in dict.fromkeys((values, ())):
        try:
            node = _node(node_id, name, kind, spoken, budget, answer.considerations)
            grown = mount(template, decision.node_id, node)
        except (ReasoningError, ValidationError) as error:
            fault = error.message if isinstance(error, ReasoningError) else str(error.errors()[0]["msg"])
            continue
        if supply(grown, node_id, find):
            return grown, node
    turn.notes.append(f"node {name[:60]!r} refused: {fault}")
    return None


def _fresh(template: Template, decision: Decision) -> str:
    """An id that the tree does not have yet."""
    known = {spot.node.id for spot in walk(template.root)}
    stem = f"generated-{decision.node_id}"[:30].rstrip("-")
    return next(f"{stem}-{n}" for n in range(1, len(known) + 2) if f"{stem}-{n}" not in known)


def _node(
    node_id: str, name: str, kind: SyllogismType, values: Sequence[str], budget: int, notes: Sequence[str] = ()
) -> Node:
    """A branch with one leaf for each component of a syllogism type; mounting gives the leaves their words."""
    share = max(1, budget // len(kind.components))
    leaves = tuple(
        Node(
            id=f"{node_id}-{part.name.replace('_', '-')}"[:60],
            name=part.name.replace("_", " ").capitalize(),
            node_type="leaf",
            component=part.name,
            word_budget=share,
        )
        for part in kind.components
    )
    return Node(
        id=node_id,
        name=name,
        node_type="branch",
        syllogism_type=kind.name,
        word_budget=share * len(leaves),
        values=tuple(values),
        strategic_considerations=tuple(" ".join(note.split())[:300] for note in notes if note.strip())[:3],
        children=leaves,
    )


def grown(template: Template, graph: Subgraph) -> Template:
    """The tree of a run: the template with the nodes that were generated in it.

    Args:
        template: The template as it was when the run began, or grown already.
        graph: The run.

    Raises:
        ReasoningError: A recorded node cannot be mounted on this tree.
    """
    for record in graph.of("TemplateNode"):
        spec = record.get("spec")
        if spec is None or any(spot.node.id == record["node_id"] for spot in walk(template.root)):
            continue
        parents = graph.out(record.id, "CHILD_OF")
        if not parents:
            raise ReasoningError(f"generated node {record.id} hangs nowhere", "Restore the graph from its journal.")
        template = mount(template, parents[0]["node_id"], Node.model_validate(json.loads(spec)))
    return template
