"""What the validator says about one quotation, and how verdicts are counted (foam.md 5)."""

from __future__ import annotations

from typing import Final, NamedTuple

FAITHFUL: Final = frozenset({"exact", "elided", "partial"})
"""Verdicts that count as faithful."""
UNCOUNTED: Final = frozenset({"not_found", "error"})
"""Verdicts that count neither way."""
WORST_FIRST: Final = ("fabricated", "misattributed", "altered", "paraphrase", "partial", "elided", "exact")
"""A quotation is as good as its worst segment."""


class QuoteVerdict(NamedTuple):
    """What the validator found.

    Attributes:
        verdict: ``exact``, ``elided``, ``partial``, ``altered``, ``paraphrase``, ``misattributed``, ``fabricated``,
            ``not_found`` or ``error``.
        score: 0.0 to 1.0, as foam.md 5 gives it.
        document: Id of the document the spans are in: the source, or the true one where misattributed; empty if none.
        spans: Where the quotation stands in that document's text, in the order of the quotation.
        diff: What differs, word by word: ``[-only in the source-]``, ``{+only in the quotation+}``; empty where exact.
    """

    verdict: str
    score: float
    document: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    diff: str = ""

    @property
    def faithful(self) -> bool:
        """Whether the verdict counts as faithful."""
        return self.verdict in FAITHFUL

    @property
    def counted(self) -> bool:
        """Whether the verdict counts at all."""
        return self.verdict not in UNCOUNTED
