"""Calculations over sentences of several documents: totals, averages, differences, products and elapsed days."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from foam_graph.llm.offline.dates import FoundDate
from foam_graph.llm.offline.likeness import Statistics, clause_likeness, shared_keys
from foam_graph.llm.offline.passages import Passage
from foam_graph.llm.offline.quantities import Quantity
from foam_graph.llm.offline.reading import Clause, labels_clash
from foam_graph.llm.offline.statements import Composition, amount, clauses_of, documents, plain, quoted
from foam_graph.llm.offline.words import same

_TIMES = frozenset({"day", "month", "year", "quarter", "relative", "weekday", "season"})
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
_GROUP, _TREND = 0.5, 0.6


@dataclass(frozen=True)
class _Fact:
    """One amount of one fact sentence; ``times`` say when it was."""

    passage: Passage
    clause: Clause
    quantity: Quantity

    def times(self) -> tuple[str, ...]:
        """What tells this fact from others of its kind: its dates, else its other time labels."""
        days = tuple(one.words() for one in self.clause.dates)
        rest = tuple(value for kind, values in self.clause.labels if kind in _TIMES for value in sorted(values))
        return days or rest

    def month(self) -> tuple[int | None, int | None]:
        """Year and month of its first date."""
        first = next(iter(self.clause.dates), None)
        return (first.year, first.month) if first else (None, None)


def calculations(passages: Sequence[Passage], statistics: Statistics) -> Iterator[Composition]:
    """All calculations that sentences allow.

    Args:
        passages: Sentences in a fixed order.
        statistics: Word frequencies of the corpus.

    Yields:
        Statements, each over at least two documents, in order of the passages.
    """
    facts = _facts(passages)
    for rule in passages:
        for clause in clauses_of(rule):
            if not clause.rule:
                continue
            for limit in clause.quantities:
                yield from _against(rule, clause, limit, facts, statistics)
                if limit.measure()[0] == "day" and limit.comparator != "=":
                    yield from _elapsed(rule, clause, limit, passages)
    yield from _products(facts, statistics)
    yield from _trends(facts, statistics)


def _facts(passages: Sequence[Passage]) -> list[_Fact]:
    """Amounts that are stated as facts."""
    return [
        _Fact(passage, clause, quantity)
        for passage in passages
        for clause in clauses_of(passage)
        if not clause.rule
        for quantity in clause.quantities
        if quantity.high is None and quantity.role in ("level", "to") and quantity.comparator in ("=", "~")
    ]


def _against(
    rule: Passage, clause: Clause, limit: Quantity, facts: Sequence[_Fact], statistics: Statistics
) -> Iterator[Composition]:
    """The facts that fall under one limit, grouped, computed and compared with it."""
    if limit.comparator in ("=", "~") or limit.high is not None:
        return
    fitting = [
        fact
        for fact in facts
        if fact.passage.document != rule.document
        and fact.quantity.measure()[0] == limit.measure()[0]
        and _period_fits(fact, limit)
        and _same_matter(fact, clause)
        and not labels_clash(fact.clause, clause, frozenset({"name"}))
    ]
    for group in _groups(fitting, statistics):
        average = bool(_AVERAGE.search(clause.text))
        for part in _parts(group, limit, average):
            part.sort(key=_when)
            yield _compared(rule, limit, part, average and len(part) > 1)


def _when(fact: _Fact) -> tuple[int, int, int]:
    """Year, month and day of a fact's first date, zero where it gives none."""
    first = next(iter(fact.clause.dates), None)
    return (first.year or 0, first.month or 0, first.day or 0) if first else (0, 0, 0)


def _same_matter(fact: _Fact, rule: Clause) -> bool:
    """Whether a fact shares a topic word with a rule besides the noun that both count."""
    unit = fact.quantity.measure()[0]
    return any(not same(key, unit) for key in shared_keys(fact.clause, rule))


def _period_fits(fact: _Fact, limit: Quantity) -> bool:
    """Whether a fact counts toward a limit's period: the same one, or dated inside it."""
    if fact.quantity.period == limit.period:
        return True
    return not fact.quantity.period and limit.period in ("month", "year") and bool(fact.clause.dates)


def _groups(facts: Sequence[_Fact], statistics: Statistics) -> list[list[_Fact]]:
    """Facts that are items of one kind, the same fact of two documents once, figures in dispute left out."""
    groups: list[list[_Fact]] = []
    for fact in facts:
        for group in groups:
            if _like_items(group[0], fact, statistics):
                group.append(fact)
                break
        else:
            groups.append([fact])
    return [kept for group in groups if (kept := _settled(group))]


def _like_items(one: _Fact, other: _Fact, statistics: Statistics) -> bool:
    if labels_clash(one.clause, other.clause, _TIMES):
        return False
    return clause_likeness(one.clause, other.clause, statistics, _TIMES) >= _GROUP


