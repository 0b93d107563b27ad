"""Results in words: ends of issues, what became of objections, margins, gaps, and what would turn the answer."""

from __future__ import annotations

import json

import pytest

from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Edge
from foam_graph.reasoning.answer.composing import composed
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import labelled, names_in, readable, sentence
from foam_graph.reasoning.outcome.turning import turnings
from foam_graph.reasoning.sublation import sublate
from tests.support.worlds.answer_room import AnswerRoom


def ends(results: Results) -> dict[str, str]:
    return {issue.name: issue.end for issue in results.issues}


def fate(room: AnswerRoom, name: str = "K1") -> str:
    found = room.results().objection(name)
    assert found is not None
    return found.fate


def test_weighed_issues_are_answered_and_the_option_holds_for_all() -> None:
    found = AnswerRoom().results()
    assert ends(found) == {"form": "answered", "noise": "answered", "hours": "contested"}
    assert found.status == "core"
    assert found.answer is not None
    assert (found.answer.name, found.answer.condition) == ("renew", "")
    assert found.issues[0].standing == ("A1",)
    assert found.issues[0].fallen["A2"].startswith("it was outweighed. The register saw it")


def test_unweighed_issues_are_contested_and_say_what_would_settle_them() -> None:
    found = AnswerRoom(weighed=()).results()
    assert set(ends(found).values()) == {"contested"}
    assert found.answer is None
    assert found.status == "open"
    assert found.issues[0].settles == "Both “It was” and “It was not” are argued, and no weighing decides between them."


def test_an_option_that_a_challenge_keeps_open_says_so_until_it_is_found_not_to_hold() -> None:
    room = AnswerRoom()
    [option] = [one for one in room.graph.live("Option") if one["name"] == "renew"]
    raised = room.object(option.id, "Renewal needs the noise to be measured at night.")
    found = room.results()
    assert found.answer is None
    told = next(one.condition for one in found.options if one.name == "renew")
    assert told == "open as long as this is not ruled on: Renewal needs the noise to be measured at night."
    [answer] = [line.text for line in composed(found, 900) if line.part == "answer"]
    assert answer == f"The answer is {told}"
    room.rate(raised, "invalid")
    assert [one.condition for one in room.results().options if one.name == "renew"] == [""]


def test_a_critics_side_remark_is_not_what_would_settle_an_issue() -> None:
    room = AnswerRoom(weighed=())
    room.rate(room.object("A1.facts", "Who stamped it is not said.", hook="the clerk's own note"), "invalid")
    found = room.results()
    assert "clerk" not in found.issues[0].settles
    assert not any("clerk" in gap for gap in found.gaps.values())


def test_values_make_an_answer_conditional_with_its_order_in_plain_words() -> None:
    room = AnswerRoom()
    room.weigh("hours", "long", "short", "value", value_over="fairness", value_under="fiscal_responsibility")
    issue = room.results().issues[2]
    assert issue.end == "answered"
    assert issue.for_whom.startswith("Until two, from the perspectives of the Applicant and the Caseworker; ")
    assert "fiscal_responsibility" not in issue.for_whom


VERDICTS = [
    ("invalid", 0.8, "It was found not to hold. It is so."),
    ("valid", 0.8, "It stands. It is so."),
    ("valid", 0.2, "It is right, and does not carry far. It is so."),
    ("partly", 0.3, "It was met in part; what remains does not carry far. It is so."),
    ("requires_more_evidence", 0.8, "The file does not decide it. It is so."),
]


@pytest.mark.parametrize(("verdict", "materiality", "words"), VERDICTS)
def test_what_became_of_an_objection_is_said_in_words(verdict: str, materiality: float, words: str) -> None:
    room = AnswerRoom()
    room.rate(room.object("A1.facts", "Nobody saw the stamp."), verdict, materiality)
    assert fate(room) == words


def test_an_unrated_objection_is_not_judged_yet() -> None:
    room = AnswerRoom()
    room.object("A1.facts", "Nobody saw the stamp.")
    assert fate(room) == "Nobody has judged it yet."


