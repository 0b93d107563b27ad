"""A new agenda by rules: conditions as people write them, what is added, and what is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.agenda_anew import agenda_anew, grounds_in
from foam_graph.agents.tasks.agenda import AgendaAnewIn, AgendaAnewOut, AgendaIssue, AgendaShown
from foam_graph.casefile.building import case_file
from foam_graph.reasoning.agenda.tree import All, Leaf, Tree, formula
from foam_graph.reasoning.agenda.tree import Any as AnyOf

DATA = CaseData(case_file([]), {})
LEAVES = st.builds(
    Leaf, st.sampled_from(["form", "noise", "an_d", "or_1"]), st.sampled_from(["late", "in_time", "and1"])
)
TREES = st.recursive(LEAVES, lambda below: st.one_of(*(st.lists(below, min_size=1, max_size=3).map(tuple).map(kind) for kind in (All, AnyOf))), max_leaves=6)  # fmt: skip


def issue(name: str, given_: str = "") -> AgendaIssue:
    outcomes = {"stands": "It stands.", "fails": "It fails."}
    return AgendaIssue(
        name=name, question=f"Does {name} stand?", governing=["1.1"], outcomes=outcomes, given=given_, type="contention"
    )


def asked(challenged: str, proposed: str = "", *, options: int = 2) -> AgendaAnewIn:
    names = ("upheld", "reversed", "sent_back")[:options]
    holds = {"upheld": "form=stands or noise=stands", "reversed": "form=fails and noise=fails"}
    agenda = AgendaShown(
        options={name: f"It is {name}." for name in names}, holds_if=holds,
        issues=[issue("form"), issue("noise"), issue("cause", "form=stands"), issue("doubt", "cause=stands")],
    )  # fmt: skip
    return AgendaAnewIn(
        question="Upheld or reversed?", agenda=agenda, challenged=challenged, words="-", grounds="It is wrong.",
        proposed=proposed, ruling="It is.",
    )  # fmt: skip


def said(challenged: str, proposed: str = "", *, options: int = 2) -> AgendaAnewOut:
    return agenda_anew(asked(challenged, proposed, options=options), DATA)


def holds(tree: Tree, decided: dict[str, str]) -> bool:
    if isinstance(tree, Leaf):
        return decided[tree.issue] == tree.outcome
    found = [holds(part, decided) for part in tree.parts]
    return all(found) if isinstance(tree, All) else any(found)


@given(
    TREES,
    st.fixed_dictionaries(
        {name: st.sampled_from(["late", "in_time", "and1"]) for name in ("form", "noise", "an_d", "or_1")}
    ),
)
def test_a_condition_reads_as_it_is_written(tree: Tree, decided: dict[str, str]) -> None:
    found = grounds_in(formula(tree))
    if found is not None:  # None where it has more grounds than an agenda takes
        assert any(all(decided[name] == way for name, way in one.items()) for one in found) == holds(tree, decided)


@pytest.mark.parametrize(
    "told",
    ["", "form", "form=", "form=late or", "(form=late", "form=late)", "form=late noise=late", "and", "Form = Late!"],
)
def test_what_is_no_condition_is_none(told: str) -> None:
    assert grounds_in(told) is None


def test_white_space_and_brackets_do_not_matter() -> None:
    assert grounds_in(" ( form = late  and noise=over ) or ((hours=short)). ") == [
        {"form": "late", "noise": "over"}, {"hours": "short"},
    ]  # fmt: skip


def test_without_a_challenged_issue_goes_all_that_needs_it() -> None:
    found = said("issue form")
    assert found.left_out == ["form", "cause", "doubt"]
    grounds = {one.name: [[(n.issue, n.outcome) for n in g.all_of] for g in one.holds_if] for one in found.options}
    assert grounds == {"upheld": [[("noise", "stands")]], "reversed": [[("noise", "fails")]]}


def test_a_challenged_option_is_left_out_where_two_are_left() -> None:
    assert said("option sent_back", options=3).left_out == ["sent_back"]
    alone = said("option upheld")
    assert (alone.left_out, alone.options, alone.issues) == ([], [], [])
    assert "says what it should say" in alone.why


def test_a_persons_own_words_are_taken_over() -> None:
    (option,) = said("option upheld", "form=stands and noise=stands").options
    assert [[n.issue for n in ground.all_of] for ground in option.holds_if] == [["form", "noise"]]
    assert option.text == "It is upheld."
    (worded,) = said("option upheld", "The decision stays.").options
    assert worded.text == "The decision stays."
    assert len(worded.holds_if) == 2
    (asks,) = said("issue form", "Was the form late?").issues
    assert (asks.question, [one.name for one in asks.outcomes]) == ("Was the form late?", ["stands", "fails"])
    (other,) = said("issue cause", "Was there cause? = good cause | none").issues
    assert [(one.name, one.text) for one in other.outcomes] == [("good_cause", "good cause"), ("none", "none")]
    assert (other.given_issue, other.given_outcome) == ("form", "stands")
    (added,) = said("the agenda", "wind: Was it windy? = windy | 2 still").issues
    assert (added.name, added.question, [o.name for o in added.outcomes]) == (
        "wind",
        "Was it windy?",
        ["windy", "o_2_still"],
    )
    (more,) = said("the agenda", "option half: Half of it. = form=stands and noise=fails").options
    assert (more.name, more.text, len(more.holds_if)) == ("half", "Half of it.", 1)


@pytest.mark.parametrize("words", ["", "Something is missing.", "Wind: was it?"])
def test_what_rules_cannot_do_they_say_with_the_form_that_they_read(words: str) -> None:
    found = said("the agenda", words)
    assert (found.left_out, found.issues, found.options) == ([], [], [])
    assert "NAME: QUESTION? = OUTCOME | OUTCOME" in found.why
