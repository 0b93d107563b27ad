"""Sums of dated amounts of one period: the items that a rule counts, and those that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from foam_graph.findings.arithmetic.definitions import Definition, Formula
from foam_graph.findings.arithmetic.figures import Figure
from foam_graph.findings.language.clauses import labels_clash, read
from foam_graph.findings.language.composed_text import figure_text
from foam_graph.findings.language.likeness import titles_clash
from foam_graph.findings.language.measures import has_all, phrase_keys, split_phrase
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import key_of, lexicon, same
from foam_graph.findings.passages import Passage

_UNITS = {key_of(word): word for word in ("hour", "day", "minute", "week")}
_COUNTS = re.compile(
    r"^(?P<what>[^,;]+?)\s(?:must|shall|may|is to|are to)(?:\snot)?\sbe\s(?:counted|included|added|treated as income)\b"
    r"(?P<rest>[^;]*)$",
    re.IGNORECASE,
)
_UNLESS = re.compile(r"\b(?:unless|except (?:when|where|if))\b(?P<condition>.*)$", re.IGNORECASE)
_KINDS = frozenset({"day", "month", "year"})
Month = tuple[int, int]


@dataclass(frozen=True)
class Items:
    """A sum of items.

    Attributes:
        total: The sum.
        unit: Unit of the items.
        shown: The items joined by plus signs.
        passages: Their sentences, in order of their days.
        day: The day of the last item, or None.
        stated: It is one stated total.
    """

    total: Decimal
    unit: str
    shown: str
    passages: tuple[Passage, ...]
    day: date | None
    stated: bool = False


def items(
    formula: Formula, passages: Sequence[Passage], figures: Sequence[Figure], definition: Definition
) -> list[Items]:
    """The sums of what a term names, by month; a stated total that agrees with its items stands beside them.

    Args:
        formula: The term.
        passages: Sentences in a fixed order.
        figures: Their amounts.
        definition: The definition that has the term; rules of its document say what else counts.
    """
    months = _months(formula.period, passages)
    unit, keys = _unit_and_keys(formula.text)
    fitting = [one for one in figures if _fits(one, keys, unit)]
    dated: dict[Month, list[Figure]] = {}
    for one in fitting:
        day = one.day()
        if day is not None and (not months or (day.year, day.month) in months):
            dated.setdefault((day.year, day.month), []).append(one)
    found: list[Items] = []
    for month, group in sorted(dated.items()):
        kept = _settled(group)
        kept += [one for one in _counted_too(definition, passages, figures, month) if one not in kept]
        if len(kept) > 1 and len({one.quantity.unit for one in kept}) == 1:
            found.append(_sum(sorted(kept, key=lambda one: (one.day() or date.min, one.passage.id))))
    return found + _totals(fitting, found, months)


def _sum(kept: Sequence[Figure]) -> Items:
    unit = kept[0].quantity.unit
    total = sum((one.quantity.value for one in kept), Decimal(0))
    shown = " + ".join(figure_text(one.quantity.value, unit, bare=True) for one in kept)
    passages = tuple(dict.fromkeys(one.passage for one in kept))
    return Items(total, unit, shown, passages, max(one.day() or date.min for one in kept))


def _totals(fitting: Sequence[Figure], sums: Sequence[Items], months: Sequence[Month]) -> list[Items]:
    """Totals of a month that sentences state, where no items are known or the items agree."""
    found: dict[Decimal, Items] = {}
    for one in fitting:
        if not one.clause.dates or one.clause.dates[0].precision != "month" or len(one.clause.dates) > 1:
            continue
        if months and one.month() not in months:
            continue
        if sums and not any(total.total == one.quantity.value for total in sums):
            continue
        quantity = one.quantity
        shown = figure_text(quantity.value, quantity.unit, bare=True)
        day = next((total.day for total in sums), None)
        found.setdefault(quantity.value, Items(quantity.value, quantity.unit, shown, (one.passage,), day, True))
    return list(found.values())


def _unit_and_keys(text: str) -> tuple[str, tuple[str, ...]]:
    """Unit that a term itself names ("hours paid"), and its other keys."""
    keys = phrase_keys(text)
    unit = next((_UNITS[key] for key in keys if key in _UNITS), "")
    return unit, tuple(key for key in keys if key not in _UNITS)


def _fits(one: Figure, keys: Sequence[str], unit: str) -> bool:
    """Whether a figure is an item of a term: it has all its words as its subject, and no period of its own."""
    quantity = one.quantity
    if quantity.comparator not in ("=", "~") or quantity.partial or quantity.period or quantity.role != "level":
        return False
    if negations(one.clause.text) or one.clause.rule:
        return False
    if unit:
        return quantity.unit == unit and has_all(keys, one.about.head)
    if not quantity.unit or quantity.unit in ("percent", "clock") or one.about.tie == "other":
        return False
    extra = [key for key in one.about.head if not any(same(key, twin) for twin in keys)]
    return has_all(keys, one.about.head) and not extra and quantity.unit not in lexicon().generic_units.split()


def _settled(group: Sequence[Figure]) -> list[Figure]:
    """Each item once; days for which documents about the same thing give different amounts are left out."""
    by_day: dict[date | None, list[Figure]] = {}
    for one in group:
        by_day.setdefault(one.day(), []).append(one)
    kept: list[Figure] = []
    for same_day in by_day.values():
        distinct = {one.quantity.measure()[1]: one for one in reversed(same_day)}
        if len(distinct) == 1 or _apart(list(distinct.values())):
            kept.extend(reversed(list(distinct.values())))
    return kept


def _apart(found: Sequence[Figure]) -> bool:
    """Whether amounts of one day are of different things: two items of one list, or lists of different names."""
    return all(
        one.passage.document == two.passage.document
        or titles_clash(one.passage, two.passage)
        or labels_clash(one.clause, two.clause, _KINDS)
        or labels_clash(read(one.passage.title), read(two.passage.title), _KINDS)
        for number, one in enumerate(found)
        for two in found[number + 1 :]
    )


def _months(period: str, passages: Iterable[Passage]) -> list[Month]:
    """The months that sentences give as a named period ("The review month is March 2026")."""
    keys = phrase_keys(period)
    found: set[Month] = set()
    if len(period.split()) < 2:
        return []
    for passage in passages:
        clause = read(passage.text)
        if len(clause.dates) != 1 or clause.dates[0].precision != "month" or negations(passage.text):
            continue
        before = passage.text[: clause.dates[0].start]
        head, _ = split_phrase(re.sub(r"\s(?:is|was)\s*$", "", before))
        if re.search(r"\s(?:is|was)\s*$", before) and has_all(keys, phrase_keys(head)):
            found.add((clause.dates[0].year or 0, clause.dates[0].month or 0))
    return sorted(found)


def _counted_too(
    definition: Definition, passages: Iterable[Passage], figures: Sequence[Figure], month: Month
) -> list[Figure]:
    """Further amounts that rules of the definition's document count in a month."""
    found: list[Figure] = []
    for rule in passages:
        match = _COUNTS.match(rule.text.strip().rstrip(".")) if rule.document == definition.passage.document else None
        if match is None:
            continue
        keys = phrase_keys(split_phrase(match["what"])[0])
        for one in figures:
            day = one.day() or _transfer_day(one)
            if day is None or (day.year, day.month) != month or not has_all(keys, one.about.head):
                continue
            if one.about.tie == "of" and _is_counted(rule, match["rest"], one) and _states_payment(one):
                found.append(one)
    return list({one.quantity.value: one for one in reversed(found)}.values())


def _transfer_day(one: Figure) -> date | None:
    """The one full day of a clause, where its other dates are months that it says the amount is for."""
    days = {day for date_ in one.clause.dates if (day := date_.calendar())}
    return next(iter(days)) if len(days) == 1 else None


def _states_payment(one: Figure) -> bool:
    """Whether a figure opens its clause as the thing that was paid, not as a part of another total."""
    return len(one.clause.quantities) == 1 and not negations(one.clause.text)


def _is_counted(rule: Passage, rest: str, one: Figure) -> bool:
    """Whether a rule counts an amount: by itself, or by an exception that the amount meets."""
    unless = _UNLESS.search(rest)
    main = rule.text[: rule.text.index(rest)] if rest and rest in rule.text else rule.text
    counted = not negations(main)
    bounds = find_quantities(unless["condition"]) if unless else ()
    exceeded = any(
        bound.unit == one.quantity.unit and bound.comparator in (">", ">=") and one.quantity.value > bound.value
        for bound in bounds
    )
    return counted != exceeded
