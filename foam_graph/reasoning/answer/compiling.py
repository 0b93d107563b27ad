"""Compiling an answer: worded, read again, written with its memo, checks and position in one turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.certificate import Held
from foam_graph.reasoning.answer.composing import with_overview
from foam_graph.reasoning.answer.lines import Line, answer_line, as_read, count
from foam_graph.reasoning.answer.memo import memo_text
from foam_graph.reasoning.answer.points import decisive_points
from foam_graph.reasoning.answer.second_reading import Read, read_again
from foam_graph.reasoning.answer.stored import items, prose_of
from foam_graph.reasoning.answer.supporting import Asked
from foam_graph.reasoning.answer.text_checks import certify
from foam_graph.reasoning.answer.wording import WORDS, worded
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.certifying.checks import Check, Material, coverage_card, standings
from foam_graph.reasoning.certifying.compilation import HOOKS, Compiled, statement
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.outcome.ends import OptionEnd, Results
from foam_graph.reasoning.outcome.results import results
from foam_graph.reasoning.outcome.turning import turnings
from foam_graph.reasoning.sublation import MemoItem
from foam_graph.reasoning.templates.traversal import read_time_minutes
from foam_graph.reasoning.turns import Turn, json_text

_PREVIEW = "preview"
"""Id of the activity under which what is about to be written is looked at before it is."""


@dataclass(frozen=True)
class Answering:
    """What compiling an answer needs to know.

    Attributes:
        compiled: The run, its graph with standings, its documents and labels.
        desk: The case file and who reads it.
        words: Most words of the whole.
        uncertified: Why the position is not certified whatever the checks say, e.g. a spent budget; empty for nothing.
    """

    compiled: Compiled
    desk: Desk
    words: int = WORDS
    uncertified: str = ""


def compile_answer(a: Answering, step: str) -> Turn:
    """Words the answer, has it read against the file, writes it with memo, checks and position.

    Args:
        a: What is compiled; the labels are written already.
        step: Name of the step.

    Raises:
        ReasoningError: The run has no agenda.
    """
    c = a.compiled
    turn = Turn(c.brief, Role.COMPILER, step, kind="Compilation")
    turn.case = a.desk.case
    bare = results(a.desk, c.graph, c.sublation)
    found = results(a.desk, c.graph, c.sublation, turnings(bare, c.sublation))
    points, reader = decisive_points(a.desk, found, step)
    first = worded(turn, a.desk, c.graph, found, a.words, Asked(decisive=points))
    # Behind those of the writer, by whose first call the turn is known.
    turn.calls += reader.calls
    turn.notes += reader.notes
    read = read_again(turn, a.desk, c.graph, found, first, a.words, points)
    _write(turn, a, found, read)
    return turn


def _write(turn: Turn, a: Answering, found: Results, read: Read) -> None:
    c = a.compiled
    memo_items = [item for item in c.sublation.memo if item.claims or item.targets]
    lines = with_overview(read.lines, found)
    answers = [_answer(turn, c.graph, found, one, lines) for one in found.options]
    synthesis = _synthesis(turn, c.graph, found, lines, memo_items)
    memo = _memo(turn, c.graph, found, memo_items)
    _answer_reliefs(turn, c.graph, found, read)
    threshold = c.brief.limits.materiality
    checks = certify(Held(preview(turn, c.graph), c.evidence, found.question, a.words, threshold, found.dated))
    if a.desk.brief.agent.provider != "offline":
        checks.append(_second_reading(read))
    if a.uncertified:
        checks.append(Check("budget", False, a.uncertified))
    behind = {one for line in lines for one in found.behind(line.rests_on) if one in c.graph}
    _position(turn, a, checks, [*answers, synthesis, memo], count(lines), behind)


def _answer_reliefs(turn: Turn, graph: Subgraph, found: Results, read: Read) -> None:
    """A new version of each relief whose answer or reason is another than before, resting on what it was answered by."""
    for name, one in read.reliefs.items():
        old = graph[found.nodes[name][0]]
        if (old["answer"], old["why"]) == (one.answer, one.why):
            continue
        ref = turn.delta.node("Relief", text=old["text"], by=old.get("by"), answer=one.answer, why=one.why)
        turn.delta.edge("SUPERSEDES", ref, old.ref)
        behind = [graph[node] for node in found.behind(one.rests_on)]
        for node in (one for one in behind if one.kind in ("Claim", "Finding", "EvidenceSentence")):
            turn.delta.edge("RESTS_ON", ref, node.ref)


def _second_reading(read: Read) -> Check:
    if not read.took_place:
        return Check("second reading", False, "nobody read the wording against the file")
    if read.lost:
        told = "; ".join(one[:100] for one in read.lost[:3])
        return Check("second reading", False, f"{len(read.lost)} decisive points stand nowhere in it: {told}")
    listed = f"; {len(read.missed)} points are listed as not dealt with" if read.missed else ""
    return Check("second reading", True, f"read against the whole file{listed}")


def preview(turn: Turn, graph: Subgraph) -> Subgraph:
    """The graph as it will be when what the turn has written so far is committed."""
    return graph.supposing(turn.draft(), turn.delta, _PREVIEW)[0]


def _answer(turn: Turn, graph: Subgraph, found: Results, option: OptionEnd, lines: Sequence[Line]) -> Ref:
    chosen = found.answer is not None and found.answer.name == option.name
    stated = answer_line(lines) if chosen else None
    text = as_read(stated) if stated is not None else ""
    became = {"core": "It holds.", "conditional": f"It holds {option.condition}.", "dissent": "It does not hold."}
    turns = [one.as_json() for one in found.turns.values() if chosen or one.option == option.name]
    ref = turn.delta.node(
        "Answer",
        option=option.name,
        status=option.status,
        in_for=list(option.in_for),
        out_for=list(option.out_for),
        condition=option.condition,
        turns=json_text(turns),
        text=text or f"{option.text.rstrip('.')}. {became.get(option.status, 'It is not decided.')}",
    )
    for old in graph.live("Answer"):
        if old["option"] == option.name:
            turn.delta.edge("SUPERSEDES", ref, old.ref)
    return ref


def _synthesis(
    turn: Turn, graph: Subgraph, found: Results, lines: Sequence[Line], memo_items: Sequence[MemoItem]
) -> Ref:
    stated = items(lines, found)
    core = [one for one, standing in standings(graph).items() if standing["class"] == "core"]
    agree = dict.fromkeys(record for claim in core for record in claim_records(graph, claim))
    ref = turn.delta.node(
        "Synthesis",
        text=prose_of(lines),
        sentences=json_text(stated),
        agree=list(agree),
        open=[item.critique for item in memo_items],
        hooks=list(HOOKS),
    )
    for claim in dict.fromkeys(one for item in stated for one in item["claims"]):
        turn.delta.edge("SYNTHESIZES", ref, graph[claim].ref)
    _supersede(turn, graph, "Synthesis", ref)
    return ref


def _memo(turn: Turn, graph: Subgraph, found: Results, memo_items: Sequence[MemoItem]) -> Ref:
    ref = turn.delta.node(
        "DissentMemo",
        text=memo_text(graph, found, memo_items),
        items=json_text([item.as_json() for item in memo_items]),
    )
    for item in memo_items:
        turn.delta.edge("LISTS", ref, graph[item.critique].ref)
    _supersede(turn, graph, "DissentMemo", ref)
    return ref


def _supersede(turn: Turn, graph: Subgraph, kind: str, ref: Ref) -> None:
    for old in graph.live(kind):
        turn.delta.edge("SUPERSEDES", ref, old.ref)


def _position(
    turn: Turn, a: Answering, checks: Sequence[Check], parts: Sequence[Ref], words: int, behind: Iterable[str]
) -> None:
    c = a.compiled
    card = coverage_card(Material(c.brief, c.graph, c.template, c.evidence, (), frozenset(), frozenset()), behind)
    position = turn.delta.node(
        "Position",
        certified=all(check.ok for check in checks),
        statement=statement(c),
        words=words,
        read_minutes=float(round(read_time_minutes(words), 1)),
        version=c.previous["version"] + 1 if c.previous else 1,
        coverage=json_text(card),
    )
    for part in parts:
        turn.delta.edge("INCLUDES", position, part)
    for check in checks:
        node = turn.delta.node("Check", name=check.name, ok=check.ok, detail=check.detail)
        turn.delta.edge("INCLUDES", position, node)
    for one in _included(c.graph):
        turn.delta.edge("INCLUDES", position, one.ref)
    if c.previous is not None:
        turn.delta.edge("SUPERSEDES", position, c.previous.ref)


def _included(graph: Subgraph) -> list[Node]:
    """Nodes of earlier steps that belong to the position."""
    standing = standings(graph).values()
    return [
        *graph.live("Labelling"), *standing, *graph.live("Syllogism"), *graph.of("Question"), *graph.live("Agenda"),
    ]  # fmt: skip
