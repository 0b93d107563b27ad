"""Values of formulas: each term looked up among the stated figures, with what it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import product

from foam_graph.findings.arithmetic.definitions import Definition, Formula
from foam_graph.findings.arithmetic.figures import Change, Figure, standing
from foam_graph.findings.arithmetic.items import Items, items
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.composed_text import figure_text
from foam_graph.findings.language.measures import has_all, phrase_keys
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import key_of, lexicon, same, words
from foam_graph.findings.passages import Passage

_ALTERNATIVES, _RESULTS = 3, 6
_TIME_UNITS = frozenset(["minute", "hour", "day", "week", "month", "year", "second"])
_TIME = key_of("time")
_ARRIVING = frozenset(key_of(word) for word in ("reach", "arrive", "travel", "cross"))
_WHOLE = frozenset(key_of(word) for word in ("total", "overall", "whole", "full"))
_BESIDE = re.compile(r"^\s(?:below|above|under|over|short of|more|less|higher|lower|fewer)\b", re.IGNORECASE)
_JOINS = {"+": " + ", "-": " - ", "x": " x ", "/": " / "}
_GENERIC = frozenset(key_of(word) for word in (*lexicon().generic_units.split(), "million", "billion", "thousand"))
_HORIZON = re.compile(r"\b(?:over|in|for|within)\s(?P<years>\d+|twenty|ten|five|thirty)\syears\b", re.IGNORECASE)
_SHARE = re.compile(
    rf"^(?P<some>{NUMBER})\s(?:out\s)?of\s(?:the\s|all\s)?(?P<all>{NUMBER})\s(?P<noun>[a-z]+)\s"
    r"(?:is|are|was|were)\s(?P<rest>.+)$",
    re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True)
class Result:
    """One value of a formula.

    Attributes:
        value: The value.
        unit: Its unit as ``Quantity.unit`` gives it.
        shown: The figures and signs that give it.
        passages: The sentences that it rests on, in the order of the terms.
        names: Names that its sentences speak of.
        day: The last day that its items give, or None.
        noun: What it counts, where the unit does not say.
        single: It is one stated figure.
    """

    value: Decimal
    unit: str
    shown: str
    passages: tuple[Passage, ...]
    names: frozenset[str] = frozenset()
    day: date | None = None
    noun: str = ""
    single: bool = True


@dataclass(frozen=True)
class Setting:
    """What a formula is evaluated over.

    Attributes:
        passages: The sentences.
        figures: Their amounts.
        changes: Which amounts were replaced.
        focus: The question.
        definition: The definition that is evaluated.
        years: The years over which a yearly amount counts, where the rule says so, else 0.
        asked: Keys of the focus and of the definition.
    """

    passages: Sequence[Passage]
    figures: Sequence[Figure]
    changes: Sequence[Change]
    focus: str
    definition: Definition
    years: int = 0
    asked: frozenset[str] = field(default_factory=frozenset)


def horizon(text: str) -> int:
    """Over how many years a text counts; 0 where it does not say.

    Args:
        text: A sentence.
    """
    match = _HORIZON.search(text)
    return int(number_value(match["years"]) or 0) if match else 0


def values(formula: Formula, setting: Setting) -> list[Result]:
    """The values of a formula, one for each choice among figures that differ.

    Args:
        formula: The formula.
        setting: What it is evaluated over.
    """
    if formula.operation == "number":
        return [Result(formula.value, "number", figure_text(formula.value, ""), ())]
    if formula.operation == "items":
        return [_of_items(one) for one in items(formula, setting.passages, setting.figures, setting.definition)]
    if formula.operation == "term":
        return _of_term(formula, setting)
    if formula.operation == "x":
        counted = _counted(formula, setting)
        if counted:
            return counted
    if formula.operation == "/" and (shares := _shares(formula, setting)):
        return shares
    sides = [values(one, setting) for one in formula.parts]
    found = [made for chosen in product(*sides) if (made := _joined(formula.operation, chosen)) is not None]
    return found[:_RESULTS]


def _of_items(one: Items) -> Result:
    return Result(one.total, one.unit, one.shown, one.passages, frozenset(), one.day, single=one.stated)


def _joined(operation: str, chosen: Sequence[Result]) -> Result | None:
    """The value of some terms together; None where their units do not fit."""
    units = {one.unit for one in chosen if one.unit != "number"}
    if (operation in "+-" and len(units) != 1) or _clash(chosen):
        return None
    total = chosen[0].value
    for one in chosen[1:]:
        if operation == "/" and not one.value:
            return None
        total = {"+": total + one.value, "-": total - one.value, "x": total * one.value,
                 "/": total / (one.value or 1)}[operation]  # fmt: skip
    unit = next((one.unit for one in chosen if one.unit != "number"), "")
    if operation == "/" and len(units) == 1 and not any(one.unit == "number" for one in chosen):
        unit = "ratio"
    shown = _JOINS[operation].join(_bracketed(one, operation) for one in chosen)
    passages = tuple(dict.fromkeys(passage for one in chosen for passage in one.passages))
    days = [one.day for one in chosen if one.day]
    names = frozenset().union(*(one.names for one in chosen))
    return Result(total, unit, shown, passages, names, max(days, default=None), single=False)


def _bracketed(one: Result, operation: str) -> str:
    return f"({one.shown})" if operation in "x/" and re.search(r" [+-] ", one.shown) else one.shown


def _clash(chosen: Sequence[Result]) -> bool:
    """Whether figures of one passage would count twice."""
    ids = [passage.id for one in chosen for passage in one.passages]
    return len(ids) != len(set(ids))


def _of_term(formula: Formula, setting: Setting) -> list[Result]:
    """The figures that state a term, those that differ side by side."""
    keys = formula.keys()
    wanted = tuple(key for key in keys if key not in _WHOLE and key != _TIME) or keys
    timed = _TIME in keys
    found = [
        one
        for one in standing(setting.figures, setting.changes)
        if _usable(one) and (_times(one, wanted) if timed else _states(one, wanted, setting))
    ]
    revising = {change.passage.id for change in setting.changes}
    found = [one for one in found if one.passage.id not in revising] or found
    if timed:
        found = [one for one in found if one.passage.document == setting.definition.passage.document] or found
    return _distinct([made for one in found if (made := _scaled(one, setting)) is not None], setting)


def _usable(one: Figure) -> bool:
    quantity = one.quantity
    return (
        not quantity.partial
        and quantity.comparator in ("=", "~")
        and quantity.role in ("level", "to")
        and not (one.tentative() and quantity.role == "level")
        and not negations(one.clause.text)
        and not _BESIDE.match(one.clause.text[quantity.end :])
    )


def _times(one: Figure, wanted: Sequence[str]) -> bool:
    """Whether a figure is the duration of what a term names ("detection time", "travel time")."""
    if one.quantity.unit not in _TIME_UNITS or one.quantity.period:
        return False
    before = tuple(word.key for word in words(one.clause.text) if word.end <= one.quantity.start and not word.function)
    after = one.clause.text[one.quantity.end :]
    if any(key in _ARRIVING for key in wanted):
        return bool(_ARRIVING & set(before)) and bool(re.match(r"\s(?:after|from)\b", after))
    if _TIME in before:
        verb = re.search(r"\btime\b(?P<what>.*)$", one.clause.text[: one.quantity.start], re.IGNORECASE)
        ends = re.search(r"\bto\s(?P<what>[a-z]+)", verb["what"]) if verb else None
        key = key_of(ends["what"]) if ends else ""
        return has_all(wanted, (key,)) if key else has_all(wanted, one.about.head)
    subject = one.about.head if one.about.tie == "is" else one.clause.subject or before
    return has_all(wanted, subject[: max(2, len(wanted))]) and "average" not in one.clause.text


def _states(one: Figure, wanted: Sequence[str], setting: Setting) -> bool:
    """Whether a figure states what a term names, all of it and nothing narrower."""
    if one.about.tie == "other" or not has_all(wanted, one.about.head) or one.quantity.unit == "":
        return False
    extra = [key for key in one.about.head if key not in _WHOLE and not any(same(key, twin) for twin in wanted)]
    units = {key_of(quantity.unit) for quantity in one.clause.quantities}
    narrower = [
        key
        for key in one.about.part
        if key not in _GENERIC and not light(key) and key not in setting.asked and key not in units
        and key not in {key_of(name) for name in one.clause.label("name")}
    ]  # fmt: skip
    return not extra and not narrower


def _scaled(one: Figure, setting: Setting) -> Result | None:
    """A figure on the horizon of the rule: yearly amounts times the years, amounts per thing left out."""
    quantity, years = one.quantity, setting.years
    per = one.per()
    after = re.split(r"\d", one.clause.text[quantity.end :].removeprefix(" per year"), maxsplit=1)[0]
    stated = (
        horizon(one.clause.text[quantity.end : quantity.end + len(after) + 8]) if "year" not in quantity.text else 0
    )
    names = one.clause.label("name") - {word.lower for word in words(setting.focus)}
    if years and quantity.unit.startswith("money:"):
        if _derived(one, years, setting):
            return None
        if stated:
            return _plain(one, names) if stated == years else None
        if quantity.period == "year" and per == "year":
            shown = f"{years} x {figure_text(quantity.value, quantity.unit)}"
            return Result(quantity.value * years, quantity.unit, shown, (one.passage,), names)
        total = horizon(one.clause.text[: quantity.start])
        return None if per or (total and total != years) else _plain(one, names)
    return _plain(one, names)


def _derived(one: Figure, years: int, setting: Setting) -> bool:
    """Whether a total over the years comes from a yearly amount that no longer holds."""
    yearly = (one.quantity.measure()[0], one.quantity.value / years)
    return any(change.old == yearly and has_all(change.about, one.about.head) for change in setting.changes)


def _plain(one: Figure, names: frozenset[str]) -> Result:
    quantity = one.quantity
    shown = figure_text(quantity.value, quantity.unit, bare=quantity.value < 10**5)
    return Result(quantity.value, quantity.unit, shown, (one.passage,), names)


def _distinct(found: Iterable[Result], setting: Setting) -> list[Result]:
    """One result for each value and place, those of the definition's document and of most documents first."""
    by_value: dict[tuple[Decimal, str, frozenset[str]], list[Result]] = {}
    for one in found:
        by_value.setdefault((one.value, one.unit, one.names), []).append(one)
    home = setting.definition.passage.document
    ranked = sorted(
        by_value.values(),
        key=lambda group: (
            -any(one.passages[0].document == home for one in group),
            -len({one.passages[0].document for one in group}),
            group[0].passages[0].id,
        ),
    )
    best = [
        min(group, key=lambda one: (" x " in one.shown, len(find_quantities(one.passages[0].text)), one.passages[0].id))
        for group in ranked
    ]
    kept: dict[tuple[Decimal, frozenset[str]], Result] = {}
    for one in best:
        kept.setdefault((one.value, one.names), one)
    return list(kept.values())[: _ALTERNATIVES + 1]


