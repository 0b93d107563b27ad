"""A new version of the agenda, as a person's ruling asks for it: asked for, checked by the program, written.

Whoever is asked names only what changes. Everything else stays the same node, so that what was said on it stays as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.agenda import LEAST_OPTIONS, AgendaAnewIn, AgendaAnewOut, AgendaShown, IssueOut, OptionOut
from foam_graph.model.delta import Ref
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.proof import prove
from foam_graph.reasoning.agenda.shown import Agenda, agenda_told, part_told
from foam_graph.reasoning.agenda.tree import IssueSpec, OptionSpec, read_leaf, read_tree, tree_json
from foam_graph.reasoning.agenda.writing import (
    ATTEMPTS,
    branches_of,
    issue_faults,
    issue_spec,
    option_spec,
    types_of,
    write_issue,
    write_option,
)
from foam_graph.reasoning.agenda_versions.made import REFUSED, note_of_agenda
from foam_graph.reasoning.agenda_versions.withdrawing import with_issues, withdraw
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.remedies import Remedy
from foam_graph.reasoning.rulings import settled
from foam_graph.reasoning.templates.syllogisms import SyllogismLibrary
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Turn


@dataclass(frozen=True)
class Ruled:
    """What a new agenda is asked for by.

    Attributes:
        agenda: The agenda as it stands.
        shown: The same as agents see it.
        challenge: The challenge that was upheld.
        part: What it attacks, as it stands.
        reasons: Why it was upheld.
        evidence: Short ids of what was given with it.
    """

    agenda: Agenda
    shown: AgendaShown
    challenge: Node
    part: Node
    reasons: str
    evidence: Sequence[str]

    @property
    def challenged(self) -> str:
        """What was challenged, by kind and name."""
        return "the agenda" if self.part.kind == "Agenda" else f"{self.part.kind.lower()} {self.part['name']}"


@dataclass(frozen=True)
class Version:
    """A new version of an agenda: what stays as nodes, what is new as answered.

    Attributes:
        issues: Name to issue.
        options: Name to option.
        gone: What the agenda has no more, or has in another version.
    """

    issues: Mapping[str, Node | IssueOut]
    options: Mapping[str, Node | OptionOut]
    gone: Sequence[Node]


def propose_anew(
    turn: Turn, graph: Subgraph, ruled: Ruled, citing: Citing, template: Template, citable: Sequence[str]
) -> None:
    """Asks what changes and writes the new version; where nothing usable comes, the turn says why and writes nothing.

    Args:
        turn: The turn that asks; its agent has read the case file.
        graph: The run so far.
        ruled: What is asked for.
        citing: Writes what is cited.
        template: Its forms of argument are to be chosen from.
        citable: Short ids that may be cited.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    faults: list[str] = []
    turn.used.append(ruled.challenge.id)
    for attempt in range(ATTEMPTS):
        answer = turn.ask("agenda_anew", _input(turn, graph, ruled, template, faults), AgendaAnewOut, citable, attempt)
        if answer is None:
            continue
        version = version_of(ruled.agenda, answer)
        faults = list(version_faults(ruled, answer, version, template.library()))
        if not faults:
            turn.wanted += answer.wanted
            turn.notes.append(note_of_agenda(answer.why))
            _write(turn, graph, ruled, answer, version, citing, template)
            return
        if turn.brief.agent.provider == "offline":
            # Rules say the same again, however often they are asked; why they can do nothing is theirs to say.
            faults = [answer.why] if not version.gone else faults
            break
    turn.notes.append(f"{REFUSED}{'; '.join(faults) or 'no valid answer'}"[:1500])


def _input(turn: Turn, graph: Subgraph, ruled: Ruled, template: Template, faults: Sequence[str]) -> AgendaAnewIn:
    part = ruled.part
    return AgendaAnewIn(
        question=turn.brief.question,
        agenda=ruled.shown,
        challenged=ruled.challenged,
        words=agenda_told(graph, part) if part.kind == "Agenda" else part_told(part),
        grounds=ruled.challenge["grounds"],
        proposed=Remedy.of(ruled.challenge).correction,
        evidence=list(ruled.evidence),
        ruling=ruled.reasons,
        branches=branches_of(template),
        types=types_of(template),
        faults=list(faults)[:20],
    )


def version_of(agenda: Agenda, answer: AgendaAnewOut) -> Version:
    """The new version that an answer describes; what it repeats unchanged stays the node that it is."""
    out = set(answer.left_out)
    issues: dict[str, Node | IssueOut] = {n: one for n, one in agenda.issues.items() if n not in out}
    options: dict[str, Node | OptionOut] = {n: one for n, one in agenda.options.items() if n not in out}
    for issue in answer.issues:
        old = agenda.issues.get(issue.name)
        issues[issue.name] = old if old is not None and _same_issue(old, issue) else issue
    for option in answer.options:
        was = agenda.options.get(option.name)
        options[option.name] = was if was is not None and _same_option(was, option) else option
    kept = {one.id for one in (*issues.values(), *options.values()) if isinstance(one, Node)}
    gone = [one for one in (*agenda.issues.values(), *agenda.options.values()) if one.id not in kept]
    return Version(issues, options, gone)


