"""Which side of a motion a sentence speaks for, by stated signs; most sentences speak for neither."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.findings.debate.motions import PASSIVE, Motion, signs
from foam_graph.findings.debate.spoken import Side
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import Word, same, words

_REACH = 7
"""Words behind a verb within which the thing stands that it acts on."""
_LACKING = frozenset({"without", "never", "absence", "lack", "lacks", "absent"})
_CONCEDES = re.compile(
    r"\b(?:accepts?|concedes?|admits?|grants? that|acknowledges?|although|though|even if|however|no recommendation|no position|asks? (?:how|whether)|depends? on)\b",
    re.IGNORECASE,
)
_RATIO = re.compile(r"\b(?:benefit-cost|cost-benefit)\b", re.IGNORECASE)
_LESS = re.compile(r"\s+without\b", re.IGNORECASE)
_THAT = re.compile(r"\s+that\b", re.IGNORECASE)
_WHERE = re.compile(r"\b(?:when|if|unless|where|only)\b", re.IGNORECASE)
"""Marks a rule that holds under a condition: it urges nothing of this case."""
_PAUSE = re.compile(r"[,;:–—]")
_BINDS = re.compile(r"\b(?:must|shall|may)\b", re.IGNORECASE)
_URGES = re.compile(r"\b(?:should|must|ought to)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Leaning:
    """What a sentence says for a side.

    Attributes:
        side: The side.
        why: By which sign, in words.
    """

    side: Side
    why: str


COMES_OF_IT = "says what comes of it"
COMES_OF_WHAT_ENDS = "says what comes of what would end"
WITHOUT_IT = "says how things are without it"
STATES = "says who is for or against it"
ADVOCATE = "stands in a document that says it is for or against it"


@lru_cache(maxsize=16384)
def leaning(text: str, motion: Motion) -> Leaning | None:
    """The side that a sentence speaks for, where it gives a sign of it.

    A sentence that says what comes of the proposed thing speaks for the side that wants it where that is good, and for
    the other where it is bad; one that says what is bad today or without it, the other way round; one that says who
    supports, opposes or urges the proposal, so.

    Args:
        text: A sentence.
        motion: The motion.
    """
    if text.rstrip().endswith("?") or _CONCEDES.search(text):
        return None
    if _BINDS.search(text) and _WHERE.search(text):
        return None  # a rule for cases of a kind tells nothing of this one
    # The name of a measure says nothing of its result.
    text = _RATIO.sub("measured", text)
    found = tuple(word for word in words(text) if not word.function or word.lower in _LACKING)
    stated = _stated(text, found, motion)
    if stated:
        return Leaning("pro" if stated > 0 else "con", STATES)
    worth = _worth(text, found, motion)
    if not worth:
        return None
    ends = motion.direction < 0
    if _lacks(text, found, motion):
        return _leaning(-worth * motion.direction, COMES_OF_IT if ends else WITHOUT_IT)
    if any(word.key in signs("now") for word in words(text)):
        touches = any(same(key, word.key) for key in motion.topic for word in found)
        # How things stand today speaks for change where it is bad, whatever the change is.
        return _leaning(-worth, WITHOUT_IT) if touches else None
    if _names(text, found, motion):
        return _leaning(worth * motion.direction, COMES_OF_WHAT_ENDS if ends else COMES_OF_IT)
    # A rule about projects of a kind tells nothing of this one.
    about = not _BINDS.search(text) and any(word.key in signs("proposal") for word in found)
    return _leaning(worth, COMES_OF_IT) if about else None


def declared(texts: Iterable[str], motion: Motion) -> Side | None:
    """The side that a document says it is on: all of its sentences that say who is for or against agree.

    Args:
        texts: Its sentences.
        motion: The motion.
    """
    own = [text for text in texts if _URGES.search(text) and motion.text not in text]
    urged = [one for text in own if (one := leaning(text, motion)) and one.why == STATES]
    sides = {one.side for one in urged}
    return sides.pop() if len(sides) == 1 else None


def concedes(text: str) -> bool:
    """Whether a sentence grants something to the other side, or takes no side."""
    return bool(_CONCEDES.search(text))


def _leaning(sign: int, why: str) -> Leaning:
    return Leaning("pro" if sign > 0 else "con", why)


def _names(text: str, found: Sequence[Word], motion: Motion) -> bool:
    """Whether a sentence speaks of what the motion is about, not of something that is only named after it.

    Of a denial; not of a denial file: there the next word belongs to the name, unless it is a verb of the signs.
    """
    for n, word in enumerate(found):
        if motion.head and same(motion.head, word.key):
            if _LESS.match(text[word.end :]):
                return False  # what it says comes of the lack of something else
            if n + 1 == len(found) or text[word.end : found[n + 1].start] != " ":
                return True
            if found[n + 1].lower.endswith("ed") or found[n + 1].key in _verbs():
                return True
    return False


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    groups = ("up", "down", "helps", "hurts", "backs", "resists", "act", "take_away")
    return frozenset(key for group in groups for key in signs(group))


def _lacks(text: str, found: Sequence[Word], motion: Motion) -> bool:
    """Whether a sentence speaks of the lack of what the motion is about: right behind the word, within its phrase."""
    for n, word in enumerate(found):
        if word.lower in _LACKING:
            behind = [one for one in found[n + 1 : n + 4] if not _PAUSE.search(text[word.end : one.start])]
            if any(same(key, one.key) for key in motion.topic for one in behind):
                return True
    return False


def _stated(text: str, found: Sequence[Word], motion: Motion) -> int:
    """1 where somebody backs or urges what is proposed, -1 where somebody resists it or urges the contrary."""
    denied = {key for one in negations(text) for key in one.focus}
    if direct := _urged_of(text, found, motion):
        return direct
    for n, word in enumerate(found):
        behind = [other.key for other in found[n + 1 : n + 7]]
        named = any(same(key, motion.head) for key in behind if motion.head)
        own = any(same(key, word.key) for key in motion.topic) and not word.lower.endswith("ed")
        # A word of the motion's own name says nobody's mind: the household support that is denied.
        sign = 0 if own else 1 if word.key in signs("backs") else -1 if word.key in signs("resists") else 0
        if sign and _THAT.match(text[word.end :]):
            continue  # what is recommended stands in the clause behind
        if sign and n and (named or any(key in signs("proposal") for key in behind[:3])):
            return 0 if word.key in denied else sign * (motion.direction if named else 1)
        act = 1 if word.key in signs("act") else -1 if word.key in signs("take_away") else 0
        one_case = word.key in signs("decides") and not re.search(r"\d", text[word.end :][:40])
        if act and named and not word.name and (one_case or _URGES.search(text[: word.start])):
            return act * motion.direction * (-1 if word.key in denied else 1)
    return 0


def _urged_of(text: str, found: Sequence[Word], motion: Motion) -> int:
    """The same where somebody says what should be done to the motion's subject: ``the denial should be upheld``."""
    done = PASSIVE.search(text)
    if done is None or not _URGES.search(done[0]):
        return 0
    subject = any(same(word.key, motion.head) for word in found if motion.head and word.end <= done.start())
    verb = next((word for word in found if word.start >= done.end()), None)
    if not subject or verb is None or verb.start != done.end():
        return 0
    act = 1 if verb.key in signs("act") else -1 if verb.key in signs("take_away") else 0
    return act * motion.direction * (-1 if re.search(r"\bnot\b", done[0]) else 1)


