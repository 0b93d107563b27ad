"""An answer for people: the answer first, then why, issue by issue, and what else belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foam_graph.app.answering import ENDS, Answer, AnswerParts, AnswerSentence, paragraph

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
        yield f"  [{ENDS.get(issue.end, issue.end)}] {issue.line}"
    for issue in parts.issues:
        yield from _listed(issue.name, issue.reasons)
    yield from _listed("3. WHAT WOULD TURN IT", _each(parts.turns))
    if parts.other_side:
        yield ""
        yield "4. THE OTHER SIDE AT ITS BEST"
        yield paragraph(parts.other_side)
    yield from _listed("5. THE ORDER", _each(parts.order))
    yield from _listed("6. WHAT THE FILE LACKS", _each(parts.lacks))
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


def _each(sentences: Iterable[AnswerSentence]) -> tuple[str, ...]:
    return tuple(one.with_sources for one in sentences)


def _listed(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield ""
        yield title
        for one in items:
            yield f"  - {one}"
