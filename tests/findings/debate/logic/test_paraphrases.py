"""Reasons that make the judgement of their claim again."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.paraphrases import paraphrases


@pytest.mark.parametrize(
    ("reason", "claim", "again"),
    [
        ("the town cannot do without it", "the ferry is needed", True),
        ("people like it", "the plan is popular", True),
        ("it is not fair", "the rule is unjust", True),
        ("he is a trustworthy man", "we can trust the harbour master", True),
        ("it is fair", "the rule is unjust", False),
        ("it hits the poor harder than the rich", "the rule is unjust", False),
        ("the bridge is closed until May", "the ferry is needed", False),
        ("800 people like it", "the plan is popular", False),
        ("his figures are correct", "we can trust the harbour master", False),
    ],
)
def test_a_judgement_made_again_is_no_reason(reason: str, claim: str, again: bool) -> None:
    assert paraphrases(reason, claim) is again
