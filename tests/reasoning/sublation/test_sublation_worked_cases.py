"""Worked cases of protocol 6, one test each, with their nearest neighbours."""

from __future__ import annotations

import pytest

from foam_graph.errors import ReasoningError
from foam_graph.reasoning.sublation import check_rating, sublate
from tests.support.chains.sublation_runs import RunOf

CARE, FISCAL = "care", "fiscal_responsibility"
THREE = {"left": {CARE: 0.7, FISCAL: 0.3}, "right": {CARE: 0.3, FISCAL: 0.7}, "tied": {CARE: 0.5, FISCAL: 0.5}}


def class_of(run: RunOf, claim: str = "c") -> str:
    return sublate(run.graph()).claims[claim].class_


def label_of(run: RunOf, node: str) -> str:
    return next(iter(sublate(run.graph()).labels.values()))[node]


def test_two_critiques_citing_each_others_records_leave_both_claims_contested() -> None:
    run = RunOf()
    run.claim("c")
    run.claim("d")
    run.critique("k", "R-d", rests_on=["R-c"])
    run.critique("l", "R-c", rests_on=["R-d"])
    found = sublate(run.graph())
    assert found.of_class("contested") == ["c", "d"]


def test_odd_cycle_of_critiques_over_a_claim_leaves_it_contested() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k1", "c")
    run.critique("k2", "k1")
    run.critique("k3", "k2")
    run.edge("ATTACKS", "k1", "k3")
    assert class_of(run) == "contested"


def two_lines() -> RunOf:
    run = RunOf()
    run.claim("c")
    run.line("c", "W2", "R2")
    return run


def test_claim_on_two_lines_is_core_when_one_falls() -> None:
    run = two_lines()
    run.critique("k", "R2")
    assert class_of(run) == "core"


def test_claim_on_two_lines_is_dissent_when_mixed_halves_fall() -> None:
    run = two_lines()
    run.critique("k", "R2")
    run.critique("l", "W-c")
    assert class_of(run) == "dissent"


def test_valid_and_invalid_ratings_by_different_evaluators_leave_the_claim_contested() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e1", "k", "valid", by="one")
    run.rate("e2", "k", "invalid", by="two")
    assert class_of(run) == "contested"


def test_any_unrated_reply_to_a_valid_critique_leaves_the_claim_contested() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c")
    run.reply("r", "k")
    assert class_of(run) == "contested"


def test_an_inadequate_reply_leaves_the_claim_in_dissent_and_an_adequate_one_in_the_core() -> None:
    for verdict, expected in (("inadequate", "dissent"), ("adequate", "core")):
        run = RunOf()
        run.claim("c")
        run.critique("k", "c")
        run.reply("r", "k", rated=verdict)
        assert class_of(run) == expected


def challenge_to_a_rating(decided_by: str, human: bool = False) -> RunOf:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e", "k", "valid", by="judge")
    run.critique("q", "e", rated=None, by="ann")
    run.rate("f", "q", "valid", by=decided_by, human=human)
    return run


def test_an_evaluator_is_refused_on_a_challenge_to_its_own_rating() -> None:
    run = challenge_to_a_rating("judge")
    found = sublate(run.graph())
    assert set(found.refused) == {"f"}
    assert "q" in found.unrated
    assert found.claims["c"].class_ == "contested"
    with pytest.raises(ReasoningError, match="cannot decide q"):
        check_rating(run.graph(), "q", "judge")
    check_rating(run.graph(), "q", "another")
    check_rating(run.graph(), "q", "", person="somebody")


def test_a_reply_to_a_challenge_cannot_be_rated_by_the_challenged_evaluator_either() -> None:
    run = challenge_to_a_rating("another")
    run.reply("r", "q", rated=None)
    run.rate("g", "r", "adequate", by="judge")
    assert set(sublate(run.graph()).refused) == {"g"}


def test_the_same_turn_cannot_decide_a_challenge_to_its_rating_under_another_name() -> None:
    run = challenge_to_a_rating("another")
    turn = next(n.activity for n in run.nodes if n.id == "e")
    with pytest.raises(ReasoningError):
        check_rating(run.graph(), "q", "another", activity=turn)


def test_another_evaluator_decides_a_challenge_to_a_rating() -> None:
    assert set(sublate(challenge_to_a_rating("another").graph()).refused) == set()
    # The rating that held the critique up fell, so the critique is unrated again.
    assert class_of(challenge_to_a_rating("another")) == "contested"


def test_a_person_decides_a_challenge_to_a_machine_rating() -> None:
    run = challenge_to_a_rating("the adjudicator", human=True)
    assert label_of(run, "e") == "out"


def test_care_against_fiscal_is_conditional_on_care_over_fiscal() -> None:
    run = RunOf(THREE)
    run.claim("c")
    run.critique("k", "c", values=(CARE, FISCAL))
    standing = sublate(run.graph()).claims["c"]
    assert standing.class_ == "conditional"
    assert standing.condition is not None
    assert standing.condition.words() == "holds where care weighs more than fiscal responsibility"
    assert standing.condition.as_json() == [[{"more": CARE, "less": FISCAL, "strict": True}]]
    assert standing.audiences("in") == ["left"]
    assert standing.audiences("out") == ["right", "tied"]


def test_no_ground_and_no_critique_is_unsupported_and_not_in_the_memo() -> None:
    run = RunOf()
    run.claim("c", ground=False)
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "unsupported"
    assert found.memo == ()


def test_an_unchanged_second_version_is_dissent() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c")
    run.claim("c2", old="c")
    found = sublate(run.graph())
    assert list(found.claims) == ["c2"]
    assert found.claims["c2"].class_ == "dissent"
    assert [item.critique for item in found.memo] == ["k"]
    assert found.memo[0].targets == ("c2",)


def test_when_the_link_falls_the_impact_and_the_advantage_fall() -> None:
    run = RunOf()
    run.syllogism("s", "link", "impact")
    run.claim("link", fills=("s", "link"))
    run.claim("impact", fills=("s", "impact"), rests_on=["link"])
    assert label_of(run, "s") == "in"
    run.critique("k", "link")
    found = sublate(run.graph())
    assert found.claims["impact"].class_ == "dissent"
    assert found.labels["ann"]["s"] == "out"
    assert {r.node for r in found.why("ann", "impact")} == {"link"}


def test_a_critique_resting_on_a_fabricated_record_leaves_the_claim_in_the_core() -> None:
    run = RunOf()
    run.claim("c")
    run.record("bad")
    run.verdict("bad", "fabricated")
    run.critique("k", "c", rests_on=["bad"])
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "core"
    assert found.claims["c"].tested
    assert "fabricated" in found.why("ann", "bad")[0].why


def test_an_immaterial_rating_itself_defeated_leaves_the_claim_in_dissent() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e", "k", "valid", materiality=0.2)
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "core"
    assert found.immaterial == ("k",)
    run.critique("q", "e", rated=None)
    run.rate("f", "q", "valid", by="another")
    assert class_of(run) == "dissent"
