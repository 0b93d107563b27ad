"""A kept position by the sections under which people read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam_graph.reasoning.answer.lines import TITLES, authored, by_section, deals_with, titled
from foam_graph.reasoning.answer.stored import StoredLine
from foam_graph.reasoning.outcome.plain import came_out, heading

ENDS = {
    "answered": "answered",
    "contested": "contested",
    "open": "open",
    "moot": "does not arise",
    "out_of_scope": "not decided here",
}
"""How an issue ends, in words."""


@dataclass(frozen=True)
class Section:
    """Sentences under a heading.

    Attributes:
        heading: The heading; empty for what leads from the answer to the first one.
        part: What it is: reasons (``why``), what would turn the answer, the other side, the order, what the file lacks, or what
            leans on one document.
        deals_with: Issues and parts that it deals with, by name.
        lines: Its sentences, in reading order; at least one.
    """

    heading: str
    part: str
    deals_with: frozenset[str]
    lines: tuple[StoredLine, ...]


def sections_of(lines: Sequence[StoredLine]) -> list[Section]:
    """The sections behind the answer, in reading order.

    Those of an author's text are its own; the program's are the reasons issue by issue, and then the other parts.

    Args:
        lines: All sentences of a position.
    """
    body = [line for line in lines if line.part not in ("answer", "overview")]
    return [*_authored(body)] if authored(lines) else [*_by_issue(lines), *_by_part(body)]


def _authored(body: Sequence[StoredLine]) -> Iterator[Section]:
    for own in by_section(body):
        first, told = own[0], tuple(line for line in own if line.form != "heading")
        if told:
            heading = first.text if first.form == "heading" else ""
            yield Section(heading, first.part, deals_with(own), told)


def _by_issue(lines: Sequence[StoredLine]) -> Iterator[Section]:
    for line in lines:
        own = tuple(one for one in lines if one.part == "why" and one.issue == line.issue)
        if line.part == "overview" and own:
            # What it came to stands in the overview.
            yield Section(line.heading or heading(line.issue, line.text), "why", frozenset(("why", line.issue)), own)


def _by_part(body: Sequence[StoredLine]) -> Iterator[Section]:
    for part in TITLES:
        for title, own in titled(part, body):
            yield Section(title, part, frozenset((part,)), own)


def written_by_somebody(lines: Sequence[StoredLine]) -> bool:
    """Whether somebody wrote the text, today with headings of its own, earlier with headlines over the issues.

    Beside it the overview is an index; in the program's own it is the first thing to read.
    """
    return authored(lines) or any(line.heading for line in lines)


def overview_line(line: StoredLine) -> str:
    """What an issue came to with its margin: as its author worded it, else after the issue's name."""
    return came_out(line.issue, line.text, line.margin, line.heading).rstrip(".")


def title_of(lines: Sequence[StoredLine]) -> str:
    """The answer as a headline; empty where nobody wrote one."""
    return next((line.text for line in lines if line.part == "answer" and line.form == "heading"), "")
