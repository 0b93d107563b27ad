"""Who does what a condition names, or to whom it is done, and whether a sentence tells it of the same one."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from foam_graph.findings.comparing.doings import occurrences
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.words import Word, key_of, same, words

_OF: Final = re.compile(r"\b(?:of|for|in|at|with|from|on|to|by|under|about|near)\b", re.IGNORECASE)


_BY: Final = re.compile(r"\bby (?P<who>(?:the |an? |his |her |its |their |our |my )?[^,;.]+)", re.IGNORECASE)


POSSESSIVE: Final = re.compile(r"['’]s?(?=\s|$)")


_WE: Final = frozenset({"i", "we", "you"})


_HE: Final = frozenset({"he", "she", "they", "it"})


_TITLES: Final = frozenset({"mr", "mrs", "ms", "dr", "prof", "miss"})


def _head(phrase: str) -> str:
    """The noun that a phrase turns on: the last word before "of" and the like."""
    cut = _OF.search(phrase)
    body = phrase[: cut.start()] if cut is not None and cut.start() > 0 else phrase
    found = [word for word in words(body) if not word.function or word.lower in _WE | _HE]
    return found[-1].text if found else ""


@lru_cache(maxsize=4096)
def subject(condition: str) -> str:
    """The noun that does what a condition asks for, or to which it is done; empty where it names none."""
    bones = frame(read(condition))
    by = _BY.search(condition) if bones.passive else None
    if by is not None:
        return _head(by["who"])
    if not bones.verb or bones.at <= 0:
        return ""
    head = _head(bones.clause.text[: bones.at])
    return "" if head.lower() in _HE | _WE or head.lower() in ("who", "which", "that") else head


def named(condition: str, fact: str, around: Collection[str]) -> bool:
    """Whether a sentence names the subject of a condition, by its word or by a name that stands for it."""
    who = subject(condition)
    if not who:
        return True
    key = key_of(who)
    for word in words(fact):
        if same(word.key, key):
            if not _owner(fact, word):
                return True
            owned = next(
                (one for one in words(POSSESSIVE.sub("", fact[word.end :], count=1)) if not one.function), None
            )
            return owned is not None and bool(occurrences(condition, owned.text))
    named = [word for word in words(fact) if word.name]
    if frame(read(condition)).verb in ("be", "have"):
        return bool(named)  # of what somebody is or has, and not of what another has to do
    return any(_stands_for(word, who, around) for word in named)


def _stands_for(name: Word, who: str, around: Collection[str]) -> bool:
    pattern = re.compile(
        rf"\b{re.escape(who)}\b,?\s(?:(?:is|was)\s)?(?:\w+\.?\s){{0,2}}{re.escape(name.text)}\b|\b{re.escape(name.text)},?\s(?:(?:is|was|as)\s)?(?:the|an?|my|our|her|his)\s(?:\w+\s)?{re.escape(who)}\b",
        re.IGNORECASE,
    )
    return any(pattern.search(text) for text in around)


def by_same(condition: str, fact: str, before: str, after: str, chain: str, around: Collection[str]) -> bool:
    """Whether a verb tells the doing of, or on, the subject of a condition."""
    who = subject(condition)
    if not who:
        return True
    key = key_of(who)
    if any(one in BE for one in chain.split()):
        by = _BY.search(after)
        if by is not None:
            head = _head(by["who"])
            return same(key_of(head), key) or _named_by(head, who, around) or _done_to(condition, before, key)
        return named(condition, fact, around)
    phrase = before[: len(before.rstrip()) - len(chain)] if chain else before
    head = _head(phrase)
    if not head:
        return _first(fact, key)
    if same(key_of(head), key):
        return True
    lower = head.lower()
    if lower in _WE:
        return False
    if lower in _HE:
        return _first(fact, key)
    if _named_by(head, who, around) or (
        any(same(word.key, key) for word in words(phrase) if word.name or not _owner(phrase, word))
        and head[0].isupper()
    ):
        return True
    direct = re.match(r"\s(?:the |an? |its |his |her |their )?(?:[\w-]+\s)?(?P<what>[\w-]+)", after)
    return direct is not None and any(same(one.key, key) for one in words(direct.group()))


def _owner(text: str, word: Word) -> bool:
    return bool(re.match(r"['’]s?\b", text[word.end :]) or re.search(r"['’]s?$", word.text))


def _done_to(condition: str, before: str, key: str) -> bool:
    """Whether a condition without a doer asks only that something be done to its subject, and it is."""
    bones = frame(read(condition))
    return bones.passive and _BY.search(condition) is None and any(same(word.key, key) for word in words(before))


def _named_by(head: str, who: str, around: Collection[str]) -> bool:
    found = words(head)
    return bool(found) and head[:1].isupper() and _stands_for(found[0], who, around)


def _first(fact: str, key: str) -> bool:
    """Whether the first noun of a sentence is the subject that is asked for."""
    first = next((word for word in words(fact) if not word.function and word.lower not in _TITLES), None)
    return first is not None and same(first.key, key)


BE: Final = frozenset({"is", "are", "was", "were", "been", "being", "be"})
