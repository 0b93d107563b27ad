"""An agent words the position: what it may say is held against what it rests on, and what it may not goes, noted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.tasks.position import ReconsiderOut, SupportOut
from foam_graph.model.kinds import Role
from foam_graph.reasoning.answer.composing import composed, for_whom
from foam_graph.reasoning.answer.faults import ANSWER_WORDS
from foam_graph.reasoning.answer.grounding import Ground, figures, quoted, strangers, words_of
from foam_graph.reasoning.answer.lines import Line, answer_line, by_section, count, lines_of
from foam_graph.reasoning.answer.supporting import applied
from foam_graph.reasoning.answer.wording import ATTEMPTS, with_borne_headings, worded
from foam_graph.reasoning.outcome.ends import OptionEnd
from foam_graph.reasoning.outcome.turning import turnings
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.case_room import AGENDA
from tests.support.worlds.wordings import (
    GOOD,
    first_of,
    saying,
    spoiled,
    support_of,
    supports,
    text_of,
    words_it,
    writes,
)


def said(room: AnswerRoom, *wordings: dict[str, Any], words: int = 900) -> tuple[list[Line], Turn]:
    words_it(room.agent, *wordings)
    found = sublate(room.graph)
    results = room.results(turnings(room.results(), found))
    turn = room.desk.turn(Role.COMPILER, "compile")
    return list(worded(turn, room.desk, room.graph, results, words).lines), turn


def asked(room: AnswerRoom) -> int:
    return sum(request.task == "support" for request in room.agent.asked)


def test_a_good_wording_is_taken_as_it_is_with_one_call() -> None:
    room = AnswerRoom()
    lines, turn = said(room, GOOD)
    assert turn.notes == []
    assert asked(room) == 1
    assert [line.text for line in lines if line.part == "answer"] == [GOOD["title"], GOOD["answer"]["text"]]
    assert [line.part for line in lines if not line.computed] == [line.part for line in lines]
    assert [line.text for line in lines if line.form == "heading"][1:4] == [one["heading"] for one in GOOD["why"]]


def test_what_is_asked_names_ends_objections_turns_and_gaps() -> None:
    room = AnswerRoom()
    critique = room.object("A1.facts", "Nobody saw the stamp (3.1).")
    room.rate(critique, "invalid", 0.6)
    said(room, GOOD)
    data = room.agent.asked[-1].input
    ends = {one.issue: one.end for one in data.issues}
    assert ends == {"form": "answered", "noise": "answered", "hours": "contested"}
    assert data.issues[0].objections == ["K1: Nobody saw the stamp (3.1). It was found not to hold. It is so."]
    assert {one.option: one.status for one in data.options} == {"renew": "core", "refuse": "dissent"}
    assert data.turns[0].startswith("T1: If “Did the form arrive in time?”")
    assert data.gaps[0].startswith("G1: Which hours")
    assert {one.id for one in data.advocates} >= {"A7", "A4"}


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("another option", spoiled(lambda made: made.update(option="refuse")), "computed was renew"),
    ("a new figure", saying("why", "The form must arrive by 30 June.", "A1.rule"), "says 30"),
    ("a new name", saying("why", "The form was brought by Mr Harrow himself.", "A1.facts"), "names Harrow"),
    ("a changed quotation", saying("why", "It says “A permit is always renewed”.", "A1.rule"), "quotes"),
    ("a short quotation of another", saying("why", "It says “can sleep”.", "A1.rule"), "quotes"),
    ("a fallen part", saying("why", "The form was late by 2 days.", "A2.conclusion"), "this part does not stand"),
    ("an assigned advocacy", saying("order", "It came late.", "A7.conclusion"), "this part does not stand"),
    ("an unknown part", saying("why", "The form must arrive.", "A9.rule"), "nothing in the data is called that"),
    ("an id in the text", saying("why", "As A1.rule says, forms have a day.", "A1.rule"), "names the id"),
    ("a sentence id", saying("why", "Forms have a day (1.1).", "A1.rule"), "names the id"),
    ("a figure in a connective", saying("why", "All 3 grounds must fail."), "rests on nothing, but"),
    ("a name in a connective", saying("why", "So thinks the whole of Harrow."), "rests on nothing, but"),
    ("a counted connective", saying("why", "The market has forty stalls."), "rests on nothing, but"),
    ("an answer on nothing", saying("answer", "The permit is renewed."), "rests on nothing"),
    ("a long connective", saying("why", " ".join(["and so on"] * 12)), "too long for a connective"),
    ("a heading's figure", spoiled(lambda made: made["why"][1].update(heading="12 of 60 decibels")), "says 12"),
    ("a heading's name", spoiled(lambda made: made["why"][0].update(heading="So says Harrow")), "names Harrow"),
    ("a headline's figure", spoiled(lambda made: made.update(title="The permit is renewed for 12 years")), "says 12"),
    ("too many connectives", spoiled(lambda made: made["why"][1]["sentences"].append(
        {"text": "So it is.", "rests_on": []})), "more than one sentence in three"),
    ("a long head", spoiled(lambda made: made["answer"].update(text="The permit is renewed " + "so " * 190)),
     "the answer has"),
]  # fmt: skip


@pytest.mark.parametrize(("wording", "fault"), [one[1:] for one in BAD], ids=[one[0] for one in BAD])
def test_a_fault_is_told_once_and_mended_by_the_second_wording(wording: dict[str, Any], fault: str) -> None:
    room = AnswerRoom()
    lines, turn = said(room, wording, GOOD)
    assert asked(room) == 2
    told = room.agent.asked[-1].input.faults
    assert any(fault in one for one in told), told
    assert [line.text for line in lines if line.part == "answer"] == [GOOD["title"], GOOD["answer"]["text"]]
    assert turn.notes == told, "what was refused is noted"


@pytest.mark.parametrize(("wording", "fault"), [one[1:] for one in BAD], ids=[one[0] for one in BAD])
def test_a_fault_that_stays_goes_with_its_sentence_and_the_rest_is_still_there(
    wording: dict[str, Any], fault: str
) -> None:
    room = AnswerRoom()
    lines, turn = said(room, wording, wording, wording)
    assert asked(room) == ATTEMPTS
    assert {line.part for line in lines} >= {"answer", "why", "turns", "other_side", "order", "lacks"}
    told = answer_line(lines)
    assert told is not None
    assert told.words <= ANSWER_WORDS
    assert any(fault in note for note in turn.notes)
    assert all(any(one.form != "heading" for one in section) for section in by_section(lines)), "no bare heading"
    room.answer()  # offline from here on: no wording is left
    assert room.position["certified"] is False, "nobody read it again"


def test_a_heading_that_its_section_does_not_bear_out_becomes_a_plain_one() -> None:
    wording = spoiled(lambda made: made["why"][1].update(heading="12 of 60 decibels"))
    lines, turn = said(AnswerRoom(), wording, wording, wording)
    [heading] = [line for line in lines if line.form == "heading" and line.issue == "noise"]
    assert (heading.text, heading.computed) == ("Noise", True)
    assert "left out: “12 of 60 decibels”" in turn.notes


def test_sections_keep_their_authors_order_and_one_may_deal_with_several_issues() -> None:
    room = AnswerRoom()
    text = text_of(GOOD)
    _, noise, hours, turns, other, order, lacks = text["sections"]
    noise["deals_with"] = ["noise", "form", "other_side", "no_such_name"]
    text["sections"] = [order, noise, hours, other, lacks, turns]
    wording = spoiled(lambda made: made["why"].pop(0))
    writes(room.agent, text)
    supports(room.agent, wording)
    results = room.results(turnings(room.results(), sublate(room.graph)))
    turn = room.desk.turn(Role.COMPILER, "compile")
    found = worded(turn, room.desk, room.graph, results).lines
    headings = [line for line in found if line.form == "heading"]
    assert [line.part for line in headings] == ["answer", "order", "why", "why", "other_side", "lacks", "turns"]
    assert (headings[2].issue, headings[2].also) == ("noise", ("form", "other_side"))
    assert turn.notes == []


def test_a_part_that_no_section_deals_with_is_the_programs_where_there_is_room() -> None:
    without = spoiled(lambda made: (made["order"].clear(), made["lacks"].clear()))
    lines, turn = said(AnswerRoom(), without)
    assert turn.notes == []
    assert [line.text for line in lines if line.form == "heading"][-2:] == ["The order", "What is left open, and why"]
    assert all(line.computed for line in lines if line.part in ("order", "lacks"))
    lines, _ = said(AnswerRoom(), without, words=count(lines) - 10)
    assert "lacks" not in {line.part for line in lines}


def test_a_quotation_leads_to_the_sentence_that_holds_it_whatever_was_named() -> None:
    lines, turn = said(AnswerRoom(), saying("why", "It says “Nobody here can sleep.”", "A1.rule"))
    line = next(line for line in lines if line.part == "why" and line.form != "heading")
    assert line.rests_on == ("A1.rule", "5.2")
    assert turn.notes == []


def test_an_agent_that_answers_nothing_leaves_the_programs_own_wording() -> None:
    room = AnswerRoom()
    lines, turn = said(room)
    assert asked(room) == 0
    assert all(line.computed for line in lines)
    assert "nobody wrote the position" in turn.notes


def test_a_wording_that_stays_too_long_is_condensed_from_the_ends_of_its_longest_sections_and_says_so() -> None:
    many = {"text": "The limit is 60 decibels, and the meter showed at most 57.", "rests_on": ["A3.rule", "A3.facts"]}
    long = spoiled(lambda made: made["why"][1]["sentences"].extend([many] * 11))
    room = AnswerRoom()
    lines, turn = said(room, long, long, words=200)
    assert count(lines) <= 200
    kept = [line for line in lines if (line.part, line.issue) == ("why", "noise")]
    assert 1 < len(kept) < 13
    assert any(note.startswith("left out for length: “The limit is 60") for note in turn.notes)


def test_without_a_model_nobody_is_asked_and_the_composition_has_no_fault() -> None:
    room = AnswerRoom(offline=True)
    lines, turn = said(room)
    assert asked(room) == 0
    assert turn.notes == []
    assert lines == composed(room.results(turnings(room.results(), sublate(room.graph))), 900)


def test_an_open_case_is_answered_as_open_with_what_it_hangs_on() -> None:
    room = AnswerRoom(weighed=(), offline=True)
    lines, _ = said(room)
    [answer] = [line for line in lines if line.part == "answer"]
    assert answer.text.startswith("The answer is open: it hangs on “Did the form arrive in time?”")
    [order] = [line for line in lines if line.part == "order"]
    assert order.text == "What was asked cannot be decided before the open issues are settled."


def test_that_the_only_issue_is_open_orders_nothing_where_it_is_what_was_asked() -> None:
    results = AnswerRoom(weighed=(), offline=True).results()
    one = replace(results.issues[0], end="open", question="Should the Orr permit be renewed for a year?")
    alone = replace(results, issues=(one,), reliefs={}, question="Should the Orr permit be renewed?")
    assert not [line for line in composed(alone, 900) if line.part == "order"]
    other = replace(alone, question="Should the Orr permit lapse?")
    assert [line.text for line in composed(other, 900) if line.part == "order"] == [
        "What was asked cannot be decided before the open issues are settled."
    ]


def test_for_whom_an_answer_holds_is_told_with_what_each_puts_first() -> None:
    results = AnswerRoom(offline=True).results()
    one, *others = results.roles
    some = OptionEnd("renew", "Renew it.", "conditional", (one,), tuple(others))
    told = for_whom(some, replace(results, first={one: "care"}))
    assert told.startswith(f"this holds from the perspective of the {results.roles[one]} (care first); from ")
    assert told.endswith("it does not")
    assert told.count("first") == 1, "where two values weigh alike, neither comes first"


def test_a_wording_of_an_open_case_may_not_name_an_option() -> None:
    room = AnswerRoom(weighed=())
    lines, turn = said(room, GOOD, GOOD)
    assert any("the answer states renew; computed was that it is open" in note for note in turn.notes)
    [answer] = [line for line in lines if line.part == "answer"]
    assert answer.computed, "and the headline over the other one is gone"
    assert answer.text.startswith("The answer is open")


@pytest.mark.parametrize(
    ("one", "other"),
    [("$1,874", "1874.00"), ("28 April 2026", "2026-04-28"), ("9 March 2026", "09.03.2026"), ("0.50", "0.5")],
)
def test_figures_are_compared_by_what_they_say(one: str, other: str) -> None:
    assert figures(one) <= figures(other)


def test_months_of_dates_are_names_that_are_known() -> None:
    assert {"april", "niece"} <= words_of("The niece’s form of 2026-04-28")
    assert "march" in words_of("on 02.03.2026")


def test_straight_and_curly_quotation_marks_are_both_seen() -> None:
    assert quoted('He said “one thing” and "another".') == ["one thing", "another"]


def test_a_sentence_may_tell_what_a_document_says_and_quote_it() -> None:
    text = "A neighbour writes: “I heard the music until two in the morning.”"
    lines, turn = said(AnswerRoom(), saying("why", text, "5.1"))
    assert turn.notes == []
    assert text in [line.text for line in lines]


@pytest.mark.parametrize("day", ["1 May 2026", "May 1, 2026", "2026-05-01"])
def test_a_sentence_may_name_the_day_to_which_limits_are_counted(day: str) -> None:
    text = f"By {day} a neighbour had heard the music until two in the morning."
    lines, turn = said(AnswerRoom(), saying("why", text, "5.1"))
    assert turn.notes == []
    assert text in [line.text for line in lines]


@pytest.mark.parametrize(
    ("part", "text", "rests", "told"),
    [
        ("why", "A neighbour heard the music until 5.", "5.1", "says 5"),
        ("why", "By 9 May 2026 a neighbour had heard the music.", "5.1", "says 9"),
        ("why", "By June 2026 a neighbour had heard the music.", "5.1", "names June"),
        ("why", "A neighbour writes: “The music was loud.”", "5.1", "stands in no sentence"),
        ("answer", "The permit is renewed, and nobody sleeps.", "5.2", "rest on parts and findings"),
        ("why", "A neighbour heard the music.", "9.1", "nothing in the data is called that"),
    ],
)
def test_what_a_document_does_not_say_is_not_told_of_it(part: str, text: str, rests: str, told: str) -> None:
    lines, turn = said(AnswerRoom(), saying(part, text, rests), saying(part, text, rests))
    assert any(told in note for note in turn.notes)
    assert text not in [line.text for line in lines]


def test_a_number_that_a_document_spells_out_may_be_written_in_figures() -> None:
    _, turn = said(AnswerRoom(), saying("why", "The market feeds 40 families, as its traders say.", "6.1"))
    assert turn.notes == []


RELIEF = {"reliefs": [{"text": "The fee is waived.", "by": "traders", "asked": ["6.1"]}]}


def test_what_is_asked_for_gets_an_answer_as_a_new_version() -> None:
    room = AnswerRoom(agenda=RELIEF)
    answer = {"relief": "Q1", "answer": "not_ours", "why": "The charter gives no power over fees.", "rests_on": ["1.1"]}
    words_it(room.agent, GOOD | {"reliefs": [answer]})
    room.agent.says("second_reading", {"missed": [], "sentences": []})
    room.answer()
    (relief,) = room.graph.live("Relief")
    assert (relief["answer"], relief["why"]) == ("not_ours", "The charter gives no power over fees.")
    assert [node["text"] for node in room.graph.out(relief.id, "RESTS_ON")] == [room.desk.file.by_short["1.1"].text]
    assert len(room.graph.of("Relief")) == 2
    assert room.position["certified"]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([], "relief Q1 has no answer"),
        ([{"relief": "Q7", "answer": "open", "why": "Nobody knows.", "rests_on": []}], "which nobody asks for"),
        ([{"relief": "Q1", "answer": "granted", "why": "It costs 800 a year.", "rests_on": ["1.1"]}], "says 800"),
    ],
)
def test_an_answer_to_what_is_asked_for_is_held_against_what_it_rests_on(
    answers: list[dict[str, Any]], told: str
) -> None:
    room = AnswerRoom(agenda=RELIEF)
    _, turn = said(room, GOOD | {"reliefs": answers}, GOOD | {"reliefs": answers})
    assert any(told in note for note in turn.notes)


def test_what_was_answered_beside_another_answer_is_asked_for_anew() -> None:
    room = AnswerRoom(agenda=RELIEF)
    beside = {"relief": "Q1", "answer": "open", "why": "The charter gives no power over fees.", "rests_on": ["1.1"]}
    _, turn = said(room, GOOD | {"option": "refuse", "reliefs": [beside]}, GOOD, GOOD | {"reliefs": [beside]})
    assert "relief Q1 has no answer" in turn.notes
    assert asked(room) == 3


def test_a_name_that_may_not_stand_there_goes_where_others_bear_the_sentence_out() -> None:
    room = AnswerRoom()
    wording = saying("why", "The form must arrive by 31 March.", "A1.rule", "A2.conclusion")
    lines, turn = said(room, wording)
    assert turn.notes == ["left out: A2.conclusion behind “The form must arrive by 31 March.”"]
    line = next(line for line in lines if line.part == "why" and line.form != "heading")
    assert (line.text, line.rests_on) == ("The form must arrive by 31 March.", ("A1.rule",))
    assert asked(room) == 1


def test_an_answer_to_what_is_asked_for_loses_a_name_that_may_not_stand_there_as_well() -> None:
    room = AnswerRoom(agenda=RELIEF)
    told = {
        "relief": "Q1",
        "answer": "granted",
        "why": "The form must arrive by 31 March.",
        "rests_on": ["1.1", "A9.rule"],
    }
    _, turn = said(room, GOOD | {"reliefs": [told]})
    assert turn.notes == ["left out: A9.rule behind “The form must arrive by 31 March.”"]
    assert asked(room) == 1


def test_the_answer_may_name_and_quote_what_governs_an_issue_whatever_was_argued_from_it() -> None:
    text = "The permit is renewed, since “A form counts as on time where the office was closed on that day.”"
    elsewhere = "The permit is renewed, since “Nobody here can sleep.”"
    governed = {"issues": [{**AGENDA["issues"][0], "governing": ["1.1", "1.2"]}, *AGENDA["issues"][1:]]}
    room = AnswerRoom(agenda=governed)
    lines, turn = said(room, saying("answer", text, "A3.conclusion"))
    assert turn.notes == []
    assert lines[1].text == text
    _, turn = said(AnswerRoom(agenda=governed), saying("answer", elsewhere, "A3.conclusion"))
    assert any("stands in no sentence" in note for note in turn.notes)


def test_an_answer_that_states_another_option_goes_also_where_nobody_answers_after_it() -> None:
    # Two calls state the wrong option, the third brings no answer: what was stated last is still wrong.
    wrong = spoiled(lambda made: made.update(option="refuse"))
    lines, turn = said(AnswerRoom(), wrong, wrong)
    [answer] = [line for line in lines if line.part == "answer"]
    assert answer.computed, "and the headline over the other one is gone"
    assert "the answer is worded by the program" in turn.notes


@pytest.mark.parametrize(("result", "wrong"), [("3", []), ("7", ["says 7"])])
def test_a_result_that_is_worked_out_once_may_stand_alone_elsewhere(result: str, wrong: list[str]) -> None:
    def told(made: dict[str, Any]) -> None:
        made["why"][1]["sentences"][0]["text"] = "The limit is 60 decibels, and the meter showed 60 - 57 = 3 below it."
        first_of(made, "order")["text"] = f"Renew the permit, which is {result} decibels below its limit."

    lines, turn = said(AnswerRoom(), spoiled(told))
    assert [one for one in wrong if not any(one in note for note in turn.notes)] == []
    assert bool(turn.notes) == bool(wrong)
    assert any(f"which is {result} decibels" in line.text for line in lines) == (not wrong)


@pytest.mark.parametrize(
    ("title", "stays"), [("Renewed at 57 of 60 decibels", True), ("Renewed at 12 decibels", False)]
)
def test_a_headline_may_say_what_any_section_says(title: str, stays: bool) -> None:
    wording = spoiled(lambda made: made.update(title=title))
    lines, _ = said(AnswerRoom(), wording, wording, wording)
    assert (title in [line.text for line in lines if line.part == "answer"]) == stays


@pytest.mark.parametrize(("version", "shown"), [("answered", 0), ("partly", 1), ("not_answered", 1)])
def test_whoever_words_is_not_told_of_an_objection_that_was_met(version: str, shown: int) -> None:
    room = AnswerRoom()
    critique = room.object("A1.facts", "Nobody saw the stamp.")
    room.revise("A1.facts")
    room.rate(critique, "valid", version=version, materiality=0.9)
    said(room, GOOD)
    data = {one.task: one.input for one in room.agent.asked}
    for task in ("reconsider", "support"):
        assert [len(one.objections) for one in data[task].issues if one.issue == "form"] == [shown]


@pytest.mark.parametrize("said_so", ["the Municipalities' plan", "the Municipalities’ plan", "the Municipality's plan"])
def test_a_possessive_is_the_same_name(said_so: str) -> None:
    assert strangers(f"It is {said_so}.", words_of("The Municipalities agreed with a Municipality.")) == []
    assert strangers(f"It is {said_so}.", words_of("They agreed.")) != []


@pytest.mark.parametrize(
    ("text", "said_so", "strange"),
    [
        ("It binds America.", "the American States", []),
        ("The Americans gave.", "America", []),
        ("It binds Am.", "the American States", ["Am"]),
        ("It binds Ameriville.", "the American States", ["Ameriville"]),
        ("It binds Brit.", "the British", ["Brit"]),
        ("He calls Treasuries safe.", "Treasury bills", []),
        ("A Municipality agreed.", "the Municipalities", []),
        ("He calls Treasuries safe.", "the Treasures", ["Treasuries"]),
        ("The State-run and Crown-run posts.", "a State", ["Crown"]),
    ],
)
def test_what_is_derived_from_a_name_is_no_other_name(text: str, said_so: str, strange: list[str]) -> None:
    assert strangers(text, words_of(said_so)) == [one for one in strange if len(one) > 2]


def test_a_heading_goes_with_the_last_sentence_below_it() -> None:
    room = AnswerRoom()
    wording = spoiled(lambda made: made.update(lacks=[]))
    writes(room.agent, text_of(GOOD))
    supports(room.agent, wording)
    results = room.results(turnings(room.results(), sublate(room.graph)))
    worded(room.desk.turn(Role.COMPILER, "compile"), room.desk, room.graph, results)
    [asked_once] = [one.input for one in room.agent.asked if one.task == "support"]
    lines = lines_of(ReconsiderOut.model_validate(text_of(GOOD)), ("form", "noise", "hours"))
    answer = SupportOut.model_validate(support_of(wording, asked_once.position))
    assert answer.gone
    left = applied(room.desk.turn(Role.COMPILER, "compile"), lines, answer)
    assert "What the file lacks" in {line.text for line in lines}
    assert "What the file lacks" not in {line.text for line in left}


def test_a_heading_that_a_sentence_bore_out_which_went_for_length_becomes_a_plain_one() -> None:
    room = AnswerRoom()
    ground = Ground(room.graph, room.results(), room.desk.file)
    head = Line("why", "It says “Nobody here can sleep.”", issue="noise", form="heading")
    title = Line("answer", "The permit of 1911 is renewed", form="heading")
    told = Line("why", "A neighbour says that nobody here can sleep.", ("5.2",), issue="noise")
    other = Line("why", "The meter showed 57.", ("A3.facts",), issue="noise")
    assert with_borne_headings([head, told, other], ground) == [head, told, other]
    plain, kept = with_borne_headings([title, head, other], ground)
    assert (plain.text, plain.computed, kept) == ("Noise", True, other)
