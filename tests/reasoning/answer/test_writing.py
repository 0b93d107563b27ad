"""The position is written as one text before anybody asks what its sentences rest on, and that text is what is read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.protocol import Case, Request
from foam_graph.agents.tasks.position import SCORED, TextSection, WrittenText
from foam_graph.model.kinds import Role
from foam_graph.reasoning.answer.lines import Line, count, words_written
from foam_graph.reasoning.answer.stored import earlier_text, stored_lines
from foam_graph.reasoning.answer.writing import written
from foam_graph.reasoning.outcome.turning import turnings
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import GOOD, READ, draft, first_of, spoiled, supports, text_of, words_it, writes

TITLES = ("First", "Second", "Third")
PROSE = (
    "The charter wants the form by 31 March. The office was closed on that day.\n\n"
    "**Closed:** The form counts as on time.\n"
    "- It was stamped on 2 April.\n"
    "- The office was closed on 30 and 31 March."
)


def test_the_text_is_written_from_the_file_and_then_held_against_what_was_computed() -> None:
    room = AnswerRoom()
    writes(room.agent, text_of(GOOD))
    results = room.results(turnings(room.results(), sublate(room.graph)))
    turn = room.desk.turn(Role.COMPILER, "compile")
    lines = written(turn, room.desk, room.graph, results, 700)
    assert lines[1].text == GOOD["answer"]["text"]
    assert not any(line.rests_on for line in lines)
    first, data = (one.input for one in room.agent.asked[-2:])
    # First without an outcome; the day is that to which ages and limits are counted.
    day = room.desk.brief.as_of[:10]
    assert first.model_dump() == {"question": results.question, "dated": day, "words": 686}
    assert data.dated == day
    assert len(day) == len("2026-05-20")
    assert data.words == 686, "room is left for what a reader misses"
    assert (data.written.title, data.used) == (GOOD["title"], count(lines))
    assert {one.option: one.status for one in data.options} == {"renew": "core", "refuse": "dissent"}
    assert {one.issue: one.end for one in data.issues} == {
        "form": "answered",
        "noise": "answered",
        "hours": "contested",
    }
    assert not any(one.standing for one in data.issues)
    assert data.turns
    assert [call.task for call in turn.calls] == ["compose", "reconsider"]


def test_drafts_are_written_from_the_documents_alone_and_held_against_everything() -> None:
    room = AnswerRoom()
    writes(room.agent, text_of(GOOD))
    turn = room.desk.turn(Role.COMPILER, "compile")
    turn.case = Case("PAPERS\n\nSHEET\n\nend", "end", ("agenda",), papers="PAPERS\n\nend")
    written(turn, room.desk, room.graph, room.results(), 700)
    draft, held = room.agent.asked[-2:]
    assert (draft.task, draft.case) == ("compose", Case("PAPERS\n\nend", "end"))
    assert (held.task, held.case) == ("reconsider", turn.case)


def drafts(room: AnswerRoom, *titles: str, depth: str = "standard", seed: int = 2) -> None:
    """Has the writer of a room, which is argued at that depth, write a draft for each title, and keep the last one's text when it has heard what came out."""
    brief = room.desk.brief
    room.desk = replace(room.desk, brief=replace(brief, seed=seed, limits=replace(brief.limits, depth=depth)))
    for title in titles:
        room.agent.says("compose", draft({**text_of(GOOD), "title": title}))
    room.agent.says("reconsider", text_of(GOOD))


def text_written(room: AnswerRoom) -> Turn:
    """The turn in which the text of a room was written."""
    results = room.results(turnings(room.results(), sublate(room.graph)))
    turn = room.desk.turn(Role.COMPILER, "compile")
    assert written(turn, room.desk, room.graph, results, 700, ["The form was due by 31 March. (1.1)"])
    return turn


def heard(room: AnswerRoom) -> Any:
    """What the author of a room was told before writing again for the first time."""
    return next(one.input for one in room.agent.asked if one.task == "reconsider")


def reading(score: float, *faults: str, held: int = 0) -> dict[str, Any]:
    """How a draft is found whose scores are alike; its faults are named by the words that are wrong in it."""
    wrong = [{"words": one, "wrong": f"Wrong: {one}.", "evidence": ["1.1"]} for one in faults]
    return {**dict.fromkeys(SCORED, score), "held": held, "faults": wrong}


