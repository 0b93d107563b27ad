"""What leans on hearsay is told with it; what is held certain on one person's word; and that person's part in the matter."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.leaning import findings
from tests.findings.sheet.texts import TITLES, made_of


def file_of(letter: str, other: str = "The pier is long.") -> CaseFile:
    return made_of(letter, other, "The bell rang at noon.", titles=TITLES)


def cited(file: CaseFile) -> list[list[str]]:
    return [[file.sentence(name).text for name in one.sentences] for one in findings(file)]


def test_the_sentence_that_leans_on_hearsay_is_cited() -> None:
    file = file_of(
        "The hull was rotten. Our agent, Mr Voss, has this from a porter at the dock. We regard the rot as proved."
    )
    (found,) = cited(file)
    assert found[1:] == ["The hull was rotten.", "We regard the rot as proved."]


@pytest.mark.parametrize(
    "text",
    [
        "The hull was rotten. A porter told us that the bell was cracked.",
        "The hull was rotten. It is said in the port that the bell was cracked.",
    ],
)
def test_hearsay_of_its_own_content_points_at_nothing_before_it(text: str) -> None:
    assert all("The hull was rotten." not in found for found in cited(file_of(text)))


@pytest.mark.parametrize("head", ["Third, order.", "Secondly, damage.", "Fourth, repair."])
def test_nothing_rests_on_hearsay_in_the_naming_of_a_point(head: str) -> None:
    (found,) = cited(file_of(f"The dock is wet. {head} Mr Voss told us so."))
    assert found == ["Mr Voss told us so."]


def test_what_somebody_has_at_second_hand_in_its_own_words_points_at_nothing_before_it() -> None:
    file = file_of(
        "The hull leaked. Mr Voss of No. 4 was told by his son, who had it from a porter, that the bell was cracked."
    )
    (found,) = cited(file)
    assert "The hull leaked." not in found


@pytest.mark.parametrize("point", ["Third, the hull was rotten.", "Lastly, the crew left early."])
def test_a_point_that_says_something_may_rest_on_hearsay(point: str) -> None:
    (found,) = cited(file_of(f"{point} Mr Voss told us so."))
    assert point in found


CERTAIN = "It is certain that nets were cut at night. Mr Olaf Brandis saw it and told our warden."


def test_what_is_certain_on_one_word_is_told_with_the_part_of_the_teller() -> None:
    file = file_of(CERTAIN, "Mr Brandis wants to buy the berth. The sea was calm.")
    (found,) = cited(file)
    assert found == [
        "It is certain that nets were cut at night.",
        "Mr Olaf Brandis saw it and told our warden.",
        "Mr Brandis wants to buy the berth.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "It is certain that nets were cut at night. We measured the cuts and told Mr Olaf Brandis.",
        "It is not certain that nets were cut at night. Mr Olaf Brandis saw it and told our warden.",
        "It is certain that nets were cut at night. The log has the hour.",
        "Is it certain that nets were cut? Mr Olaf Brandis told our warden.",
    ],
)
def test_what_is_not_held_certain_on_one_word_is_not_told(text: str) -> None:
    assert [one for one in findings(file_of(text)) if one.inputs.get("leans_on") == "one person's word"] == []


def test_a_part_of_somebody_else_is_not_told() -> None:
    (found,) = cited(file_of(CERTAIN, "Mr Kray wants to buy the berth."))
    assert len(found) == 2


@pytest.mark.parametrize(
    ("told", "part"),
    [
        ("My neighbour Mr Sato told me that Brandis had never come.", False),
        ("My neighbour Mr Brandis told me that Sato had never come.", True),
        ("We heard from Brandis that Sato had never come.", True),
        ("We heard from Sato that Brandis had never come.", False),
    ],
)
def test_the_part_is_that_of_who_told_it_not_of_whom_it_is_told(told: str, part: bool) -> None:
    found = cited(file_of(told, "Mr Brandis wants to buy the berth. The sea was calm."))
    assert any("Mr Brandis wants to buy the berth." in one for one in found) is part
