"""The decision under review and its grounds."""

from __future__ import annotations

import pytest

from foam_graph.agents.rules.case.decision import decision_of
from tests.support.case_texts import case_of
from tests.support.worlds.workshop_world import DOCUMENTS


def grounds(text: str, source_class: str = "decision") -> list[tuple[str, list[str]]]:
    found = decision_of(case_of(("Letter", source_class, "2026-01-01", text)))
    return [(one.name, [s.text for s in one.sentences]) for one in found.grounds] if found else []


def test_grounds_that_are_named_are_read_with_their_paragraph() -> None:
    found = decision_of(case_of(*DOCUMENTS))
    assert found is not None
    assert [(one.name, one.what, len(one.sentences)) for one in found.grounds] == [
        ("noise", "noise", 2),
        ("waste", "waste", 3),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We refuse.\n\n## Ground 1: age\n\nHe is too young.\n\n## Ground 2: place\n\nHe lives elsewhere.\n\n## End\n\nBye.",
        "Reason 1: age. He is too young.\n\nReason 2: place. He lives elsewhere.",
    ],
)
def test_numbered_grounds_end_where_the_next_begins(text: str) -> None:
    found = grounds(text)
    assert [name for name, _ in found] == ["age", "place"]
    assert any("too young" in text for text in found[0][1])
    assert not any("elsewhere" in text for text in found[0][1])
    assert not any("Bye" in text for text in found[1][1])


def test_a_list_that_is_announced_as_grounds_is_one() -> None:
    found = grounds("The refusal has these grounds:\n\n- He is too young.\n- He lives elsewhere.\n\nWrite to us.")
    assert [len(sentences) for _, sentences in found] == [1, 1]


@pytest.mark.parametrize(
    ("text", "source_class"),
    [
        ("The first ground is age. He is young.", "decision"),
        ("The first ground is age.\n\nThe second ground is place.", "advocacy"),
        ("There are many reasons to be glad.", "decision"),
    ],
)
def test_what_enumerates_no_grounds_of_a_decision_gives_none(text: str, source_class: str) -> None:
    assert grounds(text, source_class) == []
