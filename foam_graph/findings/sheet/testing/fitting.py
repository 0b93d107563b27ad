"""Whether two sentences speak of one thing as far as words for persons, numbered things, days, bounds and denials tell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal
from typing import Final

from foam_graph.findings.comparing.affirming import stance
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import labels_clash, read
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.verbs import is_verb
from foam_graph.findings.language.words import antonyms, function_words, words

_DAYS: Final = frozenset({"month", "year", "day", "date"})
_PART: Final = re.compile(
    rf"\b(?P<noun>[A-Za-z]{{3,}})s?\s(?:no\.?\s|number\s)?(?P<n>{NUMBER})\b(?!\s?(?:%|percent|per\b))", re.IGNORECASE
)
_LETTER: Final = re.compile(r"\b(?P<noun>[A-Za-z]{3,}) (?P<letter>[A-HJ-Z])\b(?!\.\w|['’&-])")
_ABOVE: Final = re.compile(
    r"\b(?:more|greater|longer|later|higher|larger|older|farther|further|heavier|taller|wider) than\s\S{0,2}$"
    r"|\b(?:over|above|beyond|at least|exceed(?:s|ed|ing)?|minimum(?: of)?|upwards of)\s\S{0,2}$",
    re.IGNORECASE,
)
_BELOW: Final = re.compile(
    r"\b\w+(?:er|ess) than\s\S{0,2}$|\b(?:under|below|within|up to|at most|maximum(?: of)?|nearly|almost|not exceed(?:ing)?"
    r"|no more than|limit(?:ed)? (?:of|to))\s\S{0,2}$",
    re.IGNORECASE,
)
_OWN_CLAUSE: Final = re.compile(r"^(?:nor|neither)\b", re.IGNORECASE)


def of_one_thing(one: str, other: str, days: bool) -> bool:
    """Whether nothing in two sentences tells the things that they speak of apart.

    Args:
        one: A sentence.
        other: Another one.
        days: Whether days, months and years tell them apart; not where they are what differs.
    """
    if labels_clash(read(one), read(other), frozenset() if days else _DAYS):
        return False
    lettered, others = dict(_lettered(one)), dict(_lettered(other))
    if any(others[noun].isdisjoint(letters) for noun, letters in lettered.items() if noun in others):
        return False
    mine, theirs = dict(_parts(one)), dict(_parts(other))
    return all(theirs[noun] & numbers for noun, numbers in mine.items() if noun in theirs)


def _lettered(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Things told apart by a letter: "row A"; each with its letters."""
    found: dict[str, set[str]] = {}
    for match in _LETTER.finditer(text):
        if match["noun"].lower() not in function_words():
            found.setdefault(match["noun"].lower(), set()).add(match["letter"])
    for noun, letters in found.items():
        yield noun, frozenset(letters)


