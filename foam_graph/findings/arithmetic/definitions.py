"""Definitions that give a formula: "net pay is the sum of wages paid in the month less the fee"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.measures import phrase_keys, split_phrase
from foam_graph.findings.language.numerals import number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.passages import Passage

Operation = Literal["term", "items", "number", "+", "-", "x", "/"]
_DEFINING = re.compile(r"^(?P<name>[^,;:]{3,80}?)\s(?:is|are|means|equals?)\s(?P<formula>[^;:]+?)\.?$")
_FORMULA = re.compile(
    r"\b(?:the sum of|less|minus|plus|multiplied by|times|divided by|the product of|the total of)\b", re.IGNORECASE
)
_NOT_MINUS = re.compile(r"\bless than\b|\bno less\b|\bor less\b|\bmuch less\b|\bless (?:likely|often)\b", re.IGNORECASE)
_SPLITS: tuple[tuple[Operation, re.Pattern[str]], ...] = (
    ("/", re.compile(r"\s+divided by\s+", re.IGNORECASE)),
    ("-", re.compile(r"\s+(?:less|minus)\s+", re.IGNORECASE)),
    ("+", re.compile(r"\s+plus\s+", re.IGNORECASE)),
    ("x", re.compile(r"\s+(?:multiplied by|times)\s+", re.IGNORECASE)),
)
_SUM = re.compile(r"^(?:the )?(?:sum|total) of\s+", re.IGNORECASE)
_PERIOD = re.compile(
    r"\s+(?:in|during|over|for|within)\s(?:the|a|each|any)\s(?P<period>(?:[a-z]+\s)?(?:week|month|quarter|year|period))\b"
    r".*$",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s+over at least\s.*$|\s+(?:over|in|during)\s\d.*$", re.IGNORECASE)


@dataclass(frozen=True)
class Formula:
    """A formula or one term of it.

    Attributes:
        operation: What joins the parts; ``term`` for one amount, ``items`` for the sum of dated amounts.
        parts: The parts, empty for a term.
        text: The words of a term.
        period: What the items must fall in, e.g. ``review month``, or empty.
        value: The number of a ``number``.
    """

    operation: Operation
    parts: tuple[Formula, ...] = ()
    text: str = ""
    period: str = ""
    value: Decimal = Decimal(0)

    def keys(self) -> tuple[str, ...]:
        """Keys of the words of a term."""
        return phrase_keys(self.text)


@dataclass(frozen=True)
class Definition:
    """A sentence that defines a measure by a formula.

    Attributes:
        passage: The sentence.
        name: What is defined, as written.
        head: Keys of its noun phrase, the noun last.
        formula: How it is computed.
    """

    passage: Passage
    name: str
    head: tuple[str, ...]
    formula: Formula


def definitions(passages: Iterable[Passage]) -> list[Definition]:
    """The definitions among sentences.

    Args:
        passages: Sentences in a fixed order.
    """
    return [made for one in passages if (made := definition(one)) is not None]


def definition(passage: Passage) -> Definition | None:
    """The definition that a sentence gives, or None.

    Args:
        passage: The sentence.
    """
    text = passage.text.strip()
    match = _DEFINING.match(text)
    if match is None or not _FORMULA.search(match["formula"]) or _NOT_MINUS.search(text) or negations(text):
        return None
    clause = read(text)
    if clause.dates or any(one.unit and not one.generic() for one in clause.quantities):
        return None
    if any(one.unit.startswith("money:") or one.unit == "percent" for one in clause.quantities):
        return None
    head, _ = split_phrase(match["name"])
    made = _parsed(match["formula"])
    if made is None or not phrase_keys(head):
        return None
    name = re.sub(r"^(?:the|an?)\s", "", match["name"], flags=re.IGNORECASE)
    return Definition(passage, name, phrase_keys(head), made)


def _parsed(text: str) -> Formula | None:
    """A formula in words; None where a part names nothing."""
    body = text.strip(" .,")
    for operation, pattern in _SPLITS:
        if len(pieces := pattern.split(body)) > 1:
            parts = tuple(_parsed(piece) for piece in pieces)
            return Formula(operation, tuple(one for one in parts if one)) if all(parts) else None
    if _SUM.match(body):
        return _sum(_SUM.sub("", body))
    number = number_value(body) if re.fullmatch(r"[\w.,-]+", body) else None
    if number is not None:
        return Formula("number", value=number, text=body)
    return _term(body)


def _sum(body: str) -> Formula | None:
    """The sum of A and B is A + B; the sum of A alone is the sum of all that is A."""
    pieces = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", body)
    if len(pieces) > 1:
        parts = tuple(_parsed(piece) for piece in pieces)
        return Formula("+", tuple(one for one in parts if one)) if all(parts) else None
    made = _term(body)
    return Formula("items", text=made.text, period=made.period) if made else None


def _term(body: str) -> Formula | None:
    """One term; what falls in a named period is a sum of items."""
    period = _PERIOD.search(body)
    text = _TAIL.sub("", body[: period.start()] if period else body)
    if not phrase_keys(text) and not words_of_unit(text):
        return None
    return Formula("items" if period else "term", text=text, period=period["period"].lower() if period else "")


def words_of_unit(text: str) -> bool:
    """Whether a text has any letters at all."""
    return bool(re.search(r"[a-z]{3}", text))
