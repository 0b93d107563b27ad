"""Two ways told as the only ones, and one word in two senses."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.senses import dichotomies, equivocations
from foam_graph.findings.debate.logic.standing import Line, lines_of
from foam_graph.findings.debate.spoken import Spoken


def side(*turns: str) -> list[Line]:
    return lines_of(
        Spoken(2 * at + 1, "Ada", "pro", "opening", tuple(text.split(" | "))) for at, text in enumerate(turns)
    )


@pytest.mark.parametrize(
    "text",
    [
        "We must either burn coal for ever or sit in the dark.",
        "There are only two paths: to arm every guard, or to lose the museum to thieves.",
        "Whoever rejects this bill wants our rivers to die.",
    ],
)
def test_two_ways_that_leave_others_out_are_told(text: str) -> None:
    assert [one.kind for one in dichotomies(side(text))] == ["false_dichotomy"]


@pytest.mark.parametrize(
    "text",
    [
        "We must either keep the law or not keep it.",
        "Either way we must pay the builders of the dam.",
        "We can meet either on Monday or on Tuesday.",
        "The other side says that we must either burn coal or sit in the dark.",
        "We can burn coal, or we can do something in between.",
        "It is a false choice between burning coal for ever and sitting in the dark.",
        "Either the tax is lawful or it is unlawful.",
    ],
)
def test_exhaustive_open_and_reported_choices_are_let_pass(text: str) -> None:
    assert list(dichotomies(side(text))) == []


def test_a_term_that_is_defined_in_two_ways_is_told_of_the_later_turn() -> None:
    (found,) = equivocations(
        side(
            "By security I mean that nobody can read our letters.",
            "Security is a matter of how many guards stand at doors.",
        )
    )
    assert (found.kind, found.line.name, found.others[0].name) == ("equivocation", "3.1", "1.1")
    assert found.quoted == "Security is a matter of how many guards stand at doors"


@pytest.mark.parametrize(
    "turns",
    [
        ("By security I mean that nobody can read our letters.", "Security is a matter of letters that nobody reads."),
        (
            "By security I mean that nobody can read our letters.",
            "Beauty is a matter of how many guards stand at doors.",
        ),
        ("By security I mean that nobody can read our letters.",),
        ("By security I mean that nobody can read our letters.", "Security has its price."),
    ],
)
def test_one_sense_and_other_terms_are_let_pass(turns: tuple[str, ...]) -> None:
    assert list(equivocations(side(*turns))) == []
