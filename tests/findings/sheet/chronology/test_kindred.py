"""Events that cannot be one are not held against each other; of those that can none is left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.chronology.events import Event, events
from foam_graph.findings.sheet.chronology.kindred import Kindred
from foam_graph.findings.sheet.chronology.timeline import _one_event, findings
from foam_graph.findings.sheet.document_dates import document_dates
from tests.findings.sheet.texts import made_of

SUBJECTS = ["The roof", "Roof 4 of the barn", "The roof of Abel Orr", "Pump 7", "The pump of Orrin", "The second roof"]
DOINGS = ["was mended", "was mended by Lund", "was delivered", "was delivered to Lunden"]
AMOUNTS = [
    "", " for $300", " for $400", " for about $310", " for $3.1 million", " for $300 a month", " for $300 and $20 a week", " at 40 kg", " with 40 kg of sand",
    " with 50 kg of sand", " at more than 45 kg",
]  # fmt: skip
SAID = st.tuples(st.sampled_from(SUBJECTS), st.sampled_from(DOINGS), st.sampled_from(AMOUNTS), st.integers(1, 28))


@settings(max_examples=150, deadline=None)
@given(st.lists(SAID, min_size=2, max_size=8), st.lists(SAID, min_size=1, max_size=3))
def test_whatever_may_be_one_is_near(
    here: list[tuple[str, str, str, int]], there: list[tuple[str, str, str, int]]
) -> None:
    texts = ["\n\n".join(f"{a} {b}{c} on {d} May 2025." for a, b, c, d in told) for told in (here, there)]
    file = made_of(*texts, titles=("Log", "Letter"))
    found = list(events(file, document_dates(file)))
    statistics = Statistics.over(case_passages(file))
    own = [n for n, one in enumerate(found) if one.passage.document == file.documents[0].id]
    kindred = Kindred(found, own)

    def one_event(one: Event, two: Event) -> bool:
        return _one_event(one, two, statistics) or _one_event(two, one, statistics)

    for one in found:
        near = set(kindred.near(one))
        assert near <= set(own)
        assert [n for n in own if n not in near and one_event(found[n], one)] == []


def test_two_days_of_one_row_are_told_in_two_registers() -> None:
    def register(day: int) -> str:
        rows = (
            f"| {1 + n % 28 if n != 7 else day} May 2025 | crane {n} serviced | ${100 + 3 * n} |" for n in range(40)
        )
        return "| Date | Work | Paid |\n|---|---|---|\n" + "\n".join(rows) + "\n"

    told = [one for one in findings(made_of(register(8), register(11))) if one.rule == "two days"]
    assert len(told) == 1
    assert "crane 7 serviced" in told[0].text


@pytest.mark.parametrize(("other", "disputed"), [(3, True), (4, False)])
@pytest.mark.parametrize("noun", ["gate", "valve", "bed"])
def test_things_that_are_numbered_otherwise_are_two(noun: str, other: int, disputed: bool) -> None:
    one = f"The {noun} 3 was shut on 1 January 2020."
    found = findings(made_of(one, f"The {noun} {other} was shut on 1 April 2020."))
    assert any(each.verdict == "disputed" for each in found) == disputed
