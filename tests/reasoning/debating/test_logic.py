"""One side reads the other: predicates, chain and critiques in the graph of the debate."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.whole_file import FileDocument, WholeFile
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.logic import read_opponent
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.case_room import Scripted
from tests.support.worlds.debate_room import MOTION, DebateRoom, flaw, predicate

OPENING = ("No tenant in this town is protected today.", "We must either close the casino or watch the town die.")
LATER = ("Most old tenants are protected by the charter.", "That is well known.")
READ = [
    predicate("1.1", "Negate", "a tenant in this town is protected today"),
    predicate("1.2", "Either", "close the casino", "watch the town die"),
]
QUESTIONS = {"causal": ("Could it be chance?", "Is there another cause?"), "value": ("Whose value is it?",)}


def offline() -> DebateRoom:
    room = DebateRoom(OfflineAgent((), lambda _: {}, 1))
    room.say(1, "pro", *OPENING)
    room.say(2, "con", "The casino pays for the school.")
    return room


def scripted(*answers: dict[str, Any]) -> tuple[DebateRoom, Scripted]:
    agent = Scripted()
    room = DebateRoom(agent)
    room.say(1, "pro", *OPENING)
    agent.says("predicates", *(answers or ({"predicates": READ, "chain": "It argues."},)))
    return room, agent


def read(room: DebateRoom, **more: Any) -> Turn:
    turn = room.turn("con")
    read_opponent(turn, room.graph, MOTION, "pro", **more)
    return room.commit(turn)


def ends(room: DebateRoom, node: Node, edge: str) -> list[str]:
    return [str(one.get("number") or one.get("turn")) for one in room.graph.out(node.id, edge)]


def test_flaws_over_two_turns_are_critiques_that_rest_on_predicates_of_both() -> None:
    room = offline()
    read(room)
    room.say(3, "pro", *LATER)
    read(room)
    first, second = room.of("Critique")
    assert (first["flaw"], second["flaw"]) == ("false_dichotomy", "contradiction")
    assert (second["type"], second["stance_id"], second["quoted"]) == ("logical_gap", "con", LATER[0])
    assert ends(room, second, "ATTACKS") == ["3"]
    assert {name.split(".")[0] for name in ends(room, second, "RESTS_ON")} == {"P3", "P1"}


def test_only_what_is_new_is_read_and_no_flaw_is_held_twice() -> None:
    room = offline()
    read(room)
    before = {one.id for one in room.of("Predicate")}
    room.say(3, "pro", *LATER)
    read(room)
    new = [one for one in room.of("Predicate") if one.id not in before]
    assert {str(one["number"]).split(".")[0] for one in new} == {"P3"}
    assert len(room.of("ReasoningChain")) == 2
    again = read(room)
    assert len(again.delta) == 0
    assert len(room.of("Critique")) == 2


def test_the_chain_rests_on_all_predicates_of_its_side() -> None:
    room = offline()
    read(room)
    (chain,) = room.of("ReasoningChain")
    assert (chain["side"], "1.2: the side leaves the choice" in chain["text"]) == ("pro", True)
    assert len(room.graph.out(chain.id, "RESTS_ON")) == len(room.of("Predicate"))
    assert all(room.graph.out(one.id, "RESTS_ON")[0]["turn"] == 1 for one in room.of("Predicate"))


def test_two_requests_are_made_for_a_new_utterance() -> None:
    room, agent = scripted()
    agent.says("logic_flaws", {})
    read(room)
    assert [one.task for one in agent.asked] == ["predicates", "logic_flaws"]
    asked = agent.asked[1].input
    assert asked.chain == "It argues."
    assert [one.id for one in asked.predicates] == ["P1.1.1", "P1.2.1"]
    assert agent.asked[0].offered == ("1.1", "1.2")


def test_an_answer_that_loses_something_is_asked_for_again_with_its_faults() -> None:
    bad = {"predicates": READ[1:], "chain": "Half."}
    room, agent = scripted(bad, {"predicates": READ, "chain": "Whole."})
    agent.says("logic_flaws", {})
    turn = read(room)
    assert agent.asked[1].input.faults == ["1.1: no predicate has 'No'"]
    assert room.of("ReasoningChain")[0]["text"] == "Whole."
    assert turn.notes == []


def test_a_fault_in_one_sentence_of_ten_is_mended_without_asking_again() -> None:
    agent = Scripted()
    room = DebateRoom(agent)
    said = [*OPENING, *(f"Reason {n} carries it." for n in range(3, 11))]
    room.say(1, "pro", *said)
    rest = [predicate(f"1.{n}", "Claim", f"reason {n} carries it") for n in range(3, 11)]
    agent.says("predicates", {"predicates": [READ[1], *rest], "chain": "All but one."})
    agent.says("logic_flaws", {})
    turn = read(room)
    assert [one.task for one in agent.asked] == ["predicates", "logic_flaws"]
    assert "1.1: no predicate has 'No'" in turn.notes[0]
    assert "kept whole, so that nothing is lost: 1.1" in turn.notes[1]
    assert OPENING[0] in [term for one in room.of("Predicate") for term in json.loads(one["terms"])]


def test_what_is_lost_twice_is_kept_whole_and_noted() -> None:
    bad = {"predicates": [*READ[1:], predicate("1.2", "Amount", "the town", "900")], "chain": "Half."}
    room, agent = scripted(bad, bad)
    agent.says("logic_flaws", {})
    turn = read(room)
    found = {one["number"]: json.loads(one["terms"]) for one in room.of("Predicate")}
    assert found["P1.1.1"] == [OPENING[0]]
    assert "P1.2.2" not in found
    assert "the sentence does not have '900'" in " ".join(turn.notes)
    assert "kept whole, so that nothing is lost: 1.1" in " ".join(turn.notes)


def test_flaws_on_unknown_predicates_are_asked_for_again_then_dropped_and_noted() -> None:
    room, agent = scripted()
    good = flaw("false_dichotomy", "1.2", "either close the casino or watch the town die", ["P1.2.1"])
    bad = flaw("circularity", "1.1", "No tenant", ["P7.7.7"])
    agent.says("logic_flaws", {"flaws": [good, bad]}, {"flaws": [good, bad]})
    turn = read(room)
    assert agent.asked[-1].input.faults == ["circularity at 1.1: there is no predicate P7.7.7"]
    assert [one["flaw"] for one in room.of("Critique")] == ["false_dichotomy"]
    assert turn.notes == ["logic: circularity at 1.1: there is no predicate P7.7.7"]


def test_quoted_words_are_written_as_the_sentence_has_them() -> None:
    room, agent = scripted()
    agent.says("logic_flaws", {"flaws": [flaw("false_dichotomy", "1.2", "WATCH the  town die", ["P1.2.1"])]})
    read(room)
    assert room.of("Critique")[0]["quoted"] == "watch the town die"


def test_critical_questions_of_the_schemes_used_become_typed_objections() -> None:
    room, agent = scripted()
    utterance = room.graph.live("Utterance")[0]
    room.label(utterance, "causal", 2)
    plain = {"question": "Q1", "sentence": "1.2", "quoted": "watch the town die", "why": "Nothing is shown."}
    agent.says("logic_flaws", {"objections": [
        plain | {"missing": "evidence"},
        plain | {"question": "Q2", "quoted": "close the casino", "missing": "link"},
        plain | {"question": "Q9", "missing": "link"},
    ]}, {"objections": [
        plain | {"missing": "evidence"}, plain | {"question": "Q2", "quoted": "close the casino", "missing": "link"},
    ]})  # fmt: skip
    read(room, questions=QUESTIONS)
    offered = agent.asked[1].input.questions
    assert [(one.id, one.scheme, one.sentences) for one in offered] == [
        ("Q1", "causal", ["1.2"]),
        ("Q2", "causal", ["1.2"]),
    ]
    first, second = room.of("Critique")
    assert (first["type"], first["flaw"], first["hook"]) == ("missing_evidence", "no_support", "Could it be chance?")
    assert first["grounds"] == "Could it be chance? Nothing is shown."
    assert (second["type"], second["flaw"], second.get("hook")) == ("logical_gap", "missing_link", None)
    assert ends(room, first, "RESTS_ON") == ["P1.2.1"]


def test_offline_a_scheme_without_anything_to_check_is_asked_its_first_question() -> None:
    room = offline()
    utterance = room.graph.live("Utterance")[0]
    room.label(utterance, "causal", 2)
    read(room, questions=QUESTIONS)
    asked = [one for one in room.of("Critique") if one["type"] == "missing_evidence"]
    assert [one["hook"] for one in asked] == ["Could it be chance?"]


def test_after_a_change_of_predicates_the_chain_alone_is_told_anew() -> None:
    room, agent = scripted()
    agent.says("logic_flaws", {}, {})
    agent.says("reasoning_chain", {"chain": "It argues otherwise."})
    read(room)
    old = room.of("Predicate")[0]
    delta = Delta()
    new = delta.node("Predicate", number="P1.1.1", relation="Claim", terms='["other"]', sentence=1)
    delta.edge("RESTS_ON", new, room.graph.live("Utterance")[0].ref)
    delta.edge("SUPERSEDES", new, old.ref)
    room.chain.commit(ActivityDraft("debate-1", "AgentTurn", Role.REFINER, "repair"), delta)
    file = WholeFile(documents=[FileDocument(title="Charter", sentences=["D1.1 Most old tenants are protected."])])
    read(room, file=file)
    assert [one.input.file for one in agent.asked] == [None, None, file, file], "each task is given what there is"
    assert [one.task for one in agent.asked][2:] == ["reasoning_chain", "logic_flaws"]
    assert room.of("ReasoningChain")[-1]["text"] == "It argues otherwise."


def test_a_new_version_of_an_utterance_is_read_in_the_old_ones_place() -> None:
    room = offline()
    read(room)
    old = next(one for one in room.graph.live("Utterance") if one["side"] == "pro")
    room.say(1, "pro", "The casino is old.", over=old)
    turn = read(room)
    assert [json.loads(one.fields["terms"]) for one in turn.delta.nodes if one.kind == "Predicate"] == [
        ["The casino is old"]
    ]


def test_nothing_said_is_nothing_to_read() -> None:
    agent = Scripted()
    room = DebateRoom(agent)
    assert len(read(room).delta) == 0
    room.say(1, "pro")
    assert len(read(room).delta) == 0
    assert agent.asked == []


def test_no_valid_answer_writes_nothing_and_is_noted() -> None:
    agent = Scripted()
    room = DebateRoom(agent)
    room.say(1, "pro", *OPENING)
    turn = read(room)
    assert (len(turn.delta), turn.notes) == (0, ["predicates: no valid answer came"])


def test_what_the_rules_cannot_read_is_said() -> None:
    room = DebateRoom(OfflineAgent((), lambda _: {}, 1))
    room.say(1, "pro", "这个城市应该关闭赌场。", "We must either close the casino or watch the town die.")
    turn = read(room)
    assert "rules read English only; sentences of turn 1 are not read" in " ".join(turn.notes)
    assert [one["sentence"] for one in room.of("Predicate")] == [2, 2]
    assert [one["flaw"] for one in room.of("Critique")] == ["false_dichotomy"]


def test_a_long_utterance_is_read_whole() -> None:
    room = DebateRoom(OfflineAgent((), lambda _: {}, 1))
    sentences = [f"The hall number {n} cost {n} euros, and it did not open." for n in range(2, 202)]
    room.say(1, "pro", *sentences)
    read(room)
    assert {one["sentence"] for one in room.of("Predicate")} == set(range(1, 201))


@pytest.mark.parametrize("relation", ["Because", "cause", ""])
def test_a_relation_outside_of_the_vocabulary_is_no_answer(relation: str) -> None:
    room, _ = scripted({"predicates": [predicate("1.1", relation, "x", "y")], "chain": ""})
    with pytest.raises(ValidationError):
        read(room)
