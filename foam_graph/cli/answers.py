"""An answer for people: the answer first, then why, issue by issue, and what else belongs to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from foam_graph.app.answering import ENDS, Answer, AnswerParts, AnswerSentence, paragraph
from foam_graph.reasoning.answer.layout import blocks, runs

_ALSO = 12
"""Findings shown that the position does not use."""


def answer_lines(answer: Answer, parts: AnswerParts | None) -> Iterator[str]:
    """An answer with its parts, a paragraph each."""
    yield "1. ANSWER" if answer.status != "open" else "1. ANSWER: open"
    yield answer.text
    if parts is None:
        return
    yield ""
    yield "2. WHY, ISSUE BY ISSUE"
    for issue in parts.issues:
        yield ""
        yield f"[{ENDS.get(issue.end, issue.end)}] {issue.line}"
        yield from _laid_out(issue.sentences)
    yield from _told("3. WHAT WOULD TURN IT", parts.turns)
    yield from _told("4. THE OTHER SIDE AT ITS BEST", parts.other_side)
    yield from _told("5. THE ORDER", parts.order)
    yield from _told("6. WHAT THE FILE LACKS", parts.lacks)
    if parts.documents:
        yield ""
        yield "DOCUMENTS, by the numbers above"
        for document in parts.documents:
            yield f"  {document.line}"
    if parts.also_found:
        yield ""
        yield f"ALSO FOUND ({len(parts.also_found)}), not used above"
        for one in parts.also_found[:_ALSO]:
            yield f"  {one.text}"
        if len(parts.also_found) > _ALSO:
            yield f"  … and {len(parts.also_found) - _ALSO} more, in the case sheet"


def _told(title: str, sentences: Collection[AnswerSentence]) -> Iterator[str]:
    """A part under its title: paragraphs, items with a dash, steps with their number."""
    if sentences:
        yield ""
        yield title
        yield from _laid_out(sentences)


def _laid_out(sentences: Iterable[AnswerSentence]) -> Iterator[str]:
    for run in runs(blocks(sentences)):
        for n, one in enumerate(run, 1):
            mark = {"paragraph": "", "item": "  - "}.get(one.form, f"  {n}. ")
            yield f"{mark}{paragraph(one.sentences)}"
