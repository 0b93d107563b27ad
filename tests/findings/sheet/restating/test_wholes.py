"""A claim about all of something is held against what was looked at, by its quantifiers."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.restating.wholes import findings
from tests.findings.sheet.texts import TITLES, made_of

WIDER = [
    ("All wells are clean.", "Only two of the nine wells were tested."),
    ("Every tenant loves the new stairs.", "One tenant out of forty was asked about the stairs."),
    ("Our wells are clean without exception.", "I looked at one well only."),
    ("There are no rats in any cellar.", "A single cellar was checked for rats; two of the three cellars were not."),
]
WITHIN = [
    ("All nine wells are clean.", "The wells are nine in number."),
    ("All pupils are well.", "Only two of the nine wells were tested."),
    ("All wells must be clean.", "Only two of the nine wells were tested."),
    ("All wells that I tested are clean.", "Only two of the nine wells were tested."),
    ("All wells in my sample are clean.", "Only two of the nine wells were tested."),
    ("All wells were closed on 3 May 2025.", "Only two of the nine wells were tested."),
    ("The fee is 20 percent of all wells.", "Only two of the nine wells were tested."),
    ("The tour was to wells and nowhere else.", "Only two of the nine wells were tested."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "part"), WIDER)
def test_a_claim_beyond_what_was_looked_at_is_told(claim: str, part: str) -> None:
    file = made_of(claim, part, titles=TITLES)
    found = list(findings(file))
    assert [(one.kind, one.verdict) for one in found] == [("scope", None)]
    assert file.sentence(found[0].sentences[0]).text == claim


@pytest.mark.parametrize(("claim", "other"), WITHIN)
def test_what_reaches_no_further_is_left_alone(claim: str, other: str) -> None:
    assert list(findings(made_of(claim, other, titles=TITLES))) == []


def test_a_sentence_can_reach_beyond_its_own_part() -> None:
    text = "Of our 30 customers I have rung up six; all our customers know of it."
    assert [one.kind for one in findings(made_of(text))] == ["scope"]
