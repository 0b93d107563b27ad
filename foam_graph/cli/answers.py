"""An answer for people: the answer first, then the position by its sections, and what else belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam_graph.app.answering import Answer, AnswerParts, AnswerSentence, paragraph
from foam_graph.exchange.dossier.words import capital
from foam_graph.reasoning.answer.layout import TABLE, blocks, runs
from foam_graph.reasoning.answer.sections import ENDS

_ALSO = 12
"""Findings shown that the position does not use."""


def answer_lines(answer: Answer, parts: AnswerParts | None) -> Iterator[str]:
    """An answer with its parts, a paragraph each."""
    yield "ANSWER" if answer.status != "open" else "ANSWER: open"
    if parts is not None and parts.title:
        yield parts.title
    if parts is None:
        yield answer.text
        return
    yield _answered(answer, parts)
    yield from (f"{capital(one.condition)}." for one in parts.answer if one.condition)
    # The program's own position begins with how each issue came out; beside an author's text that is an index of it.
    if not parts.authored:
        yield from _came_out(parts)
    for section in parts.sections:
        yield ""
        if section.heading:
            yield section.heading.upper()
        yield from _laid_out(section.sentences)
    if parts.authored:
        yield from _came_out(parts)
    if parts.documents:
        yield ""
        yield "DOCUMENTS, by the numbers above" if _shows_numbers(parts) else "DOCUMENTS"
        for document in parts.documents:
            yield f"  {document.line}"
    if parts.also_found:
        yield ""
        yield f"ALSO FOUND ({len(parts.also_found)}), not used above"
        for one in parts.also_found[:_ALSO]:
            yield f"  {one.id}  {one.told}"
        if len(parts.also_found) > _ALSO:
            yield f"  … and {len(parts.also_found) - _ALSO} more, in the case sheet"
    if parts.to_read:
        yield ""
        yield "TO BE READ TOGETHER, not tested"
        for one in parts.to_read:
            yield f"  {one.id}  {one.bare}"


def _answered(answer: Answer, parts: AnswerParts) -> str:
    """The answer; behind the findings that the program tells with it the numbers of their documents."""
    if parts.authored or not parts.answer:
        return answer.text
    first, *others = parts.answer
    return " ".join([first.text, *(f"{one.text}{one.bracket}" for one in others)])


def _shows_numbers(parts: AnswerParts) -> bool:
    """Whether a section shows the number of a document behind a sentence."""
    if not parts.authored and any(one.behind for one in parts.answer[1:]):
        return True
    return any(one.behind or one.references for section in parts.sections for one in section.sentences)


def _came_out(parts: AnswerParts) -> Iterator[str]:
    """How each issue came out, a line each."""
    yield ""
    yield "HOW EACH ISSUE CAME OUT"
    for issue in parts.issues:
        yield f"  [{ENDS.get(issue.end, issue.end)}] {issue.line}"


def _laid_out(sentences: Iterable[AnswerSentence]) -> Iterator[str]:
    for run in runs(blocks(sentences)):
        if run[0].form in TABLE:
            yield from (f"  {one.sentences[0].with_sources}" for one in run)
            continue
        for one in run:
            mark = {"paragraph": "", "item": "  - "}.get(one.form, f"  {one.number}. ")
            yield f"{mark}{paragraph(one.sentences)}"
