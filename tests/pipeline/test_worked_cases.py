"""The sixteen worked cases of a deliberation, end to end: planted in Neo4j, labelled, answered, read back.

A says that a ground fails, B that it stands; *reversed* where all three grounds fail, *upheld* where any stands. The
kernel's own tests of the same cases are in ``tests/reasoning/sublation/test_worked_cases.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.delta import Delta
from foam_graph.model.subgraph import Subgraph
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL
from tests.support.worlds.case_room import part
from tests.support.worlds.stored_room import (
    GROUNDS,
    ONE,
    REMEDY,
    THREE,
    A,
    B,
    StoredRoom,
    side,
    statuses,
    write_world,
)

CORPUS = "worked-cases"
Arguments = Sequence[tuple[str, dict[str, Any]]]


class Cases:
    """Opens runs over the loaded documents."""

    def __init__(self, session: Session, folder: Path) -> None:
        self.session, self.folder = session, folder

    def three(self, *argued: str, people: Sequence[str] = (A, B)) -> StoredRoom:
        """The three grounds; both sides argue those that are named."""
        both = [(who, side(name, outcome)) for name in argued for who, outcome in ((A, "fails"), (B, "stands"))]
        return StoredRoom(self.session, CORPUS, self.folder, THREE, both, people)

    def one(self, *arguments: tuple[str, dict[str, Any]], people: Sequence[str] = (A, B)) -> StoredRoom:
        """One ground, argued as given."""
        return StoredRoom(self.session, CORPUS, self.folder, ONE, arguments, people)

    def opposed(self) -> StoredRoom:
        """One ground, a conclusion on either side."""
        return self.one((A, side("first", "fails")), (B, side("first", "stands")))


@pytest.fixture(scope="module")
def cases(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cases]:
    folder = tmp_path_factory.mktemp("worked")
    values = {"openai_base_url": "http://127.0.0.1:9/v1", "openai_api_key": KEY, "model": MODEL}
    with Session(replace(settings, **values)) as session:
        load(session, [write_world(folder)], CORPUS)
        yield Cases(session, folder)


def read_back(room: StoredRoom, **expected: str) -> Subgraph:
    """The run as Neo4j holds it, its answers as the case says, its chain whole."""
    graph = room.compiled()
    assert statuses(graph) == expected
    assert verify(room.session.store, room.run).faults == []
    (position,) = graph.live("Position")
    assert {n["option"] for n in graph.out(position.id, "INCLUDES") if n.kind == "Answer"} == set(expected)
    return graph


def test_1_unweighed_both_sides_are_contested_and_the_answer_is_open(cases: Cases) -> None:
    room = cases.three(*GROUNDS)
    graph = read_back(room, upheld="open", reversed="open")
    assert room.classes(graph, "A1", "A2", "A5", "A6") == ["contested"] * 4


def test_2_all_weighed_for_a_reverses(cases: Cases) -> None:
    room = cases.three(*GROUNDS)
    for name in GROUNDS:
        room.weigh(name, "fails", "stands")
    graph = read_back(room, upheld="dissent", reversed="core")
    assert room.classes(graph, *(f"A{n}" for n in range(1, 7))) == ["core", "dissent"] * 3


@pytest.mark.parametrize(
    ("third", "expected"),
    [("fails", {"upheld": "open", "reversed": "open"}), ("stands", {"upheld": "core", "reversed": "dissent"})],
)
def test_3_and_4_an_open_ground_matters_unless_another_one_stands(
    cases: Cases, third: str, expected: dict[str, str]
) -> None:
    room = cases.three("first", "third")
    room.weigh("first", "fails", "stands")
    room.weigh("third", third, "stands" if third == "fails" else "fails")
    graph = read_back(room, **expected)
    turns = [one for node in graph.live("Answer") for one in json.loads(node["turns"])]
    assert any(one["issue"] == "second" for one in turns) == (third == "fails"), turns


@pytest.mark.parametrize("rated", [True, False])
def test_5_a_felled_weighing_or_an_unrated_critique_of_it_leaves_it_open(cases: Cases, rated: bool) -> None:
    room = cases.opposed()
    weighing = room.weigh("first", "fails", "stands")
    critique = room.object_to(weighing)
    if rated:
        room.rate(critique, "valid")
    graph = read_back(room, upheld="open", reversed="open")
    assert room.classes(graph, "A1", "A2") == ["contested", "contested"]


@pytest.mark.parametrize("person", [False, True])
def test_5_opposed_weighings_leave_it_open_and_a_persons_prevails(cases: Cases, person: bool) -> None:
    room = cases.opposed()
    room.weigh("first", "fails", "stands", stance_id="one")
    room.weigh("first", "stands", "fails", stance_id="two")
    if person:
        room.weigh_by_person("first", "stands", "fails")
    answers = ("core", "dissent") if person else ("open", "open")
    graph = read_back(room, upheld=answers[0], reversed=answers[1])
    assert room.classes(graph, "A1", "A2") == (["dissent", "core"] if person else ["contested"] * 2)


@pytest.mark.parametrize("other", [True, False])
def test_6_where_the_winners_premise_fell_the_loser_holds_and_else_the_issue_is_open(cases: Cases, other: bool) -> None:
    room = cases.opposed() if other else cases.one((A, side("first", "fails")))
    if other:
        room.weigh("first", "fails", "stands")
    room.rate(room.object("A1.facts", "The register does not say that.", by=B), "valid")
    graph = read_back(
        room, **({"upheld": "core", "reversed": "dissent"} if other else {"upheld": "open", "reversed": "open"})
    )
    assert room.classes(graph, "A1") == ["dissent"]


def test_7_where_nobody_argues_everything_is_open(cases: Cases) -> None:
    read_back(cases.three(), upheld="open", reversed="open")


def test_8_of_two_conclusions_for_one_outcome_one_is_enough(cases: Cases) -> None:
    room = cases.one((A, side("first", "fails")), (A, side("first", "fails")), (B, side("first", "stands")))
    room.weigh("first", "fails", "stands")
    room.rate(room.object("A1.conclusion", "It does not follow.", by=B), "valid")
    graph = read_back(room, upheld="dissent", reversed="core")
    assert room.classes(graph, "A1", "A2", "A3") == ["dissent", "core", "dissent"]


@pytest.mark.parametrize("contested", [False, True])
def test_9_and_10_values_decide_what_should_be_done_where_the_facts_allow(cases: Cases, contested: bool) -> None:
    arguments = [(A, side("remedy", "fails")), (B, side("remedy", "stands"))]
    room = StoredRoom(cases.session, CORPUS, cases.folder, REMEDY, arguments, (A, B, "evens"))
    room.weigh("remedy", "fails", "stands", reason="value", value_over="care", value_under="fiscal_responsibility")
    if contested:
        room.object("A1.authority", "The register does not say that.", by=B)
    graph = read_back(room, upheld="conditional", reversed="open" if contested else "conditional")
    answers = {node["option"]: node for node in graph.live("Answer")}
    assert (answers["reversed"]["in_for"], answers["reversed"]["out_for"]) == ([] if contested else [A], [B])
    assert (answers["upheld"]["in_for"], answers["upheld"]["out_for"]) == ([B], [] if contested else [A])
    assert "fiscal responsibility weighs more than care" in answers["upheld"]["condition"]


@pytest.mark.parametrize(("second", "status"), [("4.1", "open"), ("5.1", "core")])
def test_11_an_echo_falls_with_its_origin_and_an_independent_record_carries(
    cases: Cases, second: str, status: str
) -> None:
    facts = [{"tag": "posted", "sentences": [one], "any_of": "posted"} for one in ("3.1", second)]

    def echo(delta: Delta) -> None:
        origin, other = (room.record_in(delta, short) for short in ("3.1", second))
        if second == "4.1":
            delta.edge("RESTS_ON", other, origin)

    room = cases.one()
    room.add(A, side("first", "fails", facts), also=echo)
    room.rate(room.object_to(room.record_of("A1.facts", "3.1")), "valid")
    graph = read_back(room, reversed=status, upheld="dissent" if status == "core" else "open")
    assert room.classes(graph, "A1") == ["core" if status == "core" else "dissent"]


@pytest.mark.parametrize(
    ("met", "expected", "answers"),
    [
        ("met", ["unsupported", "core"], ("dissent", "core")),
        ("disputed", ["contested", "contested"], ("open", "open")),
        ("not_met", ["core", "dissent"], ("core", "dissent")),
    ],
)
def test_12_an_exception_undercuts_the_application_of_its_rule(
    cases: Cases, met: str, expected: list[str], answers: tuple[str, str]
) -> None:
    late = {
        "rule": ["1.2"],
        "condition": "the form came late",
        "met": "met",
        "met_by": ["2.1"],
        "consequence": "It stands.",
    }
    exempt = {
        "rule": ["1.5"], "condition": "the office was open on the last day", "met": met, "consequence": "It is not late.",
        "exception_to": ["1.2"],
    }  # fmt: skip
    exempt |= {"met_by": ["4.2"]} if met != "not_met" else {}
    exempt |= {"failed_by": ["2.1"]} if met != "met" else {}
    room = cases.one((B, side("first", "stands", application=late)), (A, side("first", "fails", application=exempt)))
    room.weigh("first", "stands", "fails")
    graph = read_back(room, upheld=answers[0], reversed=answers[1])
    assert room.classes(graph, "A1", "A2") == expected
    undercuts = [e for n in graph.of("RuleApplication") for e in graph.out_edges(n.id, "UNDERCUTS")]
    assert len(undercuts) == (met != "not_met")


@pytest.mark.parametrize("placed", [True, False])
@pytest.mark.parametrize("argued", [True, False])
def test_13_the_burden_of_proof_decides_while_its_sentence_stands(cases: Cases, argued: bool, placed: bool) -> None:
    room = cases.opposed() if argued else cases.one()
    weighing, sentence = room.weigh_by_burden("first", "fails", "stands", "1.6")
    if not placed:
        room.rate(room.object_to(sentence), "valid")
    status = ("core", "dissent") if placed else ("open", "open")
    graph = read_back(room, reversed=status[0], upheld=status[1])
    assert weighing in graph
    if argued:
        assert room.classes(graph, "A1", "A2") == (["core", "dissent"] if placed else ["contested"] * 2)


def test_14_where_the_policy_refuses_the_only_record_of_a_b_is_the_answer(cases: Cases) -> None:
    room = cases.one((A, side("first", "fails")), (B, side("first", "stands")), people=(A, B, "strict"))
    room.weigh("first", "fails", "stands")
    graph = read_back(room, reversed="conditional", upheld="conditional")
    answers = {node["option"]: node for node in graph.live("Answer")}
    assert (answers["reversed"]["in_for"], answers["reversed"]["out_for"]) == ([B, A], ["strict"])
    assert (answers["upheld"]["in_for"], answers["upheld"]["out_for"]) == (["strict"], [B, A])


@pytest.mark.parametrize("upheld", [True, False])
def test_15_what_a_person_upheld_prevails_over_machines(cases: Cases, upheld: bool) -> None:
    room = cases.one((A, side("first", "fails")))
    challenge, sentence = room.challenge("A1.conclusion", "5.1")
    room.rate(challenge, "invalid")
    room.rate(room.object_to(sentence), "valid")
    if upheld:
        room.rule(challenge, "valid")
    status = "open" if upheld else "core"
    graph = read_back(room, reversed=status, upheld="open" if upheld else "dissent")
    assert room.classes(graph, "A1") == ["dissent" if upheld else "core"]


@pytest.mark.parametrize(
    ("version", "materiality", "expected"),
    [("answered", 0.0, "core"), ("partly", 0.3, "core"), ("partly", 0.8, "dissent")],
)
def test_16_a_concession_counts_by_what_remains(cases: Cases, version: str, materiality: float, expected: str) -> None:
    room = cases.one((A, side("first", "fails")))
    critique = room.object("A1.facts", "Only in part.", by=B)
    room.rate(critique, "valid")
    narrower = part("facts", "What was recorded shows that it fails, on the whole.", ["3.1"])
    room.concede("A1.facts", narrower, critique)
    room.rate_version(critique, version, materiality)
    graph = read_back(
        room,
        reversed="core" if expected == "core" else "open",
        upheld="dissent" if expected == "core" else "open",
    )
    assert room.classes(graph, "A1") == [expected]
