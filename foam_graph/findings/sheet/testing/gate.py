"""The wall behind all makers: a relation between free sentences is asserted where it was tested, else only pointed to.

Makers bring sentences together by words, and what they learnt from some authors fails with others. What they say stands where
the sentence that is held against a rule or another sentence has most of its words, and nothing in the two tells their
matters apart. Below that nothing is asserted: a pointer says which two sentences to read together, and why.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import POINTER, UNTESTED, Finding
from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.sheet.standing.labelled_items import one_of_several
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.shown import texts
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.testing.conditions import condition_of
from foam_graph.findings.sheet.testing.fitting import (
    bounds_meet,
    defined_as,
    denies,
    is_whole,
    of_one_thing,
    reads_so,
    wide_parts,
)
from foam_graph.findings.sheet.testing.sharing import MOST_TOLD, Rarity, Shared, doing, keys_of, rarity_of

WALL: Final = 0.6
"""Share of what is to be shown that a sentence has for a relation to count as tested."""
DENIED: Final = 0.5
"""Share that is enough where the sentence denies it: what is said not to be at all is not in a narrower sense either."""
LEAST: Final = 0.35
"""Share below which two sentences are not even pointed to."""
_LEAST_WORDS: Final = 2
_NAMES: Final = 3
_TIME: Final = re.compile(r"(?:minute|hour|day|week|month|year|time|date)s?", re.IGNORECASE)
EXPLICIT: Final = frozenset(
    {
        "timeline", "date of a document", "time limits", "two days", "weekday", "no such day", "limits of rules", "formula of a rule",
        "superseded", "value_conflict", "leaning", "unused", "time between two events",
        "words quoted otherwise", "figure of a cited rule", "day that was moved", "two days of receipt", "notice period", "figure of a rule that was amended",
        "time given for an act", "votes counted", "times of a log", "most that is allowed", "offer accepted too late", "members counted by name", "quorum in other words", "limit of a rule that is named", "time of a rule that is named", "named by a wrong number", "no such rule", "majority of a body", "of one mind", "signatures counted", "time to lodge a paper", "what minutes rule out", "value that was replaced",
        "rows that fail a rule", "figure of a cell", "two days of a row", "day of a cell", "figure told otherwise than by a cell", "last day for a row", "order of two rows",
        "run out before it was used", "who was there by a table",
        "said to be in time or late", "said to have lasted long enough", "older than a rule allows", "announced too late", "a part told as the whole", "shut out by a rule", "figure that was withdrawn", "figure that its source has otherwise", "two readings of one day", "before there was any", "sum that was corrected",
    }
)  # fmt: skip
"""Rules that count, or that read an explicit statement; every other one is held against the wall, but for sums."""
_MET: Final = frozenset({"met", "met_single_source"})
_DROPPED: Final = frozenset({"timeline", "threshold", "sum"})
"""Kinds of which nothing is left without a verdict."""


@dataclass(frozen=True)
class _Pair:
    """What is to be shown, and the sentence that is to show it.

    Attributes:
        wanted: Text of what is to be shown.
        one: Its sentence.
        other: The other sentence.
        shared: What they have in common.
    """

    wanted: str
    one: Statement
    other: Statement
    shared: Shared


def divided(
    found: Sequence[Finding], file: CaseFile, counted: Collection[int] = ()
) -> tuple[list[Finding], list[Finding]]:
    """What of some findings is asserted, and what is only pointed to.

    Args:
        found: The findings of all makers.
        file: The case file.
        counted: Those of them that a computed figure decides, by ``id()``: they are asserted.

    Returns:
        The findings that stand as they are, in their order, and all pointers, the strongest first: a sheet shows few of them.
    """
    asked = [one for one in found if _gated(one) and id(one) not in counted]
    rarity, read = rarity_of(file), statements(file)
    by_id = {one.id: one for one in read}
    both_ways = _both_ways(asked)
    fallen: list[tuple[float, Finding]] = []
    stands: list[Finding] = []
    for one in found:
        if _names_as_sum(one):
            continue
        if not _gated(one) or id(one) in counted:
            stands.append(one)
            continue
        pairs = list(_pairs(one, by_id, rarity))
        if pairs and id(one) not in both_ways and _holds(one, pairs, rarity, read):
            stands.append(one)
        elif pairs and one.kind not in _DROPPED and one.verdict != "no_document_says":
            best = max(pairs, key=lambda pair: pair.shared.share)
            pointer = _pointer(one, best)
            if pointer is not None:
                fallen.append((best.shared.share, pointer))
    return stands, [one for _, one in sorted(fallen, key=lambda each: -each[0])]


def _names_as_sum(one: Finding) -> bool:
    """Whether what was added up are the numbers of things, as many as are said to be: "flats 2, 3 and 5, three flats"."""
    operands = one.inputs.get("operands")
    if one.kind != "sum" or one.verdict != "wrong" or not isinstance(operands, list | tuple) or len(operands) < _NAMES:
        return False
    whole = all(str(each).isdigit() for each in operands) and len(set(operands)) == len(operands)
    return whole and str(one.inputs.get("stated", "")) == str(len(operands))


def _gated(one: Finding) -> bool:
    return one.kind != "sum" and one.rule not in EXPLICIT


def _both_ways(found: Sequence[Finding]) -> set[int]:
    """Conditions of rules that rules of this program read both ways on the same sentences: as met and as not met."""
    read: dict[frozenset[str], list[Finding]] = {}
    for one in found:
        if one.kind in ("rule", "compliance"):
            read.setdefault(frozenset((*one.sentences, *one.against)), []).append(one)
    return {
        id(one)
        for same in read.values()
        if any(one.verdict in _MET for one in same) and any(one.verdict == "not_met" for one in same)
        for one in same
    }


def _pairs(one: Finding, by_id: dict[str, Statement], rarity: Rarity) -> Iterator[_Pair]:
    """What is to be shown with each sentence that is to show it: a condition with the facts, or side with side."""
    condition = condition_of(one)
    named = [by_id[name] for name in one.sentences if name in by_id]
    against = [by_id[name] for name in one.against if name in by_id]
    figures = one.kind == "superseded"
    if condition and named:
        rule = named[0]
        for fact in dict.fromkeys((*named[1:], *against)):
            yield _Pair(condition, rule, fact, rarity.shared(condition, fact.text, figures))
        return
    sides = (named, against) if set(against) - set(named) else (named[:1], named[1:])
    for a in sides[0]:
        for b in sides[1]:
            if a is not b:
                short, long = sorted((a, b), key=lambda each: rarity.size(each.text))
                yield _Pair(short.text, short, long, rarity.shared(short.text, long.text, figures))


def _holds(one: Finding, pairs: Sequence[_Pair], rarity: Rarity, read: Statements) -> bool:
    """Whether the relation of a finding is tested; of a disputed condition, for both sides."""
    condition = condition_of(one)
    if one.verdict in _MET and condition and not is_whole(condition, pairs[0].one.text):
        return False
    if one.verdict == "disputed" and condition:
        against = set(one.against)
        no, yes = ([p for p in pairs if (p.other.id in against) is side] for side in (True, False))
        if not any(_close(pair, condition, denying=True) for pair in no):
            return False
        return any(_close(pair, condition, denying=False) for pair in yes) or _by_definition(
            condition, yes, rarity, read
        )
    if one.kind == "scope" and any(_within_all(pair) for pair in pairs):
        return True
    denying = one.verdict == "not_met"
    if denying and condition:
        pairs = [pair for pair in pairs if not one_of_several(pair.other.text, pair.one.text, read)]
    return any(_close(pair, condition, denying) and _fits(one, pair, condition, texts(read)) for pair in pairs)


def _by_definition(condition: str, pairs: Sequence[_Pair], rarity: Rarity, read: Statements) -> bool:
    """Whether a fact has what a rule says that the condition includes."""
    parts = list(defined_as(condition, (one.text for one in read.of("rule"))))
    return any(rarity.shared(part, pair.other.text).share >= LEAST for part in parts for pair in pairs)


def _within_all(pair: _Pair) -> bool:
    """Whether what one sentence speaks of all of is named in the other, in at least two words."""
    texts = pair.one.text, pair.other.text
    for text, other in (texts, texts[::-1]):
        said = keys_of(other)
        if any(len(keys) >= _LEAST_WORDS and keys <= said for keys in map(keys_of, wide_parts(text))):
            return True
    return False


def _close(pair: _Pair, condition: str, denying: bool) -> bool:
    """Whether a sentence has most of what is to be shown, or its doing, or denies what is wider."""
    share = pair.shared.share
    if len(pair.shared.common) >= _LEAST_WORDS and (
        share >= WALL or (denying and condition and share >= DENIED and denies(condition, pair.other.text))
    ):
        return True
    return bool(condition) and doing(condition, pair.one.text, pair.other.text)


def _fits(one: Finding, pair: _Pair, condition: str, around: tuple[str, ...]) -> bool:
    if condition:
        if one.verdict in _MET:
            return reads_so(condition, pair.other.text, True, around)
        return one.verdict != "not_met" or reads_so(condition, pair.other.text, False, around)
    if one.kind != "contradiction":
        return True
    differ = str(one.inputs.get("differ_in", ""))
    if not of_one_thing(pair.one.text, pair.other.text, days=differ != "date"):
        return False
    return differ != "number" or not bounds_meet(pair.one.text, pair.other.text)


def _pointer(one: Finding, pair: _Pair) -> Finding | None:
    """Two sentences to read together, in words that are true whatever they have to do with each other."""
    if pair.shared.share < LEAST or sum(_says_what(word, pair) for word in pair.shared.common) < _LEAST_WORDS:
        return None
    if one.inputs.get("differ_in") == "number" and bounds_meet(pair.one.text, pair.other.text):
        return None  # both may be so
    common = pair.shared.common[:MOST_TOLD]
    told = ", ".join(f"“{word}”" for word in common)
    text = (
        f"{UNTESTED}: {says(pair.one)}. {says(pair.other)}. "
        f"Both have, in one form or another, {told}; whether one bears on the other a reader has to judge."
    )
    inputs = {"maker": one.rule, "share": round(pair.shared.share, 2), "common": list(common)}
    return Finding(one.kind, text, (pair.one.id, pair.other.id), None, "judged", POINTER, inputs=inputs)


def _says_what(word: str, pair: _Pair) -> bool:
    """Whether a common word tells the matter: that of a time does where both sentences count or repeat it, not in "the closing day"."""
    if not _TIME.fullmatch(word):
        return True
    stem = word.lower()[:3]
    counted = re.compile(rf"\b(?:every|each|per|and|an?|{NUMBER}) (?:[\w-]+ )?{stem}", re.IGNORECASE)
    return all(counted.search(text) for text in (pair.one.text, pair.other.text))
