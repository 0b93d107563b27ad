"""Amounts with what they are amounts of: the cost of a thing, its capacity, the whole number of a set, who did something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from foam_graph.findings.language.clauses import first_verb, light
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.quantities import Quantity, find_quantities, singular
from foam_graph.findings.language.words import key_of, verb_keys, words
from foam_graph.findings.sheet.accounts.account import Account, Accounts, numbered
from foam_graph.findings.sheet.accounts.senses import said, senses
from foam_graph.findings.sheet.standing.statements import Statement

Measure = Literal["cost", "capacity", "whole", "doers", "stand"]
_FOR = re.compile(r"^\s(?:of|for|on) (?:the |an? |my |our |his |her |its |their )?(?P<np>[\w-]+(?: [\w-]+){0,3})")
_SET = re.compile(
    rf"(?:^of|\b(?:{NUMBER}|all|each|every one|none|some|most) (?:out )?of|\ball|\b(?:each|every one) of)"
    rf"(?: the| our| its| their| his| her| my| these)? (?P<n>{NUMBER}) (?P<np>(?:[a-z][a-z-]+ ){{0,2}}[a-z][a-z-]*(?:s|children|people|men|women))\b",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:(?:the|an?|this|our|my|its|their|his|her|new|total) )+", re.IGNORECASE)
_SPLIT = re.compile(
    r"\b(?:of|in|at|on|for|from|with|by|to|and|or|that|which|who|as|was|were|is|are|had|has|have|per|up|over)\b"
)
_EACH = re.compile(
    r"\b(?:each|per|apiece|a piece|every|half|part|first|second|deposit|advance|instalment|at most|from .* to)\b", re.I
)
_TOGETHER = re.compile(
    r"\b(?:together|both|the (?:two|three|four)|combined|altogether|jointly|in all|all told|between them)\b",
    re.IGNORECASE,
)
"""What is had by several."""
_SPENT = re.compile(
    r"\b(?:payments?|paid|costs?|expenses?|expenditures?|spending|spent|outgoings|outlays?|bills?)\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_WHOLE = next(one for one in senses().measures if one.name == "whole")
_HAS = re.compile(rf"\b(?:{'|'.join(_WHOLE.phrases)}) ?$", re.IGNORECASE)
_RIM = re.compile(r"\b(?:on|in|at|with|for|from|of)\b[^,]*$", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Amount:
    """An amount of something.

    Attributes:
        statement: Who states it.
        measure: What it measures.
        unit: Its unit, or the key of what is counted.
        value: Its value.
        text: Its words.
        thing: Keys of what it is an amount of, the head last; of doers also what they did.
        year: The year that it is of; None where that is not said.
        month: The month; None where that is not said.
        known: It is said of a name or of a known set, not of any.
    """

    statement: Statement
    measure: Measure
    unit: str
    value: Decimal
    text: str
    thing: tuple[str, ...]
    year: int | None
    month: int | None
    known: bool = False


def amounts(all_: Accounts) -> Iterator[Amount]:
    """The amounts of a case file that have a thing.

    Args:
        all_: Its accounts.
    """
    for one in all_.all:
        text = one.clause.text
        yield from _sets(one, text)
        for quantity in find_quantities(text):
            if (
                quantity.comparator == "="
                and quantity.high is None
                and not quantity.partial
                and quantity.role == "level"
            ):
                yield from _of(one, quantity, text)
    for statement in all_.read:
        yield from _row(statement)


def _of(one: Account, quantity: Quantity, text: str) -> Iterator[Amount]:
    measures = {found.name for found in said(text, "measures")}
    lead = _LEADING.sub("", text[: (first_verb(text) or (0, ""))[0]].strip())
    if quantity.unit.startswith("money:"):
        alone = sum(other.unit == quantity.unit for other in find_quantities(text)) == 1
        if "cost" in measures and alone and not _EACH.search(text):
            after = _FOR.match(text[quantity.end :])
            thing = phrase(after["np"] if after else lead)
            if thing:
                yield _made(one, "cost", quantity, thing)
        return
    if quantity.generic():
        return
    counted = phrase(re.sub(rf"^(?:{NUMBER})\s", "", quantity.text, flags=re.IGNORECASE)) or (key_of(quantity.unit),)
    if "capacity" in measures and one.names and not one.dated:
        yield _made(one, "capacity", quantity, tuple(sorted(one.names)), known=True)
    if _HAS.search(text[: quantity.start]) and lead and not one.dated and not _TOGETHER.search(one.statement.text):
        yield _made(one, "whole", quantity, counted)
    if not text[: quantity.start].strip(" ,") or re.search(r"\band $", text[: quantity.start]):
        verb = next((w for w in words(text[quantity.end :]) if w.key in verb_keys() or w.lower.endswith("ed")), None)
        if verb is not None and not light(verb.key):
            rest = tuple(w.key for w in words(text[quantity.end :][verb.end :]) if not w.function and not light(w.key))
            yield _made(one, "doers", quantity, (*rest, verb.key, key_of(quantity.unit)))


def _sets(one: Account, text: str) -> Iterator[Amount]:
    """The whole number of a set ("17 of our 20 sites", "all 46 consent forms")."""
    for match in _SET.finditer(text):
        value, thing = number_value(match["n"]), phrase(match["np"])
        if value is None or not thing or find_quantities(f"{match['n']} {match['np'].split()[-1]}")[:1] == ():
            continue
        quantity = find_quantities(f"{match['n']} {match['np'].split()[-1]}")[0]
        if not quantity.generic():
            yield Amount(
                one.statement,
                "whole",
                thing[-1],
                value,
                f"{match['n']} {match['np']}",
                thing,
                *_when(one.statement),
                True,
            )


def _made(one: Account, measure: Measure, quantity: Quantity, thing: tuple[str, ...], known: bool = False) -> Amount:
    unit, value = quantity.measure()
    return Amount(one.statement, measure, unit, value, quantity.text.strip(), thing, *_when(one.statement), known)


def _when(one: Statement) -> tuple[int | None, int | None]:
    """The year and the month that a statement is of: stated, "last year", or those of its document's title or heading."""
    dates = [date for clause in one.clauses for date in clause.dates]
    month = next((date.month for date in dates if date.month), None)
    year = next((date.year for date in dates if date.year), None)
    written = int(one.date[:4]) if one.date[:4].isdigit() else None
    if year is None and written is not None and re.search(r"\blast year\b", one.text, re.IGNORECASE):
        year = written - 1
    if year is None and month is None:
        stated = _YEAR.findall(f"{one.document.title} {one.heading}")
        year = int(stated[0]) if len(set(stated)) == 1 else None
    return year, month


def _row(one: Statement) -> Iterator[Amount]:
    """The amount of a row of two cells that stands under a heading of what was paid."""
    if not one.text.lstrip().startswith("|") or not _SPENT.search(f"{one.heading} {one.document.title}"):
        return
    cells = [cell.strip(" *_") for cell in one.text.strip().strip("|").split("|")]
    if len(cells) != 2 or re.match(r"(?:sub)?total", cells[0], re.IGNORECASE):
        return
    found, thing = find_quantities(cells[1]), phrase(cells[0])
    if len(found) == 1 and found[0].unit.startswith("money:") and thing:
        unit, value = found[0].measure()
        yield Amount(one, "cost", unit, value, found[0].text.strip(), thing, *_when(one))


def phrase(text: str) -> tuple[str, ...]:
    """Keys of the noun phrase at the beginning of a text, the head last; empty where it has no noun.

    Args:
        text: The text.
    """
    body = _SPLIT.split(_LEADING.sub("", text.strip()))[0]
    if numbered(body):
        return ()
    found = [w for w in words(body) if not w.function and w.lower not in senses().fillers.split()]
    return tuple(key_of(singular(word.lower)) for word in found[:4])
