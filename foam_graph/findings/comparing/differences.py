"""Pairwise tests of two clauses: other figure, opposite polarity, other date."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from foam_graph.findings.language.clauses import Clause
from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.likeness import residue
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import antonyms, key_of, same, words

Bound = Literal["exact", "ceiling", "floor"]
DateRole = Literal["point", "start", "end"]
_BOUNDS: dict[str, Bound] = {"<": "ceiling", "<=": "ceiling", ">": "floor", ">=": "floor"}
_CONDITION = re.compile(
    r"\b(?:if|unless|except|until|only|when|whenever|provided|in case|notwithstanding|otherwise|would have|exempt"
    r"|exception|waive[sd]?|subject to)\b",
    re.IGNORECASE,
)
_START = re.compile(
    r"\b(?:from|since|starting|starting on|effective|beginning|after|as of|with effect from)\s(?:the\s)?$", re.I
)
_END = re.compile(
    r"\b(?:until|till|through|by|before|no later than|not later than|due|due on|due by"
    r"|deadline (?:is|was)|ends? on|ending"
    r"|expires? on|expiring|to)\s(?:the\s)?$",
    re.IGNORECASE,
)
_TIME_UNITS = frozenset(["clock", "minute", "hour", "day", "week", "fortnight", "month", "quarter", "year", "decade"])
_MET = re.compile(r"\bmet\b(?! with)", re.IGNORECASE)  # bodies meet often: two days are two meetings
_REPEATED = re.compile(r"\b(?:each|every|monthly|weekly|daily)\b", re.IGNORECASE)


def same_standing(one: Clause, other: Clause) -> bool:
    """Whether both clauses are rules or both are facts: a limit is never at odds with what happened."""
    if one.rule == other.rule:
        return True
    fact = other if one.rule else one
    return not fact.past


def same_condition(one: Clause, other: Clause) -> bool:
    """Whether both clauses or neither is conditional: a rule and its exception do not contradict each other."""
    return bool(_CONDITION.search(one.text)) == bool(_CONDITION.search(other.text))


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts are of one measure: same unit, period, role and share."""
    if one.partial != other.partial or one.period != other.period:
        return False
    roles = {one.role, other.role}
    if roles not in ({"level"}, {"to"}, {"level", "to"}, {"delta"}, {"from"}):
        return False
    return bool(one.unit) and one.measure()[0] == other.measure()[0]


def at_odds(one: Quantity, other: Quantity, rules: bool) -> bool:
    """Whether two comparable amounts cannot both hold.

    Args:
        one: An amount.
        other: Another one of the same measure.
        rules: Whether both stand in rules, where two different bounds differ.
    """
    left, right = one.measure()[1], other.measure()[1]
    first, second = _bound(one), _bound(other)
    if first == "exact" and second == "exact":
        return not _close(one, other, left, right)
    if rules:
        return left != right and (first == second or "exact" in (first, second))
    if first == second or "exact" not in (first, second):
        return False
    exact, bound, limit = (left, second, right) if first == "exact" else (right, first, left)
    return exact > limit if bound == "ceiling" else exact < limit


def _bound(one: Quantity) -> Bound:
    return _BOUNDS.get(one.comparator, "exact")


def _close(one: Quantity, other: Quantity, left: Decimal, right: Decimal) -> bool:
    """Whether two levels agree: equal, in each other's range, or as near as their rounding allows."""
    if one.high is not None or other.high is not None:
        return left <= (other.high or right) and right <= (one.high or left)
    if left == right:
        return True
    rounded = "~" in (one.comparator, other.comparator) or "illion" in one.text + other.text
    largest = max(abs(left), abs(right))
    loose = Decimal("0.1") if "~" in (one.comparator, other.comparator) else Decimal("0.02")
    return rounded and abs(left - right) <= loose * largest


def differing_amounts(one: Clause, other: Clause) -> tuple[Quantity, Quantity] | None:
    """The first pair of amounts of one measure that cannot both hold, amounts that both clauses give left out."""
    agreed = {_mark(a) for a in one.quantities} & {_mark(b) for b in other.quantities}
    mine = [a for a in one.quantities if _mark(a) not in agreed]
    theirs = [b for b in other.quantities if _mark(b) not in agreed]
    for a in mine:
        for b in theirs:
            left, right = _with_unit(a, b, one), _with_unit(b, a, other)
            if _other_matter(a, one, other) or _other_matter(b, other, one):
                continue
            if comparable(left, right) and at_odds(left, right, one.rule and other.rule):
                return a, b
    return None


