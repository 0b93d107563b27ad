"""Drift that raters judge: written, told to its owner, and struck or logged where it stays."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

import pytest

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.drift_reports import report_turns
from foam_graph.reasoning.rounds.answers import respond
from foam_graph.reasoning.rounds.drifting import drifted, settle, to_tell
from foam_graph.reasoning.rounds.rating import rate_round
from foam_graph.reasoning.sublation import sublate
from tests.support.worlds.case_room import CaseRoom, part
from tests.support.worlds.case_turns import FACTS, answer, answered, critique, revision, said
from tests.support.worlds.drift_turns import DriftTurn, drift_turns, predicates_scored

SCOPE = {"part": "A2.facts", "broken": "scope", "why": "It speaks of another town."}


@pytest.fixture
def room() -> CaseRoom:
    """A case in which A2's facts are criticised."""
    found = CaseRoom()
    said(found, critique("A2.facts", "stamped on 2 April"))
    return found


def rated(room: CaseRoom, *drift: dict[str, Any]) -> Node:
    """The panel's committed turn: every critique is invalid, and this is drift."""
    waiting = [name for name, one in room.names.critiques.items() if one.kind == "Critique"]
    rating = {
        "verdict": "invalid",
        "materiality": 0.2,
        "reasons": "As the file stands.",
        "reply": "inadequate",
        "version": "none",
    }
    room.agent.says("rate_case", {"ratings": [rating | {"critique": one} for one in waiting], "drift": list(drift)})
    room.commit(rate_round(room.desk, room.graph, "rate"))
    return room.graph.of("AgentTurn")[-1]


def hard(room: CaseRoom, stance: str) -> str:
    """A hard constraint of a perspective, as raters are shown it."""
    return next(str(one) for one in room.who(stance).coherence_constraints if one.kind == "hard")


def answers(room: CaseRoom, *revisions: dict[str, Any]) -> None:
    room.agent.says("respond", {"answers": [], "revisions": list(revisions)})
    room.commit(respond(room.desk, room.graph, room.who("caseworker"), "respond:2", room.findings))


def test_raters_are_told_what_the_authors_bound_themselves_to(room: CaseRoom) -> None:
    rated(room)
    (shown,) = room.agent.asked[-1].input.declared
    assert shown.id == "caseworker"
    assert shown.scope
    assert any(hard(room, "caseworker") in one for one in shown.binds)


def test_a_finding_is_written_about_the_part_and_told_in_the_owners_next_request(room: CaseRoom) -> None:
    rated(room, SCOPE)
    (found,) = drifted(room.names)
    assert (found.name, found.part, found.report["blocked"]) == ("D1", "A2.facts", False)
    assert found.words.startswith("scope (")
    assert found.words.endswith("It speaks of another town.")
    assert to_tell(room.names, "applicant") == []
    answers(room, revision("A2.facts", FACTS, "D1"))
    asked = room.agent.asked[-1].input
    assert [(one.id, one.part) for one in asked.drift] == [("D1", "A2.facts")]
    assert room.names.parts["A2.facts"]["text"] == FACTS["text"]
    assert to_tell(room.names, "caseworker") == []
    assert settle(room.desk, room.graph, "settle") is None, "the new version was not found to drift"


def test_who_is_told_of_drift_alone_is_asked_for_that_alone(room: CaseRoom) -> None:
    answered(room, answer("K1", "reply", "The rule speaks of arrival."))
    rated(room, SCOPE)
    answers(room)
    asked = room.agent.asked[-1].input
    assert (asked.critiques, [one.id for one in asked.drift]) == ([], ["D1"])
    before = len(room.agent.asked)
    assert respond(room.desk, room.graph, room.who("caseworker"), "respond:3", room.findings) is None
    assert len(room.agent.asked) == before


@pytest.mark.parametrize(
    ("broken", "part_name", "why"),
    [
        ("fairness", "A2.facts", "declared no 'fairness'"),
        ("scope", "A9.facts", "no part of another's case"),
        ("hard no_such_rule(1)", "A2.facts", "declared no"),
    ],
)
def test_what_is_no_drift_is_noted(room: CaseRoom, broken: str, part_name: str, why: str) -> None:
    turn = rated(room, {"part": part_name, "broken": broken, "why": "So."})
    assert not drifted(room.names)
    assert why in turn["note"]


@pytest.mark.parametrize("kind", ["hard", "scope"])
def test_a_second_failure_is_struck_or_let_stand_as_a_logged_exception(room: CaseRoom, kind: str) -> None:
    broken = hard(room, "caseworker") if kind == "hard" else "scope"
    rated(room, SCOPE | {"broken": broken})
    answers(room)
    old, last = room.names.parts["A2.facts"], room.names.parts["A2.conclusion"]
    room.commit(settle(room.desk, room.graph, "settle"))
    if kind == "hard":
        assert room.graph.superseded(old.id)
        assert sublate(room.graph).labels["auditor"][last.id] == "out", "what rests on it falls"
    else:
        assert not room.graph.superseded(old.id)
        assert drifted(room.names)[-1].words.endswith("(let stand as an exception)")
    assert settle(room.desk, room.graph, "again") is None, "it is settled once"


