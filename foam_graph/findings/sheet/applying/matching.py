"""How far a fact speaks of what a rule speaks of: words in common, whatever their form, and words that say the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.words import Word, antonyms, key_of, same, words
from foam_graph.findings.sheet.accounts.senses import state_of
from foam_graph.findings.sheet.standing.statements import Statement, Statements
from foam_graph.resources import load_yaml, package_file

_START = 4
"""Letters with which two keys begin alike of which one is a longer form of the other."""


class Likes(BaseModel):
    """Schema of ``likes.yaml``."""

    model_config = ConfigDict(extra="forbid")

    groups: list[str]
    roles: str
    empty: str


@dataclass(frozen=True, eq=False)
class Match:
    """What a fact has of the words of a rule.

    Attributes:
        keys: Keys of the words that it has.
        solid: Those that are neither light nor words for parties.
        share: Their share of all words, by weight.
    """

    keys: frozenset[str]
    solid: frozenset[str]
    share: float


@lru_cache(maxsize=1)
def _likes() -> Likes:
    return load_yaml("likes.yaml", Likes, package_file(__package__, "likes.yaml"))


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for place, group in enumerate(_likes().groups):
        for word in group.split():
            found.setdefault(key_of(word), set()).add(place)
    return {key: frozenset(places) for key, places in found.items()}


@lru_cache(maxsize=1)
def _roles() -> frozenset[str]:
    return frozenset(key_of(word) for word in _likes().roles.split())


@lru_cache(maxsize=1)
def _empty() -> frozenset[str]:
    return frozenset(_likes().empty.split())


def role(key: str) -> bool:
    """Whether a word names a party, a person or a body by its part in the matter.

    Args:
        key: A key, see ``words.key_of``.
    """
    return key in _roles()


@lru_cache(maxsize=16384)
def keys(text: str) -> tuple[str, ...]:
    """Keys of the words of a text that carry a topic.

    Args:
        text: The text.
    """
    found = [word for word in words(text) if _tells(word)]
    return tuple(dict.fromkeys(word.key for word in found))


def _tells(word: Word) -> bool:
    return not word.function and len(word.lower) > 2 and word.lower not in _empty()


@lru_cache(maxsize=65536)
def alike(one: str, other: str) -> bool:
    """Whether two keys stand for one thing or doing: one word in two forms, or words that say the same.

    Args:
        one: A key, see ``words.key_of``.
        other: Another one.
    """
    if same(one, other):
        return True
    if antonyms(one, other):
        return False
    groups = _groups()
    if groups.get(one, frozenset()) & groups.get(other, frozenset()):
        return True
    state = state_of(one)
    if state is not None and state == state_of(other):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= 5 and long.startswith(short[:-1]) and len(long) - len(short) <= 6


class _Alike:
    """Keys of a text, among which one that is alike is found without holding each of them against it."""

    __slots__ = ("_by_mark", "_keys")

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = frozenset(keys)
        self._by_mark: dict[tuple[str, str | int], list[str]] = {}
        for key in self._keys:
            for mark in _marks(key):
                self._by_mark.setdefault(mark, []).append(key)

    def has(self, key: str) -> bool:
        return key in self._keys or any(
            alike(key, twin) for mark in _marks(key) for twin in self._by_mark.get(mark, ())
        )


@lru_cache(maxsize=16384)
def _marks(key: str) -> tuple[tuple[str, str | int], ...]:
    """What two keys have in common, one of it at least, that are alike."""
    state = state_of(key)
    found: list[tuple[str, str | int]] = [("start", key[:_START]), *(("group", n) for n in _groups().get(key, ()))]
    return (*found, ("state", state)) if state is not None else tuple(found)


_likes_among = lru_cache(maxsize=8192)(_Alike)


def all_among(wanted: Iterable[str], said: Iterable[str]) -> bool:
    """Whether every one of some keys is among others, in any form.

    Args:
        wanted: The keys.
        said: The others.
    """
    others = _likes_among(tuple(said))
    return all(map(others.has, wanted))


def match(wanted: Iterable[str], said: Iterable[str], read: Statements) -> Match:
    """What some words have of those that a rule wants.

    Args:
        wanted: Keys of the words of the rule.
        said: Keys of the words of the fact.
        read: The statements of the file.
    """
    theirs = _likes_among(tuple(said))
    total = held = 0.0
    found: set[str] = set()
    for key in wanted:
        weight = read.statistics.weight(key) * (0.3 if light(key) or role(key) else 1.0)
        total += weight
        if theirs.has(key):
            held += weight
            found.add(key)
    solid = frozenset(key for key in found if not light(key) and not role(key))
    return Match(frozenset(found), solid, held / total if total else 0.0)


def told(one: Statement) -> tuple[str, ...]:
    """Keys of what a statement tells, with those of its heading and of who wrote its document.

    Args:
        one: The statement.
    """
    return tuple(dict.fromkeys((*keys(one.text), *keys(one.heading))))


def near(one: Statement) -> tuple[str, ...]:
    """Keys of what a statement tells and of what stands around it: its neighbours, its heading, title and author.

    Args:
        one: The statement.
    """
    around = f"{one.passage.before} {one.passage.after} {one.heading} {one.document.title} {one.document.author}"
    return tuple(dict.fromkeys((*told(one), *keys(around))))
