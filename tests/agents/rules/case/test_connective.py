"""Sentences that tie an option to the grounds."""

from __future__ import annotations

import pytest

from foam_graph.agents.rules.case.connective import connective, same_verb
from foam_graph.agents.rules.case.question import choices
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
    assert not same_verb("allow", "dismissed")


def test_what_is_to_be_done_is_known_with_what_it_is_done_to() -> None:
    options = choices("Should the Board uphold the refusal or set it aside?")
    text = "The Board must set aside a refusal if none of its grounds stands."
    found = connective(case_of(("Act", "law", "2026-01-01", text)), options)
    assert found is not None
    assert (found.option, found.amount, found.stands) == ("set_it_aside", "all", False)
