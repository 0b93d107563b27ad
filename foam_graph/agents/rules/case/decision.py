"""The decision under review: the document that decides the case, and the grounds that it enumerates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.agents.rules.case.enumerated import enumerated
from foam_graph.agents.rules.case.question import slug
from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.corpus.documents import DECISION

STANDS, FAILS = "stands", "fails"
"""Outcomes of a ground."""


@dataclass(frozen=True)
class Ground:
    """One ground of a decision.

    Attributes:
        name: Short name.
        what: What it is about, in the decision's words.
        sentences: The sentences that state it, in order.
    """

    name: str
    what: str
    sentences: tuple[CaseSentence, ...]

    @property
    def ids(self) -> frozenset[str]:
        """Stable ids of its sentences."""
        return frozenset(one.id for one in self.sentences)


@dataclass(frozen=True)
class Decision:
    """The decision under review.

    Attributes:
        document: Its document.
        grounds: The grounds that it enumerates.
    """

    document: CaseDocument
    grounds: tuple[Ground, ...]


def decision_of(file: CaseFile) -> Decision | None:
    """The decision under review: of the documents that decide the one with most grounds.

    Args:
        file: The case file.

    Returns:
        The decision; None where no deciding document enumerates two grounds.
    """
    found = [Decision(one, tuple(_grounds(one))) for one in file.documents if one.source_class == DECISION]
    found = [one for one in found if len(one.grounds) > 1]
    return max(found, key=lambda one: (len(one.grounds), -one.document.number)) if found else None


def _grounds(document: CaseDocument) -> Iterator[Ground]:
    """The grounds that a document enumerates, under names of their own."""
    seen: set[str] = set()
    for n, (what, sentences) in enumerate(enumerated(document.sentences), 1):
        base = slug(what) or f"ground_{n}"
        name = base if base not in seen else f"{base[:36]}_{n}"
        seen.add(name)
        yield Ground(name, what, sentences)
