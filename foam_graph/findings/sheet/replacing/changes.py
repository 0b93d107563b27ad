"""Sentences that replace, withdraw or set anew: what no longer holds, what holds instead, and from when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.document_dates import stated_day
from foam_graph.findings.sheet.replacing.terms import ENDS, SWAPS
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case

_KEPT = 8192
"""Sentences whose reading is kept: several makers ask for the changes of one file."""
_LABEL = re.compile(
    r"^\W*(?:(?:section|clause|rule|article|item|paragraph|§)?\s?(?:\d+[a-z]?|[a-z]|[ivx]+)[.:)]\W*)?(?:please note that )?",
    re.IGNORECASE,
)
_RUN_IN = re.compile(r"^\*\*[^*]{2,80}\*\*\s+(?=\S)")
_MAY = re.compile(r"\b(?:may|can|could|might|must|shall|should|would|will|to|not)(?: not| only| also)?$", re.IGNORECASE)
_WHITHER = re.compile(r"(?:from|at|to|in|into|on|of|by|out)\b", re.IGNORECASE)
_HANDS = re.compile(r"\b(?:I|we|you|he|she|they|who)\b(?: \w+){0,3}$", re.IGNORECASE)
_HINTS = re.compile(
    r"\b(?:replac|supersed|succeeded|no longer|not any more|instead|in place|in lieu|rather than|place of|take[sn]? over|took over|way to"
    r"|from [$€£]?\d|not (?:at|on|in|by|for|with|[$€£\d]))",
    re.IGNORECASE,
)
"""What a sentence that swaps one thing for another must have: looked for first, since the patterns are slow."""
_ANEW = re.compile(
    r"\b(?:now reads?|from now on|as (?:from|of)|with effect from|effective|from \d|from (?:january|february|march|april|may|june|july"
    r"|august|september|october|november|december|the \d)|beginning with|starting (?:with|on|from)|since \d|is now|are now|goes up to|goes down to|(?:is|are|shall be) (?:raised|lowered|cut|increased|reduced|changed|amended|set) to|has been"
    r" (?:raised|lowered|cut|increased|reduced|changed|amended|set)|was (?:raised|lowered|cut|increased|reduced|changed|amended) to"
    r"|new (?:limit|fee|rate|price|rule|version|edition|figure|tariff|rent|charge|deadline)|as amended|amended to read|in future|henceforth)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:would|could|might|proposes?|proposed|suggests?|suggested|should|if|whether|asks?|asked|wants?|wish(?:es)?)\b",
    re.I,
)
_GOES = re.compile(
    r"\b(?:raised|lowered|changed|increased|reduced|cut|amended|moved|put off|brought forward|shortened|extended|corrected|updated|adjusted"
    r"|revised|goes|go|went|rises?|rose|falls?|fell|set)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b(?=[\w/-]*\d)(?=[\w/-]*[A-Z])[A-Z][\w]*(?:[-/ ]?\d+[\w]*)+\b|\b[A-Z]{1,4}[-/]\d+\b")
_NUMBERED = re.compile(r"\b(?P<noun>rule|section|clause|article|paragraph|item)\s?(?P<n>\d+)", re.IGNORECASE)
_OF_A_THING = re.compile(r"(?<!as )\b(?:of|dated)\s(?:the\s)?$", re.IGNORECASE)
"""Such a date says which thing is meant: the plan of 2019."""
_QUOTED = re.compile(r"[\"“”]")


@dataclass(frozen=True, eq=False)
class Change:
    """What no longer holds since a sentence says so.

    Attributes:
        by: The sentence.
        old: What no longer holds, in words.
        new: What holds instead, in words; empty where the sentence does not say.
        amount: The amount that no longer holds, where it is one.
        now: The amount that holds instead, where it is one.
        codes: Names such as ``CH-4`` of what no longer holds.
        keys: Keys of the words of what no longer holds.
        topics: Keys of what the sentence speaks of besides.
        day: From when; None where it is not said.
        earlier: The sentence that laid down what no longer holds; None where the change says so itself.
    """

    by: Statement
    old: str
    new: str
    amount: Quantity | None
    now: Quantity | None
    codes: frozenset[str]
    keys: frozenset[str]
    topics: frozenset[str]
    day: date | None
    earlier: Statement | None = None


@lru_cache(maxsize=4)
def stated(read: Statements) -> tuple[Change, ...]:
    """The changes that sentences state, both what was and what is; several makers ask it of one file.

    Args:
        read: The statements of a file.
    """
    return tuple(_stated(read))


def _stated(read: Statements) -> Iterator[Change]:
    for one in read:
        if (
            one.standing == "question"
            or other_case(one, read)
            or _SUPPOSED.search(one.text)
            or one.text.startswith("|")
        ):
            continue
        found = _swapped(one, read) or _ended(one, read)
        if found is not None:
            yield _linked(found, read)


def numbers_of(text: str) -> set[str]:
    """The rules, sections and the like that a text names by their number.

    Args:
        text: A sentence.
    """
    return {f"{match['noun'].lower()[:4]}{match['n']}" for match in _NUMBERED.finditer(text)}


def _linked(found: Change, read: Statements) -> Change:
    """A change with the rule that laid down the amount which no longer holds, where one does."""
    if found.amount is None:
        return found
    for rule in read.of("rule"):
        if rule.document is found.by.document or not any(
            q.measure() == found.amount.measure() for q in _amounts(rule.text)
        ):
            continue
        lead = re.match(r"\W*(\d+)", rule.text)
        named = {f"{noun}{lead[1]}" for noun in ("rule", "sect", "clau", "arti", "para", "item")} if lead else set()
        alone = (
            found.amount.unit.startswith("money:") and sum(_gives(found.amount, one) for one in read.of("rule")) == 1
        )
        if (
            (named | numbers_of(rule.text)) & numbers_of(found.by.text)
            or alone
            or len(_keys(rule.text) & found.topics) >= 2
        ):
            return replace(found, topics=found.topics | _keys(rule.text), earlier=rule)
    return found


def _gives(amount: Quantity, rule: Statement) -> bool:
    """Whether a rule gives an amount, and not as one that no longer holds."""
    return any(
        q.measure() == amount.measure() and q.role == "level" for q in _amounts(rule.text)
    ) and not _HINTS.search(rule.text)


_Said = tuple[str, str, Quantity | None, Quantity | None]
"""What was and what is, in words, and the amounts of both."""


def _swapped(one: Statement, read: Statements) -> Change | None:
    said = _swap_in(one.text)
    return _change(one, read, *said) if said is not None else None


@lru_cache(maxsize=_KEPT)
def _swap_in(sentence: str) -> _Said | None:
    if not _HINTS.search(sentence):
        return None
    text = _plain(sentence)
    for pattern in SWAPS:
        for match in pattern.finditer(text):
            old, new = match["old"].strip(), match["new"].strip()
            if _HANDS.search(new) or (_MAY.search(new) and " replace" in match.group()):
                continue  # somebody exchanges a thing, or may
            was, now = _amounts(old), _amounts(new)
            if was and now:
                rivals = [(a, b) for a in was for b in reversed(now) if _rivals(a, b)]
                pair = next((one for one in rivals if one[0].unit == one[1].unit), rivals[0] if rivals else None)
                if pair is not None:
                    return old, new, *pair
            if pattern.pattern.startswith("from") or "not any more" in pattern.pattern:
                continue
            if not was and _named(old) and (_codes(old) or "replac" in match.group() or "supersed" in match.group()):
                return old, new, None, None
    return None


def _ended(one: Statement, read: Statements) -> Change | None:
    said = _end_in(one.text)
    return _change(one, read, *said) if said is not None else None


@lru_cache(maxsize=_KEPT)
def _end_in(sentence: str) -> _Said | None:
    text = _plain(sentence)
    for pattern in ENDS:
        match = pattern.search(text)
        if (
            match is None
            or not _named(match["old"])
            or re.match(r"(?:it|they|he|she|nothing|nobody|this)\b", match["old"], re.I)
            or _WHITHER.match(match["old"])  # who withdraws from a thing does not withdraw it
        ):
            continue
        old = match["old"].strip()
        was = _amounts(old)
        rest = _amounts(text[: match.start("old")]) + _amounts(text[match.end() :])
        now = next((b for b in rest if was and _rivals(was[0], b)), None)
        return old, "", was[0] if was else None, now
    return None


def _plain(text: str) -> str:
    """A sentence without quotation marks, the number that it bears and a heading that runs in."""
    return _LABEL.sub("", _QUOTED.sub("", _RUN_IN.sub("", " ".join(text.split()))), count=1)


def anew(read: Statements) -> Iterator[Change]:
    """The changes where one sentence sets anew what an earlier rule or notice set otherwise.

    Args:
        read: The statements of a file.
    """
    setting = [
        one for one in read if one.document.source_class in ("law", "policy_manual", "official_record", "decision")
    ]
    for one in setting:
        if (
            not _ANEW.search(one.text)
            or _SUPPOSED.search(one.text)
            or other_case(one, read)
            or one.text.startswith("|")
        ):
            continue
        day = _day(one, read)
        for earlier in setting:
            if earlier.standing == "rule" and earlier.date < one.date and earlier.date:
                pair = _reset(one, earlier)
                if pair is not None:
                    old, new = pair
                    yield Change(
                        one, old.text, new.text, old, new, frozenset(), frozenset(), _keys(earlier.text), day, earlier
                    )  # fmt: skip


def _reset(one: Statement, earlier: Statement) -> tuple[Quantity, Quantity] | None:
    """The first amount of an earlier rule that a sentence on the same things sets anew."""
    head = _plain(earlier.text).split(";")[0]
    mine, theirs = _keys(one.text), _keys(head)
    common = mine & theirs
    if len(common) < 2 or len(common) < 0.6 * len(theirs):
        return None
    was, now = _amounts(head), _amounts(_plain(one.text))
    if any(q.role == "from" for q in now):
        return None  # the sentence says itself what was
    held = {q.measure() for q in was} & {q.measure() for q in now}
    olds = [q for q in was if q.measure() not in held]
    news = [q for q in now if q.measure() not in held]
    if len({q.unit for q in (*olds, *news)}) > 1:
        return None  # of another size or sort as well
    return next(((a, b) for a in olds for b in news if _rivals(a, b)), None)


def _rivals(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts can take each other's place: one unit, or one of them without a unit, and another value."""
    units = {one.unit, other.unit}
    return ((len(units) == 1 or "" in units) and one.value != other.value and one.unit not in ("percent",)) or (
        one.unit == other.unit == "percent" and one.value != other.value
    )