def test_a_reply_is_told_in_its_first_sentence() -> None:
    room = AnswerRoom()
    critique = room.object("A1.facts", "Nobody saw the stamp.")
    room.rate(critique, "valid", 0.8)
    delta = Delta()
    reply = delta.node("Reply", text="The clerk did (3.1). He signed.", stance_id="applicant", concedes=False)
    delta.edge("ANSWERS", reply, room.graph[critique].ref)
    told = room.write("AgentTurn", Role.REFINER, delta)[0]
    room.rate(told, "adequate", 0.8)
    assert fate(room) == "It was answered: The clerk did (Register of the office)."


def test_objections_to_warrants_and_records_belong_to_their_issue() -> None:
    room = AnswerRoom()
    claim = room.names.parts["A3.facts"]
    warrant = room.graph.into(claim.id, "WARRANTS")[0]
    for target in (warrant, room.graph.out(warrant.id, "USES")[0]):
        delta = Delta()
        critique = delta.node(
            "Critique", type="logical_gap", flaw="other", grounds="The meter was old.", quoted="", stance_id="auditor"
        )
        delta.edge("ATTACKS", critique, target.ref)
        room.write("AgentTurn", Role.CRITIC, delta)
    found = room.results().issues[1].objections
    assert [one.against for one in found] == ["A3.facts", "A3.facts"]


def test_what_no_document_says_is_a_gap_and_what_one_says_leans_on_it() -> None:
    room = AnswerRoom()
    delta = Delta()
    for number, verdict in (("F2", "no_document_says"), ("F3", "met_single_source"), ("F4", "right")):
        delta.node(
            "Finding", number=number, kind="rule", basis="recomputed", verdict=verdict, text=f"whether the {verdict[:2]} ends.",
            rule="r 1", inputs="{}",
        )  # fmt: skip
    room.write("Validation", Role.VALIDATOR, delta)
    results = room.results()
    assert [gap for gap in results.gaps.values() if "ends" in gap] == ["No document says: whether the no ends."]
    assert list(results.leaning.values()) == ["Whether the me ends."]
    assert not results.gaps.keys() & results.leaning.keys()


@pytest.mark.parametrize(
    ("comparator", "margin"),
    [("<=", "3 under the limit."), (">", "3 under the limit."), ("=", ""), ("!=", ""), ("", "")],
)
def test_only_a_test_against_a_limit_tells_by_how_much_an_issue_holds(comparator: str, margin: str) -> None:
    room = AnswerRoom()
    told = ("2,537 is equal to 2,537: no margin", "57 of 60; 3 under the limit")
    room.revise("A3.conclusion", *told, comparators=("=", comparator))
    issue = room.results().issues[1]
    assert issue.margin == margin
    first = "57 of 60; 3 under the limit." if margin else "2,537 is equal to 2,537: no margin."
    assert issue.margins[0] == first
    assert len(issue.margins) == 2


def test_calculations_behind_an_argument_give_its_margin() -> None:
    room = AnswerRoom()
    room.revise("A3.conclusion", "57 of 60 decibels: 3 under the limit")
    issue = room.results().issues[1]
    assert issue.margins == ("57 of 60 decibels: 3 under the limit.",)
    assert issue.end == "answered", "a new version concludes as the one before it"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"version": "answered"}, "The argument was corrected to meet it."),
        ({"version": "partly", "materiality": 0.3}, "It was met in part; what remains does not carry far. It is so."),
        ({"version": "not_answered"}, "It stands. It is so."),
    ],
)
def test_a_new_version_is_judged_with_the_objection(more: dict[str, object], told: str) -> None:
    room = AnswerRoom()
    critique = room.object("A1.facts", "Nobody saw the stamp.")
    room.revise("A1.facts")
    room.rate(critique, "valid", **more)
    assert fate(room) == told


