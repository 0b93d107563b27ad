"""What an agent says of a side is checked: nothing lost, nothing added, nothing that is not there."""

from __future__ import annotations

import pytest

from foam_graph.agents.tasks.debate_logic import FlawOut, ObjectionOut, PredicateOut, SchemeQuestion
from foam_graph.findings.debate.predicates import Predicate
from foam_graph.reasoning.debating.signal_checks import (
    Record,
    added,
    check_flaws,
    check_objections,
    check_predicates,
    kept_whole,
)
from tests.support.worlds.debate_room import flaw, predicate

SENTENCES = {"3.1": "The casino lost 4 million in 2019.", "3.2": "It does not pay.", "3.3": "Good evening."}
RECORD = Record(
    SENTENCES | {"1.1": "The casino of Selm earned 2 million."},
    {
        "P1.1.1": Predicate("P1.1.1", "Amount", ("the casino earned", "2 million"), "1.1"),
        "P3.1.1": Predicate("P3.1.1", "Amount", ("the casino lost", "4 million in 2019"), "3.1"),
    },
    "The town should close it. ; Ada Rowe",
)


def read(*answers: dict[str, object]) -> tuple[list[tuple[str, ...]], list[str]]:
    checked = check_predicates([PredicateOut.model_validate(one) for one in answers], SENTENCES, frozenset({"1.1"}))
    return [(one.number, one.relation) for one in checked.kept], checked.faults


WHOLE = (predicate("3.1", "Amount", "loss of the casino in 2019", "4 million"), predicate("3.2", "Negate", "it pays"))


def test_predicates_that_keep_everything_have_no_fault() -> None:
    assert read(*WHOLE) == ([("P3.1.1", "Amount"), ("P3.2.1", "Negate")], [])


@pytest.mark.parametrize(
    ("one", "fault"),
    [
        (predicate("9.1", "Claim", "x"), "there is no such sentence to read"),
        (predicate("3.3", "Claim", "good", "evening"), "it takes 1 terms (statement), not 2"),
        (predicate("3.3", "Cause", "good"), "it takes 2 terms (cause, effect), not 1"),
        (predicate("3.3", "Claim", "  "), "a term is empty"),
        (predicate("3.3", "Claim", "a good evening for 300"), "the sentence does not have '300'"),
        (predicate("3.2", "Supports", "7.1", "it does not pay"), "there is no other sentence 7.1 of this side"),
        (predicate("3.2", "Supports", "3.2", "it does not pay"), "there is no other sentence 3.2 of this side"),
    ],
)
def test_a_predicate_that_does_not_fit_is_refused_with_its_reason(one: dict[str, object], fault: str) -> None:
    kept, faults = read(*WHOLE, one)
    assert len(kept) == 2
    assert faults == [f"{one['relation']} of {one['sentence']}: {fault}"]


def test_a_reason_may_name_another_sentence_of_the_side() -> None:
    kept, faults = read(*WHOLE, predicate("3.2", "Supports", "1.1", "it does not pay"))
    assert ("P3.2.2", "Supports") in kept
    assert faults == []


def test_what_no_predicate_keeps_is_told_and_then_kept_whole() -> None:
    checked = check_predicates([PredicateOut.model_validate(WHOLE[1])], SENTENCES, frozenset())
    assert checked.faults == ["3.1: no predicate has '4 million', '2019'"]
    made, whole = kept_whole(checked.kept, SENTENCES)
    assert whole == ["3.1"]
    assert [(one.number, one.relation, one.terms) for one in made] == [
        ("P3.1.1", "Claim", (SENTENCES["3.1"],)),
        ("P3.2.1", "Negate", ("it pays",)),
    ]


GOOD = flaw(
    "contradiction", "3.1", "lost 4 million", ["P3.1.1", "P1.1.1"], "It earned 2 million (1.1) and lost 4 million."
)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"sentence": "8.1"}, "this side has said no such sentence"),
        ({"predicates": ["P3.1.1", "P3.9.9"]}, "there is no predicate P3.9.9"),
        ({"quoted": "lost 5 million"}, "'lost 5 million' does not stand in that sentence"),
        ({"predicates": ["P1.1.1"]}, "none of its predicates is of 3.1"),
        ({"why": "The auditors counted 17 losses."}, "its reason adds '17'"),
        ({"why": "As Geneva found, it lost."}, "its reason adds 'Geneva'"),
    ],
)
def test_a_flaw_that_is_not_grounded_is_refused_with_its_reason(change: dict[str, object], fault: str) -> None:
    checked = check_flaws([FlawOut.model_validate(GOOD | change), FlawOut.model_validate(GOOD)], RECORD)
    assert [one.model_dump() for one in checked.kept] == [GOOD]
    assert checked.faults == [f"contradiction at {(GOOD | change)['sentence']}: {fault}"]


def test_a_reason_may_use_what_was_said_the_motion_and_names_of_sentences() -> None:
    told = ["It lost 4 million.", "Ada Rowe of Selm"]
    assert added("In 3.1 (P3.1.1) Rowe tells of 4,000,000 in Selm; these two claims clash.", told) == []
    assert added("Rowe tells of Bremen and 5 million.", told) == ["5 million", "Bremen"]


QUESTION = SchemeQuestion(id="Q1", scheme="causal", question="Could it be chance?", turn=3, sentences=["3.1"])


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({}, True),
        ({"question": "Q2"}, False),
        ({"sentence": "3.2", "quoted": "pay"}, False),
        ({"quoted": "lost much"}, False),
        ({"why": "It did better in Monaco."}, False),
    ],
)
def test_an_objection_puts_an_open_question_to_words_that_are_there(change: dict[str, object], kept: bool) -> None:
    plain = {
        "question": "Q1",
        "sentence": "3.1",
        "quoted": "lost 4 million",
        "missing": "evidence",
        "why": "It is not said.",
    }
    checked = check_objections([ObjectionOut.model_validate(plain | change)], [QUESTION], RECORD)
    assert bool(checked.kept) == kept
    assert bool(checked.faults) != kept


@pytest.mark.parametrize(
    "reason", ["2.15说的与1.2不同", "从5.14至5.16，对方说3%。", "P1.2.1 and 1.2, as P2.3.1 has it"]
)
def test_names_of_sentences_are_no_figures_beside_chinese_characters_either(reason: str) -> None:
    assert added(reason, ["对方说3%。"]) == []
    assert added(f"{reason} 47", ["对方说3%。"]) == ["47"]
