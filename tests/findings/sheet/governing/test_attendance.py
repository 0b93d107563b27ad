"""Who was there, as minutes tell it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.attendance import attendance
from foam_graph.findings.sheet.standing.statements import statements
from foam_graph.findings.sheet.standing.tables import heads
from tests.support.case_texts import case_of

TABLE = "| Member | Attended |\n|---|---|\n| Lund | yes |\n| Moss | no |\n| Poole | yes |\n\nThe dyke was talked of."


def there(text: str) -> tuple[int, str] | None:
    read = statements(case_of(("Minutes", "official_record", "2025-03-02", text)))
    found = attendance(list(read), heads(read))
    return (found.there, found.by) if found is not None else None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Present: A. Lund, C. Moss, D. Poole.\n\nIt rained.", (3, "names")),
        ("Present were Anna Lund, Cas Moss and Dora Poole.", (3, "names")),
        ("Present:\n\n- Anna Lund\n- Cas Moss\n\nThe dyke was talked of.", (2, "names")),
        ("Anna Lund and Cas Moss attended.", (2, "names")),
        (TABLE, (2, "rows")),
        ("Four members attended.", (4, "count")),
        ("Four of the nine members were present.", (4, "count")),
        ("Members present: 3", (3, "count")),
    ],
)
def test_lists_tables_and_counts_are_read(text: str, told: tuple[int, str]) -> None:
    assert there(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "Present: A. Lund, C. Moss. D. Poole joined later.",
        "Present: A. Lund, C. Moss and two others.",
        "Present: A. Lund, C. Moss. Four members attended.",
        "The dyke was talked of.",
        TABLE.replace("| no |", "| by letter |"),
    ],
)
def test_what_leaves_a_doubt_counts_nobody(text: str) -> None:
    assert there(text) is None