def told(room: AnswerRoom) -> dict[str, list[str]]:
    """What would turn the answer, by kind."""
    found = turnings(room.results(), sublate(room.graph))
    assert json.loads(json.dumps([one.as_json() for one in found]))
    assert all(one.nodes for one in found), "a sentence that tells it must rest on something"
    assert not [one for one in found if names_in(one.text, frozenset(room.desk.file.by_short))]
    return {kind: [one.text for one in found if one.kind == kind] for kind in ("removal", "contrary")}


def dispute(room: AnswerRoom, part: str) -> None:
    """Objects to the record of a part, not to what the part makes of it."""
    warrant = room.graph.into(room.names.parts[part].id, "WARRANTS")[0]
    delta = Delta()
    critique = delta.node(
        "Critique", type="missing_evidence", flaw="other", grounds="It is not so.", quoted="", stance_id="caseworker"
    )
    delta.edge("ATTACKS", critique, room.graph.out(warrant.id, "USES")[0].ref)
    room.rate(room.write("AgentTurn", Role.CRITIC, delta)[0], "invalid")


def test_what_would_turn_it_names_questions_and_the_other_option() -> None:
    room = AnswerRoom()
    found = told(room)
    assert (
        "If “Did the form arrive in time?” were answered “It was not”, the answer would be: The permit is refused."
        in found["contrary"]
    )
    assert "Either way the answer is the same on “Which hours should it have?”" in [
        text.rstrip(".") for text in found["contrary"]
    ]
    assert found["removal"] == [], "nobody disputes a record"


def test_a_disputed_fact_is_told_with_its_document_and_the_issue_that_it_turns() -> None:
    room = AnswerRoom()
    dispute(room, "A1.facts")
    (first,) = told(room)["removal"]
    assert first == (
        "If it did not hold that “The form of the market was stamped on 2 April” (disputed; Register of the office), "
        "“Did the form arrive in time?” would come out otherwise, and the answer would be: The permit is refused."
    )


def test_an_issue_is_told_with_the_margin_by_which_it_holds_unless_both_sides_count_it() -> None:
    room = AnswerRoom()
    room.revise("A3.facts", "60 - 57 = 3; 57 is at most 60: 3 under")
    margin = "As it is, 57 is at most 60: 3 under."
    calculation = room.graph.live("Calculation")[-1]
    calculation.fields["comparison"] = json.dumps({"margin": "3 under the limit", "comparator": "="})
    assert not [text for text in told(room)["contrary"] if margin in text], "that two figures are equal is no margin"
    calculation.fields["comparison"] = json.dumps({"margin": "3 under the limit", "comparator": "<="})
    assert [text for text in told(room)["contrary"] if margin in text]
    other = next(
        name for name, one in room.results().arguments.items() if (one.issue, one.outcome) == ("noise", "over")
    )
    room.revise(f"{other}.facts", "60 - 57 = 3; 57 is at most 60: 3 under")
    assert not [text for text in told(room)["contrary"] if margin in text]


def ruled(room: AnswerRoom, consequence: str = "A permit must be refused.") -> None:
    """The noise hangs on whether the form arrived in time: where it did not, a rule is applied to a figure."""
    parts, delta = room.names.parts, Delta()
    form = next(node for node in room.graph.live("Issue") if node["name"] == "form")
    shown = room.results()
    for name, outcome in (("under", "in_time"), ("over", "late")):
        argument = next(a for a, one in shown.arguments.items() if (one.issue, one.outcome) == ("noise", name))
        concluding = parts[shown.concluding[argument]]
        room.graph.connect(Edge("PRESUPPOSES", concluding.id, form.id, {"outcome": outcome}))
    compared = json.dumps({"comparator": ">", "holds": True})
    counted = delta.node(
        "Calculation", steps="[]", result="63", statement="60 + 3 = 63; 63 is over 60: 3 over", comparison=compared
    )
    rule = delta.node("RuleApplication", met="met", consequence=consequence, rules=[], condition="{}")
    delta.edge("RESTS_ON", rule, counted)
    _, applied = room.write("AgentTurn", Role.PROPOSER, delta)
    room.graph.connect(Edge("RESTS_ON", concluding.id, applied, {}))


