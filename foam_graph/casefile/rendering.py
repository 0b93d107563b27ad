"""The case file as agents read it: one line a sentence under its short id, the same bytes for every call of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseDocument, CaseFile

_TOKEN = 3.8
"""Characters of English prose with ids and figures to a token, counted low, so that an estimate is rather too high."""


@dataclass(frozen=True)
class SheetLine:
    """One finding as agents read it.

    Attributes:
        number: Its short id, e.g. F3.
        text: Kind, verdict and words.
        shorts: Short ids of the sentences that it rests on, then of those that speak against it.
    """

    number: str
    text: str
    shorts: tuple[str, ...]


def end_word(file: CaseFile, seed: int) -> str:
    """A word that ends the case file of a run: derived from its seed, and in none of its documents."""
    texts = [sentence.text.casefold() for sentence in file]
    for n in range(1000):
        word = "end-of-file-" + hashlib.sha256(f"{seed}/{n}".encode()).hexdigest()[:12]
        if not any(word in text for text in texts):
            return word
    raise AssertionError("a thousand words of 48 bits all stand in the documents")


def papers(file: CaseFile) -> str:
    """The documents of a case file, each under its head line."""
    return "\n\n".join(_document(one) for one in file.documents if one.sentences)


def render(documents: str, sheet: Sequence[SheetLine], end: str, supplements: Sequence[str] = ()) -> str:
    """The case file with its sheet, ended by a line of its own.

    Args:
        documents: The documents (``papers``).
        sheet: The findings.
        end: The word that ends it.
        supplements: Further parts that came later, in order: they are put behind, so that what came before keeps its bytes.
    """
    parts = ["CASE FILE", *filter(None, (documents,))]
    if sheet:
        lines = [f"{one.number} {_line(one.text)} ({', '.join(one.shorts)})" for one in sheet]
        parts.append("\n".join(["SHEET OF FINDINGS", *lines]))
    return "\n\n".join([*parts, *supplements, end])


def tokens(text: str) -> int:
    """An estimate of the tokens of a text, rather too high."""
    return int(len(text) / _TOKEN) + 1


def _document(document: CaseDocument) -> str:
    about = [document.source_class, document.date or "undated", document.author]
    head = f"== {document.number} {_line(document.title)} ({', '.join(filter(None, about))})"
    if not document.whole:
        head += f" [{len(document.sentences)} of {document.total} sentences]"
    lines, paragraph = [head], 0
    for sentence in document.sentences:
        if sentence.paragraph != paragraph and paragraph:
            lines.append("")
        paragraph = sentence.paragraph
        lines.append(f"{sentence.short} {_line(sentence.text)}")
    return "\n".join(lines)


def _line(text: str) -> str:
    return " ".join(text.split())
