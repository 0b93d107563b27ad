"""What a contest came to is told in words that a case officer reads; programs get the same with ``--json``."""

from __future__ import annotations

import pytest

from foam_graph.app.contest_forms import Contest, Ruled
from foam_graph.app.result import JsonObject
from foam_graph.cli.contesting import _outcome

ESTIMATE: JsonObject = {"slots": 3, "model_calls": 18, "tokens": 45000, "cost": 0.31, "writes": 120, "floor": 3}
FREE: JsonObject = {"slots": 1, "model_calls": 0, "tokens": 0, "writes": 64, "floor": 1}


def ruled(verdict: str, provisional: bool) -> Contest:
    ruling = Ruled("r-2-1", verdict, verdict == "valid", provisional, "Nobody can tell.", "")
    return Contest(challenge="r-1-1", ruling=ruling, position="r-3-1", certified=True, next="Go on.")


@pytest.mark.parametrize(
    ("verdict", "told"),
    [("valid", "upheld"), ("invalid", "not upheld"), ("requires_more_evidence", "left open")],
)
def test_a_verdict_is_told_as_what_it_is(verdict: str, told: str) -> None:
    assert f"provisionally {told}: Nobody can tell." in list(_outcome(ruled(verdict, True)))
    assert f"{told}: Nobody can tell." in list(_outcome(ruled(verdict, False)))


def test_what_a_repair_would_take_and_took_is_told_in_words() -> None:
    contest = Contest(
        challenge="r-1-1", estimate=ESTIMATE, outcome="narrowed", position="r-3-1", certified=False,
        cost={**FREE, "estimate": ESTIMATE, "seconds": 0.4, "round_trips": 9}, revised={"r-0-1": "r-2-1"}, withdrawn=("r-0-2", "r-0-3"),
        raised_before=("r-0-9",), next="Go on.",
    )  # fmt: skip
    assert list(_outcome(contest)) == [
        "challenge: r-1-1",
        "raised before: r-0-9",
        "estimate: 3 claims; about 18 model calls, 45000 tokens; about 0.31 in money; 120 nodes and edges written",
        "outcome: narrowed",
        "cost: 1 claim; no model is asked; 64 nodes and edges written; 0.4 s",
        "revised: r-0-1 is now r-2-1",
        "withdrawn: r-0-2, r-0-3",
        "position: r-3-1",
        "certified: no",
        "Go on.",
    ]


@pytest.mark.parametrize(
    ("estimate", "told"),
    [
        ({"said_anew": 0, "of_people": 0, "calls_at_most": 0}, "no speech is said anew; no model is asked"),
        ({"said_anew": 1, "of_people": 0, "calls_at_most": 12}, "1 speech is said anew; at most 12 model calls"),
        (
            {"said_anew": 2, "of_people": 1, "calls_at_most": 0},
            "2 speeches are said anew; 1 of people, who are asked; no model is asked",
        ),
    ],
)
def test_what_the_repair_of_a_debate_would_take_is_told_in_words_and_no_position(
    estimate: JsonObject, told: str
) -> None:
    lines = list(_outcome(Contest(challenge="r-1-1", estimate=estimate, position="")))
    assert f"estimate: {told}" in lines
    assert not [one for one in lines if one.startswith("position")]


def test_what_a_repair_that_was_not_estimated_took_is_told() -> None:
    told = list(_outcome(Contest(challenge="r-1-1", cost={"writes": 12, "round_trips": 4, "seconds": 1.5, "floor": 0})))
    assert "cost: 12 nodes and edges written; 1.5 s" in told
