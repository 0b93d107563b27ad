"""Operands held against the sentences that they are said to stand in."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise

from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.errors import UnknownId
from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.calculation.typed import Operand
from foam_graph.findings.calculation.units import CALENDAR, Unit, factor, is_currency, is_measure, name_of, parse_unit
from foam_graph.findings.calculation.values import Value, shown
from foam_graph.findings.calculation.written import (
    LONGEST,
    Written,
    calendar_day,
    days_in,
    days_stand_first,
    number_of,
    numbers_in,
)
from foam_graph.findings.language.dates import MONTHS, FoundDate, find_dates
from foam_graph.findings.language.quantities import LY, singular
from foam_graph.findings.language.words import function_words

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"(?<![0-9])(1[5-9][0-9]{2}|20[0-9]{2})(?![0-9])")
_TOKEN = re.compile(r"[^\W\d_]+|US\$|[$€£%]")
_LARGEST = Fraction(10**18)
_EARLIER = 8
"""Sentences before a day in which its year is looked for."""
_TIMES = frozenset(
    {"spring", "summer", "autumn", "fall", "winter", "season", "beginning", "start", "middle", "end", "course", "half", "quarter", "year"}
)  # fmt: skip
"""What is said to be of a year and is a part of it."""
_NAMED_AFTER = re.compile(r" (?:[A-Z]\w+ ){0,2}(?:Act|Code|Law|Order|Policy|Regulations?|Rules?|Scheme)\b")
_REPLACED_BY = re.compile(
    r"^\W*(?:(?:is|are|was|were|be|(?:has|have) been|(?:shall|will|must) be)\s)?(?:(?:hereby|now)\s)?(?:replaced|superseded|substituted)\s(?:by|with)\s"
    r"(?:(?:the|a|new|figure|number|amount|limit|of)\s)*\W*$",
    re.IGNORECASE,
)
_IN_PLACE_OF = re.compile(
    r"^\W*(?:replaces|supersedes|instead of|in (?:the )?place of|(?:is |are |was |were )?substituted for)\s"
    r"(?:(?:the|a|old|former|figure|number|amount|limit|of)\s)*\W*$",
    re.IGNORECASE,
)
_FOR = re.compile(r"\bfor\s(?:(?:the|figure|number|amount|limit|of)\s)*\W*$", re.IGNORECASE)
_READ = re.compile(
    r"^\W*(?:there (?:is|shall be) substituted|substitute|read)\s(?:(?:the|figure|number|amount|limit|of)\s)*\W*$",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:section|rule|article|clause|paragraph|condition|regulation|point)\s(\d+(?:\.\d+)*)", re.IGNORECASE
)


def sentence_of(name: str, case_file: CaseFile) -> CaseSentence:
    """The sentence of the case file with an id.

    Raises:
        Unfit: There is none.
    """
    if not name:
        raise Unfit("operand", "no sentence is named for it")
    try:
        return case_file.sentence(name)
    except UnknownId as unknown:
        raise Unfit("no_such_sentence", unknown.message) from None


def tied(operand: Operand, case_file: CaseFile) -> tuple[Value, CaseSentence]:
    """The value of an operand that its sentence states.

    Args:
        operand: A value with its unit and sentence.
        case_file: What is read.

    Raises:
        Unfit: The value is no number and no date, the sentence is not in the case file, or it does not state the
            value with this unit.
    """
    value = bare(operand.value)
    if len(value) > LONGEST:
        raise Unfit("too_large", f"a value of {len(value)} characters is no amount; at most {LONGEST} are read")
    sentence = sentence_of(operand.sentence, case_file)
    value = iso_day(value) or value
    if _ISO.fullmatch(value):
        return _day(value, operand.unit, sentence, case_file), sentence
    number = number_of(value)
    if number is None:
        raise Unfit("not_a_number", f"{value!r} is no number in figures and no date such as 2026-03-14")
    if abs(number) > _LARGEST:
        raise Unfit("too_large", f"{value} is larger than what is computed with")
    return _amount(number, parse_unit(operand.unit), sentence, case_file), sentence


def bare(value: str) -> str:
    """A value without a sign of currency or percent: the unit says that."""
    return re.sub(r"^(-?)\s*(?:US\$|[$€£])\s*|\s*%$", r"\1", value.strip())


def iso_day(text: str) -> str:
    """The one day that a text such as "March 2, 2026" names, as ISO 8601; empty where it is something else."""
    found = [one for one in find_dates(text) if one.year and one.month and one.day]
    whole = len(found) == 1 and found[0].start == 0 and found[0].end >= len(text.rstrip(".")) and text[:1].isalnum()
    day = calendar_day(found[0].year, found[0].month or 0, found[0].day or 0) if whole else None
    return day.isoformat() if day and re.search(r"[^\W\d_]{3}", text) else ""


def _day(value: str, unit: str, sentence: CaseSentence, case_file: CaseFile) -> Value:
    try:
        day = date.fromisoformat(value)
    except ValueError:
        raise Unfit("not_a_date", f"there is no day {value}") from None
    if unit.strip().lower() not in ("", "date", "none"):
        raise Unfit("unit", f"{value} is a date and has no unit {unit[:40]!r}")
    if day not in days_of(sentence, case_file):
        raise Unfit("not_in_sentence", f"{shown(Value(day))} does not stand in {sentence.short}: {_quoted(sentence)}")
    return Value(day)


def days_of(sentence: CaseSentence, case_file: CaseFile) -> frozenset[date]:
    """The calendar days that a sentence states, a year that it leaves out taken from where it stands."""
    ambiguous = re.search(r"[0-9][/-][0-9]{1,2}[/-][0-9]{4}", sentence.text)
    first = days_stand_first(one.text for one in case_file) if ambiguous else None
    return frozenset(days_in(sentence.text, _year(sentence, case_file), first))


def _year(sentence: CaseSentence, case_file: CaseFile) -> int | None:
    """The year of a day such as "3 March": of the sentence, of what stands over and before it, of its document.

    A year of an earlier sentence that dates a thing ("the wine of 2022", "the Order 2019") says nothing of later days: the
    document's own day goes before it.
    """
    document = case_file.document_of(sentence)
    before = [one.text for one in document.sentences if one.n < sentence.n][: -_EARLIER - 1 : -1]
    here, own = (sentence.text, sentence.heading), (document.date, document.title)
    ways = ((here, _any_year), (before, _year_told), (own, _any_year), (before, _any_year))
    return next((found for texts, year in ways for text in texts if (found := year(text)) is not None), None)


def _any_year(text: str) -> int | None:
    """The year that a text names first, of a date where it has one."""
    found = [one.year for one in find_dates(text) if one.year] or [int(one) for one in _YEAR.findall(text)[:1]]
    return found[0] if found else None


def _year_told(text: str) -> int | None:
    """The year of which a text tells something, not the one that dates a thing in it."""
    told = (one for one in find_dates(text) if one.year and (one.month or not _dates_a_thing(text, one)))
    return next((one.year for one in told), None)


def _dates_a_thing(text: str, year: FoundDate) -> bool:
    """Whether a year belongs to a thing by its name: the wine of 2022, Order 2019, the 2019 Order."""
    before, after = text[: year.start], text[year.end :]
    of = re.search(r"\b([^\W\d_]+) of $", before)
    if of is not None:
        return of[1].lower() not in _TIMES
    name = re.search(r"\b([A-Z][^\W\d_]+) \(?$", before)
    named = name is not None and name.start() > 0 and name[1].lower() not in _TIMES | function_words()
    return named or _NAMED_AFTER.match(after) is not None


def _amount(number: Fraction, unit: Unit, sentence: CaseSentence, case_file: CaseFile) -> Value:
    stated = [one for one in numbers_in(sentence.text) if one.value == number]
    value = Value(number, unit)
    if not stated:
        raise Unfit("not_in_sentence", f"{shown(value)} does not stand in {sentence.short}: {_quoted(sentence)}")
    around = _around(sentence, case_file)
    fits = [within for one in stated if (within := _fits(unit, one, around)) is not None]
    if not fits and _carried_over(unit, sentence, stated, case_file):
        fits = [""]
    if not fits and unit.money and not unit.per and _only_currency(unit.of, sentence, stated, case_file):
        fits = [""]
    if not fits:
        fits = _replaced(unit, sentence, stated, case_file)
    if not fits:
        told = " or ".join(sorted({_beside(one) for one in stated}))
        raise Unfit(
            "unit_not_in_sentence",
            f"{sentence.short} does not state it in {unit}, but as {told}: {_quoted(sentence)}",
        )
    return replace(value, within=min(fits), spoken=_spoken(sentence, case_file))


def _spoken(sentence: CaseSentence, case_file: CaseFile) -> frozenset[str]:
    """Periods of which a sentence or its heading speaks: by noun, adjective, or the name of a month."""
    text = f"{sentence.heading} {sentence.text}"
    words = [one.lower() for one in _TOKEN.findall(text)]
    found = {LY[one] for one in words if one in LY} | {singular(one) for one in words if singular(one) in CALENDAR}
    months = {(one.year, one.month) for one in find_dates(text) if one.month}
    # "may" is mostly no month; where it is one, a day or a year stands beside it.
    months |= (
        {(None, MONTHS.index(one) + 1) for one in words if one in MONTHS and one != "may"} if not months else set()
    )
    year = _year(sentence, case_file) if any(one is None for one, _ in months) else None
    return frozenset(found | {f"month:{named or year}-{month}" for named, month in months})


def _carried_over(unit: Unit, sentence: CaseSentence, stated: list[Written], case_file: CaseFile) -> bool:
    """Whether a bare number counts what an earlier sentence of its paragraph counts: 120 runners started. 7 gave up."""
    if unit.per or not unit.of or is_measure(unit.of) or all(one.counted for one in stated):
        return False
    document = case_file.document_of(sentence)
    earlier = [one for one in document.sentences if one.paragraph == sentence.paragraph and one.n < sentence.n]
    return any(unit.of == one.unit for before in earlier for one in numbers_in(before.text) if one.counted)


def _replaced(unit: Unit, sentence: CaseSentence, stated: list[Written], case_file: CaseFile) -> list[str]:
    """What a bare number of a replacement fits in: "6,500 is replaced by 7,000" speaks of what 6,500 is where it stands.

    Where 6,500 counts different things in the file, the part that is named has to tell which; else nothing does.
    """
    numbers = [one for one in numbers_in(sentence.text) if not one.counted]
    starts = {one.start for one in stated}
    for one, two in pairwise(numbers):
        between, before = sentence.text[one.end : two.start], sentence.text[: one.start]
        gone = _REPLACED_BY.match(between) or (_READ.match(between) and _FOR.search(before))
        old = one if gone else two if _IN_PLACE_OF.match(between) else None
        if old is None or starts.isdisjoint((one.start, two.start)):
            continue
        parts = set(_PART.findall(sentence.text))
        places = [(other, n) for other in case_file for n in _counted(old, other) if other.id != sentence.id]
        places = [p for p in places if parts & _part_of(p[0])] or places
        if any(unit.of != n.unit and unit.of not in n.words for _, n in places):
            return []
        return [within for other, n in places if (within := _fits(unit, n, _around(other, case_file))) is not None]
    return []


def _counted(number: Written, sentence: CaseSentence) -> list[Written]:
    """Where a sentence states a number with what it counts."""
    return [one for one in numbers_in(sentence.text) if one.counted and one.value == number.value]


def _part_of(sentence: CaseSentence) -> set[str]:
    """Numbers by which the part of a document is called that a sentence stands in."""
    lead = re.match(r"\W*(\d+(?:\.\d+)*)", sentence.text)
    return {*re.findall(r"\d+(?:\.\d+)*", f"{sentence.heading} {sentence.place}"), *([lead[1]] if lead else ())}


def _only_currency(name: str, sentence: CaseSentence, stated: list[Written], case_file: CaseFile) -> bool:
    """Whether a bare figure of a table or list, or one with cents, can only be an amount of the file's one currency."""
    listed = sentence.structure in ("row", "item") or any(one.value.denominator != 1 for one in stated)
    if not listed or all(one.counted for one in stated):
        return False
    used = {one.unit for other in case_file for one in numbers_in(other.text) if is_currency(one.unit)}
    return used == {name}


