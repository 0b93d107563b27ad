"""The second reading: somebody with the whole file says what the wording lacks and where it says too much."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from foam_graph.agents.tasks.position import (
    MissedPoint,
    ReliefAnswer,
    SecondReadingIn,
    SecondReadingOut,
    SentenceVerdict,
)
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.faults import balanced
from foam_graph.reasoning.answer.grounding import Ground, Missed
from foam_graph.reasoning.answer.lines import Line, authored, condensed, count, numbered
from foam_graph.reasoning.answer.supporting import SPARE, Asked, replacing, shown
from foam_graph.reasoning.answer.wording import ATTEMPTS, WORDS, Wording, with_borne_headings, worded
from foam_graph.reasoning.answer.writing import brief_of
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import beginning, first_sentence, readable, sentence
from foam_graph.reasoning.turns import Turn

_WORD = re.compile(r"[^\W\d_]{4,}|\d[\d.,]*")
_NAMED_BY = 8
"""Words by which a sentence is named to its author."""
_TAKEN_UP = 0.6
"""Share of a missed point's words that a sentence must have to be about it."""
_POINT_WORDS = 30
"""Most words of a point that is only listed."""
_NOT_TOLD = "Not dealt with here"
"""What is said of points that a reader missed and that nobody took up."""
_LISTED = 5
"""Of the words of the whole one in so many may go to points that are only listed; the others are noted on the turn."""


@dataclass(frozen=True)
class Read:
    """What came of a second reading.

    Attributes:
        lines: The position in its last wording.
        missed: Decisive points that the last wording only lists as not dealt with, in words.
        lost: Decisive points that stand nowhere in it.
        took_place: Whether somebody read it; offline nobody does.
        reliefs: What becomes of what is asked for beyond the options, by name.
    """

    lines: tuple[Line, ...]
    missed: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    took_place: bool = False
    reliefs: Mapping[str, ReliefAnswer] = field(default_factory=dict)


@dataclass(frozen=True)
class Before:
    """What a reader is told beside the wording.

    Attributes:
        words: Most words of the whole.
        missed: Decisive points that an earlier reading named.
        wished: Its other points.
        rollout: Number of the reading.
        decisive: What was listed as decisive before anything was written.
    """

    words: int
    missed: Mapping[str, Missed] = field(default_factory=dict)
    wished: Sequence[str] = ()
    rollout: int = 0
    decisive: tuple[str, ...] = ()


def read_again(
    turn: Turn,
    desk: Desk,
    graph: Subgraph,
    results: Results,
    first: Wording,
    words: int = WORDS,
    decisive: tuple[str, ...] = (),
) -> Read:
    """Has a wording read against the file; decisive gaps and sentences that say too much lead to one more wording.

    Args:
        turn: The turn that words; what was asked is recorded on it.
        desk: The run, its documents and its case file.
        graph: The run.
        results: What it came to.
        first: The wording.
        words: Most words of the whole.
        decisive: What was listed as decisive before anything was written.
    """
    lines = first.lines
    if desk.brief.agent.provider == "offline":
        return Read(lines, reliefs=first.reliefs)
    answer = _ask(turn, desk, graph, results, first, Before(words, decisive=decisive))
    if answer is None:
        turn.notes.append("nobody read the wording against the file")
        return Read(lines, reliefs=first.reliefs)
    refused = _refused(answer, lines)
    points = _points(answer, results)
    if not refused and not points:
        return Read(lines, took_place=True, reliefs=first.reliefs)
    asked = Asked(
        points, _faults(refused), frozenset(refused), ATTEMPTS, lines,
        wished=_wished(answer), reliefs=first.reliefs, decisive=decisive,
    )  # fmt: skip
    second = worded(turn, desk, graph, results, words, asked)
    again, points, met = _read_last(turn, desk, graph, results, second, asked, words)

    def told(name: str, text: Sequence[Line]) -> bool:
        found = name in met and _still_told(name, points[name], text, second.lines)
        return found or _taken_up(name, points[name], text, lines)

    left = {name: one for name, one in points.items() if not told(name, again.lines)}
    turn.notes += [f"not taken up: {one.text[:200]}" for one in left.values()]
    whole, listed = with_missed(again.lines, left, words)
    # What gave way to the points that are listed may have been the sentence that took up another one.
    lost = [one.text for name, one in points.items() if name not in listed and not told(name, whole)]
    ground = Ground(graph, results, desk.file, points)
    settled = tuple(balanced([_settled(line, points) for line in with_borne_headings(whole, ground)]))
    missed = tuple(one.text for name, one in left.items() if name in listed)
    return Read(settled, missed, tuple(lost), True, {**first.reliefs, **again.reliefs})


