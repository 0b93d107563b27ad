"""The form of a composed statement: sentences' own words, computed figures and fixed connecting phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from foam_graph.findings.language.clauses import Clause, clauses, read, resolved
from foam_graph.findings.passages import Passage

CompositionKind = Literal["calculation", "exception", "conflict", "corroboration", "chain"]
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet"}


@dataclass(frozen=True)
class Test:
    """A value held against a bound.

    Attributes:
        value: The value.
        bound: The bound, in the same unit.
        comparator: How the rule bounds it: ``<``, ``<=``, ``>`` or ``>=``.
        unit: Unit of both as ``Quantity.unit`` gives it.
        rule: Id of the sentence that sets the bound.
        measure: What is held against it, in words; empty where it is a stated figure.
        figures: The figures and signs that give the value.
        day: Last day of what was added up, or None.
        case: Id of the sentence that says that the bound is the one for this case, or empty.
    """

    value: Decimal
    bound: Decimal
    comparator: str
    unit: str
    rule: str
    measure: str
    figures: str
    day: date | None = None
    case: str = ""


@dataclass(frozen=True)
class Composition:
    """One statement made from two or more documents.

    Attributes:
        kind: How it was made.
        text: The statement.
        passages: Ids of the sentences that it rests on, in the order in which it uses them.
        values: Its figures by name, as text.
        explanation: How it was made, for an auditor.
        test: The comparison that it states, or None.
    """

    kind: CompositionKind
    text: str
    passages: tuple[str, ...]
    values: dict[str, str]
    explanation: str
    test: Test | None = None


def clauses_of(passage: Passage) -> tuple[Clause, ...]:
    """The clauses of a passage, an opening pronoun replaced from the sentence before it."""
    return clauses(resolved(passage.text, passage.before))


def whole(passage: Passage) -> Clause:
    """The whole sentence of a passage, read as one clause."""
    return read(resolved(passage.text, passage.before))


def documents(passages: Iterable[Passage]) -> int:
    """In how many documents passages stand."""
    return len({one.document for one in passages})


def quoted(passage: Passage) -> str:
    """A sentence in quotation marks, without its full stop."""
    return f'"{passage.text.strip().rstrip(".")}"'


def source(passage: Passage, fallback: str) -> str:
    """How a source is called: its title, or a phrase where the title has figures or is empty."""
    return passage.title if passage.title and not re.search(r"\d", passage.title) else fallback


def amount(value: Decimal, unit: str, scaled: bool = True) -> str:
    """An amount in words and figures, e.g. ``$1,231.75`` or ``32 hours``.

    Args:
        value: The amount; rounded half up to two decimals.
        unit: A unit as ``Quantity.unit`` gives it.
        scaled: Whether large round amounts are told in millions.
    """
    if unit.startswith("money:"):
        code = unit.partition(":")[2]
        sign = _SIGNS.get(code, "")
        if scaled and value >= 10**6 and value % 1000 == 0:
            figure = f"{(value / 10**6).normalize():,f} million"
        else:
            figure = f"{rounded(value):,.2f}" if value != value.to_integral_value() else f"{value:,.0f}"
        return f"{sign}{figure}" if sign else f"{figure} {code}"
    figure = plain(value)
    if unit in ("ratio", "number"):
        return figure
    if unit == "percent" or not unit:
        return f"{figure} percent" if unit else figure
    return f"{figure} {unit if value == 1 else plural(unit)}"


def figure_text(value: Decimal, unit: str, bare: bool = False) -> str:
    """A figure as part of a sum: large round amounts in millions, money with its sign or with two decimals.

    Args:
        value: The figure.
        unit: Its unit as ``Quantity.unit`` gives it.
        bare: Whether the sign is left out.
    """
    if not unit.startswith("money:"):
        return plain(value)
    if not bare:
        return amount(value, unit)
    return f"{rounded(value):,.2f}" if value < 10**5 else plain(value)


def plain(value: Decimal) -> str:
    """A figure without trailing zeros, thousands separated."""
    short = rounded(value)
    return f"{short:,.0f}" if short == short.to_integral_value() else f"{short.normalize():,f}"


def rounded(value: Decimal) -> Decimal:
    """A value rounded half up to two decimals."""
    return value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def plural(noun: str) -> str:
    """Plural of a unit's noun."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")
