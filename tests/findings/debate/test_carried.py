"""Figures that another sentence of the same speech has a source for, and those that only look so."""

from __future__ import annotations

import pytest

from foam_graph.corpus.documents import Document
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.debating.checking import Bench, check
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.evidence import Evidence
from tests.support.worlds.debated_world import document_of

DOCUMENT: Document = document_of(
    "The ferry leaves after 24 minutes. The tide turns after 22 minutes. The ramp costs $6 million."
)
IDS = [one.id for one in DOCUMENT.sentences]
HEARD = "All 31 villages of the sound want the ramp."


def flagged(*said: tuple[str, str]) -> list[int]:
    """The sentences that are found to say a figure from nowhere.

    Args:
        said: Sentences, each with the place of what it cites; empty for none.
    """
    history = [Spoken(1, "Affirmative", "pro", "opening", (HEARD,))]
    bench = Bench("Build the ramp.", "con", ("Affirmative", "Negative"), history, Evidence([DOCUMENT]), {})
    cites = [(IDS[int(place) - 1],) if place else () for _, place in said]
    found = check([Said(text, one) for (text, _), one in zip(said, cites, strict=True)], bench)
    return sorted(found.unsupported)


@pytest.mark.parametrize(
    "said",
    [
        [
            ("Keep two numbers in mind: 22 and 24.", ""),
            ("The tide turns after 22 minutes.", "2"),
            ("The ferry leaves after 24 minutes.", "1"),
        ],
        [
            ("The tide turns after 22 minutes.", "2"),
            ("Nobody sleeps.", ""),
            ("Nobody wakes.", ""),
            ("So vote against 22.", ""),
        ],
        [("The tide turns after 22 minutes.", "2"), ("Those 22 minutes are all there is.", "")],
        [
            ("Three things have to happen.", ""),
            ("So two links of three hang on the villages.", ""),
            ("Which of the three?", ""),
        ],
        [("But every one of the 31 has a quay.", "")],
        [("Your 31 villages want it.", ""), ("Nobody else does.", ""), ("Ask the 31 villages.", "")],
    ],
)
def test_what_the_speech_has_a_source_for_is_no_false_alarm(said: list[tuple[str, str]]) -> None:
    assert flagged(*said) == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ([("The tide turns after 22 minutes.", "2"), ("It costs $22 million.", "")], [2]),
        (
            [
                ("Keep in mind: 22.", ""),
                ("It rains.", ""),
                ("It pours.", ""),
                ("The tide turns after 22 minutes.", "2"),
            ],
            [1],
        ),
        ([("The tide turns after 22 minutes.", ""), ("So vote against 22.", "")], [1, 2]),
        ([("Three things have to happen.", ""), ("It takes three minutes.", "")], [2]),
        ([("But every one of the 32 has a quay.", "")], [1]),
        ([("The storm sank 31 boats.", "")], [1]),
        ([("The ferry leaves after 24 minutes.", "1"), ("The difference is 2.", "")], [2]),
    ],
)
def test_another_figure_unit_or_place_stays_found(said: list[tuple[str, str]], wrong: list[int]) -> None:
    assert flagged(*said) == wrong


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [
        ("At best she has 2 minutes.", (1, 2), []),
        ("Together that is 46 minutes.", (1, 2), []),
        ("At best she has two.", (1, 2), []),
        ("At best she has 3 minutes.", (1, 2), [1]),
        ("At best she has 2 minutes.", (1,), [1]),
        ("It costs $2 million.", (1, 2), [1]),
        ("At best she has 18 minutes.", (1, 3), [1]),
    ],
    ids=["difference", "sum", "in words", "another", "of one figure", "another unit", "of two units"],
)
def test_a_sum_or_difference_of_two_figures_that_are_cited_is_no_figure_from_nowhere(
    text: str, places: tuple[int, ...], expected: list[int]
) -> None:
    bench = Bench("Build the ramp.", "con", ("Affirmative", "Negative"), [], Evidence([DOCUMENT]), {})
    said = [Said(text, tuple(IDS[place - 1] for place in places)), Said(text)]
    assert sorted(check(said[:1], bench).unsupported) == expected
    if not expected:
        assert not check(said, bench).unsupported, "said again it has its source in the sentence before"
