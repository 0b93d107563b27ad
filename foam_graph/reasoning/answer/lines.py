"""A worded position as lines: sentences and headings in reading order, each with its part and what it rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, TypeVar, get_args

from foam_graph.agents.tasks.position import PositionSection, ReconsiderOut, WrittenText
from foam_graph.reasoning.answer.layout import Form, taken_apart
from foam_graph.reasoning.answer.references import bare
from foam_graph.reasoning.outcome.plain import with_margin, words_in

Part = Literal["answer", "overview", "why", "turns", "other_side", "order", "lacks", "leaning"]
PARTS: tuple[Part, ...] = get_args(Part)
"""In the reading order of the program's own wording; an author has an order of its own."""
TITLES: dict[Part, str] = {
    "turns": "What would turn it",
    "other_side": "The other side at its best",
    "order": "The order",
    "lacks": "What the file lacks",
    "leaning": "What leans on one document",
}
"""Headings of the parts that an author may tell anywhere, where the program words them."""
LEFT_OPEN: Final = "What is left open, and why"
"""Heading of what was not tested or not decided, which is nothing that the file lacks."""
HEAD: tuple[Part, ...] = ("answer", "overview")
"""What is read in a minute."""
HEADS: tuple[Form, ...] = ("heading", "columns")
"""Lines that name what stands below them and rest on nothing else."""
HEAD_WORDS = 200
"""Most words of answer and overview together."""


@dataclass(frozen=True)
class Line:
    """One sentence of the position.

    Attributes:
        part: Where it stands.
        text: What it says, as its author wrote it: with references such as ``[7]``.
        rests_on: Short names of what it states: A3.facts, F2, K4, T1, Q1, G3, M1; empty for a connective.
        issue: Name of the issue that it is about, of a section on several the first; empty for none.
        margin: Of an overview line: by how much it holds.
        condition: For whom or under which order of values it holds, where not for all and not said in the text.
        computed: Whether the program worded it; what an agent words is checked further.
        form: How it stands: it is a heading, begins a paragraph, an item or a step, or goes on in what it is in.
        also: Of a heading: issues and parts that its section deals with beside its own, by name.
    """

    part: Part
    text: str
    rests_on: tuple[str, ...] = ()
    issue: str = ""
    margin: str = ""
    condition: str = ""
    computed: bool = False
    form: Form = "paragraph"
    also: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What it says, references left out."""
        return bare(self.text)

    @property
    def words(self) -> int:
        """Words of it as it is read, margin included; for whom it holds is the program's to say."""
        return words_in(f"{self.said} {self.margin}")


class Standing(Protocol):
    """A sentence with its place in a position."""

    @property
    def part(self) -> str:
        """Where it stands."""

    @property
    def issue(self) -> str:
        """The issue that it is about."""

    @property
    def form(self) -> Form:
        """How it stands."""

    @property
    def also(self) -> tuple[str, ...]:
        """What its section deals with beside its own."""


Told = TypeVar("Told", bound=Standing)


def titled(part: Part, lines: Iterable[Told]) -> list[tuple[str, tuple[Told, ...]]]:
    """The program's own lines of a part under their headings; a heading without lines is left out.

    That a test was not made, or that nothing decides between two sides, is nothing that the file lacks.

    Args:
        part: One of ``TITLES``.
        lines: Lines of any part.
    """
    own = [line for line in lines if line.part == part]
    left = [line for line in own if part == "lacks" and line.issue]
    both = ((TITLES[part], [line for line in own if line not in left]), (LEFT_OPEN, left))
    return [(title, tuple(some)) for title, some in both if some]


def by_section(lines: Iterable[Told]) -> list[list[Told]]:
    """Lines by the sections that they make: each heading begins one, so does another part and, in the reasons, another issue."""
    found: list[list[Told]] = []
    for line in lines:
        before = found[-1][-1] if found else None
        goes_on = before is not None and line.form != "heading" and _place(before) == _place(line)
        if goes_on:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def columns_above(lines: Iterable[Told]) -> list[Told | None]:
    """Of each line that names of columns stand above the line that has them; None of one that is no row."""
    found, above = list[Told | None](), None
    for line in lines:
        above = line if line.form == "columns" else above if line.form == "row" else None
        found.append(above if line.form == "row" else None)
    return found


def _place(line: Standing) -> tuple[str, str]:
    return line.part, line.issue if line.part == "why" else ""


def authored(lines: Iterable[Standing]) -> bool:
    """Whether a text has headings of an author's own, and so its order."""
    return any(line.form == "heading" for line in lines)


def deals_with(section: Sequence[Standing]) -> frozenset[str]:
    """Issues and parts that a section deals with, by name."""
    first = section[0]
    return frozenset(filter(None, (first.part, first.issue, *first.also)))