def _change(one: Statement, read: Statements, old: str, new: str, was: Quantity | None, now: Quantity | None) -> Change:
    gone = _keys(old)
    topics = _keys(one.text) - (gone if was is None else frozenset())
    return Change(one, old, new, was, now, _codes(old) - _codes(new), gone, topics, _day(one, read))


def _amounts(text: str) -> list[Quantity]:
    return [q for q in find_quantities(text) if not q.partial and q.role != "delta"]


def _codes(text: str) -> frozenset[str]:
    return frozenset(match.group() for match in _CODE.finditer(text))


def _named(text: str) -> bool:
    return bool(_keys(text)) or bool(_codes(text))


def _keys(text: str) -> frozenset[str]:
    return frozenset(
        word.key for word in words(text)
        if not word.function and len(word.lower) > 2 and not _GOES.fullmatch(word.lower)
    )  # fmt: skip


def _day(one: Statement, read: Statements) -> date | None:
    """From when a change holds: the day that its sentence names, else that of its document; None where that day cannot be told."""
    named = [found for found in find_dates(one.text) if not _OF_A_THING.search(one.text[: found.start])]
    if any(map(read.dates.unsure, named)):
        return None
    dates = list(map(read.dates.read, named))
    days = [day for found in dates if (day := found.calendar())]
    months = [date(f.year, f.month, 1) for f in dates if f.year and f.month and not f.day]
    years = [date(f.year, 1, 1) for f in dates if f.year and not f.month]
    if days or months or years:
        return (days or months or years)[0]
    return stated_day(one.date)


keys_of = _keys
codes_of = _codes
amounts_of = _amounts
plain = _plain
day_of = _day
