"""Statements that cannot both hold, and times that do not fit: what is told, and what is let pass."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.oppositions import contradictions, mismatches
from foam_graph.findings.debate.logic.standing import Line, lines_of
from foam_graph.findings.debate.spoken import Spoken


def side(*turns: str) -> list[Line]:
    return lines_of(
        Spoken(2 * at + 1, "Ada", "pro", "opening", tuple(text.split(" | "))) for at, text in enumerate(turns)
    )


@pytest.mark.parametrize(
    ("one", "later"),
    [
        ("The pension fund of Arlow has 40 million euros.", "The pension fund of Arlow has 25 million euros."),
        ("Helmets reduce injuries to cyclists.", "Helmets do not reduce injuries to cyclists."),
        ("No tenant in this town is protected today.", "Most old tenants are protected by the charter."),
    ],
)
def test_what_denies_an_earlier_statement_is_told_of_the_later_turn(one: str, later: str) -> None:
    (found,) = contradictions(side(one, later))
    assert (found.kind, found.line.name) == ("contradiction", "3.1")
    assert [other.name for other in found.others] == ["1.1"]
    assert found.quoted in later


@pytest.mark.parametrize(
    ("one", "later"),
    [
        (
            "The pension fund of Arlow had 40 million euros in 2010.",
            "The pension fund of Arlow had 25 million euros in 2020.",
        ),
        (
            "The other side says that helmets reduce injuries to cyclists.",
            "Helmets do not reduce injuries to cyclists.",
        ),
        (
            "Helmets reduce injuries to cyclists.",
            "If helmets were thin, helmets would not reduce injuries to cyclists.",
        ),
        ("Helmets reduce injuries to cyclists.", "Helmets reduce injuries to cyclists."),
        ("No tenant in this town is protected today.", "No tenant was protected then."),
        ("The price of bread is 3 euros.", "The price of milk is 2 euros."),
        ("Do helmets reduce injuries?", "Helmets do not reduce injuries."),
    ],
)
def test_change_report_supposition_and_other_matters_are_no_contradiction(one: str, later: str) -> None:
    assert list(contradictions(side(one, later))) == []


@pytest.mark.parametrize(
    ("turns", "at"),
    [
        (("The mill closed in 1987 because of the strike of 1991.",), "1.1"),
        (("The reading rooms were opened in 2015.", "The reading rooms drew crowds in 2011."), "3.1"),
        (("The treaty of Sonn was signed on 3 May 1921.", "The treaty of Sonn was signed on 9 June 1924."), "3.1"),
    ],
)
def test_times_that_do_not_fit_are_told(turns: tuple[str, ...], at: str) -> None:
    assert [(one.kind, one.line.name) for one in mismatches(side(*turns))][:1] == [("temporal_mismatch", at)]


@pytest.mark.parametrize(
    "turns",
    [
        ("The mill closed in 1991 because of the strike of 1987.",),
        ("The reading rooms were opened in 2015.", "The reading rooms drew crowds in 2018."),
        ("The reading rooms were opened in 2015.", "The reading rooms were planned in 2011."),
        ("The reading rooms were opened in 2015.", "The mill closed in 1987."),
        ("The reading rooms were opened in 2015.", "The other side says that reading rooms drew crowds in 2011."),
    ],
)
def test_times_that_fit_are_let_pass(turns: tuple[str, ...]) -> None:
    assert list(mismatches(side(*turns))) == []
