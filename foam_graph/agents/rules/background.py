"""What the offline rules know beside the request: word frequencies of the corpus, the value finder, the seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from foam_graph.agents.tasks import table as tasks
from foam_graph.findings.comparing.conflicts import Conflict, conflicts
from foam_graph.findings.language.clauses import first_verb, light
from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.language.words import same, words
from foam_graph.findings.passages import Passage

ValuesOf = Callable[[str], Mapping[str, float]]
_LONGEST = 900
_BREAK = re.compile(r"(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(]?[A-Z])")
_CODE = re.compile(r"[{}<>\\|=`~^;$@#*_\[\]]")
_MARKED_UP = re.compile(
    r"</?[a-z][^>]*>|^\s*(?:#|\||[-*+]\s|\d+[.)]\s|```)|\b(?:MATCH|CREATE|MERGE|DETACH)\s*\(|https?://", re.I
)
_TO_MACHINE = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier)"
    r" (?:instructions?|prompts?)"
    r"|\bsystem prompt\b|\byou are (?:now )?an? (?:ai|assistant|language model)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Background:
    """What every rule may use beside its request.

    Attributes:
        statistics: Word frequencies of the corpus.
        values_of: The public values that a text speaks of, with their shares.
        seed: The only source of variation.
        corpus: All readable sentences; they are weighed where a condition is checked, never cited unless offered.
    """

    statistics: Statistics
    values_of: ValuesOf
    seed: int
    corpus: tuple[Passage, ...] = ()
    memo: dict[tuple[object, ...], Any] = field(default_factory=dict, compare=False, repr=False)
    """What was worked out before, by what it depends on; shared by all answers of an agent, never read back as input."""

    def conflicts_of(self, target: Passage, others: Iterable[Passage]) -> list[Conflict]:
        """Conflicts of a sentence with others, the strongest first (see ``conflicts``, which keeps them).

        Args:
            target: The sentence that is questioned.
            others: The sentences to hold against it.
        """
        return conflicts(target, list(others), self.statistics)


def passage_of(one: tasks.Passage) -> Passage:
    """A passage of a request as the sentence engine reads it: one neighbour on each side.

    Args:
        one: The passage; its text is taken as it is.
    """
    before, after = _BREAK.split(one.before.strip()[-_LONGEST:]), _BREAK.split(one.after.strip()[:_LONGEST])
    return Passage(one.id, one.document, one.title, one.text, one.date, one.source_class, before[-1], after[0])


def passages_of(found: Iterable[tasks.Passage]) -> list[Passage]:
    """Passages that can be read, each id once, in order of document and id, whatever the order given."""
    kept = {one.id: passage_of(one) for one in sorted(found, key=_place) if readable(one.text)}
    return list(kept.values())


def _place(one: tasks.Passage) -> tuple[str, int, str, str]:
    number = one.id.rpartition(":")[2]
    return (
        one.document,
        int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0,
        one.id,
        one.text,
    )


@lru_cache(maxsize=16384)
def readable(text: str) -> bool:
    """Whether a text is one plain sentence: no heading, fragment, markup, code, question or order to a machine.

    Args:
        text: A text of any length and origin.
    """
    plain = text.strip()
    if not 15 <= len(plain) <= _LONGEST or "\n\n" in plain or plain.endswith("?"):
        return False
    if _MARKED_UP.search(plain) or _TO_MACHINE.search(plain) or len(_CODE.findall(plain.replace("$", ""))) > 3:
        return False
    if any(not char.isprintable() and not char.isspace() for char in plain):
        return False
    found = words(plain)
    whole = first_verb(plain) is not None or (len(found) >= 6 and sum(word.function for word in found) >= 2)
    return len(found) >= 4 and plain[-1] in ".!\"'”’)" and whole


@lru_cache(maxsize=16384)
def keys_of(text: str) -> frozenset[str]:
    """Keys of the words of a text that can tell topics apart."""
    return frozenset(word.key for word in words(text) if not word.function and not light(word.key))


@lru_cache(maxsize=16384)
def _stubs(text: str) -> frozenset[str]:
    return frozenset(key[:4] for key in (word.key for word in words(text)) if key)


def nearby(target: Passage, others: Sequence[Passage]) -> list[Passage]:
    """Sentences of other documents that share enough words to be worth comparing in full.

    Args:
        target: The sentence.
        others: Any sentences.
    """
    mine = {key[:4] for key in keys_of(target.text)} | {key[:4] for key in keys_of(target.before)}
    need = min(2, len(mine))
    return [one for one in others if one.document != target.document and len(mine & _stubs(one.text)) >= need]


def names_in(text: str) -> frozenset[str]:
    """Keys of the names in a text."""
    return frozenset(word.key for word in words(text) if word.name)


def overlap(wanted: Iterable[str], text: str, statistics: Statistics) -> float:
    """Share of the weight of some keys that a text has, in [0, 1].

    Args:
        wanted: Keys, see ``words.key_of``.
        text: A text.
        statistics: Word frequencies of the corpus.
    """
    keys = sorted(set(wanted))
    total = sum(statistics.weight(key) for key in keys)
    if not total:
        return 0.0
    return sum(statistics.weight(key) for key in keys if _says(text, key)) / total


@lru_cache(maxsize=65536)
def _says(text: str, key: str) -> bool:
    said = _keys(text)
    return key in said or any(same(key, other) for other in said)


@lru_cache(maxsize=16384)
def _keys(text: str) -> frozenset[str]:
    return frozenset(word.key for word in words(text))
