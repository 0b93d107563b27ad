"""Figures that a speech says again, or says before it says from where: another sentence of it has their source.

A listener who heard "detection takes 24 minutes, says the report" needs no source at "today 24 comes after 22", and one who is told to
keep two numbers in mind hears in the next sentence whose they are. A figure with another unit is another figure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from foam_graph.findings.language.numerals import writes
from foam_graph.findings.language.quantities import find_quantities

_AHEAD = 2
"""Sentences behind an announcement in which its figures are told with their source."""
_POINTED = re.compile(r"\b(?:the|these|those|all) $", re.IGNORECASE)


def carried(
    figure: str, place: int, texts: Sequence[str], sourced: Sequence[frozenset[str]], cited: Sequence[str]
) -> bool:
    """Whether a figure of a sentence is sourced by another sentence of the speech.

    Args:
        figure: The figure, in one form.
        place: The sentence, from 0.
        texts: All sentences of the speech.
        sourced: Of each the figures that stand in what it rests on.
        cited: Of each the words of what it rests on.
    """
    own = _units(figure, texts[place])
    for n, figures in enumerate(sourced[: place + 1 + _AHEAD]):
        if (
            n != place
            and figure in figures
            and (not own or own & (_units(figure, texts[n]) | _units(figure, cited[n])))
        ):
            return True
    return False


def pointed_at(figure: str, text: str, heard: str) -> bool:
    """Whether a figure only points at what was counted in this debate before: "every one of the 31".

    Args:
        figure: The figure, in one form.
        text: The sentence.
        heard: What was said before this speech.
    """
    found = re.search(rf"(?<![\d.,]){re.escape(figure)}(?![\d.,]*\d)", text)
    pointing = found is not None and _POINTED.search(text[: found.start()])
    return (
        bool(pointing)
        and not _units(figure, text)
        and re.search(rf"(?<![\d.,]){re.escape(figure)}(?![\d.,]*\d)", heard) is not None
    )


def _units(figure: str, text: str) -> frozenset[tuple[str, Decimal]]:
    """The units that a text gives a figure, each with the amount: 22 minutes, 22 million dollars; none where it stands bare."""
    return frozenset(
        (one.unit, one.value) for one in find_quantities(text) if one.unit and writes(figure, one.value, one.text)
    )
