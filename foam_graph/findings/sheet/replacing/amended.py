"""Amendments by number: "in Article 3 the figure of 6,500 is replaced by 7,000", and new texts that stand in the place of old ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.sheet.replacing.changes import Change, amounts_of, day_of, keys_of
from foam_graph.findings.sheet.standing.numbered import Part, named, parts, under
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES, Statement, Statements

_WHAT = r"(?:words?|figures?|numbers?|amounts?|sums?|periods?|limits?|terms?|rates?|percentages?|times?|ages?|fees?)"
_OLD = r"[\"“]?(?P<old>(?:[^\"“”;,]|(?<=\d),(?=\d)){1,40}?)[\"”]?"
_NEW = r"[\"“]?(?P<new>[^\"“”;]{1,40}?)[\"”]?"
_DOING = r"(?:is|are|shall be|was|were|has been|have been)"
_SWAPPED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bthe {_WHAT} (?:of )?{_OLD},? {_DOING} (?:hereby )?(?:replaced|superseded|changed|amended|substituted) (?:by|with|to) (?:the {_WHAT} (?:of )?)?{_NEW}(?=[.;,](?!\d)|$)",
        rf"\bthe {_WHAT} (?:of )?{_OLD},? {_DOING} (?:hereby )?(?:struck out|deleted|removed|omitted|taken out),? and (?:the {_WHAT} (?:of )?)?{_NEW},? (?:{_DOING} )?(?:put|inserted|substituted|placed|set)\b",
        rf"\bfor (?:the {_WHAT} (?:of )?)?[\"“](?P<old>[^\"“”;]{{1,40}}?)[\"”] (?:there )?(?:is|are|shall be|substitute|read) (?:substituted |read |put )?[\"“](?P<new>[^\"“”;]{{1,40}}?)[\"”]",
        rf"\b{_NEW} (?:takes|stands in|shall stand in|is put in) the place of (?:the {_WHAT} (?:of )?)?{_OLD}(?=[.;,](?!\d)|$)",
    )
)
_FOLLOWING = re.compile(
    r"\b(?:the )?following(?: (?:text|words|wording|table|schedule|version))? (?:(?:now )?(?:stands?|comes|takes its place|applies|holds|is (?:put|inserted|substituted|set))\b)"
    r"|\bis replaced by the following\b|\b(?:now|shall|to) reads? as follows\b|\bis amended to read\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"\b(?:takes?|enters?|comes?|in) (?:into )?(?:effect|force)\b|\b(?:applies|apply|holds?|valid) (?:from|as of)\b"
    r"|\b(?:applies|apply|holds?) (?:only )?to [^.;]{3,60}? (?:after|from|since|on or after|as of)\b",
    re.IGNORECASE,
)
_ALIKE = 0.6
"""Share of the words of an old sentence that a new one in its place has."""


@lru_cache(maxsize=4)
def amended(read: Statements, file: CaseFile) -> tuple[Change, ...]:
    """The amounts of numbered rules that other papers replace, each with the rule that had them; several makers ask it of one file.

    Args:
        read: The statements of a file.
        file: The file.
    """
    return tuple(_amended(read, file))


def _amended(read: Statements, file: CaseFile) -> Iterator[Change]:
    numbered = parts(file)
    rules = {one.id: one for one in read if one.document.source_class in RULE_CLASSES}
    after = {one.id: two for one, two in zip(read.all, read.all[1:], strict=False) if one.document is two.document}
    for one in read:
        if one.standing == "question" or one.text.startswith("|"):
            continue
        found = _in_words(one, rules, numbered)
        if found is not None:
            yield _dated(found, read)
        if _FOLLOWING.search(one.text):
            yield from (_dated(change, read) for change in _following(one, read, after, rules, numbered))


def _in_words(
    one: Statement, rules: Mapping[str, Statement], numbered: Mapping[int, tuple[Part, ...]]
) -> Change | None:
    """One figure of a rule that is named by its number put in the place of another."""
    if not any(named(one.text)):
        return None
    for pattern in _SWAPPED:
        for match in pattern.finditer(one.text):
            was, now = amounts_of(match["old"]), amounts_of(match["new"])
            if len(was) != 1 or len(now) != 1 or was[0].value == now[0].value:
                continue
            found = [
                (rule, q) for rule in _named_rules(one, rules, numbered) for q in amounts_of(rule.text)
                if q.value == was[0].value and was[0].unit in ("", q.unit)
            ]  # fmt: skip
            if len(found) == 1:
                rule, old = found[0]
                new = replace(now[0], unit=now[0].unit or old.unit, period=now[0].period or old.period)
                return _change(one, rule, old, new, rule.text[old.start : old.end])
    return None


def _named_rules(
    one: Statement, rules: Mapping[str, Statement], numbered: Mapping[int, tuple[Part, ...]]
) -> list[Statement]:
    """The sentences of the rules that a sentence names, of other papers."""
    found = [
        rules[sentence.id] for number in named(one.text) for document, own in numbered.items()
        if document != one.document.number for part in under(number, own) for sentence in part.sentences
        if sentence.id in rules
    ]  # fmt: skip
    return list(dict.fromkeys(found))


def _following(
    one: Statement,
    read: Statements,
    after: Mapping[str, Statement],
    rules: Mapping[str, Statement],
    numbered: Mapping[int, tuple[Part, ...]],
) -> Iterator[Change]:
    """What sentences behind "the following stands in its place" set anew, by the old sentence in nearly the same words."""
    olds = _named_rules(one, rules, numbered) or [rule for rule in rules.values() if rule.document is not one.document]
    new = after.get(one.id)
    while new is not None and _paragraph(new) == _paragraph(one):
        now = amounts_of(new.text)
        fitting = [(rule, was) for rule in olds if (was := amounts_of(rule.text)) and len(was) == len(now) == 1
                   and was[0].unit == now[0].unit and was[0].value != now[0].value and _like(rule, new)]  # fmt: skip
        if len(fitting) == 1:
            rule, was = fitting[0]
            yield replace(_change(new, rule, was[0], now[0], was[0].text), day=_own_day(one, read))
        new = after.get(new.id)


def _paragraph(one: Statement) -> int:
    return next((s.paragraph for s in one.document.sentences if s.id == one.id), 0)


def _like(old: Statement, new: Statement) -> bool:
    mine, theirs = keys_of(old.text), keys_of(new.text)
    common = len(mine & theirs)
    return common >= 2 and common >= _ALIKE * len(theirs) and common >= _ALIKE / 2 * len(mine)


def _change(by: Statement, rule: Statement, old: Quantity, new: Quantity, text: str) -> Change:
    keys = keys_of(rule.text)
    return Change(by, text, new.text, old, new, frozenset(), frozenset(), keys, None, rule)


def _dated(found: Change, read: Statements) -> Change:
    """A change with the day from which it holds."""
    return replace(found, day=found.day or effect_of(found.by, read))


def effect_of(one: Statement, read: Statements) -> date | None:
    """The day from which a sentence holds: the one that it names, else the one that its paper gives, else that of the paper.

    None where it names one of which nothing shows which part is the day.

    Args:
        one: A sentence that changes or sets a rule.
        read: The statements of the file.
    """
    own = _own_day(one, read)
    if own is not None or read.dates.unclear(one.text):
        return own
    told = [
        day for other in read
        if other.document is one.document and _EFFECT.search(other.text) and (day := _own_day(other, read)) is not None
    ]  # fmt: skip
    return told[0] if len(set(told)) == 1 else day_of(one, read)


def _own_day(one: Statement, read: Statements) -> date | None:
    days = [day for found in find_dates(one.text) if (day := read.dates.read(found).calendar()) is not None]
    return days[0] if len(days) == 1 and not read.dates.unclear(one.text) else None
