"""Calculations by a defined formula, held against the limit or the other measure that a rule compares it with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from foam_graph.findings.arithmetic.definitions import Definition, Formula, definitions
from foam_graph.findings.arithmetic.figures import Change, Figure
from foam_graph.findings.arithmetic.formulas import Result, Setting, horizon, values
from foam_graph.findings.arithmetic.limits import Limit, outcome, retired, topical
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.composed_text import Composition, Test, amount, documents, plain, quoted
from foam_graph.findings.language.measures import phrase_keys, same_measure, split_phrase
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.passages import Passage

_COVERS = re.compile(
    r"^(?:an?|the)\s(?P<one>[^,;]+?)\sthat\s(?:covers|exceeds|is (?:longer|shorter|higher|lower|more|less) than)\s"
    r"(?:the\s)?(?P<two>[^,;]+?)\s(?:would|will|can|may|[a-z]+s)\b",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"\b(?:when|if|where)\s(?:the\s)?(?P<one>[^,;]+?)\s(?P<verb>exceeds|is above|is below|is less than|is more than)\s"
    rf"(?P<share>{NUMBER})\spercent\sof\s(?:the\s)?(?P<two>[^,;.]+)",
    re.IGNORECASE,
)


def computed(
    passages: Sequence[Passage], figures: Sequence[Figure], limits: Sequence[Limit],
    changes: Sequence[Change], focus: str,
) -> Iterator[Composition]:  # fmt: skip
    """The values of defined measures, each held against what rules compare it with.

    Args:
        passages: Sentences in a fixed order.
        figures: Their amounts.
        limits: The limits among them.
        changes: Which amounts were replaced.
        focus: The question.

    Yields:
        Statements over at least two documents.
    """
    found = definitions(passages)
    for one in found:
        asked = topical(f"{focus} {one.passage.text}")
        setting = Setting(passages, figures, changes, focus, one, 0, asked)
        meeting = [limit for limit in limits if _meets(limit, one)]
        for limit in meeting:
            years = horizon(limit.passage.text)
            for result in values(one.formula, replace(setting, years=years)):
                if not retired(limit, changes, result.day):
                    yield from _held(one, result, limit)
        if not meeting:
            for result in values(one.formula, setting):
                yield from _alone(one, result)
        yield from _compared(one, setting)
    yield from _shares(passages, found, figures, changes, focus)


def _meets(limit: Limit, one: Definition) -> bool:
    """Whether a limit bounds what is defined."""
    if limit.figure.about.tie == "is":
        return same_measure(limit.head, one.head)
    unit, period = limit.quantity.unit, limit.quantity.period
    return bool(period) and one.head[-1:] == phrase_keys(f"{unit}s") and period in one.name.lower()


def _held(one: Definition, result: Result, limit: Limit) -> Iterator[Composition]:
    """A computed value against a limit."""
    value, unit = result.value, limit.quantity.unit
    if unit == "percent" and result.unit == "ratio":
        value, unit = value * 100, "percent"
    elif unit == "" and result.unit == "ratio":
        unit = "ratio"
    if result.unit not in (unit, "ratio"):
        return
    told, bound = amount(value, unit), amount(limit.quantity.value, unit)
    verdict = outcome(value, limit.quantity.value, limit.quantity.comparator)
    gap = amount(abs(value - limit.quantity.value), unit)
    text = f"{_opened(one.name)} is {result.shown} = {told}, which {verdict} {bound}"
    text += f", a distance of {gap}" if value != limit.quantity.value else ""
    record = (one.passage, *result.passages, limit.passage)
    case = limit.met_by if limit.met_by is not None and limit.met_by not in record else None
    record = (*record, case) if case is not None else record
    test = Test(value, limit.quantity.value, limit.quantity.comparator, unit, limit.passage.id, one.name, result.shown,
                result.day, case.id if case is not None else "")  # fmt: skip
    yield from _statement(text, record, {
        "operation": "formula", "result": told, "figures": result.shown, "limit": bound, "outcome": verdict,
        "difference": gap,
    }, test)  # fmt: skip


def _alone(one: Definition, result: Result) -> Iterator[Composition]:
    told = amount(result.value, result.unit)
    text = f"{_opened(one.name)} is {result.shown} = {told}"
    if not result.single:
        values_ = {"operation": "formula", "result": told, "figures": result.shown}
        yield from _statement(text, (one.passage, *result.passages), values_)


def _compared(one: Definition, setting: Setting) -> Iterator[Composition]:
    """A computed value against another measure that a sentence holds it against."""
    for passage in setting.passages:
        match = _COVERS.match(passage.text)
        if match is None or not same_measure(phrase_keys(match["one"]), one.head):
            continue
        other = Formula("term", text=match["two"])
        for result in values(one.formula, setting):
            for need in values(other, setting):
                if result.unit != need.unit or not _same_place(result, need):
                    continue
                told, needed = amount(result.value, result.unit), amount(need.value, need.unit)
                gap = amount(abs(result.value - need.value), need.unit)
                verdict = "is enough for" if result.value >= need.value else "falls short of"
                text = (f"{_opened(one.name)} is {result.shown} = {told}, which {verdict} the {match['two']} of "
                        f"{needed} by {gap}")  # fmt: skip
                figures = {"operation": "formula", "result": told, "figures": result.shown, "limit": needed,
                           "outcome": f"{verdict} the {match['two']} of", "difference": gap}  # fmt: skip
                yield from _statement(text, (one.passage, *result.passages, *need.passages), figures)
        return


def _same_place(one: Result, other: Result) -> bool:
    return not one.names or not other.names or other.names <= one.names


def _shares(
    passages: Sequence[Passage], found: Sequence[Definition], figures: Sequence[Figure],
    changes: Sequence[Change], focus: str,
) -> Iterator[Composition]:  # fmt: skip
    """A rule on the share that one measure has in another one ("rent exceeds 50 percent of income")."""
    for rule in passages:
        match = _SHARE.search(rule.text)
        if match is None or (bound := number_value(match["share"])) is None or read(rule.text).past:
            continue
        two = phrase_keys(split_phrase(match["two"])[0])
        source = Definition(rule, match["one"], phrase_keys(match["one"]), Formula("term", text=match["one"]))
        setting = Setting(passages, figures, changes, focus, source, 0, topical(f"{focus} {rule.text}"))
        tops = values(Formula("term", text=match["one"]), _loose(setting, match["one"]))
        bases = values(Formula("term", text=match["two"]), setting)
        defined = next((one for one in found if same_measure(one.head, two)), None)
        sums = values(defined.formula, replace(setting, definition=defined)) if defined else []
        bases = sums or bases  # what the records come to, before what anybody says that they come to
        for top in tops:
            for base in bases:
                if top.unit == base.unit and base.value:
                    yield from _share(rule, match, bound, top, base)


def _loose(setting: Setting, phrase: str) -> Setting:
    """The same setting, where what follows the measured noun may name one thing ("the rent of flat 12")."""
    keys = set(phrase_keys(phrase))
    extra = {key for one in setting.figures if keys & set(one.about.head) for key in one.about.part}
    return replace(setting, asked=setting.asked | frozenset(extra))


def _share(rule: Passage, match: re.Match[str], bound: Decimal, top: Result, base: Result) -> Iterator[Composition]:
    share = top.value * 100 / base.value
    comparator = ">" if match["verb"].lower() in ("exceeds", "is above", "is more than") else "<"
    verdict = outcome(share, bound, comparator)
    shown = f"{top.shown} / {base.shown if base.single else amount(base.value, base.unit)}"
    text = f"{_opened(match['one'])} is {shown} = {amount(share, 'percent')} of {match['two']}, which {verdict} "
    text += f"{plain(bound)} percent"
    figures = {"operation": "formula", "result": amount(share, "percent"), "figures": shown,
               "limit": f"{plain(bound)} percent", "outcome": verdict}  # fmt: skip
    test = Test(share, bound, comparator, "percent", rule.id, f"{match['one']} as a share of {match['two']}", shown)
    yield from _statement(text, (rule, *top.passages, *base.passages), figures, test)


def _statement(
    text: str, record: Sequence[Passage], figures: dict[str, str], test: Test | None = None
) -> Iterator[Composition]:
    """The statement over a record, where it rests on two documents."""
    unique = tuple(dict.fromkeys(record))
    if documents(unique) < 2:
        return
    full = f"{text}: " + "; ".join(quoted(one) for one in unique) + "."
    ids = tuple(one.id for one in unique)
    yield Composition("calculation", full, ids, figures, f"{figures['figures']} = {figures['result']}", test)


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:]