def _read_last(
    turn: Turn, desk: Desk, graph: Subgraph, results: Results, wording: Wording, asked: Asked, words: int
) -> tuple[Wording, dict[str, Missed], frozenset[str]]:
    """The new wording read once more: what it says beyond the file is worded anew, and what stays unsupported goes.

    Returns:
        The last wording, all decisive points that were missed on the way, and those of them that this reading misses no
        more: somebody with the whole file found them dealt with, in whatever words.
    """
    answer = _ask(turn, desk, graph, results, wording, Before(words, asked.missed, asked.wished, 1, asked.decisive))
    own = {line.text for line in wording.lines if line.computed}
    found = _refused(answer, wording.lines) if answer else {}
    refused = {text: one for text, one in found.items() if text not in own}
    missed = _points(answer, results, asked.missed) if answer else {}
    points = {**asked.missed, **missed}
    met = frozenset(asked.missed) - frozenset(missed) if answer else frozenset[str]()
    if not refused and not missed:
        return wording, points, met
    unsupported = frozenset(text for text, one in refused.items() if one.verdict == "unsupported")
    again = Asked(
        points, _faults(refused), asked.gone | unsupported, 2 * ATTEMPTS, wording.lines, met,
        _wished(answer), {**asked.reliefs, **wording.reliefs},
    )  # fmt: skip
    return worded(turn, desk, graph, results, words, again), points, met


def _points(
    answer: SecondReadingOut, results: Results, before: Mapping[str, Missed] | None = None
) -> dict[str, Missed]:
    """The decisive points that a reading missed, named M1, M2, …; one that was missed before keeps its name."""
    earlier = before or {}
    found: dict[str, Missed] = {}
    for point in (_point(one, results) for one in answer.missed if one.decisive):
        wanted = _words(point.text)
        same = (n for n, one in earlier.items() if len(wanted & _words(one.text)) >= _TAKEN_UP * len(wanted))
        found[next(same, f"M{len({**earlier, **found}) + 1}")] = point
    return found


def _wished(answer: SecondReadingOut | None) -> tuple[str, ...]:
    """Points that are not decisive and that a reader would have expected, with the sentences that show them."""
    missed = [one for one in answer.missed if not one.decisive] if answer else []
    return tuple(" ".join(filter(None, (one.point, _behind(one), replacing(one.instead)))) for one in missed)


def _behind(missed: MissedPoint) -> str:
    return f"({', '.join(missed.evidence)})" if missed.evidence else ""


def _refused(answer: SecondReadingOut, lines: Sequence[Line]) -> dict[str, SentenceVerdict]:
    """Sentences that are not entailed, each with the verdict on it; numbers that name no sentence are passed over."""
    by_number = numbered(lines)
    told = [one for one in answer.sentences if one.verdict != "entailed" and one.sentence in by_number]
    return {by_number[one.sentence].text: one for one in told}


def _faults(refused: Mapping[str, SentenceVerdict]) -> tuple[str, ...]:
    """What is wrong with sentences, by the numbers under which their author sees them too."""
    return tuple(
        f"{one.sentence} “{beginning(text, _NAMED_BY)}” is {one.verdict}: {one.why}" for text, one in refused.items()
    )


