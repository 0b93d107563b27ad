"""How often somebody may do what costs others something: sign in, challenge, ask."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import Literal

Rate = Literal["sign in", "challenge", "work"]
MOST_KEPT = 20_000
"""Counts that are kept; the one that was used longest ago goes first."""


@dataclass(frozen=True)
class Allowed:
    """So many within so many seconds."""

    times: int
    seconds: float


ALLOWED: Mapping[Rate, Allowed] = {
    "sign in": Allowed(10, 300.0),
    "challenge": Allowed(60, 3600.0),
    "work": Allowed(600, 3600.0),
}
"""Where nothing else is set: sign-ins that fail, challenges, and what loads documents or asks."""


@dataclass
class Rates:
    """Counts by person or address.

    A count is a bucket that holds as many as are allowed at once and fills evenly again (a token bucket), so that two
    numbers are kept of each, however often somebody comes.

    Attributes:
        allowed: How often each is allowed.
        clock: Seconds that never go back.
    """

    allowed: Mapping[Rate, Allowed] = field(default_factory=lambda: dict(ALLOWED))
    clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[tuple[Rate, str], tuple[float, float]] = field(default_factory=OrderedDict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def take(self, rate: Rate, who: str) -> int:
        """Counts one more; returns 0, or in how many seconds it would be allowed, and is not counted then.

        Args:
            rate: What is done.
            who: Name or address of who does it.
        """
        with self._lock:
            left = self._now(rate, who)
            if left < 1:
                allowed = self.allowed[rate]
                return max(1, ceil((1 - left) * allowed.seconds / allowed.times))
            self._keep(rate, who, left - 1)
            return 0

    def wait(self, rate: Rate, who: str) -> int:
        """In how many seconds one more would be allowed; 0 for now. Nothing is counted."""
        with self._lock:
            left, allowed = self._now(rate, who), self.allowed[rate]
            return 0 if left >= 1 else max(1, ceil((1 - left) * allowed.seconds / allowed.times))

    def _now(self, rate: Rate, who: str) -> float:
        allowed, now = self.allowed[rate], self.clock()
        left, at = self._left.get((rate, who), (float(allowed.times), now))
        return min(float(allowed.times), left + (now - at) * allowed.times / allowed.seconds)

    def _keep(self, rate: Rate, who: str, left: float) -> None:
        self._left[rate, who] = (left, self.clock())
        self._left.move_to_end((rate, who))
        while len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)
