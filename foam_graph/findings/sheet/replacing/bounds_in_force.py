"""Bounds in the time for which they hold: an old limit is held against what was before its change, the new one against what came after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.replacing.amended import amended, effect_of
from foam_graph.findings.sheet.replacing.changes import Change, amounts_of, anew, keys_of, plain, stated
from foam_graph.findings.sheet.replacing.lapsed import holds_against
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES, Statement, Statements, statements

_ALIKE, _LEAST = 0.75, 2
"""Share of their words that two rules have in common to set one bound, and how many these are at least."""


@dataclass(frozen=True, eq=False)
class Succession:
    """That one bound took the place of another.

    Attributes:
        old: The rule that had the old one.
        was: The old figure.
        by: The sentence that has the new one.
        now: The new figure.
        since: From when on the new one holds; None where nothing says.
    """

    old: Statement
    was: Decimal
    by: Statement
    now: Decimal
    since: date | None


@lru_cache(maxsize=4)
def changes_of(read: Statements, file: CaseFile) -> tuple[Change, ...]:
    """The changes of a file that name what they change, each with its rule.

    Args:
        read: The statements of the file.
        file: The file.
    """
    return (*amended(read, file), *stated(read))


def successions(read: Statements, file: CaseFile) -> Iterator[Succession]:
    """The bounds of a file that others took the place of.

    Args:
        read: The statements of the file.
        file: The file.
    """
    for change in (*changes_of(read, file), *anew(read)):
        if change.earlier is not None and change.amount is not None and change.now is not None:
            yield Succession(change.earlier, change.amount.value, change.by, change.now.value, change.day)
    yield from _set_anew(read)


def _set_anew(read: Statements) -> Iterator[Succession]:
    """Bounds of two dated papers of rules in nearly the same words, each with one figure of one unit."""
    rules = [one for one in read.of("rule") if one.date and one.document.source_class in RULE_CLASSES]
    told = [
        (one, keys_of(plain(one.text)), amounts) for one in rules if len(amounts := amounts_of(plain(one.text))) == 1
    ]
    for older, mine, was in told:
        for newer, theirs, now in told:
            if older.date >= newer.date or older.document is newer.document or was[0].unit != now[0].unit:
                continue
            common, least = len(mine & theirs), _ALIKE * max(len(mine), len(theirs))
            if was[0].value != now[0].value and common >= _LEAST and common >= least:
                yield Succession(older, was[0].value, newer, now[0].value, effect_of(newer, read))


def held_in_time(found: Iterable[Finding], file: CaseFile) -> list[Finding]:
    """The findings without those that hold a fact against a bound of another time.

    Args:
        found: The findings of all makers.
        file: The case file.
    """
    read = statements(file)
    known = list(successions(read, file))
    if not known:
        return list(found)
    dates = document_dates(file)
    by_id = {one.id: one for one in read}
    return [one for one in found if not any(_of_another_time(one, each, by_id, dates) for each in known)]


def _of_another_time(one: Finding, known: Succession, by_id: dict[str, Statement], dates: DocumentDates) -> bool:
    if not holds_against(one):
        return False
    cited = dict.fromkeys((*one.sentences, *one.against))
    has_old, has_new = known.old.id in cited, known.by.id in cited
    if has_old == has_new or not _bounded_by(
        one, known.was if has_old else known.now, known.old if has_old else known.by
    ):
        return False
    facts = [by_id[name] for name in cited if name in by_id and name not in (known.old.id, known.by.id)]
    facts = [fact for fact in facts if fact.standing != "rule" and fact.document is not known.old.document]
    if not facts:
        return False
    days = [_day(fact, dates) for fact in facts]
    if known.since is None:
        return True  # which of the two held when is not known
    return any(day is None or (day >= known.since if has_old else day < known.since) for day in days)


def _bounded_by(one: Finding, value: Decimal, rule: Statement) -> bool:
    """Whether a finding holds something against a figure: its own bound, else the only figure of the rule."""
    for name in ("bound", "limit"):
        stated_ = one.inputs.get(name)
        if stated_ is not None:
            try:
                return Decimal(str(stated_)) == value
            except InvalidOperation:
                return str(value) in str(stated_)
    return {each.value for each in amounts_of(plain(rule.text))} == {value}


def _day(one: Statement, dates: DocumentDates) -> date | None:
    """The last day that a sentence names, else the day on which it was written."""
    named = [day for found in find_dates(one.text) if (day := dates.read(found).calendar()) is not None]
    return max(named) if named else dates.written(one.document.id, one.id)
