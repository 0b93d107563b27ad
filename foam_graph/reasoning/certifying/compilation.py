"""Labels become standings; the claims of a run that was argued slot by slot, as earlier runs were, become a position.

Whole cases are compiled in ``reasoning.answer``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.advice import CONTEST
from foam_graph.findings.language.wording import bare, lowered
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.phrases import counted
from foam_graph.reasoning.certifying.checks import Check, Material, coverage_card, run_checks, standings
from foam_graph.reasoning.certifying.prose import Stated
from foam_graph.reasoning.evidence import Evidence, claim_records
from foam_graph.reasoning.read_time import words_read
from foam_graph.reasoning.slot_versions import condition_of
from foam_graph.reasoning.slots import slots_of, syllogism_nodes
from foam_graph.reasoning.sublation import Flip, MemoItem, Sublation, labelling_delta, sublate
from foam_graph.reasoning.templates.traversal import read_time_minutes
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Turn, json_text

HOOKS = (
    "To challenge a piece of evidence: foam challenge RECORD --kind relevance|adequacy|selection_bias --grounds TEXT",
    "To challenge an inference: foam challenge WARRANT|OBJECTION|RATING --kind inferential --grounds TEXT",
    "To challenge how far a claim reaches: foam challenge CLAIM --kind scope --grounds TEXT",
    "To challenge the weighing of values: foam challenge PERSPECTIVE --kind normative --grounds TEXT",
    "To challenge what was left out: foam challenge CHOICE|ISSUE --kind structural --grounds TEXT",
)


@dataclass(frozen=True)
class Compiled:
    """What compiling a position needs to know.

    Attributes:
        brief: The run.
        graph: Its graph, standings included.
        template: Its template.
        evidence: Its documents.
        sublation: The labels behind the standings.
        operator: Who runs the installation.
        corpus: Name of the corpus.
        made_at: When, ISO 8601.
        previous: The position that the new one takes the place of.
    """

    brief: Brief
    graph: Subgraph
    template: Template
    evidence: Evidence
    sublation: Sublation
    operator: str
    corpus: str
    made_at: str
    previous: Node | None = None


def relabel(brief: Brief, graph: Subgraph, step: str) -> tuple[Turn, Sublation]:
    """Computes labels for every audience and writes them with their standings."""
    turn = Turn(brief, Role.COMPILER, step, kind="Compilation")
    sublation = sublate(graph, threshold=brief.limits.materiality)
    turn.delta, _ = labelling_delta(graph, sublation)
    return turn, sublation


def compile_turn(c: Compiled, step: str) -> Turn:
    """Writes wording, memo, checks and position in one turn; the wording is the program's own."""
    turn = Turn(c.brief, Role.COMPILER, step, kind="Compilation")
    sentences = _worded(c)
    items = bearing(c)
    synthesis = _write_synthesis(turn, c, sentences, items)
    memo = _write_memo(turn, c, items)
    listed = frozenset(item.critique for item in items)
    unresolved = listed
    checks = run_checks(Material(c.brief, c.graph, c.template, c.evidence, tuple(sentences), listed, unresolved))
    _write_position(turn, c, checks, synthesis, memo)
    return turn


def in_order(c: Compiled) -> list[Node]:
    """The live claims in the order of the template."""
    place = {s.leaf_id: n for n, s in enumerate(sorted(slots_of(c.graph, c.template), key=lambda s: s.path_ids))}
    reading = {leaf: n for n, leaf in enumerate(_reading_order(c.template, set(place)))}
    return sorted(c.graph.live("Claim"), key=lambda claim: (reading.get(claim["leaf"], 0), claim.seq, claim.ord))


def _reading_order(template: Template, leaves: set[str]) -> list[str]:
    order: list[str] = []
    stack = [template.root]
    while stack:
        node = stack.pop()
        if node.id in leaves:
            order.append(node.id)
        stack += reversed(node.children)
    return order


def _worded(c: Compiled) -> list[Stated]:
    """What stands, a sentence a claim, core claims first; one that two claims say in the same words is said once, for both."""
    found = standings(c.graph)
    rows: dict[str, list[str]] = {}
    conditional: dict[str, list[str]] = {}
    for claim in in_order(c):
        standing = found.get(claim.id)
        if standing is None or standing["class"] not in ("core", "conditional"):
            continue
        condition = condition_of(claim, standing)
        group = conditional if condition else rows
        group.setdefault(stated(claim["text"], condition), []).append(claim.id)
    return [Stated(text, tuple(claims)) for group in (rows, conditional) for text, claims in group.items()]


def stated(text: str, condition: str) -> str:
    """A claim as a sentence, with the condition on which it holds where there is one."""
    text, condition = bare(text), bare(condition)
    if not condition:
        return f"{text}."
    if condition.startswith("holds "):
        return f"{text}; this {condition}."
    lead = condition if condition.lower().startswith(("if ", "when ", "where ", "for ")) else f"If {condition}"
    return f"{lead[0].upper()}{lead[1:]}: {lowered(text)}."


def bearing(c: Compiled) -> list[MemoItem]:
    """The memo's items: unresolved material critiques that bear on a live claim or on how the position was made."""
    whom = ("Perspective", "Stakeholder", "TemplateChoice")
    return [item for item in c.sublation.memo if item.claims or any(c.graph[t].kind in whom for t in item.targets)]


