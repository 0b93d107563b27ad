"""The position worded by an agent, sentence by sentence held against what was computed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from foam_graph.agents.tasks.position import ComposeIn, ComposeOut, IssueResult, OptionResult, ReliefAnswer
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.composing import composed, for_whom
from foam_graph.reasoning.answer.grounding import Ground, Missed
from foam_graph.reasoning.answer.lines import (
    HEAD,
    HEAD_WORDS,
    PARTS,
    Line,
    condensed,
    count,
    in_order,
    lines_of,
    with_short_head,
)
from foam_graph.reasoning.answer.outcome import IssueEnd, OptionEnd, Results
from foam_graph.reasoning.answer.plain import listed
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.turns import Turn

WORDS = 900
"""Most words of a position, where nothing else was asked for."""
_TOLD = 20
"""Faults told of one wording."""
ATTEMPTS = 2
"""Times that a wording is asked for before what is at fault goes."""
_SHARES = {
    "answer": 0.07,
    "overview": 0.08,
    "why": 0.58,
    "turns": 0.06,
    "other_side": 0.09,
    "order": 0.08,
    "lacks": 0.04,
}
"""Of the words of the whole the share of each part: what decides has most of them."""


@dataclass(frozen=True)
class Asked:
    """What a wording is asked with beside the results.

    Attributes:
        missed: Points of a second reading by name.
        faults: What was wrong with the earlier wording.
        gone: Sentences that may not come back.
        rollout: Number of the first attempt.
        earlier: The wording before.
        met: Of the missed points those that the wording before took up.
        wished: Points that a reader would have expected, and that decide nothing.
        reliefs: What the wording before answered to what is asked for beyond the options, by name.
        draft: The answer as plain text, for a first wording.
    """

    missed: Mapping[str, Missed] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    rollout: int = 0
    earlier: Sequence[Line] = ()
    met: frozenset[str] = frozenset()
    wished: tuple[str, ...] = ()
    reliefs: Mapping[str, ReliefAnswer] = field(default_factory=dict)
    draft: str = ""


@dataclass(frozen=True)
class Wording:
    """The position in words.

    Attributes:
        lines: In reading order, each without a fault; every part and every issue has one.
        reliefs: What becomes of what is asked for beyond the options, by name.
    """

    lines: tuple[Line, ...]
    reliefs: Mapping[str, ReliefAnswer] = field(default_factory=dict)


def worded(
    turn: Turn, desk: Desk, graph: Subgraph, results: Results, words: int = WORDS, asked: Asked | None = None
) -> Wording:
    """The position in words: an agent's, checked and asked for again once, or the program's own.

    Args:
        turn: The turn that asks; what was refused, left out or condensed is noted on it.
        desk: The run, its documents and its case file.
        graph: The run.
        results: What it came to.
        words: Most words of the whole.
        asked: For a second wording: what a reader missed or refused.
    """
    own = composed(results, words)
    if desk.brief.agent.provider == "offline":
        return Wording(tuple(own))
    want = asked or Asked()
    ground = Ground(graph, results, desk.file, want.missed)
    brief = brief_of(desk, graph)
    faults = list(want.faults)
    lines: list[Line] = []
    reliefs: dict[str, ReliefAnswer] = {}
    option = ""
    for attempt in range(ATTEMPTS):
        before = replace(want, earlier=lines or want.earlier, reliefs={**want.reliefs, **reliefs})
        data = _input(results, words, before, faults, brief)
        answer = turn.ask("compose", data, ComposeOut, desk.citable(), want.rollout + attempt)
        if answer is None:
            continue
        found = [_without_strange_company(turn, line, ground) for line in lines_of(answer)]
        lines, option = in_order(found, [one.name for one in results.issues]), answer.option
        faults = wording_faults(option, lines, results, ground, words, want.gone)
        reliefs, refused = _reliefs(turn, answer, results, ground)
        faults += refused
        if not faults:
            break
        turn.notes += faults[:_TOLD]
    else:
        lines = _without_faults(turn, lines, results, ground, want.gone)
        if option != (results.answer.name if results.answer else ""):
            lines = [line for line in lines if line.part != "answer"]
    return Wording(tuple(finished(turn, lines, own, results, words)), reliefs)


def brief_of(desk: Desk, graph: Subgraph) -> str:
    """The answer in short that came with the agenda, before anybody argued; empty where there is none."""
    return str(desk.shown(graph)[0].node.get("text") or "")


def _without_strange_company(turn: Turn, line: Line, ground: Ground) -> Line:
    """A line without what is at fault beside it and not in it: that is not worth a wording of the whole anew.

    That is a margin of the overview that nothing bears out, or a name among others that may not be rested on there.
    """
    if not ground.faults(line):
        return line
    known = tuple(name for name in line.rests_on if ground.known(name, line.part))
    for bare in (replace(line, margin=""), replace(line, rests_on=known)):
        if bare != line and (bare.rests_on or line.part == "overview") and not ground.faults(bare):
            strange = [name for name in line.rests_on if name not in bare.rests_on]
            what = (
                f"the margin “{line.margin[:80]}”" if not strange else f"{', '.join(strange)} behind “{line.text[:60]}”"
            )
            turn.notes.append(f"left out: {what}")
            return bare
    return line


def _reliefs(
    turn: Turn, answer: ComposeOut, results: Results, ground: Ground
) -> tuple[dict[str, ReliefAnswer], list[str]]:
    """What becomes of what is asked for, as far as it bears looking at; and what is wrong with the rest."""
    good, faults = dict[str, ReliefAnswer](), list[str]()
    for one in answer.reliefs:
        line = _without_strange_company(turn, Line("order", one.why, tuple(dict.fromkeys(one.rests_on))), ground)
        own = [f"is about {one.relief}, which nobody asks for"] if one.relief not in results.reliefs else []
        own += ground.faults(line)
        faults += [f"relief {one.relief}: “{one.why[:80]}” {fault}" for fault in own]
        if not own:
            good[one.relief] = one.model_copy(update={"rests_on": list(line.rests_on)})
    told = {one.relief for one in answer.reliefs}
    return good, faults + [f"relief {name} has no answer" for name in results.reliefs if name not in told]


def _input(results: Results, words: int, asked: Asked, faults: Sequence[str], brief: str) -> ComposeIn:
    return ComposeIn(
        question=results.question,
        words=words,
        budget={part: int(words * share) for part, share in _SHARES.items()},
        brief="" if asked.draft and not asked.earlier else brief,
        draft="" if asked.earlier else asked.draft,
        options=[
            OptionResult(option=one.name, text=one.text, status=one.status, condition=one.condition)
            for one in results.options
        ],
        issues=[issue_result(results, one) for one in results.issues],
        turns=[f"{name}: {one.text}" for name, one in results.turns.items()],
        advocates=[results.arguments[name] for name in results.advocates if name in results.arguments],
        reliefs=[f"{name}: {text}" for name, text in results.reliefs.items()],
        gaps=[f"{name}: {text}" for name, text in results.gaps.items()],
        missed=[_told(name, one, asked) for name, one in asked.missed.items()],
        fell=sorted(results.felled, key=lambda number: int(number[1:])),
        wished=list(asked.wished),
        faults=list(faults)[:_TOLD],
        earlier=[_shown(line) for line in asked.earlier],
        used=_used(asked.earlier),
        answered=[f"{name} {one.answer}: {one.why} ({', '.join(one.rests_on)})" for name, one in asked.reliefs.items()],
    )


def _used(lines: Sequence[Line]) -> dict[str, int]:
    """Words of a wording as they are counted: of the whole, and of each part."""
    if not lines:
        return {}
    return {"whole": count(lines)} | {part: count(line for line in lines if line.part == part) for part in PARTS}


def _told(name: str, point: Missed, asked: Asked) -> str:
    """A missed point with its sentences, and whether it has been taken up."""
    met = " It is in the earlier wording now: keep it there." if name in asked.met else ""
    return f"{name}: {point.text} ({', '.join(point.sentences)}){met}"


def _shown(line: Line) -> str:
    """A sentence of an earlier wording with its place and what it rests on."""
    place = " ".join(filter(None, (line.part, line.issue))) + (", going on" if line.continues else "")
    return f"{place}: {line.text} {line.margin}".rstrip() + (f" ({', '.join(line.rests_on)})" if line.rests_on else "")


def issue_result(results: Results, issue: IssueEnd) -> IssueResult:
    """An issue as whoever words the position is told of it."""
    return IssueResult(
        issue=issue.name,
        question=issue.question,
        end=issue.end,
        outcome=issue.words,
        for_=issue.for_whom,
        settles=issue.settles,
        standing=[results.arguments[name] for name in issue.standing],
        fallen=[f"{name} ({results.arguments[name].outcome}): {why}" for name, why in issue.fallen.items()],
        objections=[f"{one.name}: {one.grounds} {one.fate}" for one in issue.objections],
        margins=list(issue.margins),
    )


def wording_faults(
    option: str, lines: Sequence[Line], results: Results, ground: Ground, words: int, gone: Collection[str] = ()
) -> list[str]:
    """What is wrong with a wording as a whole and with each of its sentences."""
    holds = results.answer.name if results.answer else ""
    faults = []
    if option != holds:
        faults.append(f"the answer states {option or 'no option'}; computed was {holds or 'that it is open'}")
    for line in lines:
        faults += [f"“{line.text[:80]}” {fault}" for fault in _line_faults(line, results, ground, gone)]
    chosen = results.answer
    if (
        chosen is not None
        and chosen.condition
        and not any(line.part == "answer" and _says_for_whom(line, chosen, results) for line in lines)
    ):
        named = listed([results.roles.get(one, one) for one in chosen.in_for])
        faults.append(f"the answer does not say for whom it holds: name {named}")
    for section, text in _too_connective(lines):
        faults.append(f"{section}: more than one sentence in three rests on nothing: “{text[:80]}”")
    overview = [line.issue for line in lines if line.part == "overview"]
    faults += [f"overview: issue {name} is there twice" for name in dict.fromkeys(overview) if overview.count(name) > 1]
    told = {(line.part, line.issue) for line in lines}
    for issue in results.issues:
        faults += [
            f"{part}: issue {issue.name} is missing" for part in ("overview", "why") if (part, issue.name) not in told
        ]
    faults += [f"{part} is empty" for part in _wanted(results) if not any(line.part == part for line in lines)]
    head = count(line for line in lines if line.part in HEAD)
    if head > HEAD_WORDS:
        faults.append(f"answer and overview have {head} words, at most {HEAD_WORDS}")
    if count(lines) > words:
        faults.append(f"the whole has {count(lines)} words, at most {words}: shorten by {count(lines) - words}")
    return faults


def _line_faults(line: Line, results: Results, ground: Ground, gone: Collection[str]) -> list[str]:
    found = ground.faults(line)
    if line.part in ("overview", "why") and line.issue not in {one.name for one in results.issues}:
        found.append(f"is about {line.issue!r}, which is no issue")
    if line.text in gone:
        found.append("was refused before")
    return found


def _wanted(results: Results) -> list[str]:
    """Parts that must not be empty: those for which there is something to say."""
    has = {"turns": results.turns, "other_side": results.advocates, "lacks": results.gaps}
    return [part for part in PARTS if part in ("answer", "order") or has.get(part)]


def _too_connective(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """Connectives beyond one sentence in three of their section, the last ones."""
    found = []
    for section in dict.fromkeys(line.section for line in lines if line.part not in HEAD):
        own = [line for line in lines if line.section == section]
        bare = [line for line in own if not line.rests_on and not line.computed]
        allowed = len(own) // 3
        # Each that goes leaves a shorter section, in which fewer are allowed.
        while len(bare) > allowed:
            last = bare.pop()
            own.remove(last)
            allowed = len(own) // 3
            found.append((" ".join(filter(None, section)), last.text))
    return found


def balanced(lines: Sequence[Line]) -> list[Line]:
    """Lines without the connectives that are too many, since others went: at most one in three of a section."""
    bare = _too_connective(lines)
    return [line for line in lines if (" ".join(filter(None, line.section)), line.text) not in bare]


def _without_faults(
    turn: Turn, lines: Sequence[Line], results: Results, ground: Ground, gone: Collection[str]
) -> list[Line]:
    """Sentences without a fault; those with one go, and that they went is noted."""
    kept = [line for line in lines if not _line_faults(line, results, ground, gone)]
    bare = {text for _, text in _too_connective(kept)}
    kept = [line for line in kept if line.text not in bare]
    first: dict[tuple[str, str], Line] = {}
    for line in kept:
        first.setdefault((line.part, line.issue), line)
    kept = [line for line in kept if line.part != "overview" or line is first[line.part, line.issue]]
    turn.notes += [f"left out: “{line.text[:80]}”" for line in lines if line not in kept]
    return kept


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
        found += [line] if lost else []
    ordered = in_order([stated, *found], [one.name for one in results.issues])
    ordered = [replace(line, condition="") for line in ordered]
    chosen = results.answer
    if chosen is not None and chosen.condition and not _says_for_whom(ordered[0], chosen, results):
        ordered[0] = replace(ordered[0], condition=for_whom(chosen, results))
    kept, gone = condensed(with_short_head(ordered, results.briefs, min(HEAD_WORDS, words)), words)
    turn.notes += [f"left out for length: “{line.text[:80]}”" for line in gone]
    return balanced(kept)


def _says_for_whom(line: Line, chosen: OptionEnd, results: Results) -> bool:
    """Whether a sentence names everybody for whom an option holds: then its condition is not said again."""
    return all(results.roles.get(one, one).casefold() in line.text.casefold() for one in chosen.in_for)
