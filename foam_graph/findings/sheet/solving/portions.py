"""Forms of shares, means, changes and times a period: what a figure is of another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from foam_graph.findings.language.words import key_of
from foam_graph.findings.sheet.solving.results import LEFT_AFTER, Solved, is_result, results
from foam_graph.findings.sheet.solving.window import Window

_MEAN = re.compile(
    r"\b(?:mean|average)(?: \w+){0,2}? (?:of|is|was)(?: therefore| thus)?\s$|\bon average,?\s$", re.IGNORECASE
)
_MEAN_AFTER = re.compile(r"^[^\d.;,]{0,12}\bon average\b", re.IGNORECASE)
_SHARES = {"half": Decimal(1) / 2, "third": Decimal(1) / 3, "quarter": Decimal(1) / 4, "fifth": Decimal(1) / 5, "sixth": Decimal(1) / 6,
           "eighth": Decimal(1) / 8, "tenth": Decimal(1) / 10, "two thirds": Decimal(2) / 3, "three quarters": Decimal(3) / 4, "three fifths": Decimal(3) / 5,
           "two fifths": Decimal(2) / 5}  # fmt: skip
_SHARE = re.compile(
    r"\b(?P<share>(?:two|three)[\s-](?:thirds|quarters|fifths)|(?:one |an? )?(?:half|third|quarter|fifth|sixth|eighth|tenth))(?: of)?(?: the| our| its| their| this| that| all)?(?: \w+ of)?\s$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:rise|increase|growth|gain|fall|drop|decrease|decline|reduction|cut|loss)s? of(?: about| some| nearly)?\s$",
    re.IGNORECASE,
)
_PERIODS = {("month", "year"): Decimal(12), ("quarter", "year"): Decimal(4), ("week", "year"): Decimal(52), ("day", "week"): Decimal(7),
            ("week", "fortnight"): Decimal(2), ("month", "quarter"): Decimal(3), ("hour", "day"): Decimal(24), ("minute", "hour"): Decimal(60)}  # fmt: skip


def fractions(window: Window) -> Iterator[Solved]:
    """A half, a third, a quarter of an amount: "one third of the 96 members, that is 32"."""
    figures = [
        f
        for f in window.figures
        if f.at == window.last and f.unit not in ("third", "quarter", "fifth", "half", "percent")
    ]
    for whole in figures:
        match = _SHARE.search(whole.before) or _SHARE.search(
            re.sub(r"\b(?:one|two|three) (third|quarter|fifth)s?\b", r"\1", whole.before)
        )
        if match is None or whole.per:
            continue
        behind = [f for f in figures if f.quantity.start > whole.quantity.start]
        if len(behind) != 1 or not (is_result(behind[0]) or LEFT_AFTER.match(behind[0].after)):
            continue
        name = re.sub(r"^(?:one|an?)\s", "", match["share"].lower().replace("-", " "))
        share = _SHARES.get(name)
        if share is None or (behind[0].unit and behind[0].unit != whole.unit):
            continue
        if LEFT_AFTER.match(behind[0].after):
            share = 1 - share
        yield Solved(
            "share",
            behind[0],
            (whole,),
            whole.value * share,
            f"{match['share']} of {whole.quantity.text}",
            behind[0].unit or whole.unit,
        )


def shares_of(window: Window) -> Iterator[Solved]:
    """So many percent of an amount: "15 per cent on £2,400 is £360"."""
    figures = [f for f in window.figures if f.at == window.last]
    for rate, whole in pairwise(figures):
        between = window.sentences[-1].text[rate.quantity.end : whole.quantity.start]
        if rate.unit != "percent" or not re.fullmatch(r"\s(?:of|on)\s(?:the |a price of |a total of )?", between):
            continue
        behind = [f for f in figures if f.quantity.start > whole.quantity.start]
        if (
            len(behind) == 1
            and behind[0].unit == whole.unit
            and re.search(r"\b(?:is|are|makes?|comes? to|gives?|or|that is|was)\s$", behind[0].before)
        ):
            told = f"{rate.quantity.text} of {whole.quantity.text}"
            yield Solved("share", behind[0], (rate, whole), rate.value * whole.value / 100, told, whole.unit)


def parts(window: Window) -> Iterator[Solved]:
    """So many of so many, which is a percentage: "of the 240 letters 180 were answered, a return of 75 per cent"."""
    figures = [f for f in window.figures if f.at == window.last]
    if len(figures) != 3 or figures[2].unit != "percent" or figures[2].quantity.role == "delta":
        return
    a, b, result = figures
    if (
        a.unit
        and (not b.unit or b.unit == a.unit)
        and re.search(r"\b[Oo]f (?:the |our |its |their |all )?$", a.before)
        and 0 < b.value <= a.value
        and ":" not in a.unit
    ):
        yield Solved("share", result, (b, a), b.value / a.value * 100, f"{b.value:,} of {a.value:,}", "percent")


def means(window: Window) -> Iterator[Solved]:
    """The mean of figures that are listed in the same sentence."""
    for result in results(window):
        if not (_MEAN.search(result.before) or _MEAN_AFTER.match(result.after)) or result.per:
            continue
        own = [f for f in window.figures if f.at == window.last and f.quantity.start < result.quantity.start]
        listed = [f for f in own if f.unit in ("", result.unit)]
        rest = [f for f in own if f not in listed]
        if len(listed) >= 2 and all(f.value == len(listed) for f in rest) and not any(f.per for f in listed):
            value = sum((f.value for f in listed), Decimal(0)) / len(listed)
            yield Solved(
                "average",
                result,
                tuple(listed),
                value,
                f"the average of {', '.join(f'{f.value:,}' for f in listed)}",
                result.unit,
            )


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
            yield Solved(
                "change", result, (a, b), abs(b.value - a.value), f"from {a.value:,} to {b.value:,}", result.unit
            )
        elif (
            result.unit == "percent"
            and _CHANGE.search(result.before)
            and result is figures[2]
            and figures[0].value
            and _in_turn(window)
        ):
            a, b = figures[0], figures[1]
            if a.unit in ("", b.unit) or not b.unit:
                yield Solved(
                    "change",
                    result,
                    (a, b),
                    abs(b.value - a.value) / a.value * 100,
                    f"from {a.value:,} to {b.value:,}",
                    "percent",
                )


def _in_turn(window: Window) -> bool:
    """Whether a sentence gives two figures of two times: "in May 14, in June 21"."""
    return (
        len(
            re.findall(
                r"\b(?:[Ii]n|[Aa]t|[Oo]n|last|this) (?:the )?(?:[A-Z][a-z]+|\d{4}|year|month|week)\b",
                window.sentences[-1].text,
            )
        )
        >= 2
    )


def periods(window: Window) -> Iterator[Solved]:
    """So much a month, which makes so much a year."""
    figures = [f for f in window.figures if f.at == window.last]
    if len(figures) == 2 and figures[0].unit == figures[1].unit and is_result(figures[1]):
        a, b = figures
        for (small, large), factor in _PERIODS.items():
            if a.per == key_of(small) and b.per == key_of(large):
                yield Solved("product", b, (a,), a.value * factor, f"{factor} times {a.quantity.text}", b.unit)
