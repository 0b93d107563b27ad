"""The second reading: somebody with the whole file says what the wording lacks and where it says too much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from foam_graph.agents.tasks.position import MissedPoint, SecondReadingIn, SecondReadingOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.lines import Line, as_read, condensed, in_order, numbered
from foam_graph.reasoning.answer.outcome import Results
from foam_graph.reasoning.answer.plain import readable, sentence
from foam_graph.reasoning.answer.wording import WORDS, Asked, worded
from foam_graph.reasoning.arguments.drafting import Desk, theories
from foam_graph.reasoning.turns import Turn

_ROLLOUT = 2
"""Number of the first wording after a second reading: the two before it have 0 and 1."""
_WORD = re.compile(r"[^\W\d_]{4,}|\d[\d.,]*")
_TAKEN_UP = 0.6
"""Share of a missed point's words that a sentence must have to be about it."""


_POINT_WORDS = 30
"""Most words of a point that is only listed."""
_LISTED = 5
"""Of the words of the whole one in so many may go to points that are only listed; the others are noted on the turn."""


@dataclass(frozen=True)
class Read:
    """What came of a second reading.

    Attributes:
        lines: The position in its last wording.
        missed: Decisive points that the last wording does not take up, in words.
        took_place: Whether somebody read it; offline nobody does.
    """

    lines: tuple[Line, ...]
    missed: tuple[str, ...] = ()
    took_place: bool = False


def read_again(
    turn: Turn, desk: Desk, graph: Subgraph, results: Results, lines: Sequence[Line], words: int = WORDS
) -> Read:
    """Has a wording read against the file; decisive gaps and sentences that say too much lead to one more wording.

    Args:
        turn: The turn that words; what was asked is recorded on it.
        desk: The run, its documents and its case file.
        graph: The run.
        results: What it came to.
        lines: The wording.
        words: Most words of the whole.
    """
    if desk.brief.agent.provider == "offline":
        return Read(tuple(lines))
    answer = _ask(turn, desk, graph, results, lines)
    if answer is None:
        turn.notes.append("nobody read the wording against the file")
        return Read(tuple(lines))
    by_number = numbered(lines)
    told = [one for one in answer.sentences if one.verdict != "entailed" and one.sentence in by_number]
    judged = {by_number[one.sentence].text: one for one in told}
    points = {f"M{n}": _point(one, desk.file) for n, one in enumerate((m for m in answer.missed if m.decisive), 1)}
    if not judged and not points:
        return Read(tuple(lines), (), True)
    faults = [f"“{text[:200]}” is {one.verdict}: {one.why}" for text, one in judged.items()]
    asked = Asked(tuple(points.items()), tuple(faults), frozenset(judged), _ROLLOUT)
    again = worded(turn, desk, graph, results, words, asked)
    again = [line for line in again if line.text not in judged or line.computed]
    lost = [text for name, text in points.items() if not _taken_up(name, text, again, lines)]
    turn.notes += [f"not taken up: {text[:200]}" for text in lost]
    return Read(tuple(with_missed(again, lost, results, words)), tuple(lost), True)


def _ask(turn: Turn, desk: Desk, graph: Subgraph, results: Results, lines: Sequence[Line]) -> SecondReadingOut | None:
    """Asked as an evaluator, who may be another model; its calls and notes are the turn's."""
    reader = desk.turn(Role.EVALUATOR, turn.step)
    agenda, _ = desk.shown(graph)
    held = [
        f"{results.roles.get(stance, stance)}: {one.issue}={one.outcome}: {one.why}"
        for stance, holdings in theories(graph).items()
        for one in holdings
    ]
    data = SecondReadingIn(
        question=results.question,
        brief=str(agenda.node.get("text") or ""),
        theories=held,
        position=[f"{name} {as_read(line)}" for name, line in numbered(lines).items()],
        issues=[f"{one.question} {one.words} {one.for_whom}".strip() for one in results.issues],
    )
    answer = reader.ask("second_reading", data, SecondReadingOut, desk.citable())
    turn.calls += reader.calls
    turn.notes += reader.notes
    return answer


def _point(missed: MissedPoint, file: CaseFile) -> str:
    """A missed point in words, with the documents that show it."""
    known = [file.by_short[one] for one in missed.evidence if one in file.by_short]
    titles = dict.fromkeys(file.document_of(one).title for one in known)
    source = f" ({'; '.join(titles)})" if titles else ""
    return sentence(f"{readable(missed.point).rstrip('.')}{source}")


def _taken_up(name: str, text: str, again: Sequence[Line], before: Sequence[Line]) -> bool:
    """Whether the new wording names the point, or a sentence that is new says most of its words."""
    wanted = _words(text)
    earlier = {line.text for line in before}
    return any(
        name in line.rests_on
        or (line.text not in earlier and bool(wanted) and len(wanted & _words(line.text)) >= _TAKEN_UP * len(wanted))
        for line in again
    )


def _words(text: str) -> set[str]:
    return {one.casefold() for one in _WORD.findall(text)}


def with_missed(lines: Sequence[Line], lost: Sequence[str], results: Results, words: int) -> list[Line]:
    """Lines with the points that nobody took up listed under what the file lacks; these never go for length."""
    more, left = list[Line](), words // _LISTED
    for text in lost:
        line = Line("lacks", f"Not argued, as a second reader found: {_short(text)}", computed=True)
        if line.words <= left:
            more.append(line)
            left -= line.words
    kept, _ = condensed(lines, max(0, words - sum(one.words for one in more)))
    return in_order([*(_settled(line) for line in kept), *more], [one.name for one in results.issues])


def _short(text: str) -> str:
    """The beginning of a point, for a list."""
    told = text.split()
    return text if len(told) <= _POINT_WORDS else f"{' '.join(told[:_POINT_WORDS])} …"


def _settled(line: Line) -> Line:
    """A line without the names of missed points, which are of this reading alone; what then rests on nothing says so."""
    rests = tuple(name for name in line.rests_on if not (name.startswith("M") and name[1:].isdigit()))
    return replace(line, rests_on=rests, computed=line.computed or (bool(line.rests_on) and not rests))