@pytest.mark.parametrize(
    ("scores", "held", "taken"),
    [
        (((8, 7, 7), (7, 7, 8)), (0, 0, 0), "First"),
        # Each is scored wherever it stands, and the sums of both readings decide.
        (((7, 9, 8), (9, 8, 6)), (0, 0, 0), "Second"),
        (((6, 7, 9), (9, 7, 6)), (0, 0, 0), "Third"),
        # Where they are alike, it is who holds more of the points, then who wrote first.
        (((8, 8, 8), (8, 8, 8)), (3, 5, 4), "Second"),
        (((8, 8, 8), (8, 8, 8)), (0, 0, 0), "First"),
    ],
)
def test_of_the_drafts_the_one_is_taken_that_another_reader_scores_best_in_both_orders(
    scores: tuple[tuple[float, ...], tuple[float, ...]], held: tuple[int, ...], taken: str
) -> None:
    room = AnswerRoom()
    drafts(room, *TITLES)
    for each, order, points in zip(scores, (TITLES, TITLES[::-1]), (held, held[::-1]), strict=True):
        read = [reading(score, f"{n} of {title}", held=n) for score, title, n in zip(each, order, points, strict=True)]
        room.agent.says("choose", {"readings": read, "why": "It says who must act."})
    turn = text_written(room)
    one, other, third, choice, again, data = [asked for asked in room.agent.asked if asked.task != "review"][-6:]
    assert (one.rollout, other.rollout, third.rollout) == (0, 1, 2)
    assert one.input == other.input == third.input
    assert choice.role == again.role == Role.EVALUATOR
    assert choice.input.points == ["The form was due by 31 March. (1.1)"], "drafts are held against it"
    assert [titles(asked) for asked in (choice, again)] == [[*TITLES], [*TITLES[::-1]]]
    assert data.input.written.title == taken
    number = held[TITLES.index(taken)]
    assert data.input.faults == [f"“{number} of {taken}”: Wrong: {number} of {taken}. (1.1)"], "once, whoever finds it"
    means = [3 * (scores[0][n] + scores[1][2 - n]) for n in range(3)]
    told = ", ".join(f"“{title}” {mean:g}" for title, mean in zip(TITLES, means, strict=True))
    # One that holds all points is not written again, so nobody is asked what could be otherwise.
    assert [one for one in room.agent.asked if one.task == "review"] == [] or not number
    assert turn.notes == [
        f"of 3 drafts the one with the best score of 60 was taken: {told}",
        "what sets the best apart: It says who must act.",
        *([] if number else ["review: no valid answer came"]),
    ]
    assert [call.task for call in turn.calls] == [*["compose"] * 3, "choose", "choose", "reconsider"], (
        "nobody reviewed it"
    )


CHANGE: dict[str, Any] = {
    "now": ["The form counts."], "weak": "It does not say why.", "better": "The office was closed on 31 March.",
    "evidence": ["3.2"], "room": ["It is noted."],
}  # fmt: skip


def rewritten(title: str, **deals: list[str]) -> dict[str, Any]:
    """An answer to the task of writing again: the good text under another title, with an index of those headings."""
    text = {**text_of(GOOD), "title": title}
    return {**draft(text), "index": [{"heading": head, "deals_with": names} for head, names in deals.items()]}


def test_the_draft_that_was_taken_is_written_again_twice_with_what_a_severe_reader_would_have_otherwise() -> None:
    room = AnswerRoom()
    drafts(room, "First", "Second")
    for way in (1, -1):
        room.agent.says("choose", {"readings": [reading(7), reading(9, "a")][::way], "why": "It answers."})
    marks = [{"criterion": "reasoning", "score": 7, "lacks": "A step."}]
    later = {**CHANGE, "weak": "It does not say when."}
    room.agent.says("review", {"marks": marks, "changes": [CHANGE], "keep": ["The day."]})
    room.agent.says("rewrite", rewritten("Written again"), rewritten("Written twice"))
    room.agent.says("review", {"marks": marks, "changes": [later], "keep": ["The form."]})
    turn = text_written(room)
    review, data, again, last = room.agent.asked[-4:]
    assert not [one for one in room.agent.asked if one.task == "reconsider"], "who writes has not all that was argued"
    assert review.role == again.role == Role.EVALUATOR, "its author does not review it"
    read = review.input
    assert [one.partition("\n")[0] for one in (read.draft, *read.others)] == ["# Second", "# First"]
    assert (read.points, read.faults) == (["The form was due by 31 March. (1.1)"], ["“a”: Wrong: a. (1.1)"])
    assert (read.words, read.used) == (data.input.words, data.input.used) == (686, data.input.used)
    assert {one.issue: one.end for one in read.issues} == {
        "form": "answered",
        "noise": "answered",
        "hours": "contested",
    }
    assert read.turns
    assert (data.task, data.input.draft, data.input.keep) == ("rewrite", read.draft, ["The day."])
    assert [one.model_dump() for one in data.input.changes] == [CHANGE]
    assert set(data.input.model_dump()) == {
        "question", "dated", "words", "used", "draft", "changes", "keep", "options", "issues",
    }, "it is written from the file and from what holds, names for an index beside"  # fmt: skip
    assert {one.option: one.status for one in data.input.options} == {"renew": "core", "refuse": "dissent"}
    assert data.input.issues == {one.issue: one.question for one in read.issues}
    assert (again.task, again.input.faults, again.input.others) == ("review", [], [])
    assert (read.before, again.input.before) == ("", read.draft), "beside what it was"
    assert again.input.draft.startswith(f"# Written again\n\n{GOOD['answer']['text']}\n\n## ")
    assert (last.task, last.input.keep) == ("rewrite", ["The form."])
    assert [one.model_dump() for one in last.input.changes] == [later]
    assert {"a severe reader: It does not say why.", "a severe reader: It does not say when."} <= set(turn.notes)


