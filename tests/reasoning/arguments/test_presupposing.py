"""Premises on what another issue comes to: written, labelled with that issue, refused where they run in a circle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.arguments.presupposing import needs_of, outcome_named, premise_faults
from foam_graph.reasoning.sublation import sublate
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.case_room import AGENDA, CaseRoom
from tests.support.worlds.case_turns import answer, answered, critique, revision, said
from tests.support.worlds.drafts import applies, drafted, late, noise

PREMISE = "issue:noise=over"


@pytest.fixture
def room() -> CaseRoom:
    return CaseRoom(())


def test_a_part_may_rest_on_what_another_issue_comes_to(room: CaseRoom) -> None:
    drafted(room, "caseworker", [late([PREMISE])])
    claim = room.names.parts["A1.conclusion"]
    (edge,) = room.graph.out_edges(claim.id, "PRESUPPOSES")
    assert (room.graph[edge.end]["name"], edge.fields["outcome"]) == ("noise", "over")
    assert PREMISE in room.names.part("A1.conclusion", claim).rests_on


@pytest.mark.parametrize(
    ("argued", "label"), [((), "undecided"), (("over",), "in"), (("under",), "out"), (("over", "under"), "undecided")]
)
def test_its_label_goes_by_that_issue_whoever_argues_it(room: CaseRoom, argued: tuple[str, ...], label: str) -> None:
    drafted(room, "caseworker", [late([PREMISE])])
    for stance, outcome in zip(("auditor", "applicant"), argued, strict=False):
        drafted(room, stance, [noise(outcome, None)])
    found = sublate(room.graph)
    assert found.labels["auditor"][room.names.parts["A1.conclusion"].id] == label
    assert found.issues["form"].outcome("auditor") == ("late" if label == "in" else "")


def test_it_falls_with_a_weighing_for_the_other_outcome() -> None:
    for over, under, label in (("over", "under", "in"), ("under", "over", "out")):
        room = AnswerRoom((), ())
        drafted(room, "caseworker", [late([PREMISE])])
        drafted(room, "auditor", [noise("over", None)])
        drafted(room, "applicant", [noise("under", None)])
        room.weigh("noise", over, under)
        assert sublate(room.graph).labels["auditor"][room.names.parts["A1.conclusion"].id] == label


@pytest.mark.parametrize(
    ("premise", "why"),
    [
        ("issue:noise", "is not of the form"),
        ("issue:noise=loud", "names no outcome"),
        ("issue:smell=over", "names no outcome"),
        ("issue:form=in_time", "is what is argued here"),
    ],
)
def test_a_premise_that_names_nothing_is_refused(room: CaseRoom, premise: str, why: str) -> None:
    drafted(room, "caseworker", [late([premise])], [late([])])
    assert any(why in fault for fault in room.agent.asked[-1].input.faults)
    assert not [e for c in room.graph.of("Claim") for e in room.graph.out_edges(c.id, "PRESUPPOSES")]


def test_a_circle_over_two_arguments_is_refused_whoever_argues_the_other(room: CaseRoom) -> None:
    drafted(room, "caseworker", [late([PREMISE])])
    circle = noise("over", None, premises=["rule", "facts", "issue:form=late"])
    drafted(room, "auditor", [circle], [noise("over", None)])
    told = room.agent.asked[-1].input.faults
    assert any("runs in a circle: noise rests on form rests on noise" in fault for fault in told), told
    room = CaseRoom(())
    drafted(room, "caseworker", [late([PREMISE]), circle], [noise("over", None)])
    assert any("runs in a circle" in fault for fault in room.agent.asked[-1].input.faults), "within one answer too"
    assert len(room.names.arguments) == 2


def test_a_new_version_keeps_what_it_presupposes_and_may_not_close_a_circle(room: CaseRoom) -> None:
    drafted(room, "caseworker", [late([PREMISE]), noise("over", None)])
    said(room, critique("A1.conclusion", "late"), critique("A2.conclusion", "held against"))
    kept = late([])["parts"][2] | {"text": "The form was late, by the stamp.", "premises": []}
    circle = noise("over", None, premises=["rule", "facts", "issue:form=late"])["parts"][2]
    circle |= {"text": "57 decibels are more than 55 decibels."}
    answers = [answer("K1", "concede_part"), answer("K2", "concede_part")]
    revisions = [revision("A1.conclusion", kept), revision("A2.conclusion", circle, "K2")]
    turn = answered(room, *answers, revisions=revisions)
    assert any("runs in a circle" in note for note in turn.notes)
    claim = room.names.parts["A1.conclusion"]
    assert claim["text"].endswith("by the stamp.")
    assert [e.fields["outcome"] for e in room.graph.out_edges(claim.id, "PRESUPPOSES")] == ["over"]
    assert "A2.conclusion" in room.names.parts


def test_a_disputed_exception_goes_by_the_issue_that_its_part_names(room: CaseRoom) -> None:
    drafted(
        room, "caseworker", [late([], applies(["1.1"], "the form arrives by 31 March", "not_met", failed_by=["3.1"]))]
    )
    disputed = applies(
        ["1.2"],
        "the office was closed on that day",
        "disputed",
        met_by=["3.2"],
        failed_by=["3.1"],
        exception_to=["1.1"],
    )
    timely = late(["issue:noise=under"], disputed) | {"outcome": "in_time"}
    drafted(room, "applicant", [timely])
    labels = []
    for outcome in (None, "under"):
        if outcome:
            drafted(room, "auditor", [noise(outcome, None)])
        found = sublate(room.graph)
        labels.append([found.labels["auditor"][n.id] for n in room.graph.of("RuleApplication")])
    assert labels == [["undecided", "undecided"], ["out", "in"]]


NAMES = ("form", "noise", "hours")


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=8))
def test_what_is_accepted_never_runs_in_a_circle(pairs: list[tuple[str, str]]) -> None:
    room = _ROOM
    agenda, _ = room.desk.shown(room.graph)
    needs = {name: set[str]() for name in NAMES}
    for issue, other in pairs:
        premise = f"issue:{other}={agenda.issues[other]['outcomes'][0]}"
        if not list(premise_faults(premise, issue, agenda, needs)):
            needs[issue].add(other)
    assert not any(_reaches(name, name, needs) for name in NAMES)


def _reaches(start: str, end: str, needs: dict[str, set[str]]) -> bool:
    layer, seen = set(needs[start]), set[str]()
    while layer:
        if end in layer:
            return True
        seen |= layer
        layer = {n for one in layer for n in needs[one]} - seen
    return False


_ROOM = CaseRoom(())


def test_an_issue_that_is_given_an_outcome_needs_that_issue(monkeypatch: pytest.MonkeyPatch) -> None:
    issues = [dict(one) for one in AGENDA["issues"]]
    issues[2] |= {"given_issue": "form", "given_outcome": "in_time"}
    monkeypatch.setitem(AGENDA, "issues", issues)
    room = CaseRoom(())
    agenda, _ = room.desk.shown(room.graph)
    assert needs_of(room.graph, agenda) == {"form": set(), "noise": set(), "hours": {"form"}}


@given(st.text(max_size=60))
def test_any_text_names_an_outcome_only_in_the_one_form(text: str) -> None:
    found = outcome_named(text)
    assert found is None or f"issue:{found[0]}={found[1]}" == text.strip()
