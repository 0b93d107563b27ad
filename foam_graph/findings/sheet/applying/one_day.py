"""Days that sentences give for an event, and the one of them that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseDocument
from foam_graph.findings.sheet.standing.statements import Statement


@dataclass(frozen=True, eq=False)
class ToldDay:
    """A day that a sentence gives.

    Attributes:
        fact: The sentence.
        day: The day.
    """

    fact: Statement
    day: date


def one_day(found: Sequence[ToldDay], paper: CaseDocument) -> ToldDay | None:
    """The one day that a paper itself gives for an event, else the one that all papers give; None where they differ.

    Args:
        found: The days that papers give for it.
        paper: The paper that speaks of it.
    """
    own = [one for one in found if one.fact.document is paper]
    days = own or found
    return days[0] if len({one.day for one in days}) == 1 else None
