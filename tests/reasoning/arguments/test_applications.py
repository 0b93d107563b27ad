"""Rules that parts apply: checked against the rule and what was found, written, shown, undercut by their exceptions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from foam_graph.reasoning.rounds.criticism import criticise
from foam_graph.reasoning.sublation import sublate
from tests.support.worlds.case_room import CaseRoom, lines, part
from tests.support.worlds.case_turns import answer, answered, critique, revision, said
from tests.support.worlds.drafts import OVER, UNDER, application_of, applies, compares, drafted, late, noise


@pytest.fixture
def room() -> CaseRoom:
    return CaseRoom(())


def test_a_rule_that_fits_is_written_and_its_part_rests_on_it(room: CaseRoom) -> None:
    drafted(room, "caseworker", [noise("over", OVER)])
    node = application_of(room, "A1.conclusion")
    condition = json.loads(node["condition"])
    assert (condition["comparator"], condition["threshold"]["shown"]) == (">", "55 decibels")
    assert node["met"] == "met"
    ends = room.graph.out(node.id, "RESTS_ON")
    assert {one.kind for one in ends} == {"EvidenceSentence", "Calculation"}
    assert [one["sentence_id"] for one in ends if one.kind == "EvidenceSentence"] == node["rules"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (OVER | {"condition": "the bridge is shut"}, "the rule does not speak of"),
        (OVER | {"rule": ["1.1"], "condition": "a form arrives"}, "no figure of the sentences in rule"),
        (OVER | {"met": "not_met"}, "so that the condition is met"),
        (OVER | {"met_by": ["1.3"]}, "does not show that its own condition is met"),
        (OVER | {"exception_to": ["3.1"]}, "no sentence says that it is an exception to 3.1"),
        (OVER | {"consequence": " "}, "nothing is said to follow"),
    ],
)
def test_what_does_not_fit_is_told_and_asked_again(room: CaseRoom, wrong: dict[str, Any], why: str) -> None:
    turn = drafted(room, "caseworker", [noise("over", wrong)], [noise("over", OVER)])
    again = room.agent.asked[-1].input
    assert any(why in fault for fault in again.faults), again.faults
    assert any(why in note for note in turn.notes)
    assert application_of(room, "A1.conclusion")["met"] == "met"


def test_another_direction_than_the_rules_is_refused(room: CaseRoom) -> None:
    loose = noise("over", OVER, calculation=compares("57", ">=", "55", "4.1", "1.3"))
    drafted(room, "caseworker", [loose], [noise("over", OVER)])
    assert any("states >, not >=" in fault for fault in room.agent.asked[-1].input.faults)


def test_what_does_not_fit_twice_is_left_out_and_noted_and_the_argument_stays(room: CaseRoom) -> None:
    wrong = OVER | {"condition": "the bridge is shut"}
    turn = drafted(room, "caseworker", *[[noise("over", wrong)]] * 2)
    assert "A1.conclusion" in room.names.parts
    assert not room.graph.of("RuleApplication")
    assert any("the rule does not speak of" in note for note in turn.notes)


def test_a_rule_may_be_applied_to_what_a_premise_computes(room: CaseRoom) -> None:
    made = noise("over", OVER, calculation=None)
    made["parts"][1]["calculation"] = compares("57", ">", "55", "4.1", "1.3")
    drafted(room, "caseworker", [made])
    calculations = [
        n for n in room.graph.out(application_of(room, "A1.conclusion").id, "RESTS_ON") if n.kind == "Calculation"
    ]
    assert calculations == room.graph.of("Calculation")
    assert calculations[0] in room.graph.out(room.names.parts["A1.facts"].id, "RESTS_ON")


def test_critics_and_raters_are_shown_it(room: CaseRoom) -> None:
    drafted(room, "caseworker", [noise("over", OVER)])
    room.agent.says("criticise", {"critiques": []})
    criticise(room.desk, room.graph, room.who("applicant"), "criticise", 1)
    (shown,) = [p for a in room.agent.asked[-1].input.arguments for p in a.parts if p.id == "A1.conclusion"]
    assert shown.applies == "1.3: the noise exceeds 55 decibels at night: met. The permit may be refused."
    words = late([], applies(["1.1"], "the form arrives by 31 March", "not_met", failed_by=["3.1"]))
    drafted(room, "auditor", [words])
    assert "not met (against 3.1)" in room.names.part("A2.conclusion", room.names.parts["A2.conclusion"]).applies


@pytest.mark.parametrize("first", ["under", "over"])
def test_an_exception_undercuts_its_rule_one_way_whoever_comes_first(room: CaseRoom, first: str) -> None:
    sides = {"under": ("applicant", UNDER), "over": ("caseworker", OVER)}
    for outcome in (first, *(sides.keys() - {first})):
        stance, application = sides[outcome]
        drafted(room, stance, [noise(outcome, application)])
    (edge,) = [e for n in room.graph.of("RuleApplication") for e in room.graph.out_edges(n.id, "UNDERCUTS")]
    assert "exception_to" in room.graph[edge.start].fields
    found = sublate(room.graph)
    assert {room.graph[i]["consequence"]: found.labels["auditor"][i] for i in (edge.start, edge.end)} == {
        "The noise is no ground.": "in", "The permit may be refused.": "out",
    }  # fmt: skip
    assert found.issues["noise"].outcome("auditor") == "under"


def test_an_exception_that_is_not_met_or_of_ones_own_side_undercuts_nothing(room: CaseRoom) -> None:
    exempt = applies(["1.2"], "the office was closed on that day", "not_met", failed_by=["3.1"], exception_to=["1.1"])
    rule = applies(["1.1"], "the form arrives by 31 March", "not_met", failed_by=["3.1"])
    made = late([], rule)
    made["parts"][0] |= {"application": exempt}
    drafted(room, "caseworker", [made])
    timely = {"issue": "form", "outcome": "in_time", "parts": [
        part("rule", "It counts as on time where the office was closed.", ["1.2"]),
        part("facts", "The office was closed on 31 March.", ["3.2"], application=exempt),
        part("conclusion", "It came in time.", premises=["rule", "facts"])]}  # fmt: skip
    drafted(room, "applicant", [timely])
    assert len(room.graph.of("RuleApplication")) == 3
    assert not [e for n in room.graph.of("RuleApplication") for e in room.graph.out_edges(n.id, "UNDERCUTS")]


def test_an_exception_undercuts_nobody_who_applies_the_rule_together_with_it(room: CaseRoom) -> None:
    drafted(room, "applicant", [noise("under", UNDER)])
    both = OVER | {"rule": [*OVER["rule"], *UNDER["rule"]]}
    drafted(room, "caseworker", [noise("over", both)])
    assert len(room.graph.of("RuleApplication")) == 2
    assert not [e for n in room.graph.of("RuleApplication") for e in room.graph.out_edges(n.id, "UNDERCUTS")]


def test_a_rule_falls_with_its_sentence_and_its_part_with_the_rule(room: CaseRoom) -> None:
    drafted(room, "caseworker", [noise("over", OVER)])
    node, claim = application_of(room, "A1.conclusion"), room.names.parts["A1.conclusion"]
    rule = next(n for n in room.graph.out(node.id, "RESTS_ON") if n.kind == "EvidenceSentence")
    found = sublate(room.graph, withdrawn=frozenset({rule.id}))
    assert {found.labels["auditor"][n.id] for n in (node, claim)} == {"out"}


def test_more_that_meets_a_condition_never_weakens_it(room: CaseRoom) -> None:
    both = applies(["1.2"], "the office was closed on that day", met_by=["3.2", "4.2"])
    made = late([], both)
    drafted(room, "caseworker", [made])
    node = application_of(room, "A1.conclusion")
    sentences = {e.end for e in room.graph.out_edges(node.id, "RESTS_ON") if e.fields.get("group") == "met_by"}
    for lost, label in ((1, "in"), (2, "out")):
        found = sublate(room.graph, withdrawn=frozenset(sorted(sentences)[:lost]))
        assert found.labels["auditor"][node.id] == label


def test_what_the_argument_gives_as_an_alternative_meets_the_condition_too(room: CaseRoom) -> None:
    made = late([], applies(["1.2"], "the office was closed on that day", met_by=["5.1"]))
    made["parts"][1]["records"] = lines(["5.1"], ["3.2"])
    drafted(room, "caseworker", [made])
    found = sublate(room.graph)
    node, claim = application_of(room, "A1.conclusion"), room.names.parts["A1.conclusion"]
    assert {found.labels["auditor"][one.id] for one in (node, claim)} == {"in"}, (
        "though the auditor admits no testimony"
    )


def test_a_new_version_keeps_the_rule_that_it_does_not_apply_anew(room: CaseRoom) -> None:
    drafted(room, "caseworker", [noise("over", OVER)])
    before = application_of(room, "A1.conclusion")
    said(room, critique("A1.conclusion", "57 decibels"))
    words = part("conclusion", "57 decibels are over 55 decibels, though only once.", premises=["rule", "facts"])
    answered(room, answer("K1", "concede_part"), revisions=[revision("A1.conclusion", words)])
    assert application_of(room, "A1.conclusion").id == before.id


def test_a_rule_applied_anew_takes_the_place_of_the_old_one_and_is_undercut_as_well(room: CaseRoom) -> None:
    drafted(room, "applicant", [noise("under", UNDER)])
    drafted(room, "caseworker", [noise("over", OVER)])
    before = application_of(room, "A2.conclusion")
    said(room, critique("A2.conclusion", "57 decibels"))
    anew = OVER | {"consequence": "The permit may be refused for that night."}
    words = noise("over", anew)["parts"][2] | {"text": "57 decibels are over 55 decibels once."}
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.conclusion", words)])
    after = application_of(room, "A2.conclusion")
    assert room.graph.out(after.id, "SUPERSEDES") == [before]
    assert sublate(room.graph).labels["auditor"][after.id] == "out"


def test_a_new_versions_rule_that_does_not_fit_is_told_and_at_last_left_out(room: CaseRoom) -> None:
    drafted(room, "caseworker", [noise("over", None)])
    said(room, critique("A1.conclusion", "57 decibels"))
    wrong = noise("over", OVER | {"condition": "the bridge is shut"})["parts"][2] | {"text": "57 are over 55 once."}
    given = {"answers": [answer("K1", "concede_part")], "revisions": [revision("A1.conclusion", wrong)]}
    room.agent.says("respond", given)
    turn = answered(room, answer("K1", "concede_part"), revisions=[revision("A1.conclusion", wrong)])
    assert any("the rule does not speak of" in fault for fault in room.agent.asked[-1].input.faults)
    assert room.names.parts["A1.conclusion"]["text"] == "57 are over 55 once."
    assert not room.graph.of("RuleApplication")
    assert any("the rule does not speak of" in note for note in turn.notes)
