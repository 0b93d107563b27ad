"""What a sheet tells: rows by their cells, one dispute once, and no sentence on both sides."""

from __future__ import annotations

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.standing.naming import quote
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.case_texts import case_of


def test_a_row_is_quoted_by_its_cells() -> None:
    file = case_of(
        ("Log", "official_record", "2026-03-01", "| Hour | Entry |\n|---|---|\n| 21:55 | The sluice gate jammed. |\n")
    )
    assert [quote(one) for one in statements(file) if one.text.startswith("| 21")] == [
        '"21:55, The sluice gate jammed"'
    ]


def test_two_days_for_one_event_are_one_dispute() -> None:
    file = case_of(
        ("Log of the mill", "official_record", "2026-04-01", "The new sluice gate was installed on 11 March 2026."),
        ("Letter of the miller", "correspondence", "2026-04-03", "The new sluice gate was installed on 16 March 2026."),
    )
    assert len([one for one in sheet(file) if one.verdict == "disputed"]) == 1


def test_what_stands_against_a_finding_is_not_behind_it_too() -> None:
    file = case_of(
        ("Annual report", "official_record", "2026-04-01", "All 9 weirs of the river were found to be sound."),
        (
            "Inspection of the weirs",
            "official_record",
            "2026-03-01",
            "Only 2 of the 9 weirs of the river were inspected.",
        ),
    )
    found = [one for one in sheet(file) if one.kind == "scope" and one.against]
    assert found
    assert not any(set(one.sentences) & set(one.against) for one in found)
