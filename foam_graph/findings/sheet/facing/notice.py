"""Notices that give less time than the one rule of the file on such notices asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import counted_from, find_dates, spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "notice period"
_PERIOD: Final = re.compile(
    rf"\b(?P<n>{NUMBER}|a) (?:clear |full |calendar )?(?P<unit>day|week|month|year)(?:s['’]|['’]s|s)? (?:(?:written|prior|previous|advance) )*notice\b"
    rf"|\bnotice(?: in writing)? of (?:at least |not less than )?(?P<m>{NUMBER}|a) (?P<sort>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    r"\b(?:end(?:s|ed|ing)?|terminat\w+|cancel\w*|withdraw\w*|leav(?:e|es|ing)|quit|resign\w*|give(?:s|n)? up|determin\w+)\b",
    re.IGNORECASE,
)
_GIVEN: Final = re.compile(
    r"\b(?:I|we)\b[^.;]{0,60}?\b(?:end|terminate|cancel|resign|give notice|leave|quit|withdraw|terminating|ending|giving notice|cancelling)\b",
    re.IGNORECASE,
)
_FOR: Final = re.compile(
    r"\b(?:on|from|as of|as from|with effect (?:from|on)|for|to|by|at|at the end of|effective)\s(?:the\s)?(?:end of\s)?$",
    re.IGNORECASE,
)
_OTHERWISE: Final = re.compile(
    r"\b(?:immediate(?:ly)?|without notice|good cause|for cause|breach|broken|forthwith|agreed|would|could|might|if|unless|offer\w*|propos\w+|wish\w*|ask\w*|earlier notice|already|as told)\b",
    re.IGNORECASE,
)
"""An end for a reason, by agreement, or that is only wished for, needs no time; nor is a notice that was given before counted anew."""
_EITHER: Final = re.compile(
    r"\b(?:either|each|both|any|the) (?:of the )?(?:part(?:y|ies)|sides?)\b|\b(?:is|must be|shall be|has to be|may be|can be) (?:given|ended|terminated|cancelled)\b|\bby either\b",
    re.IGNORECASE,
)
_CONTRACTS: Final = re.compile(
    r"\b(?:agreement|contract|lease|tenancy|licence|membership|employment|subscription|policy|hire|let)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class _Period:
    """How long before its day a notice has to be given.

    Attributes:
        rule: The rule.
        count: How many.
        unit: ``day``, ``week``, ``month`` or ``year``.
    """

    rule: Statement
    count: int
    unit: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Letters that end something on a day sooner than the period of notice allows, counted from the day that they bear.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    period = _only_period(read)
    if period is None:
        return
    for one in read:
        given = _notice(one, read, dates)
        if given is None or not _of_one_contract(one, period.rule, read):
            continue
        day, end = given
        bound = counted_from(day, period.count, period.unit)
        if bound is None or end >= bound:
            continue
        text = (
            f"{says(period.rule)}. {opened(called(one))}: {quote(one)}. From {spelt_day(day)}, the day that the notice bears, to {spelt_day(end)} are "
            f"{(end - day).days} days; the period that the rule asks for ends on {spelt_day(bound)}."
        )
        inputs: dict[str, object] = {
            "day": end.isoformat(),
            "from": day.isoformat(),
            "limit": str(period.count),
            "unit": period.unit,
        }
        yield Finding("timeline", text, (period.rule.id, one.id), "beyond", rule=RULE, inputs=inputs)


def _only_period(read: Statements) -> _Period | None:
    """The period of notice of the one rule of the file that sets one; None where none or several do, or another paper speaks of one."""
    found = [
        (one, match) for one in read if _ENDS.search(one.text) and one.standing != "question"
        for match in _PERIOD.finditer(one.text)
    ]  # fmt: skip
    # Of a rule for one side it is not known which side a letter is from.
    if (
        len(found) != 1
        or not _EITHER.search(found[0][0].text)
        or found[0][0].standing != "rule"
        or found[0][0].document.number not in read.laws
    ):
        return None
    rule, match = found[0]
    count = 1 if (match["n"] or match["m"]).lower() == "a" else number_value(match["n"] or match["m"])
    if count is None or count != int(count):
        return None
    return _Period(rule, int(count), (match["unit"] or match["sort"]).lower())


def _notice(one: Statement, read: Statements, dates: DocumentDates) -> tuple[date, date] | None:
    """The day on which a writer gives notice, and the day for which; None where a sentence gives none."""
    if one.document.number in read.laws or one.text.startswith("|") or one.standing == "question":
        return None
    if not _GIVEN.search(one.text) or _OTHERWISE.search(one.text) or negations(one.text):
        return None
    day = dates.written(one.document.id, one.id)
    named = [dates.read(found) for found in find_dates(one.text) if found.day]
    if day is None or len(named) != 1 or not _FOR.search(one.text[: named[0].start]) or dates.unsure(named[0]):
        return None
    end = named[0].calendar()
    return (day, end) if end is not None and end > day else None


def _of_one_contract(one: Statement, rule: Statement, read: Statements) -> bool:
    """Whether a notice is of the contract that has the rule: it calls it so, and no other paper of rules is called like that."""
    kinds = {match.group().lower() for match in _CONTRACTS.finditer(one.text)}
    title = {word.lower for word in words(rule.document.title)}
    laws = {
        each.document.id: {word.lower for word in words(each.document.title)}
        for each in read
        if each.document.number in read.laws
    }
    return any(kind in title and sum(kind in other for other in laws.values()) == 1 for kind in kinds)
