"""How near two words are in meaning: of one stem, derived from each other, of one sense, a sort of the other, or opposites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from foam_graph.findings.language.words import key_of, same, stem
from foam_graph.resources import package_file

_STRENGTHS: Final = (0.9, 0.6, 0.4, 0.6)
"""Of derived words, of words of one sense, of a sort and what it is a sort of, of opposites."""
_OF_DERIVED: Final = 0.45
"""Of two words that are derived from words of one sense ("valuer", "assessment")."""
LEAST: Final = 0.35
"""From here on two words count as near each other."""
_START: Final = 4
"""Letters that two roots of one word have in common at least, see ``words.same``."""


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, str], dict[str, dict[str, float]], dict[str, frozenset[str]]]:
    """Stems of irregular forms, the strengths of near stems, and opposites."""
    forms: dict[str, str] = {}
    near: dict[str, dict[str, float]] = {}
    opposite: dict[str, set[str]] = {}
    for line in package_file(__package__, "kinship.txt").splitlines():
        if line.startswith("#"):
            continue
        own, *fields = line.split("\t")
        if own.startswith("="):
            forms[own[1:]] = fields[0]
            continue
        for strength, field, opposed in zip(_STRENGTHS, fields, (False, False, False, True), strict=False):
            for other in field.split():
                for a, b in ((own, other), (other, own)):
                    known = near.setdefault(a, {})
                    known[b] = max(known.get(b, 0.0), strength)
                    if opposed:
                        opposite.setdefault(a, set()).add(b)
    return forms, near, {one: frozenset(others) for one, others in opposite.items()}


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """Stem under which a word is compared here, irregular forms brought to that of their lemma.

    Args:
        word: A word, in any form.
    """
    own = stem(word)
    return _table()[0].get(own, own)


@lru_cache(maxsize=262144)
def kinship(one: str, other: str) -> float:
    """How near two roots are, 1 for the same word and 0 for words that have nothing to do with each other.

    Args:
        one: A root, see ``root``.
        other: Another one.
    """
    if one == other:
        return 1.0
    mine = _table()[1].get(one, {})
    if other in mine:
        return mine[other]
    if same(one, other) or key_of(one) == key_of(other):
        return 0.9
    derived, of_one_sense = _kin(one)
    theirs = _kin(other)[0]
    if not derived.isdisjoint(theirs):
        return 0.8
    return 0.0 if of_one_sense.isdisjoint(theirs) else _OF_DERIVED


@lru_cache(maxsize=65536)
def _kin(one: str) -> tuple[frozenset[str], frozenset[str]]:
    """A root with those derived from it, and what is derived from any of these or of one sense with it."""
    near = _table()[1]
    derived = frozenset({one, *(key for key, strength in near.get(one, {}).items() if strength == _STRENGTHS[0])})
    senses = (key for each in derived for key, strength in near.get(each, {}).items() if strength >= _STRENGTHS[1])
    return derived, frozenset(senses)


def near_among(words: Iterable[str], others: Iterable[str]) -> dict[str, list[str]]:
    """To each root those of others that are near it.

    Only those are held against it that begin like it, mean the same or are kin: all against all takes longest in a large file.

    Args:
        words: Roots.
        others: Roots, in the order in which they are given back.
    """
    places = {other: place for place, other in enumerate(others)}
    like: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for other in places:
        like["start", other[:_START]].add(other)
        like["key", key_of(other)].add(other)
        for kin in _kin(other)[0]:
            like["kin", kin].add(other)
    found = {}
    for one in words:
        derived, of_one_sense = _kin(one)
        asked = [("start", one[:_START]), ("key", key_of(one)), *(("kin", kin) for kin in (*derived, *of_one_sense))]
        likely = {other for key in asked for other in like.get(key, ())} | (
            _table()[1].get(one, {}).keys() & places.keys()
        )
        found[one] = [other for other in sorted(likely, key=places.__getitem__) if kinship(one, other) >= LEAST]
    return found


def opposed(one: str, other: str) -> bool:
    """Whether two roots are opposites of each other.

    Args:
        one: A root, see ``root``.
        other: Another one.
    """
    return other in _table()[2].get(one, ())
