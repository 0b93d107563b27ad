"""Words of a sentence: their stem, the group of synonyms that they belong to, and whether they are a name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from foam_graph.resources import load_yaml, package_file

if TYPE_CHECKING:
    from nltk.stem import PorterStemmer

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_BETWEEN = re.compile(r"[\s-]+")
_POSSESSIVE = re.compile(r"['’]s?$")
_OPENING = frozenset("\"'“‘([")
START = 4
"""Letters with which two forms of one word begin alike."""


class Lexicon(BaseModel):
    """Schema of ``lexicon.yaml``."""

    model_config = ConfigDict(extra="forbid")

    function_words: str
    irregular: dict[str, str]
    synonyms: list[list[str]]
    verbs: str
    generic_units: str
    light_words: str
    numbered_nouns: str
    auxiliaries: str
    clause_openers: str
    determiners: str
    phrases: list[str]


class Opposites(BaseModel):
    """Schema of ``antonyms.yaml``."""

    model_config = ConfigDict(extra="forbid")

    pairs: list[tuple[str, str]]
    contrasts: list[list[str]]


@dataclass(frozen=True)
class Word:
    """One word of a sentence.

    Attributes:
        text: As written.
        lower: Lower case, without a possessive ending.
        key: Stem of its synonym group; equal keys mean the same thing.
        start: Offset of its first character.
        end: Offset after its last character.
        name: It is capitalised where a common word would not be.
        function: It carries no topic.
    """

    text: str
    lower: str
    key: str
    start: int
    end: int
    name: bool
    function: bool


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The general word data that ships with the engine."""
    return load_yaml("lexicon.yaml", Lexicon, package_file(__package__, "lexicon.yaml"))


