"""A count of what happened is told from a figure that is set."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.happened import tells_count
from foam_graph.findings.language.quantities import find_quantities

CALLS, DAYS, RATE = (find_quantities(text)[0] for text in ("5 calls", "14 days", "5 calls per month"))


@pytest.mark.parametrize("text", [
    "Corbin missed the response time on 5 calls in the third quarter.", "The firm missed 5 calls.", "The firm answered 5 calls on 3 May.",
])  # fmt: skip
def test_what_happened_as_often_is_a_count(text: str) -> None:
    assert tells_count(text, CALLS)


@pytest.mark.parametrize("text", [
    "The limit of 5 calls was kept.", "The firm was allowed 5 calls.", "No more than 5 calls were missed.", "The firm missed 4 calls.",
    "The firm misses 5 calls.", "Under clause 5 the firm missed 5 calls.", "",
])  # fmt: skip
def test_what_speaks_of_a_set_figure_or_another_number_is_none(text: str) -> None:
    assert not tells_count(text, CALLS)


def test_days_and_rates_are_no_counts() -> None:
    assert not tells_count("The form lay there for 14 days.", DAYS)
    assert not tells_count("The firm missed 5 calls per month.", RATE)
