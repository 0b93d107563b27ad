"""The worked cases of foam.md 6, one test each, and the rules they leave out."""

from __future__ import annotations

import pytest
from sublation_runs import RunOf

from foam_graph.errors import ReasoningError, UnknownId
from foam_graph.reasoning.sublation import check_rating, sublate

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
    assert standing.condition.words() == "holds where care weighs more than fiscal_responsibility"
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


def test_an_answered_objection_frees_the_second_version_and_every_later_one() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c")
    run.claim("c2", old="c")
    run.rate("a", "k", "answered")
    assert class_of(run, "c2") == "core"
    run.claim("c3", old="c2")
    found = sublate(run.graph())
    assert found.claims["c3"].class_ == "core"
    assert found.claims["c3"].tested
    assert found.labels["ann"]["k"] == "in"


def test_answered_before_there_is_a_new_version_answers_nothing() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated="answered")
    assert class_of(run) == "dissent"
    run.claim("c2", old="c")
    assert class_of(run, "c2") == "dissent"


def test_an_earlier_valid_rating_does_not_oppose_answered_but_a_later_one_does() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e1", "k", "valid", by="one")
    run.claim("c2", old="c")
    run.rate("e2", "k", "answered", by="two")
    assert class_of(run, "c2") == "core"
    run.rate("e3", "k", "valid", by="three")
    assert class_of(run, "c2") == "contested"


def test_invalid_and_answered_agree_that_nothing_is_left() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e1", "k", "invalid", by="one")
    run.claim("c2", old="c")
    run.rate("e2", "k", "answered", by="two")
    assert class_of(run, "c2") == "core"


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


def test_a_revised_link_takes_the_place_of_the_old_one_for_what_rests_on_it() -> None:
    run = RunOf()
    run.syllogism("s", "link", "impact")
    run.claim("link", fills=("s", "link"))
    run.claim("impact", fills=("s", "impact"), rests_on=["link"])
    run.critique("k", "link")
    run.claim("link2", old="link")
    run.rate("a", "k", "answered")
    found = sublate(run.graph())
    assert found.labels["ann"]["s"] == "in"
    assert found.claims["impact"].class_ == "core"


def test_a_syllogism_without_a_required_component_does_not_stand() -> None:
    run = RunOf()
    run.syllogism("s", "link", "impact")
    run.claim("link", fills=("s", "link"))
    assert label_of(run, "s") == "out"


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


def test_the_threshold_decides_what_is_immaterial() -> None:
    run = RunOf()
    run.claim("c")
    run.critique("k", "c", rated=None)
    run.rate("e", "k", "valid", materiality=0.5)
    assert sublate(run.graph()).claims["c"].class_ == "dissent"
    assert sublate(run.graph(), threshold=0.51).claims["c"].class_ == "core"


def test_only_the_latest_verdict_about_a_quotation_counts() -> None:
    run = RunOf()
    run.claim("c")
    run.verdict("R-c", "altered")
    assert class_of(run) == "unsupported"
    run.verdict("R-c", "exact")
    assert class_of(run) == "core"
    run.verdict("R-c", "not_found")
    assert class_of(run) == "core"


def test_a_record_rests_on_all_its_sentences_unless_severable() -> None:
    for severable, expected in ((False, "dissent"), (True, "core")):
        run = RunOf()
        run.sentence("s1")
        run.sentence("s2")
        run.claim("c", ground=False)
        run.record("r", ["s1", "s2"], severable=severable)
        run.line("c", "w", "r")
        run.critique("k", "s1")
        assert class_of(run) == expected
        run.critique("l", "s2")
        assert class_of(run) == "dissent"


def test_evidence_rules_of_components() -> None:
    expected = {"required": "unsupported", "optional": "core", "none": "core"}
    for evidence, outcome in expected.items():
        run = RunOf()
        run.claim("c", evidence=evidence, ground=False)
        run.line("c", "w")
        assert class_of(run) == outcome
        run.critique("k", "w")
        assert class_of(run) == ("unsupported" if evidence == "required" else "dissent")
    for evidence, outcome in {"required": "unsupported", "optional": "unsupported", "none": "core"}.items():
        run = RunOf()
        run.claim("c", evidence=evidence, ground=False)
        assert class_of(run) == outcome


def test_records_play_no_part_where_no_evidence_is_asked_for() -> None:
    run = RunOf()
    run.claim("c", evidence="none", ground=False)
    run.line("c", "w", "r")
    run.critique("k", "r")
    assert class_of(run) == "core"


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


def test_an_empty_run_has_one_audience_and_no_claims() -> None:
    found = sublate(RunOf({}).graph())
    assert [a.name for a in found.audiences] == ["everyone"]
    assert found.claims == {}
