"""The forms in which a few sentences state a calculation: each says what the figures are to one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.sheet.solving.window import Figure, Window, counted_earlier

_LEADS_TO = (
    r"(?:which|that|this|it|these|they) (?:(?:would |will )?(?:make|makes|is|gives?|means|was|made|came to|comes? to|amounts? to)|together (?:make|makes|is|are))"
    r"|making|makes?|made|comes? to|came to|amounts? to|amounted to|adds? up to|(?:brings?|brought) (?:\w+ ){1,3}to|totals?|totalling|totalled"
    r"|(?:a|the) (?:grand )?total (?:of|is|was)|(?:the )?sum (?:of (?:these|those|them|all|the \w+) )?(?:is|was|of)|that is|i\.e\.|equals?|or|in all|altogether|together"
)
_RESULT = re.compile(rf"(?:^|[\s,;:(])(?:{_LEADS_TO})[\s,:]*(?:then |therefore |thus |only |just |exactly |some )?$", re.IGNORECASE)
_RESULT_AFTER = re.compile(
    r"^(?:[^\d.;,]{0,18})?[\s,]*\b(?:in all|altogether|all told|in total|together|all in all)\b", re.IGNORECASE
)
_SUM = re.compile(
    r"\b(?:together|altogether|in all|in total|all told|total|sum of|add(?:s|ed)? up|bring(?:s)? the|making|makes?|made|comes? to|came to|amounts? to)\b",
    re.IGNORECASE,
)
_LEFT_AFTER = re.compile(
    r"^[^\d.;]{0,30}?\b(?:remain(?:s|ed|ing)?|(?:is|are|was|were|still) (?:left|due|owing|outstanding|over|to (?:pay|come|go|find))|left(?: over)?"
    r"|still (?:due|owing|outstanding)|unspent|to spare)\b",
    re.IGNORECASE,
)
_LEFT_BEFORE = re.compile(
    r"\b(?:leav(?:es|ing)|left(?: us| them| him| her)?(?: with)?|(?:remainder|rest|balance|difference|surplus|shortfall|gap|net)(?: \w+){0,3}? (?:is|was|of)|remaining)\s(?:only |just )?$",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:mean|average)(?: \w+){0,2}? (?:of|is|was)(?: therefore| thus)?\s$|\bon average,?\s$", re.IGNORECASE)
_MEAN_AFTER = re.compile(r"^[^\d.;,]{0,12}\bon average\b", re.IGNORECASE)
_OF = re.compile(r"^\s(?:of|at|by)\s(?:the )?$", re.IGNORECASE)
_SHARES = {"half": Decimal(1) / 2, "third": Decimal(1) / 3, "quarter": Decimal(1) / 4, "fifth": Decimal(1) / 5, "sixth": Decimal(1) / 6,
           "eighth": Decimal(1) / 8, "tenth": Decimal(1) / 10, "two thirds": Decimal(2) / 3, "three quarters": Decimal(3) / 4, "three fifths": Decimal(3) / 5,
           "two fifths": Decimal(2) / 5}  # fmt: skip
_SHARE = re.compile(
    r"\b(?P<share>(?:two|three)[\s-](?:thirds|quarters|fifths)|(?:one |an? )?(?:half|third|quarter|fifth|sixth|eighth|tenth))(?: of)?(?: the| our| its| their| this| that| all)?(?: \w+ of)?\s$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:rise|increase|growth|gain|fall|drop|decrease|decline|reduction|cut|loss)s? of(?: about| some| nearly)?\s$", re.IGNORECASE
)
_PERIODS = {("month", "year"): Decimal(12), ("quarter", "year"): Decimal(4), ("week", "year"): Decimal(52), ("day", "week"): Decimal(7),
            ("week", "fortnight"): Decimal(2), ("month", "quarter"): Decimal(3), ("hour", "day"): Decimal(24), ("minute", "hour"): Decimal(60)}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Solved:
    """A calculation that the form of some sentences states.

    Attributes:
        operation: What is counted, in one word.
        result: The figure that is stated.
        operands: The figures that it comes of.
        value: What they come to.
        told: The calculation in figures, without its result.
        unit: Unit of the result.
    """

    operation: str
    result: Figure
    operands: tuple[Figure, ...]
    value: Decimal
    told: str
    unit: str


Frame = Callable[[Window], Iterator[Solved]]


def is_result(one: Figure) -> bool:
    """Whether the words around a figure say that it comes of others.

    Args:
        one: The figure.
    """
    return bool(_RESULT.search(one.before) or _RESULT_AFTER.match(one.after))


def _results(window: Window) -> list[Figure]:
    return [one for one in window.figures if one.at == window.last and not one.quantity.partial and one.quantity.comparator in ("=", "~")]


def products(window: Window) -> Iterator[Solved]:
    """So many things at so much for each: "38 hours at £17 an hour … £646"."""
    for result in _results(window):
        rates = [f for f in window.figures if f.per and f.unit == result.unit and f is not result and f.unit and f.per != key_of(f.unit)]
        rates = [f for f in rates if f.at == result.at] or rates
        if len({(f.value, f.per) for f in rates}) != 1 or (result.per and not is_result(result)):
            continue
        rate = rates[-1]
        if result.per and result.per != rate.per and not is_result(result):
            continue
        rivals = [f for f in window.figures if f.unit == result.unit and f not in (result, rate) and not f.per and f.at >= rate.at]
        counts = [f for f in window.figures if f.counts(rate.per) and f is not result]
        counts = counts or (counted_earlier(window, rate.per) if rate.at == window.last else [])
        bound = is_result(result) or (not rivals and rate.at == result.at and _pays(result))
        if len({f.value for f in counts}) == 1 and not rivals and bound and counts[0].quantity.comparator == "=":
            count = counts[-1]
            yield Solved("product", result, (count, rate), count.value * rate.value, f"{count.quantity.text} at {rate.quantity.text}", result.unit)


def _pays(one: Figure) -> bool:
    """Whether a figure is what somebody paid or was asked for."""
    return bool(
        re.search(r"\b(?:paid|pays?|charged|invoice|bill(?:ed)?|cost|owed?|received|claims?|claimed|due)\b[^\d;]{0,25}$", one.before, re.IGNORECASE)
    )


def rows_of(window: Window) -> Iterator[Solved]:
    """So many of so many: "22 rows of 18, or 396 people", "repaid in 24 instalments of £250"."""
    figures = [f for f in window.figures if f.at == window.last]
    for count, size in zip(figures, figures[1:], strict=False):
        between = window.sentences[-1].text[count.quantity.end : size.quantity.start]
        if not count.unit or ":" in count.unit or count.per or not _OF.match(between) or count.unit == "percent" or size.unit == "percent":
            continue
        if count.quantity.partial or size.quantity.partial or _OF.match(between) and between.strip().startswith("by") and count.unit != size.unit:
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
    for count, price in zip(figures, figures[1:], strict=False):
        between = window.sentences[-1].text[count.quantity.end : price.quantity.start]
        if count.unit and ":" not in count.unit and price.unit.startswith("money:") and re.fullmatch(r"\sat\s", between):
            pairs.append((count, price))
    rest = [f for f in figures if not any(f in pair for pair in pairs)]
    if pairs and len(rest) == 1 and rest[0].unit == pairs[0][1].unit and is_result(rest[0]):
        told = " + ".join(f"{c.value:,} at {p.quantity.text}" for c, p in pairs)
        value = sum((c.value * p.value for c, p in pairs), Decimal(0))
        yield Solved("sum of products", rest[0], tuple(f for pair in pairs for f in pair), value, told, rest[0].unit)


def sums(window: Window) -> Iterator[Solved]:
    """Several amounts of one unit and what they come to together."""
    for result in _results(window):
        if not is_result(result) or result.per or result.unit == "percent":
            continue
        if not (_SUM.search(result.before[-60:]) or _RESULT_AFTER.match(result.after)):
            continue
        own = [f for f in window.figures if f.at == window.last and f is not result and f.quantity.start < result.quantity.start]
        operands = _addable(own, result)
        if len(operands) < 2 and re.match(r"\W*(?:together|altogether|in all|that|this|these|they|the (?:sum|total)|all (?:that|this))\b", window.sentences[-1].text, re.I):
            operands = _addable([f for f in window.figures if f.at == window.last - 1], result)
        if len(operands) >= 2 and not any(f.quantity.partial or f.quantity.comparator not in ("=", "~") for f in operands):
            value = sum((f.value for f in operands), Decimal(0))
            yield Solved("sum", result, tuple(operands), value, " + ".join(f"{f.value:,}" for f in operands), result.unit)


def grossed(window: Window) -> Iterator[Solved]:
    """A net amount, its tax and the gross amount."""
    figures = [f for f in window.figures if f.at == window.last and f.unit != "percent"]
    if len(figures) == 3 and len({f.unit for f in figures}) == 1 and figures[0].unit.startswith("money:"):
        net, tax, gross = figures
        labels = (r"\bnet\b[^\d]*$", r"\b(?:tax|vat|duty)\b", r"\b(?:gross|total|to pay|with (?:tax|vat|duty))\b[^\d]*$")
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
    for result in _results(window):
        if result.per or result.unit == "percent" or not result.unit:
            continue
        if not (_LEFT_BEFORE.search(result.before) or _LEFT_AFTER.match(result.after)):
            continue
        before = [f for f in window.figures if f is not result and f.unit == result.unit and not f.per and (f.at < window.last or f.quantity.start < result.quantity.start)]
        near = [f for f in before if f.at == window.last] if sum(f.at == window.last for f in before) >= 2 else before
        if len(near) == 2 and all(f.quantity.comparator == "=" for f in near):
            high, low = sorted(near, key=lambda f: -f.value)
            yield Solved("difference", result, (high, low), high.value - low.value, f"{high.value:,} - {low.value:,}", result.unit)


def deducted(window: Window) -> Iterator[Solved]:
    """One amount taken off another, and what was due then."""
    text = window.sentences[-1].text
    figures = [f for f in window.figures if f.at == window.last]
    if len(figures) == 3 and len({f.unit for f in figures}) == 1 and re.search(r"\b(?:taken off|deducted from|subtracted from|less)\b", text):
        a, b, result = figures
        if re.search(r"\b(?:so (?:that )?|leaving|which leaves|and|was)\b", text[b.quantity.end : result.quantity.start]) and result.unit:
            high, low = sorted((a, b), key=lambda f: -f.value)
            yield Solved("difference", result, (high, low), high.value - low.value, f"{high.value:,} - {low.value:,}", result.unit)


def fractions(window: Window) -> Iterator[Solved]:
    """A half, a third, a quarter of an amount: "one third of the 96 members, that is 32"."""
    figures = [f for f in window.figures if f.at == window.last and f.unit not in ("third", "quarter", "fifth", "half", "percent")]
    for whole in figures:
        match = _SHARE.search(whole.before) or _SHARE.search(re.sub(r"\b(?:one|two|three) (third|quarter|fifth)s?\b", r"\1", whole.before))
        if match is None or whole.per:
            continue
        behind = [f for f in figures if f.quantity.start > whole.quantity.start]
        if len(behind) != 1 or not (is_result(behind[0]) or _LEFT_AFTER.match(behind[0].after)):
            continue
        name = re.sub(r"^(?:one|an?)\s", "", match["share"].lower().replace("-", " "))
        share = _SHARES.get(name)
        if share is None or (behind[0].unit and behind[0].unit != whole.unit):
            continue
        if _LEFT_AFTER.match(behind[0].after):
            share = 1 - share
        yield Solved("share", behind[0], (whole,), whole.value * share, f"{match['share']} of {whole.quantity.text}", behind[0].unit or whole.unit)


def shares_of(window: Window) -> Iterator[Solved]:
    """So many percent of an amount: "15 per cent on £2,400 is £360"."""
    figures = [f for f in window.figures if f.at == window.last]
    for rate, whole in zip(figures, figures[1:], strict=False):
        between = window.sentences[-1].text[rate.quantity.end : whole.quantity.start]
        if rate.unit != "percent" or not re.fullmatch(r"\s(?:of|on)\s(?:the |a price of |a total of )?", between):
            continue
        behind = [f for f in figures if f.quantity.start > whole.quantity.start]
        if len(behind) == 1 and behind[0].unit == whole.unit and re.search(r"\b(?:is|are|makes?|comes? to|gives?|or|that is|was)\s$", behind[0].before):
            told = f"{rate.quantity.text} of {whole.quantity.text}"
            yield Solved("share", behind[0], (rate, whole), rate.value * whole.value / 100, told, whole.unit)


def parts(window: Window) -> Iterator[Solved]:
    """So many of so many, which is a percentage: "of the 240 letters 180 were answered, a return of 75 per cent"."""
    figures = [f for f in window.figures if f.at == window.last]
    if len(figures) != 3 or figures[2].unit != "percent" or figures[2].quantity.role == "delta":
        return
    a, b, result = figures
    if a.unit and (not b.unit or b.unit == a.unit) and re.search(r"\b[Oo]f (?:the |our |its |their |all )?$", a.before) and 0 < b.value <= a.value and ":" not in a.unit:
        yield Solved("share", result, (b, a), b.value / a.value * 100, f"{b.value:,} of {a.value:,}", "percent")


def means(window: Window) -> Iterator[Solved]:
    """The mean of figures that are listed in the same sentence."""
    for result in _results(window):
        if not (_MEAN.search(result.before) or _MEAN_AFTER.match(result.after)) or result.per:
            continue
        own = [f for f in window.figures if f.at == window.last and f.quantity.start < result.quantity.start]
        listed = [f for f in own if f.unit in ("", result.unit)]
        rest = [f for f in own if f not in listed]
        if len(listed) >= 2 and all(f.value == len(listed) for f in rest) and not any(f.per for f in listed):
            value = sum((f.value for f in listed), Decimal(0)) / len(listed)
            yield Solved("average", result, tuple(listed), value, f"the average of {', '.join(f'{f.value:,}' for f in listed)}", result.unit)


def moved(window: Window) -> Iterator[Solved]:
    """From one level to another by so much, in figures or in percent."""
    figures = [f for f in window.figures if f.at == window.last]
    for result in figures:
        others = [f for f in figures if f is not result]
        if len(others) != 2:
            continue
        levels = {f.quantity.role: f for f in others}
        if set(levels) == {"from", "to"} and result.quantity.role == "delta" and not result.per:
            a, b = levels["from"], levels["to"]
            if result.unit == "percent":
                continue  # read by its own rule
            yield Solved("change", result, (a, b), abs(b.value - a.value), f"from {a.value:,} to {b.value:,}", result.unit)
        elif result.unit == "percent" and _CHANGE.search(result.before) and result is figures[2] and figures[0].value and _in_turn(window):
            a, b = figures[0], figures[1]
            if a.unit in ("", b.unit) or not b.unit:
                yield Solved("change", result, (a, b), abs(b.value - a.value) / a.value * 100, f"from {a.value:,} to {b.value:,}", "percent")


def _in_turn(window: Window) -> bool:
    """Whether a sentence gives two figures of two times: "in May 14, in June 21"."""
    return len(re.findall(r"\b(?:[Ii]n|[Aa]t|[Oo]n|last|this) (?:the )?(?:[A-Z][a-z]+|\d{4}|year|month|week)\b", window.sentences[-1].text)) >= 2


def periods(window: Window) -> Iterator[Solved]:
    """So much a month, which makes so much a year."""
    figures = [f for f in window.figures if f.at == window.last]
    if len(figures) == 2 and figures[0].unit == figures[1].unit and is_result(figures[1]):
        a, b = figures
        for (small, large), factor in _PERIODS.items():
            if a.per == key_of(small) and b.per == key_of(large):
                yield Solved("product", b, (a,), a.value * factor, f"{factor} times {a.quantity.text}", b.unit)


FRAMES: tuple[Frame, ...] = (
    products, rows_of, priced, sums, grossed, differences, deducted, fractions, shares_of, parts, means, moved, periods,
)  # fmt: skip
