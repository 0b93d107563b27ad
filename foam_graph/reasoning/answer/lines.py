"""A worded position as lines: six parts, each sentence with what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from foam_graph.agents.tasks.position import ComposeOut
from foam_graph.reasoning.answer.layout import Form, taken_apart
from foam_graph.reasoning.answer.plain import with_margin, words_in

Part = Literal["answer", "overview", "why", "turns", "other_side", "order", "lacks"]
PARTS: tuple[Part, ...] = get_args(Part)
"""In reading order; the answer and its overview are one part of the position's six, told apart because both are short."""
HEAD: tuple[Part, ...] = ("answer", "overview")
"""What is read in a minute."""
HEAD_WORDS = 200
"""Most words of answer and overview together."""


@dataclass(frozen=True)
class Line:
    """One sentence of the position.

    Attributes:
        part: Where it stands.
        text: What it says.
        rests_on: Short names of what it states: A3.facts, F2, K4, T1, Q1, G3, M1; empty for a connective.
        issue: Name of the issue that it is about; empty for none.
        margin: Of an overview line: by how much it holds.
        condition: For whom or under which order of values it holds, where not for all and not said in the text.
        computed: Whether the program worded it; what an agent words is checked further.
        form: How it stands: it begins a paragraph, an item or a step, or goes on in what it is in.
        heading: Of an overview line that an agent worded: that line as the headline over the reasons of its issue.
    """

    part: Part
    text: str
    rests_on: tuple[str, ...] = ()
    issue: str = ""
    margin: str = ""
    condition: str = ""
    computed: bool = False
    form: Form = "paragraph"
    heading: str = ""

    @property
    def words(self) -> int:
        """Words of it as it is read, margin and condition included."""
        return words_in(f"{self.text} {self.margin} {self.condition}")

    @property
    def section(self) -> tuple[str, str]:
        """What it is counted with: its part, in the reasons its issue as well."""
        return self.part, self.issue if self.part == "why" else ""


def lines_of(answer: ComposeOut) -> list[Line]:
    """An agent's text as lines, in reading order; none of them rests on anything yet.

    The answer and a line of the overview stay whole, whatever they have of sentences: they are read in one go.
    """
    found = [Line("answer", _one(answer.answer))]
    found += [
        headlined(Line("overview", _one(one.finding), (), one.issue, _one(one.margin))) for one in answer.overview
    ]
    for prose in answer.why:
        found += [Line("why", text, issue=prose.issue, form=form) for form, text in taken_apart(prose.text)]
    for part in ("turns", "other_side", "order", "lacks"):
        found += [Line(part, text, form=form) for form, text in taken_apart(getattr(answer, part))]
    return [line for line in found if line.text]


def headlined(line: Line) -> Line:
    """A line of the overview that is the headline over its issue."""
    return replace(line, heading=with_margin(line.text, line.margin).rstrip("."))


def _one(text: str) -> str:
    """A text as one run, without marks of Markdown."""
    return " ".join(told for _, told in taken_apart(text))


def count(lines: Iterable[Line]) -> int:
    """Words of lines."""
    return sum(line.words for line in lines)


def order_of(lines: Iterable[Line], issues: Sequence[str]) -> list[str]:
    """Issues in the order in which the overview has them, which is its author's; what it has not, behind."""
    return list(dict.fromkeys([*(line.issue for line in lines if line.part == "overview"), *issues]))


def in_order(lines: Iterable[Line], issues: Sequence[str]) -> list[Line]:
    """Lines in reading order, those of a part by issue where it has one, else as they came."""
    place = {name: n for n, name in enumerate(issues)}

    def key(line: Line) -> tuple[int, int]:
        own = place.get(line.issue, len(place)) if line.part in ("overview", "why") else 0
        return PARTS.index(line.part), own

    return sorted(lines, key=key)


def condensed(lines: Sequence[Line], words: int) -> tuple[list[Line], list[Line]]:
    """Lines within the limits: whole sentences go from the end of the longest section, answer and overview never.

    Args:
        lines: In reading order.
        words: Most words of the whole.

    Returns:
        What stays, and what went.
    """
    kept, gone = list(lines), list[Line]()
    while count(kept) > words:
        longest = _longest(kept)
        if longest is None:
            break
        _drop(kept, gone, longest)
    return closed_up(lines, kept), gone


def closed_up(before: Sequence[Line], kept: Sequence[Line]) -> list[Line]:
    """What is kept of lines, each paragraph and item begun by its first sentence that is left.

    Args:
        before: The lines.
        kept: Those of them that stay, in their order.
    """
    found, left = list[Line](), list(kept)
    begins: Form | None = None
    for line in before:
        stays = bool(left) and left[0] == line
        if line.form != "continues":
            begins = None if stays else line.form
        if stays:
            left.pop(0)
            went = line.form == "continues" and begins is not None
            found.append(replace(line, form=begins) if went and begins else line)
            begins = None
    return [*found, *left]


def with_short_head(lines: Sequence[Line], brief: Mapping[str, str], words: int = HEAD_WORDS) -> list[Line]:
    """Lines whose overview fits: margins go first, then the longest lines become the program's brief ones; none goes.

    Args:
        lines: In reading order.
        brief: Issue to what it came to, in a few words.
        words: Most words of answer and overview.
    """
    found = list(lines)
    while count(line for line in found if line.part in HEAD) > words:
        long = [n for n, line in enumerate(found) if line.part == "overview" and not _is_brief(line, brief)]
        if not long:
            break
        place = max(long, key=lambda n: (bool(found[n].margin), found[n].words))
        line = found[place]
        short = replace(line, text=brief[line.issue], computed=True, rests_on=(), heading="")
        found[place] = headlined(replace(line, margin="")) if line.margin else short
    return found


def _is_brief(line: Line, brief: Mapping[str, str]) -> bool:
    return not line.margin and line.text == brief.get(line.issue, line.text)


def _longest(lines: Sequence[Line]) -> tuple[str, str] | None:
    """The section with most words of those that keep a sentence; then of all others."""
    sections: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        if line.part not in HEAD:
            sections.setdefault(line.section, []).append(line)
    several = {name: own for name, own in sections.items() if len(own) > 1} or sections
    return max(several, key=lambda name: count(several[name])) if several else None


def _last(lines: Sequence[Line], section: tuple[str, str]) -> int | None:
    return next((n for n in range(len(lines) - 1, -1, -1) if lines[n].section == section), None)


def _drop(kept: list[Line], gone: list[Line], section: tuple[str, str]) -> None:
    place = _last(kept, section)
    if place is not None:
        gone.append(kept.pop(place))


def numbered(lines: Sequence[Line]) -> dict[str, Line]:
    """Lines by the number (P1, P2, …) under which a second reader sees them."""
    return {f"P{n}": line for n, line in enumerate(lines, 1)}


def as_read(line: Line) -> str:
    """A line as it is read: condition and margin said with it."""
    text = line.text.rstrip()
    if line.condition:
        end = text[-1] if text[-1:] in ".!?" else "."
        text = f"{text.rstrip('.!?')} ({line.condition}){end}"
    return with_margin(text, line.margin)
