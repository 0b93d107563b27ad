"""The forms in which a few sentences state a calculation: each says what the figures are to one another."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.sheet.solving.portions import fractions, means, moved, parts, periods, shares_of
from foam_graph.findings.sheet.solving.results import LEFT_AFTER, RESULT_AFTER, Solved, is_result, results
from foam_graph.findings.sheet.solving.window import Figure, Window, counted_earlier

_SUM = re.compile(
    r"\b(?:together|altogether|in all|in total|all told|total|sum of|add(?:s|ed)? up|bring(?:s)? the|making|makes?|made|comes? to|came to|amounts? to)\b",
    re.IGNORECASE,
)
_LEFT_BEFORE = re.compile(
    r"\b(?:leav(?:es|ing)|left(?: us| them| him| her)?(?: with)?|(?:remainder|rest|balance|difference|surplus|shortfall|gap|net)(?: \w+){0,3}? (?:is|was|of)|remaining)\s(?:only |just )?$",
    re.IGNORECASE,
)
_OF = re.compile(r"^\s(?:of|at|by)\s(?:the )?$", re.IGNORECASE)


Frame = Callable[[Window], Iterator[Solved]]


def products(window: Window) -> Iterator[Solved]:
    """So many things at so much for each: "38 hours at £17 an hour … £646"."""
    for result in results(window):
        rates = [
            f
            for f in window.figures
            if f.per and f.unit == result.unit and f is not result and f.unit and f.per != key_of(f.unit)
        ]
        rates = [f for f in rates if f.at == result.at] or rates
        if len({(f.value, f.per) for f in rates}) != 1 or (result.per and not is_result(result)):
            continue
        rate = rates[-1]
        if result.per and result.per != rate.per and not is_result(result):
            continue
        rivals = [
            f
            for f in window.figures
            if f.unit == result.unit and f not in (result, rate) and not f.per and f.at >= rate.at
        ]
        counts = [f for f in window.figures if f.counts(rate.per) and f is not result]
        counts = counts or (counted_earlier(window, rate.per) if rate.at == window.last else [])
        bound = is_result(result) or (not rivals and rate.at == result.at and _pays(result))
        if len({f.value for f in counts}) == 1 and not rivals and bound and counts[0].quantity.comparator == "=":
            count = counts[-1]
            yield Solved(
                "product",
                result,
                (count, rate),
                count.value * rate.value,
                f"{count.quantity.text} at {rate.quantity.text}",
                result.unit,
            )


def _pays(one: Figure) -> bool:
    """Whether a figure is what somebody paid or was asked for."""
    return bool(
        re.search(
            r"\b(?:paid|pays?|charged|invoice|bill(?:ed)?|cost|owed?|received|claims?|claimed|due)\b[^\d;]{0,25}$",
            one.before,
            re.IGNORECASE,
        )
    )


def rows_of(window: Window) -> Iterator[Solved]:
    """So many of so many: "22 rows of 18, or 396 people", "repaid in 24 instalments of £250"."""
    figures = [f for f in window.figures if f.at == window.last]
    for count, size in itertools.pairwise(figures):
        between = window.sentences[-1].text[count.quantity.end : size.quantity.start]
        if (
            not count.unit
            or ":" in count.unit
            or count.per
            or not _OF.match(between)
            or count.unit == "percent"
            or size.unit == "percent"
        ):
            continue
        if (
            count.quantity.partial
            or size.quantity.partial
            or (_OF.match(between) and between.strip().startswith("by") and count.unit != size.unit)
        ):
            continue
        for result in figures:
            if result in (count, size):
                continue
            others = [f for f in figures if f not in (result, count, size)]
            after = result.quantity.start > size.quantity.start
            area = between.strip() == "by"
            if others or (result.unit != size.unit and size.unit and not area):
                continue
            if after and not is_result(result):
                continue
            if not after and not re.search(r"\b(?:in|into|by)\s(?:equal |monthly )?$", count.before):
                continue
            if area and "square" not in result.quantity.text:
                continue
            told = f"{count.quantity.text} {between.strip()} {size.quantity.text}"
            yield Solved("product", result, (count, size), count.value * size.value, told, result.unit)


def priced(window: Window) -> Iterator[Solved]:
    """Several things at a price each, and what they make together: "17 adults at £9 and 24 children at £5, which makes £273"."""
    figures = [f for f in window.figures if f.at == window.last]
    pairs: list[tuple[Figure, Figure]] = []
    for count, price in itertools.pairwise(figures):
        between = window.sentences[-1].text[count.quantity.end : price.quantity.start]
        if (
            count.unit
            and ":" not in count.unit
            and price.unit.startswith("money:")
            and re.fullmatch(r"\sat\s", between)
        ):
            pairs.append((count, price))
    rest = [f for f in figures if not any(f in pair for pair in pairs)]
    if pairs and len(rest) == 1 and rest[0].unit == pairs[0][1].unit and is_result(rest[0]):
        told = " + ".join(f"{c.value:,} at {p.quantity.text}" for c, p in pairs)
        value = sum((c.value * p.value for c, p in pairs), Decimal(0))
        yield Solved("sum of products", rest[0], tuple(f for pair in pairs for f in pair), value, told, rest[0].unit)


def sums(window: Window) -> Iterator[Solved]:
    """Several amounts of one unit and what they come to together."""
    for result in results(window):
        if not is_result(result) or result.per or result.unit == "percent":
            continue
        if not (_SUM.search(result.before[-60:]) or RESULT_AFTER.match(result.after)):
            continue
        own = [
            f
            for f in window.figures
            if f.at == window.last and f is not result and f.quantity.start < result.quantity.start
        ]
        operands = _addable(own, result)
        if len(operands) < 2 and re.match(
            r"\W*(?:together|altogether|in all|that|this|these|they|the (?:sum|total)|all (?:that|this))\b",
            window.sentences[-1].text,
            re.I,
        ):
            operands = _addable([f for f in window.figures if f.at == window.last - 1], result)
        if len(operands) >= 2 and not any(
            f.quantity.partial or f.quantity.comparator not in ("=", "~") for f in operands
        ):
            value = sum((f.value for f in operands), Decimal(0))
            yield Solved(
                "sum", result, tuple(operands), value, " + ".join(f"{f.value:,}" for f in operands), result.unit
            )


def grossed(window: Window) -> Iterator[Solved]:
    """A net amount, its tax and the gross amount."""
    figures = [f for f in window.figures if f.at == window.last and f.unit != "percent"]
    if len(figures) == 3 and len({f.unit for f in figures}) == 1 and figures[0].unit.startswith("money:"):
        net, tax, gross = figures
        labels = (
            r"\bnet\b[^\d]*$",
            r"\b(?:tax|vat|duty)\b",
            r"\b(?:gross|total|to pay|with (?:tax|vat|duty))\b[^\d]*$",
        )
        if all(re.search(label, f.before, re.IGNORECASE) for label, f in zip(labels, figures, strict=True)):
            yield Solved("sum", gross, (net, tax), net.value + tax.value, f"{net.value:,} + {tax.value:,}", gross.unit)


def _addable(found: list[Figure], result: Figure) -> list[Figure]:
    """The figures of the result's unit, bare ones behind such a one too; none where something else is counted among them."""
    kept: list[Figure] = []
    for one in found:
        if one.per or one.unit == "percent":
            return []
        alike = one.unit == result.unit or (one.unit and result.unit and same(key_of(one.unit), key_of(result.unit)))
        if alike or (not one.unit and kept):
            kept.append(one)
        elif one.unit and not (":" not in one.unit and result.unit.startswith("money:") and not kept):
            return []
    return kept


