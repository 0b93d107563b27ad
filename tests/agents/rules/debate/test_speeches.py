"""The offline speaker: nothing but quoted sentences and what its signs read in them, within the words it has."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.rules.background import Background
from foam_graph.agents.rules.debate.grounds import passage
from foam_graph.agents.rules.debate.speeches import NOTHING, choose_speech, modify_utterance, speak
from foam_graph.agents.rules.debate.verdicts import ballot, judge_utterance
from foam_graph.agents.tasks.debate_speaking import (
    BallotIn,
    ChooseSpeechIn,
    Debated,
    DebatedSentence,
    JudgeUtteranceIn,
    ModifyUtteranceIn,
    SaidShown,
    SpeakIn,
)
from foam_graph.findings.language.likeness import Statistics
from tests.support.worlds.debated_world import MOTION, debate_inputs, evidence, speak_in

CORPUS = tuple(passage(one) for one in evidence())
BACKGROUND = Background(Statistics.over(CORPUS), lambda _text: {}, 0, CORPUS)


@pytest.mark.parametrize("side", ["pro", "con"])
@pytest.mark.parametrize("job", ["opening", "rebuttal", "summary"])
def test_every_quotation_is_a_sentence_that_is_cited_or_was_said(side: str, job: str) -> None:
    data = speak_in(side, job)
    shown = {one.id: one for one in data.evidence}
    said = " ".join(s.text for one in data.history for s in one.sentences)
    for one in speak(data, BACKGROUND, 0).sentences:
        for words in re.findall(r"“([^”]+)”", one.text):
            sources = [shown[i].text for i in one.cites] + [shown[i].title for i in one.cites]
            assert words in sources or words in said or words == MOTION, one.text


def test_a_figure_is_met_with_the_figure_that_differs() -> None:
    said = speak(speak_in("con", "rebuttal"), BACKGROUND, 0).sentences
    (answer,) = [one for one in said if "1.2" in one.answers]
    assert "240 persons" in answer.text
    assert "90 persons" in answer.text
    assert answer.cites


def test_a_flaw_is_told_as_the_readers_word() -> None:
    said = speak(speak_in("con", "rebuttal"), BACKGROUND, 0).sentences
    (answer,) = [one for one in said if "K1" in one.answers]
    assert "neutral reader" in answer.text


def test_who_finds_nothing_says_so() -> None:
    data = speak_in("con", "opening").model_copy(update={"evidence": [], "history": [], "flaws": []})
    said = speak(data, BACKGROUND, 0).sentences
    assert said[-1].text == NOTHING
    assert not any(one.cites for one in said)


@given(st.integers(20, 400), st.sampled_from(["pro", "con"]), st.sampled_from(["opening", "rebuttal", "summary"]))
def test_nobody_speaks_longer_than_the_stage_allows(words: int, side: str, job: str) -> None:
    data = speak_in(side, job).model_copy(update={"words": words})
    said = speak(data, BACKGROUND, 0).sentences
    assert [one.text for one in said] == [NOTHING] or sum(len(one.text.split()) for one in said) <= words


@given(st.sets(st.integers(1, 5)), st.integers(20, 60))
def test_a_modified_utterance_leaves_out_what_was_wrong(wrong: set[int], words: int) -> None:
    draft = [SaidShown(number=n, text=f"This is sentence number {n} of the draft.") for n in range(1, 6)]
    speaking = speak_in().model_copy(update={"words": words})
    data = ModifyUtteranceIn(speaking=speaking, draft=draft, faults=[f"sentence {n} is wrong" for n in sorted(wrong)])
    said = [one.text for one in modify_utterance(data, BACKGROUND, 0).sentences]
    right = [one.text for one in draft if one.number not in wrong]
    assert said == right[: len(said)] if right else said == [NOTHING]
    assert len(said) == 1 or sum(len(text.split()) for text in said) <= words


def drafted(side: str, job: str) -> list[SaidShown]:
    said = speak(speak_in(side, job), BACKGROUND, 0).sentences
    return [SaidShown(number=n, text=one.text, cites=one.cites, answers=one.answers) for n, one in enumerate(said, 1)]


@given(st.sampled_from(["pro", "con"]), st.sampled_from(["opening", "rebuttal", "summary"]), st.data())
def test_what_is_said_of_a_quotation_goes_and_stays_with_it(side: str, job: str, chosen: st.DataObject) -> None:
    draft = drafted(side, job)
    wrong = chosen.draw(st.sets(st.integers(1, len(draft))))
    speaking = speak_in(side, job).model_copy(update={"words": chosen.draw(st.integers(30, 400))})
    data = ModifyUtteranceIn(speaking=speaking, draft=draft, faults=[f"sentence {n} is wrong" for n in sorted(wrong)])
    said = [one.text for one in modify_utterance(data, BACKGROUND, 0).sentences]
    spoken = {(one.text, two.text) for one, two in pairwise(draft)}
    about = ("I read ", "I count this ", "I take it ", "I count it ", "I count that step ", "I count an advocate's ")
    for n, text in enumerate(said):
        if text.startswith(about):
            assert (said[n - 1] if n else "", text) in spoken
        if text.startswith(("Nor did this:", "I take what went unanswered")):
            assert any("got no answer:" in earlier for earlier in said[:n])


def test_a_summary_without_its_first_point_says_the_second_whole() -> None:
    texts = (
        "What I quoted for my side got no answer: “The bus runs.”",
        "Nor did this: “The bus is full.”",
        "I take what went unanswered as what remains, and on that the motion should be adopted.",
    )
    draft = [SaidShown(number=n, text=text) for n, text in enumerate(texts, 1)]
    data = ModifyUtteranceIn(speaking=speak_in("pro", "summary"), draft=draft, feedback="sentence 1 is wrong")
    assert [one.text for one in modify_utterance(data, BACKGROUND, 0).sentences] == [
        "This got no answer: “The bus is full.”",
        texts[2],
    ]
    both = data.model_copy(update={"feedback": "sentence 1 and sentence 2 are wrong"})
    assert [one.text for one in modify_utterance(both, BACKGROUND, 0).sentences] == [NOTHING]


def judged(side: str, *texts: str) -> JudgeUtteranceIn:
    shown = evidence()
    said = [
        SaidShown(number=n, text=f"A source says: “{text}”", cites=[one.id for one in shown if one.text == text])
        for n, text in enumerate(texts, 1)
    ]
    fields = {"motion": MOTION, "side": side, "stage": "opening", "job": "opening", "history": []}
    return JudgeUtteranceIn.model_validate(fields | {"utterance": said, "evidence": shown})


PRO = "The night bus reduced injuries on the ring road by 12 percent."
CON = "The cost of the night bus exceeds the budget line of $80,000."


@pytest.mark.parametrize(
    ("side", "texts", "own", "other"),
    [
        ("pro", [PRO], True, False),
        ("con", [CON], True, False),
        ("con", [PRO], False, True),
        ("pro", [PRO, CON], True, True),
        ("pro", ["The trial lasted nine months."], False, False),
    ],
)
def test_an_utterance_is_judged_by_the_side_that_it_speaks_for(
    side: str, texts: list[str], own: bool, other: bool
) -> None:
    found = judge_utterance(judged(side, *texts), BACKGROUND, 0)
    assert (found.own_side, found.other_side) == (own, other)
    assert (found.verdict == "accept") is (own and not other)
    if other:
        assert f"sentence {len(texts)} speaks for the other side" in found.feedback


def debated(side: str, *rows: tuple[str, bool], answers: str = "") -> Debated:
    turn = 1 if side == "pro" else 2
    said = [
        DebatedSentence(
            name=f"{turn}.{n}",
            text=text,
            type="factual",
            sources=["S"] if source else [],
            answers=[answers] if answers else [],
        )
        for n, (text, source) in enumerate(rows, 1)
    ]
    return Debated.model_validate(
        {"turn": turn, "speaker": side, "side": side, "stage": "opening", "accepted": True, "sentences": said}
    )


def test_the_ballot_goes_to_who_answered_and_was_not_answered() -> None:
    found = ballot(
        BallotIn(motion=MOTION, utterances=[debated("pro", ("a", True)), debated("con", ("b", True), answers="1.1")]),
        BACKGROUND,
        0,
    )
    assert (found.argument, found.winner) == ("con", "con")


def test_equal_sides_are_a_tie_and_sources_count() -> None:
    same = BallotIn(motion=MOTION, utterances=[debated("pro", ("a", True)), debated("con", ("b", True))])
    assert ballot(same, BACKGROUND, 0).winner == "tie"
    bare = BallotIn(motion=MOTION, utterances=[debated("pro", ("a", True)), debated("con", ("b", False))])
    assert ballot(bare, BACKGROUND, 0).source == "pro"


def test_the_inputs_of_all_tasks_are_those_of_the_tasks() -> None:
    assert set(debate_inputs()) == {
        "speak", "choose_speech", "summarise_debate", "judge_utterance", "modify_utterance", "ballot"
    }  # fmt: skip


def test_rules_choose_what_takes_up_the_last_speech_and_what_is_too_long_comes_last() -> None:
    data = debate_inputs()["choose_speech"]
    assert isinstance(data, ChooseSpeechIn)
    assert choose_speech(data, BACKGROUND, 0).ranking == [3, 2, 1]
    first = choose_speech(data.model_copy(update={"history": []}), BACKGROUND, 0)
    assert first.ranking == [2, 3, 1], "nothing was said yet: as they stand"


def test_a_plain_draft_of_rules_names_no_flaw() -> None:
    data = debate_inputs()["speak"]
    assert isinstance(data, SpeakIn)
    plain = data.model_copy(update={"chain": "", "flaws": [], "schemes": [], "exemplars": []})
    told = " ".join(one.text for one in speak(plain, BACKGROUND, 0).sentences)
    assert told
    assert "a neutral reader" not in told
