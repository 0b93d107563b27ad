"""A result stands alone elsewhere in a text; a small one only near where it is worked out, or with its unit."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.answer.worked_out import NOTHING, Told, worked_out


def at(first: str, second: str, known: set[str], together: bool = False) -> set[str]:
    """What a second sentence may say of what the first works out, in its section or another."""
    sections = [[Told(first, known)], [Told(second, set())]]
    if not together:
        # Between them stands more than what a figure is followed from.
        sections.insert(1, [Told("So.", set()), Told("So it is.", set())])
    found = worked_out([[one for section in sections for one in section]] if together else sections)
    return set(found.at(second))


@pytest.mark.parametrize(
    ("first", "second", "known", "elsewhere"),
    [
        ("1,980 - 1,874 = 106", "So 106 are left.", {"1980", "1874"}, {"106"}),
        ("60 - 57 = 3 stalls", "So 3 came.", {"60", "57"}, set()),
        ("60 - 57 = 3 stalls", "So there are 3.", {"60", "57"}, set()),
        ("Of 60 stalls 60 - 57 = 3 are left.", "So 3 stalls are free.", {"60", "57"}, {"3"}),
        ("Of 60 stalls 60 - 57 = 3 are left.", "So 3 days are left.", {"60", "57"}, set()),
        ("Of 60 stalls 60 - 57 = 3 are left.", "So 3 stalls are free for 3 days.", {"60", "57"}, set()),
        ("$60 - $57 = $3", "So $3 are left.", {"60", "57"}, {"3"}),
        ("$60 - $57 = $3", "So 3 are left.", {"60", "57"}, set()),
        ("The 21 days from 20 March ended on 10 April.", "On 10 April it was over.", {"21", "20"}, {"10"}),
        ("The 21 days from 20 March ended on 10 April.", "On 10 May it was over.", {"21", "20"}, set()),
        ("The 21 days from 20 March ended on 10 April.", "Of 10 people nobody came.", {"21", "20"}, set()),
        ("From 20 March to 7 April are 18 days.", "It came on day 18.", {"20", "7"}, {"18"}),
    ],
)
def test_a_small_result_is_known_near_where_it_is_worked_out_or_with_its_unit(
    first: str, second: str, known: set[str], elsewhere: set[str]
) -> None:
    found = at(first, second, known)
    assert found >= elsewhere
    if not elsewhere:
        assert not found & {"3", "10", "18"}
    assert at(first, second, known, together=True) & {"106", "3", "10", "18"}


@pytest.mark.parametrize(
    ("columns", "second", "may"),
    [
        ("Warning (minutes) | Port", "Orders leave 18 minutes.", True),
        ("Warning (minutes) | Port", "Orders leave 18 days.", False),
        ("Warning (minutes) | Port", "Orders leave 18.", False),
        ("Warning | Port", "Orders leave 18 minutes.", False),
    ],
)
def test_the_names_of_columns_may_have_the_unit_of_a_small_result(columns: str, second: str, may: bool) -> None:
    row = Told("With orders | 41 − 6 − 17 = 18", {"41", "6", "17"}, columns)
    between = [Told("So.", set()), Told("So it is.", set())]
    found = worked_out([[row], between, [Told(second, set())]])
    assert ("18" in found.at(second)) is may


def test_a_result_may_be_a_part_of_the_next_one_and_what_is_wrong_is_none() -> None:
    sections = [[Told("40 + 60 = 100", {"40", "60"})], [Told("100 + 40 = 140", {"40"})], [Told("140 + 1 = 142", {"1"})]]
    found = worked_out(sections)
    assert found.everywhere == {"100", "140"}
    assert worked_out([]) == NOTHING
    assert NOTHING.at("anything 3") == frozenset()


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("Repeat steps 2 or 3.", {"2", "3"}),
        ("Step 1 comes first.", {"1"}),
        ("Go through steps 1, 2 and 3.", {"1", "2", "3"}),
        ("Repeat step 4.", set()),
        ("Repeat step 0.", set()),
        ("It takes 2 or 3 days.", set()),
    ],
)
def test_steps_of_the_text_may_be_named_by_their_number(text: str, may: set[str]) -> None:
    steps = [Told(f"Somebody does what is needed, part {n}.", frozenset(), step=True) for n in "abc"]
    assert worked_out([[*steps, Told(text, frozenset())]]).at(text) == may