def _write_synthesis(turn: Turn, c: Compiled, sentences: Sequence[Stated], items: Sequence[MemoItem]) -> Ref:
    found = standings(c.graph)
    core = [claim for claim in in_order(c) if claim.id in found and found[claim.id]["class"] == "core"]
    agree = dict.fromkeys(record for claim in core for record in claim_records(c.graph, claim.id))
    ref = turn.delta.node(
        "Synthesis",
        text=" ".join(s.text for s in sentences) or "Nothing can be asserted.",
        sentences=json_text([{"text": s.text, "claims": list(s.claims)} for s in sentences]),
        agree=list(agree),
        open=[item.critique for item in items],
        hooks=list(HOOKS),
    )
    # Anything else that a sentence names is left to the prose check: only claims can be synthesised.
    for claim in dict.fromkeys(i for s in sentences for i in s.claims if i in c.graph and c.graph[i].is_a("Claim")):
        turn.delta.edge("SYNTHESIZES", ref, c.graph[claim].ref)
    _supersede(turn, c.graph, "Synthesis", ref)
    return ref


def _write_memo(turn: Turn, c: Compiled, items: Sequence[MemoItem]) -> Ref:
    lines = [memo_line(c.graph, item) for item in items]
    ref = turn.delta.node(
        "DissentMemo",
        text="\n".join(lines) or "No material critique is unresolved.",
        items=json_text([item.as_json() for item in items]),
    )
    for item in items:
        turn.delta.edge("LISTS", ref, c.graph[item.critique].ref)
    _supersede(turn, c.graph, "DissentMemo", ref)
    return ref


def memo_line(graph: Subgraph, item: MemoItem) -> str:
    """One item of the memo in words; perspectives are named, never people."""
    critique = graph[item.critique]
    who = ", ".join(item.perspectives) or "a contester"
    turns = "; ".join(dict.fromkeys(flip_words(graph, flip) for flip in item.flips))
    flip = f" What would turn it: {turns}." if turns else ""
    trade = f" Trade-off: {item.trade_off}." if item.trade_off else ""
    return f"{who}: {critique['grounds']}{flip}{trade}"


def flip_words(graph: Subgraph, flip: Flip) -> str:
    """The smallest change that would turn a claim, in words."""

    def tags(ids: Sequence[str]) -> str:
        return " and ".join(f"{i} ({graph[i].get('tag', 'evidence')})" for i in ids)

    parts = []
    if flip.fall:
        parts.append(f"{tags(flip.fall)} falls")
    if flip.arrive:
        parts.append(f"{tags(flip.arrive)} stands after all")
    if flip.answer:
        parts.append(f"new evidence answers {flip.answer}")
    return f"{flip.claim} is {flip.after} instead of {flip.before} if {' and '.join(parts)}" if parts else ""


def _supersede(turn: Turn, graph: Subgraph, kind: str, ref: Ref) -> None:
    for old in graph.live(kind):
        turn.delta.edge("SUPERSEDES", ref, old.ref)


def _write_position(turn: Turn, c: Compiled, checks: Sequence[Check], synthesis: Ref, memo: Ref) -> None:
    material = Material(c.brief, c.graph, c.template, c.evidence, (), frozenset(), frozenset())
    words = sum(words_read(c.graph).values())
    position = turn.delta.node(
        "Position",
        certified=all(check.ok for check in checks),
        statement=statement(c),
        words=words,
        read_minutes=float(round(read_time_minutes(words), 1)),
        version=c.previous["version"] + 1 if c.previous else 1,
        coverage=json_text(coverage_card(material)),
    )
    for part in (synthesis, memo):
        turn.delta.edge("INCLUDES", position, part)
    for check in checks:
        node = turn.delta.node("Check", name=check.name, ok=check.ok, detail=check.detail)
        turn.delta.edge("INCLUDES", position, node)
    parts = [*c.graph.live("Labelling"), *standings(c.graph).values(), *syllogism_nodes(c.graph).values()]
    for part_node in [*parts, *c.graph.of("Question")]:
        turn.delta.edge("INCLUDES", position, part_node.ref)
    if c.previous is not None:
        turn.delta.edge("SUPERSEDES", position, c.previous.ref)


def statement(c: Compiled) -> str:
    """How every position, dossier and export opens (protocol 3.7)."""
    agent = c.brief.agent
    models = sorted({agent.name, *(str(turn["agent"]) for turn in c.graph.of("AgentTurn"))})
    told = f"the model{'s' if len(models) > 1 else ''} {' and '.join(models)}"
    who = "offline rules, no language model" if agent.provider == "offline" else told
    names = ", ".join(p.stance_id for p in c.brief.perspectives)
    whom = f"an {c.operator}" if c.operator.startswith("unnamed ") else c.operator
    number = len(c.evidence.documents)
    return (
        f"AI-assisted. Argued by {who} ({', '.join(models)}) from the perspectives {names}, for {whom}, on "
        f"{c.made_at[:10]}, over the corpus {c.corpus!r} of {counted(number, 'document')}. The decision remains "
        f"with the responsible institution. {CONTEST}"
    )
