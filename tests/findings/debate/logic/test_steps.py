"""Circles, gaps and assumptions: what is told, and what is let pass."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.standing import Line, lines_of
from foam_graph.findings.debate.logic.steps import assumptions, circles, gaps
from foam_graph.findings.debate.spoken import Spoken

MOTION = "The town should build a new stadium."


def side(*turns: str) -> list[Line]:
    return lines_of(
        Spoken(2 * at + 1, "Ada", "pro", "opening", tuple(text.split(" | "))) for at, text in enumerate(turns)
    )


@pytest.mark.parametrize(
    "turns",
    [
        ("Public parks are good for towns because towns benefit from public parks.",),
        ("Rents rise because landlords expect rising prices.", "Landlords expect rising prices because rents rise."),
    ],
)
def test_reasons_that_lead_back_are_told(turns: tuple[str, ...]) -> None:
    assert [one.kind for one in circles(side(*turns))] == ["circularity"]


@pytest.mark.parametrize(
    "text",
    [
        "Public parks are good for towns because trees cool the streets.",
        "Public parks are good for towns because 60 percent of towns with public parks grew.",
        "The parks are good.",
        "Is it good because it is good?",
        "The other side says that parks are good for towns because towns benefit from parks.",
    ],
)
def test_reasons_that_add_something_are_let_pass(text: str) -> None:
    assert list(circles(side(text))) == []


def test_a_conclusion_from_something_else_is_told() -> None:
    (found,) = gaps(side("Penguins breed in colder waters. | Therefore the town should build a stadium."), MOTION)
    assert (found.kind, found.line.name, found.others[0].name) == ("missing_link", "1.2", "1.1")


@pytest.mark.parametrize(
    "text",
    [
        "The old stadium leaks. | Therefore the town should build a stadium.",
        "Penguins breed in colder waters. | Therefore penguins should be fed.",
        "Penguins breed in colder waters. | Therefore it should be built for them.",
        "Therefore the town should build a stadium.",
        "Penguins breed in colder waters. | The town should build a stadium.",
    ],
)
def test_a_conclusion_that_is_linked_or_is_none_is_let_pass(text: str) -> None:
    assert list(gaps(side(text), MOTION)) == []


def test_what_is_called_obvious_without_anything_for_it_is_told() -> None:
    (found,) = assumptions(side("Children without uniforms will obviously bully one another."))
    assert (found.kind, found.quoted) == (
        "unsupported_assumption",
        "Children without uniforms will obviously bully one another.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Children without uniforms will bully one another.",
        "Children without uniforms will obviously bully one another, as a survey of 900 found.",
        "Children without uniforms will obviously bully one another. | A study of children without uniforms counted fights.",
        "The other side says that children will obviously bully one another.",
    ],
)
def test_what_has_something_for_it_or_is_not_called_obvious_is_let_pass(text: str) -> None:
    assert list(assumptions(side(text))) == []
