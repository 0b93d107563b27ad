"""Rates over verdicts and over-citation: always together, nothing uncounted hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.quotations.rates import VERDICTS, OverCitation, Scored, in_words, rates
from foam_graph.corpus.quotations.support import CHECK, needed, over_citation

SCORES = {"exact": 1.0, "elided": 0.9, "partial": 0.8, "paraphrase": 0.6}


def scored(verdict: str, case: str = "") -> Scored:
    return Scored(verdict, SCORES.get(verdict, 0.0), case)


def test_every_rate_with_what_it_is_over() -> None:
    verdicts = ["exact", "exact", "elided", "altered", "not_found", ""]
    measured = rates([scored(v, case) for v, case in zip(verdicts, "aabbcc", strict=True)], ["a", "d"])
    assert (measured.citations, measured.counted, measured.unmeasured) == (6, 4, 2)
    assert (measured.cemr, measured.cemr_strict, measured.altered) == (0.75, 0.5, 0.25)
    assert measured.fidelity == pytest.approx(2.9 / 4)
    assert (measured.cases, measured.unmeasured_cases, measured.cfvr, measured.cfvr_strict) == (4, 2, 0.5, 0.5)
    assert measured.verdicts == {"exact": 2, "elided": 1, "altered": 1, "not_found": 1, "unvalidated": 1}


@given(st.lists(st.tuples(st.sampled_from([*VERDICTS, ""]), st.sampled_from(["", "a", "b", "c"])), max_size=30))
def test_rates_are_shares_and_strict_is_never_more(rows: list[tuple[str, str]]) -> None:
    measured = rates([scored(verdict, case) for verdict, case in rows])
    for plain, strict in (("cemr", "cemr_strict"), ("cfvr", "cfvr_strict")):
        rate, strict_rate = getattr(measured, plain), getattr(measured, strict)
        assert (rate is None) == (strict_rate is None)
        if rate is not None:
            assert 0 <= strict_rate <= rate <= 1
    assert measured.counted + measured.unmeasured == measured.citations == sum(measured.verdicts.values())
    assert (measured.counted == 0) == (measured.cemr is None) == (measured.fidelity is None)
    assert all(str(measured.counted) in line for line in in_words(measured)[:2])


def test_a_sentence_that_adds_nothing_of_the_claim_is_superfluous() -> None:
    claim = "The fee of 40 dollars was raised in Denver."
    sentences = ["The fee was 40 dollars.", "It was raised in Denver.", "The fee is a fee.", "Nobody came."]
    assert needed(claim, sentences) == 2
    assert needed(claim, sentences[:1]) == 1
    assert needed(claim, ["Nobody came."]) is None
    surplus = over_citation([(claim, sentences), (claim, ["Nobody came."]), (claim, [])])
    assert surplus == OverCitation(CHECK, citations=1, sentences=4, needed=2, unmeasured=2)
    assert (surplus.extra, surplus.rate) == (2, 0.5)


@given(
    st.lists(
        st.lists(st.sampled_from(["alpha", "bravo", "charlie", "delta", "12", "13"]), max_size=4),
        min_size=1,
        max_size=15,
    )
)
def test_the_smallest_set_is_no_larger_than_all_and_no_smaller_than_one(groups: list[list[str]]) -> None:
    size = needed("Alpha bravo charlie delta 12 and 13", [" ".join(group) for group in groups])
    assert (size is None) == (not any(groups))
    if size is not None:
        assert 1 <= size <= min(len(groups), 6)
