"""What would turn an answer: each thing that is told is tried on the run itself."""

from __future__ import annotations

import orjson
import pytest

from foam_graph.reasoning.sublation import Sublation, Turns, sublate, what_would_turn
from tests.support.chains.deliberation_runs import CARE, FISCAL, PANEL, DeliberationOf, leaf, three_grounds


def answer(found: Sublation, audience: str = "ann") -> str:
    return next((name for name, one in found.answers.items() if one.labels[audience] == "in"), "")


def only(run: DeliberationOf) -> Turns:
    (turns,) = what_would_turn(sublate(run.graph()))
    return turns


def appeal() -> DeliberationOf:
    """Ground 1 stands on R-b1 alone, or on R-b3 through ground 3; ground 2 fails."""
    run = three_grounds()
    run.concludes("b1", "ground1", "stands")
    run.concludes("a2", "ground2", "fails")
    run.concludes("b3", "ground3", "stands")
    return run


def test_the_smallest_sets_of_disputed_facts_turn_the_answer_and_no_part_of_them_does() -> None:
    run = appeal()
    run.critique("k1", "R-b1", rated="invalid")
    assert only(run).removals == (), "a set with a fact that nobody disputes is not expected to fall"
    run.critique("k3", "R-b3", rated="invalid")
    turns = only(run)
    assert turns.answer == "upheld"
    assert turns.exhausted
    assert [tuple(fact.node for fact in one.facts) for one in turns.removals] == [("R-b1", "R-b3")]
    graph = run.graph()
    for one in turns.removals:
        nodes = frozenset(fact.node for fact in one.facts)
        assert answer(sublate(graph, withdrawn=nodes)) == one.after == ""
        assert one.issues == ("ground1", "ground3")
        for node in nodes:
            assert answer(sublate(graph, withdrawn=nodes - {node})) == "upheld"


def test_an_open_answer_says_on_which_issue_it_turns() -> None:
    run = three_grounds()
    run.concludes("a1", "ground1", "fails")
    run.concludes("a3", "ground3", "fails")
    turns = only(run)
    assert turns.answer == ""
    assert {(t.issue, t.outcome, t.after) for t in turns.issues} == {
        ("ground1", "stands", "upheld"), ("ground3", "stands", "upheld"),
        ("ground2", "stands", "upheld"), ("ground2", "fails", "reversed"),
    }  # fmt: skip
    assert turns.either_way == ()


def test_an_issue_that_changes_nothing_is_told_as_either_way() -> None:
    run = appeal()
    assert set(only(run).either_way) == {"ground1", "ground2", "ground3"}
    run.critique("k", "b3")
    turns = only(run)
    assert turns.either_way == ("ground2", "ground3")
    assert [(t.issue, t.outcome, t.after) for t in turns.issues] == [("ground1", "fails", "")]


def test_contrary_findings_say_the_issue_the_answer_and_the_margin() -> None:
    run = DeliberationOf()
    run.issue("income", "under", "over")
    run.option("eligible", leaf("income", "under"))
    run.option("not_eligible", leaf("income", "over"))
    comparison = orjson.dumps({"comparator": "<=", "holds": True, "margin": "$106"}).decode()
    run.node("sum", "Calculation", comparison=comparison, statement="1,874 against 1,980: $106 under the limit")
    run.concludes("a", "income", "under", rests_on=["sum"])
    turns = only(run)
    found = {one.fact.node: one for one in turns.contrary}
    assert (found["sum"].issue, found["sum"].outcome, found["sum"].after) == ("income", "over", "not_eligible")
    assert found["sum"].margin == "$106"


def documented() -> DeliberationOf:
    """One claim that rests on a law, on two documents together, and on each of these alone."""
    run = DeliberationOf()
    run.issue("i", "a", "b")
    run.option("A", leaf("i", "a"))
    for document, class_ in (("statute", "law"), ("mail", "correspondence"), ("log", "official_record")):
        run.document(document, class_)
        run.sentence(f"s-{document}", document)
    for record, sentences in (("law", ["statute"]), ("both", ["mail", "log"]), ("one", ["mail"]), ("told", ["log"])):
        run.record(record, [f"s-{name}" for name in sentences])
    run.node("a", "Claim", stance_id="ann", evidence="required")
    run.line("a", "W-a", "law", "both", "one", "told")
    run.concludes("a", "i", "a")
    return run


