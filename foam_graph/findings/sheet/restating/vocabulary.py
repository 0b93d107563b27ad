"""Words by which a matter is told of without saying which: that something is there, what it costs, what holds how many."""

from __future__ import annotations

import re
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.language.words import key_of
from foam_graph.resources import load_yaml, package_file


class Vocabulary(BaseModel):
    """Schema of ``vocabulary.yaml``."""

    model_config = ConfigDict(extra="forbid")

    neutral: str
    bare: str
    support: str
    cost: str
    places: str
    takers: str
    room: str
    untrue: str
    besides: str
    other: str
    looked: str
    inspected: str
    state: str
    shown: str
    ought: str


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The shipped words."""
    return load_yaml("vocabulary.yaml", Vocabulary, package_file(__package__, "vocabulary.yaml"))


@lru_cache(maxsize=8)
def keys_of(name: str) -> frozenset[str]:
    """Keys of the words of one list.

    Args:
        name: A field of ``Vocabulary`` that lists words.
    """
    return frozenset(key_of(word) for word in getattr(vocabulary(), name).split())


@lru_cache(maxsize=16)
def pattern(name: str) -> re.Pattern[str]:
    """One of the patterns.

    Args:
        name: A field of ``Vocabulary`` that is a pattern.
    """
    return re.compile(getattr(vocabulary(), name).replace(" |", "|"), re.IGNORECASE)
