"""Sums that a paper carries over several sentences: what is left, a share of what was just named, a rate of two figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from foam_graph.findings.language.composed_text import plain
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.counting.recounting import Carried, Recount, Stated, judged, shown, stated

_BACK = 4
"""So many sentences back a figure may stand that another one is counted from."""
_LEAVES = re.compile(
    r"^(?:\W*)(?:that|this|it|which|these|so|thus|hence|then)\b[^.;\d]{0,30}?\b(?:leaves?|left|makes? a remainder of|gives a rest of)\s[^.;\d]{0,12}$"
    r"|^(?:\W*)(?:the|a) (?:rest|remainder|balance|difference)(?: [a-z]+){0,3}?,?\s(?:is|was|are|were|comes to|came to|amounts to|amounted to|of)?\s?$",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:lost|gone|used|spent|sold|withdrawn|deducted|taken (?:off|out|away)|subtracted|consumed|paid(?: out)?|missing|cancelled|given away)\b",
    re.IGNORECASE,
)
_REMAIN = re.compile(
    r"^(?: [a-z]+){0,2}? (?:(?:still )?remain(?:s|ed)?|(?:are|is|were|was) left|stayed|(?:are|is|were|was) still (?:there|available|in stock))\b",
    re.IGNORECASE,
)
_OF_THAT = re.compile(
    r"\bof (?:that|this|the|which|it)\b(?: (?P<noun>(?:[a-z-]+ ){0,2}?[a-z-]+))?\s(?:comes? to|came to|amounts? to|amounted to|makes?|made|is|are|was|were|gives?"
    r"|equals?|yields?)\s$",
    re.IGNORECASE,
)
_OF_THIS = re.compile(r"^\W*(?:out )?of (?:this|that|these|those|which|it)(?: [a-z]+)?,?\s$", re.IGNORECASE)
_THAT_IS = re.compile(r",?\s?(?:that is|this is|which is|or|i\.e\.|\()\s?(?:just |exactly )?", re.IGNORECASE)
_HENCE = re.compile(r"\b(?:therefore|thus|accordingly|hence|consequently|so)\b", re.IGNORECASE)
_MAKES = re.compile(
    r"^(?:\W*)(?:that|this|which) (?:makes|is|gives|comes to|means|corresponds to|works out at)\s(?:a (?:yield|rate|price|cost) of\s)?$",
    re.IGNORECASE,
)
_PER = re.compile(r"^\s?(?:per|an?|for each|each|a)\s(?P<noun>[a-z]+)\b", re.IGNORECASE)
_SPOILT = re.compile(
    r"\b(?:about|some|roughly|nearly|almost|around|approximately|at least|at most|more than|less than|up to|over|under|or|between|if|would|could|estimated?)\b",
    re.IGNORECASE,
)
_MANY = re.compile(r"\b(?:gave up|dropped out|withdrew|left|resigned|died|were (?:lost|sold|returned|rejected|cancelled|spoilt|excluded|not|refused|withdrawn)|retired"
                   r"|did not|were struck|were taken|failed|were absent|was (?:lost|spent|used|paid|deducted)|invalid|void)\b", re.IGNORECASE)  # fmt: skip


_NUMBER = re.compile(r"^\W*\d{1,3}[.)]\s")
"""The number of an item or of a heading that runs in."""


_SO_THAT = re.compile(
    r",\s(?:so that|so|which (?:makes|brings)|making|bringing|and so) [^,;.\d]{0,30}?\b(?:receipts|income|takings|revenue|costs?|expenses|total|sum|all|everything|we had)\b[^,;.\d]{0,20}$",
    re.IGNORECASE,
)
_NOT_ADDED = re.compile(
    r"\b(?:of which|of this|of it|including|each|per|every|less|minus|cost|spent|paid|owed?|loan|instead|last year|not)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Operand:
    passage: Passage
    quantity: Quantity


def carried(passages: Sequence[Passage]) -> Iterator[Carried]:
    """The results that the sentences of one document state of figures in the sentences before.

    Args:
        passages: The sentences of one document in order, their dates without figures.
    """
    for place, passage in enumerate(passages):
        amounts = _plain_amounts(passage.text)
        if not amounts or passage.text.startswith("|"):
            continue
        back = [one for one in passages[max(0, place - _BACK) : place] if not one.text.startswith("|")]
        found = (
            _left(passage, amounts, back)
            or _remaining(passage, amounts, back)
            or _share_of_that(passage, amounts, back)
            or _rate(passage, amounts, back)
            or _part_of_that(passage, amounts, back)
            or _share_of_rest(passage, amounts, back)
            or _with_one_before(passage, amounts, back)
        )
        if found is not None:
            yield found


def _plain_amounts(text: str) -> list[Quantity]:
    """The single amounts of a sentence, hours of the clock left out."""
    number = _NUMBER.match(text)
    begins = number.end() if number is not None else 0
    return [one for one in find_quantities(text) if one.high is None and one.unit != "clock" and one.start >= begins]


def _exact(one: Quantity) -> bool:
    return one.comparator == "=" and one.role != "delta" and not one.partial


def _counted_alike(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts may be parts of one sum: one unit, or one of them a bare count."""
    if one.unit == other.unit:
        return one.period == other.period
    named = [two.unit for two in (one, other) if two.unit]
    return not named or (len(named) == 1 and not (one if one.unit else other).generic())


