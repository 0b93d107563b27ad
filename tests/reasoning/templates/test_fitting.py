"""Which template fits a question: by what it asks, in any domain, whatever its words are about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.perspectives.library import library
from foam_graph.reasoning.templates.fitting import fitting, titled_as_decision
from foam_graph.reasoning.templates.library import list_templates, load_template


@pytest.mark.parametrize(
    ("question", "template"),
    [
        ("Should the refusal of the licence be upheld or reversed?", "decision-review"),
        ("Was the pupil rightly excluded?", "decision-review"),
        ("The fine was paid late. Should the penalty stand?", "decision-review"),
        ("Should the appeal succeed?", "decision-review"),
        ("Was the decision of the committee lawful?", "decision-review"),
        ("Should the denial of the household support benefit be upheld?", "benefits-appeal"),
        ("Was her disability allowance wrongly refused?", "benefits-appeal"),
        ("May the landlord keep the deposit?", "fact-and-rule"),
        ("Should the buyer get a refund?", "fact-and-rule"),
        ("Is the carrier liable for the vase?", "fact-and-rule"),
        ("Did the pump fail before it was opened?", "fact-and-rule"),
        ("How many boxes were delivered?", "fact-and-rule"),
        ("On which day did the notice arrive?", "fact-and-rule"),
        ("“Who signed the minutes?”", "fact-and-rule"),
        ("Should the town run a night bus?", "policy-memo"),
        ("Should the council order new buses?", "policy-memo"),
        ("Is it worth keeping the ferry?", "policy-memo"),
        ("Is the ban on cars a good idea?", "policy-memo"),
        ("How should the museum deal with loans?", "policy-memo"),
        ("The ferry was late twice. What should the harbour do now?", "policy-memo"),
        ("Close Mill Road to cars.", "policy-memo"),
    ],
)
def test_a_question_is_told_by_what_it_asks(question: str, template: str) -> None:
    assert fitting(question).template == template


def test_a_benefit_is_also_named_by_the_title_of_the_decision() -> None:
    question = "Should the denial be upheld?"
    assert fitting(question).template == "decision-review"
    assert fitting(question, ["Decision letter: denial of housing allowance"]).template == "benefits-appeal"
    assert fitting("Should the town run a bus?", ["Decision on a housing allowance"]).template == "policy-memo"
    assert titled_as_decision("Notice of refusal")
    assert not titled_as_decision("Letter of the landlord")


@given(st.text(max_size=300))
def test_any_text_gets_a_shipped_template_with_perspectives_and_a_reason(text: str) -> None:
    found = fitting(text)
    assert found.why.startswith("the question asks ")
    assert found.template in list_templates()
    assert load_template(found.template).perspectives


def test_every_shipped_template_comes_with_perspectives_that_there_are_and_that_disagree() -> None:
    known = library()
    for name in list_templates():
        template = load_template(name)
        chosen = [known[one] for one in template.perspectives]
        assert len(chosen) > 1
        assert template.domain == "debate" or all(one.domain != "debate" for one in chosen), name
        first = {max(one.value_priorities, key=lambda value, one=one: one.value_priorities[value]) for one in chosen}
        assert len(first) > 1, f"all perspectives of {name} put the same value first"
