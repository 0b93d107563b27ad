"""The shipped senses: which words tell of one doing, of one measure, of one state."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.words import key_of, stem, words
from foam_graph.resources import load_yaml, package_file


class Sense(BaseModel):
    """One doing or measure with the words that tell of it."""

    model_config = ConfigDict(extra="forbid")

    name: str
    words: str = ""
    opposites: str = ""
    phrases: list[str] = []
    denials: list[str] = []


class Senses(BaseModel):
    """Schema of ``senses.yaml``."""

    model_config = ConfigDict(extra="forbid")

    doings: list[Sense]
    measures: list[Sense]
    papers: str
    fillers: str
    persons: str
    children: str
    states: list[str]
    wide: list[str]
    part: list[str]
    hearsay: list[str]
    recorded: str


@dataclass(frozen=True)
class Said:
    """A sense that a text has.

    Attributes:
        name: Name of the sense.
        start: Offset of what tells of it.
        end: Offset after it.
        opposite: The word tells of its opposite.
    """

    name: str
    start: int
    end: int
    opposite: bool


@lru_cache(maxsize=1)
def senses() -> Senses:
    """The shipped data."""
    return load_yaml("senses.yaml", Senses, package_file(__package__, "senses.yaml"))


@dataclass(frozen=True)
class _Table:
    """Words and phrases that tell of something.

    Attributes:
        by_stem: The words by their stem, each what it tells of and whether of the opposite.
        phrases: The phrases, the same.
        any_phrase: Any of them: most texts have none, and are not searched for each.
    """

    by_stem: dict[str, list[tuple[str, bool]]]
    phrases: list[tuple[str, re.Pattern[str], bool]]
    any_phrase: re.Pattern[str]


@lru_cache(maxsize=1)
def _tables() -> dict[str, _Table]:
    """What tells of the doings and of the measures."""
    found = {}
    for kind, listed in (("doings", senses().doings), ("measures", senses().measures)):
        by_stem: dict[str, list[tuple[str, bool]]] = {}
        phrases: list[tuple[str, re.Pattern[str], bool]] = []
        for one in listed:
            for text, opposite in ((one.words, False), (one.opposites, True)):
                for word in text.split():
                    by_stem.setdefault(stem(word), []).append((one.name, opposite))
            for listed_, opposite in ((one.phrases, False), (one.denials, True)):
                phrases += [(one.name, _phrase(phrase), opposite) for phrase in listed_]
        every = "|".join(phrase for one in listed for phrase in (*one.phrases, *one.denials))
        found[kind] = _Table(by_stem, phrases, _phrase(every))
    return found


def _phrase(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})(?<=\w|\s)", re.IGNORECASE)


@lru_cache(maxsize=16384)
def said(text: str, kind: str = "doings") -> tuple[Said, ...]:
    """The doings or measures that a text tells of, in order.

    Args:
        text: A clause.
        kind: ``doings`` or ``measures``.
    """
    table = _tables()[kind]
    found = [
        Said(name, word.start, word.end, opposite)
        for word in words(text)
        for name, opposite in table.by_stem.get(stem(word.lower), ())
    ]
    phrases = table.phrases if table.any_phrase.search(text) else ()
    found += [Said(name, m.start(), m.end(), no) for name, pattern, no in phrases for m in pattern.finditer(text)]
    return tuple(sorted(found, key=lambda one: (one.start, one.name)))


@lru_cache(maxsize=1)
def _states() -> dict[str, int]:
    return {key_of(word): place for place, group in enumerate(senses().states) for word in group.split()}


def state_of(key: str) -> int | None:
    """Number of the state that a word tells of; None where it tells of none.

    Args:
        key: A key, see ``words.key_of``.
    """
    return _states().get(key)


@lru_cache(maxsize=4)
def keys_of(listed: str) -> frozenset[str]:
    """Keys of the words of a list of the shipped data."""
    return frozenset(key_of(word) for word in listed.split())


@lru_cache(maxsize=1)
def wide() -> re.Pattern[str]:
    """Words that make something everything."""
    return re.compile("|".join(senses().wide), re.IGNORECASE)


@lru_cache(maxsize=1)
def part() -> re.Pattern[str]:
    """Words by which a statement shows that it is of a part only."""
    joined = "|".join(f"(?:{one})" for one in senses().part)
    return re.compile(joined.replace("{number}", f"(?:{NUMBER})"), re.IGNORECASE)


@lru_cache(maxsize=1)
def hearsay() -> re.Pattern[str]:
    """How hearsay is brought in."""
    return re.compile("|".join(f"(?:{one})" for one in senses().hearsay))


@lru_cache(maxsize=1)
def recorded() -> re.Pattern[str]:
    """How a statement is recorded as a fact."""
    return re.compile(senses().recorded, re.IGNORECASE)