def _left(passage: Passage, amounts: Sequence[Quantity], back: Sequence[Passage]) -> Carried | None:
    """What is left of a number ("1,842 started. 97 gave up. That leaves 1,755")."""
    result = amounts[0]
    if len(amounts) != 1 or not _exact(result) or not _LEAVES.match(passage.text[: result.start]):
        return None
    ahead = back[-2:]
    told = [_Operand(one, q) for one in ahead for q in _plain_amounts(one.text)]
    if (
        len(told) == 1
        or len(told) > 3
        or any(not _exact(one.quantity) or _SPOILT.search(one.passage.text) for one in told)
    ):
        return None
    if len(told) == 3 and len({one.passage.id for one in told}) == 2 and told[1].passage.id == told[2].passage.id:
        pass  # one number, and two that go off it
    elif len(told) != 2:
        return None
    whole, parts = told[0], told[1:]
    if not all(
        _counted_alike(whole.quantity, one.quantity) and one.quantity.value < whole.quantity.value for one in parts
    ):
        return None
    if not _MANY.search(parts[0].passage.text) and not _TAKEN.search(parts[0].passage.text):
        return None
    return _difference(passage, result, whole, parts)


def _remaining(passage: Passage, amounts: Sequence[Quantity], back: Sequence[Passage]) -> Carried | None:
    """What remains when something is gone ("With 224 minutes lost, 44,416 minutes remain"), of a figure given just before."""
    if len(amounts) != 2 or not all(map(_exact, amounts)) or amounts[0].unit != amounts[1].unit:
        return None
    part, result = amounts
    if not _TAKEN.search(passage.text[part.end : result.start]) or not _REMAIN.match(passage.text[result.end :]):
        return None
    least = max(part.value, result.value)
    wholes = [
        _Operand(one, q) for one in back for q in _plain_amounts(one.text)
        if q.unit == part.unit and q.period == part.period and _exact(q) and q.value > least
    ]  # fmt: skip
    if len({one.quantity.value for one in wholes}) != 1:
        return None
    return _difference(passage, result, wholes[0], [_Operand(passage, part)])


def _difference(passage: Passage, result: Quantity, whole: _Operand, parts: Sequence[_Operand]) -> Carried | None:
    operands = [stated(whole.quantity), *(stated(one.quantity) for one in parts)]
    made = stated(result)
    verdict = judged(made, operands, lambda all_: all_[0] - sum(all_[1:], Decimal(0)))
    if verdict is None:
        return None
    form = replace(made, unit=whole.quantity.unit or result.unit)
    figures = " - ".join(plain(one.value) for one in operands)
    told = f"{figures} is {made.like(made.value)}"
    recount = Recount("difference", told, f"it is {form.like(verdict[1])}", verdict[0], made, verdict[1],
                      tuple(one.value for one in operands))  # fmt: skip
    return Carried(recount, _once(passage, whole, *parts))


