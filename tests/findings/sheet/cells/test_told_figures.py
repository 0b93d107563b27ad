"""Figures told in prose against the cell of the same row and head."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.told_figures import findings
from tests.support.case_texts import case_of

BIDS = "| Bidder | Bid (EUR) | Quality (max 30) |\n|---|---|---|\n| Harl & Co | 48,200 | 22 |\n| Lidd Ltd | 44,900 | 25 |\n"
LOTS = "| Lot | Drums | Weight (kg) |\n|---|---|---|\n| P-31 | 14 | 4,060 |\n| P-32 | 9 | 2,610 |\n"
LOG = "| Trench | Day | Depth (m) |\n|---|---|---|\n| T-1 | 3 May 2025 | 1.2 |\n"


def told(sentence: str, table: str = BIDS) -> list[tuple[object, object]]:
    file = case_of(
        ("Register of Penrow", "official_record", "2025-05-30", f"Penrow.\n\n{table}"),
        ("Letter of the owner", "correspondence", "2025-06-20", f"To the office of Penrow.\n\n{sentence}\n"),
    )
    return [(one.inputs["stated"], one.inputs["cell"]) for one in findings(file)]


@pytest.mark.parametrize(
    ("sentence", "table", "cell"),
    [
        ("Harl bid EUR 42,800 and Lidd bid EUR 44,900.", BIDS, "48,200"),
        ("Harl got 21 points for quality.", BIDS, "22"),
        ("For quality the panel settled on 22 for Harl and 24 for Lidd.", BIDS, "25"),
        ("The charge is of the 16 drums of lot P-31.", LOTS, "14"),
        ("P-32 has a weight of 2,160 kg.", LOTS, "2,610"),
        ("On 3 May 2025 T-1 had a depth of 2.1 m.", LOG, "1.2"),
    ],
)
def test_another_figure_for_a_named_row_is_told(sentence: str, table: str, cell: str) -> None:
    assert [there for _, there in told(sentence, table)] == [cell]


@pytest.mark.parametrize(
    ("sentence", "table"),
    [
        ("Harl bid EUR 48,200.", BIDS),
        ("Harl bid about EUR 48,000.", BIDS),
        ("Harl paid a bond of EUR 4,820.", BIDS),
        ("Harl would bid EUR 42,800 today.", BIDS),
        ("Harl first bid EUR 42,800.", BIDS),
        ("Harl bid EUR 42,800 in 2019.", BIDS),
        ("Harl bid GBP 42,800.", BIDS),
        ("The bid of Mire & Co was EUR 42,800.", BIDS),
        ("The difference between the bids of Harl and Lidd is EUR 3,300.", BIDS),
        ("Ten drums of P-31 were sold.", LOTS),
        ("We sold 10 drums of P-31.", LOTS),
        ("Harl paid EUR 4,820 of the bid.", BIDS),
        ("For the bid Harl paid EUR 4,820.", BIDS),
        ("Of the drums of P-31 the buyer took 6.", LOTS),
        # What a log tells holds on its day.
        ("T-1 had a depth of 2.1 m.", LOG),
    ],
)
def test_what_may_be_of_another_thing_is_not(sentence: str, table: str) -> None:
    assert told(sentence, table) == []
