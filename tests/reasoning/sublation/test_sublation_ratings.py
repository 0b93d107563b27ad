"""Protocol 6.3, 6.4 and 6.7 beyond the worked cases, versions of warrants, hypotheses."""

from __future__ import annotations

import pytest

from foam_graph.errors import ReasoningError, UnknownId
from foam_graph.reasoning.sublation import sublate
from tests.support.chains.sublation_runs import RunOf

CARE, FISCAL = "care", "fiscal_responsibility"
THREE = {"left": {CARE: 0.7, FISCAL: 0.3}, "right": {CARE: 0.3, FISCAL: 0.7}, "tied": {CARE: 0.5, FISCAL: 0.5}}


def class_of(run: RunOf, claim: str = "c") -> str:
    return sublate(run.graph()).claims[claim].class_


def label_of(run: RunOf, node: str) -> str:
    return next(iter(sublate(run.graph()).labels.values()))[node]


def challenge_to_a_rating(decided_by: str, human: bool = False) -> RunOf:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e", "k", "valid", by="judge")
    run.critique("q", "e", rated=None, by="ann")
    run.rate("f", "q", "valid", by=decided_by, human=human)
    return run


def test_unrated_critiques_and_pending_ones_leave_a_claim_contested() -> None:
    for rated in (None, "requires_more_evidence"):
        run = RunOf()
        run.claim("c")
        run.critique("k", "c", rated=rated)
        found = sublate(run.graph())
        assert found.claims["c"].class_ == "contested"
        assert [item.critique for item in found.memo] == ["k"]
        assert ("k" in found.unrated) == (rated is None)


def test_a_later_rating_by_the_same_evaluator_supersedes() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e1", "k", "valid")
    run.rate("e2", "k", "invalid")
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "core"
    assert found.labels["ann"]["e1"] == "out"


def test_rating_again_unchanged_does_not_shake_off_a_challenge() -> None:
    run = challenge_to_a_rating("another")
    assert label_of(run, "k") == "undecided"
    run.rate("e2", "k", "valid", by="judge")
    assert label_of(run, "e2") == "out"
    assert label_of(run, "k") == "undecided"


def test_a_persons_ruling_defeats_machine_ratings_one_way() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated="invalid")
    run.rate("h", "k", "valid", by="somebody", human=True)
    assert class_of(run) == "dissent"
    run.rate("later", "k", "invalid", by="one more machine")
    assert class_of(run) == "dissent"
    run.rate("h2", "k", "invalid", by="somebody else", human=True)
    assert class_of(run) == "contested"


def test_a_ruling_can_be_appealed() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None, kind="Challenge", by="")
    run.rate("h", "k", "invalid", by="somebody", human=True)
    assert class_of(run) == "core"
    run.critique("appeal", "h", rated=None, kind="Challenge", by="")
    assert class_of(run) == "contested"
    run.rate("own", "appeal", "invalid", by="somebody", human=True)
    assert class_of(run) == "contested"
    run.rate("h2", "appeal", "valid", by="somebody else", human=True)
    assert class_of(run) == "dissent"


def test_a_rating_that_does_not_fit_decides_nothing() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated="adequate")
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "contested"
    assert found.unrated == ("k",)


def test_incompatible_claims_rebut_each_other_until_one_falls() -> None:
    run = RunOf()
    run.claim("c")
    run.claim("d")
    run.edge("REBUTS", "c", "d")
    assert sublate(run.graph()).of_class("contested") == ["c", "d"]
    run.critique("k", "d")
    found = sublate(run.graph())
    assert (found.claims["c"].class_, found.claims["d"].class_) == ("core", "dissent")


def test_a_value_conflict_without_values_is_refused() -> None:
    run = RunOf(THREE)
    run.claim("c")
    run.critique("k", "c", type="value_conflict")
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "core"
    assert set(found.refused) == {"k"}


def test_a_stale_challenge_attacks_nothing() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", kind="Challenge", by="", stale=True)
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "core"
    assert found.memo == ()


