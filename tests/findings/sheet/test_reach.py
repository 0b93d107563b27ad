"""Claims about everything on the strength of a part."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.reach import findings
from tests.support.case_texts import case_of


def file_of(claim: str, base: str) -> CaseFile:
    return case_of(
        ("Statement for the plan", "advocacy", "2025-05-01", f"{claim} It rained."),
        ("Report of the survey", "research", "2025-04-01", f"{base} The report has nine pages."),
    )


WIDER = [
    ("Residents in all wards support the tram.", "The survey asked residents of three of the twelve wards about the tram."),
    ("Every school has mould in the classrooms.", "Mould was measured in the classrooms of two schools."),
    ("All farms in the valley lost lambs to foxes.", "The study visited four farms and counted lambs lost to foxes."),
    ("The new signal cuts delays at every station.", "Delays were measured at only one station."),
    ("All tenants of the estate like the lift.", "Nine of the 80 tenants were asked about the lift."),
    ("All shops on the quay lost sales because of the tramway.", "The effect of the tramway was studied in three shops."),
    ("Every bus of the fleet saves fuel with the filter.", "The filter was tested on two of the 40 buses for fuel."),
    ("All patients recover faster with the brace.", "The brace was tested on a sample of 14 patients."),
    ("The feed makes all herds healthier.", "The result on the feed cannot be generalised to other herds."),
    ("The wells of all villages are clean.", "Wells were sampled in one village."),
    ("Every class learned more with the tablet.", "The tablet was tried in a single class."),
    ("All branches earn more since the reform.", "The study of the reform examined five branches and no data exist on earnings of the other branches."),
]  # fmt: skip
WITHIN = [
    (
        "Residents in three wards support the tram.",
        "The survey asked residents of three of the twelve wards about the tram.",
    ),
    ("All three wards support the tram.", "The survey asked residents of three wards about the tram."),
    ("Every boat must carry a light.", "The lights of two boats were tested."),
    ("All farms in the valley grow hops.", "The study visited four farms and counted lambs."),
    ("All members voted for the budget.", "Two wards were surveyed about the tram."),
    (
        "The tram was introduced in all wards on 3 May 2025.",
        "The survey asked residents of three of the twelve wards about the tram.",
    ),
    ("Some tenants of the estate like the lift.", "Nine of the 80 tenants were asked about the lift."),
    ("All shops on the quay are painted white.", "The works were studied in three shops."),
    ("Do all buses save fuel?", "The filter was tested on two buses for fuel."),
    ("The whole crew should be praised.", "The crew of one boat was asked about the storm."),
    ("All patients were asked.", "All patients of the ward were asked about the food."),
    ("Every child likes snow.", "The tablet was tried in a single class."),
    (
        "All customers of the hall were back within an hour of the report.",
        "The report says nothing about credits, which are for Customer Services.",
    ),
]


@pytest.mark.parametrize(("claim", "base"), WIDER)
def test_a_claim_wider_than_what_was_looked_at(claim: str, base: str) -> None:
    (found,) = findings(file_of(claim, base))
    assert found.kind == "scope"
    assert claim.rstrip(".") in found.text
    assert base.rstrip(".") in found.text


@pytest.mark.parametrize(("claim", "base"), WITHIN)
def test_a_claim_within_what_was_looked_at(claim: str, base: str) -> None:
    assert [one.text for one in findings(file_of(claim, base))] == []
