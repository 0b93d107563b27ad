"""How many members rules ask for, in whatever words."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.needed import members, needed
from foam_graph.findings.sheet.standing.statements import Statement, statements
from tests.support.case_texts import case_of


def rule(text: str) -> Statement:
    return next(iter(statements(case_of(("Rules of the weir trust", "policy_manual", "2020-01-05", text)))))


@pytest.mark.parametrize(
    ("text", "of_nine"),
    [
        ("A third of the members must be present.", 3),
        ("Five make a quorum.", 5),
        ("The quorum is four.", 4),
        ("Four members form a quorum.", 4),
        ("No decision is valid unless more than half of the members attend.", 5),
        ("The panel may act only if at least half of its members are present.", 5),
        ("If fewer than four members are present, no decision can be taken.", 4),
        ("Nothing can be resolved without two-thirds of the members being present.", 6),
        ("The quorum is a majority of the members.", 5),
    ],
)
def test_the_fewest_that_are_enough(text: str, of_nine: int) -> None:
    found = needed(rule(text))
    assert found is not None
    assert found.fewest(9) == of_nine
    assert found.is_share == (found.fewest(None) is None)


@pytest.mark.parametrize(
    "text",
    [
        "A vote on the accounts is valid only where at least 20 members are present.",
        "A decision to exclude a member needs the presence of half of the members; half must be present.",
        "Five make a quorum unless the matter is urgent.",
        "If the meeting is adjourned, three make a quorum.",
        "One guard must be present in the room.",
        "Members must be present at nine.",
        "The treasurer may spend up to four hundred crowns.",
    ],
)
def test_what_is_for_some_sittings_only_or_for_no_sitting_asks_for_nothing(text: str) -> None:
    assert needed(rule(text)) is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The board has seven members.", 7),
        ("The board consists of a chair and six other members.", None),
        ("The board has at least five members.", None),
        ("The board has seven members. The board has nine members.", None),
        ("The jury has seven members.", None),
        ("Four of the nine members were there.", 9),
    ],
)
def test_how_many_members_there_are(text: str, count: int | None) -> None:
    found = members(list(statements(case_of(("Rules", "policy_manual", "2020-01-05", text)))), "board")
    assert (found[0] if found is not None else None) == count
