"""A rule told again, a supposition, a heading, a head and a charge state nothing; a fact does."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.clauses import read
from foam_graph.findings.sheet.rules import findings
from foam_graph.findings.sheet.standing.statements import statements
from foam_graph.findings.sheet.standing.stating import asserted, charges, states
from tests.findings.sheet.texts import made_of

RULE = "4. Keys may be left with the porter when the lodge is locked. 5. A key must be signed for. 6. Nobody may copy a key."


def met(text: str, title: str = "Letter of Ines Kray") -> list[str | None]:
    file = made_of(RULE, text, titles=("Rules of the house", title), classes=("policy_manual", "correspondence"))
    return [one.verdict for one in findings(file) if "the lodge is locked" in str(one.inputs.get("condition"))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear Sir, I write again. Under rule 4 the porter is enough when the lodge is locked.", []),
        ("Dear Sir, I write again. The porter takes keys when the lodge is locked.", []),
        ("Dear Sir, I write again. On 3 May the lodge was locked.", ["met_single_source"]),
        ("Dear Sir, I write again. The lodge was locked when I came with the keys.", ["met_single_source"]),
    ],
)
def test_a_rule_told_again_does_not_meet_its_condition(text: str, expected: list[str]) -> None:
    assert met(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("LODGE LOCKED\n\nOn that day it rained, and I went home.", False),
        ("It is alleged that the lodge was locked.", False),
        ("Clause 3 allows visits when the lodge is locked.", False),
        ("The rules say that a room used by guests is let where it is dry.", False),
        ("The lodge was locked.", True),
        ("- lodge locked from nine\n- rain from ten\n", True),
        ("Under rule 4 the porter took the keys on 3 May.", True),
        ("Under rule 4 the fee is £20.", True),
    ],
)
def test_what_states_a_fact(text: str, expected: bool) -> None:
    first = statements(made_of(text)).all[0]
    assert states(first) is expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Statement of allegations", True), ("Answer to the allegations", False), ("Statement of charges for cleaning services", False),
     ("Letter", False)],
)  # fmt: skip
def test_charges_are_told_by_their_paper(title: str, expected: bool) -> None:
    first = statements(made_of("The warden took the second key.", titles=(title,))).all[0]
    assert charges(first) is expected


def test_what_is_supposed_is_no_part_of_what_is_asserted() -> None:
    assert "locked" not in asserted(read("The porter is enough when the lodge is locked.")).text
    assert "locked" in asserted(read("I gave the keys to the porter when the lodge was locked.")).text