def test_a_turn_that_a_rule_of_the_file_carries_on_says_to_what_and_with_which_figures() -> None:
    holds = {"renew": ("renewed", "under"), "refuse": ("refused", "over")}
    options = [
        {"name": name, "text": f"The permit is {word}.", "holds_if": [{"all_of": [{"issue": "noise", "outcome": one}]}]}
        for name, (word, one) in holds.items()
    ]
    room = AnswerRoom(agenda={"options": options})
    ruled(room)
    (turn,) = [one for one in told(room)["contrary"] if "Did the form arrive in time?" in one]
    assert turn == (
        "If “Did the form arrive in time?” were answered “It was not”, the answer would be: The permit is refused. "
        "A rule of the file leads there: a permit must be refused (63 is over 60: 3 over)."
    )
    room.answer()
    answers = {node["option"]: json.loads(node["turns"]) for node in room.graph.live("Answer")}
    assert {one["option"] for one in answers["refuse"] if one["issue"] == "form"} == {"refuse"}
    assert turn in {one["text"] for one in answers["renew"]}


def test_reliefs_are_told_with_what_became_of_them() -> None:
    room = AnswerRoom()
    delta = Delta()
    old = room.graph.live("Agenda")[-1]
    agenda = delta.node("Agenda")
    relief = delta.node(
        "Relief", text="A refund of the fee", by="the traders", answer="not_ours", why="The charter gives none."
    )
    delta.edge("SUPERSEDES", agenda, old.ref)
    for part in (*(one.ref for one in room.graph.out(old.id, "HAS_PART")), relief):
        delta.edge("HAS_PART", agenda, part)
    room.write("AgentTurn", Role.PROPOSER, delta)
    assert room.results().reliefs == {
        "Q1": "A refund of the fee (the traders). Not for this body to give: The charter gives none."
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The stamp (3.1) says so.", "The stamp (Register of the office) says so."),
        ("Both (3.1, 4.1) agree.", "Both (Register of the office; Report on the meter) agree."),
        ("It worked 12.4 hours.", "It worked 12.4 hours."),
        ("Nothing [F3] says so.", "Nothing says so."),
        ("A1.facts is wrong.", "it is wrong."),
        ("See run-1-3-8 for it.", "See it for it."),
        ("Unknown [9.99] goes.", "Unknown goes."),
        ("Unknown (9.99, 9.98) go.", "Unknown go."),
        ("It pays by the hour (16.75).", "It pays by the hour (16.75)."),
        ("What is left (4.1-3.1) counts.", "What is left (4.1-3.1) counts."),
        ("What is left: 41-24-4=13.", "What is left: 41-24-4=13."),
    ],
)
def test_ids_become_titles_or_go(text: str, told: str) -> None:
    assert readable(text, AnswerRoom(offline=True).desk.file) == told


def test_a_difference_in_brackets_names_no_sentence() -> None:
    shorts = frozenset({"22.5", "5.25", "5.26", "5.27"})
    assert names_in("20×(22.5-5.25)/320.4=1.08 and 41-24-4=13", shorts) == []
    assert names_in("See (5.25-5.27).", shorts) == ["5.25", "5.27"]
    assert names_in("See (22.5, 5.25).", shorts) == ["22.5", "5.25"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Wages of April: they must not be counted.", "Wages of April:"),
        ("Rule: one.", "Rule:"),
        ("No label here, but this: a colon.", ""),
        ("One two three four five: six.", ""),
        ("At 10:30 nobody was there.", ""),
        ("He says “rule: one”.", ""),
        ("Rule:", ""),
        ("", ""),
    ],
)
def test_an_item_may_begin_with_a_label(text: str, label: str) -> None:
    found, rest = labelled(text)
    assert found == label
    assert " ".join(filter(None, (found, rest))) == text


def test_a_sentence_has_a_capital_and_a_stop_once() -> None:
    assert sentence("it is so") == "It is so."
    assert sentence("Is it?") == "Is it?"
    assert sentence("") == ""
