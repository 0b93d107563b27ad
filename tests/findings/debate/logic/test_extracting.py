"""Predicates of sentences: every number, date and negation is kept, and each predicate is tied to its sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.debate.transcripts.reading import read_file
from foam_graph.findings.debate.logic.coverage import figures, lost
from foam_graph.findings.debate.logic.extracting import predicates_of, readable
from foam_graph.findings.debate.predicates import RELATIONS, Predicate
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from tests.support.shared_data import SHARED, require
from tests.support.worlds.planted_debates import PlantedDebate, planted_debates

SUBJECTS = st.sampled_from(
    ["The bridge", "Our council", "A new tax", "Nobody", "Rents in Harrow", "They", "It", "No firm"]
)
VERBS = st.sampled_from(
    ["costs", "has not raised", "never reached", "fell by", "will cause", "doubled to", "lacks", "is"]
)
OBJECTS = st.sampled_from(
    ["12 percent", "three hundred jobs", "$4.5 million", "1,200 homes", "nothing", "a flood in March 2019", "the port",
     "4 of 9 wards on 3 May 2021", "two million five hundred thousand", "0.8 points", "17:30", "a third"]
)  # fmt: skip
JOINTS = st.sampled_from(
    [
        ", because ",
        " unless ",
        ", but ",
        "; ",
        ", so ",
        " and ",
        " although ",
        ", for ",
        " since 2014 ",
        ": ",
        " if ",
        " or ",
    ]
)
ENDS = st.sampled_from([".", "?", "", "!", " in 1998.", ", not by law."])


@st.composite
def composed(draw: st.DrawFn) -> str:
    parts = [f"{draw(SUBJECTS)} {draw(VERBS)} {draw(OBJECTS)}" for _ in range(draw(st.integers(1, 4)))]
    text = parts[0]
    for part in parts[1:]:
        text += draw(JOINTS) + part
    return text + draw(ENDS)


def said(*sentences: str, turn: int = 4) -> Spoken:
    return Spoken(turn, "Ada", "pro", "opening", sentences)


def of(*sentences: str) -> list[Predicate]:
    return predicates_of([said(*sentences)])


def relations(sentence: str) -> dict[str, tuple[str, ...]]:
    return {one.relation: one.terms for one in of(sentence)}


def holds_all(sentence: str, made: list[Predicate]) -> bool:
    """Whether all that must be kept stands word for word in the terms, told without the check under test."""
    told = " ; ".join(term for one in made for term in one.terms)
    wanted = [text for text, _ in figures(sentence)]
    wanted += [sentence[one.start : one.end] for one in find_dates(sentence)]
    wanted += [one.cue for one in negations(sentence)]
    return all(one.casefold() in told.casefold() for one in wanted)


@given(composed())
@settings(max_examples=300, deadline=None)
def test_nothing_of_a_composed_sentence_is_lost(sentence: str) -> None:
    made = of("We begin.", sentence)
    own = [one for one in made if one.sentence == "4.2"]
    assert own
    assert holds_all(sentence, own), own
    assert lost(sentence, own) == []


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_without_loss_or_told_as_unreadable(text: str) -> None:
    made = of(text)
    assert bool(made) == (bool(text.strip()) and readable(text))
    assert not made or lost(text, made) == []


@pytest.mark.parametrize("debate", planted_debates(), ids=lambda debate: debate.name)
def test_nothing_of_a_debate_is_lost_and_every_term_is_words_of_its_sentence(debate: PlantedDebate) -> None:
    _kept_whole(list(debate.said))


def test_nothing_of_a_real_transcript_is_lost() -> None:
    transcript, _ = read_file(sorted(require(SHARED / "data" / "transcripts").glob("*.md"))[0])
    utterances = [
        Spoken(one.turn, one.speaker, one.side, one.stage, tuple(re.split(r"(?<=[.!?])\s+", one.text)))
        for one in transcript.utterances
    ]
    assert sum(len(one.sentences) for one in utterances) > 50
    _kept_whole(utterances)


def _kept_whole(utterances: list[Spoken]) -> None:
    made = predicates_of(utterances)
    for name, text in (pair for one in utterances for pair in one.named()):
        own = [one for one in made if one.sentence == name]
        assert own
        assert holds_all(text, own), (text, own)
        for one in own:
            assert one.relation in RELATIONS
            assert len(one.terms) == len(RELATIONS[one.relation].terms)
            assert all(term in text or re.fullmatch(r"\d+\.\d+", term) for term in one.terms), (text, one)


@pytest.mark.parametrize(
    ("sentence", "relation", "terms"),
    [
        ("Rents fell because new homes were built.", "Supports", ("new homes were built", "Rents fell")),
        ("The flood was severe because of the dam.", "Cause", ("the dam", "The flood was severe")),
        ("Higher fares lead to fewer riders.", "Cause", ("Higher fares", "fewer riders")),
        ("Vaccines prevent measles.", "Prevent", ("Vaccines", "measles")),
        ("It is cheap, but nobody wants it.", "Contrast", ("It is cheap", "nobody wants it")),
        ("Although it rained, they came.", "Concede", ("it rained", "they came")),
        ("Nothing grows unless we water it.", "Necessary", ("we water it", "Nothing grows")),
        ("If it rains, the match is off.", "If", ("it rains", "the match is off")),
        ("Either we act now or the bank closes.", "Either", ("we act now", "the bank closes")),
        ("Sales rose by 12 percent.", "Increase", ("Sales rose by 12 percent", "12 percent")),
        ("Output halved.", "Decrease", ("Output halved", "halved")),
        ("The mill closed in May 1987.", "When", ("The mill closed in May 1987", "May 1987")),
        ("By fairness I mean equal shares.", "Define", ("fairness", "equal shares")),
        ("According to the auditor, the fund is empty.", "Says", ("the auditor", "the fund is empty")),
        ("Schools should open earlier.", "Ought", ("Schools should open earlier",)),
        ("The tax does not work.", "Negate", ("The tax does not work",)),
        ("Every village has lost its shop.", "Every", ("Every village has lost its shop",)),
        ("Who will pay for it?", "Ask", ("Who will pay for it?",)),
        ("The harbour is old.", "Claim", ("The harbour is old",)),
    ],
)
def test_what_a_sentence_does_is_its_relation(sentence: str, relation: str, terms: tuple[str, ...]) -> None:
    assert relations(sentence).get(relation) == terms


def test_a_conclusion_rests_on_the_sentence_before_it() -> None:
    made = of("The dam is cracked.", "Therefore it must be closed.")
    assert ("Supports", ("4.1", "it must be closed")) in [(one.relation, one.terms) for one in made]


def test_a_conclusion_that_opens_a_turn_rests_on_nothing_said_before_in_it() -> None:
    assert "Supports" not in relations("Therefore it must be closed.")


@pytest.mark.parametrize("text", ["", "   ", "我们认为这个城市应该禁止汽车进入，因为空气不好。", "Это не так."])
def test_what_is_empty_or_in_another_script_has_no_predicates(text: str) -> None:
    assert of(text) == []


def test_thousands_of_words_without_a_full_stop_are_read_in_pieces() -> None:
    text = " ".join(f"the council has not paid {number} euros and" for number in range(1000))
    made = of(text)
    assert all(len(term) <= 700 for one in made for term in one.terms)
    assert lost(text, made) == []


def test_the_same_words_give_the_same_predicates() -> None:
    text = "Since fares fell by 14 percent in 2021, nobody walks, but 3 lines closed."
    assert of(text) == of(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "If the course costs 1,100 crowns, then those who have it are helped.",
            ("If", ("the course costs 1,100 crowns", "then those who have it are helped")),
        ),
        ("Where a bus runs, shops open.", ("If", ("a bus runs", "shops open"))),
        (
            "In those six weeks there were nine falls.",
            ("Amount", ("In those six weeks there were nine falls", "nine falls")),
        ),
        ("The number of cases falls to 12.", ("Decrease", ("The number of cases falls to 12", "12"))),
        ("The survey found that 63 percent had paid.", ("Says", ("The survey", "63 percent had paid"))),
    ],
)
def test_words_that_look_like_a_relation_are_read_by_what_stands_around_them(
    text: str, expected: tuple[str, tuple[str, ...]]
) -> None:
    made = predicates_of([Spoken(1, "A", "pro", "opening", (text,))])
    assert expected in [(one.relation, one.terms) for one in made]


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("The nights fall in January, when demand could be moved by 3 hours.", "Decrease"),
        ("The people of the island also found oil in 2002.", "Says"),
        ("The rails that were put up in 2019 help.", "Says"),
        ("A museum is a place where a child meets the work of people.", "If"),
    ],
)
def test_a_word_in_another_sense_makes_no_relation(text: str, relation: str) -> None:
    made = predicates_of([Spoken(1, "A", "pro", "opening", (text,))])
    assert made
    assert relation not in {one.relation for one in made}
