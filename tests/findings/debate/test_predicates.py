"""The vocabulary of predicates is closed, documented and numbered in one way."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.flaws import FLAW_KINDS, MEANINGS
from foam_graph.findings.debate.predicates import RELATION_NAMES, RELATIONS, Predicate, numbered
from foam_graph.model.kinds import FLAWS


def test_every_relation_is_described_with_its_terms() -> None:
    assert tuple(RELATIONS) == RELATION_NAMES
    assert all(one.meaning.endswith(".") and 1 <= len(one.terms) <= 2 for one in RELATIONS.values())
    assert {"Cause", "Supports", "Contrast", "Negate", "Increase", "Decrease", "Necessary"} <= set(RELATIONS)


def test_the_nine_flaws_are_flaws_of_the_model_and_each_is_described() -> None:
    assert len(FLAW_KINDS) == 9
    assert set(FLAW_KINDS) <= set(FLAWS)
    assert set(MEANINGS) == set(FLAW_KINDS)


@pytest.mark.parametrize("sentence", ["4.2", "12.30"])
def test_predicates_of_a_sentence_are_numbered_in_order_and_once(sentence: str) -> None:
    made = numbered(sentence, [("Claim", ("a",)), ("Negate", ("b",)), ("Claim", ("a",))])
    assert [one.number for one in made] == [f"P{sentence}.1", f"P{sentence}.2"]
    assert {one.sentence for one in made} == {sentence}


def test_a_predicate_is_written_as_a_relation_over_terms() -> None:
    assert Predicate("P1.1.1", "Cause", ("rain", "floods"), "1.1").written() == "Cause(rain; floods)"
