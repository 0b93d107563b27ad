"""Limits that rules set, the condition under which each holds, and how a value stands to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from foam_graph.findings.arithmetic.figures import Change, Figure
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.measures import has_all, phrase_keys, same_measure
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.passages import Passage

_MODAL = re.compile(
    r"\b(?:must|shall|may|cannot|can|only (?:when|if|where)|if|when|required|eligible|requires?|needs? to|has to)\b",
    re.IGNORECASE,
)
_BOUND_NOUN = re.compile(
    r"\b(?:limit|ceiling|cap|maximum|minimum|threshold)\b[^,;]*?\s(?:is|are|of|stands at)\s", re.IGNORECASE
)
_TAKES_SIDES = re.compile(
    r"\b(?:exceeds the (?:limit|ceiling)|(?:below|above|over|under) the (?:limit|ceiling))\b", re.I
)
_OF_BOUND = re.compile(r"\b(?:limit|ceiling|cap|maximum|minimum|threshold|average|total)\sof\s", re.IGNORECASE)
_OF_MOST = re.compile(r"\bof\s(?:at (?:most|least)|no more than|not more than|no less than|up to)\s$", re.IGNORECASE)
_ALLOWED = re.compile(r"^\s(?:may|can|must|shall|is to|are to)\b", re.IGNORECASE)
_ASIDE = re.compile(r"\b(?:must|shall|may|can)\b[^,;]*\b(?:who|which|that|whose)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Limit:
    """A bound on a measure.

    Attributes:
        figure: The bound as stated.
        head: Keys of what is bounded, the noun last; empty where the clause names no noun.
        met_by: The sentence that best says that the limit's condition holds, or None.
    """

    figure: Figure
    head: tuple[str, ...]
    met_by: Passage | None = None

    @property
    def passage(self) -> Passage:
        """The rule."""
        return self.figure.passage

    @property
    def quantity(self) -> Quantity:
        """The bound."""
        return self.figure.quantity


def limits(figures: Sequence[Figure]) -> list[Limit]:
    """The limits among stated amounts, those left out whose condition other sentences speak against.

    Args:
        figures: All stated amounts.
    """
    found: list[Limit] = []
    for one in figures:
        if not _sets_limit(one):
            continue
        holds, met_by = _condition(one, figures)
        if holds:
            found.append(Limit(one, one.about.head, met_by))
    return found


def _sets_limit(one: Figure) -> bool:
    """Whether an amount is the bound of a rule, not a remark on one."""
    quantity, text = one.quantity, one.clause.text
    if quantity.comparator in ("=", "~") or not one.clause.rule or quantity.partial or quantity.role == "delta":
        return False
    before = text[: quantity.start]
    if _TAKES_SIDES.search(text) or _ASIDE.search(before):
        return False
    if one.about.tie == "of" and not _OF_BOUND.search(before[-40:]):
        allowed = _OF_MOST.search(before) and _ALLOWED.match(text[quantity.end :])
        return bool(allowed) and not one.clause.past
    return bool(_MODAL.search(before) or _BOUND_NOUN.search(before)) and not one.clause.past


def _condition(one: Figure, figures: Iterable[Figure]) -> tuple[bool, Passage | None]:
    """Whether a condition such as "for a household of three persons" is not spoken against, and what says it holds."""
    counted = [
        q for q in one.clause.quantities
        if q is not one.quantity and not q.generic() and q.unit and q.high is None
    ]  # fmt: skip
    for quantity in counted:
        unit, value = quantity.measure()
        matter = _matter(one, quantity)
        votes: dict[Decimal, list[Passage]] = {}
        for other in figures:
            if other.clause.rule or other.quantity.measure()[0] != unit or other.quantity.comparator != "=":
                continue
            if other.passage.document == one.passage.document or _sets_limit(other) or not _says(other, matter):
                continue
            votes.setdefault(other.quantity.measure()[1], []).append(other.passage)
        if votes:
            best = max(votes, key=lambda key: (len({p.document for p in votes[key]}), -key))
            return best == value, _strongest(votes.get(value, []))
    return True, None


def _matter(one: Figure, counted: Quantity) -> tuple[str, ...]:
    """The noun that an amount counts the parts of: "household" in "a household of three persons"."""
    found = re.search(r"(?P<noun>[a-z]+)\s(?:of|with)\s$", one.clause.text[: counted.start])
    return (key_of(found["noun"]),) if found else ()


def _says(other: Figure, matter: Sequence[str]) -> bool:
    before = other.clause.text[: other.quantity.start]
    found = re.search(r"(?P<noun>[a-z]+)\s(?:of|with)\s$", before)
    return not matter or bool(found and has_all(matter, (key_of(found["noun"]),)))


def _strongest(found: Sequence[Passage]) -> Passage | None:
    """The sentence that opens with the matter itself; the shortest of them."""
    order = ("official_record", "statistics", "expert", "research", "correspondence", "decision", "testimony")
    return min(
        found,
        key=lambda one: (
            order.index(one.source_class) if one.source_class in order else len(order),
            len(one.text),
            one.id,
        ),
        default=None,
    )


def bounds(limit: Limit, head: Sequence[str], unit: str, period: str) -> bool:
    """Whether a limit bounds a measure: same noun, same unit, and the same period.

    Args:
        limit: The limit.
        head: Keys of the measure, its noun last.
        unit: Its unit; "ratio" fits a bare number, and a percentage.
        period: What it is counted per, or empty where it is a total of the limit's own period.
    """
    if not same_measure(limit.head, head) or limit.figure.about.tie == "other":
        return False
    if unit == "ratio":
        return limit.quantity.unit in ("", "percent")
    return limit.quantity.unit == unit and (not period or limit.quantity.period == period)


def retired(limit: Limit, changes: Iterable[Change], day: date | None) -> bool:
    """Whether a limit did not hold on a day.

    Args:
        limit: The limit.
        changes: Which amounts were replaced.
        day: The day, or None.
    """
    from_limit = limit.figure
    matter = [q.measure() for q in from_limit.clause.quantities if q is not from_limit.quantity]
    for change in changes:
        stated = {q.measure() for q in find_quantities(change.passage.text)}
        if matter and not set(matter) & stated:
            continue
        if change.retires(from_limit, day):
            return True
    return False


def outcome(result: Decimal, bound: Decimal, comparator: str) -> str:
    """How a result stands to a bound, in words.

    Args:
        result: The result.
        bound: The bound in the same unit.
        comparator: How the rule bounds it.
    """
    if comparator == "<":
        return "is below the limit of" if result < bound else "is not below the limit of"
    if comparator == "<=":
        return "does not exceed the limit of" if result <= bound else "exceeds the limit of"
    if comparator == ">":
        return "exceeds the threshold of" if result > bound else "does not exceed the threshold of"
    return "reaches the minimum of" if result >= bound else "falls short of the minimum of"


def topical(text: str) -> frozenset[str]:
    """Keys of the words of a text that name something.

    Args:
        text: Any text.
    """
    return frozenset(word.key for word in words(text) if not word.function and not light(word.key)) | frozenset(
        phrase_keys(text)
    )
