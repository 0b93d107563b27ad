"""What a pattern says of a sentence, kept: makers ask it of the same sentences again, once for every other sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

_KEPT = 8192
"""Sentences that each pattern's answers are kept for: more than a case has."""


def occurs(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    """Whether a pattern is found in a text, as a function that remembers its answers.

    Args:
        pattern: The pattern.
    """

    @lru_cache(maxsize=_KEPT)
    def asked(text: str) -> bool:
        return pattern.search(text) is not None

    return asked