def test_only_what_somebody_has_a_reason_to_doubt_falls() -> None:
    run = documented()
    assert only(run).removals == (), "nobody disputes anything"
    run.critique("k", "told", rated="invalid")
    (removal,) = only(run).removals
    assert [(fact.node, fact.disputed, fact.single_source) for fact in removal.facts] == [("told", True, True)]
    run.critique("l", "law", rated="invalid")
    assert {one.facts[0].node for one in only(run).removals} == {"told", "law"}


@pytest.mark.parametrize(
    ("kind", "verdict", "falls"),
    [
        ("contradiction", "disputed", True),
        ("leaning", None, True),
        ("rule", "met_single_source", True),
        ("rule", "met", False),
        ("timeline", None, False),
    ],
)
def test_what_the_sheet_says_of_a_source_is_a_reason_to_doubt_it(kind: str, verdict: str | None, falls: bool) -> None:
    run = documented()
    run.node("F", "Finding")
    run.nodes[-1].fields.update({"kind": kind, "verdict": verdict})
    run.edge("RESTS_ON", "F", "s-mail")
    facts = [fact for one in only(run).removals for fact in one.facts]
    # A sentence that something rests on stands for the records that quote it.
    assert {fact.node for fact in facts} == ({"s-mail"} if falls else set())
    assert {(fact.disputed, fact.leaning) for fact in facts} <= {(kind == "contradiction", kind != "contradiction")}


def test_value_orders_are_told_and_audiences_that_they_part() -> None:
    run = DeliberationOf(PANEL)
    run.issue("i", "a", "b")
    run.option("A", leaf("i", "a"))
    run.option("B", leaf("i", "b"))
    run.recommends("a", "i", "a")
    run.recommends("b", "i", "b")
    run.weigh("w", "i", "a", "b", values=(CARE, FISCAL))
    found = what_would_turn(sublate(run.graph()))
    assert {turns.audiences: turns.answer for turns in found} == {("left",): "A", ("right",): "B", ("tied",): ""}
    assert found[0].orders["A"].phrases() == ["care weighs more than fiscal responsibility"]
    assert found[0].orders["A"].exact


def test_a_search_that_is_cut_short_says_so() -> None:
    run = appeal()
    run.critique("k1", "R-b1", rated="invalid")
    (turns,) = what_would_turn(sublate(run.graph()), max_work=1)
    assert not turns.exhausted
    assert turns.removals == ()


@pytest.mark.parametrize("options", [True, False])
def test_without_an_agenda_or_without_options_nothing_can_turn(options: bool) -> None:
    run = DeliberationOf()
    if options:
        run.nodes = [n for n in run.nodes if n.kind != "Agenda"]
    assert what_would_turn(sublate(run.graph())) == ()


def limit_by_size() -> DeliberationOf:
    """Income is under the limit for three; that it is over it is argued by assignment, for a household of two."""
    run = DeliberationOf()
    run.issue("size", "two", "three")
    run.issue("income", "under", "over")
    run.option("reversed", leaf("income", "under"))
    run.option("upheld", leaf("income", "over"))
    run.concludes("size3", "size", "three")
    run.concludes("under", "income", "under")
    run.edge("PRESUPPOSES", "under", "I-size", outcome="three")
    run.concludes("over", "income", "over", advocacy=True)
    run.edge("PRESUPPOSES", "over", "I-size", outcome="two")
    return run


def test_where_an_issue_comes_out_otherwise_the_case_that_was_argued_for_the_other_side_counts() -> None:
    turns = only(limit_by_size())
    assert turns.answer == "reversed"
    found = {(one.issue, one.outcome): (one.after, one.advocated) for one in turns.issues}
    assert found == {("size", "two"): ("upheld", True), ("income", "over"): ("upheld", False)}


