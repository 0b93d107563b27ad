"""Whether two sentences speak of exactly one thing: the same measure, the same predicate, the same time."""

from __future__ import annotations

import re

from foam_graph.findings.arithmetic.figures import Figure
from foam_graph.findings.arithmetic.formulas import horizon
from foam_graph.findings.comparing.differences import comparable
from foam_graph.findings.language.clauses import Clause, light
from foam_graph.findings.language.composed_text import clauses_of
from foam_graph.findings.language.measures import measured, same_measure
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import antonyms, key_of, lexicon, same, verb_keys
from foam_graph.findings.passages import Passage

_LEAST = 0.75
_ORDINAL = re.compile(r"\b(?:second|third|again|twice)\b(?! reading)", re.IGNORECASE)
_GENERIC = frozenset(key_of(word) for word in (*lexicon().generic_units.split(), "million", "billion", "thousand"))


def rival_figures(one: Passage, other: Passage) -> bool:
    """Whether two sentences give different amounts of one measure for one time and one extent.

    Args:
        one: A sentence.
        other: Another one.
    """
    return any(
        _rivals(a, b)
        for a in _figures(one)
        for b in _figures(other)
        if comparable(a.quantity, b.quantity) and a.quantity.measure() != b.quantity.measure()
    )


def _figures(passage: Passage) -> list[Figure]:
    return [
        Figure(passage, clause, quantity, measured(clause, quantity))
        for clause in clauses_of(passage)
        for quantity in clause.quantities
        if quantity.generic() or all(one.measure()[0] == quantity.measure()[0] for one in clause.quantities)
    ]


def _rivals(a: Figure, b: Figure) -> bool:
    if a.per() != b.per() or bool(a.day()) != bool(b.day()) or horizon(a.clause.text) != horizon(b.clause.text):
        return False
    if "other" in (a.about.tie, b.about.tie):
        return a.about.tie == b.about.tie and one_event(a.clause, b.clause)
    if not same_measure(a.about.head, b.about.head) or _other_items(a, b):
        return False
    if "of" in (a.about.tie, b.about.tie) and a.about.tie != b.about.tie and len(a.clause.quantities) != len(
        b.clause.quantities
    ):  # fmt: skip
        return False
    return not _narrower(a, b) and not _narrower(b, a)


def _other_items(a: Figure, b: Figure) -> bool:
    """Whether the sentences count different numbers of things beside the amounts that are compared."""
    mine, theirs = (
        {q.measure()[0]: q.measure()[1] for q in one.clause.quantities if q is not one.quantity and not q.generic()}
        for one in (a, b)
    )
    return any(unit in theirs and theirs[unit] != value for unit, value in mine.items())


def _narrower(a: Figure, b: Figure) -> bool:
    """Whether a figure is of a part that the other sentence does not speak of."""
    names = {key_of(name) for name in a.clause.label("name")}
    mine = [key for key in (*a.about.part, *a.about.head) if key not in _GENERIC and not light(key)]
    return any(
        key not in names and not any(same(key, twin) for twin in (*b.clause.topics, *b.about.head)) for key in mine
    )


def one_event(one: Clause, other: Clause) -> bool:
    """Whether two clauses tell of one event or state: most of their words are the same, and no "second" or "again".

    Args:
        one: A clause.
        other: Another one.
    """
    if _ordinals(one) != _ordinals(other):
        return False
    left, right = _plain_keys(one), _plain_keys(other)
    if not left or not right:
        return False
    shared = [key for key in left if any(same(key, twin) or antonyms(key, twin) for twin in right)]
    return len(shared) >= _LEAST * min(len(left), len(right)) and 2 * len(shared) >= max(len(left), len(right))


def _ordinals(clause: Clause) -> frozenset[str]:
    return frozenset(match.lower() for match in _ORDINAL.findall(clause.text))


def _plain_keys(clause: Clause) -> list[str]:
    return list(dict.fromkeys(word.key for word in clause.content if not word.name))


def same_predicate(one: Clause, other: Clause) -> bool:
    """Whether two clauses say the same of their subject, or its opposite; clauses without a full verb fit all.

    Args:
        one: A clause.
        other: Another one.
    """
    left, right = _verbs(one), _verbs(other)
    if not left or not right:
        return True
    return any(same(a, b) or antonyms(a, b) for a in left for b in right)


def _verbs(clause: Clause) -> list[str]:
    return [
        word.key
        for word in clause.content
        if word.key in verb_keys() and not light(word.key) and not word.name and word.key not in clause.subject
    ]


def same_sign(one: Clause, other: Clause) -> bool:
    """Whether both clauses or neither deny something.

    Args:
        one: A clause.
        other: Another one.
    """
    return len(negations(one.text)) % 2 == len(negations(other.text)) % 2
