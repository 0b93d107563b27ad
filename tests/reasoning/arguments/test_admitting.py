"""A part that has other evidence does not need a source that somebody refuses."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.agents.tasks.arguments import ArgumentOut
from foam_graph.reasoning.arguments.admitting import admission_faults, refused_by_some, without_company
from tests.support.worlds.case_room import CaseRoom


def argued(*records: dict[str, Any]) -> ArgumentOut:
    part = {"component": "facts", "text": "It was loud.", "warrant": "They heard it.", "records": list(records)}
    return ArgumentOut.model_validate({"issue": "noise", "outcome": "over", "parts": [part]})


def record(*sentences: str, group: str = "", stands: str = "for") -> dict[str, Any]:
    return {"tag": "noise", "sentences": list(sentences), "any_of": group, "stands": stands}


def test_what_somebody_refuses_is_worked_out_from_the_policies() -> None:
    room = CaseRoom()
    # The auditor admits neither the neighbour's letter nor the traders' leaflet.
    assert refused_by_some(room.brief.perspectives, room.desk.file, "2026-05-01") == [5, 6]
    assert room.desk.refused == [5, 6]


@pytest.mark.parametrize(
    "records",
    [
        [record("4.1")],
        [record("5.1")],
        [record("5.1"), record("6.1")],
        [record("4.1", group="either"), record("5.1", group="either")],
        [record("4.1"), record("5.1", stands="against")],
    ],
)
def test_needing_it_alone_or_beside_others_of_one_group_is_no_fault(records: list[dict[str, Any]]) -> None:
    assert admission_faults(argued(*records), [5, 6]) == []


@pytest.mark.parametrize(
    ("records", "told"),
    [
        ([record("4.1"), record("5.1")], "although other records show the part"),
        ([record("4.1", "5.1")], "beside others"),
        ([record("4.1", group="either"), record("6.1")], "although other records show the part"),
    ],
)
def test_needing_it_beside_what_everybody_admits_is_one(records: list[dict[str, Any]], told: str) -> None:
    (fault,) = admission_faults(argued(*records), [5, 6])
    assert fault.startswith("noise=over.facts: “noise” needs document")
    assert told in fault


def test_a_finding_that_brings_in_further_documents_is_no_premise_beside_a_record() -> None:
    made = argued(record("4.1"))
    part = made.parts[0].model_copy(update={"premises": ["F1", "F2", "rule"]})
    alone = part.model_copy(update={"records": []})
    documents = {"F1": {4}, "F2": {4, 5}}
    found = without_company(made.model_copy(update={"parts": [part, alone]}), documents)
    assert [one.premises for one in found.parts] == [["F1", "rule"], ["F1", "F2", "rule"]]


def test_an_argument_without_such_company_is_left_as_it_is() -> None:
    made = argued(record("4.1"))
    assert without_company(made, {"F1": {4}}) is made