def _counted(formula: Formula, setting: Setting) -> list[Result]:
    """A number of things times a price per thing, where the price names the thing."""
    rate = next((one for one in formula.parts if " per " in f" {one.text} "), None)
    count = next((one for one in formula.parts if re.match(r"(?:the )?number of ", one.text)), None)
    if rate is None or count is None:
        return []
    wanted = phrase_keys(rate.text.split(" per ")[0])
    thing = phrase_keys(rate.text.split(" per ")[1])
    marks = [key for key in phrase_keys(re.sub(r"^(?:the )?number of ", "", count.text)) if not has_all((key,), thing)]
    found: list[Result] = []
    for price in standing(setting.figures, setting.changes):
        if not _usable(price) or not has_all(wanted, price.about.head) or not price.per():
            continue
        noun = key_of(price.per().split()[0])
        for number in _numbers(noun, marks, setting):
            joined = _joined("x", (number, _plain(price, frozenset())))
            if joined is not None:
                found.append(joined)
    unique: dict[Decimal, Result] = {}
    for one in found:
        unique.setdefault(one.value, one)
    return list(unique.values())[:_RESULTS]


def _numbers(noun: str, marks: Sequence[str], setting: Setting) -> list[Result]:
    """Stated numbers of marked things ("48 new stations"), with parts of a whole that a sentence marks as well."""
    bases, extras = [], []
    for one in setting.figures:
        quantity = one.quantity
        if quantity.partial:
            if key_of(quantity.unit) == noun and _marked_after(one, marks):
                extras.append(one)
            continue
        own = phrase_keys(quantity.text) if key_of(quantity.unit) == noun else ()
        head = one.about.head if not quantity.unit and one.about.tie == "is" else ()
        if has_all((noun, *marks), own) or has_all((noun, *marks), head):
            bases.append(one)
    by_value: dict[Decimal, list[Figure]] = {}
    for one in bases:
        by_value.setdefault(one.quantity.value, []).append(one)
    ranked = sorted(by_value.values(), key=lambda group: (-len({one.passage.document for one in group}), -len(group)))
    return [_number(group[0], extras if group is ranked[0] else []) for group in ranked]


