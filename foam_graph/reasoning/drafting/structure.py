"""Phase 3: the template is walked, every branch decision is recorded, every leaf becomes a slot (protocol 3.3 and 4.5)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from foam_graph.agents.tasks.table import Child, ChooseBranchIn, ChooseBranchOut, PlanOut, Slot
from foam_graph.errors import ReasoningError
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.drafting.generation import Generated, generate, nothing_fits
from foam_graph.reasoning.drafting.opening import perspective_node_id
from foam_graph.reasoning.drafting.planning import plan_for
from foam_graph.reasoning.drafting.supply import Find, supply
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.templates.traversal import Decision, Option, Traversal, leaves, open_decisions
from foam_graph.reasoning.templates.tree import Template, walk
from foam_graph.reasoning.turns import Brief, Question, Turn, json_text, view

Ballots = tuple[Decision, dict[str, dict[str, float]], str]
"""A branch decision, the votes cast for its children by each perspective, and the reasons given."""


def traverse(brief: Brief, graph: Subgraph, template: Template, find: Find) -> Turn:
    """Walks the template: each perspective scores the children of each branch, the sum decides, all of it is kept.

    Args:
        brief: The run's brief.
        graph: The run so far.
        template: The tree.
        find: Search in the run's documents, to tell what each child can be argued with.
    """
    turn = Turn(brief, Role.PROPOSER, "traverse")
    for perspective in brief.perspectives:
        turn.delta.edge("HOLDS", turn.me, Ref(perspective_node_id(perspective), "Perspective"))
    choices: dict[str, tuple[str, ...]] = {}
    made: list[Generated] = []
    template, votes = decide(turn, graph, template, find, choices, made)
    _write(turn, template, choices, votes, made)
    return turn


def decide(
    turn: Turn,
    graph: Subgraph,
    template: Template,
    find: Find,
    choices: dict[str, tuple[str, ...]],
    made: list[Generated] | None = None,
) -> tuple[Template, dict[str, Ballots]]:
    """Decides every branch that the choices so far lead to, and adds it to them.

    Args:
        turn: The turn that asks.
        graph: The run so far.
        template: The tree.
        find: Search in the run's documents.
        choices: What is decided already; gains what is decided now.
        made: Gains nodes that are generated where nothing fits; None = nothing is generated.

    Returns:
        The tree with what was generated, and by branch the decision with the votes cast and the reasons given.
    """
    votes: dict[str, Ballots] = {}
    while pending := open_decisions(template, choices):
        decision = pending[0]
        hits = {o.id: supply(template, o.id, find) for o in decision.options}
        if made is not None and nothing_fits(template, decision, hits):
            template, new = generate(turn, graph, template, decision, hits, find)
            made += new
            decision = open_decisions(template, choices)[0]
            hits |= {g.spec.id: supply(template, g.spec.id, find) for g in new}
        cast, why = _vote(turn, graph, decision, hits)
        totals = {o.id: sum(ballot.get(o.id, 0.0) for ballot in cast.values()) for o in decision.options}
        place = {o.id: n for n, o in enumerate(decision.options)}
        best = sorted(totals, key=lambda o: (-totals[o], place[o]))[: decision.choose]
        choices[decision.node_id] = tuple(sorted(best, key=lambda o: place[o]))
        votes[decision.node_id] = (decision, cast, why)
    return template, votes


def _vote(
    turn: Turn, graph: Subgraph, decision: Decision, hits: Mapping[str, int]
) -> tuple[dict[str, dict[str, float]], str]:
    children = [
        Child(
            id=o.id,
            name=o.name,
            values=list(o.values),
            considerations=list(o.considerations),
            hits=hits[o.id],
        )
        for o in decision.options
    ]
    pairs = list(zip(children, decision.options, strict=True))
    cast: dict[str, dict[str, float]] = {}
    reasons = []
    asked = [
        ChooseBranchIn(
            question=turn.brief.question,
            view=view(perspective),
            prompt=decision.prompt,
            children=[c.model_copy(update={"suits": _suits(o, perspective)}) for c, o in pairs],
            choose=decision.choose,
            plan=plan_for(graph, perspective.stance_id),
        )
        for perspective in turn.brief.perspectives
    ]
    answers = turn.ask_many("choose_branch", map(Question, asked), ChooseBranchOut)
    for perspective, answer in zip(turn.brief.perspectives, answers, strict=True):
        if answer is None:
            continue
        known = {child.id for child in children}
        cast[perspective.stance_id] = {k: float(min(1.0, max(0.0, v))) for k, v in answer.scores.items() if k in known}
        reasons.append(f"{perspective.stance_id}: {answer.why}")
    return cast, " ".join(reasons) or "No perspective gave a reason; file order decided."


def _suits(option: Option, perspective: Perspective) -> float:
    """Share of the dimensions that a child speaks to in which it suits the perspective; 0 where it speaks to none."""
    met = [perspective.point.get(name) in fitting for name, fitting in option.suits.items()]
    return sum(met) / len(met) if met else 0.0


def _write(
    turn: Turn,
    template: Template,
    choices: dict[str, tuple[str, ...]],
    votes: Mapping[str, Ballots],
    generated: Sequence[Generated],
) -> None:
    """Writes the part of the tree that was considered, the choices, the slots and their syllogisms."""
    nodes: dict[str, Ref] = {}
    new = {one.spec.id: one for one in generated}
    for spot in walk(template.root):
        node = spot.node
        nodes[node.id] = turn.delta.node(
            "TemplateNode",
            template=template.id,
            node_id=node.id,
            name=node.name,
            node_type=node.node_type,
            word_budget=node.word_budget,
            syllogism_type=node.syllogism_type,
            component=node.component,
            generated=node.generated or None,
            spec=json_text(new[node.id].spec.model_dump(mode="json")) if node.id in new else None,
            why=new[node.id].why if node.id in new else None,
        )
        if spot.above:
            turn.delta.edge("CHILD_OF", nodes[node.id], nodes[spot.above[-1].id])
    made = write_choices(turn, choices, votes, nodes)
    write_slots(turn, template, leaves(template, choices), made, {})


def write_choices(
    turn: Turn, choices: Mapping[str, tuple[str, ...]], votes: Mapping[str, Ballots], nodes: Mapping[str, Ref]
) -> dict[str, Ref]:
    """Writes branch decisions with their votes; returns the choice of each branch.

    Args:
        turn: The turn that writes.
        choices: What was taken at each branch.
        votes: The decisions to write.
        nodes: Nodes of the template by their ids in it.
    """
    made: dict[str, Ref] = {}
    for branch, (decision, cast, why) in votes.items():
        taken = choices[branch]
        made[branch] = turn.delta.node(
            "TemplateChoice",
            branch=branch,
            children=list(taken),
            alternatives=[o.id for o in decision.options if o.id not in taken],
            why=why,
            votes=json_text(cast),
        )
        for child in taken:
            turn.delta.edge("CHOSE", made[branch], nodes[child])
    return made


def write_slots(
    turn: Turn, template: Template, slots: list[Traversal], made: dict[str, Ref], replaced: dict[str, list[Node]]
) -> None:
    """Writes slots and their syllogisms.

    Args:
        turn: The turn that writes.
        template: The template.
        slots: The slots.
        made: Branch id to the choice that was made there.
        replaced: Slots (by component) and syllogisms (under the empty key) that the new ones supersede.
    """
    library = template.library()
    held: dict[str, list[Traversal]] = {}
    for slot in slots:
        held.setdefault(slot.instance_id, []).append(slot)
        ref = turn.delta.node(
            "TemplateTraversal",
            leaf=slot.leaf_id,
            path=list(slot.path_names),
            path_ids=list(slot.path_ids),
            word_budget=slot.word_budget,
            research_order=slot.research_order,
            syllogism=slot.instance_id,
            syllogism_type=slot.syllogism_type,
            component=slot.component,
            evidence=slot.evidence,
        )
        for branch, choice in made.items():
            if branch in slot.path_ids:
                turn.delta.edge("DEPENDS_ON", ref, choice)
        for old in replaced.get(slot.component, ()):
            turn.delta.edge("SUPERSEDES", ref, old.ref)
    for branch, members in held.items():
        kind = library.type_named(members[0].syllogism_type)
        ref = turn.delta.node(
            "Syllogism",
            branch=branch,
            name=template.node(branch).name,
            type=kind.name,
            required=[m.component for m in members if m.required],
        )
        for old in replaced.get("", ()):
            turn.delta.edge("SUPERSEDES", ref, old.ref)


def slots_of(graph: Subgraph, template: Template) -> list[Traversal]:
    """The slots of a run, rebuilt from its recorded choices, in order of research.

    Raises:
        ReasoningError: The run has no traversal yet.
    """
    if not graph.of("TemplateTraversal"):
        raise ReasoningError("the template has not been traversed in this run", "Run `foam resume RUN`.")
    choices = {c["branch"]: tuple(c["children"]) for c in graph.live("TemplateChoice")}
    return sorted(leaves(template, choices), key=lambda t: t.research_order)


def slot_input(slot: Traversal, template: Template) -> Slot:
    """A slot as agents see it."""
    library = template.library()
    component = library.type_named(slot.syllogism_type).component(slot.component)
    return Slot(
        leaf=slot.leaf_id,
        name=slot.path_names[-1],
        syllogism=template.node(slot.instance_id).name,
        syllogism_type=slot.syllogism_type,
        component=slot.component,
        meaning=component.meaning,
        evidence=slot.evidence,
        word_budget=slot.word_budget,
        calculus=bool(component.calculus),
        cues=[pattern.pattern for pattern in library.cues(component)],
        values=list(slot.values),
    )


def slot_queries(question: str, slot: Traversal, template: Template, plans: list[PlanOut]) -> list[str]:
    """What to search for a slot: its component's words, its argument's name and values, the question, the plans' needs.

    The argument's own words come first: the question's words are in every document of a corpus gathered for it.
    """
    component = template.library().type_named(slot.syllogism_type).component(slot.component)
    branch = template.node(slot.instance_id)
    words = " ".join(component.query)
    values = " ".join(branch.values).replace("_", " ")
    found = [f"{branch.name} {words}", f"{branch.name} {values}", f"{words} {values}", f"{question} {words}"]
    found += [f"{branch.name} {' '.join(branch.strategic_considerations)}", f"{question} {branch.name} {values}"]
    found += [f"{branch.name} {plan.queries[0]}" for plan in plans if plan.queries]
    return list(dict.fromkeys(" ".join(q.split())[:2000] for q in found))


def related_slots(slot: Traversal, slots: Sequence[Traversal]) -> list[str]:
    """Slots whose sentences lead to those of a slot: the ones it rests on, then the others of its argument."""
    same = [s.leaf_id for s in slots if s.instance_id == slot.instance_id and s.leaf_id != slot.leaf_id]
    return list(dict.fromkeys([*slot.rests_on[:4], *same]))


def opposed_slots(slots: Sequence[Traversal], template: Template) -> dict[str, list[str]]:
    """Slots that answer what other slots of their argument state, with those slots: their component's cues oppose."""
    found: dict[str, list[str]] = {}
    for slot in slots:
        component = template.library().type_named(slot.syllogism_type).component(slot.component)
        if "opposition" in component.cues and slot.rests_on:
            found[slot.leaf_id] = list(slot.rests_on)
    return found


def counting_slots(slots: Sequence[Traversal], template: Template) -> dict[str, str]:
    """Slots that count something from what other slots state, each with its argument's name.

    Their component has amounts for cues.
    """
    library = template.library()
    return {
        s.leaf_id: template.node(s.instance_id).name
        for s in slots
        if s.rests_on and "amount" in library.type_named(s.syllogism_type).component(s.component).cues
    }


def slot_cues(slot: Traversal, template: Template) -> tuple[re.Pattern[str], ...]:
    """Patterns, as whole words in any case, that mark a sentence fit for a slot."""
    return tuple(re.compile(rf"(?<!\w)(?:{text})(?!\w)", re.IGNORECASE) for text in slot_input(slot, template).cues)


def traversal_nodes(graph: Subgraph) -> dict[str, Node]:
    """The live TemplateTraversal of each leaf."""
    return {node["leaf"]: node for node in graph.live("TemplateTraversal")}


def syllogism_nodes(graph: Subgraph) -> dict[str, Node]:
    """The live Syllogism of each branch."""
    return {node["branch"]: node for node in graph.live("Syllogism")}
