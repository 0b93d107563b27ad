"""How a sheet reads: what is wrong or disputed first, then the timeline, sums, limits, rules and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
_TOLD: dict[str, tuple[str, str]] = {
    "contradiction": ("contradiction", "contradictions"),
    "wrong": ("wrong figure", "wrong figures"),
    "wrong_day": ("wrong day", "wrong days"),
    "beyond": ("beyond a limit", "beyond a limit"),
    "not_met": ("rule or condition not met", "rules or conditions not met"),
    "disputed": ("disputed", "disputed"),
    "no_document_says": ("on which no document says anything", "on which no document says anything"),
    "superseded": ("replaced figure or passage", "replaced figures or passages"),
    "scope": ("note on how far a claim reaches", "notes on how far a claim reaches"),
    "leaning": ("note on hearsay, interests and single sources", "notes on hearsay, interests and single sources"),
    "met_single_source": ("met by one source alone", "met by one source alone"),
    "unused": ("unused document", "unused documents"),
    "right": ("right when counted again", "right when counted again"),
    "within": ("within a limit", "within a limit"),
    "met": ("rule or condition met", "rules or conditions met"),
    "timeline": ("event of the timeline", "events of the timeline"),
    "untested": ("not tested", "not tested"),
    "pointer": ("pair to be read together", "pairs to be read together"),
    "taken_back": ("taken back by a ruling", "taken back by a ruling"),
}
"""What findings come to, the worst first, in words behind a number: of one, and of several."""


@dataclass(frozen=True)
class Tally:
    """How many findings of a sheet come to one thing.

    Attributes:
        name: To what, see ``_TOLD``.
        count: How many.
    """

    name: str
    count: int

    @property
    def told(self) -> str:
        """The count in words."""
        one, many = _TOLD[self.name]
        return f"{self.count:,} {one if self.count == 1 else many}"


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


def tallies(findings: Iterable[Told]) -> tuple[Tally, ...]:
    """How many findings come to what, the worst first; each counts once.

    Args:
        findings: The findings of a sheet.
    """
    found = Counter(map(_comes_to, findings))
    return tuple(Tally(name, found[name]) for name in _TOLD if found[name])


def _comes_to(one: Told) -> str:
    if one.taken_back:
        return "taken_back"
    if one.is_pointer:
        return "pointer"
    if one.kind == "contradiction":
        return "contradiction"
    if one.kind == "timeline" and one.verdict == "wrong":
        return "wrong_day"
    if one.verdict is not None:
        return one.verdict
    return one.kind if one.kind in _TOLD else "untested"


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
            if _heads(one) == kind and (kind == "timeline" or not faulty(one.kind, one.verdict))
        )  # fmt: skip
        if places:
            yield heading, places
    ruled = tuple(n for n, one in enumerate(listed) if one.taken_back)
    if ruled:
        yield TAKEN_BACK, ruled
    last = tuple(n for n, one in enumerate(listed) if one.is_pointer and not one.taken_back)
    if last:
        yield LAST, last


def _heads(one: Told) -> str:
    """The kind under whose heading a finding stands: what one source alone shows is no more than what that source says."""
    return "leaning" if one.verdict == "met_single_source" else one.kind