def test_branch_versions_both_stand_for_the_slot() -> None:
    run = RunOf()
    run.syllogism("s", "link")
    run.claim("link", fills=("s", "link"))
    run.claim("a", old="link")
    run.claim("b", old="link")
    run.claim("impact", rests_on=["link"])
    run.critique("k", "a")
    found = sublate(run.graph())
    assert found.labels["ann"]["s"] == "in"
    assert found.claims["impact"].class_ == "core"
    run.critique("l", "b")
    assert class_of(run, "impact") == "dissent"


def test_a_superseded_warrant_is_replaced_and_keeps_its_objections() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "W-c")
    run.line("c", "W2", "R2", old="W-c")
    assert class_of(run) == "dissent"
    run.rate("a", "k", "answered")
    assert class_of(run) == "core"


def test_a_new_warrant_without_edges_of_its_own_inherits_the_line() -> None:
    run = RunOf()
    run.claim("c")
    run.node("W2", "Warrant")
    run.edge("SUPERSEDES", "W2", "W-c")
    assert class_of(run) == "core"
    run.critique("k", "R-c")
    assert class_of(run) == "dissent"


def test_the_new_version_of_a_warrant_forms_one_line_only() -> None:
    run = RunOf()
    run.claim("c")
    run.line("c", "W2", "R2", old="W-c")
    run.critique("k", "R2")
    assert class_of(run) == "dissent"


def test_materiality_of_a_rating_of_a_reply_does_not_matter() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c")
    run.reply("r", "k")
    run.rate("e", "r", "adequate", materiality=0.0)
    assert class_of(run) == "core"


def test_a_request_for_evidence_ends_with_the_rating_that_made_it() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated="requires_more_evidence")
    run.critique("q", "E-k", rated=None)
    run.rate("f", "q", "valid", by="another")
    assert class_of(run) == "contested"  # unrated again
    for verdict, expected in (("valid", "dissent"), ("invalid", "core")):
        run = RunOf()
        run.claim("c")
        run.critique("k", "c", rated="requires_more_evidence")
        run.rate("h", "k", verdict, by="somebody", human=True)
        assert class_of(run) == expected


def test_hypotheses_withdraw_accept_and_answer() -> None:
    run = RunOf()
    run.claim("c")
    assert sublate(run.graph(), withdrawn=frozenset({"R-c"})).claims["c"].class_ == "unsupported"
    run.critique("k", "c")
    assert sublate(run.graph(), accepted=frozenset({"c"})).claims["c"].class_ == "core"
    assert sublate(run.graph(), answered=frozenset({"k"})).claims["c"].class_ == "core"
    with pytest.raises(UnknownId):
        sublate(run.graph(), withdrawn=frozenset({"nothing"}))
    with pytest.raises(UnknownId):
        sublate(run.graph(), accepted=frozenset({"nothing"}))
    with pytest.raises(ReasoningError):
        sublate(run.graph(), threshold=1.5)


def test_tested_needs_a_rated_critique_of_another_perspective() -> None:
    run = RunOf()
    run.claim("c", stance="ann")
    assert not sublate(run.graph()).claims["c"].tested
    run.critique("own", "c", by="ann", rated="invalid")
    assert not sublate(run.graph()).claims["c"].tested
    run.critique("other", "R-c", by="bob", rated="invalid")
    assert sublate(run.graph()).claims["c"].tested


def test_an_unrated_critique_that_rests_on_nothing_tests_nothing() -> None:
    run = RunOf()
    run.claim("c")
    run.record("bad")
    run.verdict("bad", "altered")
    run.critique("k", "c", rests_on=["bad"], rated=None)
    standing = sublate(run.graph()).claims["c"]
    assert (standing.class_, standing.tested) == ("core", False)


def test_a_superseded_version_stays_out_and_is_not_labelled_for_readers() -> None:
    run = RunOf()
    run.claim("c")
    run.claim("c2", old="c")
    found = sublate(run.graph())
    assert found.labelled["ann"].of("c") == "out"
    assert "c" not in found.labels["ann"]


def test_an_empty_run_has_one_audience_and_no_claims() -> None:
    found = sublate(RunOf({}).graph())
    assert [a.name for a in found.audiences] == ["everyone"]
    assert found.claims == {}
