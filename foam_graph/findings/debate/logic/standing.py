"""The sentences of one side as statements: which of them the side asserts itself, and what they speak of."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from foam_graph.findings.debate.logic.coverage import LONGEST
from foam_graph.findings.debate.logic.extracting import readable
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.findings.language.clauses import light, read
from foam_graph.findings.language.words import key_of, same, words

_SAYING = (
    r"(?:sa(?:y|id)|tell|told|claim|argu|assert|insist|suggest|believ|think|thought|forg[eo]t|den(?:y|ied)|call|want|ask"
    r"|promis|admit|conced|grant|assum|pretend|propos|leave|left|count|show|know|offer|speak|spoke|impl|maintain|fram|portray|present|treat|paint|convert|rename|redefin|equat|rel(?:y|ies)|need|would have)"
)
_OTHERS = re.compile(
    r"(?:\b(?i:my (?:learned |honou?rable )?(?:opponents?|friends? opposite)|(?:our|the) (?:opponents?|opposition|other side)"
    r"|the (?:affirmative|negative|proposition|proponents?|opposing (?:side|team))|con|pro|you(?:r (?:side|case|claim))?"
    r"|we (?:are|were|have been) told|it (?:is|was|has been) (?:said|claimed))"
    r"|\b(?:Mr|Mrs|Ms|Miss|Dr|Professor)\.? [A-Z][\w'’-]+)"
    rf"\b[^.;]{{0,60}}?\b{_SAYING}\w*"
    r"|\b(?:PRO|CON)\b|\b(?:(?i:my opponent|the opposition|the other side)|(?:Mr|Mrs|Ms|Miss)\.? [A-Z][\w-]+)['’]s?\b"
)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|would|could|might|(?-i:may)|suppose|imagine|perhaps|whether|in theory|was to (?:have|be|cost|open)"
    r"|supposed to|so-called|in the brochure|as though|as if|were to|no longer|used to|until|correct that|corrected)\b",
    re.IGNORECASE,
)
_OUGHT = re.compile(
    r"\b(?:should|must|ought|shall|let us|let the|please|we (?:ask|urge|propose|call))\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Line:
    """One sentence of a side.

    Attributes:
        name: Its name, e.g. ``3.2``.
        turn: Its turn.
        place: Its place in the turn, from 1.
        text: The sentence.
    """

    name: str
    turn: int
    place: int
    text: str

    @cached_property
    def own(self) -> bool:
        """Whether the speaker asserts it: no question, and not what the other side is said to say."""
        return not self.text.rstrip().endswith("?") and not _OTHERS.search(self.text)

    @cached_property
    def flat(self) -> bool:
        """Whether it is asserted as a fact: nothing supposed, demanded, corrected or out of date."""
        return self.own and not supposed(self.text)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What it speaks of."""
        return topics(self.text)


def supposed(text: str) -> bool:
    """Whether a text supposes, demands or corrects, rather than asserts."""
    return bool(_SUPPOSED.search(text) or _OUGHT.search(text))


def lines_of(utterances: Iterable[Spoken]) -> list[Line]:
    """The sentences that the rules can read, in order.

    Args:
        utterances: What one side said.
    """
    return [
        Line(name, one.turn, place, text)
        for one in utterances
        for place, (name, text) in enumerate(one.named(), 1)
        if text.strip() and len(text) <= LONGEST and readable(text)
    ]


def before(line: Line, lines: Sequence[Line], most: int) -> list[Line]:
    """The sentences directly before a sentence in its turn, the nearest first."""
    near = [one for one in lines if one.turn == line.turn and line.place - most <= one.place < line.place]
    return near[::-1]


@lru_cache(maxsize=16384)
def topics(text: str) -> tuple[str, ...]:
    """Keys of what a text speaks of: general words and names left out."""
    return tuple(dict.fromkeys(word.key for word in read(text).content if not light(word.key) and not word.name))


@lru_cache(maxsize=16384)
def stems(text: str) -> frozenset[str]:
    """Keys of all content words of a text, names and counted things included."""
    return frozenset(word.key for word in words(text) if not word.function)


def shared(one: Iterable[str], other: Collection[str]) -> list[str]:
    """Keys of one text that the other has too, or a form of."""
    return [key for key in one if any(same(key, twin) for twin in other)]


def keys_of(listed: str) -> frozenset[str]:
    """Keys of a list of words.

    Args:
        listed: Words with spaces between.
    """
    return frozenset(key_of(word) for word in listed.split())