def test_a_new_version_that_drifts_again_has_failed_twice(room: CaseRoom) -> None:
    rated(room, SCOPE | {"broken": hard(room, "caseworker")})
    answers(room, revision("A2.facts", FACTS, "D1"))
    said(room, critique("A2.facts", "the office was closed", flaw="other"), by="auditor", iteration=2)
    rated(room, SCOPE | {"broken": hard(room, "caseworker")})
    version = room.names.parts["A2.facts"]
    room.commit(settle(room.desk, room.graph, "settle"))
    assert room.graph.superseded(version.id)


@pytest.mark.parametrize("kind", ["hard", "scope"])
def test_what_was_found_in_the_last_round_stands_and_a_hard_one_is_not_certified(room: CaseRoom, kind: str) -> None:
    rated(room, SCOPE | {"broken": hard(room, "caseworker") if kind == "hard" else "scope"})
    turn = settle(room.desk, room.graph, "settle")
    assert (turn is None) == (kind == "scope")
    if turn is not None:
        room.commit(turn)
        assert drifted(room.names)[-1].report["blocked"]
        assert settle(room.desk, room.graph, "again") is None
    assert not room.graph.superseded(room.names.parts["A2.facts"].id)


def test_a_finding_about_a_part_leaves_the_report_of_its_turn_to_be_made(room: CaseRoom) -> None:
    rated(room, SCOPE)
    turn = report_turns(room.brief, room.graph, room.evidence, "drift")
    assert drifted(room.names)[0].report["turn"] in {node.fields["turn"] for node in turn.delta.nodes}


def labelled() -> list[tuple[str, list[DriftTurn]]]:
    turns = sorted(drift_turns(), key=lambda one: one.perspective.stance_id)
    return [(name, list(those)) for name, those in groupby(turns, key=lambda one: one.perspective.stance_id)]


@pytest.mark.parametrize(("stance", "turns"), labelled(), ids=[name for name, _ in labelled()])
def test_what_a_right_judge_says_of_the_labelled_turns_is_acted_on(stance: str, turns: list[DriftTurn]) -> None:
    """Each turn is a part; the judge says what the label says, the owner mends every second one of its violations."""
    room = CaseRoom((), others=(turns[0].perspective,))
    for one in turns:
        parts = [
            part("rule", "The form must arrive by 31 March.", ["1.1"]),
            part("facts", one.text, ["3.1"]),
            part("conclusion", "It was late.", premises=["rule", "facts"]),
        ]
        room.add(stance, {"issue": "form", "outcome": "late", "parts": parts})
    said(room, *(critique(f"A{n}.facts", one.text.rstrip(".")) for n, one in enumerate(turns, 1)), by="auditor")
    bad = {f"A{n}.facts": one for n, one in enumerate(turns, 1) if one.violates and one.violates != "value_priorities"}
    found = [{"part": name, "broken": _named(one), "why": one.why} for name, one in bad.items()]
    rated(room, *found)
    told = to_tell(room.names, stance)
    assert {one.part for one in told} == set(bad)
    mended = [one.part for one in told[::2]]
    revisions = [
        revision(
            one.part, part("facts", f"Within what it speaks for: stamped on 2 April, {one.name}.", ["3.1"]), one.name
        )
        for one in told[::2]
    ]
    room.agent.says("respond", *[{"answers": [], "revisions": revisions}] * 2)
    room.commit(respond(room.desk, room.graph, room.who(stance), "respond", room.findings))
    turn = settle(room.desk, room.graph, "settle")
    left = {one.part: bad[one.part] for one in told if one.part not in mended}
    assert (turn is None) == (not left)
    if turn is not None:
        room.commit(turn)
    kept = room.names.parts
    for name, one in left.items():
        kinds = {c.predicate: c.kind for c in one.perspective.coherence_constraints}
        assert (name in kept) == (kinds.get(one.violates, "soft") == "soft")  # type: ignore[call-overload]
    assert {f"A{n}.facts" for n in range(1, len(turns) + 1)} - set(left) <= set(kept), "nothing else is touched"


def _named(one: DriftTurn) -> str:
    """What is broken, as its author declared it."""
    if one.violates == "scope":
        return "scope"
    return next(str(c) for c in one.perspective.coherence_constraints if c.predicate == one.violates)


def test_the_labelled_turns_are_eighty_half_of_them_violating_each_with_its_reason() -> None:
    turns = drift_turns()
    assert len(turns) == 80
    assert sum(bool(one.violates) for one in turns) == 40
    assert all(one.why for one in turns)
    assert len({one.text for one in turns}) == 80
    for one in turns:
        declared = {c.predicate for c in one.perspective.coherence_constraints} | {"", "scope", "value_priorities"}
        assert one.violates in declared


def test_the_predicates_find_what_metadata_and_plain_words_show() -> None:
    found = predicates_scored()
    assert found.caught == Counter(
        max_source_age_years=3, min_independent_sources=3, must_name_uncertainty=5, no_unflagged_class=4, no_value_against=4,
        only_source_classes=4, value_priorities=1, scope=9,
    )  # fmt: skip
    assert found.planted["scope"] == 11
    assert (found.false, round(found.precision, 2), round(found.recall, 3)) == (1, 0.97, 0.825)
