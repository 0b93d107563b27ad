"""How a sheet reads: what is wrong or disputed first, then the timeline, sums, limits, rules and the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from foam_graph.findings.finding import FindingKind

_FAULTS = frozenset({"wrong", "beyond", "not_met", "disputed", "no_document_says"})
_FAULTY_KINDS = frozenset({"contradiction", "compliance", "superseded"})
FIRST = "Wrong, missed or disputed"
LAST = "To be read together"
"""Heading of what asserts nothing: two sentences each with words in common, whose relation nobody tested."""
TAKEN_BACK = "Taken back by a ruling"
"""Heading of what somebody upheld a challenge to: shown with its ruling, and asserted no more."""
HEADINGS: dict[FindingKind, str] = {
    "timeline": "Timeline",
    "sum": "Sums, shares and changes, counted again",
    "threshold": "Quantities against limits",
    "rule": "Rules and their conditions",
    "compliance": "Rules against facts",
    "contradiction": "Contradictions",
    "scope": "Reach",
    "superseded": "Superseded",
    "leaning": "Hearsay, interests and single sources",
    "unused": "Documents that nothing here rests on",
}
VERDICTS: dict[str | None, str] = {
    "right": "right",
    "wrong": "WRONG",
    "within": "within",
    "beyond": "BEYOND",
    "met": "met",
    "met_single_source": "met, one source",
    "not_met": "NOT MET",
    "disputed": "DISPUTED",
    "no_document_says": "no document says",
    None: "",
}
"""Verdicts in the words of the sheet."""


def faulty(kind: str, verdict: str | None) -> bool:
    """Whether a finding tells of something wrong, missed or disputed: what a reader wants to see first.

    Args:
        kind: Kind of the finding.
        verdict: Its verdict.
    """
    return verdict in _FAULTS or kind in _FAULTY_KINDS


class Told(Protocol):
    """What a sheet is divided by: a finding, in whatever form."""

    @property
    def kind(self) -> str:
        """What was tested."""
        ...

    @property
    def verdict(self) -> str | None:
        """What the test gave."""
        ...

    @property
    def is_pointer(self) -> bool:
        """Whether it asserts nothing."""
        ...

    @property
    def taken_back(self) -> str:
        """The ruling that took it back, in words; empty where it is asserted."""
        ...


def sections(findings: Iterable[Told]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The headings of a sheet with the places of their findings; the timeline keeps its own where they are disputed; what was taken back, then pointers stand last.

    Args:
        findings: The findings of a sheet, in its order.
    """
    listed = list(findings)
    asserted = [(n, one) for n, one in enumerate(listed) if not (one.is_pointer or one.taken_back)]
    first = tuple(n for n, one in asserted if faulty(one.kind, one.verdict))
    if first:
        yield FIRST, first
    for kind, heading in HEADINGS.items():
        places = tuple(
            n for n, one in asserted
            if one.kind == kind and (kind == "timeline" or not faulty(one.kind, one.verdict))
        )  # fmt: skip
        if places:
            yield heading, places
    ruled = tuple(n for n, one in enumerate(listed) if one.taken_back)
    if ruled:
        yield TAKEN_BACK, ruled
    last = tuple(n for n, one in enumerate(listed) if one.is_pointer and not one.taken_back)
    if last:
        yield LAST, last
