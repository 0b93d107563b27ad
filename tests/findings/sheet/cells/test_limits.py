"""Figures of cells over or under what a rule allows, each with what tempts beside it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.limits import findings
from tests.support.case_texts import case_of


def told(rule: str, paper: str, title: str = "Book of Penrow") -> list[str]:
    file = case_of(
        ("Rules of Penrow", "policy_manual", "2024-01-02", f"These are the rules of Penrow. {rule}"),
        (title, "official_record", "2024-06-30", f"Penrow.\n\n{paper}\n"),
    )
    return [str(one.inputs["told"]) for one in findings(file)]


BIDS = "| Firm | Bid (EUR) |\n|---|---|\n| Harl & Co | {} |\n"
CRATES = "| Lorry | Crates |\n|---|---|\n| L1 | {} |\n"


@pytest.mark.parametrize(
    ("rule", "paper"),
    [
        ("No bid above EUR 45,000 may be accepted.", BIDS.format("48,200")),
        ("A bid must not exceed EUR 45,000.", BIDS.format("48 200")),
        ("A lorry may carry at most 12 crates.", CRATES.format("14")),
        ("A lorry may not carry more than 12 crates.", CRATES.format("14 crates")),
        ("A lorry must carry at least 4 crates.", CRATES.format("3")),
        ("A skipper must be at least 21 years old.", "| Skipper | Age |\n|---|---|\n| R. Holm | 19 |\n"),
        ("The depth of a trench must not exceed 2.5 m.", "| Trench | Depth (m) |\n|---|---|\n| T-3 | 2.8 |\n"),
        ("The depth of a trench must not exceed 2.5 m.", "Trench | Depth (m)\n\nT-3 | 2.8\n"),
    ],
)
def test_a_cell_beyond_the_bound_is_told(rule: str, paper: str) -> None:
    assert len(told(rule, paper)) == 1


def test_what_is_told_names_row_head_and_gap() -> None:
    file = case_of(
        ("Rules of Penrow", "policy_manual", "2024-01-02", "No bid above EUR 45,000 may be accepted. A bid is sealed."),
        ("Bids of Penrow", "official_record", "2024-06-30", BIDS.format("48,200")),
    )
    (one,) = findings(file)
    assert 'has for "Harl & Co" under "Bid (EUR)": "48,200"' in one.text
    assert "€3,200 more than the €45,000 of the rule" in one.text
    assert (one.kind, one.verdict, len(one.sentences)) == ("threshold", "beyond", 2)


@pytest.mark.parametrize(
    ("rule", "paper"),
    [
        # On the bound, and within it.
        ("No bid above EUR 45,000 may be accepted.", BIDS.format("45,000")),
        ("A lorry may carry at most 12 crates.", CRATES.format("12")),
        # The row tells that the rule was kept.
        ("No bid above EUR 45,000 may be accepted.", "| Firm | Bid (EUR) | Result |\n|---|---|---|\n| Harl | 48,200 | not accepted |\n"),
        # Another measure, another unit, a bound in a column.
        ("No bid above EUR 45,000 may be accepted.", "| Firm | Bid bond (EUR) |\n|---|---|\n| Harl | 48,200 |\n"),
        ("No bid above EUR 45,000 may be accepted.", "| Firm | Bid (GBP) |\n|---|---|\n| Harl | 48,200 |\n"),
        ("A lorry may carry at most 12 crates.", "| Lorry | Crates allowed |\n|---|---|\n| L1 | 14 |\n"),
        ("A lorry may carry at most 12 crates.", "| Lorry | Sacks |\n|---|---|\n| L1 | 14 |\n"),
        # A total, several together, so much of a time.
        ("A lorry may carry at most 12 crates.", "| Lorry | Crates |\n|---|---|\n| L1 | 9 |\n| Total | 24 |\n"),
        ("The mean age of the lorries must not exceed 8 years.", "| Lorry | Age (years) |\n|---|---|\n| L1 | 11 |\n"),
        ("A lorry may carry at most 12 crates a day.", CRATES.format("14")),
        # Another thing than the rule is for: its kind, its case.
        ("A skipper must be at least 21 years old.", "| Helper | Age |\n|---|---|\n| R. Holm | 19 |\n"),
        ("A lorry with a trailer may carry at most 12 crates.", CRATES.format("14")),
        ("If it rains, a lorry may carry at most 12 crates.", CRATES.format("14")),
        # For which cases something is asked, and a rule with an exception, in it or behind it.
        ("A bid above EUR 45,000 needs two signatures.", BIDS.format("48,200")),
        ("A bid must not exceed EUR 45,000, unless the board agrees.", BIDS.format("48,200")),
        ("A bid must not exceed EUR 45,000. The board may allow a higher bid.", BIDS.format("48,200")),
    ],
)  # fmt: skip
def test_what_only_looks_like_it_is_left_alone(rule: str, paper: str) -> None:
    assert told(rule, paper) == []


def test_the_title_says_what_rows_are_of_only_where_their_head_does_not() -> None:
    rule = "The noise of a crane must not exceed 70 dB."
    assert told(rule, "| Place | Noise (dB) |\n|---|---|\n| Quay | 74 |\n", "Cranes of Penrow: readings") == ["74"]
    assert told(rule, "| Pump | Noise (dB) |\n|---|---|\n| North | 74 |\n", "Cranes of Penrow: readings") == []