def _settled(group: Sequence[_Fact]) -> list[_Fact]:
    """One fact for each label; labels for which documents give different figures are left out."""
    by_label: dict[tuple[str, ...], list[_Fact]] = {}
    for fact in group:
        by_label.setdefault(fact.times(), []).append(fact)
    kept: list[_Fact] = []
    for facts in by_label.values():
        values = {fact.quantity.measure()[1] for fact in facts}
        if len(values) == 1:
            kept.append(facts[0])
        elif len({fact.passage.document for fact in facts}) == 1 and len({f.passage.id for f in facts}) == len(facts):
            kept.extend(facts)
    return kept


def _parts(group: list[_Fact], limit: Quantity, average: bool) -> list[list[_Fact]]:
    """How the facts of a group meet a limit: together, by month or year, or one by one."""
    if average:
        return [group]
    if limit.period and any(fact.quantity.period for fact in group):
        return [[fact] for fact in group]
    if limit.period in ("month", "year"):
        keyed: dict[tuple[int | None, int | None], list[_Fact]] = {}
        for fact in group:
            year, month = fact.month()
            keyed.setdefault((year, month if limit.period == "month" else None), []).append(fact)
        return list(keyed.values())
    if limit.period:
        return [[fact] for fact in group]
    return [group]


def _compared(rule: Passage, limit: Quantity, facts: list[_Fact], average: bool) -> Composition:
    """The computed value of some facts, compared with a limit."""
    unit = limit.unit if all(fact.quantity.unit == limit.unit for fact in facts) else limit.measure()[0]
    same_unit = unit == limit.unit
    values = [fact.quantity.value if same_unit else fact.quantity.measure()[1] for fact in facts]
    bound = limit.value if same_unit else limit.measure()[1]
    total = sum(values, Decimal(0))
    result = total / len(values) if average else total
    cents = unit.startswith("money:") and any(value % 1 for value in values)
    figures = " + ".join(f"{value:,.2f}" if cents else plain(value) for value in values)
    outcome = _outcome(result, bound, limit.comparator)
    told = amount(result, unit)
    if average:
        lead = f"The average of {figures} over {len(values)} is {told}"
    elif len(values) > 1:
        lead = f"The amounts {figures} come to {told}"
    else:
        lead = f"The figure of {told} in {quoted(facts[0].passage)}"
    verb = "," if len(values) > 1 or average else ""
    pronoun = " which" if verb else ""
    text = f"{lead}{verb}{pronoun} {outcome} {amount(bound, unit)} set by {quoted(rule)}."
    if len(values) > 1:
        text += " The amounts are from: " + "; ".join(quoted(fact.passage) for fact in facts) + "."
    named = {"operation": "average" if average else "sum" if len(values) > 1 else "compare", "result": told,
             "limit": amount(bound, unit), "outcome": outcome, "figures": figures}  # fmt: skip
    ids = tuple(dict.fromkeys([rule.id, *(fact.passage.id for fact in facts)]))
    return Composition("calculation", text, ids, named, f"{figures} = {told}; {outcome} {amount(bound, unit)}")


def _outcome(result: Decimal, bound: Decimal, comparator: str) -> str:
    """How a result stands to a bound, in words."""
    if comparator in ("<", "<="):
        kept = result < bound if comparator == "<" else result <= bound
        if comparator == "<":
            return "is below the limit of" if kept else "is not below the limit of"
        return "does not exceed the limit of" if kept else "exceeds the limit of"
    if comparator == ">":
        return "exceeds the threshold of" if result > bound else "does not exceed the threshold of"
    return "reaches the minimum of" if result >= bound else "falls short of the minimum of"


def _elapsed(rule: Passage, clause: Clause, limit: Quantity, passages: Sequence[Passage]) -> Iterator[Composition]:
    """Days between two dated facts of the rule's topic, compared with a limit in days."""
    dated: list[tuple[Passage, Clause, FoundDate]] = []
    for passage in passages:
        for reading in clauses_of(passage):
            if passage.document == rule.document or reading.rule or not shared_keys(reading, clause):
                continue
            dated.extend((passage, reading, one) for one in reading.dates if one.calendar())
    for number, (first, one, start) in enumerate(dated):
        for second, two, end in dated[number + 1 :]:
            if labels_clash(one, two, _TIMES):
                continue
            if first.id != second.id and set(one.topics()) == set(two.topics()):
                continue
            if first.id == second.id or _both_named(clause, one, two):
                made = _days_between(rule, limit, (first, start), (second, end))
                if made is not None:
                    yield made


