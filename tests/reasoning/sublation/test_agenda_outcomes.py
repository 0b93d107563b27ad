"""What an agenda makes of what holds: moot, challenged, overlapping, unreadable and presupposed issues, and runs without one."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.sublation import sublate
from tests.support.chains.deliberation_runs import DeliberationOf, leaf
from tests.support.chains.opposed_runs import a_against_b, classes, one_issue, statuses


def test_what_is_argued_and_not_asserted_carries_no_label_into_the_issue() -> None:
    run = one_issue()
    run.concludes("a", "i", "a")
    run.concludes("b", "i", "b", advocacy=True)
    found = sublate(run.graph())
    assert found.claims["a"].class_ == "core"
    assert found.argued == {"b"}
    assert "b" not in found.claims
    assert "b" not in found.labels["ann"]


def test_a_moot_issue_is_neither_open_nor_in_the_way() -> None:
    run = DeliberationOf()
    run.issue("late", "yes", "no")
    run.issue("excused", "yes", "no", given=("late", "yes"))
    run.option("granted", {"any": [leaf("late", "no"), leaf("excused", "yes")]})
    run.option("denied", leaf("excused", "no"))
    run.concludes("no", "late", "no")
    run.concludes("not", "excused", "no")
    found = sublate(run.graph())
    assert found.issues["excused"].end == "moot"
    assert statuses(found) == {"granted": "core", "denied": "dissent"}


def test_an_answer_that_holds_either_way_does_not_wait_for_the_issue() -> None:
    run = DeliberationOf()
    run.issue("late", "yes", "no")
    run.issue("excused", "yes", "no", given=("late", "yes"))
    run.option("granted", {"any": [leaf("late", "no"), leaf("excused", "yes")]})
    run.option("denied", leaf("excused", "no"))
    run.concludes("yes", "excused", "yes")
    found = sublate(run.graph())
    assert found.issues["late"].end == "open"
    assert statuses(found) == {"granted": "core", "denied": "dissent"}


def test_a_valid_omission_keeps_its_issue_undecided_and_a_challenged_tree_its_answer() -> None:
    for target in ("I-i", "O-A", "agenda"):
        run = a_against_b()
        run.weigh("w", "i", "a", "b")
        run.critique("k", target)
        found = sublate(run.graph())
        assert found.answers["A"].status == "open"
        assert found.claims["a"].class_ == "core"
    run = a_against_b()
    run.weigh("w", "i", "a", "b")
    run.critique("k", "I-i")
    assert statuses(sublate(run.graph())) == {"A": "open", "B": "open"}


def test_without_a_condition_or_with_options_that_overlap_the_answer_is_open() -> None:
    run = DeliberationOf()
    run.issue("i", "a", "b")
    run.option("A")
    run.option("B", leaf("i", "b"))
    run.concludes("b", "i", "b")
    assert statuses(sublate(run.graph())) == {"A": "open", "B": "core"}
    run.option("C", {"any": [leaf("i", "a"), leaf("i", "b")]})
    found = sublate(run.graph())
    assert statuses(found) == {"A": "open", "B": "open", "C": "open"}
    assert found.agenda is not None
    assert [fault.kind for fault in found.agenda.proof.faults] == ["overlap"]


@pytest.mark.parametrize("condition", ["{", {"all": []}, {"issue": "i"}, {"any": [{"all": "x"}]}, [1]])
def test_a_condition_that_cannot_be_read_leaves_the_answer_open_and_says_so(condition: object) -> None:
    run = DeliberationOf()
    run.issue("i", "a", "b")
    run.option("A", condition)
    run.concludes("a", "i", "a")
    found = sublate(run.graph())
    assert statuses(found) == {"A": "open"}
    assert found.agenda is not None
    assert len(found.agenda.unreadable) == 1


def test_weighings_that_fit_nothing_are_refused_and_told() -> None:
    run = a_against_b()
    run.weigh("w1", "other", "a", "b")
    run.weigh("w2", "i", "a", "c")
    run.weigh("w3", "i", "a", "a")
    run.node("w4", "Weighing", issue="i", over="a", under="b", reason="value", stance_id="judge")
    found = sublate(run.graph())
    assert set(found.refused) == {"w1", "w2", "w3", "w4"}
    assert found.claims["a"].class_ == "contested"


def presupposing(outcome: str = "yes") -> DeliberationOf:
    """A conclusion that rests on what another issue comes to."""
    run = one_issue()
    run.issue("other", "yes", "no")
    run.concludes("a", "i", "a")
    run.edge("PRESUPPOSES", "a", "I-other", outcome=outcome)
    return run


@pytest.mark.parametrize("rated", ["valid", "invalid", None])
def test_what_rests_on_the_only_conclusion_and_what_presupposes_its_outcome_fare_alike(rated: str | None) -> None:
    run = presupposing()
    run.concludes("yes", "other", "yes")
    run.claim("b", rests_on=["yes"])
    run.critique("k", "yes", rated=rated)
    found = sublate(run.graph())
    assert (found.claims["a"].class_, rated) in {("core", "invalid"), ("contested", None), ("contested", "valid")}
    fell = {"valid": "dissent", "invalid": "core", None: "contested"}
    assert found.claims["b"].class_ == fell[rated], "where the only conclusion fell, the issue is open, not decided"


def test_a_presupposed_outcome_that_lost_fells_what_rests_on_it() -> None:
    run = presupposing()
    run.concludes("yes", "other", "yes")
    run.concludes("no", "other", "no")
    run.weigh("w", "other", "no", "yes")
    assert classes(run, "a") == ["unsupported"]
    run.weigh("p", "other", "yes", "no", by="somebody", human=True)
    assert classes(run, "a") == ["core"]


def test_an_outcome_that_the_agenda_does_not_have_leaves_what_presupposes_it_undecided() -> None:
    run = presupposing("perhaps")
    run.concludes("yes", "other", "yes")
    assert classes(run, "a") == ["contested"]


def test_issues_that_presuppose_one_another_are_contested_and_end() -> None:
    run = presupposing()
    run.concludes("yes", "other", "yes")
    run.edge("PRESUPPOSES", "yes", "I-i", outcome="a")
    assert classes(run, "a", "yes") == ["contested", "contested"]


def test_premises_in_a_circle_are_contested_and_end() -> None:
    run = one_issue()
    run.concludes("a", "i", "a")
    run.claim("c")
    run.rests("a", "c")
    run.rests("c", "a")
    assert classes(run, "a", "c") == ["contested", "contested"]


def test_a_run_without_an_agenda_has_no_answer_and_keeps_its_rules() -> None:
    run = DeliberationOf()
    run.nodes = [n for n in run.nodes if n.kind != "Agenda"]
    run.claim("a")
    found = sublate(run.graph())
    assert (found.rules, found.answers, found.issues) == (1, {}, {})
