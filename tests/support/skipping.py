"""What a session skipped, by reason: said once, so that a green run does not hide what it never looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest


def summary(skipped: Iterable[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """A line for each reason, with how many tests gave it; the most frequent first.

    Args:
        skipped: Reports of skipped tests, and of whole modules that are skipped while they are collected.
    """
    reasons: Counter[str] = Counter()
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reasons[reason.removeprefix("Skipped: ")] += 1
    return [f"{count} test{'s' * (count > 1)}: {reason}" for reason, count in reasons.most_common()]
