"""How alike two sentences are in what they speak of: the same subject and the same measured thing, or only a topic."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from rapidfuzz import fuzz

from foam_graph.findings.language.clauses import Clause, labels_clash, light, read, resolved
from foam_graph.findings.language.dates import MONTHS
from foam_graph.findings.language.words import Word, antonyms, same, verb_keys, words
from foam_graph.findings.passages import Passage

# Factors. A clash of modifiers or of subjects alone takes a full match below 0.55, from where on two clauses count as
# speaking of the same thing (see `alike`). Each of the others leaves it above: these only tip what is doubtful.
_MODIFIER_CLASH = 0.45
_SUBJECT_CLASH = 0.5
_COMPLEMENT_CLASH = 0.7
_ONE_SIDED_NAME = 0.9
_RESIDUE, _VERB_RESIDUE, _HEAD_MISMATCH = 0.6, 0.85, 0.7
_COMPOUND = re.compile(r"^(?:['’]s?)?(?:-(?:in|up|out|on|off|by|to|of|the|and|down))*[\s-]*$")


@dataclass(frozen=True, eq=False)
class Statistics:
    """How common each word is over a set of passages; equal to itself only, so that results over it can be kept.

    Attributes:
        count: Number of passages.
        frequency: In how many of them each key occurs.
    """

    count: int = 0
    frequency: dict[str, int] = field(default_factory=dict)

    @classmethod
    def over(cls, passages: Iterable[Passage]) -> Statistics:
        """Counts the words of passages.

        Args:
            passages: The sentences of a corpus, in any order.
        """
        counter: Counter[str] = Counter()
        number = 0
        for passage in passages:
            number += 1
            counter.update({word.key for word in words(passage.text) if not word.function})
        return cls(number, dict(sorted(counter.items())))

    def weight(self, key: str) -> float:
        """Weight of a word in (0, 1.5]: rare words count more; 1 where nothing is known of it."""
        if key not in self._weights:
            self._weights[key] = self._weight(key)
        return self._weights[key]

    @cached_property
    def _weights(self) -> dict[str, float]:
        return {}

    def _weight(self, key: str) -> float:
        if not self.count:
            return 1.0
        seen = self.frequency.get(key, 0)
        return 0.4 + 1.1 * math.log((self.count + 1) / (seen + 0.5)) / math.log((self.count + 1) / 0.5)


def alike(one: Passage, other: Passage, statistics: Statistics) -> float:
    """Topical likeness of two sentences in [0, 1], symmetric.

    About 0.55 and more means the same subject and the same measured thing, 0.3 to 0.55 the same topic.

    Args:
        one: A sentence.
        other: Another one.
        statistics: Word frequencies of the corpus.
    """
    score = clause_likeness(read(resolved(one.text, one.before)), read(resolved(other.text, other.before)), statistics)
    return score * 0.4 if titles_clash(one, other) else score


@lru_cache(maxsize=65536)
def _marks(text: str, before: str) -> frozenset[str]:
    """Openings of the topic words of a sentence, for a quick test."""
    return frozenset(key[:4] for key in read(resolved(text, before)).topics)


def may_meet(one: Passage, other: Passage) -> bool:
    """Whether two sentences share enough word openings to be worth comparing; never rejects alike sentences."""
    left, right = _marks(one.text, one.before), _marks(other.text, other.before)
    return 4 * len(left & right) >= min(len(left), len(right)) and bool(left & right)


def meeting(passages: Sequence[Passage]) -> list[list[Passage]]:
    """For each sentence the later ones of other documents that ``may_meet`` lets through, in their order.

    Args:
        passages: Sentences in a fixed order.
    """
    marked = [(one, _marks(one.text, one.before)) for one in passages]
    return [
        [
            other
            for other, right in marked[number + 1 :]
            if other.document != one.document
            and (common := len(left & right))
            and 4 * common >= min(len(left), len(right))
        ]
        for number, (one, left) in enumerate(marked)
    ]


@lru_cache(maxsize=65536)
def clause_likeness(one: Clause, other: Clause, statistics: Statistics, ignore: frozenset[str] = frozenset()) -> float:
    """Topical likeness of two clauses in [0, 1], symmetric; labels that clash cut it to a third.

    Args:
        one: A clause.
        other: Another one.
        statistics: Word frequencies of the corpus.
        ignore: Kinds of label that may differ (see ``labels_clash``).
    """
    left, right = coverage(one, other, statistics), coverage(other, one, statistics)
    if not left or not right:
        return 0.0
    score = 0.55 * max(left, right) + 0.45 * min(left, right)
    if _subjects_clash(one, other):
        score *= _SUBJECT_CLASH
    if _modifiers_clash(one, other) or _heads_clash(one, other):
        score *= _MODIFIER_CLASH
    elif _heads_differ(one, other) or _heads_differ(other, one):
        score *= _HEAD_MISMATCH
    elif _complements_clash(one, other):
        score *= _COMPLEMENT_CLASH
    score *= _residue_factor(one, other)
    if bool(one.label("name")) != bool(other.label("name")):
        score *= _ONE_SIDED_NAME
    return score * 0.33 if labels_clash(one, other, ignore) else score


def coverage(one: Clause, other: Clause, statistics: Statistics) -> float:
    """Share of the weight of one clause's topic words that the other clause has too; opposites count as shared."""
    others = other.topics
    total = shared = 0.0
    for key in one.topics:
        weight = statistics.weight(key) * (0.2 if light(key) else 0.6 if key in verb_keys() else 1.0)
        total += weight
        if any(same(key, candidate) or antonyms(key, candidate) for candidate in others):
            shared += weight
    return shared / total if total else 0.0


