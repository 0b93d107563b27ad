"""What a program can hold an utterance to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.debating.checking import Bench, check, unsourced, word_total
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.evidence import Evidence
from tests.support.worlds.debated_world import MOTION, document_of

TEXT = "The night bus carried 240 persons per week. Dr Ines Varga counted them on 3 May 2025. It cost forty dollars a ride."


@pytest.fixture(scope="module")
def bench() -> Bench:
    document = document_of(TEXT)
    history = [Spoken(1, "Ada", "pro", "opening", ("The bus carries 777 persons.", "It is “safe as houses”."))]
    return Bench(
        MOTION,
        "con",
        ("Ada", "Bo"),
        history,
        Evidence([document]),
        {"m1": "we stand before a choice that our children must live with"},
        100,
        frozenset({"K1", "1.2", "E1"}),
    )


def cited(bench: Bench, n: int) -> str:
    return next(iter(bench.evidence.documents.values())).sentences[n - 1].id


GOOD = [
    ("The night bus carried 240 persons per week.", 1),
    ("It carried two hundred and forty persons.", 1),
    ("Counting was done by Ines Varga on 3 May 2025.", 2),
    ("A ride cost $40.", 3),
    ("The record says that it “carried 240 persons”.", 1),
    ("I give two reasons.", 0),
    ("All hangs on four words of yours.", 0),
    ("I read the two as giving different figures.", 0),
    ("The plan has two halves, and two colleagues at a desk see that.", 0),
    ("On question two the answer is no, and on question 2 as well.", 0),
    ("PRO and Con both want the bus.", 0),
    ("The town of Harrowby can do better.", 0),
    ("My opponent says 777 persons.", 0),
    ("Ada calls it “safe as houses”.", 0),
    ("Nor is it “safe as houses”.", 0),
    ("Pro's figure of 777 stands.", 0),
    ("It leaves a woman of thirty-five and a forty-year-old at the stop.", 0),
    ("Think of who has to be home on Monday.", 0),
    ("A sister of forty-one rides beside the two people who talk.", 0),
    ("Take two people at a stop, and then forty of them.", 0),
    ("It refuses them at forty and at sixty, when that reason has gone.", 0),
]
BAD = [
    ("The night bus carried 241 persons per week.", 1, "says 241"),
    ("It carried three hundred persons.", 1, "says 300"),
    ("Counting was done by Otto Blim.", 2, "names Otto"),
    ("It was counted on 4 May 2025.", 2, "says 4"),
    ("Two million persons ride it.", 0, "says 2000000"),
    ("It took two years.", 0, "says 2"),
    ("Two in three persons ride it.", 0, "says 2"),
    ("It carried three persons.", 0, "says 3"),
    ("The record says that it “carried 240 people”.", 1, "quotes"),
    ("The bus carries 777 persons.", 0, "says 777"),
    ("The bus is “safe as a house”.", 0, "quotes"),
    ("A pro forma figure is 777.", 0, "says 777"),
    ("It is a bus of thirty-five seats.", 0, "says 35"),
    ("The plan is forty years old.", 0, "says 40"),
    ("It was a Monday in Brumley.", 0, "names Brumley"),
    ("It carried forty-one of them.", 0, "says 41"),
    ("It runs at forty kilometres.", 0, "says 40"),
    ("Forty persons ride it.", 0, "says 40"),
    ("My opponent says 778 persons.", 0, "says 778"),
    ("The flaw K1 is not mended.", 0, "says the id K1 aloud"),
    ("Ada said so (1.2).", 0, "says the id 1.2 aloud"),
]


@pytest.mark.parametrize(("text", "n"), GOOD)
def test_what_its_source_says_may_be_said(text: str, n: int, bench: Bench) -> None:
    found = check([Said(text, (cited(bench, n),) if n else ())], bench)
    assert found.faults == ()
    assert found.unsupported == frozenset()


@pytest.mark.parametrize(("text", "n", "fault"), BAD)
def test_what_nobody_said_is_a_fault(text: str, n: int, fault: str, bench: Bench) -> None:
    found = check([Said("Judges, I begin."), Said(text, (cited(bench, n),) if n else ())], bench)
    assert any(one.startswith(f"sentence 2 {fault}") for one in found.faults), found.faults
    assert found.unsupported == {2}


def test_who_was_named_in_the_sentence_before_is_meant_and_no_earlier(bench: Bench) -> None:
    words = [Said("Ada praised the bus."), Said("It carries 777 persons, it was claimed.")]
    assert check(words, bench).faults == ()
    assert check(words, bench).borrowed == {1: (1,), 2: (1,)}
    far = [words[0], Said("The town can do better."), words[1]]
    assert [one.split(",")[0] for one in check(far, bench).faults] == ["sentence 3 says 777"]


def test_a_word_that_is_passed_on_names_its_turn(bench: Bench) -> None:
    said = [Said("My opponent says 777 persons."), Said("The bus runs.")]
    found = check(said, bench)
    assert found.borrowed == {1: (1,)}
    assert unsourced(said, ["factual", "factual"], found, bench) == ["sentence 2 states a fact and cites nothing"]
    assert unsourced(said, ["factual", "reasoning"], found, bench) == []


def test_what_tells_of_what_it_answers_has_its_source_there_unless_its_judge_names_it(bench: Bench) -> None:
    said = [
        Said("It counts persons and not fares.", answers=("1.1",)),
        Said("Fares rose.", answers=("1.1", "K1", "9.9")),
    ]
    found = check(said, bench)
    kinds = ["factual", "factual"]
    told = "sentence {} states a fact and cites nothing"
    assert unsourced(said, kinds, found, bench) == [told.format(2)], "it has no word of what it answers"
    assert unsourced(said, kinds, found, bench, [1]) == [told.format(1), told.format(2)]


def test_how_a_side_stands_to_what_it_answers_has_its_source_there_unless_its_judge_names_it(bench: Bench) -> None:
    said = [Said("We share that night.", answers=("1.2",)), Said("We share that night.")]
    found, kinds = check(said, bench), ["factual", "factual"]
    told = "sentence {} states a fact and cites nothing"
    assert unsourced(said, kinds, found, bench) == [told.format(2)], "nobody knows which night"
    assert unsourced(said, kinds, found, bench, [1]) == [told.format(1), told.format(2)]


def test_what_the_own_side_said_is_told_where_it_said_something(bench: Bench) -> None:
    said = [Said("That was our question, and the debate still turns on it.")]
    assert unsourced(said, ["factual"], check(said, bench), bench) == ["sentence 1 states a fact and cites nothing"]
    later = replace(bench, history=[*bench.history, Spoken(2, "Bo", "con", "opening", ("Who rides it?",))])
    found = check(said, later)
    assert found.borrowed == {1: (2,)}
    assert unsourced(said, ["factual"], found, later) == []


def test_a_figure_of_what_is_answered_is_its_speakers(bench: Bench) -> None:
    assert check([Said("If 777 is many, why a bus?", answers=("1.1",))], bench).faults == ()
    assert check([Said("If 778 is many, why a bus?", answers=("1.1",))], bench).unsupported == {1}


def test_length_and_copies_are_found(bench: Bench) -> None:
    said = [Said("We stand before a choice that our children must live with."), Said("So it is. " * 60)]
    found = check(said, bench)
    assert any("100 are the most" in one for one in found.faults)
    for words, over in ((100, False), (103, False), (104, True)):
        faults = check([Said("so " * words)], bench).faults
        assert any("are the most" in one for one in faults) is over, words
    assert any("from memory" in one for one in found.faults)
    assert [one.source for one in found.copied] == ["m1"]
    allowed = replace(bench, motion="We stand before a choice that our children must live with.")
    assert check(said[:1], allowed).copied == ()


@given(st.integers(2, 10**9))
def test_a_figure_passes_if_and_only_if_its_source_has_it(bench: Bench, figure: int) -> None:
    found = check([Said(f"It carried {figure} persons.", (cited(bench, 1),))], bench)
    assert bool(found.faults) is (figure != 240)


@given(st.text(max_size=300))
def test_any_text_can_be_held_against_its_sources(bench: Bench, text: str) -> None:
    found = check([Said(text)], bench)
    assert bool(found.unsupported) is any(one.startswith("sentence 1") for one in found.faults)
    assert word_total(text) >= 0


def test_hyphens_that_look_otherwise_are_hyphens(bench: Bench) -> None:
    ours = replace(bench, motion="This House would keep the cross-border bus.")
    theirs = replace(bench, motion="This House would keep the cross\u2011border bus.")
    for hyphen in ("-", "\u2010", "\u2011"):
        said = [Said(f"We keep a “cross{hyphen}border bus”.")]
        assert check(said, ours).faults == check(said, theirs).faults == ()
    assert check([Said("We keep a “cross border bus”.")], theirs).faults


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Adult/minor lines are drawn – or not.", 6),
        ("A year\u2011long “well-kept” plan, 1,874.00 each.", 6),
        ("夜车好, it runs.", 5),
        ("... — !", 0),
        ("", 0),
    ],
)
def test_words_are_what_blanks_part(text: str, words: int) -> None:
    assert word_total(text) == words


def test_the_year_of_which_a_document_tells_something_is_said_with_it() -> None:
    told = "A wave struck the port on 14 November 2011. No siren sounded. The report of 2013 names 2100 homes. The officer had no order."
    document = document_of(told)
    names = [one.id for one in document.sentences]
    bench = Bench("Build it.", "con", ("Ada", "Bo"), (), Evidence([document]), {})

    def flagged(text: str, place: int) -> bool:
        return bool(check([Said(text, (names[place - 1],))], bench).unsupported)

    assert not flagged("In 2011 no siren sounded.", 2)
    assert flagged("In 2013 no siren sounded.", 2)
    assert flagged("In 2011 the officer had no order.", 4), "it tells of another year by then"
    assert flagged("In 2100 the officer had no order.", 4), "homes are no year"