def test_a_premise_that_the_other_side_does_not_need_turns_nothing() -> None:
    run = DeliberationOf()
    run.issue("site", "closed", "usable")
    run.issue("build", "yes", "no")
    run.option("built", leaf("build", "yes"))
    run.option("rejected", leaf("build", "no"))
    run.concludes("closed", "site", "closed")
    run.concludes("yes", "build", "yes")
    run.edge("PRESUPPOSES", "yes", "I-site", outcome="closed")
    run.concludes("no", "build", "no", advocacy=True)
    turns = only(run)
    # Were the site usable, the case for building would lose a premise; that is no reason to reject it.
    assert turns.answer == "built"
    assert "site" in turns.either_way
    assert {(one.issue, one.outcome) for one in turns.issues} == {("build", "no")}


def test_what_nobody_argued_for_the_other_side_leaves_the_answer_open() -> None:
    run = limit_by_size()
    run.critique("k", "R-size3", rated="invalid")
    turns = only(run)
    # Without the record of the size nothing says that there were two.
    removal = next(one for one in turns.removals if one.facts[0].node == "R-size3")
    assert (removal.after, removal.advocated) == ("", False)


def test_a_case_for_the_other_side_that_an_objection_fells_does_not_count() -> None:
    run = limit_by_size()
    run.critique("k", "over")
    run.rate("k", "valid", 0.9)
    found = {(one.issue, one.outcome): one.after for one in only(run).issues}
    assert found["size", "two"] == ""


def test_an_advocate_of_the_outcome_that_was_lost_is_not_its_own_other_side() -> None:
    run = limit_by_size()
    run.critique("k", "R-size3", rated="invalid")
    run.concludes("size2", "size", "two", advocacy=True)
    removal = next(one for one in only(run).removals if one.facts[0].node == "R-size3")
    assert (removal.after, removal.advocated) == ("upheld", True)
    run.concludes("also3", "size", "three", advocacy=True)
    run.concludes("also2", "size", "two", advocacy=True)
    removal = next(one for one in only(run).removals if one.facts[0].node == "R-size3")
    assert removal.after == "upheld"


def limits() -> DeliberationOf:
    """Two persons or three; within the limit for three. Above it, the benefit is denied.

    For the case of two somebody argued by assignment that the limit for two is passed: ``above`` applies the rule to the figures.
    """
    run = DeliberationOf()
    run.issue("size", "three", "two")
    run.issue("income", "within", "above")
    run.option("granted", leaf("income", "within"))
    run.option("denied", leaf("income", "above"))
    run.sentence("s-school")
    run.sentence("s-visit")
    run.record("R-size", ["s-school", "s-visit"])
    run.node("three", "Claim", stance_id="ann", evidence="required")
    run.line("three", "W-three", "R-size")
    run.concludes("three", "size", "three")
    run.concludes("within", "income", "within")
    run.edge("PRESUPPOSES", "within", "I-size", outcome="three")
    applied(run, "above", "income", "above", ("size", "two"), margin="$234 over")
    return run


def applied(
    run: DeliberationOf, claim: str, issue: str, outcome: str, presupposed: tuple[str, str],
    margin: str = "6 over", met: str = "met", counted: bool = True,
) -> None:  # fmt: skip
    """An argument by assignment of one fact and a conclusion, which applies a rule for the case of another outcome."""
    run.syllogism(f"A-{claim}")
    facts = run.claim(f"facts-{claim}", fills=(f"A-{claim}", "facts"))
    run.claim(claim, fills=(f"A-{claim}", "conclusion"), rests_on=[facts])
    for part in (facts, claim):
        run.edge("PRESUPPOSES", part, f"I-{presupposed[0]}", outcome=presupposed[1])
    run.sentence(f"s-rule-{claim}")
    run.node(f"rule-{claim}", "RuleApplication", met=met, consequence=f"It is {outcome}.")
    run.rests(f"rule-{claim}", f"s-rule-{claim}")
    if counted:
        comparison = orjson.dumps({"comparator": ">", "holds": True, "margin": margin}).decode()
        run.node(f"sum-{claim}", "Calculation", comparison=comparison, statement=f"1,874 is over 1,640: {margin}")
        run.rests(f"sum-{claim}", f"s-rule-{claim}")
        run.rests(f"rule-{claim}", f"sum-{claim}")
    run.rests(claim, f"rule-{claim}")
    run.concludes(claim, issue, outcome, advocacy=True)


