"""InspireScore: the mean of its three parts, or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from foam_graph.agents.tasks.debate_judging import InspireIn, InspireOut
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.judging.asking import checked_facts, shown
from foam_graph.evaluation.judging.inspire import Inspire, better, figure_of, inspire_of
from tests.support.debate_judging import MOTION, REPLY
from tests.support.judging import inspire, mark


def fact(verdict: str, sentence: str = "3.2") -> dict[str, Any]:
    return {"sentence": sentence, "verdict": verdict, "reasons": "It says so."}


def score(value: dict[str, Any]) -> Inspire:
    return inspire_of(InspireOut.model_validate(value))


def test_the_papers_first_row() -> None:
    """0.842, 0.997 and 0.627 make 0.822: the score is the mean of its parts."""
    assert sum((0.842, 0.997, 0.627)) / 3 == pytest.approx(0.822, abs=5e-4)
    found = score(inspire(8, 10, [fact("supported"), fact("unsupported"), fact("not_judged")]))
    assert (found.subjective, found.logic, found.fact) == (0.8, 1.0, 0.5)
    assert found.total == pytest.approx((0.8 + 1.0 + 0.5) / 3)


def test_what_is_not_judged_is_no_number() -> None:
    assert score(inspire(8, 10)).fact is None
    assert score(inspire(8, 10)).total is None
    assert score(inspire(8, 10, [fact("not_judged")])).fact is None
    partly = inspire(8, 10, [fact("supported")]) | {"clarity": mark(0)}
    assert score(partly).subjective is None
    assert score(partly).total is None
    assert score(inspire(0, 5)).logic == 0.5


@given(st.integers(1, 10), st.integers(1, 10), st.integers(0, 4), st.integers(0, 4))
def test_parts_and_score_lie_between_0_and_1(subjective: int, logic: int, good: int, bad: int) -> None:
    found = score(inspire(subjective, logic, [fact("supported")] * good + [fact("unsupported")] * bad))
    for part in (found.subjective, found.logic, found.fact, found.total):
        assert part is None or 0 <= part <= 1
    assert (found.total is None) == (good + bad == 0)


def test_better_needs_more_than_facts() -> None:
    facts_alone = Inspire(None, None, 1.0, None)
    assert better(facts_alone, Inspire(None, None, 0.0, None)) is None
    assert better(Inspire(0.8, 0.9, None, None), Inspire(0.6, 0.7, 1.0, 0.77)) == pytest.approx(0.2)
    assert better(Inspire(0.8, 0.9, 0.1, 0.6), Inspire(0.8, 0.9, 0.1, 0.6)) == 0


def test_figures_leave_out_what_is_not_there() -> None:
    found = figure_of([0.6, None, 0.7])
    assert found.mean == pytest.approx(0.65)
    assert found.spread == pytest.approx(0.1 / 2**0.5)
    assert found.count == 2
    assert figure_of([None]).mean is None
    assert figure_of([0.5]).spread is None


@pytest.mark.parametrize("value", ["The total score is 8 of 10.", None, 3, [], {"logic": 7}])
def test_free_text_is_no_answer(value: object) -> None:
    with pytest.raises(ValidationError):
        InspireOut.model_validate(value)


@pytest.mark.parametrize("changed", [{"logic": {"verdict": "judged", "mark": 12, "reasons": "x"}}, {"mood": 3}])
def test_marks_out_of_range_and_strange_fields_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        InspireOut.model_validate(inspire(8) | changed)


def test_facts_are_sentences_that_were_said() -> None:
    asked = InspireIn(motion=MOTION, side="pro", utterance=shown(REPLY))
    good = InspireOut.model_validate(inspire(8, 8, [fact("supported", "3.3")]))
    assert checked_facts(good, asked) == good
    with pytest.raises(BadAnswer, match=r"'3\.9' that was not said"):
        checked_facts(InspireOut.model_validate(inspire(8, 8, [fact("supported", "3.9")])), asked)
