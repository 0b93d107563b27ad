"""Accounts of different documents that tell of one and the same thing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.likeness import titles_clash
from foam_graph.findings.language.words import KeySet, verb_keys, words
from foam_graph.findings.sheet.accounts.account import Account, Accounts, kept_apart, meets
from foam_graph.findings.sheet.accounts.senses import keys_of, senses
from foam_graph.findings.sheet.standing.statements import Statement

_DEFINITE = re.compile(
    r"(?:\b(?:the|my|our|your|his|her|its|their|this|that)\s|['’]s?\s)(?:[\w-]+\s){0,3}$", re.IGNORECASE
)
_ARTICLE = re.compile(r"\b(?:the|a|an)\s", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)
_OPENING_PRONOUN = re.compile(r"\W*(?:it|they|this|that|these|those)\b", re.IGNORECASE)
"""What it stands for is in the sentence before."""
_ON_PERSONS = frozenset({"inform", "train", "injure"})
"""Doings of which the person is the thing."""
_SELDOM = 4
_ENOUGH = 0.5


def pairs(found: Sequence[Account], all_: Accounts) -> Iterator[tuple[Account, Account, set[str]]]:
    """Accounts of different documents that share a doing and a thing, with the things that they share.

    Args:
        found: The accounts to compare.
        all_: The accounts of the file.
    """
    wholes = _wholes(all_)
    at: defaultdict[str, list[Account]] = defaultdict(list)
    for one in found:
        for doing in one.doings:
            at[doing].append(one)
    seen: set[tuple[int, int]] = set()
    for group in at.values():
        for n, one in enumerate(group):
            for other in group[n + 1 :]:
                if one.statement.document is other.statement.document or (id(one), id(other)) in seen:
                    continue
                seen.add((id(one), id(other)))
                common = _shared(one, other, all_, wholes)
                if common and not kept_apart(one, other) and not _titles_clash(one, other):
                    yield one, other, common


class _Whole:
    """A statement with the things of all its clauses together; it is held against many others, so each is found out once."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.things: set[str] = set()

    @cached_property
    def keys(self) -> KeySet:
        """The things."""
        return KeySet(self.things)

    def definite(self, key: str) -> bool:
        """Whether it speaks of a thing as of a known one ("the scanner"), or is a note without articles."""
        return self.statement.standing == "fragment" or self._known is None or self._known.has(key)

    @cached_property
    def _known(self) -> KeySet | None:
        """Keys of the things that it speaks of as of known ones; None where it is written without articles."""
        if not _ARTICLE.search(self.statement.text):
            return None
        return KeySet(
            word.key
            for text in (self.statement.text, *(clause.text for clause in self.statement.clauses))
            for word in words(text)
            if _DEFINITE.search(f" {text[: word.start]}")
            or (not text[: word.start].strip(" -") and word.lower.endswith("s"))
        )


def _wholes(all_: Accounts) -> dict[str, _Whole]:
    """The statements, by their ids."""
    found: dict[str, _Whole] = {}
    for one in all_.all:
        found.setdefault(one.statement.id, _Whole(one.statement)).things |= one.things
    return found


def _shared(one: Account, other: Account, all_: Accounts, wholes: dict[str, _Whole]) -> set[str]:
    """The things that two accounts share; empty where these are too few or too common to make them one matter."""
    same_numbered = {f"{noun} {number}" for noun, number in one.numbered & other.numbered}
    mine, theirs = wholes[one.statement.id], wholes[other.statement.id]
    common = {key for key in mine.things if theirs.keys.has(key)}
    known = {key for key in common if mine.definite(key) and theirs.definite(key)}
    named = meets(one.names, other.names) - all_.read.background
    rare = {key for key in known if all_.rare(key)}
    papers = keys_of(senses().papers)
    if named and one.things & papers and other.things & papers and {"arrive", "send"} & set(one.doings):
        return named | (one.things & papers)
    if not (rare or same_numbered or (named and known)):
        return _by_doing(one, other, all_)
    least = min(len(mine.things) + len(one.numbered), len(theirs.things) + len(other.numbered))
    enough = len(common) + len(same_numbered) + len(named) >= max(1, _ENOUGH * least)
    return common | same_numbered | named if enough or len(rare | same_numbered) >= 2 else set()


def _by_doing(one: Account, other: Account, all_: Accounts) -> set[str]:
    """What two accounts share where one of them has no thing of its own ("I was never warned", "nobody has fixed it").

    That is the person of whom both tell, or a doing that is seldom told of in the file.
    """
    things = [one_.things - set(one_.doings) - verb_keys() for one_ in (one, other)]
    if all(things):
        return set()
    doings = {name for name in one.doings if name in other.doings}
    persons = meets(one.names, other.names)
    if persons and doings & _ON_PERSONS:
        return persons
    mute = one if not things[0] else other
    if _OPENING_PRONOUN.match(mute.statement.text) and _of_something_else(mute, other if mute is one else one):
        return set()
    seldom = {name for name in doings if all_.counts[name] <= _SELDOM and name.isalpha()}
    return seldom if _PRONOUN.search(mute.clause.text) and not (one.names and other.names) else set()


def _of_something_else(mute: Account, other: Account) -> bool:
    """Whether the "it" that opens an account stands for a thing that the other does not speak of: that of the sentence before."""
    before = [w.key for w in words(mute.statement.passage.before) if not w.function and not w.name and not light(w.key)]
    told = other.statement
    around = words(f"{told.text} {told.passage.before} {told.heading} {told.document.title}")
    return bool(before) and not meets(before, [w.key for w in around if not w.function])


def _titles_clash(one: Account, other: Account) -> bool:
    return titles_clash(one.statement.passage, other.statement.passage)