def turn(run: DeliberationOf, issue: str, outcome: str) -> tuple[str, tuple[str, ...]]:
    """What the answer would be if an issue came out in one way, and by which rules."""
    found = [one for one in only(run).issues if (one.issue, one.outcome) == (issue, outcome)]
    return (found[0].after, found[0].rules) if found else (only(run).answer, ())


def test_a_contrary_finding_carries_on_what_the_rule_makes_of_it() -> None:
    assert turn(limits(), "size", "two") == ("denied", ("rule-above",))


def test_objections_that_dispute_only_what_is_assumed_do_not_stop_the_rule() -> None:
    run = limits()
    run.record("R-k", ["s-visit"])
    run.critique("k", "facts-above", rests_on=["R-k"])
    assert "denied" not in {one.option for one in sublate(run.graph()).answers.values() if one.status == "core"}
    assert turn(run, "size", "two") == ("denied", ("rule-above",))
    run.critique("w", "W-above", rests_on=["R-k"])
    assert turn(run, "size", "two") == ("denied", ("rule-above",)), "the warrant of its record"


def test_a_claim_that_applies_a_recomputed_rule_needs_no_other_line() -> None:
    run = limits()
    run.critique("w", "W-above")
    assert turn(run, "size", "two") == ("denied", ("rule-above",))


@pytest.mark.parametrize("target", ["above", "facts-above", "sum-above", "rule-above", "s-rule-above"])
@pytest.mark.parametrize("cites", [(), ("s-rule-above",), ("s-visit", "s-rule-above"), ("s-visit", "s-other")])
def test_it_is_open_where_an_objection_fells_the_rule_or_its_argument(target: str, cites: tuple[str, ...]) -> None:
    run = limits()
    run.sentence("s-other")
    run.critique("k", target, rests_on=cites)
    assert turn(run, "size", "two") == ("", ())


def test_an_objection_is_not_set_aside_where_nothing_is_assumed_of_its_issue() -> None:
    run = limits()
    run.critique("k", "three", rests_on=["s-visit"])
    turns = only(run)
    assert turns.answer == ""
    assert all(one.outcome != "three" or one.after == "granted" for one in turns.issues if one.issue == "size")


@pytest.mark.parametrize(("met", "counted"), [("disputed", True), ("met", False)])
def test_a_rule_that_nobody_recomputed_or_whose_condition_is_disputed_stands_only_with_its_argument(
    met: str, counted: bool
) -> None:
    run = DeliberationOf()
    run.issue("size", "three", "two")
    run.issue("income", "within", "above")
    run.option("granted", leaf("income", "within"))
    run.option("denied", leaf("income", "above"))
    run.concludes("three", "size", "three")
    run.concludes("within", "income", "within")
    run.edge("PRESUPPOSES", "within", "I-size", outcome="three")
    applied(run, "above", "income", "above", ("size", "two"), met=met, counted=counted)
    assert turn(run, "size", "two")[0] == "denied"
    assert turn(run, "size", "two")[1] == ()
    run.critique("w", "W-above")
    assert turn(run, "size", "two") == ("", ())


def test_a_contrary_value_for_which_no_rule_speaks_leaves_the_answer_open() -> None:
    run = limits()
    run.issue("age", "adult", "child")
    run.edge("PRESUPPOSES", "within", "I-age", outcome="adult")
    run.concludes("adult", "age", "adult")
    assert only(run).answer == "granted"
    assert turn(run, "age", "child") == ("", ())


