"""How the sentences of a position stand on the page: paragraphs, items and steps; and a text in Markdown taken apart into them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

Form = Literal["paragraph", "item", "step", "continues", "heading"]
"""How a sentence stands: it begins a paragraph, an item of a list or a step of a numbered one, goes on in what it is in, or is
the heading over what follows."""

_MARK = re.compile(r"\s*(?:[-*•–]|(\d{1,2})[.)])\s+(?=\S)")
_BOLD = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`")
_HEADING = re.compile(r"\s*#{1,6}\s")
_RULED = re.compile(r"\s*\|?[\s:|-]+\|?\s*")
_SHORTENED = (
    r"Mr|Mrs|Ms|Dr|Prof|St|[Nn]os?|[Ss]ecs?|ss?|[Aa]rts?|[Cc]h|[Pp]aras?|[Rr]eg|pp?|cf|vs?|e\.g|i\.e|approx|[A-Z]"
)
"""Abbreviations and initials behind which a sentence goes on."""
_ENDS = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?][”\"’')]))\s+(?=[“\"‘'(]?[A-Z0-9$€£])")
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
        form: What they make: a paragraph, an item, or a step.
        sentences: In reading order; at least one.
    """

    form: Literal["paragraph", "item", "step"]
    sentences: tuple[Sentence, ...]


def blocks(sentences: Iterable[Sentence]) -> list[Block[Sentence]]:
    """Sentences by the paragraphs and items that they stand in; one that goes on where nothing came before begins one."""
    found: list[tuple[Literal["paragraph", "item", "step"], list[Sentence]]] = []
    for one in sentences:
        if one.form == "continues" and found:
            found[-1][1].append(one)
        else:
            found.append((one.form if one.form in ("item", "step") else "paragraph", [one]))
    return [Block(form, tuple(own)) for form, own in found]


def runs(found: Iterable[Block[Sentence]]) -> list[list[Block[Sentence]]]:
    """Blocks by the lists that they make: items that follow one another together, steps too, each paragraph alone."""
    lists: list[list[Block[Sentence]]] = []
    for one in found:
        if lists and one.form != "paragraph" and lists[-1][-1].form == one.form:
            lists[-1].append(one)
        else:
            lists.append([one])
    return lists


def taken_apart(text: str) -> list[tuple[Form, str]]:
    """A text in Markdown as sentences, each with how it stands; marks of headings, emphasis and tables go.

    Args:
        text: Paragraphs, parted by blank lines, and lists, an item a line. A row of a table is an item.
    """
    found: list[tuple[Form, str]] = []
    for form, block in _blocks(text):
        for n, one in enumerate(sentences_of(block)):
            found.append((form if n == 0 else "continues", one))
    return found


def _blocks(text: str) -> Iterator[tuple[Literal["paragraph", "item", "step"], str]]:
    form: Literal["paragraph", "item", "step"] = "paragraph"
    own: list[str] = []

    def told() -> Iterator[tuple[Literal["paragraph", "item", "step"], str]]:
        block = " ".join(_BOLD.sub("", " ".join(own)).split())
        if block:
            yield form, block
        own.clear()

    for line in [*text.splitlines(), ""]:
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
            form = "item"
            own.append("; ".join(cell.strip() for cell in line.strip().strip("|").split("|") if cell.strip()))
        else:
            own.append(line)
    yield from told()


def sentences_of(block: str) -> list[str]:
    """A paragraph by its sentences; joined by blanks they are the paragraph again."""
    found: list[str] = []
    for one in _ENDS.split(block):
        if found and _SHORT_END.search(found[-1]):
            found[-1] = f"{found[-1]} {one}"
        elif one:
            found.append(one)
    return found
