"""One part of a statement in normal form: its roots, whom it names, its days and amounts, and whether it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.language.clauses import resolved
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.quantities import Quantity, find_quantities, singular
from foam_graph.findings.language.verbs import is_verb, past_forms, verb_stems
from foam_graph.findings.language.words import Word, key_of, words
from foam_graph.findings.sheet.accounts.account import accounts, addressee, speaker, told_as_fact
from foam_graph.findings.sheet.accounts.senses import senses
from foam_graph.findings.sheet.restating.vocabulary import keys_of
from foam_graph.findings.sheet.standing.statements import Statement

_PART = re.compile(
    r";\s|,\s(?:and|but|while|whereas|although|though|so|because|as)\s(?=[^,;]*\b(?:is|was|are|were|has|had|have|did|[a-z]{2,}ed)\b)"
    r"|\s(?:while|whereas|although|though)\s"
)
_MOOD = re.compile(
    r"\b(?:if|would(?! not)|(?<!nobody )(?<!no one )could(?! not)|might|should|must|(?-i:may)|ought|whether|shall|will|plans?|planned|intend(?:s|ed)?"
    r"|expect(?:s|ed)?|due|(?:is|are|was|were) to be|proposed?|estimated?|unless|please)\b|^(?:without|but for)\b",
    re.IGNORECASE,
)
_ALL_OF = re.compile(
    r"\b(?:every one|each one|each|all) of (?:the|our|its|their|these|those) (?=[\dA-Za-z-]+ [a-z]+s\b)", re.IGNORECASE
)
_NUMBER = re.compile(NUMBER, re.IGNORECASE)
_COMMA = re.compile(r",\s(?:and\s|which\s|who\s|where\s|as\s)?")
_FINITE = re.compile(r"\b(?:is|was|are|were|has|had|have|did|[a-z]{2,}ed|" + "|".join(sorted(past_forms())) + r")\b")
_MINE = re.compile(r"\b(?:I|me|my|mine|myself)\b")
_YOURS = re.compile(r"\b(?:you|your|yours)\b", re.IGNORECASE)
_BEFORE_NOUN = re.compile(
    r"the|an?|no|his|her|its|their|our|my|your|this|that|these|those|every|each|any|some|of|for|with|without|in|on|at|by|from|new|old|\d[\d.,]*",
    re.I,
)
_BEFORE_VERB = re.compile(
    r"to|not|never|can|could|will|would|did|do|does|may|must|I|we|they|you|who|also|always|\w{3,}s", re.I
)
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "prof", "professor", "sir", "madam", "dear"})
_FILLERS = frozenset(senses().fillers.split()) - {"night", "day", "evening", "morning", "afternoon", "hour"}


@dataclass(frozen=True, eq=False)
class Root:
    """A word that says what a point is about.

    Attributes:
        word: The word.
        key: What it is compared under; of a word that denies with "un-" that of the word denied.
        denies: It denies with "un-".
        verb: It stands as a verb.
        neutral: It says that something is there, not what.
    """

    word: Word
    key: str
    denies: bool
    verb: bool
    neutral: bool


@dataclass(frozen=True, eq=False)
class Point:
    """One part of a statement.

    Attributes:
        statement: The statement.
        text: The part.
        roots: Its words that carry a topic, names left out.
        names: Keys of the persons and things that it names; its writer's where it says "I".
        own: Those of its names that are its writer's or reader's alone.
        dates: Its dates.
        quantities: Its amounts.
    """

    statement: Statement
    text: str
    roots: tuple[Root, ...]
    names: frozenset[str]
    own: frozenset[str]
    dates: tuple[FoundDate, ...]
    quantities: tuple[Quantity, ...]


@lru_cache(maxsize=4)
def points(file: CaseFile) -> tuple[Point, ...]:
    """The points of the facts of a case file, in order.

    Args:
        file: The case file.
    """
    all_ = accounts(file)
    return tuple(
        point(one, part)
        for one in all_.read
        if told_as_fact(one, all_.read)
        for part in parts(resolved(one.text, one.passage.before))
    )


def parts(text: str) -> Iterator[str]:
    """The parts of a sentence that tell what is or was, each with a verb of its own.

    Args:
        text: The sentence.
    """
    told = [part.strip() for part in _PART.split(_ALL_OF.sub("all ", text)) if part.strip()]
    for part in told:
        if _MOOD.search(part):
            continue
        smaller = [one.strip() for one in _COMMA.split(part) if one and _FINITE.search(one)]
        yield from dict.fromkeys((part, *smaller))


def point(statement: Statement, text: str) -> Point:
    """Reads one part of a statement.

    Args:
        statement: The statement.
        text: The part.
    """
    dates, quantities = find_dates(text), find_quantities(text)
    dates = dates or find_dates(statement.text)
    spans = [(d.start, d.end) for d in find_dates(text)] + [_figure(q, text) for q in quantities]
    roots: list[Root] = []
    names: set[str] = set()
    for word in words(text):
        if word.function or word.lower in _TITLES or any(a <= word.start < b for a, b in spans):
            continue
        if word.name or _initialled(word, text):
            names.add(word.key)
        elif not (word.lower in _FILLERS or word.key in keys_of("bare")):
            roots.append(_root(word, text))
    own: set[str] = set()
    if _MINE.search(text):
        own |= speaker(statement) - {key_of(title) for title in _TITLES}
    if _YOURS.search(text):
        own |= addressee(statement)
    counted = tuple(_with_unit(one, text) for one in quantities)
    return Point(statement, text, tuple(roots), frozenset(names | own), frozenset(own - names), dates, counted)


def _with_unit(one: Quantity, text: str) -> Quantity:
    """A bare number with what it counts: the head of the label before it ("Seats in the hall: 102"), or a group of so many."""
    if one.unit:
        return one
    before = text[: one.start]
    label = re.match(r"^(?:[-*•] )?(?P<noun>[A-Z]?[a-z]{2,}s)\b[^:]*:\s*$", before)
    group = re.search(r"\b(?P<noun>[a-z]{3,}) of (?:about |some |only |just )?$", before)
    found = label or group
    return replace(one, unit=singular(found["noun"].lower())) if found is not None else one


def _figure(one: Quantity, text: str) -> tuple[int, int]:
    """The span of an amount without what it counts, which is a word of the matter; of money and the like all of it."""
    if one.generic():
        return one.start, one.end
    figure = _NUMBER.match(text, one.start)
    return one.start, figure.end() if figure else one.start


def _initialled(word: Word, text: str) -> bool:
    return word.text[:1].isupper() and bool(re.search(r"\b[A-Z]\. $", text[: word.start]))


def _root(word: Word, text: str) -> Root:
    verb = _as_verb(word, text)
    if word.lower.startswith("un") and len(word.lower) > 5 and (bare := key_of(word.lower[2:])) in verb_stems():
        return Root(word, bare, True, verb, False)
    return Root(word, word.key, False, verb, word.key in keys_of("neutral"))


def _as_verb(word: Word, text: str) -> bool:
    """Whether a word that may be a verb stands as one: in a form that only verbs have, or where only a verb can stand."""
    if not is_verb(word.lower):
        return False
    before = re.search(r"([\w'’-]+),?\s$", text[: word.start])
    if before is not None and _BEFORE_NOUN.fullmatch(before[1]):
        return False
    if word.lower in past_forms() or word.lower.endswith(("ed", "ing", "s")):
        return True
    return before is not None and bool(_BEFORE_VERB.fullmatch(before[1]))
