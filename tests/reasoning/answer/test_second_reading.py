"""A reader with the whole file: what it misses or refuses leads to one more wording, and nothing it says is lost."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.reasoning.answer.stored import StoredLine, stored_lines, synthesis_of
from foam_graph.reasoning.answer.wording import ATTEMPTS
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import GOOD, READ, first_of, saying, spoiled, words_it

POINT = {
    "issue": "noise", "point": "The mean of four nights was 56 decibels (4.2).", "evidence": ["4.2"], "decisive": True,
}  # fmt: skip
TAKEN_UP = spoiled(
    lambda made: made["why"][1]["sentences"].append(
        {"text": "The mean of four nights, 56 decibels, is under it as well.", "rests_on": ["F1", "A4.facts"]}
    )
)


def compiled(read: dict[str, Any], *wordings: dict[str, Any]) -> tuple[AnswerRoom, list[StoredLine]]:
    room = AnswerRoom()
    words_it(room.agent, *wordings)
    room.agent.says("second_reading", read)
    room.answer()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    return room, stored_lines(synthesis)


def tasks(room: AnswerRoom) -> list[str]:
    return [request.task for request in room.agent.asked if request.task in ("support", "second_reading")]


def judged(number: str, verdict: str) -> dict[str, Any]:
    return {"missed": [], "sentences": [{"sentence": number, "verdict": verdict, "why": "The charter says may."}]}


def test_a_reading_that_finds_nothing_leaves_the_wording_and_the_position_is_certified() -> None:
    room, lines = compiled(READ, GOOD)
    assert tasks(room) == ["support", "second_reading"]
    assert [line.text for line in lines[:2]] == [GOOD["title"], GOOD["answer"]["text"]]
    assert [c["name"] for c in room.checks.values() if not c["ok"]] == []
    assert room.position["certified"]


def test_the_reader_sees_numbered_sentences_the_brief_and_what_was_computed() -> None:
    room, _ = compiled(READ, GOOD)
    data = next(request for request in room.agent.asked if request.task == "second_reading")
    assert data.role == "Evaluator"
    assert data.input.brief == "Renew."
    assert data.input.position[0] == "P1 [answer, heading] The permit is renewed"
    assert data.input.position[1].startswith("P2 [answer, paragraph] The permit is renewed")
    assert data.input.issues[2].startswith("Which hours should it have? Contested")


def test_a_decisive_point_is_worded_and_then_not_listed() -> None:
    room, lines = compiled({**READ, "missed": [POINT]}, GOOD, TAKEN_UP)
    assert tasks(room) == ["support", "second_reading", "support", "second_reading"]
    again = [request.input for request in room.agent.asked if request.task == "support"][1]
    assert again.missed == ["M1: The mean of four nights was 56 decibels (Report on the meter). (4.2)"]
    assert any("56 decibels, is under it" in line.text for line in lines)
    assert not any("Not dealt with" in line.text for line in lines)
    assert room.position["certified"]


def test_a_decisive_point_that_nobody_takes_up_is_listed_at_the_end() -> None:
    room, lines = compiled({**READ, "missed": [POINT]}, GOOD, GOOD)
    *_, heading, listed = lines
    assert (heading.text, heading.form, heading.part, listed.part) == (
        "Not dealt with here",
        "heading",
        "lacks",
        "lacks",
    )
    assert listed.text == "The mean of four nights was 56 decibels (Report on the meter)."
    assert "1 points are listed" in room.checks["second reading"]["detail"]
    assert room.position["certified"], [c["detail"] for c in room.checks.values() if not c["ok"]]


def test_what_the_last_reading_misses_no_more_is_not_listed_in_whatever_words_it_stands() -> None:
    text = "On average the nights were quieter still."
    room = AnswerRoom()
    words_it(room.agent, GOOD, saying("why", text, "A3.facts"))
    room.agent.says("second_reading", {**READ, "missed": [POINT]}, READ)
    room.answer()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    lines = stored_lines(synthesis)
    assert text in [line.text for line in lines]
    assert not any("Not dealt with" in line.text for line in lines)
    assert room.position["certified"], [c["detail"] for c in room.checks.values() if not c["ok"]]


def test_what_the_last_reading_found_told_and_the_wording_after_it_dropped_is_listed() -> None:
    text = TAKEN_UP["why"][1]["sentences"][-1]["text"]
    room = AnswerRoom()
    words_it(room.agent, GOOD, TAKEN_UP, GOOD)
    verdict = {"sentence": "P1", "verdict": "wider", "why": "It says too much."}
    room.agent.says("second_reading", {**READ, "missed": [POINT]}, {**READ, "sentences": [verdict]})
    room.answer()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    lines = stored_lines(synthesis)
    assert text not in [line.text for line in lines]
    assert [line.part for line in lines if "Not dealt with" in line.text] == ["lacks"]


def test_a_point_that_stands_nowhere_fails_the_check_of_the_second_reading() -> None:
    long = {**POINT, "point": " ".join(["noise"] * 29) + " by night."}
    points = [{**long, "point": f"{n} {long['point']}"} for n in range(12)]
    room, lines = compiled({**READ, "missed": points}, GOOD, GOOD)
    listed = lines[[line.text for line in lines].index("Not dealt with here") + 1 :]
    assert 0 < len(listed) < len(points)
    check = room.checks["second reading"]
    assert not check["ok"]
    assert check["detail"].startswith(f"{len(points) - len(listed)} decisive points stand nowhere in it")
    assert not room.position["certified"]


def test_a_point_is_stated_in_the_reasons_and_rests_on_its_sentences() -> None:
    text = "The mean of the four nights, 56 decibels, is lower still."
    room, lines = compiled({**READ, "missed": [POINT]}, GOOD, saying("why", text, "M1"))
    line = next(line for line in lines if line.text == text)
    node = next(n for n in room.graph.of("EvidenceSentence") if n["text"].startswith("The mean of four"))
    assert line.others == (node.id,)
    assert room.position["certified"], [c["detail"] for c in room.checks.values() if not c["ok"]]


def test_a_point_that_is_not_decisive_costs_nothing() -> None:
    room, lines = compiled({**READ, "missed": [{**POINT, "decisive": False}]}, GOOD)
    assert tasks(room) == ["support", "second_reading"]
    assert not any("Not dealt with" in line.text for line in lines)


def test_an_unsupported_sentence_goes_even_where_the_agent_repeats_it() -> None:
    text = "The form must arrive, whatever the reason."
    room, lines = compiled(judged("P4", "unsupported"), saying("why", text, "A1.rule"), saying("why", text, "A1.rule"),
                           saying("why", text, "A1.rule"))  # fmt: skip
    assert tasks(room) == ["support", "second_reading", *["support"] * ATTEMPTS, "second_reading"]
    assert not any(line.text == text for line in lines)
    faults = [request.input.faults for request in room.agent.asked if request.task == "support"][1]
    assert faults == [f"P4 “{text}” is unsupported: The charter says may."]


def test_a_wider_sentence_is_reworded() -> None:
    wide = saying("why", "Every form must arrive by 31 March.", "A1.rule")
    room, lines = compiled(judged("P5", "wider"), wide, GOOD)
    told = [line.text for line in lines if line.part == "why"]
    assert "Every form must arrive by 31 March." not in told
    assert first_of(GOOD, "why")["text"] in told
    assert room.position["certified"]


@pytest.mark.parametrize("verdict", ["unsupported", "wider"])
def test_what_a_new_wording_says_beyond_the_file_is_worded_anew(verdict: str) -> None:
    text = "The mean of four nights, 56 decibels, is under it as well."
    room = AnswerRoom()
    words_it(room.agent, GOOD, TAKEN_UP, GOOD)
    room.agent.says("second_reading", {**READ, "missed": [POINT]}, lambda data: judged(numbered(data, text), verdict))
    room.answer()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    assert tasks(room) == ["support", "second_reading", "support", "second_reading", "support"]
    assert text not in [line.text for line in stored_lines(synthesis)]


def test_what_a_later_reading_misses_is_told_to_the_writer_as_well() -> None:
    other = {**POINT, "point": "The register has no entry for the second form (3.1).", "evidence": ["3.1"]}
    text = "The register has an entry for one form only."
    room = AnswerRoom()
    words_it(room.agent, GOOD, TAKEN_UP, saying("why", text, "M2"))
    room.agent.says("second_reading", {**READ, "missed": [POINT]}, {**READ, "missed": [other]})
    room.answer()
    assert tasks(room) == ["support", "second_reading", "support", "second_reading", "support"]
    read = [request.input for request in room.agent.asked if request.task == "second_reading"]
    assert read[0].told_before == []
    assert read[1].told_before[0].startswith("Decisive: The mean of four nights")
    assert 0 < read[1].used <= read[1].words
    last = [request.input for request in room.agent.asked if request.task == "support"][-1]
    assert [one.partition(":")[0] for one in last.missed] == ["M1", "M2"]
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    assert text in [line.text for line in stored_lines(synthesis)]


def test_what_a_reader_would_have_expected_is_wished_for_and_what_was_taken_up_is_to_stay() -> None:
    expected = {**POINT, "point": "The stamp is of 2 April.", "evidence": ["3.1"], "decisive": False}
    other = {**POINT, "point": "The register has no entry for the second form.", "evidence": ["3.1"]}
    room = AnswerRoom()
    words_it(room.agent, GOOD, TAKEN_UP, TAKEN_UP)
    room.agent.says("second_reading", {**READ, "missed": [POINT, expected]}, {**READ, "missed": [other]})
    room.answer()
    first, second, third = [request.input for request in room.agent.asked if request.task == "support"]
    assert (first.missed, first.wished) == ([], [])
    assert second.wished == ["The stamp is of 2 April. (3.1)"]
    assert not second.missed[0].endswith("keep it there.")
    assert [one.endswith("keep it there.") for one in third.missed] == [True, False]
    assert third.wished == []


def test_who_supports_it_knows_its_words_and_what_was_refused_by_the_readers_numbers() -> None:
    room = AnswerRoom()
    words_it(room.agent, GOOD, GOOD)
    verdict = {"sentence": "P2", "verdict": "wider", "why": "P1 says it as well; P99 is none."}
    room.agent.says("second_reading", {**READ, "sentences": [verdict]}, READ)
    room.answer()
    first, second, *_ = [request.input for request in room.agent.asked if request.task == "support"]
    assert first.used["whole"] > first.used["answer"] > 0
    assert second.used == first.used
    opening = " ".join(GOOD["answer"]["text"].split()[:8])
    assert second.faults[0] == f"P2 “{opening} …” is wider: P1 says it as well; P99 is none."
    assert second.position[1].startswith("P2 [answer, paragraph]")


def test_the_reader_sees_what_each_sentence_rests_on() -> None:
    room, _ = compiled(READ, GOOD)
    data = next(request.input for request in room.agent.asked if request.task == "second_reading")
    assert data.position[1].endswith(f"({', '.join(GOOD['answer']['rests_on'])})")


def test_a_point_that_is_missed_twice_keeps_its_name() -> None:
    room = AnswerRoom()
    words_it(room.agent, GOOD, GOOD, TAKEN_UP)
    room.agent.says("second_reading", {**READ, "missed": [POINT]}, {**READ, "missed": [POINT]})
    room.answer()
    last = [request.input for request in room.agent.asked if request.task == "support"][-1]
    assert [one.partition(":")[0] for one in last.missed] == ["M1"]
    assert room.position["certified"], [c["detail"] for c in room.checks.values() if not c["ok"]]


def test_what_stays_unsupported_after_the_last_reading_goes() -> None:
    text = "The mean of four nights, 56 decibels, is under it as well."
    room = AnswerRoom()
    words_it(room.agent, GOOD, TAKEN_UP)
    verdict = lambda data: judged(numbered(data, text), "unsupported")  # noqa: E731
    room.agent.says("second_reading", {**READ, "missed": [POINT]}, verdict)
    turn = room.answer()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    assert text not in [line.text for line in stored_lines(synthesis)]
    assert any(note == f"left out: “{text}”" for note in turn.notes)
    assert any(not line.computed for line in stored_lines(synthesis))


def test_an_answer_that_the_last_reading_refuses_is_the_programs_own() -> None:
    room = AnswerRoom()
    words_it(room.agent, GOOD, TAKEN_UP)
    room.agent.says("second_reading", {**READ, "missed": [POINT]}, judged("P2", "unsupported"))
    room.answer()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    first = stored_lines(synthesis)[0]
    assert (first.part, first.computed) == ("answer", True)
    assert room.position["certified"], [c["detail"] for c in room.checks.values() if not c["ok"]]


def numbered(data: Any, text: str) -> str:
    """The number under which the reader sees a sentence."""
    return next(one.partition(" ")[0] for one in data.position if f"] {text}" in one)


def test_a_verdict_on_a_sentence_that_is_not_there_is_ignored() -> None:
    room, _ = compiled(judged("P99", "unsupported"), GOOD)
    assert tasks(room) == ["support", "second_reading"]


def test_without_a_second_reading_the_position_is_not_certified() -> None:
    room = AnswerRoom()
    words_it(room.agent, GOOD)
    room.answer()
    assert not room.checks["second reading"]["ok"]
    assert [name for name, check in room.checks.items() if not check["ok"]] == ["second reading"]


def test_a_run_without_a_model_needs_no_second_reading() -> None:
    room = AnswerRoom(offline=True)
    room.answer()
    assert "second reading" not in room.checks
    assert room.position["certified"]