def _share_of_that(passage: Passage, amounts: Sequence[Quantity], back: Sequence[Passage]) -> Carried | None:
    """A share of what the sentences before name ("the fee is £6,480. Fifteen per cent of that fee comes to £972")."""
    if len(amounts) != 2 or amounts[0].unit != "percent" or not all(map(_exact, amounts)):
        return None
    share, result = amounts
    match = _OF_THAT.search(passage.text[share.end : result.start])
    if match is None or not result.unit or result.unit == "percent" or match.start() > 1:
        return None
    noun = key_of((match["noun"] or "").split()[-1]) if match["noun"] else ""
    for one in reversed(back[-2:]):
        fitting = [q for q in _plain_amounts(one.text) if q.unit == result.unit and _exact(q)]
        if noun and not any(same(noun, key_of(word)) for word in re.findall(r"[a-z]+", one.text.lower())):
            continue
        if len(fitting) != 1:
            return None
        base = _Operand(one, fitting[0])
        operands = [stated(share), stated(base.quantity)]
        made = stated(result)
        verdict = judged(made, operands, lambda two: two[0] * two[1] / 100)
        if verdict is None:
            return None
        of = f"{plain(share.value)} percent of {operands[1].words()}"
        told, again = f"{of} is {made.like(made.value)}", f"it is {made.like(verdict[1])}"
        recount = Recount("share", told, again, verdict[0], made, verdict[1], (share.value, base.quantity.value))
        return Carried(recount, _once(passage, base))
    return None


def _part_of_that(passage: Passage, amounts: Sequence[Quantity], back: Sequence[Passage]) -> Carried | None:
    """A part of what the sentence before names, and its share ("The fund has $9,400. Of this $1,880, that is 20 percent, are …")."""
    if len(amounts) != 2 or amounts[1].unit != "percent" or not all(map(_exact, amounts)) or not back:
        return None
    part, share = amounts
    if not _OF_THIS.match(passage.text[: part.start]) or not _THAT_IS.fullmatch(passage.text[part.end : share.start]):
        return None
    whole = [q for q in _plain_amounts(back[-1].text) if _counted_alike(q, part) and _exact(q)]
    if len(whole) != 1 or len(_plain_amounts(back[-1].text)) != 1 or part.value > whole[0].value:
        return None
    base = _Operand(back[-1], whole[0])
    result = stated(share)
    verdict = judged(result, [stated(part), stated(base.quantity)], lambda two: two[0] * 100 / two[1])
    if verdict is None:
        return None
    of = f"{shown(part.value, part.unit)} of {shown(base.quantity.value, part.unit)}"
    told, again = f"{of} is {result.words()}", f"it is {shown(verdict[1], 'percent')}"
    recount = Recount("share", told, again, verdict[0], result, verdict[1], (part.value, base.quantity.value))
    return Carried(recount, _once(passage, base))


def _rate(passage: Passage, amounts: Sequence[Quantity], back: Sequence[Passage]) -> Carried | None:
    """A rate of the two figures of the sentence before ("94,000 kilograms from 14.2 hectares. That makes 6,620 kilograms per hectare")."""
    result = amounts[0]
    if len(amounts) != 1 or result.comparator != "=" or not _MAKES.match(passage.text[: result.start]) or not back:
        return None
    match = _PER.match(passage.text[result.end :])
    per = match["noun"].lower() if match is not None else result.period
    told = [q for q in _plain_amounts(back[-1].text) if _exact(q)]
    over = [q for q in told if q.unit == result.unit and result.unit]
    under = [q for q in told if per and q.unit and same(key_of(q.unit), key_of(per))]
    if len(told) != 2 or len(over) != 1 or len(under) != 1 or over[0] is under[0] or not under[0].value:
        return None
    operands, made = [stated(over[0]), stated(under[0])], stated(result)
    made = Stated(made.value, made.unit, max(made.step, _whole_step(made.value)), made.rounded, "=", made.text)
    verdict = judged(made, operands, lambda two: two[0] / two[1] if two[1] else None)
    if verdict is None:
        return None
    of = f"{shown(over[0].value, over[0].unit)} over {shown(under[0].value, under[0].unit)}"
    recount = Recount("rate", f"{of} is {made.like(made.value)} per {per}",
                      f"it is {made.like(round(verdict[1], 2))}", verdict[0], made, verdict[1],
                      (over[0].value, under[0].value))  # fmt: skip
    return Carried(recount, (passage, back[-1]))


