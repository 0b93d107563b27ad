"""The agenda of a run: asked for once, checked by the program, asked again with its faults, written."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.agents.tasks.agenda import AgendaIn, AgendaOut, ArgumentType, Branch, IssueOut, OptionOut
from foam_graph.errors import BadAnswer
from foam_graph.model.delta import Ref
from foam_graph.reasoning.agenda.proof import prove
from foam_graph.reasoning.agenda.tree import All, IssueSpec, Leaf, OptionSpec, tree_json
from foam_graph.reasoning.agenda.tree import Any as AnyOf
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.templates.syllogisms import SyllogismLibrary
from foam_graph.reasoning.templates.tree import Template, walk
from foam_graph.reasoning.turns import Turn, json_text

ATTEMPTS = 3
"""Times that an agenda is asked for: one whose options overlap would make every answer a contradiction."""

GENERAL = ("contention", "eligibility_factor", "policy_recommendation", "remedy")
"""Forms of argument that fit any question: a reason, a condition applied, what should be done, what is asked for."""


def propose_agenda(turn: Turn, citing: Citing, template: Template, citable: tuple[str, ...]) -> None:
    """Asks for the agenda and writes it.

    Args:
        turn: The turn that asks; its agent has read the case file.
        citing: Writes what is cited.
        template: Its arguments are what is expected to be argued.
        citable: Short ids that may be cited.

    Raises:
        BadAnswer: No agenda without faults in three attempts; what was wrong with the last one is named.
    """
    library = template.library()
    faults: list[str] = []
    for rollout in range(ATTEMPTS):
        data = AgendaIn(
            question=turn.brief.question, branches=branches_of(template), types=types_of(template), faults=faults
        )
        answer = turn.ask("agenda", data, AgendaOut, citable, rollout)
        if answer is None:
            continue
        faults = list(agenda_faults(answer, library))
        if not faults:
            turn.wanted += answer.wanted
            _write(turn, answer, citing, template)
            return
        turn.notes.append(f"agenda refused: {'; '.join(faults)}"[:1000])
    raise BadAnswer(
        f"no usable agenda in {ATTEMPTS} attempts: {'; '.join(faults) or 'no valid answer'}",
        "Ask again, or with another model.",
    )


def branches_of(template: Template) -> list[Branch]:
    """The arguments that a template provides for, as the author of an agenda sees them."""
    nodes = [spot.node for spot in walk(template.root)]
    return [Branch(id=n.id, name=n.name, type=n.syllogism_type) for n in nodes if n.syllogism_type]


def types_of(template: Template) -> list[ArgumentType]:
    """The forms that the template uses, and those that fit any question."""
    library = template.library()
    used = {spot.node.syllogism_type for spot in walk(template.root)} | set(GENERAL)
    return [
        ArgumentType(
            name=kind.name,
            meaning=kind.meaning,
            components=[f"{c.name}{'*' if c.required else ''}: {c.meaning}" for c in kind.components],
        )
        for kind in library.types
        if kind.name in used
    ]


def agenda_faults(answer: AgendaOut, library: SyllogismLibrary) -> Iterator[str]:
    """What is wrong with an agenda, in words that its author can act on."""
    for issue in answer.issues:
        yield from issue_faults(issue, library)
    yield from (
        fault.text
        for fault in prove([issue_spec(i) for i in answer.issues], [option_spec(o) for o in answer.options]).faults
    )


def issue_faults(issue: IssueOut, library: SyllogismLibrary) -> Iterator[str]:
    """What is wrong with one issue, whatever else the agenda holds."""
    names = {one.name for one in issue.outcomes}
    if issue.type not in library.names:
        yield f"issue {issue.name}: there is no form of argument {issue.type!r}"
    if issue.relied and issue.relied not in names:
        yield f"issue {issue.name}: relied names no outcome of it"
    if bool(issue.given_issue) != bool(issue.given_outcome):
        yield f"issue {issue.name}: given_issue and given_outcome go together"


def issue_spec(issue: IssueOut) -> IssueSpec:
    """What a condition needs to know of an issue."""
    given = Leaf(issue.given_issue, issue.given_outcome) if issue.given_issue and issue.given_outcome else None
    return IssueSpec(issue.name, tuple(one.name for one in issue.outcomes), given)


def option_spec(option: OptionOut) -> OptionSpec:
    """An option with its condition."""
    grounds = tuple(All(tuple(Leaf(n.issue, n.outcome) for n in ground.all_of)) for ground in option.holds_if)
    return OptionSpec(option.name, AnyOf(grounds) if grounds else None)


def _write(turn: Turn, answer: AgendaOut, citing: Citing, template: Template) -> None:
    delta = turn.delta
    agenda = delta.node("Agenda", text=answer.brief or None)
    for issue in answer.issues:
        delta.edge("HAS_PART", agenda, write_issue(turn, issue, citing, template))
    for option in answer.options:
        delta.edge("HAS_PART", agenda, write_option(turn, option, citing))
    for relief in answer.reliefs:
        ref = delta.node("Relief", text=relief.text, by=relief.by or None, answer="open", why="Not decided yet.")
        delta.edge("HAS_PART", agenda, ref)
        _rest(turn, ref, relief.asked, citing)
    for told in answer.stakeholders:
        name, _, interest = told.partition(":")
        delta.node("Stakeholder", name=name.strip(), interest=interest.strip() or "not stated")


def write_issue(turn: Turn, issue: IssueOut, citing: Citing, template: Template) -> Ref:
    """Writes one issue, resting on the sentences that govern it."""
    branches = {spot.node.id for spot in walk(template.root)}
    ref = turn.delta.node(
        "Issue",
        name=issue.name,
        text=issue.question,
        why=issue.why,
        outcomes=[one.name for one in issue.outcomes],
        wordings=json_text({one.name: one.text for one in issue.outcomes}),
        argument_type=issue.type,
        branch=issue.branch if issue.branch in branches else None,
        weighs=issue.weighs or None,
        given=json_text([issue.given_issue, issue.given_outcome]) if issue.given_issue else None,
        relied=issue.relied or None,
    )
    _rest(turn, ref, issue.governing, citing)
    return ref


def write_option(turn: Turn, option: OptionOut, citing: Citing) -> Ref:
    """Writes one option, resting on the sentences that state when it holds."""
    tree = option_spec(option).condition
    condition = json_text(tree_json(tree)) if tree is not None else None
    ref = turn.delta.node("Option", name=option.name, text=option.text, condition=condition)
    _rest(turn, ref, option.by, citing)
    return ref


def _rest(turn: Turn, ref: Ref, shorts: list[str], citing: Citing) -> None:
    for short in dict.fromkeys(shorts):
        turn.delta.edge("RESTS_ON", ref, citing.sentence(short))
