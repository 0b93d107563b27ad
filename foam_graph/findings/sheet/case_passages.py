"""The sentences of a case file as passages, each with its neighbours, for the rules that read passages."""

from __future__ import annotations

from collections.abc import Iterable

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.passages import Passage


def case_passages(file: CaseFile) -> list[Passage]:
    """All sentences of a case file but headings, in order.

    Args:
        file: The case file.
    """
    return [made for document in file.documents for made in passages_of(document)]


def passages_of(document: CaseDocument) -> Iterable[Passage]:
    """The sentences of one document but headings, in order, each with the sentence before and after it.

    Args:
        document: The document.
    """
    told = [one for one in document.sentences if one.structure != "heading"]
    for place, one in enumerate(told):
        before = told[place - 1].text if place and told[place - 1].n == one.n - 1 else ""
        after = told[place + 1].text if place + 1 < len(told) and told[place + 1].n == one.n + 1 else ""
        yield Passage(
            one.id, document.id, document.title, one.text, document.date, document.source_class, before, after,
            document.called, document.untitled,
        )  # fmt: skip
