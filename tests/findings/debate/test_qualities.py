"""From four dimensions to one label, by the stated rule."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError
from foam_graph.findings.debate.qualities import (
    DIMENSIONS,
    QUALITIES,
    QUALITY_FILE,
    VALUES,
    Quality,
    QualityTable,
    Rated,
    quality_table,
)
from foam_graph.model.debate_nodes import QUALITIES as IN_THE_GRAPH
from foam_graph.resources import load_yaml, package_file


def rated(*labels: Quality) -> Rated:
    return Rated(**dict(zip(DIMENSIONS, labels, strict=True)))


qualities = st.sampled_from(QUALITIES)


def test_labels_are_worth_what_the_graph_says() -> None:
    assert list(VALUES) == list(IN_THE_GRAPH)
    assert list(VALUES.values()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("good", "good", "good", "good"), "good"),
        (("excellent", "good", "good", "general"), "good"),  # mean 3
        (("good", "good", "general", "general"), "general"),  # 2.5 lies between two: down
        (("good", "good", "good", "general"), "good"),  # 2.75
        (("excellent", "excellent", "excellent", "poor"), "general"),  # 3.25, but one above the weakest
        (("excellent", "excellent", "excellent", "general"), "good"),  # 3.5
        (("poor", "poor", "poor", "general"), "poor"),
    ],
)
def test_the_rule_by_hand(labels: tuple[Quality, ...], expected: Quality) -> None:
    assert rated(*labels).overall == expected


@given(st.tuples(qualities, qualities, qualities, qualities), st.integers(0, 3))
def test_a_better_dimension_never_makes_the_whole_worse(labels: tuple[Quality, ...], place: int) -> None:
    better = list(labels)
    better[place] = QUALITIES[min(VALUES[labels[place]], 3)]
    assert VALUES[rated(*better).overall] >= VALUES[rated(*labels).overall]


def test_the_whole_lies_between_its_parts_and_near_the_weakest() -> None:
    for labels in product(QUALITIES, repeat=4):
        values = [VALUES[one] for one in labels]
        assert min(values) <= VALUES[rated(*labels).overall] <= min(max(values), min(values) + 1)


def test_there_is_an_exemplar_for_each_label() -> None:
    assert [one.overall for one in quality_table().exemplars] == list(QUALITIES)
    assert len({one.scheme for one in quality_table().exemplars}) == 4


def test_exemplars_that_do_not_come_to_the_labels_are_refused() -> None:
    text = package_file("foam_graph.findings.debate", QUALITY_FILE)
    with pytest.raises(DataFileError, match="exemplars must come to these"):
        load_yaml(QUALITY_FILE, QualityTable, text.replace("acceptability: excellent", "acceptability: poor", 1))
