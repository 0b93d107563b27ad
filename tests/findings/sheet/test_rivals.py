"""One subject, one doing, two values."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.rivals import findings
from tests.support.case_texts import case_of


def told(one: str, other: str) -> list[Finding]:
    file = case_of(
        ("Letter of the captain", "correspondence", "2026-05-01", f"{one} It rained."),
        ("Log", "official_record", "2026-05-20", f"{other} The wind fell."),
    )
    return list(findings(file))


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("The works supplies 5,200 homes.", "Our works supplies 5,020 homes with water.", "number"),
        ("The mast measures 14 metres.", "The mast of the brig measures 16 metres.", "number"),
        ("The pipe burst on 2 May 2026.", "The pipe under the lawn burst on 29 April 2026.", "date"),
        ("The recall covers 640 ovens.", "We are calling back 460 ovens.", "number"),
    ],
)
def test_two_values_of_one_thing(one: str, other: str, differ: str) -> None:
    (finding,) = told(one, other)
    assert (finding.verdict, finding.inputs["differ_in"]) == ("disputed", differ)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The works supplies 5,200 homes.", "The works supplies 5,200 homes with water."),
        ("The works supplies 5,200 homes.", "The works employs 40 fitters."),
        ("The mast measures 14 metres.", "The bowsprit measures 6 metres."),
        ("The pipe burst on 2 May 2026.", "The pipe was mended on 6 May 2026."),
        ("The letter was sent on 2 May 2026.", "The letter arrived on 6 May 2026."),
        ("Of our boats 14 boats leak.", "The club owns 20 boats."),
        ("In the half marathon 611 runners started.", "In the marathon 1,842 runners started."),
    ],
)
def test_other_things_are_no_rivals(one: str, other: str) -> None:
    assert told(one, other) == []


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("on 14 March", "on 14 March", 0),
        ("on 14 March", "on 14 March 2025", 0),
        ("on 14 March", "on 15 March", 1),
        ("on 14 March 2024", "on 14 March 2025", 1),
    ],
)
def test_days_that_differ_in_a_year_no_paper_gives_are_no_rivals(one: str, other: str, count: int) -> None:
    file = case_of(
        ("Letter of the captain", "correspondence", "2024-06-01", f"The boiler failed {one}. It rained."),
        ("Log", "official_record", "2025-06-01", f"The boiler failed {other}. The wind fell."),
    )
    assert len(list(findings(file))) == count