def lines_written(room: AnswerRoom) -> list[Line]:
    """The text of a room as its author left it."""
    results = room.results(turnings(room.results(), sublate(room.graph)))
    return written(room.desk.turn(Role.COMPILER, "compile"), room.desk, room.graph, results, 700)


def test_sections_written_again_deal_with_what_the_index_says_or_with_what_their_heading_did_before() -> None:
    room = AnswerRoom()
    drafts(room, "First")
    form, noise, *_ = [one["heading"] for one in text_of(GOOD)["sections"]]
    for index in ({form: ["form"], noise: ["noise"]}, {f"{noise.upper()}.": ["other_side", "nobody's"]}):
        room.agent.says("review", {"marks": [], "changes": [CHANGE], "keep": []})
        room.agent.says("rewrite", rewritten("Again", **index))
    found = {line.text: line for line in lines_written(room) if line.form == "heading"}
    assert found["Again"].part == "answer"
    assert (found[form].part, found[form].issue) == ("why", "form"), "as the first index says"
    assert (found[noise].part, found[noise].issue) == ("other_side", ""), "as the second one does, its marks aside"


@pytest.mark.parametrize("answer", [None, {"text": "# It is renewed\n\nThe permit is renewed."}])
@pytest.mark.parametrize("earlier", [0, 1])
def test_where_writing_again_fails_what_was_there_before_stands(answer: dict[str, str] | None, earlier: int) -> None:
    room = AnswerRoom()
    drafts(room, "First")
    for n in range(earlier + 1):
        room.agent.says("review", {"marks": [], "changes": [CHANGE], "keep": ["The day."]})
        if n < earlier:
            room.agent.says("rewrite", rewritten("Written again"))
    if answer is not None:
        room.agent.says("rewrite", answer)
    lines = lines_written(room)
    assert lines[0].text == ("Written again" if earlier else GOOD["title"])
    asked = ["review", "rewrite"] * (earlier + 1) + ["reconsider"] * (not earlier)
    assert [one.task for one in room.agent.asked[-len(asked) :]] == asked, (
        "held against the outcome, if nothing else was"
    )


@pytest.mark.parametrize("changes", [None, ()])
def test_where_nobody_reviews_or_nothing_is_to_change_the_draft_is_held_against_the_outcome_alone(
    changes: tuple[()] | None,
) -> None:
    room = AnswerRoom()
    drafts(room, "First")
    if changes is not None:
        room.agent.says("review", {"marks": [], "changes": changes, "keep": ["All."]})
    assert lines_written(room)[0].text == GOOD["title"]
    assert [one.task for one in room.agent.asked[-2:]] == ["review", "reconsider"]
    assert heard(room).written.title == "First"


def test_an_author_hears_of_the_worst_that_each_reader_found() -> None:
    room = AnswerRoom()
    drafts(room, "First", "Second")
    for found in (("a", "b", "c"), ("d", "A", "e")):
        read = [reading(9, *found), reading(5, "x")]
        room.agent.says("choose", {"readings": read if found[0] == "a" else read[::-1], "why": "It answers."})
    text_written(room)
    faults = [one.partition(":")[0] for one in heard(room).faults]
    assert faults == ["“a”", "“d”", "“b”"]


