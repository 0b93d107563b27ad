"""Two papers that give different days for what may be one event, side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import MONTHS, WEEKDAYS, spelt_day
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.verbs import past_forms
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.facing.apart import of_other_items, ordinals
from foam_graph.findings.sheet.facing.bonds import Bond
from foam_graph.findings.sheet.facing.pairing import bonds
from foam_graph.findings.sheet.facing.telling import Telling, Tellings, both_told, each_once, roots_of, tellings
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.years import YearBy, differ

RULE = "days side by side"
_MOVED = re.compile(
    r"\b(?:put off|postponed|adjourned|moved|instead|again|planned|due|replac\w+|revis\w+|renew\w+|every|each|no longer|next (?:day|morning|week)|the day (?:after|before)|this (?!morning|evening|year|week|month|afternoon)\w+)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:until|till|since|by|before|after|from|between|\w+ of|dated)\s(?:the\s|\w+day,?\s)?$",
    re.IGNORECASE,
)
"""Words before a date by which it is no day of the event, or names a thing."""
_NO_EVENT = frozenset(
    map(
        root,
        (
            *MONTHS,
            *WEEKDAYS,
            "day",
            "date",
            "morning",
            "evening",
            "afternoon",
            "night",
            "week",
            "month",
            "year",
        ),
    )
)
_TOGETHER, _STRENGTH, _DOING = 0.9, 0.25, 0.35
_GENERAL = frozenset({"came", "went", "began", "ended", "started", "arrived", "met", "left", "opened", "closed"})
_FARTHEST = 62
"""Days of one event told wrongly lie near each other."""
_MOST = 3


@dataclass(frozen=True, eq=False)
class Dated:
    """Two sentences that give different days.

    Attributes:
        bond: What they share.
        score: How surely they are of one event.
    """

    bond: Bond
    score: float


def findings(file: CaseFile) -> Iterator[Finding]:
    """Facts of different documents that give different days for what may be one event.

    Args:
        file: The case file.
    """
    told = tellings(file)
    found = sorted(_dated(told), key=lambda d: (-d.score, d.bond.one.statement.place, d.bond.other.statement.place))
    for one, ids in each_once(found, lambda each: each.bond.ids, _MOST):
        x, y = one.bond.one, one.bond.other
        days = " and ".join(map(spelt_day, (x.days[0], y.days[0])))
        text = f"Two papers give different days, {days}. {says(x.statement)}. {says(y.statement)}. Whether they tell of one event a person has to judge."
        yield both_told(RULE, "date", text, ids, one.score, [a for a, _, _ in one.bond.pairs])


def _dated(told: Tellings) -> Iterator[Dated]:
    facts = [t for t in told.all if _tells(t)]
    for one in bonds(facts, facts, _may_be_one):
        pairs = [(a, b, w) for a, b, w in one.pairs if a not in _NO_EVENT and b not in _NO_EVENT]
        doing = _DOING * len(_doings(one.one.text) & _doings(one.other.text))
        if not doing and not any(_verbs(one.one.text) & {a} and _verbs(one.other.text) & {b} for a, b, _ in pairs):
            continue  # what happened on the one day is something else than what happened on the other
        if (
            len(pairs) + bool(doing) < 2
            or sum(w for _, _, w in pairs) + doing < _TOGETHER
            or of_other_items(one.one, one.other)
            or _in_turn(one.one) != _in_turn(one.other)
        ):
            continue
        score = (sum(w for _, _, w in pairs) + doing) / max(
            1.0, min(4.0, sum(one.one.weights.values())), min(4.0, sum(one.other.weights.values()))
        )
        if score >= _STRENGTH:
            yield Dated(one, score)


def _doings(text: str) -> frozenset[str]:
    """General verbs of a text, which weigh nothing elsewhere: "came on 12 May", "came on 21 May"."""
    return frozenset(root(word.lower) for word in words(text) if word.lower in _GENERAL)


def _in_turn(one: Telling) -> frozenset[str]:
    return ordinals(one) & {"first", "second", "third", "fourth", "fifth", "last", "next", "other"}


def _verbs(text: str) -> frozenset[str]:
    return frozenset(key for word, key in roots_of(text) if word.lower in past_forms() or word.lower.endswith("ed"))


def _tells(one: Telling) -> bool:
    if (
        one.statement.standing != "fact"
        or one.statement.passage.source_class == "ruling"
        or len(one.days) != 1
        or len(one.dates) != 1
        or one.row
    ):
        return False
    return not (negations(one.text) or _MOVED.search(one.text) or _NAMED.search(one.text[: one.dates[0].start]))


def _may_be_one(a: Telling, b: Telling) -> bool:
    one, other = a.days[0], b.days[0]
    return differ(one, _year_by(a), other, _year_by(b)) and abs((one - other).days) <= _FARTHEST


def _year_by(one: Telling) -> YearBy:
    """What the year of the only date of a sentence follows from: where the date has none, no other date gives it."""
    return "document" if one.dates[0].year is None else ""
