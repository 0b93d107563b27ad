"""What one side has said, as the graph holds it."""

from __future__ import annotations

import json

from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.floor import as_spoken
from foam_graph.reasoning.debating.history import history, last_chain, standing, unread
from tests.support.worlds.case_room import Scripted
from tests.support.worlds.debate_room import DebateRoom


def room() -> DebateRoom:
    made = DebateRoom(Scripted())
    made.say(1, "pro", "The casino loses money.", "It should close.")
    made.say(2, "con", "It employs 60 people.")
    made.say(3, "pro", "They can work in the port.")
    return made


def test_an_utterance_is_read_in_its_own_sentences() -> None:
    made = room()
    first = history(made.graph, "pro")[0]
    assert as_spoken(first).named() == [("1.1", "The casino loses money."), ("1.2", "It should close.")]


def test_an_utterance_without_cuts_is_one_sentence_and_an_empty_one_none() -> None:
    made = room()
    assert as_spoken(made.say(5, "pro", "One. Two.", cuts=[])).sentences == ("One. Two.",)
    assert as_spoken(made.say(7, "pro")).sentences == ()


def test_a_side_has_said_what_stands_of_it_in_order() -> None:
    made = room()
    first = history(made.graph, "pro")[0]
    made.say(1, "pro", "The casino earns nothing.", over=first)
    assert [one["text"] for one in history(made.graph, "pro")] == [
        "The casino earns nothing.",
        "They can work in the port.",
    ]


def test_utterances_of_a_transcript_are_another_debates() -> None:
    made = room()
    delta = Delta()
    where = delta.node(
        "Transcript", topic="x", name="x", format="orchid", sha256="00", characters=3, language="en", omissions="[]",
        remarks=[],
    )  # fmt: skip
    what = delta.node(
        "Utterance", turn=1, speaker="A", side="pro", stage="opening", text="Old.", cuts=[0, 4], origin="transcript"
    )
    delta.edge("SAID_IN", what, where)
    made.chain.commit(ActivityDraft("debate-1", "Load", Role.OPERATOR, "load"), delta)
    assert "Old." not in [one["text"] for one in history(made.graph, "pro")]


def test_what_has_predicates_or_is_in_a_chain_has_been_read() -> None:
    made = room()
    first, second = history(made.graph, "pro")
    assert unread(made.graph, "pro") == [first, second]
    delta = Delta()
    ref = delta.node("Predicate", number="P1.1.1", relation="Claim", terms=json.dumps(["x"]), sentence=1)
    delta.edge("RESTS_ON", ref, first.ref)
    made.chain.commit(ActivityDraft("debate-1", "AgentTurn", Role.CRITIC, "read"), delta)
    assert unread(made.graph, "pro") == [second]
    chain = Delta()
    chain.node("ReasoningChain", text="It goes on.", side="pro")
    made.chain.commit(ActivityDraft("debate-1", "AgentTurn", Role.CRITIC, "chain"), chain)
    assert unread(made.graph, "pro") == []
    last = last_chain(made.graph, "pro")
    assert last is not None
    assert last["text"] == "It goes on."
    assert last_chain(made.graph, "con") is None
    (held,) = standing(made.graph, [first, second])
    assert (held.predicate.number, held.predicate.terms, held.predicate.sentence) == ("P1.1.1", ("x",), "1.1")
    newer = made.say(1, "pro", "Changed.", over=first)
    assert unread(made.graph, "pro") == [newer]
