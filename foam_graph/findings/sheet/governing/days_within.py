"""Days that a sentence lists as lying within a time, against how far apart they lie: "three times within six months, on …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import counted_from, find_dates, spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import statements

RULE: Final = "days within a time"
_WITHIN: Final = re.compile(
    rf"\b(?P<count>{NUMBER}) times (?:within|in) (?:a period of |the space of |only |just |less than )?(?P<n>{NUMBER}) (?P<unit>day|week|month|year)s?\b(?P<list>[^;:]*)",
    re.IGNORECASE,
)
_LISTS: Final = re.compile(r"^\W*(?:[a-z]+ly )?(?:on|namely|that is)\b", re.IGNORECASE)
_OTHER: Final = re.compile(
    r"\b(?:not|never|nor|if|would|before|after|since|until|from|except|but|instead)\b", re.IGNORECASE
)
_FEWEST: Final = 2


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that list days as lying within a time that is shorter than from the first of them to the last.

    Args:
        file: The case file.
    """
    dates = document_dates(file)
    for one in statements(file):
        match = _WITHIN.search(one.text)
        if (
            match is None
            or one.standing == "question"
            or not _LISTS.match(match["list"])
            or _OTHER.search(match["list"])
        ):
            continue
        found = [dates.read(f) for f in find_dates(match["list"])]
        days = [day for f in found if not dates.unsure(f) and (day := f.calendar()) is not None]
        length, count = number_value(match["n"]), number_value(match["count"])
        if (
            len(days) != len(found)
            or len(days) < _FEWEST
            or length is None
            or length != int(length)
            or count != len(days)
        ):
            continue
        unit, first, last = match["unit"].lower(), min(days), max(days)
        bound = counted_from(first, int(length), unit)
        if bound is None or last <= bound:
            continue
        text = (
            f"{says(one)}. The first of these days is {spelt_day(first)}, the last {spelt_day(last)}; "
            f"{match['n']} {unit}{'s' * (length != 1)} from the first one end on {spelt_day(bound)}."
        )
        yield Finding(
            "sum", text, (one.id,), "wrong", rule=RULE,
            inputs={"operation": "difference", "operands": [last.isoformat(), first.isoformat()],
                    "stated": f"{match['n']} {unit}", "computed": f"{(last - first).days} days"},
        )  # fmt: skip
