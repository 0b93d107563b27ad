"""Whether two points tell of one and the same matter, whatever their words and grammar."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from foam_graph.findings.language.clauses import contrast_clash, light
from foam_graph.findings.language.clauses import read as clause_of
from foam_graph.findings.language.likeness import titles_clash
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import antonyms, same
from foam_graph.findings.sheet.accounts.account import Accounts, numbered
from foam_graph.findings.sheet.accounts.senses import Said, said
from foam_graph.findings.sheet.applying.matching import alike
from foam_graph.findings.sheet.restating.points import Point, Root
from foam_graph.findings.sheet.restating.vocabulary import pattern

_MOST = 4
"""Words that only one of two points may have: with more, the longer one is of something of its own."""


@dataclass(frozen=True, eq=False)
class Matter:
    """What two points share, and what only one of them tells.

    Attributes:
        one: A point.
        other: A point of another document.
        pairs: Their words that say the same or the opposite.
        left: Words that only the first has.
        right: Words that only the other has.
        names: Names that both have.
    """

    one: Point
    other: Point
    pairs: tuple[tuple[Root, Root], ...]
    left: tuple[Root, ...]
    right: tuple[Root, ...]
    names: frozenset[str]

    @property
    def nouns(self) -> list[tuple[Root, Root]]:
        """The shared words that do not stand as verbs on both sides."""
        return [(a, b) for a, b in self.pairs if not (a.verb and b.verb)]

    @property
    def verbs(self) -> list[tuple[Root, Root]]:
        """The shared words that stand as a verb on one side at least."""
        return [(a, b) for a, b in self.pairs if a.verb or b.verb]


def matter(one: Point, other: Point, all_: Accounts) -> Matter | None:
    """What two points share; None where something tells two matters apart.

    Args:
        one: A point.
        other: A point of another document.
        all_: The accounts of the file.
    """
    pairs = _pairs(one, other)
    left = tuple(r for r in one.roots if not any(r is a for a, _ in pairs))
    right = tuple(r for r in other.roots if not any(r is b for _, b in pairs))
    names = frozenset(n for n in one.names if any(same(n, m) for m in other.names))
    weight = len({a.key for a, _ in pairs if not a.neutral}) + len(names - all_.read.background)
    weight += bool(one.dates and other.dates and same_time(one, other))
    if weight < 2 or not _seldom(pairs, names, all_) or len(left) + len(right) > _MOST:
        return None
    mine = {n for n in one.names if not any(same(n, m) for m in other.names)}
    theirs = {n for n in other.names if not any(same(n, m) for m in one.names)}
    if (mine and theirs) or (mine - one.own and right) or (theirs - other.own and left) or _apart(one, other):
        return None
    return Matter(one, other, pairs, left, right, names)


def _pairs(one: Point, other: Point) -> tuple[tuple[Root, Root], ...]:
    found: list[tuple[Root, Root]] = []
    mine = [senses_of(a, said(one.text)).keys() for a in one.roots]
    left = [(b, senses_of(b, said(other.text)).keys()) for b in other.roots]
    for a, meant in zip(one.roots, mine, strict=True):
        for place, (b, meant_there) in enumerate(left):
            if alike(a.key, b.key) or antonyms(a.key, b.key) or meant & meant_there:
                found.append((a, b))
                del left[place]
                break
    return tuple(found)


def senses_of(root: Root, told: Collection[Said]) -> dict[str, bool]:
    """The senses of a word in its point, each with whether it is the opposite of it.

    Args:
        root: The word.
        told: The senses of the point.
    """
    return {s.name: s.opposite for s in told if s.start <= root.word.start < s.end}


def _seldom(pairs: Collection[tuple[Root, Root]], names: Collection[str], all_: Accounts) -> bool:
    """Whether something that both tell of is told of seldom in the file."""
    return any(all_.rare(a.key) for a, _ in pairs if not a.neutral) or any(
        all_.rare(n) and n not in all_.read.background for n in names
    )


def _apart(one: Point, other: Point) -> bool:
    """Whether two points are of different things, times or occasions."""
    nouns = {noun for noun, _ in numbered(one.text)} & {noun for noun, _ in numbered(other.text)}
    for noun in nouns:
        if not {n for m, n in numbered(one.text) if m == noun} & {n for m, n in numbered(other.text) if m == noun}:
            return True
    others = [{m.group().lower() for m in pattern("other").finditer(p.text)} for p in (one, other)]
    if others[0] != others[1] or titles_clash(one.statement.passage, other.statement.passage):
        return True
    return contrast_clash(clause_of(one.text), clause_of(other.text))


def same_time(one: Point, other: Point) -> bool | None:
    """Whether two points are of one time: True or False where both say when, None where only one of them does.

    Args:
        one: A point.
        other: Another one.
    """
    if not one.dates and not other.dates:
        return True
    if not one.dates or not other.dates:
        return None
    return any(not a.differs(b) for a in one.dates for b in other.dates)


def restricted(extra: Collection[Root], point: Point, shared: Collection[Root]) -> bool:
    """Whether words that only one point has narrow what it is about: "the old crane", "the driver of the crane".

    Args:
        extra: The words.
        point: Their point.
        shared: The words of the point that the other has too.
    """
    text = point.text
    shared = [root for root in shared if not root.verb]
    for root in extra:
        after = text[root.word.end :]
        nxt = next((s for s in shared if s.word.start >= root.word.end), None)
        if not root.verb and nxt is not None and re.fullmatch(r"[\s-]+", text[root.word.end : nxt.word.start]):
            return True
        last = next((s for s in reversed(list(shared)) if s.word.end <= root.word.start), None)
        if not root.verb and last is not None and re.fullmatch(r"[\s-]+", text[last.word.end : root.word.start]):
            return True
        if (
            not root.verb
            and re.match(r"\s(?:of|for|to|at|in|on|from|with) (?:the |an? |its |our |their )?", after)
            and root.word.start < min((s.word.start for s in shared), default=0)
        ):
            return True
    return False


_NO_WHICH = re.compile(
    r"\b(?:no|not|never|none|nobody)\b[^,;]*\b(?:in which|who|which|that|where|whose)\b|\b(?:in which|who|which|where|whose)\b[^,;]*\b(?:no|not|never)\b",
    re.I,
)
"""A denial about what a relative clause picks out."""


def sign(point: Point, roots: Collection[Root], names: Collection[str]) -> int | None:
    """1 where a point affirms what it shares with another, -1 where it denies it, None where it denies something else.

    Args:
        point: The point.
        roots: Its words that it shares.
        names: Its names that it shares.
    """
    found = 1
    told = said(point.text)
    if _NO_WHICH.search(point.text):
        return None
    spans = [(s.start, s.end) for s in told if " " in point.text[s.start : s.end]]
    for cue in negations(point.text):
        if any(a <= cue.start < b for a, b in spans):
            continue
        keys = {*(r.key for r in roots), *(r.word.key for r in roots), *names}
        reach = cue.reach if all(light(key) for key in cue.focus) else cue.focus
        if reach and not any(alike(k, r) for k in keys for r in reach):
            return None
        found = -found
    if pattern("untrue").search(point.text):
        found = -found
    for root in roots:
        if root.denies:
            found = -found
    return found
