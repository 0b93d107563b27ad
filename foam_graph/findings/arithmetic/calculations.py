"""Calculations over sentences of several documents: totals, averages, differences, products and elapsed days."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations

from foam_graph.findings.arithmetic.computed import computed
from foam_graph.findings.arithmetic.definitions import definitions
from foam_graph.findings.arithmetic.elapsed import elapsed
from foam_graph.findings.arithmetic.figures import Change, Figure, changes, figures, standing
from foam_graph.findings.arithmetic.limits import Limit, bounds, limits, outcome, retired
from foam_graph.findings.language.clauses import labels_clash
from foam_graph.findings.language.composed_text import Composition, Test, amount, figure_text, plain, quoted
from foam_graph.findings.language.likeness import Statistics, clause_likeness, shared_keys
from foam_graph.findings.language.measures import has_all, same_measure
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.passages import Passage

_TIMES = frozenset({"day", "month", "year", "quarter", "relative", "weekday", "season"})
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
# On the scale of `alike`: a rate and what it is multiplied with are of one topic (0.3), one measure at two times is
# the same thing (0.55 and more).
_PRODUCT, _TREND = 0.3, 0.6
_OPENING = 4
"""Letters that two forms of one word have in common."""


def calculations(passages: Sequence[Passage], statistics: Statistics, focus: str = "") -> Iterator[Composition]:
    """All calculations that sentences allow.

    Args:
        passages: Sentences in a fixed order.
        statistics: Word frequencies of the corpus.
        focus: The question; facts of another person's case are left out.

    Yields:
        Statements, each over at least two documents, in order of the passages.
    """
    stated, replaced = figures(passages, focus), changes(passages)
    bounding = limits(stated)
    yield from computed(passages, stated, bounding, replaced, focus)
    facts = [one for one in standing(stated, replaced) if _is_fact(one)]
    defined = [one.head for one in definitions(passages)]
    for limit in bounding:
        if not retired(limit, replaced, _latest(facts)):
            yield from _against(limit, [one for one in facts if not _computed(limit, one, defined)], replaced)
    yield from elapsed(passages, focus)
    yield from _products(facts, statistics)
    yield from _trends(facts, statistics)


def _computed(limit: Limit, one: Figure, defined: Sequence[tuple[str, ...]]) -> bool:
    """Whether a formula says how the limit's measure comes about, so that a figure of another name is only a part."""
    heads = [head for head in defined if same_measure(limit.head, head)]
    return bool(heads) and not any(has_all(head, one.about.head) for head in heads)


def _is_fact(one: Figure) -> bool:
    """Whether an amount is stated as a fact of the present or the past."""
    quantity = one.quantity
    return (
        not one.clause.rule
        and quantity.role in ("level", "to")
        and quantity.comparator in ("=", "~")
        and not negations(one.clause.text)
    )


def _latest(facts: Sequence[Figure]) -> date | None:
    """The last day that facts give."""
    return max((day for one in facts if (day := one.day())), default=None)


def _against(limit: Limit, facts: Sequence[Figure], replaced: Sequence[Change]) -> Iterator[Composition]:
    """The facts that fall under one limit: summed by the limit's period, averaged where it says so, or one by one."""
    fitting = [one for one in facts if one.passage.document != limit.passage.document and _falls_under(one, limit)]
    if _AVERAGE.search(limit.figure.clause.text):
        dated = [one for one in fitting if one.clause.dates and not one.quantity.period]
        group = _once(sorted(dated, key=lambda one: tuple(part or 0 for part in one.month())))
        if len(group) > 1 and limit.quantity.period == "":
            yield _total(limit, group, True)
        return
    if limit.quantity.period in ("month", "year"):
        for group in _by_period(fitting, limit.quantity.period):
            if len(group) > 1 and not retired(limit, replaced, group[-1].day()):
                yield _total(limit, group, False)
    seen: set[Decimal] = set()
    for one in sorted(fitting, key=lambda one: len(one.clause.quantities)):
        if one.per() == limit.quantity.period and not one.tentative() and one.quantity.value not in seen:
            seen.add(one.quantity.value)
            yield _single(limit, one)


