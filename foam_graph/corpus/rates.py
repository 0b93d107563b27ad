"""The rates of foam.md 5 over verdicts, always together: no mean without what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from foam_graph.corpus.quotations.verdicts import FAITHFUL, UNCOUNTED, WORST_FIRST

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

    def as_json(self) -> dict[str, Any]:
        """Plain data, with the surplus and its share."""
        extra = self.sentences - self.needed
        return {
            "check": self.check,
            "citations": self.citations,
            "sentences": self.sentences,
            "needed": self.needed,
            "extra": extra,
            "rate": _share(extra, self.sentences),
            "unmeasured": self.unmeasured,
        }


def rates(citations: Sequence[Scored], cases: Iterable[str] = ()) -> dict[str, Any]:
    """The rates of foam.md 5.

    Args:
        citations: Citations with their verdicts.
        cases: Cases that may have no citation at all; they are unmeasured.

    Returns:
        ``cemr`` (faithful of those counted) and ``cemr_strict`` (exact), ``cfvr`` (cases whose every counted citation is
        faithful, of the cases with one) and ``cfvr_strict``, ``fidelity`` (mean score), ``altered`` (share), each None
        where nothing counts; beside them what they are over: ``citations``, ``counted``, ``unmeasured`` (citations
        without a countable verdict), ``cases``, ``unmeasured_cases`` and ``verdicts``.
    """
    counted = [one for one in citations if one.counted]
    grouped: dict[str, list[Scored]] = {case: [] for case in cases}
    for one in citations:
        if one.case:
            grouped.setdefault(one.case, []).extend([one] if one.counted else [])
    measured = [group for group in grouped.values() if group]
    return {
        "citations": len(citations),
        "counted": len(counted),
        "unmeasured": len(citations) - len(counted),
        "verdicts": _tally(one.verdict for one in citations),
        "cemr": _share(sum(one.verdict in FAITHFUL for one in counted), len(counted)),
        "cemr_strict": _share(sum(one.verdict == "exact" for one in counted), len(counted)),
        "fidelity": round(sum(one.score for one in counted) / len(counted), 4) if counted else None,
        "altered": _share(sum(one.verdict == "altered" for one in counted), len(counted)),
        "cases": len(grouped),
        "unmeasured_cases": len(grouped) - len(measured),
        "cfvr": _share(sum(all(one.verdict in FAITHFUL for one in group) for group in measured), len(measured)),
        "cfvr_strict": _share(sum(all(one.verdict == "exact" for one in group) for group in measured), len(measured)),
    }


def told(found: Mapping[str, Any]) -> list[str]:
    """The rates in words, each beside what it is over."""
    over, cases = f"of {found['counted']} counted", f"of {found['cases'] - found['unmeasured_cases']} measured"
    lines = [
        f"citations {found['citations']}, counted {found['counted']}, unmeasured {found['unmeasured']}",
        f"CEMR {_shown(found['cemr'])} (strict {_shown(found['cemr_strict'])}) {over}",
        f"CFVR {_shown(found['cfvr'])} (strict {_shown(found['cfvr_strict'])}) {cases}; "
        f"{found['unmeasured_cases']} of {found['cases']} cases unmeasured",
        f"fidelity {_shown(found['fidelity'])}, altered {_shown(found['altered'])} {over}",
        "verdicts " + (", ".join(f"{name} {count}" for name, count in found["verdicts"].items()) or "none"),
    ]
    surplus = found.get("over_citation")
    if surplus:
        lines.append(
            f"over-citation {_shown(surplus['rate'])}: {surplus['extra']} of {surplus['sentences']} sentences beyond the "
            f"smallest set that passes the check; {surplus['unmeasured']} unmeasured (check: {surplus['check']})"
        )
    return lines


def _tally(verdicts: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for verdict in verdicts:
        found[verdict or "unvalidated"] = found.get(verdict or "unvalidated", 0) + 1
    order = [*VERDICTS, "unvalidated"]
    return {name: found[name] for name in order if name in found}


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _shown(rate: float | None) -> str:
    return "unmeasured" if rate is None else f"{rate:.4f}"