def residue(one: Clause, other: Clause) -> list[Word]:
    """Topic words of one clause that name things and that the other clause lacks, verbs and general words left out."""
    return [word for word in _unmatched(one.content, other) if not _verbal(word)]


def _verbal(word: Word) -> bool:
    return not word.name and (word.key in verb_keys() or word.lower.endswith("ing"))


def _residue_factor(one: Clause, other: Clause) -> float:
    """How far things that only one of the clauses speaks of, on both sides, lower the likeness."""
    left, right = _unmatched(one.content, other), _unmatched(other.content, one)
    if not left or not right:
        return 1.0
    if any(not _verbal(word) for word in left) and any(not _verbal(word) for word in right):
        return _RESIDUE
    return _VERB_RESIDUE


def shared_keys(one: Clause, other: Clause) -> tuple[str, ...]:
    """Keys of one clause that the other has too, general words left out."""
    others = other.topics
    return tuple(key for key in one.topics if not light(key) and any(same(key, candidate) for candidate in others))


def _subjects_clash(one: Clause, other: Clause) -> bool:
    """Whether no subject word of either clause occurs anywhere in the other."""
    if not one.subject or not other.subject:
        return False
    return not _meets(one.subject, other.topics) and not _meets(other.subject, one.topics)


def _meets(keys: Iterable[str], others: tuple[str, ...]) -> bool:
    return any(same(key, candidate) for key in keys for candidate in others)


def _modifiers_clash(one: Clause, other: Clause) -> bool:
    """Whether a noun that both share has different words before it on each side ("adult ticket", "day ticket")."""
    for head in one.content:
        for twin in other.content:
            if not same(head.key, twin.key) or light(head.key):
                continue
            left = _unmatched(_before(head, one), other)
            right = _unmatched(_before(twin, other), one)
            if left and right:
                return True
    return False


def _before(head: Word, clause: Clause) -> list[Word]:
    """Topic words directly before a word, with nothing but spaces or hyphens between."""
    found: list[Word] = []
    edge = head.start
    for word in reversed([one for one in clause.content if one.start < head.start and one.end <= head.start]):
        between = clause.text[word.end : edge]
        if not _COMPOUND.match(between):
            break
        if word.key in verb_keys() and not word.lower.endswith(("ing", "ed")) and "-" not in between:
            break
        found.append(word)
        edge = word.start
    return found


