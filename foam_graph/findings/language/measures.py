"""What an amount measures: the noun phrase that it is said of, and whose case a sentence belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from foam_graph.findings.language.clauses import Clause, light
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import key_of, lexicon, same, verb_keys, words
from foam_graph.findings.passages import Passage

Tie = Literal["is", "of", "other"]
_PREPOSITION = re.compile(
    r"\b(?:of|for|in|on|at|to|from|per|by|with|within|over|under|between|among|after|before|during|until|since"
    r"|across|through|around|near|than|who|which|that)\b",
    re.IGNORECASE,
)
_COUNTING = re.compile(
    r"^(?:the\s|an?\s)?(?:number|total|sum|amount|average|mean|estimate|figure|value)\sof\s", re.IGNORECASE
)
_LINK = re.compile(
    r"\b(?:is|are|was|were|be|been|amounts?(?: to)?|amounted(?: to)?|comes? to|came to|totals?|totall?ed|equals?"
    r"|exceeds?|exceeded|reach(?:es|ed)?|stands? at|stood at|(?:fall|drop|sink|rise|go|lie|remain)s?(?= (?:below|under|above|over)))\b"
    r"(?:\s(?:then|now|only|just|about|approximately|around|nearly|almost|over|under|below|above|more than|less than"
    r"|estimated|set|at|to|least|most|not|no|up to|fixed|put|equal))*\s*$",
    re.IGNORECASE,
)
_OF = re.compile(r"\b(?:of|at)\s(?:only\s|about\s|nearly\s|some\s|at\sleast\s|at\smost\s|over\s)*$", re.IGNORECASE)
_OPENER = re.compile(
    r"[,;]|[.:)]\s|\b(?:when|if|that|because|unless|where|while|until|although|since|and|only)\b", re.IGNORECASE
)
_MODAL = re.compile(r"\b(?:must|shall|should|may|can|cannot|will|would|does|do|did|has|have)\b.*$", re.IGNORECASE)
_BOUND_NOUNS = frozenset(
    key_of(word) for word in ("limit", "ceiling", "maximum", "minimum", "cap", "threshold", "requirement")
)
_PERSON = re.compile(r"\b([A-Z][a-z]+(?:[-'’][A-Z][a-z]+)?)\s([A-Z][a-z]+(?:[-'’][A-Z][a-z]+)?)\b")
_MATTER = re.compile(
    r"\b(?:(?:matter|case|appeal|file|application|claim|record|statement|denial) of|concerning|in re)\s"
    r"(?P<name>[A-Z][a-z]+ [A-Z][a-z]+)|(?P<party>[A-Z][a-z]+ [A-Z][a-z]+) v\.?\s"
)


@dataclass(frozen=True)
class Measured:
    """The noun phrase that an amount is said of.

    Attributes:
        head: Keys of the phrase up to its first preposition; the last one is its noun.
        part: Keys of what follows: its complements.
        tie: ``is`` where a linking verb ties them, ``of`` in "a fee of $5", else ``other``.
    """

    head: tuple[str, ...]
    part: tuple[str, ...]
    tie: Tie


def phrase_keys(text: str) -> tuple[str, ...]:
    """Keys of the words of a noun phrase that name something; words such as "monthly" and bound nouns left out.

    Args:
        text: A noun phrase.
    """
    return tuple(
        dict.fromkeys(
            word.key
            for word in words(text)
            if not word.function
            and not word.lower.endswith("ly")
            and word.key not in _BOUND_NOUNS
            and len(word.text) > 1
        )
    )


def split_phrase(text: str) -> tuple[str, str]:
    """A noun phrase up to its first preposition, and the rest; "the number of X" is read as X.

    Args:
        text: A noun phrase.
    """
    body = _COUNTING.sub("", text.strip(), count=1)
    cut = _PREPOSITION.search(body)
    return (body[: cut.start()], body[cut.start() :]) if cut else (body, "")


@lru_cache(maxsize=65536)
def measured(clause: Clause, quantity: Quantity) -> Measured:
    """What an amount of a clause measures.

    Args:
        clause: The clause.
        quantity: One of its amounts.
    """
    before = clause.text[: quantity.start]
    link = _LINK.search(before)
    if link is not None:
        subject = _OPENER.split(before[: link.start()])[-1]
        subject = _MODAL.sub("", subject)
        head, rest = split_phrase(subject)
        if phrase_keys(head):
            return Measured(phrase_keys(head), phrase_keys(rest), "is")
    of = _OF.search(before)
    if of is not None:
        direct = re.split(r"[,;]", before[: of.start()])[-1]
        pieces = _PREPOSITION.split(direct)
        keys = _noun_at_end(pieces[-1])
        if keys:
            return Measured(keys, (), "of")
    return Measured(phrase_keys(before), (), "other")


def _noun_at_end(text: str) -> tuple[str, ...]:
    """Keys of the noun phrase that ends a text: its words after the last function word or figure."""
    tail = re.split(r"\d[\d.,]*", text)[-1]
    found: list[str] = []
    for word in reversed(words(tail)):
        if word.function:
            break
        if not word.lower.endswith("ly"):
            found.append(word.key)
    return tuple(key for key in reversed(found) if key not in _BOUND_NOUNS)


def has_all(needed: Iterable[str], said: Iterable[str]) -> bool:
    """Whether every key has a like one among others; at least one is needed."""
    wanted, others = tuple(needed), tuple(said)
    return bool(wanted) and all(any(same(key, other) for other in others) for key in wanted)


def same_measure(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two phrases have the same noun, and no word each that the other lacks.

    Args:
        one: Keys of a phrase, its noun last.
        other: Keys of another one.
    """
    if not one or not other:
        return False
    if not _same_noun(one, other) and not _same_noun(other, one):
        return False
    left = [key for key in one if not light(key) and not any(same(key, twin) for twin in other)]
    right = [key for key in other if not light(key) and not any(same(key, twin) for twin in one)]
    return not (left and right)


def _same_noun(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the last word of a phrase is the noun of the other one, a participle behind it passed over."""
    if same(one[-1], other[-1]):
        return True
    return len(other) > 1 and other[-1] in verb_keys() and same(one[-1], other[-2])


@lru_cache(maxsize=4096)
def persons(text: str) -> frozenset[str]:
    """Capitalised two-word names of a text, e.g. of a person.

    Args:
        text: Any text.
    """
    known = frozenset(lexicon().determiners.split())
    return frozenset(f"{match[1]} {match[2]}" for match in _PERSON.finditer(text) if match[1].lower() not in known)


def of_this_case(passage: Passage, focus: str) -> bool:
    """Whether a sentence may be a fact of the case that a focus names.

    A sentence is of another case where it, or the title of its document, is about the matter of somebody else and
    neither names anybody of the focus. A focus without a name admits every sentence.

    Args:
        passage: The sentence.
        focus: The question and the words of the slot.
    """
    asked = persons(focus)
    if not asked:
        return True
    around = f"{passage.title}. {passage.text}"
    if any(name in around for name in asked):
        return True
    return not any(
        (match["name"] or match["party"]) not in asked for text in (passage.title, passage.text)
        for match in _MATTER.finditer(text)
    )  # fmt: skip
