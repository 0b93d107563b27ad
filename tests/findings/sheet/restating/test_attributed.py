"""Figures that are put into the mouth of somebody whose own paper has another one."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.restating import attributed
from foam_graph.findings.sheet.restating.attributed import findings
from tests.support.case_texts import case_of

OFFER = (
    "Tarn Roofing Company\n\nDear Ms Odd,\n\nOur price for the slate roof is £12,400.\n\nYours sincerely,\n\nPeer Tarn"
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tarn Roofing has quoted £14,200 for the slate roof.", True),
        ("Tarn Roofing has quoted £12,400 for the slate roof.", False),
        ("Fell Roofing has quoted £14,200 for the slate roof.", False),
        ("Tarn Roofing would have charged £14,200 for the slate roof.", False),
        ("Tarn Roofing has quoted £14,200 for the scaffold.", False),
    ],
)
def test_a_figure_that_its_source_has_otherwise_is_told(text: str, found: bool) -> None:
    file = case_of(("Offer of Tarn Roofing", "correspondence", "2025-05-05", OFFER), ("Minutes", "unknown", "2025-06-05", text))  # fmt: skip
    assert [one.verdict for one in findings(file)] == ["disputed"] * found


def test_a_source_is_read_as_often_for_many_claims_as_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str) -> tuple[Quantity, ...]:
        read.append(text)
        return find_quantities(text)

    monkeypatch.setattr(attributed, "find_quantities", counted)
    priced = "Our price for the slate roof is £12,400."
    for count in (1, 8):
        read.clear()
        claims = " ".join(f"Tarn Roofing has quoted £14,2{n:02} for the slate roof." for n in range(count))
        file = case_of(("Offer of Tarn Roofing", "correspondence", "2025-05-05", OFFER), ("Minutes", "unknown", "2025-06-05", claims))  # fmt: skip
        assert len(list(findings(file))) == count
        assert read.count(priced) == 2  # for its figures, and for how often each unit stands in its paper
