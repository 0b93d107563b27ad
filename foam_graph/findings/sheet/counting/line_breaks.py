"""Lines that stand in one sentence: a heading without a full stop, and the first row of the list below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from foam_graph.casefile.case_file import CaseDocument, CaseSentence
from foam_graph.findings.sheet.counting.lines import line_of


def by_lines(document: CaseDocument) -> Iterator[CaseSentence]:
    """The sentences of a document, each whose last line is a line with a figure taken apart at its ends of lines.

    The pieces keep the number and the id of their sentence.

    Args:
        document: The document.
    """
    for sentence in document.sentences:
        text = sentence.text.strip()
        pieces = [one for one in text.splitlines() if one.strip()] if "|" not in text else [text]
        if len(pieces) < 2 or sentence.structure not in ("prose", "item"):
            yield sentence
            continue
        made = [replace(sentence, text=one.strip()) for one in pieces]
        if line_of(made[-1]) is None:
            yield sentence
        else:
            yield from made
