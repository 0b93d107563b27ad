"""What tests of the sheet show on the grounds of a decision and on rules alone."""

from __future__ import annotations

import pytest

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.agenda import agenda
from foam_graph.agents.rules.case.plan import PlannedIssue, planned
from foam_graph.agents.rules.case.showing import Showing
from foam_graph.agents.tasks.agenda import AgendaIn
from foam_graph.findings.calculation.recomputing import recompute
from tests.support.case_texts import Text
from tests.support.worlds.workshop_world import CERTIFICATE, DECISION, NOISE, OIL, QUESTION, RULES, case_data


def issue(name: str, *texts: Text) -> PlannedIssue:
    return planned(QUESTION, case_data(*texts)).issues[name]


def shown(name: str, *texts: Text) -> dict[str, Showing]:
    return {one.outcome: one for one in issue(name, *texts).showings}


def altered(text: Text, old: str, new: str) -> Text:
    assert old in text[3]
    return (*text[:3], text[3].replace(old, new))


def test_a_comparison_that_the_records_do_not_bear_out_fells_its_ground() -> None:
    found = shown("noise")
    assert list(found) == ["fails"]
    assert "55 decibels" in found["fails"].conclusion
    assert "5 decibels below" in found["fails"].conclusion


def test_a_comparison_that_is_borne_out_lets_its_ground_stand() -> None:
    loud = altered(NOISE, "55 decibels", "66 decibels")
    found = shown("noise", RULES, DECISION, loud, OIL, CERTIFICATE)
    assert list(found) == ["stands"]


def test_an_exception_goes_before_the_rule_that_it_excepts_from() -> None:
    found = shown("waste")
    assert set(found) == {"stands", "fails"}
    assert found["fails"].basis == "exception"
    assert found["stands"].basis == "recomputed"


def test_an_exception_that_only_the_decision_denies_is_told_as_such() -> None:
    found = shown("waste", RULES, DECISION, NOISE, OIL)
    assert list(found) == ["stands"]
    assert "Only the decision speaks of the exception" in found["stands"].conclusion


def test_an_exception_of_which_something_speaks_in_part_leaves_its_ground_open() -> None:
    hint = ("Post book", "official_record", "2026-01-22", "A paper on the oil tank was received from the fire service.")
    found = issue("waste", RULES, DECISION, NOISE, OIL, hint)
    assert found.showings == ()
    assert "240 litres" in found.lacks
    assert "Rules alone could not settle whether its exception applies" in found.lacks


def test_a_limit_of_another_measure_says_nothing_on_a_ground() -> None:
    # The same figure and unit, but of music in the afternoon.
    music = "## Music\n\nThe sound of a concert in the park must not exceed 60 decibels."
    rules = ("Park Ordinance", "law", "2024-01-01", music)
    record = ("Park record", "official_record", "2026-02-10", "The sound of the concert in the park was 58 decibels.")
    found = issue("noise", rules, DECISION, record)
    assert found.showings == ()


def test_a_ground_without_a_tested_finding_is_open_and_says_so() -> None:
    assert (
        issue("noise", RULES, DECISION, OIL, CERTIFICATE).lacks
        == "It was not tested: no rule of the program applies to it."
    )


def test_without_a_decision_rules_that_were_tested_are_the_issues() -> None:
    plan = planned("Should the workshop close?", case_data(RULES, NOISE, OIL))
    assert plan.grounds == ()
    assert plan.rule is None
    ends = {name: [one.outcome for one in found.showings] for name, found in plan.issues.items()}
    assert sorted(outcome for found in ends.values() for outcome in found) == ["broken", "kept"]


def test_without_anything_tested_there_is_one_issue_on_which_nothing_is_shown() -> None:
    plan = planned("Is it late?", case_data(("Note", "unknown", "", "The sky was grey.")))
    assert [one.showings for one in plan.issues.values()] == [()]


def test_without_anything_tested_the_issue_is_the_question_as_it_was_asked() -> None:
    asked = "Should the pond be drained, and who pays for it?"
    [only] = planned(asked, case_data(("Note", "unknown", "", "The sky was grey."))).issues.values()
    assert only.question == asked
    assert "the file" not in only.why.lower()


def test_the_same_case_gives_the_same_plan() -> None:
    assert planned(QUESTION, case_data()) == planned(QUESTION, case_data())


def test_every_calculation_recomputes() -> None:
    data: CaseData = case_data()
    made = [s.calculation for one in planned(QUESTION, data).issues.values() for s in one.showings if s.calculation]
    for one in made:
        assert recompute(one.calculation(), data.file).statement


