"""The simpler debaters by rule: they quote and ask, and invent nothing."""

from __future__ import annotations

from foam_graph.agents.rules.debate.baselines import analysis, review, selection, speech
from foam_graph.agents.tasks.debate_baselines import (
    BaselineAnalysisIn,
    BaselineReviewIn,
    BaselineSelectionIn,
    BaselineSpeechIn,
    FoundShown,
)
from tests.support.debate_judging import CON, MOTION, PRO, shown

MATERIAL = "Fewer cars on a road hurt fewer people."


def said(**changes: object) -> list[str]:
    data = {"motion": MOTION, "side": "pro", "words": 100, "history": [shown(PRO), shown(CON)]} | changes
    return speech(BaselineSpeechIn.model_validate(data)).sentences


def test_it_asks_for_the_source_of_what_the_other_side_says() -> None:
    assert said() == [
        "We speak for the motion: The town of Harrowby should close Mill Road to cars.",
        "The other side says: “They expect to lose 400,000 dollars a year”. It does not say who found that.",
    ]
    assert said(side="con", history=[])[0].startswith("We speak against the motion")


def test_every_figure_comes_from_somewhere() -> None:
    whole = " ".join(said(material=[MATERIAL]))
    assert MATERIAL.rstrip(".") in whole
    given = " ".join([MOTION, MATERIAL, *PRO.sentences, *CON.sentences])
    assert all(word in given for word in ("400,000",) if word in whole)


def test_it_keeps_to_its_length_but_says_something() -> None:
    assert len(said(words=1, material=[MATERIAL] * 20)) == 1
    assert len(said(words=60, material=[MATERIAL] * 20)) < 8


def test_analysis_selection_review() -> None:
    points = analysis(BaselineAnalysisIn(motion=MOTION, side="pro", history=[shown(PRO), shown(CON)]))
    assert "400,000" in points.points[0]
    assert points.wanted == [MOTION]
    assert analysis(BaselineAnalysisIn(motion=MOTION, side="con")).points[0].startswith("We stand against")
    found = [FoundShown(name="a1", text="Tea is best drunk hot."), FoundShown(name="a2", text=MATERIAL)]
    assert selection(BaselineSelectionIn(motion=MOTION, side="pro", points=[], found=found)).chosen == ["a2"]
    assert selection(BaselineSelectionIn(motion=MOTION, side="pro", points=[], found=[])).chosen == []


def test_review_refuses_repetition_and_length() -> None:
    def ruled(*draft: str) -> tuple[bool, str]:
        made = review(BaselineReviewIn(motion=MOTION, side="con", words=10, history=[shown(CON)], draft=list(draft)))
        return made.accepted, made.feedback

    assert ruled("Customers walk in.") == (True, "")
    assert ruled(CON.sentences[1])[0] is False
    assert "21 words" in ruled("word " * 21)[1]


def test_of_a_long_text_the_sentence_nearest_to_the_motion_is_quoted() -> None:
    long = f"Tea is best drunk hot. {MATERIAL} Nobody asked the baker? She was away."
    assert any(f"“{MATERIAL.rstrip('.')}”" in sentence for sentence in said(material=[long], words=200))
    assert any("茶最好" in sentence for sentence in said(material=["茶最好喝热的。"], words=200))
    assert said(material=["", "   "], words=200)
