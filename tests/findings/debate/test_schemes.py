"""The table of schemes: whole, each once, and found under the names that argument maps use."""

from __future__ import annotations

import pytest

from foam_graph.errors import DataFileError
from foam_graph.findings.debate.schemes import (
    SCHEME_FILE,
    SCHEME_IDS,
    SchemeTable,
    known,
    scheme,
    scheme_of_aif,
    schemes,
)
from foam_graph.model.kinds import CRITIQUE_TYPES
from foam_graph.resources import load_yaml, package_file


def table() -> str:
    return package_file("foam_graph.findings.debate", SCHEME_FILE)


def test_there_are_seven_and_each_says_what_to_ask() -> None:
    assert tuple(one.id for one in schemes()) == SCHEME_IDS
    assert len(SCHEME_IDS) == 7
    assert all(question.text.endswith("?") for one in schemes() for question in one.questions)
    assert {question.objects for one in schemes() for question in one.questions} == set(CRITIQUE_TYPES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Example", "example"),
        ("ExpertOpinion", "expert_opinion"),
        ("Expert Opinion", "expert_opinion"),
        ("CauseToEffect", "causal"),
        ("CorrelationToCause", "causal"),
        ("Analogy", "analogy"),
        ("Argument from Positive Values", "value"),
        ("PracticalReasoning", None),
        ("VerbalClassification", None),
        ("", None),
    ],
)
def test_names_of_argument_maps_lead_to_schemes(name: str, expected: str | None) -> None:
    assert scheme_of_aif(name) == expected


def test_each_scheme_is_found_under_the_name_that_is_written() -> None:
    assert [scheme_of_aif(one.aif[0]) for one in schemes()] == list(SCHEME_IDS)


def test_ids_are_sorted_and_unknown_ones_dropped() -> None:
    assert known(["value", "example", "value", "nothing"]) == ["example", "value"]
    assert scheme("causal").name.startswith("Argument from cause")
    with pytest.raises(KeyError):
        scheme("nothing")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("id: analogy", "id: example", "in this order"),
        ("aif: [Analogy,", "aif: [Expert Opinion,", "two schemes"),
        ("objects: logical_gap", "objects: dislike", "objects"),
        ("definition: An act is right", "definitions: An act is right", "definition"),
    ],
)
def test_a_table_that_is_not_whole_is_refused_with_its_fault(old: str, new: str, fault: str) -> None:
    assert old in table()
    with pytest.raises(DataFileError, match=fault):
        load_yaml("schemes.yaml", SchemeTable, table().replace(old, new, 1))
