"""A total that is stated after a figure of a list was replaced is of the new figure."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.counting.list_totals import list_totals
from tests.support.case_texts import case_of

INVENTORY = "# Inventory of the chapel\n\n| Piece | Value |\n|---|---|\n| Organ | €41,000 |\n| Bell | €9,000 |\n| Lectern | €2,500 |\n"


def told(*letters: str) -> list[Finding]:
    papers = [
        (f"Letter {n} of the valuer", "correspondence", f"2026-03-0{n}", text) for n, text in enumerate(letters, 1)
    ]
    return list(list_totals(case_of(("Inventory of the chapel", "official_record", "2026-02-01", INVENTORY), *papers)))


TOTAL = "The total of the inventory of the chapel is €55,300."


@pytest.mark.parametrize(
    "said",
    [
        "The organ is put down at €43,800 in place of €41,000.",
        "For the organ €43,800 now stands instead of €41,000.",
        "The value of the organ is raised from €41,000 to €43,800.",
        "For the organ €41,000 is replaced by €43,800.",
    ],
)
def test_a_total_is_held_against_the_figures_that_its_paper_puts_in_place(said: str) -> None:
    (found,) = told(f"{said} {TOTAL}")
    assert found.verdict == "right"
    assert "with €43,800 in place of €41,000, the 3 items listed" in found.text
    assert len(found.sentences) == 5
    assert found.inputs["operands"] == ["43800", "9000", "2500"]


def test_what_another_paper_puts_in_place_counts_where_the_total_is_right_by_it() -> None:
    (found,) = told("The organ is put down at €43,800 in place of €41,000.", TOTAL)
    assert found.verdict == "right"


@pytest.mark.parametrize(
    "said",
    [
        "It rained.",
        "If the organ were put at €43,800 in place of €41,000, much would change.",
        "The clock is put down at €43,800 in place of €42,000.",
    ],
)
def test_a_total_that_nothing_was_replaced_for_is_wrong(said: str) -> None:
    (found,) = told(f"{said} {TOTAL}")
    assert found.verdict == "wrong"
    assert "€2,800 more is stated than is listed" in found.text


def test_a_total_that_misses_the_new_figures_too_is_wrong_by_what_it_misses_them() -> None:
    (found,) = told("The organ is put down at €43,000 in place of €41,000. " + TOTAL)
    assert found.verdict == "wrong"
    assert "with €43,000 in place of €41,000, the 3 items" in found.text
    assert "€800 more is stated" in found.text
