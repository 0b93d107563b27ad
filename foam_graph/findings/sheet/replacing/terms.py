"""The words by which papers say that one thing comes in the place of another, or is no more: one table for all who look for them."""

from __future__ import annotations

from typing import Final

TAKES_PLACE: Final = r"replaces?|replaced|supersedes?|superseded|takes? the place of|took the place of|takes? over from"
"""What a new thing does to an old one."""
REPLACED: Final = r"replaced|superseded"
"""What an old thing is where a new one came."""
ENDED: Final = r"repealed|withdrawn"
"""What an old thing is where none came."""
