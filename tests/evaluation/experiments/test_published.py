"""The paper's figures stand as they were printed, and say what is not comparable."""

from __future__ import annotations

import pytest

from foam_graph.evaluation.experiments.published import published

EXPERIMENTS = ("next-utterance", "simulation", "alignment", "ablation", "preference")

AS_PRINTED: dict[tuple[object, ...], float] = {
    ("GPT-4o", "Agent4Debate"): 0.788,
    ("DeepSeek-V3", "LLM"): 0.606,
    ("Claude-3.7-sonnet", "R-Debater"): 0.825,
}
"""Rows whose total, as printed, is not the mean of their parts: that mean."""


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_every_experiment_has_the_papers_table(experiment: str) -> None:
    table = published(experiment)
    assert all(len(row) == len(table.headings) for row in table.rows)
    assert table.remarks
    assert all(remark.startswith("Not comparable: ") for remark in table.remarks)


@pytest.mark.parametrize("experiment", ["next-utterance", "ablation"])
def test_the_papers_score_is_the_mean_of_its_parts(experiment: str) -> None:
    for row in published(experiment).rows:
        *parts, total = [cell for cell in row if isinstance(cell, float)]
        expected = AS_PRINTED.get(row[:2], total)
        assert sum(parts) / 3 == pytest.approx(expected, abs=2e-3), row


def test_totals_that_are_not_the_mean_are_told() -> None:
    (told,) = [remark for remark in published("next-utterance").remarks if "As printed" in remark]
    assert all(f"{mean:.3f}" in told for mean in AS_PRINTED.values())


def test_the_papers_pairs_sum_to_two() -> None:
    rows = published("simulation").rows
    for one, two in zip(rows[::2], rows[1::2], strict=True):
        sums = [a + b for a, b in zip(one, two, strict=True) if isinstance(a, float) and isinstance(b, float)]
        assert sums == pytest.approx([2.0] * 4)