def test_a_finding_goes_on_through_two_rules_and_stops_where_the_second_falls() -> None:
    run = limits()
    run.issue("recovery", "none", "due")
    run.nodes = [node for node in run.nodes if node.kind != "Option"]
    run.edges = [edge for edge in run.edges if edge.end not in ("O-granted", "O-denied")]
    run.option("kept", leaf("recovery", "none"))
    run.option("paid_back", leaf("recovery", "due"))
    run.concludes("none", "recovery", "none")
    run.edge("PRESUPPOSES", "none", "I-income", outcome="within")
    applied(run, "due", "recovery", "due", ("income", "above"))
    assert only(run).answer == "kept"
    assert turn(run, "size", "two") == ("paid_back", ("rule-above", "rule-due"))
    run.critique("k", "sum-due")
    assert turn(run, "size", "two") == ("", ())


def test_arguments_that_presuppose_one_another_end() -> None:
    run = limits()
    applied(run, "two", "size", "two", ("income", "above"))
    run.critique("k", "three")
    turns = only(run)
    assert turns.exhausted
    assert turn(run, "income", "above")[0] == "denied"


def hearsay(told: str = "leaning") -> DeliberationOf:
    """A conclusion that rests on a record of a telephone call with another sentence, which the sheet calls hearsay."""
    run = DeliberationOf()
    run.issue("hours", "enough", "short")
    run.option("granted", leaf("hours", "enough"))
    run.document("note", "correspondence")
    run.sentence("s-call", "note")
    run.sentence("s-letter", "note")
    run.node("F", "Finding")
    run.nodes[-1].fields.update({"kind": told, "verdict": "disputed"})
    run.edge("RESTS_ON", "F", "s-call")
    run.record("said", ["s-call", "s-letter"])
    run.node("a", "Claim", stance_id="ann", evidence="required")
    run.line("a", "W-a", "said")
    run.concludes("a", "hours", "enough")
    return run


@pytest.mark.parametrize("told", ["leaning", "contradiction"])
def test_what_the_side_that_holds_tells_as_contrary_turns_nothing_by_falling(told: str) -> None:
    run = hearsay(told)
    assert [fact.node for one in only(run).removals for fact in one.facts] == ["s-call"]
    assert {one.fact.node for one in only(run).contrary} <= {"s-call", "said"}
    run.record("against", ["s-call"])
    run.edge("CONSIDERS", "a", "against")
    turns = only(run)
    assert turns.removals == ()
    assert "s-call" not in {one.fact.node for one in turns.contrary}


def test_what_the_other_side_tells_as_contrary_may_fall() -> None:
    run = hearsay()
    run.record("against", ["s-call"])
    run.concludes("b", "hours", "short", advocacy=True)
    run.edge("CONSIDERS", "b", "against")
    assert [fact.node for one in only(run).removals for fact in one.facts] == ["s-call"]


def test_what_a_part_that_fell_tells_as_contrary_may_fall() -> None:
    run = hearsay()
    run.record("against", ["s-call"])
    run.concludes("c", "hours", "enough")
    run.critique("k", "c")
    run.edge("CONSIDERS", "c", "against")
    assert [fact.node for one in only(run).removals for fact in one.facts] == ["s-call"]


def test_a_record_that_is_disputed_for_more_than_what_is_refuted_in_it_may_fall() -> None:
    run = hearsay()
    run.record("against", ["s-call"])
    run.edge("CONSIDERS", "a", "against")
    run.critique("k", "said", rated="invalid")
    assert [fact.node for one in only(run).removals for fact in one.facts] == ["said"]


def test_that_documents_contradict_each_other_is_no_fact_that_may_fall() -> None:
    run = hearsay("contradiction")
    run.edge("SPEAKS_AGAINST", "s-letter", "F")
    run.edge("RESTS_ON", "a", "F")
    assert "F" not in {fact.node for one in only(run).removals for fact in one.facts}
