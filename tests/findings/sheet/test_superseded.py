"""Replaced figures and the documents that still go by them."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.superseded import findings
from tests.support.case_texts import case_of


def file_of(change: str, use: str, day: str = "2025-09-01") -> CaseFile:
    return case_of(
        ("Circular of the board", "official_record", "2025-03-01", f"{change} The circular has two pages."),
        ("Letter of the cashier", "correspondence", day, f"{use} It rained."),
    )


STALE = [
    ("On 1 April 2025 the entry fee was raised from $12 to $15.", "The entry fee is $12."),
    ("The mooring charge was revised from $300 to $340.", "The cashier billed a mooring charge of $300."),
    ("With effect from 1 May 2025 the speed limit was lowered from 50 to 30 kilometres per hour.",
     "The speed limit was 50 kilometres per hour."),
    ("The estimate of the dredging was corrected from $2.4 million to $3.1 million.",
     "The estimate of the dredging is $2.4 million."),
    ("The quota of cod was cut from 400 tonnes to 250 tonnes.", "The boat fished against a cod quota of 400 tonnes."),
    ("The figure of 18 percent for the leakage is superseded.", "The leakage is 18 percent."),
    ("The notice period was shortened from 30 days to 14 days.", "The notice period is 30 days."),
    ("The price of $80 per berth is no longer valid.", "The price per berth is $80."),
    ("The count of 612 seals has been withdrawn.", "The count of seals is 612."),
    ("The deposit was increased from €200 to €260 on 1 June 2025.", "A deposit of €200 was taken."),
    ("The staffing plan was amended from 9 wardens to 7 wardens.", "The staffing plan has 9 wardens."),
    ("The figure for the visitors was corrected: 4,100 visitors instead of 1,400 visitors.",
     "The figure for the visitors is 1,400 visitors."),
]  # fmt: skip
INNOCENT = [
    ("On 1 April 2025 the entry fee was raised from $12 to $15.", "The entry fee is $15."),
    ("On 1 April 2025 the entry fee was raised from $12 to $15.", "A pot of honey costs $12."),
    ("On 1 April 2025 the entry fee was raised from $12 to $15.", "Until then the entry fee had been $12."),
    ("The mooring charge was revised from $300 to $340.", "The mooring charge rose from $300 to $340."),
    ("The depth of the water fell from 4 metres to 3 metres.", "The fence is 4 metres high."),
    ("The quota of cod was cut from 400 tonnes to 250 tonnes.", "The quota of herring is 400 tonnes."),
    ("The figure of 18 percent for the leakage is superseded.", "The turnout was 18 percent."),
    ("The notice period was shortened from 30 days to 14 days.", "Should the notice period be 30 days?"),
    ("The count of 612 seals has been withdrawn.", "The count of 612 seals was withdrawn in spring."),
    ("The fee for adults was raised from $8 to $9.", "The fee for children is $8."),
    ("The deposit was increased from €200 to €260.", "The repair cost €200."),
    ("The price may be raised from $80 to $90.", "The price per berth is $80."),
]


@pytest.mark.parametrize(("change", "use"), STALE)
def test_a_document_that_still_has_the_old_figure(change: str, use: str) -> None:
    (found,) = findings(file_of(change, use))
    assert found.kind == "superseded"
    assert use.rstrip(".") in found.text
    assert len(found.sentences) == 2


@pytest.mark.parametrize(("change", "use"), INNOCENT)
def test_what_does_not_go_by_the_old_figure_is_passed_over(change: str, use: str) -> None:
    assert [one.text for one in findings(file_of(change, use))] == []


def test_what_was_written_before_the_change_was_right_then() -> None:
    change = "On 1 April 2025 the entry fee was raised from $12 to $15."
    assert list(findings(file_of(change, "The entry fee is $12.", "2024-07-01"))) == []


def test_of_two_editions_the_later_one_stands() -> None:
    old = (
        "Manual, edition of 2021",
        "policy_manual",
        "2021-01-01",
        "Officers shall grant a berth of 9 metres to each trawler.",
    )
    new = (
        "Manual, edition of 2024",
        "policy_manual",
        "2024-01-01",
        "Officers shall grant a berth of 7 metres to each trawler.",
    )
    (found,) = findings(case_of(old, new))
    assert found.sentences[0].endswith(":1")
    assert found.inputs == {"older": "2021-01-01", "newer": "2024-01-01"}


@pytest.mark.parametrize(
    ("order", "day", "told"),
    [
        (" The hall is shut until 28/05/2025.", "2025-04-20", 0),
        (" The hall is shut until 28/05/2025.", "2025-05-20", 1),
        ("", "2025-04-20", 0),  # nothing shows whether it holds from April or from May
    ],
)
def test_the_day_of_a_change_in_figures_is_read_as_the_papers_write_days(order: str, day: str, told: int) -> None:
    change = f"On 04/05/2025 the entry fee was raised from $12 to $15.{order}"
    assert len(list(findings(file_of(change, "The entry fee is $12.", day=day)))) == told
