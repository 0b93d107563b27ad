"""What a text works out: results of sums that it writes out, what is followed from two figures beside it, and its own steps by number.

A result may stand alone elsewhere in the text. A small one that stands without a unit, or with another than where it was worked
out, is known in its section only: of "10" nobody can say that it is the tenth of April again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal

from foam_graph.reasoning.answer.date_sums import MONTH, days_recomputed
from foam_graph.reasoning.answer.followed import all_followed
from foam_graph.reasoning.answer.rounded import NO_UNIT
from foam_graph.reasoning.answer.sums import recomputed

SMALL = 31
"""Results up to this may be any other small figure: a day, a count, a number of something."""
_UNIT = re.compile(
    rf"(?P<before>[$€£]|\bday )?(?<![\d.,])(?P<figure>\d[\d,]*(?:\.\d+)?)(?:\s?(?P<sign>%)|[\s-](?P<word>{MONTH}|[a-z]{{3,}}))?"
)
_STEPS = re.compile(r"\bsteps? (\d{1,2}(?:(?:, | and | or | to |, and |, or |[-–])\d{1,2})*)\b", re.IGNORECASE)
_BRACKETED = re.compile(r"\(([a-z]{3,})\)")


@dataclass(frozen=True)
class Told:
    """A sentence of a text.

    Attributes:
        text: What it says.
        known: Figures that what it rests on supports.
        columns: Of a row the names of its columns, which may have the unit of its figures: "Warning (minutes)".
        step: Whether it begins a step of a numbered list, which another sentence may name by its number.
    """

    text: str
    known: Set[str]
    columns: str = ""
    step: bool = False


@dataclass(frozen=True)
class WorkedOut:
    """Results that the sentences of a text may say without working them out.

    Attributes:
        everywhere: Those that any sentence may say.
        near: Sentence to the small ones that were worked out in its section.
        units: Small result to the units of the sentences that work it out.
        steps: Steps that the numbered lists of the text have.
    """

    everywhere: frozenset[str] = frozenset()
    near: Mapping[str, frozenset[str]] = field(default_factory=dict)
    units: Mapping[str, frozenset[str]] = field(default_factory=dict)
    steps: int = 0

    def at(self, text: str) -> frozenset[str]:
        """Results that a sentence may say.

        Args:
            text: The sentence; one that was not there when they were looked for may say what any may.
        """
        own = _units(text)
        with_unit = {one for one, units in self.units.items() if own.get(one) and own[one] <= units}
        return self.everywhere | self.near.get(text, frozenset()) | with_unit | self.steps_named(text)

    def steps_named(self, text: str) -> frozenset[str]:
        """Numbers of steps of the text that a sentence names, as in "repeat steps 2 and 3".

        Args:
            text: The sentence.
        """
        named = (n for one in _STEPS.findall(text) for n in re.findall(r"\d+", one))
        return frozenset(n for n in named if 0 < int(n) <= self.steps)


NOTHING = WorkedOut()
"""Of a text that works nothing out."""


def worked_out(sections: Sequence[Sequence[Told]]) -> WorkedOut:
    """What a text works out; the parts of one result may be results of another.

    Args:
        sections: Its sentences, by section.
    """
    told = [one for section in sections for one in section]
    place = [n for n, section in enumerate(sections) for _ in section]
    made = [set[str]() for _ in told]
    while True:
        found = _sorted_out(told, place, made)
        known = [{*one.known, *found.at(one.text)} for one in told]
        followed = all_followed([one.text for one in told], known)
        more = [
            before | recomputed(one.text, own) | days_recomputed(one.text, own)[0] | those
            for one, own, before, those in zip(told, known, made, followed, strict=True)
        ]
        if more == made:
            return found
        made = more


def _sorted_out(told: Sequence[Told], place: Sequence[int], made: Sequence[Collection[str]]) -> WorkedOut:
    everywhere, units = set[str](), defaultdict[str, set[str]](set)
    near: dict[int, set[str]] = defaultdict(set)
    for one, section, results in zip(told, place, made, strict=True):
        small = {result for result in results if Decimal(result) <= SMALL}
        everywhere |= {*results} - small
        near[section] |= small
        measured = set().union(*_units(one.text).values(), _in_brackets(one.columns)) - {""}
        for result in small:
            units[result] |= measured
    by_text: dict[str, frozenset[str]] = defaultdict(frozenset)
    for one, section in zip(told, place, strict=True):
        by_text[one.text] |= near[section]
    steps = sum(1 for one in told if one.step)
    return WorkedOut(
        frozenset(everywhere), dict(by_text), {one: frozenset(those) for one, those in units.items()}, steps
    )


def _in_brackets(columns: str) -> set[str]:
    """Units that the names of columns have in brackets."""
    return {word.removesuffix("s") for word in _BRACKETED.findall(columns.casefold())}


def _units(text: str) -> dict[str, set[str]]:
    """Figure to the units with which it stands in a text; empty string where it stands without one."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in _UNIT.finditer(text):
        word = (one["word"] or "").casefold()
        word = "" if word in NO_UNIT else word.removesuffix("s")
        figure = one["figure"].replace(",", "").rstrip(".")
        found[f"{Decimal(figure).normalize():f}"].add((one["before"] or "").strip() or one["sign"] or word)
    return found