def _same_issue(old: Node, new: IssueOut) -> bool:
    spec = issue_spec(new)
    return (
        _plain(old["text"]) == _plain(new.question)
        and _spec_of_issue(old) == spec
        and bool(old.get("weighs")) == new.weighs
        and old["argument_type"] == new.type
    )


def _same_option(old: Node, new: OptionOut) -> bool:
    return _plain(old["text"]) == _plain(new.text) and _json(_spec_of_option(old)) == _json(option_spec(new))


def _json(option: OptionSpec) -> object:
    return tree_json(option.condition) if option.condition is not None else None


def _plain(words: str) -> str:
    return " ".join(words.split())


def _spec_of_issue(node: Node) -> IssueSpec:
    given = read_leaf(node["given"]) if node.get("given") else None
    return IssueSpec(node["name"], tuple(node["outcomes"]), given)


def _spec_of_option(node: Node) -> OptionSpec:
    return OptionSpec(node["name"], read_tree(node["condition"]) if node.get("condition") else None)


def version_faults(ruled: Ruled, answer: AgendaAnewOut, version: Version, library: SyllogismLibrary) -> Iterator[str]:
    """What is wrong with a new version, in words that its author can act on."""
    known = {*ruled.agenda.issues, *ruled.agenda.options}
    named = [*(one.name for one in answer.issues), *(one.name for one in answer.options)]
    yield from (f"left_out names {name}, which is no issue or option" for name in answer.left_out if name not in known)
    yield from (f"{name} is left out and given as well" for name in answer.left_out if name in named)
    fresh = [one for one in (*version.issues.values(), *version.options.values()) if not isinstance(one, Node)]
    if not fresh and not version.gone:
        yield f"nothing is different from the agenda as it stands ({answer.why})"
    elif ruled.part.kind != "Agenda" and ruled.part.id not in {one.id for one in version.gone}:
        yield f"{ruled.challenged}, which was challenged, is as it was"
    if not version.issues:
        yield "no issue is left"
    if len(version.options) < LEAST_OPTIONS:
        yield f"{len(version.options)} option is left; there have to be {LEAST_OPTIONS} at least"
    for issue in answer.issues:
        yield from issue_faults(issue, library)
    issues = [_spec_of_issue(o) if isinstance(o, Node) else issue_spec(o) for o in version.issues.values()]
    options = [_spec_of_option(o) if isinstance(o, Node) else option_spec(o) for o in version.options.values()]
    yield from (fault.text for fault in prove(issues, options).faults)


def _write(
    turn: Turn,
    graph: Subgraph,
    ruled: Ruled,
    answer: AgendaAnewOut,
    version: Version,
    citing: Citing,
    template: Template,
) -> None:
    delta, old = turn.delta, ruled.agenda
    brief = "\n\n".join(filter(None, [str(old.node.get("text") or ""), answer.brief]))
    agenda = delta.node("Agenda", text=brief or None)
    delta.edge("SUPERSEDES", agenda, old.node.ref)
    for challenge in _to_meet(graph, ruled, version):
        delta.edge("ANSWERS", agenda, challenge.ref)
    for issue in version.issues.values():
        ref = issue.ref if isinstance(issue, Node) else write_issue(turn, issue, citing, template)
        delta.edge("HAS_PART", agenda, ref)
        _succeed(turn, ref, issue, old.issues)
    for option in version.options.values():
        ref = option.ref if isinstance(option, Node) else write_option(turn, option, citing)
        delta.edge("HAS_PART", agenda, ref)
        _succeed(turn, ref, option, old.options)
    for relief in old.reliefs:
        delta.edge("HAS_PART", agenda, relief.ref)
    now = {"Issue": version.issues, "Option": version.options}
    left_out = [one for one in version.gone if one["name"] not in now[one.kind]]
    withdraw(turn, left_out, "the agenda has it no more")
    issues = [one for one in version.gone if one.kind == "Issue"]
    withdraw(turn, with_issues(graph, issues), "its issue was put anew, or left out")


def _to_meet(graph: Subgraph, ruled: Ruled, version: Version) -> list[Node]:
    """The challenges that the new agenda has to meet: the one that was ruled on, and those upheld against what it replaces."""
    attacked = [one for part in version.gone for one in (part, *graph.older(part.id))]
    found = {ruled.challenge.id: ruled.challenge}
    for challenge in (one for part in attacked for one in graph.into(part.id, "ATTACKS")):
        if challenge.kind == "Challenge" and not challenge["stale"] and settled(graph, challenge.id) == "valid":
            found.setdefault(challenge.id, challenge)
    return list(found.values())


def _succeed(turn: Turn, ref: Ref, part: Node | IssueOut | OptionOut, before: Mapping[str, Node]) -> None:
    """A part that is new takes the place of the one of its name."""
    if not isinstance(part, Node) and part.name in before:
        turn.delta.edge("SUPERSEDES", ref, before[part.name].ref)