def _both_named(rule: Clause, one: Clause, two: Clause) -> bool:
    """Whether two facts meet different words of a rule: what starts its time and what ends it."""
    left, right = set(shared_keys(rule, one)), set(shared_keys(rule, two))
    return bool(left - right or right - left)


def _days_between(
    rule: Passage, limit: Quantity, one: tuple[Passage, FoundDate], two: tuple[Passage, FoundDate]
) -> Composition | None:
    early, late = sorted((one, two), key=lambda pair: (str(pair[1].calendar()), pair[0].id))
    start, end = early[1].calendar(), late[1].calendar()
    if start is None or end is None or start == end:
        return None
    days, bound = Decimal((end - start).days), limit.measure()[1]
    outcome = _outcome(days, bound, limit.comparator)
    text = (
        f"From {early[1].words()} to {late[1].words()} is {amount(days, 'day')}, which {outcome} "
        f"{amount(bound, 'day')} set by {quoted(rule)}. The dates are from: "
        + "; ".join(dict.fromkeys((quoted(early[0]), quoted(late[0]))))
        + "."
    )
    named = {"operation": "elapsed days", "result": amount(days, "day"), "limit": amount(bound, "day"),
             "outcome": outcome, "start": early[1].words(), "end": late[1].words()}  # fmt: skip
    ids = tuple(dict.fromkeys([rule.id, early[0].id, late[0].id]))
    return Composition("calculation", text, ids, named, f"{start} to {end} = {days} days; {outcome} {bound}")


def _products(facts: Sequence[_Fact], statistics: Statistics) -> Iterator[Composition]:
    """A rate of one document times a count of another."""
    for rate in facts:
        if not rate.quantity.unit.startswith("money:") or not rate.quantity.period:
            continue
        for count in facts:
            if count.quantity.unit != rate.quantity.period or count.quantity.period:
                continue
            if count.passage.document == rate.passage.document or labels_clash(rate.clause, count.clause):
                continue
            if (
                not shared_keys(rate.clause, count.clause)
                or clause_likeness(rate.clause, count.clause, statistics) < 0.3
            ):
                continue
            unit = rate.quantity.unit
            result = rate.quantity.value * count.quantity.value
            each, many, told = amount(rate.quantity.value, unit), plain(count.quantity.value), amount(result, unit)
            counted = amount(count.quantity.value, count.quantity.unit)
            text = (f"At {each} per {rate.quantity.period}, {counted} come to {told}:"
                    f" {quoted(rate.passage)}; {quoted(count.passage)}.")  # fmt: skip
            named = {"operation": "product", "result": told, "rate": each, "count": many}
            yield Composition(
                "calculation", text, (rate.passage.id, count.passage.id), named, f"{each} x {many} = {told}"
            )


def _trends(facts: Sequence[_Fact], statistics: Statistics) -> Iterator[Composition]:
    """Difference and ratio of one measure at two times in two documents."""
    for number, one in enumerate(facts):
        for two in facts[number + 1 :]:
            if documents((one.passage, two.passage)) < 2 or not one.times() or not two.times():
                continue
            a, b = one.quantity, two.quantity
            if a.unit != b.unit or a.period != b.period or a.partial != b.partial or a.unit in ("", "clock"):
                continue
            if a.value == b.value or not _other_time(one, two) or labels_clash(one.clause, two.clause, _TIMES):
                continue
            if clause_likeness(one.clause, two.clause, statistics, _TIMES) >= _TREND:
                yield _trend(one, two)


def _other_time(one: _Fact, two: _Fact) -> bool:
    """Whether two facts are of different times and can be put in order."""
    first, second = one.month(), two.month()
    if first[0] is not None and second[0] is not None:
        return (first[0], first[1] or 0) != (second[0], second[1] or 0) and bool(first[1]) == bool(second[1])
    return False


def _trend(one: _Fact, two: _Fact) -> Composition:
    early, late = sorted((one, two), key=lambda fact: (fact.month()[0] or 0, fact.month()[1] or 0))
    a, b, unit = early.quantity.value, late.quantity.value, early.quantity.unit
    change = abs(b - a)
    told, way = amount(change, unit), "more" if b > a else "less"
    text = f"Between {early.clause.dates[0].words()} and {late.clause.dates[0].words()} the figure went from "
    text += f"{amount(a, unit)} to {amount(b, unit)}, {told} {way}"
    named = {"operation": "difference", "result": told, "from": amount(a, unit), "to": amount(b, unit)}
    if a and unit != "percent":
        named["ratio"] = f"{plain(change * 100 / a)} percent"
        text += f" ({named['ratio']})"
    text += f": {quoted(early.passage)}; {quoted(late.passage)}."
    ids = (early.passage.id, late.passage.id)
    return Composition("calculation", text, ids, named, f"{amount(b, unit)} - {amount(a, unit)}: {told} {way}")
