"""The agenda of a run: asked for once, checked by the program, asked again with its faults, written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from foam_graph.agents.tasks.agenda import AgendaIn, AgendaOut, ArgumentType, Branch, IssueOut, OptionOut
from foam_graph.errors import ReasoningError
from foam_graph.model.delta import Ref
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
        ReasoningError: No agenda without faults in three attempts; what was wrong with the last one is named.
    """
    library = template.library()
    faults: list[str] = []
    for rollout in range(ATTEMPTS):
        data = AgendaIn(
            question=turn.brief.question, branches=_branches(template), types=_types(template), faults=faults
        )
        answer = turn.ask("agenda", data, AgendaOut, citable, rollout)
        if answer is None:
            continue
        faults = list(agenda_faults(answer, library))
        if not faults:
            _write(turn, answer, citing, template)
            return
        turn.notes.append(f"agenda refused: {'; '.join(faults)}"[:1000])
    raise ReasoningError(
        f"no usable agenda in {ATTEMPTS} attempts: {'; '.join(faults) or 'no valid answer'}",
        "Ask again, or with another model.",
    )


def _branches(template: Template) -> list[Branch]:
    nodes = [spot.node for spot in walk(template.root)]
    return [Branch(id=n.id, name=n.name, type=n.syllogism_type) for n in nodes if n.syllogism_type]


def _types(template: Template) -> list[ArgumentType]:
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
    issues = {one.name: one for one in answer.issues}
    yield from _twice("issue", [one.name for one in answer.issues])
    yield from _twice("option", [one.name for one in answer.options])
    for issue in answer.issues:
        yield from _twice(f"outcome of {issue.name}", [one.name for one in issue.outcomes])
        if issue.type not in library.names:
            yield f"issue {issue.name}: there is no form of argument {issue.type!r}"
        if issue.relied and issue.relied not in {one.name for one in issue.outcomes}:
            yield f"issue {issue.name}: relied names no outcome of it"
        yield from _need_faults(f"issue {issue.name}: given", issues, issue.given_issue, issue.given_outcome)
    for option in answer.options:
        for ground in option.holds_if:
            for need in ground.all_of:
                yield from _need_faults(f"option {option.name}", issues, need.issue, need.outcome)
    yield from _circles(issues)
    for one, other in combinations(answer.options, 2):
        yield from _overlaps(one, other)


def _overlaps(one: OptionOut, other: OptionOut) -> Iterator[str]:
    """Outcomes that make two options hold: a ground of each, and no issue that they want decided differently."""
    for mine, theirs in product(one.holds_if, other.holds_if):
        wanted = {need.issue: need.outcome for need in mine.all_of}
        if all(wanted.get(need.issue, need.outcome) == need.outcome for need in theirs.all_of):
            both = wanted | {need.issue: need.outcome for need in theirs.all_of}
            where = ", ".join(f"{issue}={outcome}" for issue, outcome in both.items())
            yield f"options {one.name} and {other.name} both hold where {where}"


def _twice(what: str, names: list[str]) -> Iterator[str]:
    yield from (f"{what} {name} is there twice" for name in dict.fromkeys(names) if names.count(name) > 1)


def _need_faults(where: str, issues: dict[str, IssueOut], issue: str, outcome: str) -> Iterator[str]:
    if not issue and not outcome:
        return
    if issue not in issues:
        yield f"{where}: there is no issue {issue!r}"
    elif outcome not in {one.name for one in issues[issue].outcomes}:
        yield f"{where}: {issue} has no outcome {outcome!r}"


def _circles(issues: dict[str, IssueOut]) -> Iterator[str]:
    for name in issues:
        seen, at = [name], issues[name].given_issue
        while at in issues and at not in seen:
            seen.append(at)
            at = issues[at].given_issue
        if at == name:
            yield f"issues depend on each other in a circle: {' on '.join([*seen, name])}"


def _write(turn: Turn, answer: AgendaOut, citing: Citing, template: Template) -> None:
    delta = turn.delta
    agenda = delta.node("Agenda", text=answer.brief or None)
    branches = {spot.node.id for spot in walk(template.root)}
    for issue in answer.issues:
        ref = delta.node(
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
        delta.edge("HAS_PART", agenda, ref)
        _rest(turn, ref, issue.governing, citing)
    for option in answer.options:
        tree = {"any": [{"all": [n.model_dump() for n in g.all_of]} for g in option.holds_if]}
        condition = json_text(tree) if option.holds_if else None
        ref = delta.node("Option", name=option.name, text=option.text, condition=condition)
        delta.edge("HAS_PART", agenda, ref)
        _rest(turn, ref, option.by, citing)
    for relief in answer.reliefs:
        ref = delta.node("Relief", text=relief.text, by=relief.by or None, answer="open", why="Not decided yet.")
        delta.edge("HAS_PART", agenda, ref)
        _rest(turn, ref, relief.asked, citing)
    for told in answer.stakeholders:
        name, _, interest = told.partition(":")
        delta.node("Stakeholder", name=name.strip(), interest=interest.strip() or "not stated")


def _rest(turn: Turn, ref: Ref, shorts: list[str], citing: Citing) -> None:
    for short in dict.fromkeys(shorts):
        turn.delta.edge("RESTS_ON", ref, citing.sentence(short))