def _other_matter(found: Quantity, one: Clause, other: Clause) -> bool:
    """Whether an amount is of something that the other clause does not speak of ("300 tonnes of cod")."""
    if found.unit in _TIME_UNITS or found.unit.startswith("money:"):
        return False
    match = re.match(r"\s+of\s+(?:the\s|its\s|their\s)?([^\W\d_]+)", one.text[found.end :])
    if match is None:
        return False
    matter = key_of(match[1].lower())
    if matter not in one.topics or any(same(matter, key) for key in other.topics):
        return False
    return bool(residue(other, one))


def _with_unit(bare: Quantity, other: Quantity, clause: Clause) -> Quantity:
    """An amount without a unit takes the noun that the other one counts, where its own clause speaks of that noun."""
    if bare.unit or other.generic() or other.measure()[0] not in clause.topics:
        return bare
    return replace(bare, unit=other.unit)


def _mark(one: Quantity) -> tuple[str, Decimal]:
    return one.measure()


@lru_cache(maxsize=65536)
def opposed_words(one: Clause, other: Clause) -> tuple[tuple[str, str], ...]:
    """Words on which two clauses differ in polarity; an odd number of them makes the clauses contradict each other.

    Each negating cue on something that the other clause speaks of counts once, and so does each pair of opposites; two
    denials of the same thing, or a denial and an opposite, cancel out.
    """
    found = [*_denied(one, other), *((twin, key) for key, twin in _denied(other, one))]
    for key in one.topics:
        if any(same(key, twin) for twin in other.topics):
            continue
        rival = next((twin for twin in other.topics if antonyms(key, twin)), None)
        if rival is not None and not any(same(rival, twin) for twin in one.topics):
            found.append((key, rival))
    return tuple(found)


def _denied(one: Clause, other: Clause) -> list[tuple[str, str]]:
    """For each cue of a clause, the first denied word that the other clause has or has the opposite of."""
    found: list[tuple[str, str]] = []
    for negation in negations(one.text):
        pairs = (
            (key, twin)
            for key in reversed(negation.focus)
            for twin in other.topics
            if same(key, twin) or antonyms(key, twin)
        )
        first = next(pairs, None)
        if first is not None:
            found.append(first)
    return found


def unlike_amounts(one: Clause, other: Clause) -> bool:
    """Whether both clauses give amounts and share none: then they state different things."""
    left, right = {_mark(a) for a in one.quantities}, {_mark(b) for b in other.quantities}
    return bool(left) and bool(right) and not left & right


def spot(text: str, key: str) -> str:
    """The words of a sentence around a key, from its negating cue to the word itself.

    Args:
        text: The sentence.
        key: Key of one of its words.

    Returns:
        A substring of the sentence, the whole sentence where the key is not in it.
    """
    cue = next((one for one in negations(text) if key in one.focus), None)
    for word in words(text):
        if word.key == key:
            start = min(word.start, cue.start) if cue else word.start
            return text[start : max(word.end, cue.end if cue else 0)]
    return text


def differing_dates(one: Clause, other: Clause) -> tuple[FoundDate, FoundDate] | None:
    """The first pair of dates in the same role that differ, where no date fits both clauses."""
    if any(pattern.search(one.text) or pattern.search(other.text) for pattern in (_REPEATED, _MET)):
        return None
    for a in one.dates:
        for b in other.dates:
            if not a.differs(b) and not b.differs(a):
                return None
    for a in one.dates:
        for b in other.dates:
            if a.differs(b) and _roles_fit(_role(one.text, a), _role(other.text, b)):
                return a, b
    return None


def _role(text: str, found: FoundDate) -> DateRole:
    ahead = text[: found.start]
    return "start" if _START.search(ahead) else "end" if _END.search(ahead) else "point"


def _roles_fit(one: DateRole, other: DateRole) -> bool:
    return one == other or "point" in (one, other)
