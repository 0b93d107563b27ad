"""Figures that are said to keep the limit of a rule which is named."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.invoking.kept_figures import findings
from tests.support.case_texts import case_of

RULES = (
    "1. The fee for a stall shall be at most €400.\n\n2. The sound of a stall must not exceed 70 dB.\n\n"
    "3. A deposit may not exceed 10 percent of the price.\n\n4. The reserve must be at least €5,000.\n\n"
    "5. A tent must be at most 6 metres wide, unless the warden agrees.\n\n6. A cart shall weigh at most 300 kg, a trailer at most 500 kg."
)


def told(text: str) -> list[str]:
    file = case_of(("Rules of the market", "policy_manual", "2020-01-05", RULES), ("Letter", "correspondence", "2025-06-05", text))  # fmt: skip
    return [str(one.inputs["told"]) for one in findings(file)]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("The fee of €450 is within the limit of rule 1.", "€450"),
        ("The fee of €450 does not exceed the cap of rule 1.", "€450"),
        ("As rule 1 allows, a fee of €450 was taken.", "€450"),
        ("We measured 74 dB at the stall. That is within the limit of rule 2.", "74 dB"),
        ("The deposit of €300 on the price of €2,000 is in line with rule 3.", "€300 of €2,000, which is 15 percent"),
        ("The reserve of €4,200 meets rule 4.", "€4,200"),
    ],
)
def test_a_figure_beyond_the_limit_is_told(text: str, figure: str) -> None:
    assert told(text) == [figure]


@pytest.mark.parametrize(
    "text",
    [
        "The fee of €400 is within the limit of rule 1.",
        "The fee of €450 is not within the limit of rule 1.",
        "The fee of €450 would be within the limit of rule 1.",
        "The invoice of €450 has a fee that is within rule 1.",
        "The fees of €450 on average are within the limit of rule 1.",
        "The deposit of €150 on the price of €2,000 is in line with rule 3.",
        "The tent of 8 metres is within the limit of rule 5.",
        "The trailer of 450 kg is within the limit of rule 6.",
        "The fee of €450 was paid.",
    ],
)
def test_what_is_within_denied_or_of_another_thing_is_not_told(text: str) -> None:
    assert told(text) == []
