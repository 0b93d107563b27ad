"""Rows on one code whose order cannot be."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.sequences import findings
from tests.support.case_texts import case_of

STORE = "| Lot | Item | Received |\n|---|---|---|\n| V-310 | varnish | {} |\n| V-311 | glue | 4 May 2025 |\n"
BOOK = "| Day | Work |\n|---|---|\n| {} | {} |\n"


def told(store: str, book: str) -> list[object]:
    file = case_of(
        ("Store of Penrow", "official_record", "2025-06-30", f"Penrow.\n\n{store}"),
        ("Work book of Penrow", "official_record", "2025-06-30", f"Penrow.\n\n{book}"),
    )
    return [one.inputs["code"] for one in findings(file)]


def test_what_was_used_before_it_was_there_is_told() -> None:
    assert told(STORE.format("17 May 2025"), BOOK.format("3 May 2025", "hull, varnish V-310 used")) == ["V-310"]


def test_what_was_put_right_before_it_was_found_is_told() -> None:
    found = "| Fault | Where | Discovered |\n|---|---|---|\n| K-12 | mast | 9 May 2025 |\n"
    bill = "| Fault | Work done on | What |\n|---|---|---|\n| K-12 | 7 May 2025 | new step |\n"
    assert told(found, bill) == ["K-12"]
    assert told(found.replace("9 May", "7 May"), bill) == []


@pytest.mark.parametrize(
    ("store", "book"),
    [
        (STORE.format("3 May 2025"), BOOK.format("3 May 2025", "varnish V-310 used")),
        (STORE.format("17 May 2025"), BOOK.format("3 May 2025", "varnish V-310 ordered")),
        (STORE.format("17 May 2025"), BOOK.format("3 May 2025", "varnish V-310 not used")),
        (
            STORE.format("17 May 2025") + "| V-310 | varnish | 1 May 2025 |\n",
            BOOK.format("3 May 2025", "varnish V-310 used"),
        ),
    ],
)
def test_what_may_be_is_not(store: str, book: str) -> None:
    assert told(store, book) == []
