"""The position worded by an agent: its text, sentence by sentence held against what was computed and what the file says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from foam_graph.agents.tasks.position import SECTION_NAMES, ReliefAnswer, SupportOut
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.composing import composed, for_whom
from foam_graph.reasoning.answer.faults import (
    ANSWER_WORDS,
    balanced,
    line_faults,
    shape_faults,
    too_connective,
    wording_faults,
)
from foam_graph.reasoning.answer.grounding import Ground
from foam_graph.reasoning.answer.lines import (
    HEAD,
    HEADS,
    TITLES,
    Line,
    answer_line,
    authored,
    by_section,
    closed_up,
    condensed,
    count,
    deals_with,
    supported,
    titled,
    without_bare_headings,
)
from foam_graph.reasoning.answer.supporting import (
    Asked,
    applied,
    reliefs_of,
    support_input,
    with_quoted,
    with_referred,
    without_strange_company,
)
from foam_graph.reasoning.answer.writing import written
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import heading
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
        lines: In reading order, each without a fault. An author's text has headings, and no overview; that is the program's.
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
        asked: What somebody found decisive; for a second wording the first one, and what a reader missed or refused.
    """
    own = composed(results, words)
    if desk.brief.agent.provider == "offline":
        return Wording(tuple(own))
    want = asked or Asked()
    if want.earlier and not authored(want.earlier):
        # The program's own wording says what was computed: nobody words it otherwise.
        return Wording(tuple(want.earlier), want.reliefs)
    lines = list(want.earlier) or written(turn, desk, graph, results, words, want.decisive)
    if not lines:
        turn.notes.append("nobody wrote the position")
        return Wording(tuple(own), want.reliefs)
    ground = Ground(graph, results, desk.file, want.missed)
    faults = list(want.faults) or shape_faults(lines, words)
    reliefs = dict(want.reliefs)
    holds = stated = results.answer.name if results.answer else ""
    for attempt in range(ATTEMPTS):
        data = support_input(results, words, lines, replace(want, reliefs=reliefs), faults)
        answer = turn.ask("support", data, SupportOut, desk.citable(), want.rollout + attempt)
        if answer is None:
            continue
        want = want.answered()
        found = applied(turn, lines, answer)
        below = [line.rests_on if line.form in HEADS else () for line in supported(found)]
        there = [
            with_referred(turn, with_quoted(line, ground), ground, own) for line, own in zip(found, below, strict=True)
        ]
        worked_out = ground.worked_out(there)
        lines = [without_strange_company(turn, line, ground, worked_out) for line in there]
        if attempt and stated and answer.option not in ("", stated):
            reliefs = {}  # they were answered beside another answer
        stated = answer.option
        faults = wording_faults(stated, lines, results, ground, words, want.gone)
        reliefs, refused = reliefs_of(turn, answer, results, ground, reliefs)
        faults += refused
        if not faults:
            break
        turn.notes += faults[:_NOTED]
    if not any(line.rests_on for line in lines):
        faults = wording_faults(stated, lines, results, ground, words, want.gone)
    if stated != holds:
        lines = [line for line in lines if line.part != "answer"]
    if faults:
        lines = _without_faults(turn, lines, ground, want.gone)
    whole = finished(turn, lines, own, results, words)
    return Wording(tuple(with_borne_headings(whole, ground, want.gone)), reliefs)


def with_borne_headings(lines: Sequence[Line], ground: Ground, gone: Collection[str] = ()) -> list[Line]:
    """Lines whose headings say nothing that only a sentence bore out which went for length: then a plain one stands there.

    Args:
        lines: The text within its limits.
        ground: What its sentences are held against.
        gone: Sentences that may not come back.
    """
    worked_out = ground.worked_out(lines)
    found = list[Line]()
    for line, read in zip(lines, supported(lines), strict=True):
        if line.form != "heading" or line.computed or not line_faults(read, ground, gone, worked_out):
            found.append(line)
        elif line.part not in HEAD:
            # The headline over the whole has no plainer one: it goes.
            found.append(_plainer(line))
    return found


def _without_faults(turn: Turn, lines: Sequence[Line], ground: Ground, gone: Collection[str]) -> list[Line]:
    """Sentences without a fault; those with one go, a heading becomes a plain one, and that they went is noted."""
    worked_out = ground.worked_out(lines)
    wrong = [bool(line_faults(line, ground, gone, worked_out)) for line in supported(lines)]
    plain = [_plainer(line) if bad else line for line, bad in zip(lines, wrong, strict=True)]
    kept = [now for now, line, bad in zip(plain, lines, wrong, strict=True) if not bad or now is not line]
    bare = [line for _, line in too_connective(kept)]
    left = [line for line in kept if not any(line is one for one in bare)]
    turn.notes += [f"left out: “{line.text[:80]}”" for line in lines if not any(line is one for one in left)]
    return without_bare_headings(closed_up(plain, left))


def _plainer(line: Line) -> Line:
    """A heading over a section as the program words it; anything else as it is, which goes."""
    if line.form != "heading" or line.part in HEAD:
        return line
    return replace(line, text=TITLES.get(line.part) or heading(line.issue) or "Reasons", computed=True)


def finished(turn: Turn, lines: Sequence[Line], own: Sequence[Line], results: Results, words: int) -> list[Line]:
    """An author's text with what is missing filled by the program's own, conditions said, within the limits.

    Args:
        turn: Notes what goes for length.
        lines: The text, as far as it bears looking at.
        own: The program's own wording.
        results: What the run came to.
        words: Most words of the whole.
    """
    stated = answer_line(lines)
    body = [line for line in lines if line.part != "answer"]
    if not body:
        turn.notes.append("the position is worded by the program")
        return list(own)
    title = [line for line in lines if line.part == "answer" and line.form == "heading"]
    if stated is None or stated.words > ANSWER_WORDS:
        # A headline over another answer than its author's might say what was refused.
        stated, title = next(line for line in own if line.part == "answer"), []
        turn.notes.append("the answer is worded by the program")
    stated = replace(stated, condition="")
    chosen = results.answer
    if chosen is not None and chosen.condition and not stated.computed:
        stated = replace(stated, condition=for_whom(chosen, results))
    kept, gone = condensed([*title, stated, *body], words)
    turn.notes += [f"left out for length: “{line.text[:80]}”" for line in gone]
    return balanced([*kept, *_missing(kept, own, words - count(kept))])


def _missing(lines: Sequence[Line], own: Sequence[Line], room: int) -> list[Line]:
    """Parts that no section deals with, as the program words them, as far as there is room for a whole one."""
    told = frozenset[str]().union(*map(deals_with, by_section(lines)))
    found = list[Line]()
    for part in (one for one in TITLES if one in SECTION_NAMES and one not in told):
        for title, body in titled(part, own):
            section = [Line(part, title, form="heading", computed=True), *body]
            if count(section) <= room:
                found += section
                room -= count(section)
    return found
