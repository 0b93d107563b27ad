"""The day of each document, and where it comes from: what it was loaded with, else what its own head says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from foam_graph.casefile.building import case_file
from foam_graph.corpus.documents import Document
from foam_graph.findings.language.dates import NumericOrder, find_dates, numeric_orders
from foam_graph.findings.sheet.document_dates import day_in_head, stated_day


@dataclass(frozen=True)
class DocumentDay:
    """The day of a document.

    Attributes:
        date: The day, ISO 8601; a month or a year where nothing says more.
        by: What of its text dates it, e.g. ``letterhead``; empty where it was loaded with the date.
    """

    date: str
    by: str = ""

    @property
    def told(self) -> str:
        """The day with where it comes from; empty for none."""
        return f"{self.date} by its {self.by}" if self.by else self.date


UNDATED = DocumentDay("")
"""In place of the day of a document that has none."""


class _Orders(Mapping[str, NumericOrder]):
    """What stands first in numeric dates, as all sentences of some documents show it; read when first asked for.

    Most documents have a date that nobody can read in two ways, and a corpus may hold a hundred thousand of them.
    """

    def __init__(self, documents: Callable[[], Iterable[Document]]) -> None:
        self._documents = documents

    @cached_property
    def _found(self) -> dict[str, NumericOrder]:
        sentences = (one for document in self._documents() for one in document.sentences)
        return numeric_orders(found for one in sentences for found in find_dates(one.text))

    def __getitem__(self, mark: str) -> NumericOrder:
        return self._found[mark]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def document_days(
    documents: Sequence[Document], among: Callable[[], Iterable[Document]] | None = None
) -> dict[str, DocumentDay]:
    """The day of each document by its id, by the rules of the case sheet; documents without one are left out.

    Args:
        documents: The documents.
        among: All of their corpus, where these are only some: how one document writes its dates tells how others do. Called
            where a date can be read in two ways.
    """
    found = {one.id: DocumentDay(one.citation.date) for one in documents if one.citation.date}
    orders = _Orders(among or (lambda: documents))
    for document in case_file(one for one in documents if stated_day(one.citation.date) is None).documents:
        head = day_in_head(document, orders)
        if head is not None:
            found[document.id] = DocumentDay(head.day.isoformat(), head.by)
    return found
