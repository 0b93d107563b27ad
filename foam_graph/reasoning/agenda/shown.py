"""The agenda of a run as it stands, and as those who argue see it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.agenda import AgendaIssue, AgendaShown
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.text.folding import fold
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.tree import formula, read_tree
from foam_graph.reasoning.templates.syllogisms import SyllogismLibrary, SyllogismType


@dataclass(frozen=True)
class Agenda:
    """The live agenda.

    Attributes:
        node: Its node; where there is no agenda, the question's.
        issues: Name to issue.
        options: Name to option.
        reliefs: What is asked for beyond the options.
    """

    node: Node
    issues: Mapping[str, Node]
    options: Mapping[str, Node]
    reliefs: tuple[Node, ...]


def agenda_of(graph: Subgraph) -> Agenda | None:
    """The live agenda of a run; None for a run without one."""
    found = graph.live("Agenda")
    if not found:
        return None
    parts = {graph.newest(part.id).id: part for part in graph.out(found[-1].id, "HAS_PART")}
    return agenda_with(graph, found[-1], [graph[one] for one in parts])


def agenda_with(graph: Subgraph, node: Node, parts: Sequence[Node]) -> Agenda:
    """An agenda of some parts, in the order in which their first versions were written: a change keeps its place."""
    parts = sorted(parts, key=lambda part: _place(graph, part))
    return Agenda(
        node,
        {one["name"]: one for one in parts if one.kind == "Issue"},
        {one["name"]: one for one in parts if one.kind == "Option"},
        tuple(one for one in parts if one.kind == "Relief"),
    )


def _place(graph: Subgraph, part: Node) -> tuple[int, int]:
    first = [part, *graph.older(part.id)][-1]
    return first.seq, first.ord


def asks_the_same(one: Node, other: Node) -> bool:
    """Whether two versions of an issue or option are the same to decide: question, outcomes and when it arises, or words and tree."""
    return one.kind == other.kind and _asked(one) == _asked(other)


def _asked(part: Node) -> tuple[object, ...]:
    """What makes an issue or option the one that it is."""
    own: tuple[object, ...] = (json.loads(part.get("condition") or "null"),)
    if part.kind == "Issue":
        own = (list(part["outcomes"]), json.loads(part.get("given") or "[]"), bool(part.get("weighs")))
    return part["name"], " ".join(fold(str(part["text"])).split()), *own


def part_told(part: Node) -> str:
    """An issue or option in words that somebody understands who sees nothing else of the agenda."""
    if part.kind == "Issue":
        return f"{part['text']} {part['why']} Outcomes: {', '.join(part['outcomes'])}."
    condition = formula(read_tree(part["condition"])) if part.get("condition") else "no condition is stated"
    return f"{part['text']} It holds where: {condition}."


def agenda_told(graph: Subgraph, node: Node) -> str:
    """An agenda in any version in words: its options with when they hold, and its issues with their outcomes."""
    parts = agenda_with(graph, node, graph.out(node.id, "HAS_PART"))
    options = [f"option {name}: {part_told(one)}" for name, one in parts.options.items()]
    issues = [f"issue {name}: {part_told(one)}" for name, one in parts.issues.items()]
    return " ".join([*options, *issues])


def agenda_or_empty(graph: Subgraph) -> Agenda:
    """The live agenda; without an issue or option for a run that was argued slot by slot, whose claims speak to none."""
    return agenda_of(graph) or Agenda(graph.of("Question")[0], {}, {}, ())


def agenda_shown(graph: Subgraph, agenda: Agenda, library: SyllogismLibrary, file: CaseFile) -> AgendaShown:
    """The agenda as data for a task."""
    return AgendaShown(
        options={name: node["text"] for name, node in agenda.options.items()},
        holds_if={
            name: formula(read_tree(node["condition"]))
            for name, node in agenda.options.items()
            if node.get("condition")
        },
        issues=[_issue(graph, node, library, file) for node in agenda.issues.values()],
        forms={kind.name: _parts(kind) for kind in _forms(agenda, library)},
        reliefs=[node["text"] for node in agenda.reliefs],
    )


def _issue(graph: Subgraph, node: Node, library: SyllogismLibrary, file: CaseFile) -> AgendaIssue:
    governing = [s["sentence_id"] for s in graph.out(node.id, "RESTS_ON") if s.kind == "EvidenceSentence"]
    kind = library.type_named(node["argument_type"])
    given = json.loads(node.get("given") or "[]")
    return AgendaIssue(
        name=node["name"],
        question=node["text"],
        governing=[file.by_id[one].short for one in governing if one in file.by_id],
        outcomes=json.loads(node["wordings"]),
        given="=".join(given),
        type=kind.name,
        weighs=bool(node.get("weighs")),
    )


def _forms(agenda: Agenda, library: SyllogismLibrary) -> list[SyllogismType]:
    """The forms in which its issues are argued, each once."""
    names = dict.fromkeys(str(node["argument_type"]) for node in agenda.issues.values())
    return list({kind.name: kind for kind in map(library.type_named, names)}.values())


def _parts(kind: SyllogismType) -> list[str]:
    return [f"{part.name}{'*' if part.required else ''}: {part.meaning}" for part in kind.components]
