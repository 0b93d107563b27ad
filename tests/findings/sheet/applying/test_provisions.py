"""What rules require and except, by the grammar of their sentences."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.applying.provisions import number_of, plain, provisions
from foam_graph.findings.sheet.standing.conditions import conditions
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.case_texts import case_of


def read(*rules: str) -> list[tuple[str, str, str]]:
    file = case_of(
        ("Rules", "law", "2024-01-01", " ".join(rules)), ("Log", "official_record", "2024-02-01", "It rained.")
    )
    return [(one.kind, one.condition, one.main) for one in provisions(statements(file))]


@pytest.mark.parametrize(
    ("rule", "kind", "condition"),
    [
        ("A key is handed out only if a deposit has been paid.", "requirement", "a deposit has been paid"),
        ("No boat may leave without a lifebelt.", "requirement", "a lifebelt"),
        (
            "Water may not be cut off unless two reminders have been sent.",
            "requirement",
            "two reminders have been sent",
        ),
        ("The prize is paid out once the winner has signed.", "requirement", "the winner has signed"),
        ("A permit requires that the neighbours have been heard.", "requirement", "the neighbours have been heard"),
        ("A guest may stay on condition that a member vouches for him.", "requirement", "a member vouches for him"),
        ("A fee is due unless the guest is a child.", "exception", "the guest is a child"),
        (
            "The gate is locked at ten, save where a guest has been announced.",
            "exception",
            "a guest has been announced",
        ),
        ("The fee is waived for holders of a card.", "exception", "holders of a card"),
        ("Pupils are exempt from the fee.", "exception", "Pupils"),
        ("Claims are excluded if the seal was broken.", "exception", "the seal was broken"),
        ("Where the boat is a rowing boat, no licence is needed.", "exception", "the boat is a rowing boat"),
    ],
)
def test_a_condition_is_read(rule: str, kind: str, condition: str) -> None:
    assert (kind, condition) in [(one, other) for one, other, _ in read(rule)]


def test_an_exception_carries_the_words_of_the_rule_that_it_names() -> None:
    found = read(
        "Rule 1. No fire may be lit in the yard.", "Rule 2. Rule 1 does not apply to members of the fire brigade."
    )
    (exception,) = [one for one in found if one[0] == "exception"]
    assert exception[1] == "members of the fire brigade"
    assert "No fire may be lit" in exception[2]


@pytest.mark.parametrize(
    ("text", "number", "bare"),
    [
        ("(3) Bread is baked at four.", "3", "Bread is baked at four"),
        ("**Rule 12.** Bread is baked at four.", "12", "Bread is baked at four"),
        ("§ 5 Bread is baked at four.", "5", "Bread is baked at four"),
        ("Bread is baked at four.", "", "Bread is baked at four"),
    ],
)
def test_the_number_of_a_rule(text: str, number: str, bare: str) -> None:
    assert (number_of(text), plain(text)) == (number, bare)


def test_a_letter_states_no_rule() -> None:
    file = case_of(
        (
            "Letter",
            "correspondence",
            "2024-01-01",
            "You must come at once unless it rains. We may stay only if you ask.",
        ),
        ("Log", "official_record", "2024-02-01", "It rained."),
    )
    assert list(provisions(statements(file))) == []


@pytest.mark.parametrize(
    ("rule", "condition"),
    [
        (
            "No grant is payable if the works have begun before the application is decided.",
            "the works have begun before the application is decided",
        ),
        (
            "No permit is granted if the shop has opened before the licence is issued.",
            "the shop has opened before the licence is issued",
        ),
        ("No refund is made when the seal was broken after the sale.", "the seal was broken after the sale"),
        ("No boat may leave before the gate has been opened.", "the gate has been opened"),
    ],
)
def test_a_condition_is_the_whole_clause(rule: str, condition: str) -> None:
    assert [one for _, one, _ in read(rule)] == [condition]
    file = case_of(("Rules", "law", "2024-01-01", rule), ("Log", "official_record", "2024-02-01", "It rained."))
    assert [one.text for rule_ in statements(file).of("rule") for one in conditions(rule_)] == [condition]
