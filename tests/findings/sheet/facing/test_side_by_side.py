"""Sentences of two papers held against each other: what is found in other words, and what tells two matters apart."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.facing import days, figures, opposite, priorities, replaced, wide
from tests.findings.sheet.texts import made_of

_FILLING = (
    "The weather was fair. A dog barked at noon. The gate was painted green. Nobody rang the bell. The clerk had tea. "
    "A lorry passed the mill. The flag hung from its pole. Two ducks swam by. The baker sang. A bus turned round."
)
"""Sentences about nothing, so that words of the matter are seldom in the file."""


def two(
    one: str, other: str, *more: str, dates: tuple[str, ...] = ("2025-07-01", "2025-07-08", "2025-07-15")
) -> CaseFile:
    titles = ("Report of the surveyor", "Letter of Ines Kray", "Notice of the board")
    return made_of(f"{_FILLING} {one}", f"{other} {_FILLING}", *more, dates=dates, titles=titles)


def one_of(found: list[Finding]) -> Finding:
    (only,) = found
    return only


def test_two_figures_of_one_thing_in_other_words() -> None:
    file = two(
        "The burnt part of the loft came to 38 square metres.", "Flames had consumed 58 square metres of the loft."
    )
    found = one_of(list(figures.findings(file)))
    assert (found.kind, found.verdict) == ("contradiction", None)
    assert "a person has to judge" in found.text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The loft of flat 3 came to 38 square metres.", "The loft of flat 6 came to 58 square metres."),
        ("In March the spring gave 38 barrels of water.", "In June the spring gave 58 barrels of water."),
        ("The old spring gave 38 barrels of water.", "The other spring gave 58 barrels of water."),
        ("The spring gave 38 barrels of water.", "The spring gave 58 barrels of water; this replaces the 38 barrels of the first report."),
        ("The half marathon had 38 starters at the bridge.", "The marathon had 58 starters at the bridge."),
        ("The spring gave no 38 barrels of water.", "The spring gave 58 barrels of water."),
        ("The spring gave 3 barrels of water.", "The spring gave 580 barrels of water."),
    ],
)  # fmt: skip
def test_figures_of_two_things(one: str, other: str) -> None:
    assert list(figures.findings(two(one, other))) == []


def test_a_bound_that_is_kept_speaks_of_its_own_figure_only() -> None:
    report = "At least 3 members were there, and the roof of the loft cost €4,000."
    found = one_of(list(figures.findings(two(report, "5 members were there, and the roof of the loft cost €4,400."))))
    assert "different figures, €4,000 and €4,400" in found.text


@pytest.mark.parametrize(("bound", "told"), [("", 1), ("closer than ", 0)])
def test_a_figure_that_keeps_the_bound_of_the_other_is_not_told(bound: str, told: int) -> None:
    file = two(
        f"The hive stands {bound}200 metres to the school wall.", "The hive by the school wall was 150 metres off."
    )
    assert len(list(figures.findings(file))) == told


def test_two_days_of_one_event() -> None:
    file = two(
        "The new boiler arrived on 12 March.", "The boiler, which arrived on 21 March, has been in use ever since."
    )
    found = one_of(list(days.findings(file)))
    assert "12 March 2025 and 21 March 2025" in found.text
    assert found.verdict is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The boiler arrived on 12 March.", "The boiler was lit on 21 March."),
        ("The first boiler arrived on 12 March.", "The second boiler arrived on 21 March."),
        ("The boiler arrived on 12 March.", "The boiler arrives on 21 March, put off by a strike."),
        ("The boiler arrived on 12 March.", "I answer your letter of 21 March about how the boiler arrived."),
    ],
)
def test_days_of_two_events(one: str, other: str) -> None:
    assert list(days.findings(two(one, other))) == []


def test_one_state_against_another() -> None:
    file = two(
        "The hatch to the cellar was bolted, and we had to force it.", "The cellar hatch stood open to the yard."
    )
    assert one_of(list(opposite.findings(file))).verdict is None


def test_none_against_one() -> None:
    file = two("In the rafters I saw fresh droppings of owls.", "No trace of owls was found.")
    assert len(list(opposite.findings(file))) == 1
    assert list(opposite.findings(two("Owls are to be protected by law.", "No trace of owls was found."))) == []


def test_a_claim_of_everything_beside_how_far_its_source_looked() -> None:
    report = "Prepared by Nora Finch, surveyor\n\nI opened one panel on the north side. The rest of the roof was not looked at."
    file = two("The dog slept.", "Ms Finch found the entire roof to be dry.", report)
    found = one_of(list(wide.findings(file)))
    assert (found.kind, found.verdict) == ("scope", None)
    assert any("not looked at" in file.by_id[name].text for name in found.against)


def test_a_claim_of_everything_whose_source_sets_no_limit() -> None:
    report = "Prepared by Nora Finch, surveyor\n\nI opened each panel of the roof. All were dry."
    assert list(wide.findings(two("The dog slept.", "Ms Finch found the entire roof to be dry.", report))) == []


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("Ms Finch has shown that all my boats are sound.", 1),  # what she looked at bounds what she showed
        ("Ms Finch said that she had read two leaflets and that none of them had been about boats.", 0),
        ("To: all members, and Ms Finch", 0),
        ("All members shall thank Ms Finch.", 0),
    ],
)
def test_only_what_a_looking_showed_is_bounded_by_it_without_a_word_in_common(claim: str, found: int) -> None:
    report = "Prepared by Nora Finch, surveyor\n\nI made one visit, on 22 March, and went to none of the other quays. I work at home three days a week."
    made = list(wide.findings(two("The dog slept.", claim, report)))
    assert len(made) == found
    assert all("three days a week" not in one.text for one in made)


RULES = "# Rules of the moorings\n\nEvery mooring chain shall be inspected once in four months. A boat must have a licence. No boat may be sold at the quay."
CHANGE = "With effect from 1 February 2025, the rule on chains is altered so that a mooring chain need be inspected only once in nine months."
USE = "The chain of the mooring had not been inspected for five months, although once in four months is asked for."


def file_of(change: str, use: str, day: str = "2025-06-01") -> CaseFile:
    return made_of(
        RULES, f"{change} {_FILLING}", f"{use} {_FILLING}", dates=("2020-01-01", "2025-01-10", day),
        classes=("policy_manual", "official_record", "correspondence"),
        titles=("Rules of the moorings", "Circular of the harbour", "Letter of Ines Kray"),
    )  # fmt: skip


def test_an_old_figure_in_use_is_told_with_the_change_and_the_old_rule() -> None:
    found = one_of(list(replaced.findings(file_of(CHANGE, USE))))
    assert (found.kind, found.verdict, len(found.sentences)) == ("superseded", None, 3)


@pytest.mark.parametrize(
    ("change", "use", "day"),
    [
        (CHANGE, USE, "2024-06-01"),
        (CHANGE, "The mooring chain was inspected once in four months under the rule which then held.", "2025-06-01"),
        (CHANGE, "The mooring chain had not been inspected for five months.", "2025-06-01"),
        ("The mooring chain is made of iron and weighs nine tons.", USE, "2025-06-01"),
    ],
)
def test_no_old_figure_in_use(change: str, use: str, day: str) -> None:
    assert list(replaced.findings(file_of(change, use, day))) == []


EDITION = (
    "# Rules of the hall\n\n(1) The hire is reduced by 20 per cent for each evening on which the hall is cold. "
    "(2) The hire is reduced by 10 per cent where the stage is damp. (3) A hirer must pay. (4) Nobody may smoke."
)


@pytest.mark.parametrize(
    "told",
    [
        "The hire of the hall is reduced by 10 per cent where the stage is damp.",
        'The rules say that "The hire is reduced by 10 per cent … where the stage is damp".',
    ],
)
def test_paragraphs_of_one_edition_do_not_replace_each_other(told: str) -> None:
    use = "For the cold hall 20 per cent of the hire, for each evening, is £40."
    file = made_of(
        EDITION, f"{told} {_FILLING}", f"{use} {_FILLING}", dates=("2018-05-14", "2024-02-29", "2024-03-01"),
        classes=("policy_manual", "correspondence", "correspondence"), titles=("Rules of the hall", "Appeal", "Claim"),
    )  # fmt: skip
    assert list(replaced.findings(file)) == []


def test_two_papers_on_what_comes_first() -> None:
    file = two(
        "Where there is doubt about a claim, it shall be resolved in favour of the tenant.",
        "The chair said that a doubtful claim should be refused until the autumn.",
    )
    found = one_of(list(priorities.findings(file)))
    assert (found.kind, found.verdict) == ("contradiction", None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The first visit comes before noon on Monday.", "The second visit must come before 3 May 2025."),
        ("There is no doubt that it rained.", "No person can doubt that it will be so."),
        ("A claim is made in writing.", "Safety comes first in this house."),
    ],
)
def test_what_is_first_in_time_is_no_priority(one: str, other: str) -> None:
    assert list(priorities.findings(two(one, other))) == []


def test_what_is_only_held_against_each_other_is_a_pointer_of_which_nothing_is_asserted() -> None:
    file = two(
        "The burnt part of the loft came to 38 square metres.", "Flames had consumed 58 square metres of the loft."
    )
    (found,) = [one for one in sheet(file) if one.kind == "contradiction"]
    assert found.is_pointer
    assert (found.verdict, found.basis, found.inputs["maker"]) == (None, "judged", figures.RULE)
    assert found.text.startswith("To be read together, not tested")
    assert len(found.sentences) == 2


def test_one_document_is_not_held_against_itself() -> None:
    both = "The burnt part of the loft came to 38 square metres. Flames had consumed 58 square metres of the loft."
    assert not [one for one in sheet(made_of(f"{both} {_FILLING}")) if one.is_pointer]
    assert sheet(made_of("")) == ()
