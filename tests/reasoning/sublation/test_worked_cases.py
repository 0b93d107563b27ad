"""The sixteen worked cases of a deliberation (protocol 6.12 to 6.16), and their nearest neighbours.

A and B are opposed. In the appeal there are three grounds: *reversed* where all fail, *upheld* where any stands; a
claim ``aN`` says that ground N fails, a claim ``bN`` that it stands.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from foam_graph.reasoning.sublation import sublate
from tests.support.chains.deliberation_runs import CARE, FISCAL, PANEL, DeliberationOf, three_grounds
from tests.support.chains.opposed_runs import a_against_b, classes, for_a, one_issue, opposed, statuses


def test_1_unweighed_both_sides_are_contested_and_the_answer_is_open() -> None:
    found = sublate(opposed(three_grounds(), 1, 2, 3).graph())
    assert {standing.class_ for standing in found.claims.values()} == {"contested"}
    assert statuses(found) == {"upheld": "open", "reversed": "open"}
    assert {issue.end for issue in found.issues.values()} == {"contested"}


def test_2_all_weighed_for_a_makes_a_core_and_b_dissent_and_reversed_the_answer() -> None:
    found = sublate(for_a(opposed(three_grounds(), 1, 2, 3), 1, 2, 3).graph())
    assert found.of_class("core") == ["a1", "a2", "a3"]
    assert found.of_class("dissent") == ["b1", "b2", "b3"]
    assert statuses(found) == {"upheld": "dissent", "reversed": "core"}
    assert {issue.end for issue in found.issues.values()} == {"answered"}
    assert found.issues["ground1"].outcome("ann") == "fails"


def test_3_one_open_ground_leaves_the_answer_open_and_turning_on_it() -> None:
    found = sublate(for_a(opposed(three_grounds(), 1, 3), 1, 3).graph())
    assert statuses(found) == {"upheld": "open", "reversed": "open"}
    assert {name: issue.end for name, issue in found.issues.items()} == {
        "ground1": "answered", "ground2": "open", "ground3": "answered",
    }  # fmt: skip
    for outcome, answer in (("stands", "upheld"), ("fails", "reversed")):
        run = for_a(opposed(three_grounds(), 1, 3), 1, 3)
        run.concludes("c", "ground2", outcome)
        assert statuses(sublate(run.graph()))[answer] == "core"


def test_4_an_open_ground_does_not_matter_where_another_one_stands() -> None:
    run = for_a(opposed(three_grounds(), 1, 3), 1)
    run.weigh("w3", "ground3", "stands", "fails")
    found = sublate(run.graph())
    assert statuses(found) == {"upheld": "core", "reversed": "dissent"}


@pytest.mark.parametrize("rated", ["valid", None])
def test_5_a_felled_weighing_or_an_unrated_critique_of_it_leaves_both_contested(rated: str | None) -> None:
    run = a_against_b()
    run.weigh("w", "i", "a", "b")
    run.critique("k", "w", rated=rated)
    assert classes(run, "a", "b") == ["contested", "contested"]


def test_5_opposed_weighings_leave_both_contested_and_a_persons_prevails() -> None:
    run = a_against_b()
    run.weigh("w", "i", "a", "b", by="one")
    run.weigh("v", "i", "b", "a", by="two")
    assert classes(run, "a", "b") == ["contested", "contested"]
    run.weigh("p", "i", "b", "a", by="somebody", human=True)
    assert classes(run, "a", "b") == ["dissent", "core"]


def test_5_the_later_weighing_of_one_evaluator_takes_the_place_of_the_earlier() -> None:
    run = a_against_b()
    run.weigh("w", "i", "a", "b")
    run.weigh("v", "i", "b", "a")
    assert classes(run, "a", "b") == ["dissent", "core"]


def test_5_an_open_weighing_attacks_nothing() -> None:
    run = a_against_b()
    run.weigh("w", "i", "a", "b", by="one")
    run.weigh("v", "i", "", "a|b", by="two")
    assert classes(run, "a", "b") == ["core", "dissent"]


def test_6_where_the_winners_premise_fell_the_loser_is_core() -> None:
    run = one_issue()
    run.claim("premise")
    run.concludes("a", "i", "a", rests_on=["premise"])
    run.concludes("b", "i", "b", stance="bob")
    run.weigh("w", "i", "a", "b")
    run.critique("k", "premise")
    found = sublate(run.graph())
    assert [found.claims[c].class_ for c in "ab"] == ["dissent", "core"]
    assert statuses(found) == {"A": "dissent", "B": "core"}


def test_6_and_without_a_loser_the_issue_is_open() -> None:
    run = one_issue()
    run.claim("premise")
    run.concludes("a", "i", "a", rests_on=["premise"])
    run.critique("k", "premise")
    found = sublate(run.graph())
    assert found.issues["i"].end == "open"
    assert statuses(found) == {"A": "open", "B": "open"}


def test_7_where_nobody_argues_everything_is_open() -> None:
    found = sublate(three_grounds().graph())
    assert {issue.end for issue in found.issues.values()} == {"open"}
    assert statuses(found) == {"upheld": "open", "reversed": "open"}


def test_8_of_two_conclusions_for_one_outcome_one_is_enough() -> None:
    run = one_issue()
    for claim, outcome in (("a1", "a"), ("a2", "a"), ("b", "b")):
        run.concludes(claim, "i", outcome)
    run.weigh("w", "i", "a", "b")
    run.critique("k", "a1")
    assert classes(run, "a1", "a2", "b") == ["dissent", "core", "dissent"]


def recommendations(contested: bool = False, perspectives: Mapping[str, Mapping[str, float]] = PANEL) -> DeliberationOf:
    run = one_issue(perspectives)
    run.recommends("a", "i", "a")
    run.recommends("b", "i", "b", stance="bob")
    run.weigh("w", "i", "a", "b", values=(CARE, FISCAL))
    if contested:
        run.critique("k", "R-a", rated=None)
    return run


def test_9_values_decide_between_recommendations_and_a_tie_is_neither_side() -> None:
    found = sublate(recommendations().graph())
    assert found.answers["A"].labels == {"left": "in", "right": "out", "tied": "undecided"}
    assert found.answers["B"].labels == {"left": "out", "right": "in", "tied": "undecided"}
    assert statuses(found) == {"A": "conditional", "B": "conditional"}
    conditions = [found.answers[name].condition for name in "AB"]
    assert [c.phrases() for c in conditions if c] == [
        ["care weighs more than fiscal responsibility"], ["fiscal responsibility weighs more than care"],
    ]  # fmt: skip


def test_9_for_an_order_that_does_not_name_both_values_it_is_as_the_weigher_judged() -> None:
    panel = {**PANEL, "care alone": {CARE: 1.0}, "money alone": {FISCAL: 1.0}, "another": {"privacy": 1.0}}
    found = sublate(recommendations(perspectives=panel).graph())
    judged = {"care alone": "in", "money alone": "in", "another": "in"}
    assert found.answers["A"].labels == {"left": "in", "right": "out", "tied": "undecided"} | judged
    one, other = (found.answers[name].condition for name in "AB")
    assert one is not None
    assert one.phrases() == ["care weighs more than fiscal responsibility (or the two are not ranked)"]
    assert other is not None
    assert other.phrases() == ["fiscal responsibility weighs more than care"]
    assert {a.name for a in found.audiences if one.holds(a)} == {"left", *judged}
    assert {a.name for a in found.audiences if other.holds(a)} == {"right"}


def test_9_without_perspectives_a_weighing_by_values_decides_as_it_was_judged() -> None:
    assert statuses(sublate(recommendations(perspectives={}).graph())) == {"A": "core", "B": "dissent"}


def test_9_values_do_not_decide_between_facts_and_a_recommendation_yields_to_a_fact() -> None:
    run = a_against_b(PANEL)
    run.weigh("w", "i", "a", "b", values=(CARE, FISCAL))
    assert classes(run, "a", "b") == ["contested", "contested"]
    run = one_issue(PANEL)
    run.recommends("a", "i", "a")
    run.concludes("b", "i", "b")
    run.weigh("w", "i", "a", "b", values=(CARE, FISCAL))
    run.weigh("v", "i", "a", "b", reason="judgement")
    assert classes(run, "a", "b") == ["dissent", "core"]


def test_9_a_sentence_that_grants_discretion_lets_a_recommendation_be_weighed_against_a_fact() -> None:
    run = one_issue()
    run.recommends("a", "i", "a")
    run.record("may", flags=["grants discretion"])
    run.rests("a", "may")
    run.concludes("b", "i", "b")
    assert classes(run, "a", "b") == ["contested", "contested"]
    run.weigh("v", "i", "a", "b", reason="judgement")
    assert classes(run, "a", "b") == ["core", "dissent"]


def test_10_a_contested_fact_under_a_leaves_it_open_except_where_b_weighs_more() -> None:
    found = sublate(recommendations(contested=True).graph())
    assert found.answers["A"].labels == {"left": "undecided", "right": "out", "tied": "undecided"}
    assert found.answers["B"].labels == {"left": "undecided", "right": "in", "tied": "undecided"}


def corroborated(echo: bool) -> DeliberationOf:
    run = one_issue()
    for record in ("origin", "second"):
        run.record(record)
    if echo:
        run.rests("second", "origin")
    run.concludes("a", "i", "a")
    for record in ("origin", "second"):
        run.edge("USES", "W-a", record)
        run.rests("a", record, group="who says so")
    run.critique("k", "origin")
    return run


@pytest.mark.parametrize(("echo", "expected"), [(True, "dissent"), (False, "core")])
def test_11_an_echo_falls_with_its_origin_and_an_independent_record_carries(echo: bool, expected: str) -> None:
    assert classes(corroborated(echo), "a") == [expected]


def exception(met: str) -> DeliberationOf:
    run = one_issue()
    run.node("rule", "RuleApplication", met="met")
    run.node("unless", "RuleApplication", met=met)
    run.edge("UNDERCUTS", "unless", "rule")
    run.concludes("a", "i", "a")
    run.rests("a", "rule")
    return run


@pytest.mark.parametrize(
    ("met", "label", "class_"),
    [("met", "out", "unsupported"), ("disputed", "undecided", "contested"), ("not_met", "in", "core")],
)
def test_12_an_exception_undercuts_the_application_of_its_rule(met: str, label: str, class_: str) -> None:
    found = sublate(exception(met).graph())
    assert found.labels["ann"]["rule"] == label
    assert found.claims["a"].class_ == class_
    assert found.labels["ann"]["unless"] == "in"


def test_12_an_exception_whose_condition_is_an_issue_goes_by_what_is_concluded() -> None:
    run = exception("disputed")
    run.issue("excused", "yes", "no")
    run.concludes("yes", "excused", "yes")
    run.concludes("no", "excused", "no")
    run.rests("unless", "yes")
    assert classes(run, "a") == ["contested"]
    run.weigh("w", "excused", "no", "yes")
    assert classes(run, "a") == ["core"]
    run.weigh("p", "excused", "yes", "no", by="somebody", human=True)
    assert classes(run, "a") == ["unsupported"]


def burden(run: DeliberationOf) -> DeliberationOf:
    run.record("placed")
    run.weigh("w", "i", "b", "a", reason="burden", rests_on=["placed"])
    return run


def test_13_the_burden_of_proof_decides_for_the_outcome_against_the_burdened_side() -> None:
    run = burden(a_against_b())
    assert classes(run, "a", "b") == ["dissent", "core"]
    run.critique("k", "placed")
    assert classes(run, "a", "b") == ["contested", "contested"]


def test_13_it_does_so_where_nobody_argued_and_is_shown_as_such() -> None:
    found = sublate(burden(one_issue()).graph())
    assert statuses(found) == {"A": "dissent", "B": "core"}
    assert found.issues["i"].by_burden == {"ann": "b", "bob": "b"}


def test_13_a_weighing_of_records_comes_before_the_burden() -> None:
    run = burden(a_against_b())
    run.weigh("v", "i", "a", "b", reason="contemporaneous", by="another")
    found = sublate(run.graph())
    assert [found.claims[c].class_ for c in "ab"] == ["core", "dissent"]
    assert found.issues["i"].by_burden == {}


def test_14_where_the_policy_refuses_the_only_record_of_a_b_is_the_answer() -> None:
    run = one_issue({"ann": {}, "bob": {}}, {"bob": {"source_classes": ["law"]}})
    run.document("news", "news")
    run.sentence("s", "news")
    run.node("a", "Claim", stance_id="ann", evidence="required")
    run.record("r", ["s"])
    run.line("a", "W-a", "r")
    run.concludes("a", "i", "a")
    run.concludes("b", "i", "b", stance="bob")
    run.weigh("w", "i", "a", "b")
    found = sublate(run.graph())
    assert found.answers["A"].labels == {"ann": "in", "bob": "out"}
    assert found.answers["B"].labels == {"ann": "out", "bob": "in"}


def upheld_challenge() -> DeliberationOf:
    """A person's challenge rests on a record that a machine's critique fells; a person upholds the challenge."""
    run = one_issue()
    run.concludes("a", "i", "a")
    run.sentence("s")
    run.record("counter", ["s"])
    run.critique("k", "a", by="", kind="Challenge", rests_on=["counter"], rated=None)
    run.rate("machine", "k", "invalid", by="judge")
    run.critique("m", "s", by="bob")
    run.critique("n", "k", by="bob")
    run.reply("r", "k", rated="adequate")
    return run


def test_15_a_persons_upheld_ruling_prevails_over_machines() -> None:
    run = upheld_challenge()
    assert classes(run, "a") == ["core"]
    run.rate("p", "k", "valid", by="somebody", human=True)
    assert classes(run, "a") == ["dissent"]


def test_15_a_machine_cannot_undo_the_ruling_itself() -> None:
    run = upheld_challenge()
    run.rate("p", "k", "valid", by="somebody", human=True)
    run.critique("q", "p", by="bob")
    run.rate("e", "p", "invalid", by="another judge")
    found = sublate(run.graph())
    assert found.claims["a"].class_ == "dissent"
    assert {"q", "e"} <= set(found.refused)


def test_15_only_an_appeal_or_an_unfaithful_quotation_undoes_it() -> None:
    run = upheld_challenge()
    run.rate("p", "k", "valid", by="somebody", human=True)
    run.rate("appeal", "k", "invalid", by="somebody else", human=True, old="p")
    assert classes(run, "a") == ["core"]
    run = upheld_challenge()
    run.rate("p", "k", "valid", by="somebody", human=True)
    run.verdict("s", "fabricated")
    assert classes(run, "a") == ["core"]


def challenge_with_two_records() -> DeliberationOf:
    """A challenge that rests on either of two records, upheld by a person."""
    run = one_issue()
    run.concludes("a", "i", "a")
    run.critique("k", "a", by="", rated=None, kind="Challenge")
    for n in (1, 2):
        run.document(f"d{n}", "testimony")
        run.sentence(f"s{n}", f"d{n}")
        run.record(f"r{n}", [f"s{n}"])
        run.rests("k", f"r{n}", group="counter-evidence")
    return run


@pytest.mark.parametrize("felled", [(), ("r1",), ("r1", "r2")])
def test_15_machines_that_fell_its_records_do_not_undo_it(felled: tuple[str, ...]) -> None:
    run = challenge_with_two_records()
    run.rate("m", "k", "valid")
    for record in felled:
        run.critique(f"q-{record}", record)
    # Without a person one record that stands is enough, and none is too few.
    assert classes(run, "a") == ["core" if len(felled) == 2 else "dissent"]
    run.rate("p", "k", "valid", by="somebody", human=True)
    assert classes(run, "a") == ["dissent"]


@pytest.mark.parametrize(("unfaithful", "expected"), [(("s1",), "dissent"), (("s1", "s2"), "core")])
def test_15_it_stands_while_one_of_its_quotations_is_faithful(unfaithful: tuple[str, ...], expected: str) -> None:
    run = challenge_with_two_records()
    run.rate("p", "k", "valid", by="somebody", human=True)
    for sentence in unfaithful:
        run.verdict(sentence, "fabricated")
    assert classes(run, "a") == [expected]


def test_15_of_an_issue_a_reply_that_takes_the_challenge_up_meets_it_and_a_mere_defence_does_not() -> None:
    for concedes, end in ((True, "answered"), (False, "contested")):
        run = one_issue()
        run.concludes("a", "i", "a")
        run.critique("k", "I-i", by="", rated=None, kind="Challenge")
        run.rate("p", "k", "valid", by="somebody", human=True)
        run.node("reply", "Reply", stance_id="ann", concedes=concedes)
        run.edge("ANSWERS", "reply", "k")
        run.rate("e", "reply", "adequate")
        assert sublate(run.graph()).issues["i"].end == end


@pytest.mark.parametrize("kind", ["Finding", "Calculation", "RuleApplication"])
@pytest.mark.parametrize(("verdict", "materiality"), [("answered", 0.0), ("partly", 0.3), ("answered", 0.9)])
@pytest.mark.parametrize("human", [True, False])
def test_15_a_claim_that_leaves_what_was_contested_behind_makes_that_no_better_for_others(
    kind: str, verdict: str, materiality: float, human: bool
) -> None:
    run = one_issue()
    run.node("f", kind)
    for claim in ("a", "b"):
        run.concludes(claim, "i", "a")
        run.rests(claim, "f")
    assert classes(run, "a", "b") == ["core", "core"]
    run.critique("k", "f", by="", rated=None, kind="Challenge")
    run.rate("p", "k", "valid", by="somebody" if human else "", human=human)
    assert classes(run, "a", "b") == ["dissent", "dissent"]
    run.concludes("a2", "i", "a", old="a")
    run.edge("ANSWERS", "a2", "k")
    run.rate("e", "k", verdict, materiality, by="")
    assert classes(run, "a2", "b") == ["core", "dissent"]
    # Only an appeal brings it back.
    run.rate("p2", "k", "invalid", by="somebody else", human=True)
    if human:
        run.edge("SUPERSEDES", "p2", "p")
    assert classes(run, "a2", "b") == ["core", "core"]


@pytest.mark.parametrize(
    ("over", "under", "reason", "expected"),
    [
        ("a", "b", "direct", ["contested", "contested"]),
        ("a", "b", "recomputed", ["core", "dissent"]),
        ("b", "a", "direct", ["dissent", "core"]),
    ],
)
def test_5_a_weighing_that_says_the_same_again_for_the_same_reason_inherits_what_felled_it(
    over: str, under: str, reason: str, expected: list[str]
) -> None:
    run = a_against_b()
    run.weigh("w", "i", "a", "b", reason="direct")
    run.critique("k", "w", by="", rated=None, kind="Challenge")
    run.rate("p", "k", "valid", by="somebody", human=True)
    assert classes(run, "a", "b") == ["contested", "contested"]
    run.weigh("w2", "i", over, under, reason=reason)
    assert classes(run, "a", "b") == expected


@pytest.mark.parametrize(
    ("verdict", "materiality", "expected", "listed"),
    [("answered", 0.0, "core", False), ("partly", 0.3, "core", True), ("partly", 0.8, "dissent", False)],
)
def test_16_a_concession_counts_by_what_remains(verdict: str, materiality: float, expected: str, listed: bool) -> None:
    run = one_issue()
    run.concludes("a1", "i", "a")
    run.critique("k", "a1", by="bob")
    run.concludes("a2", "i", "a", old="a1")
    run.rate("e2", "k", verdict, materiality)
    found = sublate(run.graph())
    assert found.claims["a2"].class_ == expected
    assert ("k" in found.partly) == listed
    assert statuses(found)["A"] == ("core" if expected == "core" else "open")


def test_16_not_answered_leaves_the_critique_standing() -> None:
    run = one_issue()
    run.concludes("a1", "i", "a")
    run.critique("k", "a1", by="bob")
    run.concludes("a2", "i", "a", old="a1")
    run.rate("e2", "k", "not_answered", 0.8)
    assert classes(run, "a2") == ["dissent"]
