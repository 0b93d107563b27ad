"""The doing that a condition names, in whatever form a sentence has it, and the words that govern it."""

from __future__ import annotations

import re
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import light, read
from foam_graph.findings.language.words import Word, key_of, same, words
from foam_graph.resources import load_yaml, package_file


class Doings(BaseModel):
    """Schema of ``doings.yaml``."""

    model_config = ConfigDict(extra="forbid")

    refused: str
    open: str
    said: str
    papers: str
    support: str
    short: str
    carriers: str
    having: str
    steps: list[str]
    nouns: list[str]


@lru_cache(maxsize=1)
def _table() -> Doings:
    return load_yaml("doings.yaml", Doings, package_file(__package__, "doings.yaml"))


@lru_cache(maxsize=8)
def pattern(sort: str) -> re.Pattern[str]:
    """The words of one sort of the table, such as those of refusing."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(getattr(_table(), sort).split())})(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=1)
def derived() -> dict[str, frozenset[str]]:
    """Keys of the nouns of a doing, by the key of its verb."""
    found: dict[str, frozenset[str]] = {}
    for group in _table().nouns:
        verb, *nouns = group.split()
        found[key_of(verb)] = found.get(key_of(verb), frozenset()) | {key_of(noun) for noun in nouns}
    return found


@lru_cache(maxsize=4096)
def doing(condition: str) -> frozenset[str]:
    """Keys of the doing of a condition: its verb, or what stands after a verb that says little."""
    clause = read(condition)
    verb = frame(clause).verb
    at = frame(clause).at
    rest = [word for word in clause.content if word.start >= at and word.key != verb and not light(word.key)]
    nouns = frozenset(word.key for word in rest if any(word.key in group for group in derived().values()))
    if verb in _carriers() and nouns:
        return nouns  # "has given his consent": the consent is what is asked for
    if verb not in ("", "be", "have") and verb not in _having():
        return frozenset({verb})
    return nouns or frozenset(word.key for word in rest if not word.text[0].isdigit())


@lru_cache(maxsize=1)
def _carriers() -> frozenset[str]:
    """Keys of verbs that say little beside the noun of a doing."""
    return frozenset(map(key_of, _table().carriers.split()))


@lru_cache(maxsize=1)
def _having() -> frozenset[str]:
    return frozenset(map(key_of, _table().having.split()))


@lru_cache(maxsize=4096)
def governing(condition: str) -> frozenset[str]:
    """Keys of words of refusing and asking in a condition: it is about these themselves."""
    found = [match.group() for sort in ("refused", "open") for match in pattern(sort).finditer(condition)]
    return frozenset(key_of(one) for one in found)


@lru_cache(maxsize=4096)
def occurrences(condition: str, fact: str) -> tuple[Word, ...]:
    """The words of a sentence that tell the doing of a condition, as a verb or as its noun."""
    asked = doing(condition)
    wanted = asked.union(*(derived().get(key, frozenset()) for key in asked))
    back = {verb for verb, nouns in derived().items() if nouns & asked}
    return tuple(word for word in words(fact) if any(same(word.key, key) for key in wanted | back))


def other_steps(one: str, other: str) -> bool:
    """Whether two sentences tell of two steps of a matter, such as a request and its answer.

    Args:
        one: A sentence.
        other: Another one.
    """
    mine, theirs = _steps(one), _steps(other)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


@lru_cache(maxsize=8192)
def _steps(text: str) -> frozenset[int]:
    said = {word.lower for word in words(text)}
    return frozenset(place for place, step in enumerate(_table().steps) if said & set(step.split()))
