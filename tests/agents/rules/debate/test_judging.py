"""What rules judge in a debate, and that they judge nothing else."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from foam_graph.agents.rules.debate.judging import inspire_score, judge_debate, judge_utterance
from foam_graph.agents.tasks.debate_judging import (
    InspireIn,
    JudgeDebateIn,
    JudgeDebateUtteranceIn,
    MarkOut,
    SourceShown,
    TurnMarks,
    TurnShown,
)
from tests.support.debate_judging import CON, MOTION, PRO, REPLY, shown

CITED = SourceShown(sentence="3.2", text="The town counted 4,200 cars, the traders 2,900.")


def test_sources_are_counted_and_nothing_else_is_judged() -> None:
    made = judge_utterance(JudgeDebateUtteranceIn(motion=MOTION, utterance=shown(PRO)))
    assert (made.source.verdict, made.source.mark) == ("judged", 1 + round(9 * 1 / 2))
    assert made.source.reasons == "1 of 2 factual sentences cite or name a source."
    for one in (made.argument, made.language):
        assert (one.verdict, one.mark, one.reasons) == ("not_judged", 0, "Not judged by rules.")


def test_what_is_cited_counts_as_what_is_named() -> None:
    bare, cited = (
        judge_utterance(JudgeDebateUtteranceIn(motion=MOTION, utterance=shown(REPLY), sources=sources)).source.mark
        for sources in ([], [CITED])
    )
    assert (bare, cited) == (1, 1 + round(9 / 2))


def test_an_utterance_without_facts_is_not_judged() -> None:
    plain = TurnShown(turn=1, side="pro", sentences=["1.1 Roads are for people."])
    assert judge_utterance(JudgeDebateUtteranceIn(motion=MOTION, utterance=plain)).source.verdict == "not_judged"
    empty = TurnShown(turn=1, side="pro", sentences=[])
    assert judge_utterance(JudgeDebateUtteranceIn(motion=MOTION, utterance=empty)).source.verdict == "not_judged"
    assert inspire_score(InspireIn(motion=MOTION, side="pro", utterance=empty)).facts == []


def test_a_debate_is_decided_on_sources_alone() -> None:
    data = JudgeDebateIn(motion=MOTION, first_side="con", second_side="pro", first=[shown(CON)], second=[shown(PRO)])
    made = judge_debate(data)
    assert made.source.winner == "second"
    assert {made.argument.winner, made.language.winner, made.overall.winner} == {"not_judged"}
    turned = data.model_copy(update={"first": data.second, "second": data.first})
    assert judge_debate(turned).source.winner == "first"
    assert judge_debate(data.model_copy(update={"first": []})).source.winner == "not_judged"


def test_full_marks_of_an_utterance_carry_over() -> None:
    data = JudgeDebateIn(
        motion=MOTION,
        first_side="con",
        second_side="pro",
        first=[shown(CON)],
        second=[shown(PRO)],
        marks=[TurnMarks(turn=2, argument=0, source=10, language=0)],
    )
    assert judge_debate(data).source.winner == "first"


def test_facts_are_held_against_the_figures_that_they_cite() -> None:
    def verdicts(*sources: SourceShown) -> dict[str, str]:
        data = InspireIn(motion=MOTION, side="pro", utterance=shown(REPLY), sources=list(sources))
        return {one.sentence: one.verdict for one in inspire_score(data).facts}

    assert verdicts() == {"3.1": "unsupported", "3.2": "unsupported"}
    assert verdicts(CITED) == {"3.1": "unsupported", "3.2": "supported"}
    wrong = SourceShown(sentence="3.2", text="The town counted 4,300 cars.")
    assert verdicts(wrong)["3.2"] == "unsupported"
    named = InspireIn(motion=MOTION, side="pro", utterance=shown(PRO))
    assert {one.sentence: one.verdict for one in inspire_score(named).facts}["1.2"] == "not_judged"


@pytest.mark.parametrize(("verdict", "mark"), [("judged", 0), ("not_judged", 7), ("judged", 11), ("judged", -1)])
def test_a_mark_and_its_verdict_agree(verdict: str, mark: int) -> None:
    with pytest.raises(ValidationError):
        MarkOut.model_validate({"verdict": verdict, "mark": mark, "reasons": "Because."})