def differences(window: Window) -> Iterator[Solved]:
    """What is left of one amount when another is taken away."""
    for result in results(window):
        if result.per or result.unit == "percent" or not result.unit:
            continue
        if not (_LEFT_BEFORE.search(result.before) or LEFT_AFTER.match(result.after)):
            continue
        before = [
            f
            for f in window.figures
            if f is not result
            and f.unit == result.unit
            and not f.per
            and (f.at < window.last or f.quantity.start < result.quantity.start)
        ]
        near = [f for f in before if f.at == window.last] if sum(f.at == window.last for f in before) >= 2 else before
        if len(near) == 2 and all(f.quantity.comparator == "=" for f in near):
            high, low = sorted(near, key=lambda f: -f.value)
            yield Solved(
                "difference",
                result,
                (high, low),
                high.value - low.value,
                f"{high.value:,} - {low.value:,}",
                result.unit,
            )


def deducted(window: Window) -> Iterator[Solved]:
    """One amount taken off another, and what was due then."""
    text = window.sentences[-1].text
    figures = [f for f in window.figures if f.at == window.last]
    if (
        len(figures) == 3
        and len({f.unit for f in figures}) == 1
        and re.search(r"\b(?:taken off|deducted from|subtracted from|less)\b", text)
    ):
        a, b, result = figures
        if (
            re.search(
                r"\b(?:so (?:that )?|leaving|which leaves|and|was)\b", text[b.quantity.end : result.quantity.start]
            )
            and result.unit
        ):
            high, low = sorted((a, b), key=lambda f: -f.value)
            yield Solved(
                "difference",
                result,
                (high, low),
                high.value - low.value,
                f"{high.value:,} - {low.value:,}",
                result.unit,
            )


FRAMES: tuple[Frame, ...] = (
    products, rows_of, priced, sums, grossed, differences, deducted, fractions, shares_of, parts, means, moved, periods,
)  # fmt: skip