def _falls_under(one: Figure, limit: Limit) -> bool:
    """Whether a fact is of a limit's measure, unit and matter."""
    average = bool(_AVERAGE.search(limit.figure.clause.text))
    if one.quantity.measure()[0] != limit.quantity.measure()[0] or one.quantity.unit != limit.quantity.unit:
        return False
    if labels_clash(one.clause, limit.figure.clause, frozenset({"name"}) | _TIMES):
        return False
    if one.about.tie == "other" or one.quantity.partial:
        return False
    if average:
        return bool(set(one.about.head) & set(limit.head)) and same(one.about.head[0], limit.head[-1])
    return bounds(limit, one.about.head, one.quantity.unit, one.quantity.period)


def _by_period(fitting: Sequence[Figure], period: str) -> list[list[Figure]]:
    """Facts without a period of their own, dated to the day, in groups of one month or year and one name."""
    groups: list[list[Figure]] = []
    for one in fitting:
        day = one.day()
        if day is None or one.quantity.period:
            continue
        for group in groups:
            first = group[0].day()
            if first is None or (first.year, period == "month" and first.month) != (
                day.year, period == "month" and day.month
            ):  # fmt: skip
                continue
            if not labels_clash(group[0].clause, one.clause, _TIMES) and same_measure(
                group[0].about.head, one.about.head
            ):
                group.append(one)
                break
        else:
            groups.append([one])
    made = [sorted(_once(group), key=lambda one: (str(one.day()), one.passage.id)) for group in groups]
    return [group for group in made if group]


def _once(group: Sequence[Figure]) -> list[Figure]:
    """Each day once; days for which documents give different amounts are left out."""
    by_time: dict[tuple[str, ...], list[Figure]] = {}
    for one in group:
        by_time.setdefault(tuple(date.words() for date in one.clause.dates), []).append(one)
    kept: list[Figure] = []
    for found in by_time.values():
        if len({one.quantity.measure()[1] for one in found}) == 1:
            kept.append(found[0])
        elif len({one.passage.document for one in found}) == 1:
            kept.extend(found)
    return kept


def _total(limit: Limit, facts: Sequence[Figure], average: bool) -> Composition:
    """The sum or average of some facts against a limit."""
    if len(facts) == 1:
        return _single(limit, facts[0])
    unit = limit.quantity.unit
    figures_ = " + ".join(figure_text(one.quantity.value, unit, bare=True) for one in facts)
    total = sum((one.quantity.value for one in facts), Decimal(0))
    result = total / len(facts) if average else total
    told, bound = amount(result, unit), amount(limit.quantity.value, unit)
    verdict = outcome(result, limit.quantity.value, limit.quantity.comparator)
    lead = f"The average of {figures_} over {len(facts)} is" if average else f"The amounts {figures_} come to"
    text = f"{lead} {told}, which {verdict} {bound} set by {quoted(limit.passage)}."
    text += " The amounts are from: " + "; ".join(quoted(one.passage) for one in facts) + "."
    named = {"operation": "average" if average else "sum", "result": told, "limit": bound, "outcome": verdict,
             "figures": figures_}  # fmt: skip
    ids = tuple(dict.fromkeys([limit.passage.id, *(one.passage.id for one in facts)]))
    test = Test(result, limit.quantity.value, limit.quantity.comparator, unit, limit.passage.id,
                "average" if average else "sum", figures_)  # fmt: skip
    return Composition("calculation", text, ids, named, f"{figures_} = {told}; {verdict} {bound}", test)


def _single(limit: Limit, one: Figure) -> Composition:
    """One stated figure against a limit."""
    told, bound = amount(one.quantity.value, one.quantity.unit), amount(limit.quantity.value, limit.quantity.unit)
    verdict = outcome(one.quantity.value, limit.quantity.value, limit.quantity.comparator)
    text = f"The figure of {told} in {quoted(one.passage)} {verdict} {bound} set by {quoted(limit.passage)}."
    named = {"operation": "compare", "result": told, "limit": bound, "outcome": verdict, "figures": told}
    test = Test(one.quantity.value, limit.quantity.value, limit.quantity.comparator, one.quantity.unit, limit.passage.id,
                "", told)  # fmt: skip
    ids = (limit.passage.id, one.passage.id)
    return Composition("calculation", text, ids, named, f"{told}; {verdict} {bound}", test)


