"""Figures that a speech works out from others: a sum or difference, a product, a quotient, a share; and those written otherwise.

Two stations at 2.4 million each are 4.8 million, and nobody has to have written that down. What a figure is worked out from has
to have a source of its own, so that two figures never vouch for each other; and no more than two figures make one, as a listener
cannot follow more. Whether what was worked out says what its sentence says, a judge tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

from foam_graph.findings.language.numerals import NUMBER, SPOKEN, number_value, writes
from foam_graph.findings.language.quantities import PERIODS, Quantity, find_quantities

_PLURAL = re.compile(r"(?:s|people|children|women|men|feet)$", re.IGNORECASE)
_WHOLE = re.compile(rf"\bof (?:the |its |our |their |all )?({NUMBER})", re.IGNORECASE)
_COUNT = re.compile(SPOKEN, re.IGNORECASE)
_MULTIPLIED = re.compile(
    r"[×*]|\b(?:each|every|per|apiece|a piece|times|together|altogether|in all|in total|a total|at (?:\w+ )?prices?|twice|both)\b|每",
    re.IGNORECASE,
)
_DIVIDED = re.compile(r"[÷]|\b(?:each|every|per|apiece|a piece|divided|on average)\b|每", re.IGNORECASE)
_ADDED = re.compile(
    r"[+−–]|\b(?:less|minus|plus|add|adds|added|together|between|leaves?|left|difference|in all|in total|a total|short|more than|fewer than)\b",
    re.IGNORECASE,
)
_BEFORE = 3
"""Sentences before one in which two figures that stand together may make one of it."""
_TIMES = "time"
_PERCENT = "percent"
_MOST_OFF = Decimal("0.02")
"""By how much a rounded share or quotient may differ from what it is, as a share of that."""


@dataclass(frozen=True)
class _Amount:
    """A figure with what it counts.

    Attributes:
        value: The figure, scaled: 2,400,000 for 2.4 million.
        unit: What it counts; empty where the text does not say.
        period: What it is counted per.
        text: The words that state it.
        part_of: It is a part of a whole, or that whole: 182 of 280.
    """

    value: Decimal
    unit: str
    period: str = ""
    text: str = ""
    part_of: bool = False


def recomputed(figure: str, place: int, texts: Sequence[str], cited: Sequence[str], sources: Sequence[str]) -> bool:
    """Whether a figure of a sentence is worked out from two others that have a source, or stands in its own in another form.

    Both stand in what the sentence cites, or one at least is said in it or in a sentence beside it, or both in one a little before it.

    Args:
        figure: The figure, in one form.
        place: The sentence, from 0.
        texts: All sentences of the speech.
        cited: Of each the words of what it cites.
        sources: Of each the words of all that its figures may stand in.
    """
    near = range(max(place - 1, 0), min(place + 2, len(texts)))
    wanted = [one for one in _amounts(texts[place]) if writes(figure, one.value, one.text)]
    if any(_told_otherwise(one, sources[place]) for one in wanted):
        return True
    around = " ".join(texts[n] for n in near)
    said = [one for n in near for one in _sourced(texts[n], sources[n]) if one not in wanted]
    told = [one for one in _amounts(cited[place]) if one.value > 0]
    tried = [(pair, around) for pair in _pairs(said, told)]
    for n in range(max(place - _BEFORE, 0), near.start):
        # What one sentence held against each other is still in the ear: "31 is more than 26", and then "five minutes".
        tried += [(pair, f"{texts[n]} {around}") for pair in permutations(_sourced(texts[n], sources[n]), 2)]
    return any(
        _works_out(figure, target, one, other, words)
        for target in wanted
        for (one, other), words in tried
        # A figure that is said and cited is one figure, and makes nothing with itself.
        if target.value not in (one.value, other.value) and (one.value, one.unit) != (other.value, other.unit)
    ) or any(_doubled(target, one, around) for target in wanted for one in (*said, *told))


def _told_otherwise(one: _Amount, source: str) -> bool:
    """Whether an amount stands in what it rests on, written otherwise: two million for $2.0 million."""
    return any(one.value == other.value and one.unit in ("", other.unit) for other in _amounts(source))


def _pairs(said: Sequence[_Amount], told: Sequence[_Amount]) -> Iterator[tuple[_Amount, _Amount]]:
    """Pairs in both orders: two that are cited only for what counts the same, so that they can be added."""
    yield from permutations(said, 2)
    for one in said:
        for other in told:
            yield from ((one, other), (other, one))
    yield from ((one, other) for one, other in permutations(told, 2) if one.unit and one.unit == other.unit)


def _works_out(figure: str, target: _Amount, one: _Amount, other: _Amount, around: str) -> bool:
    return (
        _sum(target, one, other, around)
        or _product(target, one, other, around)
        or _share(figure, target, one, other)
        or _quotient(figure, target, one, other, around)
    )


def _sum(target: _Amount, one: _Amount, other: _Amount, around: str) -> bool:
    if target.value not in (one.value + other.value, abs(one.value - other.value)):
        return False
    if one.unit and one.unit == other.unit:
        return target.unit in ("", one.unit)
    units = {each for each in (one.unit, other.unit, target.unit) if each}
    return len(units) <= 1 and _ADDED.search(around) is not None


def _product(target: _Amount, count: _Amount, rate: _Amount, around: str) -> bool:
    """So many of something, each worth so much; and a share of an amount."""
    if count.unit == _PERCENT:
        return (
            target.value * 100 == count.value * rate.value
            and rate.unit != _PERCENT
            and bool(rate.unit or target.unit)
            and target.unit in ("", rate.unit)
        )
    counts = ":" not in count.unit and rate.unit != _PERCENT and not (count.unit and count.unit == rate.unit)
    return (
        target.value == count.value * rate.value
        and min(count.value, rate.value) > 1
        and counts
        and target.unit in ("", rate.unit)
        and (_MULTIPLIED.search(around) is not None or bool(rate.period))
    )


def _doubled(target: _Amount, one: _Amount, around: str) -> bool:
    """Twice what has a source: "two of them" need none."""
    two = any(number_value(found[0]) == 2 for found in _COUNT.finditer(around)) or re.search(
        r"\b(?:twice|both)\b", around, re.IGNORECASE
    )
    return bool(two) and one.unit not in ("", _PERCENT) and _product(target, _Amount(Decimal(2), ""), one, around)


def _share(figure: str, target: _Amount, part: _Amount, whole: _Amount) -> bool:
    same = (part.unit and part.unit == whole.unit) or (part.part_of and whole.part_of)
    if not same or part.unit == _PERCENT or not whole.value:
        return False
    if target.unit == _PERCENT:
        return part.value < whole.value and _near(figure, target, 100 * part.value / whole.value)
    return target.unit == _TIMES and _near(figure, target, part.value / whole.value)


def _quotient(figure: str, target: _Amount, total: _Amount, count: _Amount, around: str) -> bool:
    """A total shared out among so many."""
    if not total.unit or total.unit == _PERCENT or count.unit in (total.unit, _PERCENT) or ":" in count.unit:
        return False
    return (
        count.value > 1
        and target.unit in ("", total.unit)
        and _DIVIDED.search(around) is not None
        and _near(figure, target, total.value / count.value)
    )


def _near(figure: str, target: _Amount, exact: Decimal) -> bool:
    """Whether a figure is what was worked out, rounded as it is written: 54 percent for 53.8."""
    written = Decimal(figure)
    scale = target.value / written if written else Decimal(1)
    step = scale.scaleb(-max(-int(written.as_tuple().exponent), 0))
    off = abs(target.value - exact)
    return off <= step / 2 and off <= exact * _MOST_OFF


def _sourced(text: str, source: str) -> list[_Amount]:
    """The amounts of a sentence that stand in what it rests on."""
    values = {one.value for one in _amounts(source)}
    return [one for one in _amounts(text) if one.value > 0 and one.value in values]


def _amounts(text: str) -> list[_Amount]:
    """The figures of a text; where a word behind one is not what it counts, without a unit."""
    found = find_quantities(text)
    bare = (
        number_value(one[0])
        for one in _COUNT.finditer(text)
        if not any(each.start < one.end() and one.start() < each.end for each in found)
    )
    return [*_each(found), *(_Amount(value, "") for value in bare if value is not None and value > 1)]


def _each(found: Iterable[Quantity]) -> Iterator[_Amount]:
    for one in found:
        if one.unit == "clock":
            continue
        counts = one.generic() or one.unit in PERIODS or _PLURAL.search(one.text) or one.period
        unit = one.unit if counts else ""
        whole = _WHOLE.search(one.text) if one.partial else None
        for value in (one.value, one.high, number_value(whole[1]) if whole else None):
            if value is not None:
                yield _Amount(value, unit, one.period, one.text, one.partial)