def lines_of(answer: ReconsiderOut, issues: Collection[str]) -> list[Line]:
    """An agent's text as lines, in its order; none of them rests on anything yet.

    The answer stays whole, whatever it has of sentences: it is read in one go.

    Args:
        answer: The text.
        issues: Names of the issues; what a section deals with beside these and the parts is passed over.
    """
    found = [
        Line("answer", _one_run(answer.title).rstrip("."), form="heading"),
        Line("answer", _one_run(answer.answer)),
    ]
    for section in answer.sections:
        found += _section(section, issues)
    return [line for line in found if line.text]


def words_written(text: WrittenText | ReconsiderOut) -> int:
    """Words of an agent's text, as those of lines are counted."""
    told = [text.title, text.answer, *(one for section in text.sections for one in (section.heading, section.text))]
    return sum(words_in(bare(sentence)) for one in told for _, sentence in taken_apart(one))


def _section(section: PositionSection, issues: Collection[str]) -> list[Line]:
    names = list(dict.fromkeys(section.deals_with))
    own = [name for name in names if name in issues]
    parts = [part for part in TITLES if part in names]
    # A section that gives reasons on an issue asserts, whatever else it tells.
    part: Part = "why" if own or not parts else parts[0]
    issue = own[0] if own else ""
    also = tuple(name for name in (*own, *parts) if name not in (part, issue))
    told = [(form, bare(text) if form == "heading" else text) for form, text in taken_apart(section.text)]
    body = [Line(part, text, issue=issue, form=form) for form, text in told]
    head = Line(part, _one_run(section.heading).rstrip("."), issue=issue, form="heading", also=also)
    return without_bare_headings([head, *body] if head.text else body)


def _one_run(text: str) -> str:
    """A text as one run, without marks of Markdown, nor references: title, answer and headings lead to what stands below."""
    return bare(" ".join(told for _, told in taken_apart(text)))


def answer_line(lines: Iterable[Line]) -> Line | None:
    """The answer, not its headline."""
    return next((line for line in lines if line.part == "answer" and line.form != "heading"), None)


def supported(lines: Iterable[Line]) -> list[Line]:
    """Lines in which each heading, of columns too, rests on what its section rests on, the headline on what the whole does."""
    known, found = list(lines), list[Line]()
    whole = tuple(dict.fromkeys(name for line in known for name in line.rests_on))
    for section in by_section(known):
        rests = tuple(dict.fromkeys(name for line in section for name in line.rests_on))
        below = whole if section[0].part in HEAD else rests
        found += [replace(line, rests_on=below) if line.form in HEADS else line for line in section]
    return found


def count(lines: Iterable[Line]) -> int:
    """Words of lines; an overview beside an author's text is an index of it, which nobody wrote, and is not counted."""
    known = list(lines)
    index = authored(known)
    return sum(line.words for line in known if not (index and line.part == "overview"))


def in_order(lines: Iterable[Line], issues: Sequence[str]) -> list[Line]:
    """Lines of the program's own wording in reading order, those of a part by issue where it has one, else as they came."""
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
        last = _last_of_the_longest(kept)
        if last is None:
            break
        gone.append(kept.pop(last))
    return without_bare_headings(closed_up(lines, kept)), gone


def _last_of_the_longest(lines: Sequence[Line]) -> int | None:
    """Place of the last sentence of the section with most words, of those that keep one; then of all others."""
    sections = [section for section in by_section(lines) if section[0].part not in HEAD]
    bodies = [[line for line in section if line.form not in HEADS] for section in sections]
    several = [body for body in bodies if len(body) > 1] or [body for body in bodies if body]
    if not several:
        return None
    last = max(several, key=count)[-1]
    return next(n for n, line in enumerate(lines) if line is last)


def without_bare_headings(lines: Sequence[Line]) -> list[Line]:
    """Lines without the headings under which nothing is left, those of columns without a row too."""
    followed = [after.form == "row" for after in lines[1:]] + [False]
    left = [line for line, row in zip(lines, followed, strict=False) if line.form != "columns" or row]
    return [line for section in by_section(left) if any(one.form != "heading" for one in section) for line in section]


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
            begins = None if stays or line.form in HEADS else line.form
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
        short = replace(line, text=brief[line.issue], computed=True, rests_on=())
        found[place] = replace(line, margin="") if line.margin else short
    return found


def _is_brief(line: Line, brief: Mapping[str, str]) -> bool:
    return not line.margin and line.text == brief.get(line.issue, line.text)


def numbered(lines: Sequence[Line]) -> dict[str, Line]:
    """Lines by the number (P1, P2, …) under which a second reader sees them."""
    return {f"P{n}": line for n, line in enumerate(lines, 1)}


def as_read(line: Line) -> str:
    """A line as it is read: condition and margin said with it, references left out."""
    text = line.said.rstrip()
    if line.condition:
        end = text[-1] if text[-1:] in ".!?" else "."
        text = f"{text.rstrip('.!?')} ({line.condition}){end}"
    return with_margin(text, line.margin)
