"""Whether two clauses speak of one and the same thing: same subject, same verb, no qualifier that only one of them has.

Stricter than likeness: two clauses that are alike in every word but one may still be about two things ("a household
of two", "a household of three"). What is said here of two clauses may be printed.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache

from foam_graph.findings.language.clauses import Clause, contrast_clash, labels_clash, light
from foam_graph.findings.language.words import KeySet, Word, antonyms, key_of, lexicon, same, verb_keys, words

_BE = frozenset(["am", "is", "are", "was", "were", "be", "been", "being"])
_HAVE = frozenset(["has", "have", "had", "having"])
_BARE = frozenset(
    ["do", "does", "did", "ca", "wo", "can", "could", "may", "might", "must", "shall", "should", "will", "would"]
)
_AUXILIARIES = frozenset(lexicon().auxiliaries.split())
_FINITE = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "has",
        "had",
        "have",
        "does",
        "did",
        "do",
        "will",
        "would",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
    ]
)
_ORDER = re.compile(
    r"\b(?:first|second|third|fourth|last|next|again|another|once more|re-\w+ed|reissued|resent|repeated|a second time|reminder|twice|previous"
    r"|earlier|later|former|original|new|old|final|interim|draft|additional|extra|other|remaining|half|part of|each)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r",?\s\b(?:because|since|as|so that|although|while|whereas|according to|which|who|but)\b"
    r"|,\s(?:said|says|wrote|writes|remarked|added|explained|told|reported)\s(?=[A-Z]|the\b)",
    re.IGNORECASE,
)
_NOMINAL = re.compile(r"(?:ments?|[ts]ions?|ures?|ances?|ences?|ness|ity|als|ry)$")
_MEASURING = frozenset(
    key_of(word)
    for word in [
        "cost",
        "be",
        "total",
        "amount",
        "weigh",
        "measure",
        "number",
        "have",
        "equal",
        "come",
        "make",
        "stand",
        "earn",
        "pay",
    ]
)
_REPORTING = frozenset(
    key_of(word) for word in ["say", "state", "report", "note", "record", "show", "confirm", "write", "list", "give"]
)


_CHANGING = frozenset(
    key_of(word)
    for word in [
        "fee", "rate", "price", "rent", "limit", "charge", "dose", "figure", "number", "deadline", "date", "rule", "tariff",
        "estimate", "cost", "salary", "wage", "budget", "contract", "plan", "version", "total", "threshold",
    ]
)  # fmt: skip
"""What a new one of takes the place of an old one."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The bones of a clause.

    Attributes:
        clause: The clause.
        subject: Topic words before its verb.
        verb: Key of its main verb; ``be`` for a copula, empty where none was found.
        at: Where the main verb begins.
        passive: Something is done to the subject.
        rest: Topic words after the verb, an aside left out.
    """

    clause: Clause
    subject: tuple[Word, ...]
    verb: str
    at: int
    passive: bool
    rest: tuple[Word, ...]

    @cached_property
    def core(self) -> tuple[Word, ...]:
        """Subject and rest."""
        return self.subject + self.rest

    @cached_property
    def core_keys(self) -> KeySet:
        """Keys of subject and rest."""
        return KeySet(word.key for word in self.core)

    @cached_property
    def keys(self) -> KeySet:
        """Keys of what its clause is about, and of its main verb."""
        return KeySet((*self.clause.topics, self.verb))


@lru_cache(maxsize=16384)
def frame(clause: Clause) -> Frame:
    """Reads the bones of a clause.

    Args:
        clause: The clause.
    """
    cut = _ASIDE.search(clause.text, 1)
    verb, at, passive = _main_verb(clause.text[: cut.start()] if cut is not None else clause.text)
    if not verb and cut is not None:
        verb, at, passive = _main_verb(clause.text)
    aside = _ASIDE.search(clause.text, max(at, 0))
    stop = aside.start() if aside else len(clause.text)
    kept = [word for word in clause.content if not (at <= word.start and word.key == verb) and not light(word.key)]
    subject = tuple(word for word in kept if word.start < at)
    return Frame(clause, subject, verb, at, passive, tuple(word for word in kept if at <= word.start < stop))


def _main_verb(text: str) -> tuple[str, int, bool]:
    """Key and place of the main verb, and whether it is passive."""
    found = words(text)
    for place, word in enumerate(found):
        month = bool(word.start) and word.text == "May"
        if (word.lower in _FINITE and not month) or word.lower.endswith("n't"):
            return _after_auxiliary(found, place)
    for place, word in enumerate(found):
        if place and _verbal(word) and not word.name and _follows_subject(found[place - 1], found[place + 1 :]):
            following = found[place + 1] if place + 1 < len(found) else None
            if following is not None and _verbal(following) and text[word.end : following.start] == " ":
                continue  # "the roof repair cost": the first of two is a noun
            return word.key, word.start, False
    return "", 0, False


def _after_auxiliary(found: tuple[Word, ...], place: int) -> tuple[str, int, bool]:
    be = have = bare = False
    for word in found[place:]:
        lower = word.lower.removesuffix("n't")
        if word.lower in _AUXILIARIES or word.lower.endswith("n't"):
            be, have = be or lower in _BE, have or lower in _HAVE
            bare = lower in _BARE
        elif word.lower.endswith("ly") or word.lower in ("not", "never", "also", "already", "only", "now", "still"):
            continue
        elif bare and not be and not word.function:
            return word.key, found[place].start, False
        elif _verbal(word) and (not be or word.lower.endswith(("ed", "en", "n", "t", "ing")) or word.key != word.lower):
            return word.key, found[place].start, be and not word.lower.endswith("ing")
        else:
            break
    return ("be" if be else "have" if have else ""), found[place].start, False


def _verbal(word: Word) -> bool:
    if _NOMINAL.search(word.lower):
        return False
    return word.key in verb_keys() or (word.lower.endswith("ed") and len(word.lower) > 4)


def _follows_subject(before: Word, after: tuple[Word, ...]) -> bool:
    """Whether a word may be the finite verb: what stands before it is a noun or a pronoun."""
    if before.lower in lexicon().determiners.split():
        return False
    return bool(after) or not before.function


def of_one_thing(
    one: Frame,
    other: Frame,
    background: Collection[str] = (),
    around: tuple[Collection[str], Collection[str]] = ((), ()),
) -> bool:
    """Whether two clauses speak of the same thing in every word that could tell two things apart.

    Args:
        one: A clause.
        other: Another one.
        background: Keys of names that the whole file is about: one of the clauses may leave them out.
        around: Keys of what each stands under (title, heading): what one says and the other stands under is no
            difference.
    """
    left = [w for w in _extras(one, other) if not _among(w, {*background, *around[1]})]
    right = [w for w in _extras(other, one) if not _among(w, {*background, *around[0]})]
    if (left and right) or len(left) + len(right) > 1:
        return False
    if any(_restricts(word, one) for word in left) or any(_restricts(word, other) for word in right):
        return False
    if not _verbs_meet(one, other) or not _in_order(one, other):
        return False
    return not contrast_clash(one.clause, other.clause)


def shared(one: Frame, other: Frame) -> list[str]:
    """Keys of what both clauses speak of and do, general words left out; the opposite of a word counts as it."""
    found = [w.key for w in one.core if other.core_keys.meets(w.key)]
    if one.verb not in ("", "be", "have") and (same(one.verb, other.verb) or antonyms(one.verb, other.verb)):
        found.append(one.verb)
    return list(dict.fromkeys(found))


def _extras(one: Frame, other: Frame) -> list[Word]:
    """Words of a clause that the other one lacks."""
    return [w for w in one.core if not other.keys.meets(w.key)]


def _among(word: Word, keys: Collection[str]) -> bool:
    return any(same(word.key, key) for key in keys)


def _restricts(word: Word, where: Frame) -> bool:
    """Whether a word narrows what is spoken of: a name, or what "of", "for", "without" and the like bring in."""
    if word.name:
        return True
    following = next((one for one in where.clause.content if one.start > word.start), None)
    if following is not None and following.name and following.start - word.end == 1:
        return False  # "the shell Heron": the name alone says which
    before = where.clause.text[: word.start].lower()
    return bool(
        re.search(r"\b(?:of|for|without|except|excluding|including|among|per|between|outside|inside|under|over|with"
                  r"|at|in|on|from|by)\s(?:the\s|an?\s|its\s|their\s|his\s|her\s|all\s)?(?:[\w-]+\s){0,1}$", before)
    ) or word.start < where.at  # fmt: skip


def _verbs_meet(one: Frame, other: Frame) -> bool:
    """Whether both clauses tell of the same doing: one verb, opposites, or two ways to state a measure."""
    if not one.verb or not other.verb:
        return False
    if same(one.verb, other.verb) or antonyms(one.verb, other.verb):
        return True
    measuring = _MEASURING | _REPORTING
    if one.verb in measuring and other.verb in measuring and one.clause.quantities and other.clause.quantities:
        return True
    left, right = one.clause.topics, other.clause.topics
    return any(same(one.verb, key) for key in right) or any(same(other.verb, key) for key in left)


def _orders(one: Frame) -> frozenset[str]:
    return frozenset(match.group().lower() for match in _ORDER.finditer(one.clause.text))


def _in_order(one: Frame, other: Frame) -> bool:
    """Whether both clauses speak of the first, the last, the old or the new one alike; a new thing may go without the word."""
    apart = _orders(one) ^ _orders(other)
    changing = any(word.key in _CHANGING for side in (one, other) for word in side.subject)
    return not apart or (apart == {"new"} and not changing and not one.clause.rule and not other.clause.rule)


def agentless(one: Frame, other: Frame) -> bool:
    """Whether one clause tells of a state and the other of who did it ("is broken", "I did not break it").

    Args:
        one: A clause.
        other: Another one.
    """
    if one.passive == other.passive:
        return False
    state, act = (one, other) if one.passive else (other, one)
    if act.verb == "be" or not same(state.verb, act.verb):
        return act.verb != "be" and state.verb != act.verb
    return not re.search(r"\bby\b", state.clause.text)


def clash_free(one: Frame, other: Frame, ignore: frozenset[str] = frozenset()) -> bool:
    """Whether two clauses name no different months, years, persons or items.

    Args:
        one: A clause.
        other: Another one.
        ignore: Kinds of label that are not looked at.
    """
    return not labels_clash(one.clause, other.clause, ignore)
