"""Whatever an agent writes, and whatever a second reader says of it, what is compiled passes the certificate."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foam_graph.model.kinds import Role
from foam_graph.reasoning.answer.compiling import Answering, compile_answer, preview
from foam_graph.reasoning.answer.text_checks import certify
from foam_graph.reasoning.certifying.compilation import Compiled
from foam_graph.reasoning.outcome.results import results
from foam_graph.reasoning.sublation import Sublation
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import draft

TEXTS = st.sampled_from([
    "The form was late by 2 days.", "The form came in time.", "So it is.", "It says “Nobody here can sleep.”",
    "The permit is refused.", "Mr Harrow paid 300 dollars.", "The limit is 60 decibels.", "See A1.rule (3.1).",
    "The Market charter says “The limit for noise at night is 60 decibels.”", "On 2026-03-31 the office was closed.",
    "Half of them agree.", "“renewed”", "57", "", " ", "It is, as \"the office was closed\" shows.", "x " * 290,
    "THE NOISE WAS UNDER IT.", "March 2031", "a\u202eb", "<b>bold</b> & {{ role }}",
]).filter(str.strip)  # fmt: skip
NAMES = st.lists(
    st.sampled_from([
        "A1.rule", "A1.facts", "A1.conclusion", "A2.conclusion", "A3.facts", "A4.facts", "A7.conclusion", "F1", "F9", "K1",
        "K7", "T1", "T99", "G1", "Q1", "M1", "A1", "run-1-3-8", "3.1", "",
    ]),
    max_size=3,
)  # fmt: skip
SLUGS = st.sampled_from(["form", "noise", "hours", "colour"])
PLACES = st.sampled_from(["P1", "P2", "P4", "P5", "P6", "P7", "P9", "P11", "P77", "x"])
MARKDOWN = st.lists(st.tuples(st.sampled_from(["", "- ", "1. ", "\n", "## ", "| "]), TEXTS), max_size=5).map(
    lambda found: "\n".join(mark + text for mark, text in found)
)
WRITTEN = st.fixed_dictionaries({
    "title": TEXTS.map(lambda text: text[:160]), "answer": TEXTS,
    "sections": st.lists(st.fixed_dictionaries({
        "heading": TEXTS.map(lambda text: text[:160]),
        "deals_with": st.lists(st.one_of(SLUGS, st.sampled_from(["turns", "other_side", "order", "lacks", "answer", "x"])), max_size=3),
        "text": MARKDOWN.filter(bool),
    }), min_size=1, max_size=6),
})  # fmt: skip
SUPPORT = st.fixed_dictionaries({
    "option": st.sampled_from(["renew", "refuse", "", "else"]),
    "sentences": st.lists(st.fixed_dictionaries(
        {"sentence": PLACES, "rests_on": NAMES, "text": st.one_of(st.just(""), TEXTS)}), max_size=14),
    "gone": st.lists(PLACES, max_size=3),
    "new": st.lists(st.fixed_dictionaries({
        "after": st.one_of(PLACES, SLUGS, st.sampled_from(["turns", "answer", "why"])),
        "form": st.sampled_from(["paragraph", "item", "step", "continues"]), "text": TEXTS, "rests_on": NAMES,
    }), max_size=3),
    "reliefs": st.just([]),
})  # fmt: skip
READING = st.fixed_dictionaries({
    "missed": st.lists(st.fixed_dictionaries({
        "issue": st.sampled_from(["", "form"]), "point": TEXTS.map(lambda text: text[:500]), "evidence": st.lists(st.sampled_from(["4.2", "9.9"]), max_size=2),
        "decisive": st.booleans(),
    }), max_size=3),
    "sentences": st.lists(st.fixed_dictionaries({
        "sentence": st.sampled_from(["P1", "P3", "P5", "P77", "x"]),
        "verdict": st.sampled_from(["entailed", "wider", "unsupported"]), "why": st.just(""),
    }), max_size=3),
})  # fmt: skip


@cache
def case(weighed: bool) -> tuple[AnswerRoom, Sublation]:
    """A labelled case, decided or open, with an objection that is open."""
    room = AnswerRoom() if weighed else AnswerRoom(weighed=())
    room.rate(room.object("A1.facts", "The stamp of 2 April (3.1) was not signed."), "valid", 0.3)
    room.object("A4.facts", "One night proves little.")
    return room, room.label()


def compiled(room: AnswerRoom, labels: Sublation, words: int) -> Turn:
    made = Compiled(room.brief, room.graph, room.template, room.evidence, labels, "x", "case", "2026-05-01T00:00:00Z")
    return compile_answer(Answering(made, room.desk, words), "compile")


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    st.booleans(),
    st.lists(WRITTEN, max_size=1),
    st.lists(SUPPORT, max_size=6),
    READING,
    st.sampled_from([900, 300, 120]),
)
def test_what_is_compiled_passes_every_check_of_its_text(
    weighed: bool, texts: list[dict[str, Any]], wordings: list[dict[str, Any]], reading: dict[str, Any], words: int
) -> None:
    room, labels = case(weighed)
    room.agent.script = {
        "compose": [draft(one) for one in texts],
        "reconsider": list(texts),
        "support": list(wordings),
        "second_reading": [reading],
    }
    turn = compiled(room, labels, words)
    held = room.held(preview(turn, room.graph), words)
    # The open objection is unrated, which is no matter of wording.
    failed = {check.name: check.detail for check in certify(held) if not check.ok and check.name != "objections"}
    assert failed.keys() <= ({"weighings"} if not weighed else set()), failed
    assert {line.part for line in held.lines} >= {"answer"}
    answers = {node["option"]: node["status"] for node in preview(turn, room.graph).live("Answer")}
    assert answers == ({"renew": "core", "refuse": "dissent"} if weighed else {"renew": "open", "refuse": "open"})


def test_results_of_a_labelled_case_do_not_depend_on_the_wording() -> None:
    room, labels = case(True)
    before = results(room.desk, room.graph, labels)
    room.agent.script = {}
    compiled(room, labels, 900)
    assert results(room.desk, room.graph, labels).options == before.options
    assert room.desk.turn(Role.COMPILER, "x").notes == []
