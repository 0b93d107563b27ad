"""A case file made of documents: which sentences are headings, list items or rows, and what stands under what."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence, Structure
from foam_graph.corpus.documents import Document

_HEADING = re.compile(r"#{1,6}\s+\S")
_ITEM = re.compile(r"(?:[-*•–]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s")
_ROW = re.compile(r"\|.*\||[^\t]+\t[^\t]")
_LOCATOR = re.compile(
    r"(?:#{1,6}\s+)?((section|sec\.|article|art\.|chapter|part|rule|regulation|clause|paragraph|no\.|§)\s*\d+[a-z]?)\b",
    re.IGNORECASE,
)
"""How a part of a law, a manual or a collection begins that others cite by its number."""


def case_file(documents: Iterable[Document], only: Mapping[str, Collection[int]] | None = None) -> CaseFile:
    """The case file of some documents.

    Args:
        documents: In the order in which they are to be numbered.
        only: Positions (from 1) of the sentences to be read, by document id; None = all of every document.

    Returns:
        The case file; erased sentences are left out, numbers stay what they are. With ``only``, documents of which
        nothing is read are left out: a corpus may hold a thousand times what is read of it.
    """
    counted = enumerate(documents, 1)
    return CaseFile(tuple(_document(n, one, only) for n, one in counted if only is None or only.get(one.id)))


def _document(number: int, document: Document, only: Mapping[str, Collection[int]] | None) -> CaseDocument:
    sentences, heading, paragraph, end = [], "", 1, 0
    located: dict[str, str] = {}
    wanted = None if only is None else only.get(document.id, ())
    for sentence in document.sentences:
        if "\n\n" in document.text[end : sentence.start].replace("\r", ""):
            paragraph += 1
        end = sentence.end
        structure = _structure(document.text, sentence.start, sentence.text)
        if structure == "heading":
            heading = sentence.text.lstrip("# ").strip()
        if begins := _LOCATOR.match(sentence.text):
            located[begins[2].casefold()] = begins[1]
        if sentence.n in document.erased or (wanted is not None and sentence.n not in wanted):
            continue
        under = "" if structure == "heading" else heading
        short, section = f"{number}.{sentence.n}", ", ".join(located.values())
        text = sentence.text
        sentences.append(
            CaseSentence(short, sentence.id, number, sentence.n, text, structure, under, paragraph, section)
        )
    cite = document.citation
    return CaseDocument(
        number,
        document.id,
        cite.title,
        cite.date,
        cite.source_class,
        cite.author,
        tuple(sentences),
        len(document.sentences),
    )


def _structure(text: str, start: int, sentence: str) -> Structure:
    """What a sentence is by the line on which it begins."""
    line = text[text.rfind("\n", 0, start) + 1 : start] + sentence
    if _HEADING.match(line):
        return "heading"
    if _ROW.match(line):
        return "row"
    return "item" if _ITEM.match(line) else "prose"
