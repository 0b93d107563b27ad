"""The prose check: numbers and names that a synthesis may use, and those it may not."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.certifying.prose import Stated, prose_faults

CLAIM = "Costs fall by 3 percent in the county."


def faults(text: str, branch: str, claim: str = CLAIM) -> list[str]:
    return prose_faults([Stated(text, ("c1",))], {"c1": claim}, {}, "What should be done?", {"c1": branch})


@pytest.mark.parametrize(
    ("text", "branch"),
    [
        ("On option 2 by 2030: costs fall by 3 percent in the county.", "Option 2 by 2030"),
        ("Under Option 2 by 2030, costs fall by 3 percent.", "Option 2 by 2030"),
        ("Costs fall by 3 percent under Option 2 by 2030.", "Option 2 by 2030"),
        ("On 5 percent: costs fall by 3 percent.", "5 percent"),
        ("With “5 percent” costs fall by 3 percent.", "5 percent"),
        ("On the Marrakesh plan (1994): costs fall.", "The Marrakesh Plan (1994)"),
        ("On option 1.5: costs fall.", "Option 1.5"),
    ],
)
def test_a_branch_may_be_named_whatever_numbers_its_name_has(text: str, branch: str) -> None:
    assert faults(text, branch) == []
    assert faults(text, "") != []
    assert faults(text, "Another 7") != []


@pytest.mark.parametrize(
    ("text", "branch", "number"),
    [
        ("On option 2 by 2030: costs fall by 3 percent by 2030.", "Option 2 by 2030", "2030"),
        ("On option 2 by 2030: 2 costs fall.", "Option 2 by 2030", "2"),
        ("Costs fall by 2030.", "Option 2 by 2030", "2030"),
        ("Costs fall by 5 percent.", "5 percent", "5"),
        ("On 5 percent: costs fall by 5 percent.", "5 percent", "5"),
        ("Costs fall by 2030.", "by 2030", "2030"),
        ("Costs fall by 9 percent.", "9", "9"),
        ("On option 20: costs fall.", "Option 2", "20"),
        ("On option 2.5: costs fall.", "Option 2", "2.5"),
        ("On option 2%: costs fall.", "Option 2", "2"),
        ("On option 2,500: costs fall.", "Option 2", "2,500"),
        ("On option 2-5: costs fall.", "Option 2", "5"),
        ("Costs fall by 3 percent, or 4 at most.", "Option 2 by 2030", "4"),
    ],
)
def test_the_numbers_of_its_name_support_nothing_else(text: str, branch: str, number: str) -> None:
    assert f"sentence 1: says {number}, which its claims do not" in faults(text, branch)


def test_a_sentence_names_only_the_branches_of_its_own_claims() -> None:
    sentences = [Stated("On option 2 by 2030: costs fall.", ("c1",))]
    texts = {"c1": CLAIM, "c2": CLAIM}
    assert prose_faults(sentences, texts, {}, "", {"c2": "Option 2 by 2030"}) != []
