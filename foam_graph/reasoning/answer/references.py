"""Numbers of documents that an author sets within a sentence, behind what each of them shows.

A number at the end of a sentence says that some of it stands there; one behind a figure says which. The author sets them as ``[7]`` or
``[2,16]``, by the numbers of the case file. They are no part of what a sentence says, so they are kept beside its text, with
their places, and are put in again where it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_REFERENCE = re.compile(r"(?:[ \t]{0,3}(?=\[\d{1,3}\D)|(?<=[^\s(\[“\"]))\[(\d{1,6}(?:[,;] ?\d{1,6})*)\]")
"""A number of more than three figures is one only where it stands without a blank: "Smith [2003] UKHL 3" has a year."""


@dataclass(frozen=True)
class Reference:
    """Documents named at a place of a text.

    Attributes:
        place: Characters of the text before it, references left out.
        documents: Their numbers, in the order in which they are named.
    """

    place: int
    documents: tuple[int, ...]


def bare(text: str) -> str:
    """A text without its references."""
    return _REFERENCE.sub("", text)


def references_of(text: str) -> list[Reference]:
    """The references of a text, each with its place in the text without them."""
    found, gone = list[Reference](), 0
    for one in _REFERENCE.finditer(text):
        found.append(Reference(one.start() - gone, tuple(map(int, re.split(r"[,;] ?", one[1])))))
        gone += len(one[0])
    return found


def with_references(text: str, references: Iterable[tuple[int, Sequence[int]]]) -> str:
    """A text with references put in; what is named nowhere stands for nothing and is left out.

    Args:
        text: A text without references.
        references: Places, in ascending order, each with the numbers of its documents.
    """
    pieces, before = list[str](), 0
    for place, documents in references:
        if documents:
            pieces += [text[before:place], f"[{','.join(map(str, documents))}]"]
            before = place
    return "".join([*pieces, text[before:]])