def _unmatched(found: Iterable[Word], other: Clause) -> list[Word]:
    theirs = other.topics
    return [
        word
        for word in found
        if not light(word.key) and not any(same(word.key, key) or antonyms(word.key, key) for key in theirs)
    ]


def _complements_clash(one: Clause, other: Clause) -> bool:
    """Whether the same preposition introduces different things on each side ("for adults", "for pensioners")."""
    left, right = _complements(one), _complements(other)
    return any(
        _unmatched(left[preposition], other) and _unmatched(right[preposition], one)
        for preposition in sorted(set(left) & set(right))
    )


def _heads_clash(one: Clause, other: Clause) -> bool:
    """Whether the same modifier stands before different nouns on each side ("overdue book", "overdue film")."""
    right = _followers(other)
    for key, word in _followers(one).items():
        twin = right.get(key)
        if twin is not None and _unmatched([word], other) and _unmatched([twin], one):
            return True
    return False


def _heads_differ(one: Clause, other: Clause) -> bool:
    """Whether a shared word heads a phrase in one clause and only qualifies another noun in the other one."""
    right = _followers(other)
    return any(
        word.key in one.subject and word.key in right and _unmatched([right[word.key]], one)
        for word in one.content
        if word.key not in _followers(one)
    )


def _followers(clause: Clause) -> dict[str, Word]:
    """For each topic word, the topic word that follows it directly, verbs left out."""
    found: dict[str, Word] = {}
    for word, following in zip(clause.content, clause.content[1:], strict=False):
        if word.key in verb_keys() or following.key in verb_keys() or light(word.key):
            continue
        if 0 < following.start - word.end <= 2:
            found.setdefault(word.key, following)
    return found


def _complements(clause: Clause) -> dict[str, list[Word]]:
    """Topic words that follow each preposition directly."""
    found: dict[str, list[Word]] = {}
    for match in re.finditer(r"\b(for|of|in|at|on|from|to)\s(?:the\s|a\s|an\s|its\s|their\s)?", clause.text):
        edge = match.end()
        for word in clause.content:
            if word.start < match.end():
                continue
            if clause.text[edge : word.start].strip(" -"):
                break
            found.setdefault(match[1], []).append(word)
            edge = word.end
    return found


_CHANGES = re.compile(
    r"\b(?:amend(?:ment|ed|ing)|correct(?:ion|ed)|revis(?:ion|ed)|erratum|corrigendum|update[ds]?)\b", re.I
)


def corrects(passage: Passage) -> bool:
    """Whether a document says by its title that it amends or corrects another."""
    return _CHANGES.search(passage.title) is not None


_WRITER = re.compile(
    rf"\b(?:from|by) (?!(?:{'|'.join(map(str.title, MONTHS))})\b)(?:the )?(?:[A-Z][\w'’.-]*(?:[ ,]+|$))+"
)


def _item(title: str) -> str:
    """A title without who wrote it: two letters on one matter come from two places."""
    return _WRITER.sub("", title)


def titles_clash(one: Passage, other: Passage) -> bool:
    """Whether two documents of one kind are about different items: their titles differ in a month, name or number.

    Only counts where the sentences themselves do not say which item they mean.
    """
    if one.document == other.document or not one.title or not other.title or one.title == other.title:
        return False
    if fuzz.token_set_ratio(one.title.lower(), other.title.lower()) < 60:
        return False
    first, second = read(_item(one.title)), read(_item(other.title))
    kinds = [kind for kind, _ in first.labels if second.label(kind)]
    mine, theirs = read(one.text), read(other.text)
    changes = corrects(one) != corrects(other)
    for kind in kinds:
        if changes and kind == "name":
            continue  # what amends or corrects is named otherwise, and is about the same
        if not first.label(kind) - second.label(kind) or not second.label(kind) - first.label(kind):
            continue
        if not mine.label(kind) & theirs.label(kind):
            return True
    return False