def _number(base: Figure, extras: Sequence[Figure]) -> Result:
    total = base.quantity.value + sum((one.quantity.value for one in extras), Decimal(0))
    shown = " + ".join(figure_text(one.quantity.value, "") for one in (base, *extras))
    passages = tuple(dict.fromkeys(one.passage for one in (base, *extras)))
    return Result(total, "number", f"({shown})" if extras else shown, passages, single=not extras)


def _marked_after(one: Figure, marks: Sequence[str]) -> bool:
    """Whether what follows a part of a whole says of it, undenied, what marks the things."""
    after = one.clause.text[one.quantity.end :]
    said = [word.key for word in words(after)]
    return bool(marks) and has_all(marks, said) and not negations(one.passage.text)


def _shares(formula: Formula, setting: Setting) -> list[Result]:
    """A share that a sentence states as "N of the M things are so"."""
    top, bottom = (re.sub(r"^(?:the )?number of (?:all )?", "", one.text) for one in formula.parts)
    whole = phrase_keys(bottom)
    marks = [key for key in phrase_keys(top) if not has_all((key,), whole)]
    found: list[Result] = []
    for passage in dict.fromkeys(one.passage for one in setting.figures):
        match = _SHARE.match(passage.text.rstrip("."))
        if match is None or not marks or not has_all((key_of(match["noun"]),), whole):
            continue
        some, every = number_value(match["some"]), number_value(match["all"])
        if some is None or not every or not has_all(marks, phrase_keys(match["rest"])) or negations(match["rest"]):
            continue
        shown = f"{figure_text(some, '')} / {figure_text(every, '')}"
        found.append(Result(some * 100 / every, "percent", shown, (passage,), single=False))
    return found