@lru_cache(maxsize=1)
def opposites() -> Opposites:
    """The pairs of opposites that ship with the engine."""
    return load_yaml("antonyms.yaml", Opposites, package_file(__package__, "antonyms.yaml"))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Porter stem of a word's lemma, e.g. ``paid`` and ``payments`` alike give ``pay``'s stem."""
    lower = word.lower()
    irregular = lexicon().irregular
    lemma = irregular.get(lower) or irregular.get(lower.removesuffix("s")) or lower
    if lower.endswith("ies"):
        lemma = irregular.get(f"{lower[:-3]}y", lemma)
    if "_" in lemma:
        return lemma
    return str(_stemmer().stem(lemma))


@lru_cache(maxsize=1)
def _stemmer() -> PorterStemmer:
    from nltk.stem import (
        PorterStemmer,  # it comes with 250 modules, a seventh of what a server imports: it starts without
    )

    return PorterStemmer()


@lru_cache(maxsize=1)
def _groups() -> dict[str, str]:
    """Stem to the stem that heads its group."""
    found: dict[str, str] = {}
    for group in lexicon().synonyms:
        for member in group:
            found.setdefault(stem(member), found.get(stem(group[0]), stem(group[0])))
    return found


@lru_cache(maxsize=65536)
def key_of(word: str) -> str:
    """Key under which a word is compared: the stem of the first word of its synonym group, or its own stem."""
    own = stem(word)
    return _groups().get(own, own)


@lru_cache(maxsize=1)
def function_words() -> frozenset[str]:
    """Words without a topic, lower case."""
    return frozenset(lexicon().function_words.split())


@lru_cache(maxsize=1)
def _phrases() -> re.Pattern[str]:
    ordered = sorted(lexicon().phrases, key=len, reverse=True)
    joined = "|".join(re.escape(phrase).replace(r"\ ", r"[\s-]+") for phrase in ordered)
    return re.compile(rf"\b(?:{joined})\b", re.IGNORECASE)


@lru_cache(maxsize=65536)
def words(text: str) -> tuple[Word, ...]:
    """Splits a text into words; numbers and punctuation are left out, fixed phrases are one word.

    Args:
        text: A sentence or a piece of one.

    Returns:
        Its words in order.
    """
    spans = {match.start(): match.end() for match in _phrases().finditer(text)}
    found: list[Word] = []
    covered = 0
    for match in _TOKEN.finditer(text):
        if match.start() < covered:
            continue
        end = spans.get(match.start(), match.end())
        covered = end
        found.append(_word(text, match.start(), end))
    return tuple(found)


def _word(text: str, start: int, end: int) -> Word:
    """The word of one span."""
    raw = text[start:end]
    lower, key, function = _form(raw)
    return Word(raw, lower, key, start, end, _is_name(text, raw, start, lower), function)


@lru_cache(maxsize=65536)
def _form(raw: str) -> tuple[str, str, bool]:
    """A word in lower case, its key and whether it carries no topic: the same wherever it stands."""
    lower = raw.lower().replace("’", "'")
    if not lower.isalpha():
        lower = _BETWEEN.sub("_", lower)
    lower = lower if lower.endswith("n't") else _POSSESSIVE.sub("", lower)
    function = lower in function_words() or lower.endswith("n't")
    return lower, key_of(lower), function


def _is_name(text: str, raw: str, start: int, lower: str) -> bool:
    """Whether a word is capitalised although no sentence starts with it."""
    if not raw[0].isupper() or lower in function_words():
        return False
    ahead = start
    while ahead and (text[ahead - 1].isspace() or text[ahead - 1] in _OPENING):
        ahead -= 1
    opens = not ahead or text[ahead - 1] in ".!?:"
    if not opens:
        return True
    follows = re.match(r"(?:['’]s)?[\s-]+([^\W\d_]+)", text[start + len(raw) :])
    return bool(follows and follows[1][0].isupper() and follows[1].lower() not in function_words())


@lru_cache(maxsize=65536)
def same(one: str, other: str) -> bool:
    """Whether two keys stand for the same word: equal, or one a longer form of the other.

    Args:
        one: A key, see ``key_of``.
        other: Another one.
    """
    if one == other:
        return True
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) <= START or len(long) - len(short) > 4 or not long.startswith(short[:-1]):
        return False
    return not antonyms(one, other)


class KeySet:
    """Keys of words, among which one that stands for the same word is found without holding each of them against it."""

    __slots__ = ("_by_start", "_keys")

    def __init__(self, keys: Iterable[str]) -> None:
        """Of some keys.

        Args:
            keys: The keys, see ``key_of``.
        """
        self._keys = frozenset(keys)
        self._by_start: dict[str, list[str]] = {}
        for key in self._keys:
            self._by_start.setdefault(key[:START], []).append(key)

    def has(self, key: str) -> bool:
        """Whether one of them stands for the same word as another key, see ``same``.

        Args:
            key: The other key.
        """
        return key in self._keys or any(same(key, twin) for twin in self._by_start.get(key[:START], ()))

    def meets(self, key: str) -> bool:
        """Whether one of them stands for the same word as another key, or for its opposite.

        Args:
            key: The other key.
        """
        return self.has(key) or not self._keys.isdisjoint(opposites_of(key))


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in opposites().pairs:
        for key, twin in ((key_of(one), key_of(other)), (key_of(other), key_of(one))):
            found.setdefault(key, set()).add(twin)
    return {key: frozenset(twins) for key, twins in found.items()}


def opposites_of(key: str) -> frozenset[str]:
    """Keys of the opposites of a word in the shipped data.

    Args:
        key: A key, see ``key_of``.
    """
    return _opposites().get(key, frozenset())


@lru_cache(maxsize=65536)
def antonyms(one: str, other: str) -> bool:
    """Whether two keys are opposites of each other in the shipped data."""
    return one != other and other in _opposites().get(one, ())


@lru_cache(maxsize=1)
def _contrasts() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, group in enumerate(opposites().contrasts):
        for member in group:
            found.setdefault(member, set()).add(number)
    return {member: frozenset(groups) for member, groups in found.items()}


def contrasting(one: str, other: str) -> bool:
    """Whether two lower-case words tell two things of one kind apart, e.g. ``adult`` and ``child``."""
    if stem(one) == stem(other):
        return False
    table = _contrasts()
    first = table.get(one) or table.get(lexicon().irregular.get(one, one.removesuffix("s")), frozenset())
    second = table.get(other) or table.get(lexicon().irregular.get(other, other.removesuffix("s")), frozenset())
    return bool(first & second)


@lru_cache(maxsize=1)
def verb_keys() -> frozenset[str]:
    """Keys of words that may head a clause."""
    return frozenset(key_of(word) for word in lexicon().verbs.split())
