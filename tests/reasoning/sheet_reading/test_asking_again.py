"""Findings that were refused are asked for once more, with why; what fails again stays out, and is told."""

from __future__ import annotations

import json
from typing import Any

from foam_graph.agents.tasks.findings import FindingsIn, FindingsOut
from foam_graph.reasoning.sheet_reading.asking_again import AGAIN, read_through
from foam_graph.reasoning.sheet_reading.examining import Examined
from tests.support.worlds.proposed_findings import ADMITTED, FILE, LATE, SUM, WAGES, finding

CLERK = finding("leaning", None, "Only the clerk says so.", ["3.3"], [])
STRAY = finding("leaning", None, "Of the 96 pupils one says so.", ["3.3"], [])
MENDED = finding("leaning", None, "Of the 96 pupils one says so.", ["3.3", "3.5"], [])
SLIP = SUM | {"calculation": WAGES | {"result": "775"}}


class Reader:
    """Answers one list after the other, and keeps what it was asked."""

    def __init__(self, *answers: list[dict[str, Any]] | None, wrong: list[dict[str, str]] | None = None) -> None:
        self.asked: list[tuple[FindingsIn, int]] = []
        self._answers, self._wrong = list(answers), wrong or []

    def __call__(self, data: FindingsIn, rollout: int) -> tuple[FindingsOut, str] | None:
        self.asked.append((data, rollout))
        found = self._answers.pop(0)
        if found is None:
            return None
        return FindingsOut.model_validate({"findings": found, "wrong": self._wrong}), "reader-1"

    def read(self) -> Examined:
        made = read_through(self, FindingsIn(question="Who is right?"), FILE, {}, ADMITTED)
        assert made is not None
        return made


def test_only_what_was_refused_is_asked_for_again_with_why() -> None:
    reader = Reader([LATE, STRAY, SLIP], [MENDED, SUM])
    made = reader.read()
    assert [one.kind for one in made.findings] == ["timeline", "leaning", "sum"]
    assert made.refused == []
    (first, _), (again, rollout) = reader.asked
    assert (first.faults, first.refused, rollout) == ([], [], 1)
    assert again.question == "Who is right?"
    assert ["says 96" in again.faults[0], "comes to $770" in again.faults[1]] == [True, True]
    assert [json.loads(one)["text"] for one in again.refused] == [STRAY["text"], SLIP["text"]]


def test_nothing_is_asked_again_where_nothing_can_be_mended() -> None:
    reader = Reader([LATE, LATE], wrong=[{"finding": "F7", "why": "No."}])
    made = reader.read()
    assert len(reader.asked) == 1
    assert len(made.refused) == 2


def test_what_fails_again_is_told_once_as_it_failed_last() -> None:
    made = Reader([STRAY, SLIP], [SLIP | {"calculation": WAGES | {"result": "776"}}, STRAY]).read()
    assert made.findings == []
    assert len(made.refused) == 2
    assert "776" in made.refused[0]
    assert "says 96" in made.refused[1]


def test_what_is_not_given_again_is_told_as_it_was_refused() -> None:
    for answer in ([], None):
        made = Reader([LATE, STRAY], answer).read()
        assert [one.kind for one in made.findings] == ["timeline"]
        assert ["says 96" in one for one in made.refused] == [True]


def test_nothing_else_is_taken_from_the_second_answer() -> None:
    doubt = [{"finding": "F1", "why": "No."}]
    reader = Reader([STRAY], [SUM, MENDED, CLERK], wrong=doubt)
    made = read_through(reader, FindingsIn(), FILE, {}, ADMITTED)
    assert made is not None
    assert [one.text for one in made.findings] == [MENDED["text"]]
    told = [one for one in made.refused if "not asked for again" in one]
    assert len(told) == 2
    assert len([one for one in made.refused if "'F1'" in one]) == 1, "doubts are those of the first answer"


def test_a_mended_finding_that_the_first_answer_has_is_no_second_one() -> None:
    made = Reader([MENDED, STRAY], [MENDED]).read()
    assert [one.text for one in made.findings] == [MENDED["text"]]
    assert ["the sheet has it" in one for one in made.refused] == [True]


def test_a_wrong_sentence_is_mended_by_the_right_one() -> None:
    made = Reader([CLERK | {"sentences": [{"sentence": "9.9", "role": "claimed"}]}], [CLERK]).read()
    assert [one.sentences for one in made.findings] == [("doc3:3",)]
    assert made.refused == []


def test_of_an_answer_that_is_wrong_throughout_only_a_part_is_asked_for_again() -> None:
    many = [finding("leaning", None, f"Only {100 + n} clerks say so.", ["3.3"], []) for n in range(AGAIN + 5)]
    reader = Reader(many, many[:AGAIN])
    made = reader.read()
    assert len(reader.asked[1][0].refused) == AGAIN
    assert made.findings == []
    assert len(made.refused) == AGAIN + 5
