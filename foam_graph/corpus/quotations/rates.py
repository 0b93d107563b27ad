"""The rates of protocol 5.6 over verdicts, always together: no mean without what it leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from foam_graph.corpus.quotations.verdicts import FAITHFUL, UNCOUNTED, WORST_FIRST, Verdict

VERDICTS: Final = (*reversed(WORST_FIRST), *sorted(UNCOUNTED))
"""Every verdict, the best first."""


@dataclass(frozen=True)
class Scored:
    """One citation with its verdict.

    Attributes:
        verdict: The verdict; empty = it was never validated.
        score: Its score.
        case: What it belongs to; empty = no case.
    """

    verdict: str
    score: float
    case: str = ""

    @property
    def counted(self) -> bool:
        """Whether it counts in the rates."""
        return bool(self.verdict) and self.verdict not in UNCOUNTED


@dataclass(frozen=True)
class OverCitation:
    """Sentences cited beyond a smallest set that still passes the support check.

    Attributes:
        check: Name of the check.
        citations: Citations measured.
        sentences: Sentences they cite.
        needed: Sentences of the smallest sets.
        unmeasured: Citations that do not pass the check with all their sentences, so that none is superfluous.
    """

    check: str
    citations: int = 0
    sentences: int = 0
    needed: int = 0
    unmeasured: int = 0

    @property
    def extra(self) -> int:
        """Sentences that are not needed."""
        return self.sentences - self.needed

    @property
    def rate(self) -> float | None:
        """Their share; None where no sentence was measured."""
        return _share(self.extra, self.sentences)


@dataclass(frozen=True)
class Rates:
    """What citations are worth; every rate is None where nothing counts, and stands beside what it is over.

    Attributes:
        citations: How many.
        counted: Those with a verdict that counts.
        unmeasured: The others.
        verdicts: How many have which verdict, the best first; ``unvalidated`` for none.
        cemr: Share of the faithful among those counted.
        cemr_strict: Share of the exact.
        fidelity: Mean score.
        altered: Share of the altered.
        cases: How many cases.
        unmeasured_cases: Cases without a citation that counts.
        cfvr: Share of the cases whose every counted citation is faithful, among those with one.
        cfvr_strict: The same with exact for faithful.
    """

    citations: int
    counted: int
    unmeasured: int
    verdicts: Mapping[str, int]
    cemr: float | None
    cemr_strict: float | None
    fidelity: float | None
    altered: float | None
    cases: int
    unmeasured_cases: int
    cfvr: float | None
    cfvr_strict: float | None


def rates(citations: Sequence[Scored], cases: Iterable[str] = ()) -> Rates:
    """The rates of protocol 5.6.

    Args:
        citations: Citations with their verdicts.
        cases: Cases that may have no citation at all; they are unmeasured.
    """
    counted = [one for one in citations if one.counted]
    grouped: dict[str, list[Scored]] = {case: [] for case in cases}
    for one in citations:
        if one.case:
            grouped.setdefault(one.case, []).extend([one] if one.counted else [])
    measured = [group for group in grouped.values() if group]
    return Rates(
        citations=len(citations),
        counted=len(counted),
        unmeasured=len(citations) - len(counted),
        verdicts=_tally(one.verdict for one in citations),
        cemr=_share(sum(one.verdict in FAITHFUL for one in counted), len(counted)),
        cemr_strict=_share(sum(one.verdict == Verdict.EXACT for one in counted), len(counted)),
        fidelity=round(sum(one.score for one in counted) / len(counted), 4) if counted else None,
        altered=_share(sum(one.verdict == Verdict.ALTERED for one in counted), len(counted)),
        cases=len(grouped),
        unmeasured_cases=len(grouped) - len(measured),
        cfvr=_share(sum(all(one.verdict in FAITHFUL for one in group) for group in measured), len(measured)),
        cfvr_strict=_share(
            sum(all(one.verdict == Verdict.EXACT for one in group) for group in measured), len(measured)
        ),
    )


def in_words(measured: Rates) -> list[str]:
    """The rates in words, each beside what it is over."""
    over = f"of {measured.counted} counted"
    cases = f"of {measured.cases - measured.unmeasured_cases} measured"
    return [
        f"citations {measured.citations}, counted {measured.counted}, unmeasured {measured.unmeasured}",
        f"CEMR {shown_rate(measured.cemr)} (strict {shown_rate(measured.cemr_strict)}) {over}",
        f"CFVR {shown_rate(measured.cfvr)} (strict {shown_rate(measured.cfvr_strict)}) {cases}; "
        f"{measured.unmeasured_cases} of {measured.cases} cases unmeasured",
        f"fidelity {shown_rate(measured.fidelity)}, altered {shown_rate(measured.altered)} {over}",
        "verdicts " + (", ".join(f"{name} {count}" for name, count in measured.verdicts.items()) or "none"),
    ]


def _tally(verdicts: Iterable[str]) -> dict[str, int]:
    counts = Counter(verdict or "unvalidated" for verdict in verdicts)
    return {name: counts[name] for name in (*VERDICTS, "unvalidated") if name in counts}


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def shown_rate(rate: float | None) -> str:
    """A rate in words; no number where nothing was measured."""
    return "unmeasured" if rate is None else f"{rate:.4f}"