def titles(asked: Request[Any]) -> list[str]:
    """The drafts that somebody chose between, by their titles."""
    return [one.partition("\n")[0].removeprefix("# ") for one in asked.input.drafts]


def test_a_draft_of_one_paragraph_is_none_and_scores_of_other_drafts_count_as_none() -> None:
    room = AnswerRoom()
    drafts(room, "First", "Second")
    room.agent.says("compose", {"text": "The permit is renewed."})
    room.agent.says("choose", {"readings": [reading(9)] * 3, "why": "All three."})
    room.agent.says("choose", {"readings": [reading(8), reading(7)], "why": "The other one."})
    turn = text_written(room)
    assert heard(room).written.title == "Second", "it stood first when they were read the other way round"
    assert turn.notes[0] == "a draft has no answer with reasons: “The permit is renewed.”"
    assert turn.notes[1] == "of 2 drafts the one with the best score of 60 was taken: “First” 42, “Second” 48"


def test_one_draft_is_enough_where_the_other_failed_nobody_chooses_or_the_run_is_quick() -> None:
    failed, undecided, quick = AnswerRoom(), AnswerRoom(), AnswerRoom()
    drafts(failed, "First")
    drafts(undecided, "First", "Second")
    drafts(quick, "First", "Second", depth="quick")
    for room in (failed, undecided, quick):
        turn = text_written(room)
        assert heard(room).written.title == "First"
        assert heard(room).faults == []
        assert [one.task for one in room.agent.asked].count("review") == (room is not quick)
        assert [one.task for one in room.agent.asked].count("choose") == 2 * (room is undecided)
        assert [call.task for call in turn.calls].count("compose") == (2 if room is undecided else 1)


def test_what_was_written_is_read_in_its_paragraphs_and_lists_and_only_what_is_wrong_changes() -> None:
    room = AnswerRoom()
    text = text_of(GOOD)
    text["sections"][0]["text"] = PROSE
    writes(room.agent, text)
    supports(room.agent, GOOD)
    made = spoiled(lambda one: first_of(one, "why").update(text="The form must arrive by 31 March."))
    made["why"][0]["sentences"] = [
        {"text": told, "rests_on": rests}
        for told, rests in (
            ("The charter wants the form by 31 March.", ["1.1"]),
            ("The office was closed on that day.", ["3.2"]),
            ("Closed: The form counts as on time.", ["1.2"]),
            ("It was stamped on 2 April.", ["3.1"]),
            ("The office was closed on 30 and 31 March.", ["3.2"]),
        )
    ]
    room.agent.script["support"] = []
    supports(room.agent, made)
    room.agent.says("second_reading", READ)
    room.answer()
    [synthesis] = room.graph.live("Synthesis")
    lines = [line for line in stored_lines(synthesis) if (line.part, line.issue) == ("why", "form")]
    assert [line.form for line in lines] == ["heading", "paragraph", "continues", "paragraph", "item", "item"]
    assert [line.text for line in lines[1:]] == [one["text"] for one in made["why"][0]["sentences"]]
    overview = [line for line in stored_lines(synthesis) if line.part == "overview"]
    assert [line.issue for line in overview] == ["form", "noise", "hours"], "an index of it by the program"
    assert all(line.computed for line in overview)
    assert room.position["certified"]


def test_words_are_counted_as_blanks_part_them_without_numbers_of_documents_bars_and_marks() -> None:
    text = WrittenText(
        title="A ban",
        answer="The cost is one [7]. It holds [2, 3].",
        sections=[
            TextSection(
                heading="Why", text="1. Do it [7].\n\n| a | b |\n| --- | --- |\n| one | two[3] |\n\n- item 1 + 2 = 3"
            )
        ],
    )
    assert words_written(text) == 2 + 6 + 1 + 2 + 4 + 6


def test_without_a_model_nobody_writes_and_without_a_text_the_program_words() -> None:
    offline = AnswerRoom(offline=True)
    offline.answer()
    assert not [one for one in offline.agent.asked if one.task in ("compose", "reconsider", "support")]
    room = AnswerRoom()
    room.agent.says("second_reading", READ)
    room.answer()
    assert [one.task for one in room.agent.asked if one.task != "agenda"] == [
        "decisive_points",
        "compose",
        "second_reading",
    ]
    [synthesis] = room.graph.live("Synthesis")
    assert all(line.computed for line in stored_lines(synthesis))


