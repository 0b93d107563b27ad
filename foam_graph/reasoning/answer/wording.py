"""The position worded by an agent: its text, sentence by sentence held against what was computed and what the file says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from foam_graph.agents.tasks.position import ReliefAnswer, SupportOut
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.composing import composed, for_whom
from foam_graph.reasoning.answer.faults import (
    balanced,
    line_faults,
    shape_faults,
    too_connective,
    wording_faults,
)
from foam_graph.reasoning.answer.grounding import Ground
from foam_graph.reasoning.answer.lines import (
    HEAD_WORDS,
    Line,
    closed_up,
    condensed,
    in_order,
    order_of,
    with_short_head,
)
from foam_graph.reasoning.answer.outcome import Results
from foam_graph.reasoning.answer.supporting import (
    Asked,
    applied,
    reliefs_of,
    support_input,
    with_quoted,
    without_strange_company,
)
from foam_graph.reasoning.answer.writing import written
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.turns import Turn

WORDS = 900
"""Most words of a position, where nothing else was asked for."""
_NOTED = 20
"""Faults of one wording that are noted."""
ATTEMPTS = 3
"""Times that support and changes are asked for before what is at fault goes."""


@dataclass(frozen=True)
class Wording:
    """The position in words.

    Attributes:
        lines: In reading order, each without a fault; every part has one, and every issue its line of the overview.
        reliefs: What becomes of what is asked for beyond the options, by name.
    """

    lines: tuple[Line, ...]
    reliefs: Mapping[str, ReliefAnswer] = field(default_factory=dict)


def worded(
    turn: Turn, desk: Desk, graph: Subgraph, results: Results, words: int = WORDS, asked: Asked | None = None
) -> Wording:
    """The position in words: an agent's text, supported and mended where it fails a check, or the program's own.

    Args:
        turn: The turn that asks; what was refused, left out or condensed is noted on it.
        desk: The run, its documents and its case file.
        graph: The run.
        results: What it came to.
        words: Most words of the whole.
        asked: For a second wording: the first one, and what a reader missed or refused.
    """
    own = composed(results, words)
    if desk.brief.agent.provider == "offline":
        return Wording(tuple(own))
    want = asked or Asked()
    lines = list(want.earlier) or written(turn, desk, graph, results, words)
    if not lines:
        turn.notes.append("nobody wrote the position")
        return Wording(tuple(finished(turn, [], own, results, words)), want.reliefs)
    if not want.earlier:
        lines = _framed(turn, lines, own, results)
    ground = Ground(graph, results, desk.file, want.missed)
    faults = list(want.faults) or shape_faults(lines, results, words)
    reliefs = dict(want.reliefs)
    holds = stated = results.answer.name if results.answer else ""
    for attempt in range(ATTEMPTS):
        data = support_input(results, words, lines, replace(want, reliefs=reliefs), faults)
        answer = turn.ask("support", data, SupportOut, desk.citable(), want.rollout + attempt)
        if answer is None:
            continue
        found = applied(turn, lines, answer, [one.name for one in results.issues])
        lines = [without_strange_company(turn, with_quoted(line, ground), ground) for line in found]
        stated = answer.option
        faults = wording_faults(stated, lines, results, ground, words, want.gone)
        reliefs, refused = reliefs_of(turn, answer, results, ground, reliefs)
        faults += refused
        if not faults:
            break
        turn.notes += faults[:_NOTED]
    if stated != holds:
        lines = [line for line in lines if line.part != "answer"]
    if faults:
        lines = _without_faults(turn, lines, ground, want.gone)
    return Wording(tuple(finished(turn, lines, own, results, words)), reliefs)


def _framed(turn: Turn, lines: Sequence[Line], own: Sequence[Line], results: Results) -> list[Line]:
    """A text with one line of the overview an issue, the program's where it has none, and nothing on what is no issue."""
    names = [one.name for one in results.issues]
    found, seen = list[Line](), set[str]()
    for line in lines:
        if line.part == "overview" and line.issue not in seen and line.issue in names:
            seen.add(line.issue)
            found.append(line)
        elif line.part != "overview" and (line.part != "why" or line.issue in names):
            found.append(line)
        else:
            turn.notes.append(f"left out, since it is about {line.issue!r}: “{line.text[:80]}”")
    found += [line for line in own if line.part == "overview" and line.issue not in seen]
    return in_order(found, order_of(found, names))


def _without_faults(turn: Turn, lines: Sequence[Line], ground: Ground, gone: Collection[str]) -> list[Line]:
    """Sentences without a fault; those with one go, and that they went is noted."""
    kept = [line for line in lines if not line_faults(line, ground, gone)]
    bare = [line for _, line in too_connective(kept)]
    kept = [line for line in kept if not any(line is one for one in bare)]
    turn.notes += [f"left out: “{line.text[:80]}”" for line in lines if line not in kept]
    return closed_up(lines, kept)


def finished(turn: Turn, lines: Sequence[Line], own: Sequence[Line], results: Results, words: int) -> list[Line]:
    """Lines with what is missing filled by the program's own, conditions said, within the limits.

    Args:
        turn: Notes what goes for length.
        lines: What an agent worded and what stays of it.
        own: The program's own wording.
        results: What the run came to.
        words: Most words of the whole.
    """
    found = [line for line in lines if line.part != "answer"]
    answer = next((line for line in lines if line.part == "answer" and line.words <= HEAD_WORDS // 2), None)
    stated = answer or next(line for line in own if line.part == "answer")
    if answer is None:
        turn.notes.append("the answer is worded by the program")
    told = {line.section if line.part == "why" else (line.part, line.issue) for line in found}
    parts = {line.part for line in found}
    for line in own:
        key = (line.part, line.issue)
        lost = key not in told if line.part in ("overview", "why") else line.part not in parts and line.part != "answer"
        # An issue that is told with another has its line: nothing is missing.
        by_line = line.part == "why" and answer is not None and "why" in parts
        found += [line] if lost and not by_line else []
    whole = [stated, *found]
    ordered = in_order(whole, order_of(whole, [one.name for one in results.issues]))
    ordered = [replace(line, condition="") for line in ordered]
    chosen = results.answer
    if chosen is not None and chosen.condition and not ordered[0].computed:
        ordered[0] = replace(ordered[0], condition=for_whom(chosen, results))
    kept, gone = condensed(with_short_head(ordered, results.briefs, min(HEAD_WORDS, words)), words)
    turn.notes += [f"left out for length: “{line.text[:80]}”" for line in gone]
    return balanced(kept)
