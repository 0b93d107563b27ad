"""Sentences that tie an option to the grounds."""

from __future__ import annotations

import pytest

from foam_graph.agents.rules.case.connective import connective
from foam_graph.agents.rules.case.question import choices
from foam_graph.agents.rules.case.ruling_verbs import same_verb
from tests.support.case_texts import case_of

OPTIONS = choices("Should the refusal be upheld or reversed?")


def read(text: str, source_class: str = "law") -> tuple[str, str, bool] | None:
    found = connective(case_of(("Act", source_class, "2026-01-01", text)), OPTIONS)
    return (found.option, found.amount, found.stands) if found else None


@pytest.mark.parametrize(
    ("text", "option", "amount", "stands"),
    [
        ("The Board must uphold a refusal when at least one ground of the refusal is lawful.", "upheld", "any", True),
        ("The Court shall reverse the refusal if any ground is unlawful.", "reversed", "any", False),
        ("A refusal may only be upheld if every ground is proved.", "upheld", "all", True),
        ("The Court must reverse a decision when none of its grounds stands.", "reversed", "all", False),
        ("The Board must uphold a refusal unless every ground fails.", "upheld", "any", True),
    ],
)
def test_the_connective_is_the_sentence_s_own(text: str, option: str, amount: str, stands: bool) -> None:
    assert read(text) == (option, amount, stands)


@pytest.mark.parametrize(
    "text",
    [
        "The Board must reverse a refusal when it rests on an error.",
        "The Board must publish its reasons.",
        "The Board must grant leave when at least one ground is arguable.",
        "At least one ground is lawful.",
    ],
)
def test_where_no_sentence_says_it_there_is_none(text: str) -> None:
    assert read(text) is None


def test_what_a_party_says_of_the_rule_is_none() -> None:
    assert read("The Board must uphold a refusal when at least one ground is lawful.", "advocacy") is None


def test_forms_of_one_verb_are_known() -> None:
    assert same_verb("uphold", "upheld")
    assert same_verb("reverse", "reversed")
    assert same_verb("deny", "denied")
    assert same_verb("struck down", "strike down")
    assert not same_verb("struck", "strike down")
    assert not same_verb("allow", "dismissed")


def test_what_is_to_be_done_is_known_with_what_it_is_done_to() -> None:
    options = choices("Should the Board uphold the refusal or set it aside?")
    text = "The Board must set aside a refusal if none of its grounds stands."
    found = connective(case_of(("Act", "law", "2026-01-01", text)), options)
    assert found is not None
    assert (found.option, found.amount, found.stands) == ("set_it_aside", "all", False)


def asked(question: str, text: str) -> tuple[str, str, bool] | None:
    found = connective(case_of(("Act", "law", "2026-01-01", text)), choices(question))
    return (found.option, found.amount, found.stands) if found else None


UPHELD = "The Board must uphold a refusal when at least one ground of the refusal is lawful."
REVERSED = "The Board must reverse a decision when none of its grounds stands."


@pytest.mark.parametrize(
    ("question", "text", "option", "amount", "stands"),
    [
        ("Should the denial be upheld?", UPHELD, "upheld", "any", True),
        ("Should the Board uphold the denial?", UPHELD, "uphold_the_denial", "any", True),
        ("Should the denial be reversed?", UPHELD, "not_reversed", "any", True),
        ("Should the denial be confirmed?", REVERSED, "not_confirmed", "all", False),
        ("Should the denial be set aside?", REVERSED.replace("reverse", "set aside"), "set_aside", "all", False),
        (
            "Should the permit be granted?",
            "The Town must refuse a permit if any ground of refusal is made out.",
            "not_granted",
            "any",
            True,
        ),
        (
            "Should the permit be approved?",
            "A permit may only be approved if every ground is proved.",
            "approved",
            "all",
            True,
        ),
        (
            "Should the claim be paid?",
            "The insurer must dismiss a claim if any ground of exclusion is proved.",
            "not_paid",
            "any",
            True,
        ),
    ],
)
def test_one_deed_is_decided_by_the_rule_that_names_it_or_its_contrary(
    question: str, text: str, option: str, amount: str, stands: bool
) -> None:
    assert asked(question, text) == (option, amount, stands)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Should the appeal be upheld?", UPHELD),
        ("Should the appeal be upheld or dismissed?", UPHELD),
        ("Should the first ground be upheld?", UPHELD),
        ("Should the first ground be upheld or rejected?", UPHELD),
        ("Should the denial be upheld in part?", UPHELD),
        ("Should the denial be published?", UPHELD),
        ("Should the pension be granted?", "The Agency must refuse an extension if any ground of refusal is made out."),
    ],
)
def test_a_rule_about_something_else_decides_nothing(question: str, text: str) -> None:
    assert asked(question, text) is None


KEPT = "The Panel shall sustain a ban when at least one ground of the ban is proved."
STRUCK = "The Panel shall strike down a ban when none of its grounds stands."
TURNED = "The Council must turn down a mooring if any ground of objection is made out."


@pytest.mark.parametrize(
    ("question", "text", "option", "amount", "stands"),
    [
        ("Should the ban be struck down?", KEPT, "not_struck_down", "any", True),
        ("Should the ban be struck down?", STRUCK, "struck_down", "all", False),
        ("Should the ban be upheld?", STRUCK, "not_upheld", "all", False),
        ("Should the ban be upheld?", "A ban is to be struck down if every ground fails.", "not_upheld", "all", False),
        ("Should the Panel strike it down?", STRUCK, "strike_it_down", "all", False),
        ("Should the mooring be granted?", TURNED, "not_granted", "any", True),
        ("Should the mooring be turned down?", TURNED, "turned_down", "any", True),
        (
            "Should the mooring be turned down?",
            "A mooring may only be allowed if every ground is proved.",
            "not_turned_down",
            "all",
            True,
        ),
        (
            "Should the mooring be granted?",
            "The Council must turn a mooring down if any ground of objection is made out.",
            "not_granted",
            "any",
            True,
        ),
        (
            "Should the ban be upheld?",
            "The Panel shall set the ban aside when none of its grounds stands.",
            "not_upheld",
            "all",
            False,
        ),
    ],
)
def test_a_verb_is_known_with_its_particle_wherever_that_stands(
    question: str, text: str, option: str, amount: str, stands: bool
) -> None:
    assert asked(question, text) == (option, amount, stands)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Should the mooring be turned down?",
            "The Council must turn the mooring over to the Harbour Master if any ground of objection is made out.",
        ),
        ("Should the ban be set aside?", "The Panel must set the ban out in writing when a ground of it is proved."),
        ("Should the ban be struck down?", "The clerk must strike the ban from the list if any ground of it fails."),
        ("Should the ban be upheld?", "The Panel must turn down a guest when any ground of the ban is proved."),
    ],
)
def test_another_particle_makes_another_verb(question: str, text: str) -> None:
    assert asked(question, text) is None