def test_several_stated_amounts_may_each_be_a_part_so_that_none_decides() -> None:
    barrels = (
        *OIL[:3],
        "The waste oil in the first barrel was 110 litres. The waste oil in the second barrel was 60 litres.",
    )
    assert issue("waste", RULES, DECISION, NOISE, barrels).showings == ()


def test_a_party_s_own_word_decides_nothing() -> None:
    found = issue("noise", RULES, DECISION, ("Speech", "advocacy", "2026-02-11", NOISE[3]))
    assert found.showings == ()


def test_a_decision_is_no_evidence_for_itself() -> None:
    own = (*DECISION[:3], f"{DECISION[3]} The noise of the workshop at night was 66 decibels on 9 February 2026.")
    assert issue("noise", RULES, own, OIL, CERTIFICATE).showings == ()


def test_a_condition_whose_word_is_defined_by_a_measure_that_is_not_kept_is_not_settled() -> None:
    defined = altered(
        RULES,
        "certified by the fire service.",
        "certified by the fire service. A tank certified by the fire service is a tank which the fire service has "
        "inspected for at least 12 months before the date of the certificate.",
    )
    plain = shown("waste", RULES, DECISION, NOISE, OIL, CERTIFICATE)
    found = shown("waste", defined, DECISION, NOISE, OIL, CERTIFICATE)
    assert "fails" in plain
    # Nothing in the file measures it, so that the definition alone changes nothing.
    assert set(found) == set(plain)


def test_the_issue_on_a_limit_is_put_by_the_sentence_that_sets_it() -> None:
    agreement = (
        "Lift Agreement",
        "policy_manual",
        "2024-02-12",
        "Each lift must be available for at least 97 percent of the hours of each calendar quarter.",
    )
    report = (
        "Report",
        "expert",
        "2026-10-12",
        "Birch lift was available for 95.7 percent of the hours of the quarter.",
    )
    (found,) = planned("Should the contract be ended?", case_data(agreement, report)).issues.values()
    assert found.question == f"Is this limit kept: “{agreement[3].rstrip('.')}”?"
    assert found.name.startswith("lift_available")
    (shown_,) = found.showings
    assert (shown_.rules, [one.sentences for one in shown_.facts]) == (("1.1",), [("2.1",)])
    assert not shown_.conclusion.endswith("..")


@pytest.mark.parametrize(
    ("text", "question", "holds"),
    [
        (
            "must set aside a refusal if none of its grounds stands",
            "at least one",
            {"set_aside": "fails", "upheld": "stands"},
        ),
        ("must uphold a refusal only if every ground is proved", "every", {"upheld": "stands", "set_aside": "fails"}),
    ],
)
def test_where_a_decision_gives_no_grounds_the_rule_on_them_is_still_the_answer_s(
    text: str, question: str, holds: dict[str, str]
) -> None:
    data = case_data(
        ("Act", "law", "2024-01-01", f"The Board {text}."),
        ("Decision", "decision", "2026-01-01", "Your request is refused."),
    )
    asked = "Should the refusal be upheld or set aside?"
    plan = planned(asked, data)
    (name,) = plan.grounds
    found = plan.issues[name]
    assert question in found.question
    assert found.showings == ()
    assert "grounds" in found.lacks
    made = agenda(AgendaIn(question=asked), data)
    needs = {one.name: [need.outcome for ground in one.holds_if for need in ground.all_of] for one in made.options}
    assert needs == {option: [outcome] for option, outcome in holds.items()}


def test_the_parts_of_an_argument_on_a_limit_say_each_thing_once() -> None:
    plan = planned("Should the workshop close?", case_data(RULES, NOISE, OIL))
    for one in plan.issues.values():
        for showing in one.showings:
            assert showing.compared not in showing.conclusion
            assert showing.conclusion.startswith("The limit is")
            assert "limit of" in showing.conclusion


@pytest.mark.parametrize(
    ("question", "upholds", "not_so"),
    [
        (QUESTION, "upheld", "reversed"),
        ("Should the withdrawal of the licence of Orla Finch be upheld?", "upheld", "not_upheld"),
        ("Should the withdrawal of the licence of Orla Finch be reversed?", "not_reversed", "reversed"),
        ("Should the Board uphold the withdrawal?", "uphold_the_withdrawal", "not_uphold_the_withdrawal"),
    ],
)
def test_one_question_has_one_answer_however_it_is_put(question: str, upholds: str, not_so: str) -> None:
    made = agenda(AgendaIn(question=question), case_data())
    found = {one.name: [[(n.issue, n.outcome) for n in g.all_of] for g in one.holds_if] for one in made.options}
    assert found == {
        upholds: [[("noise", "stands")], [("waste", "stands")]],
        not_so: [[("noise", "fails"), ("waste", "fails")]],
    }
