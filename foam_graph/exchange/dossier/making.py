"""Choices, drafts and agents in a dossier: how the position was made, and by what."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from foam_graph.exchange.dossier.panel import votes_of
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import counted, listed, plain
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph

OFFLINE = "offline-rules"
_AUTHORS = (str(Role.PROPOSER), str(Role.CRITIC), str(Role.REFINER))


@dataclass(frozen=True)
class ChoiceView:
    """One branch decision."""

    id: str
    anchor: str
    branch: str
    taken: tuple[str, ...]
    left: tuple[str, ...]
    voters: tuple[str, ...]
    rows: tuple[tuple[str, bool, tuple[str, ...], str], ...]
    why: str
    superseded: bool
    made: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class DraftView:
    """A draft that was not taken."""

    id: str
    who: str
    score: str
    text: str
    cites: str


@dataclass(frozen=True)
class SlotView:
    """A slot and the drafts that were not taken for it."""

    name: str
    drafts: tuple[DraftView, ...]


@dataclass(frozen=True)
class AgentView:
    """One agent or model, with what it did and spent."""

    name: str
    did: str
    calls: str
    tokens_in: str
    tokens_out: str


def choices(reading: Reading) -> tuple[ChoiceView, ...]:
    """The branch decisions, those made again after a challenge included."""
    return tuple(_choice(reading, node) for node in reading.graph.of("TemplateChoice"))


def _choice(reading: Reading, node: Node) -> ChoiceView:
    votes = votes_of(node)
    voters = [str(p["stance_id"]) for p in reading.perspectives if p["stance_id"] in votes]
    voters += sorted(v for v in votes if v not in voters)
    options = [(c, True) for c in node["children"]] + [(c, False) for c in node["alternatives"]]
    rows = []
    for option, taken in options:
        cast = [votes[v].get(option) for v in voters]
        total = sum(v for v in cast if v is not None)
        shown = tuple("–" if v is None else f"{v:.2f}" for v in cast)
        rows.append((reading.names.get(option, plain(option)), taken, shown, f"{total:.2f}"))
    return ChoiceView(
        id=node.id,
        anchor=reading.anchor(node.id),
        branch=reading.names.get(node["branch"], plain(node["branch"])),
        taken=tuple(name for name, taken, _, _ in rows if taken),
        left=tuple(name for name, taken, _, _ in rows if not taken),
        voters=tuple(reading.role(v) for v in voters),
        rows=tuple(rows),
        why=str(node.get("why", "")),
        superseded=reading.graph.superseded(node.id),
        made=_made(reading, {option for option, _ in options}),
    )


def _made(reading: Reading, options: Collection[str]) -> tuple[tuple[str, str, str], ...]:
    """Options that were generated in this run because nothing fitted: name, reason and id."""
    found = [n for n in reading.graph.of("TemplateNode") if n.get("spec") and n["node_id"] in options]
    return tuple((str(n["name"]), str(n.get("why", "")), n.id) for n in found)


def drafts(reading: Reading) -> tuple[SlotView, ...]:
    """Drafts that became no claim, by slot."""
    taken = {(c["leaf"], c["stance_id"], c.get("text")) for c in reading.graph.of("Claim")}
    slots: dict[str, list[Node]] = {}
    for node in reading.graph.of("Candidate"):
        if (node["leaf"], node["stance_id"], node.get("text")) not in taken:
            slots.setdefault(node["leaf"], []).append(node)
    found = []
    for leaf in sorted(slots, key=lambda name: (reading.leaf_place(name), name)):
        ranked = sorted(slots[leaf], key=lambda n: (-n["score"], n.seq, n.ord))
        found.append(SlotView(slot_name(reading, leaf), tuple(_draft(reading, n) for n in ranked)))
    return tuple(found)


def _draft(reading: Reading, node: Node) -> DraftView:
    cites = list(node["sentence_ids"])
    text = str(node.get("text", "(the text was erased)"))
    return DraftView(node.id, reading.role(node["stance_id"]), f"{node['score']:.2f}", text, ", ".join(cites))


def slot_name(reading: Reading, leaf: str) -> str:
    """A slot by its argument and component."""
    slot = reading.slot(leaf)
    return " › ".join(slot["path"][-2:]) if slot is not None else plain(leaf)


def agents(graph: Subgraph) -> tuple[AgentView, ...]:
    """Agents by name, people only as a number; calls and tokens by model."""
    acts = graph.of("Activity")
    calls = graph.of("ModelCall")
    found = []
    people = [a for a in acts if a.get("agent") == "person"]
    names = sorted({str(a.get("agent", "")) for a in acts} - {"person", ""} | {str(c["model"]) for c in calls})
    for name in names:
        turns = [a for a in acts if a.get("agent") == name and a.kind != "Call"]
        own = [c for c in calls if c["model"] == name]
        hosts = listed(sorted({str(c["provider"]) for c in own}))
        spent = [sum(c[key] for c in own) for key in ("tokens_in", "tokens_out")]
        told = _agent(name) + (f", at {hosts}" if hosts else "")
        found.append(AgentView(told, counted(len(turns), "step"), f"{len(own):,}", f"{spent[0]:,}", f"{spent[1]:,}"))
    if people:
        found.append(AgentView("People (never named here)", counted(len(people), "act"), "–", "–", "–"))
    return tuple(found)


def _agent(name: str) -> str:
    if name == OFFLINE:
        return f"{OFFLINE} (fixed rules, no language model)"
    return "system (retrieval, validation, labels)" if name == "system" else name


def models_said(graph: Subgraph) -> str:
    """In plain sentences, whether a language model was used, and whether one rated what it wrote itself."""
    return " ".join([models_used(graph), *_hands(graph, models_of(graph))])


def models_used(graph: Subgraph) -> str:
    """In one plain sentence, whether a language model was used."""
    models = models_of(graph)
    if not models:
        return "No language model was used. Every step was made by fixed rules that anyone can run again."
    beside = " beside fixed rules" if any(a.get("agent") == OFFLINE for a in graph.of("Activity")) else ""
    return f"Language {'models' if len(models) > 1 else 'model'} used{beside}: {listed(models)}."


def models_of(graph: Subgraph) -> list[str]:
    """The language models that took part."""
    acts = {str(a.get("agent", "")) for a in graph.of("Activity")} - {"person", "system", ""}
    return sorted(acts - {OFFLINE} | {str(c["model"]) for c in graph.of("ModelCall")})


def _hands(graph: Subgraph, models: Sequence[str]) -> list[str]:
    """Whether what a model wrote was rated by the same model: it may spare itself."""
    turns = [a for a in graph.of("AgentTurn") if a.get("agent") in models and a.get("outcome") != "blocked"]
    wrote = {str(a["agent"]) for a in turns if a.get("role") in _AUTHORS}
    rated = {str(a["agent"]) for a in turns if a.get("role") == str(Role.EVALUATOR)}
    both = sorted(wrote & rated)
    if both:
        return [f"{listed(both)} both wrote arguments and rated what was said against them."]
    return [f"None rated what it wrote itself: {listed(sorted(rated))} rated."] if wrote and rated else []


def stakeholders(nodes: Sequence[Node]) -> tuple[tuple[str, str, str], ...]:
    """Who is affected, what is at stake, and the id by which the list can be contested."""
    return tuple((str(n.get("name", "")), str(n.get("interest", "")), n.id) for n in nodes)