def _beside(one: Written) -> str:
    """The unit of a number as its sentence has it, in words."""
    return " per ".join(filter(None, (one.unit or "a bare number", one.per)))


def _fits(unit: Unit, one: Written, around: frozenset[str]) -> str | None:
    """Whether a stated unit is that of a number in its sentence.

    Returns:
        The period that the sentence gives and the unit leaves out, empty for none; None where the unit does not fit.
    """
    if unit.of == "":
        named = not one.counted
    elif one.counted:
        other = is_currency(one.unit) or one.unit == "percent" or " day" in one.unit + unit.of
        named = unit.of == one.unit or (not other and unit.of in one.words)
    else:
        named = unit.of in one.words or unit.of in around
    if not named or not all(per == one.per or per in around for per in unit.per):
        return None
    if not one.per or one.per in unit.per:
        return ""
    return one.per if one.per in CALENDAR and not unit.per else None


def _around(sentence: CaseSentence, case_file: CaseFile) -> frozenset[str]:
    """Names of units in a sentence, its heading, and the table or list that it is a row or item of."""
    texts = [sentence.text, sentence.heading]
    if sentence.structure in ("row", "item"):
        document = case_file.document_of(sentence)
        texts += [one.text for one in document.sentences if one.paragraph == sentence.paragraph]
        texts += [one.text for one in document.sentences if one.paragraph == sentence.paragraph - 1][-1:]
    found: set[str] = set()
    for text in texts:
        found |= {name_of(one) for one in _TOKEN.findall(text)} | {
            singular(one.lower()) for one in _TOKEN.findall(text)
        }
        found |= {LY[one.lower()] for one in _TOKEN.findall(text) if one.lower() in LY}
        found |= {"percent"} if re.search(r"\bper[\s-]cent\b", text, re.IGNORECASE) else set()
        found |= {"working day"} if re.search(r"\b(?:working|business|banking) days?\b", text, re.IGNORECASE) else set()
    return frozenset(found - {""})


def occurrences(value: Value, sentence: CaseSentence, case_file: CaseFile) -> int:
    """How often a sentence states a value."""
    if isinstance(value.number, date):
        return int(value.number in days_of(sentence, case_file))
    same = [one for one in numbers_in(sentence.text) if one.value == value.number]
    # "ten (10) days" says it once.
    again = [two for one, two in pairwise(same) if sentence.text[one.end : two.start].strip() == "("]
    return len({one.start for one in same}) - len(again)


def stated_in(sentence: CaseSentence, case_file: CaseFile, unit: Unit) -> list[Value]:
    """The amounts that a sentence states in a unit, or in one that can be turned into it."""
    around = _around(sentence, case_file)
    found = []
    for one in numbers_in(sentence.text):
        alike = one.counted and factor(Unit(one.unit), Unit(unit.of)) is not None
        stated = Unit(one.unit if alike else unit.of, unit.per)
        within = _fits(stated, one, around)
        if within is not None:
            found.append(Value(one.value, stated, within))
    return found


def _quoted(sentence: CaseSentence) -> str:
    text = sentence.text.strip()
    return f'"{text if len(text) <= 160 else text[:157] + "..."}"'