def _ask(
    turn: Turn, desk: Desk, graph: Subgraph, results: Results, wording: Wording, before: Before
) -> SecondReadingOut | None:
    """Asked as an evaluator, who may be another model; its calls and notes are the turn's."""
    reader = desk.turn(Role.EVALUATOR, turn.step)
    data = SecondReadingIn(
        question=results.question,
        dated=desk.brief.as_of[:10],
        words=int(before.words * SPARE),
        used=count(wording.lines),
        points=list(before.decisive),
        brief=brief_of(desk, graph),
        position=[shown(name, line) for name, line in numbered(wording.lines).items()],
        reliefs=[
            f"{first_sentence(results.reliefs.get(name, name))} {one.answer}: {one.why}"
            for name, one in wording.reliefs.items()
        ],
        issues=[f"{one.question} {one.words} {one.for_whom}".strip() for one in results.issues],
        turns=[one.text for one in results.turns.values()],
        told_before=[*(f"Decisive: {one.text}" for one in before.missed.values()), *before.wished],
    )
    answer = reader.ask("second_reading", data, SecondReadingOut, desk.citable(), before.rollout)
    turn.calls += reader.calls
    turn.notes += reader.notes
    return answer


def _point(missed: MissedPoint, results: Results) -> Missed:
    """A missed point in words, with the documents that show it."""
    file = results.names.file
    known = [one for one in missed.evidence if one in results.sentences]
    titles = dict.fromkeys(file.document_of(file.by_short[one]).title for one in known)
    source = f" ({'; '.join(titles)})" if titles else ""
    return Missed(sentence(f"{readable(missed.point).rstrip('.')}{source}"), tuple(known), missed.instead)


def _taken_up(name: str, point: Missed, again: Sequence[Line], before: Sequence[Line]) -> bool:
    """Whether the new wording names the point, or a sentence that is new says most of its words."""
    wanted = _words(point.text)
    earlier = {line.text for line in before}
    return any(
        name in line.rests_on
        or (line.text not in earlier and bool(wanted) and len(wanted & _words(line.said)) >= _TAKEN_UP * len(wanted))
        for line in again
    )


def _still_told(name: str, point: Missed, lines: Sequence[Line], read: Sequence[Line]) -> bool:
    """Whether what a reading found dealt with still is: nothing that was read went, or a sentence rests on what shows it."""
    shows = {name, *point.sentences}
    return set(read) <= set(lines) or any(not shows.isdisjoint(line.rests_on) for line in lines)


def _words(text: str) -> set[str]:
    return {one.casefold() for one in _WORD.findall(text)}


def with_missed(lines: Sequence[Line], left: Mapping[str, Missed], words: int) -> tuple[list[Line], set[str]]:
    """Lines with the points that nobody took up listed at the end; these never go for length.

    Returns:
        The lines, and the names of the points that are listed: where there are too many, the last ones are not.
    """
    head = [Line("lacks", _NOT_TOLD, form="heading", computed=True)] if authored(lines) else []
    more, room = dict[str, Line](), words // _LISTED
    for name, one in left.items():
        told = beginning(one.text, _POINT_WORDS)
        text = told if head else f"{_NOT_TOLD}: {told}"
        line = Line("lacks", text, (name,), computed=True, form="item")
        if line.words <= room:
            more[name] = line
            room -= line.words
    listed = [*head, *more.values()] if more else []
    kept, _ = condensed(lines, max(0, words - sum(one.words for one in listed)))
    return [*kept, *listed], set(more)


def _settled(line: Line, points: Mapping[str, Missed]) -> Line:
    """A line that rests on the sentences behind missed points, whose names are of this reading alone."""
    rests = dict.fromkeys(
        one for name in line.rests_on for one in (points[name].sentences if name in points else (name,))
    )
    return replace(line, rests_on=tuple(rests), computed=line.computed or (bool(line.rests_on) and not rests))