def _products(facts: Sequence[Figure], statistics: Statistics) -> Iterator[Composition]:
    """A rate of one document times a count of another."""
    for rate in facts:
        if not rate.quantity.unit.startswith("money:") or not rate.quantity.period:
            continue
        for count in facts:
            if count.quantity.unit != rate.quantity.period or count.quantity.period or count.quantity.partial:
                continue
            if count.quantity.generic() or rate.per() != rate.quantity.period:
                continue
            if count.passage.document == rate.passage.document or labels_clash(rate.clause, count.clause):
                continue
            if (
                shared_keys(rate.clause, count.clause)
                and clause_likeness(rate.clause, count.clause, statistics) >= _PRODUCT
            ):
                yield _product(rate, count)


def _product(rate: Figure, count: Figure) -> Composition:
    unit = rate.quantity.unit
    each, many = amount(rate.quantity.value, unit), plain(count.quantity.value)
    told = amount(rate.quantity.value * count.quantity.value, unit)
    counted = amount(count.quantity.value, count.quantity.unit)
    text = (f"At {each} per {rate.quantity.period}, {counted} come to {told}:"
            f" {quoted(rate.passage)}; {quoted(count.passage)}.")  # fmt: skip
    named = {"operation": "product", "result": told, "rate": each, "count": many}
    return Composition("calculation", text, (rate.passage.id, count.passage.id), named, f"{each} x {many} = {told}")


def _trends(facts: Sequence[Figure], statistics: Statistics) -> Iterator[Composition]:
    """Difference and ratio of one measure at two times in two documents."""
    for one, two in _comparable(facts):
        moved = one.quantity.value != two.quantity.value and one.month() != two.month()
        if not moved or not _trend_of(one, two):
            continue
        if clause_likeness(one.clause, two.clause, statistics, _TIMES) >= _TREND:
            yield _trend(one, two)


def _comparable(facts: Sequence[Figure]) -> list[tuple[Figure, Figure]]:
    """Pairs of figures of two documents that may be of one measure: one unit and period, a noun in common, dated alike.

    A table has thousands of figures: only those of one measure meet, and never two of one document.
    """
    groups: dict[tuple[str, str, bool, bool, str], dict[str, list[int]]] = {}
    for place, one in enumerate(facts):
        year, month = one.month()
        quantity = one.quantity
        if year is None or quantity.unit in ("", "clock") or one.day():
            continue
        for key in {topic[:_OPENING] for topic in one.clause.topics}:
            group = (quantity.unit, quantity.period, quantity.partial, bool(month), key)
            groups.setdefault(group, {}).setdefault(one.passage.document, []).append(place)
    near = {
        (min(n, m), max(n, m))
        for of_documents in groups.values()
        for mine, theirs in combinations(of_documents.values(), 2)
        for n in mine
        for m in theirs
    }
    return [(facts[n], facts[m]) for n, m in sorted(near)]


def _trend_of(one: Figure, two: Figure) -> bool:
    """Whether two figures are of one measure at two different months or years."""
    return not labels_clash(one.clause, two.clause, _TIMES) and key_of(one.quantity.unit) == key_of(two.quantity.unit)


def _trend(one: Figure, two: Figure) -> Composition:
    early, late = sorted((one, two), key=lambda fact: (fact.month()[0] or 0, fact.month()[1] or 0))
    a, b, unit = early.quantity.value, late.quantity.value, early.quantity.unit
    told, way = amount(abs(b - a), unit), "more" if b > a else "less"
    text = f"Between {early.clause.dates[0].words()} and {late.clause.dates[0].words()} the figure went from "
    text += f"{amount(a, unit)} to {amount(b, unit)}, {told} {way}"
    named = {"operation": "difference", "result": told, "from": amount(a, unit), "to": amount(b, unit)}
    if a and unit != "percent":
        named["ratio"] = f"{plain(abs(b - a) * 100 / a)} percent"
        text += f" ({named['ratio']})"
    text += f": {quoted(early.passage)}; {quoted(late.passage)}."
    ids = (early.passage.id, late.passage.id)
    return Composition("calculation", text, ids, named, f"{amount(b, unit)} - {amount(a, unit)}: {told} {way}")
