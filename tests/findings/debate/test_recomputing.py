"""Figures that a speech works out from two others, and those that nobody can work out."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.debating.checking import Bench, check
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.evidence import Evidence
from tests.support.worlds.debated_world import document_of

FILE = (
    "The contract price is $2.4 million per station. Capital expenditure for 48 stations is $115.2 million. "
    "A grant of $2.0 million per municipality would cost $62.0 million. The network would shorten detection from 24 minutes to 6 minutes. "
    "A bus carries 450 persons. Of 280 deaths 182 deaths would have been avoided. A pass costs $30 a month for 12 months at least. "
    "Of 1,500 residents 10 percent have no car."
)


def flagged(file: str, said: Sequence[tuple[str, Sequence[int]]]) -> list[int]:
    """The sentences that are found to say a figure from nowhere.

    Args:
        file: The document.
        said: Sentences, each with the places of what it cites, from 1.
    """
    document = document_of(file)
    ids = [one.id for one in document.sentences]
    speech = [Said(text, tuple(ids[n - 1] for n in places)) for text, places in said]
    history = [Spoken(1, "Affirmative", "pro", "opening", ("Build it.",))]
    bench = Bench("Build it.", "con", ("Affirmative", "Negative"), history, Evidence([document]), {})
    return sorted(check(speech, bench).unsupported)


@pytest.mark.parametrize(
    "said",
    [
        [("Should a spare be needed, put two near the trench: 4.8 million dollars at your price.", [1])],
        [("Between our 62 million and your 115.2 lie 53.2 million.", [2, 3])],
        [("A town's grant is two million.", [3])],
        [("The network adds eighteen: enough.", [4])],
        [("A bus carries 450 persons.", [5]), ("Two of them carry 900 persons in all.", [5])],
        [("48 stations at a price of 2.4 million dollars each: that is 115.2 million.", [1, 2])],
        [("Of 280 deaths 182 deaths would have been avoided: 65 percent.", [6])],
        [("A pass is $30 a month, so $360 in 12 months.", [7])],
        [("Of 1,500 residents 10 percent, 150 residents, have no car.", [8])],
        [
            ("24 is more than 6.", [4]),
            ("That is so.", []),
            ("Nobody doubts it.", []),
            ("Eighteen minutes are much.", []),
        ],
        [("The price of 48 stations is 115.2 million dollars.", [2]), ("Each costs 2.4 million dollars.", [])],
    ],
)
def test_what_is_worked_out_from_two_figures_with_a_source_is_no_false_alarm(
    said: list[tuple[str, list[int]]],
) -> None:
    assert flagged(FILE, said) == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        # Six minutes of each of two sensors are no twelve: nothing says that they are multiplied.
        ([("Two sensors agree after 6 minutes, so the town has twelve.", [4])], [1]),
        ([("Put two near the trench: 4.9 million dollars at your price.", [1])], [1]),
        ([("Between our 62 million and your 115.2 lie 53.4 million.", [2, 3])], [1]),
        # Each is twice the other, and neither has a source.
        ([("Each costs 7 million dollars, and both together 14 million dollars.", [1])], [1]),
        ([("Both towers cost 14 million dollars.", []), ("Each costs 7 million dollars.", [])], [1, 2]),
        # What is a share of deaths is none of stations, and minutes are not added to dollars.
        ([("Of 48 stations and 24 minutes 50 percent are lost.", [2, 4])], [1]),
        ([("With 450 persons and 48 stations there are 498 persons.", [5, 2])], [1]),
        # Its parts stand in two sentences, one of them two before it.
        ([("48 stations stand.", [2]), ("Nobody sleeps.", []), ("A bus carries 450 persons.", [5]), ("Each of 21,600 persons.", [5])], [4]),
        ([("A pass is $30 a month, so $361 in 12 months.", [7])], [1]),
        # Three figures make it: no listener follows.
        ([("The network leaves 31 minutes.", [4])], [1]),
    ],
)  # fmt: skip
def test_what_nobody_can_work_out_stays_a_figure_from_nowhere(
    said: list[tuple[str, list[int]]], wrong: list[int]
) -> None:
    assert flagged(FILE, said) == wrong


def results(parts: Sequence[int]) -> set[Decimal]:
    """Everything that two of some figures come to, and twice each of them: what may be accepted at most."""
    found = {Decimal(one) for one in parts} | {Decimal(2 * one) for one in parts}
    for one, other in permutations(parts, 2):
        exact = Decimal(one) / other
        found |= {
            Decimal(one + other),
            abs(Decimal(one - other)),
            Decimal(one * other),
            exact,
            Decimal(one * other) / 100,
        }
        # Shares and quotients may be rounded as they are written; here all figures are whole.
        found |= {(exact * 100).to_integral_value("ROUND_HALF_UP"), (exact * 100).to_integral_value("ROUND_HALF_DOWN")}
        found |= {exact.to_integral_value("ROUND_HALF_UP"), exact.to_integral_value("ROUND_HALF_DOWN")}
    return found  # fmt: skip


FIGURES = st.integers(min_value=3, max_value=997)
SPEECHES = [
    "That makes {} persons in all.",
    "Together they are {} persons.",
    "Each of both lines carries {} persons.",
    "That is {} percent.",
    "It is {} times as many.",
    "It is {} dollars per person.",
    "Left are {}.",
]


@given(st.lists(FIGURES, min_size=1, max_size=4), FIGURES, st.sampled_from(SPEECHES), st.booleans())
def test_no_figure_is_accepted_that_two_figures_with_a_source_do_not_make(
    parts: list[int], told: int, form: str, beside: bool
) -> None:
    units = ("persons", "buses", "dollars", "percent")
    sentences = [f"The town has {one} {unit} in it." for one, unit in zip(parts, units, strict=False)]
    places = list(range(1, len(parts) + 1))
    said = [*((sentences[n - 1], [n]) for n in places if beside), (form.format(told), places)]
    if Decimal(told) not in results(parts):
        assert len(said) in flagged(" ".join(sentences), said)


@given(FIGURES, st.sampled_from(SPEECHES), st.lists(FIGURES, min_size=1, max_size=3))
@example(told=14, form=SPEECHES[2], strange=[7])
def test_figures_without_a_source_never_vouch_for_each_other(told: int, form: str, strange: list[int]) -> None:
    said = [*((f"The town has {one} persons in it.", ()) for one in strange), (form.format(told), ())]
    assert flagged("The town is small.", said) == list(range(1, len(said) + 1))


@given(st.integers(min_value=3, max_value=60), st.integers(min_value=61, max_value=997))
def test_each_way_of_working_out_is_found(few: int, many: int) -> None:
    file = f"There are {few} lines. A line carries {many} persons. A bus carries {many + few} persons."
    first = (f"{few} lines run.", [1])
    product = (f"At {many} persons each that is {few * many} persons.", [2])
    difference = (f"A bus carries {many + few} persons, {few} persons more than a line of {many} persons.", [2, 3])
    assert flagged(file, [first, product]) == []
    assert flagged(file, [difference]) == []
