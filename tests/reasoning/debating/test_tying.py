"""A speech cut into sentences, and which of them a modification may touch."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.tasks.debate_speaking import MOST_SAID
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.debating.tying import kept_ties, named_in, sentences_of_speech, to_alter

SAID = [Said("We pay."), Said("They pay 7."), Said("So weigh it.")]


@given(st.text(max_size=300))
def test_nothing_of_a_speech_is_lost_or_said_twice(text: str) -> None:
    assert " ".join(sentences_of_speech(text)).split() == text.split()


def test_quotations_and_chinese_are_cut_at_their_ends() -> None:
    assert sentences_of_speech('You say "no key exists." A judge asks.\n\nMr. Smith pays $3.5 million; so what?') == [
        'You say "no key exists."',
        "A judge asks.",
        "Mr. Smith pays $3.5 million; so what?",
    ]
    assert sentences_of_speech("对方说，想上场靠的是热爱。不算。") == ["对方说，想上场靠的是热爱。", "不算。"]


def test_a_speech_of_more_sentences_than_are_counted_keeps_all_its_words() -> None:
    text = " ".join(f"This is claim number {n} of many." for n in range(MOST_SAID + 30))
    found = sentences_of_speech(text)
    assert len(found) == MOST_SAID
    assert " ".join(found) == text


def test_only_what_is_named_may_be_altered() -> None:
    wide = "sentence 2 says more than what it cites"
    assert named_in([wide], (), SAID) == [2]
    assert named_in([wide, "sentence 9 says 7"], (3, 0, 40), SAID) == [2, 3]
    assert named_in([], (1,), SAID) == [1]


def test_a_fault_of_the_whole_opens_all() -> None:
    assert named_in(["sentence 2 says 7", "it has 260 words; 200 are the most"], (2,), SAID) == []
    assert named_in([], (), SAID) == []
    assert to_alter(None, SAID) == []
    assert to_alter({"faults": ["sentence 2 says 7"], "amend": [3]}, SAID) == [2, 3]
    assert to_alter({"faults": ()}, SAID) == []


def test_a_judgement_keeps_what_it_tied_and_nothing_else() -> None:
    tied = [SAID[0], Said(SAID[1].text, ("d1:4",), ("2.1", "K3"), "causal"), SAID[2]]
    assert kept_ties(SAID, tied) == '[[2,["d1:4"],["2.1","K3"],"causal"]]'
    assert kept_ties(tied, tied) is None