def _worth(text: str, found: Sequence[Word], motion: Motion) -> int:
    """1 where a sentence tells of something good, -1 of something bad, 0 where it gives no sign, or signs of both.

    What the motion is named by is neither: a benefit that is applied for is no benefit of it.
    """
    turned: dict[str, int] = {}
    for one in negations(text):
        if one.cue.lower().split()[0] not in _LACKING:
            for key in one.focus:
                turned[key] = -turned.get(key, 1)
    total, skip = 0, -1
    for n, word in enumerate(found):
        if n <= skip:
            continue
        value, end = _effect(found, n, motion)
        if value:
            # Of what a verb acts on, nothing is counted twice.
            skip = end
            missing = n > 0 and found[n - 1].lower in _LACKING
            total += value * turned.get(word.key, 1) * (-1 if missing else 1)
    return (total > 0) - (total < 0)


def _effect(found: Sequence[Word], n: int, motion: Motion) -> tuple[int, int]:
    """The worth of a word with what it acts on, and the place of the last word that it takes in."""
    key = found[n].key
    within = range(n + 1, min(len(found), n + 1 + _REACH))
    thing = next((m for m in within if _plain(found[m].key)), None)
    if key in signs("up") | signs("down"):
        change = 1 if key in signs("up") else -1
        return (change * _plain(found[thing].key), thing) if thing is not None else (0, n)
    if any(same(key, name) for name in motion.topic):
        return 0, n
    if key in signs("helps"):
        return 1, thing if thing is not None else n
    if key in signs("hurts"):
        return -1, thing if thing is not None else n
    return _plain(key), n


def _plain(key: str) -> int:
    return (key in signs("good")) - (key in signs("bad"))


def closeness(text: str, motion: Motion) -> float:
    """Share of the motion's topic words that a sentence has, in [0, 1]."""
    said = read(text).topics
    met = sum(1 for key in motion.topic if any(same(key, other) for other in said))
    return met / len(motion.topic) if motion.topic else 0.0
