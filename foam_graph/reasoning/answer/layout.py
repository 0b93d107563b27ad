"""How the sentences of a position stand on the page: paragraphs, items and steps; and a text in Markdown taken apart into them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from foam_graph.reasoning.answer.references import bare

Form = Literal["paragraph", "item", "step", "continues", "heading", "columns", "row"]
"""How a sentence stands: it begins a paragraph, an item of a list or a step of a numbered one, goes on in what it is in, is the
heading over what follows, or the row of a table, whose first one heads its columns."""
Standing = Literal["paragraph", "item", "step", "columns", "row"]
"""What sentences that stand together make."""
TABLE: tuple[Form, ...] = ("columns", "row")
BETWEEN = " | "
"""What parts the cells of a row."""

_MARK = re.compile(r"\s*(?:[-*•–]|(\d{1,2})[.)])\s+(?=\S)")
_BOLD = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`")
_HEADING = re.compile(r"\s*#{1,6}\s")
_RULED = re.compile(r"\s*\|?[\s:|-]+\|?\s*")
_SHORTENED = r"Mr|Mrs|Ms|Dr|Prof|St|[Nn]os?|[Ss]ecs?|ss?|[Aa]rts?|[Cc]h|[Pp]aras?|[Rr]eg|pp?|cf|vs?|e\.g|i\.e|approx|[IVX]+|[A-Z]"
"""Abbreviations and initials behind which a sentence goes on."""
_ENDS = re.compile(r"((?:[.!?…]|[.!?][”\"’')])(?:\[\d[\d,; ]*\])?)\s+(?=[“\"‘'(]?[A-Z0-9$€£])")
"""Where a sentence ends; the number of a document may stand behind its full stop."""
_SHORT_END = re.compile(rf"(?:^|[\s(“\"])(?:{_SHORTENED})\.$")


class Placed(Protocol):
    """A sentence with how it stands."""

    @property
    def form(self) -> Form:
        """How it stands."""


Sentence = TypeVar("Sentence", bound=Placed)


@dataclass(frozen=True)
class Block(Generic[Sentence]):
    """Sentences that stand together.

    Attributes:
        form: What they make: a paragraph, an item, a step, or a row.
        sentences: In reading order; at least one.
        number: Of a step: which it is, from 1; 0 for anything else.
    """

    form: Standing
    sentences: tuple[Sentence, ...]
    number: int = 0


def blocks(sentences: Iterable[Sentence]) -> list[Block[Sentence]]:
    """Sentences by the paragraphs and items that they stand in; one that goes on where nothing came before begins one.

    Steps are counted on over what stands between them: authors explain one by items or a table of its own before the next.
    """
    found: list[tuple[Standing, list[Sentence]]] = []
    for one in sentences:
        if one.form == "continues" and found:
            found[-1][1].append(one)
        else:
            found.append(("paragraph" if one.form == "continues" or one.form == "heading" else one.form, [one]))
    count = itertools.count(1)
    return [Block(form, tuple(own), next(count) if form == "step" else 0) for form, own in found]


def runs(found: Iterable[Block[Sentence]]) -> list[list[Block[Sentence]]]:
    """Blocks by the lists and tables that they make: items that follow one another together, each paragraph alone."""
    lists: list[list[Block[Sentence]]] = []
    for one in found:
        before = lists[-1][-1].form if lists else "paragraph"
        same = one.form == before or (one.form == "row" and before in TABLE)
        if one.form not in ("paragraph", "columns") and same:
            lists[-1].append(one)
        else:
            lists.append([one])
    return lists


def taken_apart(text: str) -> list[tuple[Form, str]]:
    """A text in Markdown as sentences, each with how it stands; marks of headings and emphasis go.

    Args:
        text: Paragraphs, parted by blank lines, lists, an item a line, and tables, a row a line: one sentence, whatever it has.
    """
    found: list[tuple[Form, str]] = []
    for form, block in _blocks(text):
        for n, one in enumerate([block] if form in TABLE else sentences_of(block)):
            found.append((form if n == 0 else "continues", one))
    return found


_MARKS: dict[Form, str] = {"item": "- ", "step": "1. "}


def put_together(told: Iterable[tuple[Form, str]]) -> str:
    """Sentences with how they stand as a text in Markdown: what ``taken_apart`` takes apart.

    Args:
        told: Sentences in reading order, no headings.
    """
    found: list[str] = []
    for form, text in told:
        if form == "continues" and found:
            found[-1] += f" {text}"
        elif form in TABLE:
            # A table of its own begins with its columns.
            found += [""] if form == "columns" else []
            found.append(f"| {text} |")
            found += [f"|{'---|' * len(cells(text))}"] if form == "columns" else []
        else:
            found += [_MARKS[form] + text] if form in _MARKS else ["", text, ""]
    return "\n".join(found).strip()


def cells(text: str) -> list[str]:
    """The cells of a row."""
    return text.split(BETWEEN)


def _blocks(text: str) -> Iterator[tuple[Standing, str]]:
    form: Standing = "paragraph"
    own: list[str] = []

    def told() -> Iterator[tuple[Standing, str]]:
        block = " ".join(_BOLD.sub("", " ".join(own)).split())
        if block:
            yield form, block
        own.clear()

    lines = [*text.splitlines(), ""]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        mark = _MARK.match(line)
        row = line.strip().startswith("|")
        if mark or row or not line.strip() or _HEADING.match(line):
            yield from told()
            form = "paragraph"
        if _HEADING.match(line) or (row and _RULED.fullmatch(line)):
            continue
        if mark:
            form = "step" if mark[1] else "item"
            own.append(line[mark.end() :])
        elif row:
            form = "columns" if after.strip() and _RULED.fullmatch(after) else "row"
            own.append(BETWEEN.join(map(_cell, line.strip().strip("|").split("|"))))
        else:
            own.append(line)
    yield from told()


def _cell(text: str) -> str:
    """A cell of a row: one that says nothing, whatever documents it names, says a dash."""
    told = text.strip()
    return told if bare(told) else f"–{told}"


def sentences_of(block: str) -> list[str]:
    """A paragraph, in one line, by its sentences; joined by blanks they are the paragraph again."""
    found: list[str] = []
    for one in _ENDS.sub(r"\1\n", block).split("\n"):
        if found and _SHORT_END.search(found[-1]):
            found[-1] = f"{found[-1]} {one}"
        elif one:
            found.append(one)
    return found
