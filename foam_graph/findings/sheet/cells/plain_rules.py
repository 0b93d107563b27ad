"""The tables of papers, and the rules that are held against them: those to which no other sentence makes an exception."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Protocol, TypeVar

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.applying.provisions import number_of
from foam_graph.findings.sheet.cells.grid import Table, tables
from foam_graph.findings.sheet.governing.acts import governed, law_sentences
from foam_graph.findings.sheet.replacing.current import Amendment, amendments
from foam_graph.findings.sheet.standing.numbered import named
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_EXCEPTS: Final = re.compile(
    r"\b(?:(?:does|do|shall|is|are) not (?:apply|applicable|count)|except\w*|exempt\w*|waive\w*|unless|may (?:allow|permit|grant|extend|agree|dispense|be (?:exceeded|extended|waived|more|longer|higher))|free of|instead)\b",
    re.IGNORECASE,
)
_THIS: Final = re.compile(
    r"^\W*(?:[\w.]{1,5}[.)]\s+)?(?:this|that|these|it|the (?:limit|bound|time|rule|figure|period|most|same)|exceptions?|(?:the|an?) [\w -]{2,40}? may (?:allow|permit|grant|extend|agree|dispense|waive))\b",
    re.IGNORECASE,
)


def tables_of_papers(read: Statements, file: CaseFile) -> list[Table]:
    """The tables of a file that stand in papers, not in its rules.

    Args:
        read: The statements of the file.
        file: The case file.
    """
    return [one for one in tables(file) if one.document.number not in read.laws]


@lru_cache(maxsize=4)
def plain_rules(read: Statements) -> tuple[Statement, ...]:
    """The rules of a file to which no other sentence of their paper makes an exception: by their number, or right behind them.

    Args:
        read: The statements of the file.
    """
    return tuple(_plain(read))


def _plain(read: Statements) -> Iterator[Statement]:
    rules = law_sentences(read)
    places = {one.id: place for place, one in enumerate(read)}
    excepting = [one for one in read if one.document.number in read.laws and _EXCEPTS.search(one.text)]
    for rule in rules:
        number = number_of(rule.text)
        after = read.all[places[rule.id] + 1] if places[rule.id] + 1 < len(read.all) else None
        behind = (
            after is not None and after in excepting and after.document is rule.document and _THIS.match(after.text)
        )
        by_number = number and any(
            other is not rule and other.document is rule.document and number in named(other.text) for other in excepting
        )
        if not behind and not by_number:
            yield rule


class OfARule(Protocol):
    """What was read off a rule."""

    @property
    def rule(self) -> Statement:
        """The rule."""


Read = TypeVar("Read", bound=OfARule)


def rules_over_tables(
    read: Statements, file: CaseFile, reading: Callable[[Statement, Mapping[str, Amendment]], Iterable[Read]]
) -> Iterator[tuple[Table, list[Read]]]:
    """The tables of papers, each with what the plain rules say that govern its paper; tables that none governs are left out.

    Args:
        read: The statements of the file.
        file: The case file.
        reading: What to read off a rule, with what amends the rules.
    """
    found = tables_of_papers(read, file)
    if not found:
        return
    changed, under = amendments(read, file), governed(read)
    every = [one for rule in plain_rules(read) for one in reading(rule, changed)]
    for table in found if every else ():
        own = [one for one in every if under(one.rule, table.document)]
        if own:
            yield table, own
