"""What a motion proposes: its subject in keys, and whether it sets something up or takes something away."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.words import Word, key_of, words
from foam_graph.resources import load_yaml, package_file

_DENIED = re.compile(
    r"\b(?:should|ought|must|would|will|does|do)\s+not\b|\bshouldn['’]t\b|\bno longer\b", re.IGNORECASE
)


PASSIVE = re.compile(r"\b(?:should|ought to|must|would|will|shall)(?:\s+not)?\s+be\s+(?=\w)", re.IGNORECASE)
"""What a motion says is to be done to its subject: ``phones should be banned``."""


class Bearing(BaseModel):
    """Schema of ``bearing.yaml``: words, separated by blanks."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    take_away: str
    act: str
    frame: str
    good: str
    bad: str
    up: str
    down: str
    helps: str
    hurts: str
    now: str
    lacking: str
    backs: str
    resists: str
    proposal: str
    decides: str


@lru_cache(maxsize=1)
def _bearing() -> Bearing:
    return load_yaml("bearing.yaml", Bearing, package_file(__package__, "bearing.yaml"))


@lru_cache(maxsize=32)
def signs(group: str) -> frozenset[str]:
    """Keys of the words of one group of ``bearing.yaml``."""
    return frozenset(key_of(word) for word in getattr(_bearing(), group).split())


@dataclass(frozen=True)
class Motion:
    """A motion as rules read it.

    Attributes:
        text: The motion.
        topic: Keys of what it is about, words of the form and of its action left out.
        head: Key of the thing that it proposes: the last topic word of the phrase behind its verb; empty where there is none.
        direction: 1 where it sets up or keeps its subject, -1 where it takes it away.
    """

    text: str
    topic: frozenset[str]
    head: str
    direction: int


@lru_cache(maxsize=256)
def read_motion(text: str) -> Motion:
    """Reads a motion.

    Args:
        text: Any text; one without a verb of action sets up its subject.
    """
    found = [word for word in words(text) if not word.function]
    done = PASSIVE.search(text)
    acts = signs("act") | signs("take_away")
    verbs = [word for word in found if word.key in acts and not word.name]
    passive = next((word for word in verbs if done and word.start == done.end()), None)
    verb = passive or next(iter(verbs), None)
    direction = -1 if verb is not None and verb.key in signs("take_away") else 1
    if _DENIED.search(text):
        direction = -direction
    content = [word for word in found if _tells(word, verb)]
    # What is to be done to something is said behind it; what somebody is to do, before it.
    about = [word for word in content if verb is None or passive is not None or word.start > verb.start]
    return Motion(text, frozenset(word.key for word in content), _head(text, about), direction)


def _tells(word: Word, verb: Word | None) -> bool:
    return word is not verb and word.key not in signs("frame") and not light(word.key)


def _head(text: str, behind: list[Word]) -> str:
    """The last word of the first noun phrase behind the verb: words with nothing but blanks and hyphens between them."""
    head = ""
    end = 0
    for word in behind:
        if head and text[end : word.start].strip(" -"):
            break
        head, end = word.key, word.end
    return head
