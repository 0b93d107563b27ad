"""What the validator says about one quotation, and how verdicts are counted (protocol 5.4)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Verdict(StrEnum):
    """How a quotation stands to its source (protocol 5.5)."""

    EXACT = "exact"
    ELIDED = "elided"
    PARTIAL = "partial"
    ALTERED = "altered"
    PARAPHRASE = "paraphrase"
    MISATTRIBUTED = "misattributed"
    FABRICATED = "fabricated"
    NOT_FOUND = "not_found"
    ERROR = "error"

    @property
    def faithful(self) -> bool:
        """Whether it counts as faithful."""
        return self in FAITHFUL

    @property
    def counted(self) -> bool:
        """Whether it counts at all."""
        return self not in UNCOUNTED


FAITHFUL: Final = frozenset({Verdict.EXACT, Verdict.ELIDED, Verdict.PARTIAL})
"""Verdicts that count as faithful."""
UNCOUNTED: Final = frozenset({Verdict.NOT_FOUND, Verdict.ERROR})
"""Verdicts that count neither way."""
WORST_FIRST: Final = (
    Verdict.FABRICATED,
    Verdict.MISATTRIBUTED,
    Verdict.ALTERED,
    Verdict.PARAPHRASE,
    Verdict.PARTIAL,
    Verdict.ELIDED,
    Verdict.EXACT,
)
"""A quotation is as good as its worst segment."""


class QuoteVerdict(NamedTuple):
    """What the validator says of a quotation.

    Attributes:
        verdict: How the quotation stands to its source.
        score: 0.0 to 1.0; what each verdict is worth: protocol 5.4.
        document: Id of the document the spans are in: the source, or the true one where misattributed; empty if none.
        spans: Where the quotation stands in that document's text, in the order of the quotation.
        diff: What differs, word by word: ``[-only in the source-]``, ``{+only in the quotation+}``; empty where exact.
    """

    verdict: Verdict
    score: float
    document: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    diff: str = ""

    @property
    def faithful(self) -> bool:
        """Whether the verdict counts as faithful."""
        return self.verdict.faithful

    @property
    def counted(self) -> bool:
        """Whether the verdict counts at all."""
        return self.verdict.counted