def _whole_step(value: Decimal) -> Decimal:
    """The place that a figure with noughts at its end may be rounded to."""
    zeros = len(str(int(value))) - len(str(int(value)).rstrip("0")) if value == int(value) and value else 0
    return Decimal(10) ** zeros


def _share_of_rest(passage: Passage, amounts: Sequence[Quantity], back: Sequence[Passage]) -> Carried | None:
    """A percentage that a sentence draws ("is therefore 99.50 per cent") from a whole, a part and the rest just before."""
    result = amounts[0]
    if len(amounts) != 1 or result.unit != "percent" or not _exact(result):
        return None
    if not _HENCE.search(passage.text[: result.start]) or not back:
        return None
    last = [q for q in _plain_amounts(back[-1].text) if _exact(q)]
    if len(last) != 2 or last[0].unit != last[1].unit or not last[0].unit:
        return None
    sums = last[0].value + last[1].value
    wholes = [_Operand(one, q) for one in back[:-1] for q in _plain_amounts(one.text)
              if q.unit == last[0].unit and q.value == sums]  # fmt: skip
    if not wholes:
        return None
    made = stated(result)
    outcomes = [
        (
            judged(
                made, [stated(part), stated(wholes[0].quantity)], lambda two: two[0] * 100 / two[1] if two[1] else None
            ),
            part,
        )
        for part in last
    ]
    known = [(verdict, part) for verdict, part in outcomes if verdict is not None]
    if len(known) != len(outcomes):
        return None
    verdict, part = min(known, key=lambda one: abs(one[0][1] - made.value))
    of = f"{shown(part.value, part.unit)} of {shown(sums, part.unit)}"
    recount = Recount("share", f"{of} is {made.words()}", f"it is {shown(round(verdict[1], 2), 'percent')}", verdict[0],
                      made, verdict[1], (part.value, sums))  # fmt: skip
    return Carried(recount, _once(passage, _Operand(back[-1], part), wholes[0]))


def _with_one_before(passage: Passage, amounts: Sequence[Quantity], back: Sequence[Passage]) -> Carried | None:
    """A total of the amounts of a sentence and of the one before it ("Tickets brought $8,400. The town gave $5,000 …, so that receipts were …")."""
    money = [one for one in amounts if one.unit.startswith("money:")]
    if len(money) < 2 or len({one.unit for one in money}) != 1 or not all(map(_exact, money)) or not back:
        return None
    result, parts = money[-1], money[:-1]
    ahead = [q for q in _plain_amounts(back[-1].text) if q.unit == result.unit]
    link = passage.text[parts[-1].end : result.start]
    if (
        not _SO_THAT.search(link)
        or len(ahead) != 1
        or not _exact(ahead[0])
        or _NOT_ADDED.search(f"{back[-1].text} {passage.text}")
    ):
        return None
    if sum(one.value for one in parts) == result.value or result.value <= max(one.value for one in (*parts, *ahead)):
        return None
    made, operands = stated(result), [stated(one) for one in (*ahead, *parts)]
    verdict = judged(made, operands, lambda all_: sum(all_, Decimal(0)))
    if verdict is None:
        return None
    figures = " + ".join(one.words() for one in operands)
    recount = Recount("sum", f"{figures} is {made.words()}", f"it is {made.like(verdict[1])}", verdict[0], made,
                      verdict[1], tuple(one.value for one in operands))  # fmt: skip
    return Carried(recount, (passage, back[-1]))


def _once(passage: Passage, *operands: _Operand) -> tuple[Passage, ...]:
    return tuple({one.id: one for one in (passage, *(operand.passage for operand in operands))}.values())
