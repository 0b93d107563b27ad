"""The chain: in order, neutral, and nothing but what the predicates say."""

from __future__ import annotations

import re

from foam_graph.findings.debate.logic.extracting import predicates_of
from foam_graph.findings.debate.logic.telling import MOST, chain_of
from foam_graph.findings.debate.predicates import RELATIONS, Predicate
from foam_graph.findings.debate.spoken import Spoken


def test_the_chain_tells_a_step_of_each_sentence_in_order() -> None:
    said = Spoken(
        3, "Ada", "con", "rebuttal", ("The dam is cracked.", "Therefore it must be closed.", "Who disagrees?")
    )
    assert chain_of(predicates_of([said])).splitlines() == [
        "3.2: the side gives as a reason for “it must be closed”: “what 3.1 says”.",
        "One sentence asserts something without a reason, a consequence or a contrast of its own.",
    ]


JOINS = {
    "Supports", "Cause", "Prevent", "Contrast", "Concede", "Necessary", "If", "Either", "Define", "Ought",
}  # fmt: skip


def test_what_joins_claims_is_told_and_what_only_asserts_is_counted() -> None:
    for name, relation in RELATIONS.items():
        terms = tuple(f"term {place}" for place, _ in enumerate(relation.terms))
        told = chain_of([Predicate("P1.1.1", name, terms, "1.1")])
        assert (terms[0] in told) == (name in JOINS)
        assert bool(told) == (name != "Ask")


def test_a_long_chain_says_what_it_leaves_out() -> None:
    made = [Predicate(f"P1.{place}.1", "Ought", (f"claim {place}",), f"1.{place}") for place in range(1, MOST + 11)]
    lines = chain_of(made).splitlines()
    assert len(lines) == MOST + 1
    assert lines[MOST // 2] == "(10 steps between these are left out.)"


def test_no_predicates_make_no_chain() -> None:
    assert chain_of([]) == ""


def test_the_chain_has_no_figure_that_no_predicate_has() -> None:
    said = Spoken(3, "Ada", "con", "rebuttal", ("Fares rose by 12 percent in 2019, because fuel cost 3 euros.",))
    told = re.sub(r"^\d+\.\d+:", "", chain_of(predicates_of([said])))
    assert set(re.findall(r"\d+", told)) <= {"12", "2019", "3"}
