"""Stems of English words: Porter's algorithm of 1980 with the extensions that NLTK gives it, and that the shipped data is keyed by.

NLTK itself would come with 250 modules: a third of a second for each process that argues.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

_VOWELS = frozenset("aeiou")
_KNOWN = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news", "innings": "inning",
    "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning", "canning": "canning", "howe": "howe",
    "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip
"""Words that the rules would spoil."""
_SECOND = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ("fulli", "ful"),
)  # fmt: skip
_THIRD = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_FOURTH = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip
_SHORTEST = 3
"""Letters of a word that has a stem other than itself, at least."""


def stemmed(word: str) -> str:
    """The stem of a word.

    Args:
        word: In any case.
    """
    lower = word.lower()
    if lower in _KNOWN:
        return _KNOWN[lower]
    if len(word) < _SHORTEST:
        return lower
    stem = _adjective(_past(_plural(lower)))
    stem = _replaced(_derived(stem), _THIRD)
    return _tidied(_cut(stem))


def _consonants(word: str) -> list[bool]:
    """Of each letter whether it is a consonant; y is one at the beginning and after a vowel."""
    found: list[bool] = []
    for letter in word:
        found.append(not found[-1] if letter == "y" and found else letter not in _VOWELS)
    return found


def _measure(stem: str) -> int:
    """How often a consonant follows a vowel."""
    flags = _consonants(stem)
    return sum(after and not before for before, after in pairwise(flags))


def _short(word: str) -> bool:
    """Whether it ends like "hop" or is like "at"."""
    flags = _consonants(word)
    if len(word) == 2:
        return flags == [False, True]
    return flags[-3:] == [True, False, True] and word[-1] not in "wxy"


def _doubled(word: str) -> bool:
    return len(word) >= 2 and word[-1] == word[-2] and _consonants(word)[-1]


def _plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and not all(_consonants(stem)):
            return _mended(stem)
    return word


def _mended(stem: str) -> str:
    """What is left of a past form or a gerund, with the e that it lost, or without the letter that it doubled."""
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if _doubled(stem):
        return stem if stem[-1] in "lsz" else stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and _short(stem) else stem


def _adjective(word: str) -> str:
    if word.endswith("y") and len(word) > 2 and _consonants(word)[-2]:
        return f"{word[:-1]}i"
    return word


def _derived(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]):
        return _derived(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) else word
    return _replaced(word, _SECOND)


def _replaced(word: str, rules: Sequence[tuple[str, str]]) -> str:
    """A word with the first ending of a list that it has exchanged, where something of a syllable is left before it."""
    for ending, other in rules:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            return stem + other if _measure(stem) else word
    return word


def _cut(word: str) -> str:
    for ending in _FOURTH:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            return stem if _measure(stem) > 1 and (ending != "ion" or stem[-1] in "st") else word
    return word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        stem = word[:-1]
        size = _measure(stem)
        word = stem if size > 1 or (size == 1 and not _short(stem)) else word
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