def test_a_sentence_that_is_wrong_is_worded_anew_and_the_others_stay_as_they_were_written() -> None:
    room = AnswerRoom()
    wrong = spoiled(lambda made: first_of(made, "why").update(text="The form must arrive by 30 June."))
    words_it(room.agent, wrong, GOOD)
    room.agent.says("second_reading", READ)
    room.answer()
    tasks = [one.task for one in room.agent.asked if one.task != "agenda"]
    assert tasks == ["decisive_points", "compose", "reconsider", "support", "support", "second_reading"]
    first, second = [one.input for one in room.agent.asked if one.task == "support"]
    assert first.faults == []
    assert any("says 30" in fault and fault.startswith("P4 ") for fault in second.faults)


def test_what_somebody_lists_as_decisive_goes_to_whoever_reads_and_not_to_who_writes_or_mends() -> None:
    room = AnswerRoom()
    room.agent.says("decisive_points", {"points": [{"point": "The form was due by 31 March.", "evidence": ["1.1"]}]})
    words_it(room.agent, GOOD)
    room.agent.says("second_reading", READ)
    room.answer()
    told = {one.task: one.input for one in room.agent.asked}
    assert told["decisive_points"].model_dump() == {"question": told["compose"].question}, (
        "no outcome and no agenda's result"
    )
    assert told["second_reading"].points == ["The form was due by 31 March. (1.1)"]
    assert not hasattr(told["compose"], "points"), "whoever has a list to cover writes a list"
    assert told["second_reading"].dated == told["compose"].dated
    assert not hasattr(told["reconsider"], "points")


def test_a_point_that_a_reader_misses_is_asked_for_with_what_it_should_replace() -> None:
    room = AnswerRoom()
    words_it(room.agent, GOOD, GOOD)
    missed = {"point": "Nobody was heard.", "evidence": ["3.1"], "decisive": True, "instead": "P5"}
    wished = {"point": "The meter was new.", "evidence": [], "decisive": False, "instead": "P6"}
    room.agent.says("second_reading", {"missed": [missed, wished], "sentences": []}, READ)
    room.answer()
    second = [one.input for one in room.agent.asked if one.task == "support"][1]
    assert [one.endswith("(3.1) [instead of P5]") for one in second.missed] == [True]
    assert second.wished == ["The meter was new. [instead of P6]"]


def test_asked_once_more_for_what_is_refused_nobody_is_told_anew_what_a_reader_would_have_let_go_of() -> None:
    room = AnswerRoom()
    wrong = spoiled(lambda made: first_of(made, "why").update(text="The form must arrive by 30 June."))
    words_it(room.agent, GOOD, wrong, GOOD)
    missed = {"point": "Nobody was heard.", "evidence": ["3.1"], "decisive": True, "instead": "P5"}
    wished = {"point": "The meter was new.", "evidence": [], "decisive": False, "instead": "P6"}
    room.agent.says("second_reading", {"missed": [missed, wished], "sentences": []}, READ)
    room.answer()
    last = [one.input for one in room.agent.asked if one.task == "support"][2]
    assert any("says 30" in one for one in last.faults)
    assert [one.endswith("(3.1)") for one in last.missed] == [True]
    assert last.wished == []


def test_a_position_that_stands_is_reconsidered_and_not_written_anew() -> None:
    room = AnswerRoom()
    words_it(room.agent, GOOD)
    room.agent.says("second_reading", READ)
    room.answer()
    before = len(room.agent.asked)
    room.agent.says("reconsider", text_of(GOOD))
    supports(room.agent, GOOD)
    room.agent.says("second_reading", READ)
    room.answer()
    again = room.agent.asked[before:]
    assert [one.task for one in again] == ["decisive_points", "reconsider", "support", "second_reading"]
    sections = [{"heading": one["heading"], "text": one["text"]} for one in text_of(GOOD)["sections"]]
    assert again[1].input.written.model_dump() == {**text_of(GOOD), "sections": sections}
    assert again[1].input.used == count(
        line for line in stored_lines(room.graph.live("Synthesis")[0]) if line.part != "overview"
    )


def test_a_position_that_the_program_worded_is_written_by_whoever_can() -> None:
    room = AnswerRoom()
    room.agent.says("second_reading", READ)
    room.answer()
    assert earlier_text(room.graph, room.desk.file) is None
    words_it(room.agent, GOOD)
    room.agent.says("second_reading", READ)
    room.answer()
    assert [one.task for one in room.agent.asked].count("compose") == 2
    text = earlier_text(room.graph, room.desk.file)
    assert text is not None
    assert text.title == GOOD["title"]