def _parts(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Numbered things: "bench 5", "flats 2"; each with its numbers."""
    found: dict[str, set[str]] = {}
    for match in _PART.finditer(text):
        noun = match["noun"].lower()
        if noun not in function_words() and number_value(match["n"]) is not None and match["n"][0].isdigit():
            found.setdefault(noun.removesuffix("s"), set()).add(match["n"])
    for noun, numbers in found.items():
        yield noun, frozenset(numbers)


def bounds_meet(one: str, other: str) -> bool:
    """Whether a figure of one sentence is a bound that a figure of the other keeps: "closer than 200 metres", "150 metres off"."""
    return any(
        bound_kept(a, one[: a.start], b, other[: b.start]) for a in find_quantities(one) for b in find_quantities(other)
    )


def bound_kept(one: Quantity, before: str, other: Quantity, before_other: str) -> bool:
    """Whether one of two figures is a bound that the other one keeps.

    Args:
        one: A figure.
        before: What stands before it.
        other: Another one.
        before_other: What stands before that.
    """
    if one.measure()[0] != other.measure()[0] or one.value == other.value:
        return False
    return _kept(one, before, other) or _kept(other, before_other, one)


def _kept(bound: Quantity, before: str, figure: Quantity) -> bool:
    least, value = bound.measure()[1], figure.measure()[1]
    high: Decimal | None = figure.high
    if high is not None and bound.value <= high:
        return True
    if _ABOVE.search(before) or bound.comparator in (">", ">="):
        return value >= least
    return bool(_BELOW.search(before) or bound.comparator in ("<", "<=")) and value <= least


def reads_so(condition: str, fact: str, met: bool, around: Collection[str] = ()) -> bool:
    """Whether a fact affirms a condition that is told as met, and denies one that is told as not met.

    Args:
        condition: The condition, in the words of its rule.
        fact: The sentence that is held against it.
        met: Whether it is told as met.
        around: Texts that may tell whom a name stands for.
    """
    if _OWN_CLAUSE.match(condition):
        return False
    denied = bool(negations(condition)) != bool(negations(fact))
    if met:
        return not denied and stance(condition, fact, around) == "affirmed"
    return (
        denied
        or stance(condition, fact, around) == "refused"
        or _opposed(condition, fact)
        or bool(find_quantities(condition) and find_quantities(fact))
    )


def denies(condition: str, fact: str) -> bool:
    """Whether a fact denies words of a condition that affirms them: who denies any consent denies written consent.

    Args:
        condition: The condition, in the words of its rule.
        fact: The sentence that is held against it.
    """
    if negations(condition):
        return False
    said = {word.key for word in words(condition) if not word.function}
    return any(said & set(one.reach) for one in negations(fact))


def _opposed(one: str, other: str) -> bool:
    theirs = [word.key for word in words(other)]
    return any(antonyms(word.key, key) for word in words(one) for key in theirs)


_DEFINES: Final = re.compile(r"\b(?:includes?|means?|counts? as|is understood as|covers?)\b", re.IGNORECASE)
_ITEMS: Final = re.compile(r",\s|;\s|\b(?:and|or)\b")


def defined_as(condition: str, rules: Iterable[str]) -> Iterator[str]:
    """What rules say that the chief words of a condition include: "Good cause includes a hospital stay, a failure of delivery".

    Args:
        condition: The condition.
        rules: The rules of the file.
    """
    clause = frame(read(condition))
    named = {word.key for word in clause.core}
    for rule in rules:
        match = _DEFINES.search(rule)
        if match is not None and named and named <= {word.key for word in words(rule[: match.start()])}:
            yield from (part.strip(" .") for part in _ITEMS.split(rule[match.end() :]))


_WIDE: Final = re.compile(
    r"\b(?:all|every|each|any|both)\b(?: of)?(?: (?:the|its|their|our|these|those|this))?(?: \d+)? (?P<what>[^,.;:]+)",
    re.IGNORECASE,
)
_WITHIN: Final = frozenset({"of", "in", "the", "our", "its", "their", "this"})
_LONGEST: Final = 3


def wide_parts(text: str) -> Iterator[str]:
    """What a sentence speaks of all of: "the folders of the study", without what follows it.

    Args:
        text: The sentence.
    """
    for match in _WIDE.finditer(text):
        kept: list[str] = []
        said = 0
        for word in match["what"].split():
            lower = word.lower()
            function = lower in function_words()
            verbal = not function and said > 0 and kept[-1] not in _WITHIN and is_verb(word)
            if said == _LONGEST or verbal or (function and lower not in _WITHIN):
                break
            kept.append(word)
            said += not function
        yield " ".join(kept)


_BACK: Final = re.compile(
    r"\b(?:because of|by reason of|owing to|due to|as a result of|on account of|on that account|in consequence of) "
    r"(?:it|this|that|them|these|those|such)\b|\bthere(?:by|from|upon)\b",
    re.IGNORECASE,
)
_IF: Final = re.compile(r"\b(?:if|when|where|whenever|provided that|once)\b", re.IGNORECASE)


def is_whole(condition: str, rule: str) -> bool:
    """Whether a condition can be met by itself: it does not lean on what stands before it, nor is it the second of two that are asked for together.

    "If clause 4.1 is broken and the hall has to be shut because of it": that the hall was shut is not enough.

    Args:
        condition: The condition, in the words of its rule.
        rule: The rule.
    """
    before = rule[:place] if (place := rule.find(condition)) >= 0 else ""
    together = bool(_IF.search(before)) and before.rstrip().endswith((" and", ", and"))
    return not together and _BACK.search(condition) is None
