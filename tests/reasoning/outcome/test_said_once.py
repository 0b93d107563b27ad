"""What an answer says around its findings: nothing twice, nothing of a file that the program does not know."""

from __future__ import annotations

import pytest

from foam_graph.findings.asked import what_is_open
from foam_graph.phrases import counted
from foam_graph.reasoning.outcome.plain import about
from foam_graph.reasoning.templates.fitting import FACT, REVIEW, fitting


def test_the_question_itself_is_told_without_a_name() -> None:
    assert about("question", "Should the pond be drained? Open.") == "Should the pond be drained? Open."
    assert about("pond", "Should it be drained? Open.") == "Pond: Should it be drained? Open."


def test_a_number_has_its_noun() -> None:
    assert [counted(n, "issue") for n in (0, 1, 2)] == ["0 issues", "1 issue", "2 issues"]
    assert counted(1, "objection is", "objections are") == "1 objection is"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Should the refusal be upheld?", "Whether the decision stands is open"),
        ("Should the draft findings of negligence be upheld?", "Whether it stands is open"),
    ],
)
def test_what_is_no_decision_is_not_called_one(question: str, told: str) -> None:
    assert what_is_open(question) == told


@pytest.mark.parametrize(
    ("question", "template"),
    [
        ("Should the draft findings of negligence be upheld?", REVIEW),
        ("Should the court quash the notice?", REVIEW),
        ("Were the findings of the survey published?", FACT),
        ("Is the conclusion of the study right?", FACT),
    ],
)
def test_findings_and_notices_are_reviewed_where_it_is_asked_whether_they_stand(question: str, template: str) -> None:
    assert fitting(question).template == template
