"""Events of a paper that may be one with a given event: found by what both must share, so that two registers of thousands of rows are not held row against row."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from foam_graph.findings.language.clauses import Clause
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import START, key_of
from foam_graph.findings.sheet.chronology.events import Event

OF_TIME: Final = frozenset({"day", "month", "year", "weekday"})
"""Kinds of label that differ between two tellings of one event, where they give it two days."""
_NAME: Final = "name"
_OF: Final = re.compile(r"\s+of\s")
Kind = tuple[str, ...]


class Kindred:
    """Events of one paper.

    Args:
        found: All events.
        places: Places of those of the paper among them.
    """

    def __init__(self, found: Sequence[Event], places: Iterable[int]) -> None:
        self._places = list(places)
        self._found = found
        self._values: defaultdict[Kind, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._having: defaultdict[Kind, set[int]] = defaultdict(set)
        self._said: defaultdict[str, list[int]] = defaultdict(list)
        for place in self._places:
            clause = found[place].clause
            for kind, values in marks(clause).items():
                self._having[kind].add(place)
                for value in values:
                    self._values[kind][value].append(place)
            for beginning in _beginnings(clause):
                self._said[beginning].append(place)
        self._lacking: dict[Kind, list[int]] = {}

    def near(self, one: Event) -> Collection[int]:
        """Places of the events of the paper that can be the same as another one: of none left out may both hold.

        Args:
            one: The event.
        """
        least: Collection[int] = self._places
        for kind, values in marks(one.clause).items():
            there = self._values.get(kind)
            if there is None:
                continue
            near = {*self._without(kind), *(place for value in values for place in there.get(value, ()))}
            if kind == (_NAME,):
                # A name of the one may be any word of the other, and the other way round.
                near.update(place for value in values for place in self._said.get(value, ()))
                near.update(place for value in _beginnings(one.clause) for place in there.get(value, ()))
            if len(near) < len(least):
                least = near
        return least

    def _without(self, kind: Kind) -> list[int]:
        if kind not in self._lacking:
            having = self._having[kind]
            self._lacking[kind] = [place for place in self._places if place not in having]
        return self._lacking[kind]


@lru_cache(maxsize=65536)
def marks(clause: Clause) -> dict[Kind, frozenset[str]]:
    """What a clause has to share with another of which it is true that both tell of one event, by kind, where both have that kind.

    Its labels but those of time, the beginnings of its names, and each amount that stands for itself: the only one of its measure, exact, of no named matter.

    Args:
        clause: The clause.
    """
    found: dict[Kind, frozenset[str]] = {}
    for kind, values in clause.labels:
        if kind == _NAME:
            found[(_NAME,)] = frozenset(key_of(value)[:START] for value in values)
        elif kind not in OF_TIME:
            found["label", kind] = values
    measures: defaultdict[str, list[Quantity]] = defaultdict(list)
    for one in clause.quantities:
        measures[one.measure()[0]].append(one)
    for unit, amounts in measures.items():
        if len(amounts) == 1 and _plain(amounts[0], clause):
            found["amount", unit, amounts[0].period] = frozenset((str(amounts[0].measure()[1].normalize()),))
    return found


def _plain(one: Quantity, clause: Clause) -> bool:
    """Whether an amount and another one like it are at odds unless they are equal, see ``differing_amounts``."""
    return (
        bool(one.unit)
        and one.comparator == "="
        and one.high is None
        and one.role == "level"
        and not one.partial
        and "illion" not in one.text
        and _OF.match(clause.text[one.end :]) is None
    )


@lru_cache(maxsize=65536)
def _beginnings(clause: Clause) -> frozenset[str]:
    """The first letters of the words of a clause."""
    return frozenset(word.key[:START] for word in clause.content)
