"""How good an argument is: labels, what they are worth, and the rule from four dimensions to one label.

The rule is the project's own; R-Debater (section 3.1) has labels by dimension and one for the whole, and does not say how
the one comes of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from foam_graph.findings.debate.schemes import SchemeId
from foam_graph.findings.debate.spoken import Side
from foam_graph.resources import load_yaml, package_file

QUALITY_FILE = "qualities.yaml"
Quality = Literal["poor", "general", "good", "excellent"]
"""Of an argument that is there, worst first."""
QUALITIES: tuple[Quality, ...] = get_args(Quality)
VALUES: Mapping[str, int] = {"none": 0, **{label: value for value, label in enumerate(QUALITIES, 1)}}
"""What a label is worth; a scheme that is not used is worth nothing."""
Dimension = Literal["acceptability", "inference", "relevance", "robustness"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
Words = Annotated[str, Field(min_length=3)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rated(_Row):
    """The quality of one argument on each dimension."""

    acceptability: Quality
    inference: Quality
    relevance: Quality
    robustness: Quality

    @property
    def overall(self) -> Quality:
        """One label for the four (see ``overall``)."""
        return overall(self)


class DimensionRow(_Row):
    """What a dimension asks, and what it looks like at both ends."""

    id: Dimension
    meaning: Words
    best: Words
    worst: Words


class Exemplar(Rated):
    """A made-up argument with its labels, as a measure."""

    motion: Words
    side: Side
    scheme: SchemeId
    utterance: Words
    why: Words


class QualityTable(_Row):
    """Schema of ``qualities.yaml``: each dimension once; an exemplar for each label."""

    dimensions: tuple[DimensionRow, ...]
    exemplars: tuple[Exemplar, ...]

    @model_validator(mode="after")
    def _whole(self) -> QualityTable:
        if tuple(one.id for one in self.dimensions) != DIMENSIONS:
            raise ValueError(f"dimensions must be these, in this order: {', '.join(DIMENSIONS)}")
        if tuple(one.overall for one in self.exemplars) != QUALITIES:
            raise ValueError(f"exemplars must come to these, in this order: {', '.join(QUALITIES)}")
        return self


def overall(rated: Rated) -> Quality:
    """One label for four dimensions.

    The mean of their values, rounded to the nearest label and down where it lies between two; but at most one label above
    the weakest dimension: an argument is hardly better than its weakest part.

    Args:
        rated: The four labels.
    """
    values = [VALUES[getattr(rated, name)] for name in DIMENSIONS]
    # Half a label rounds down: 2.5 is general. Integers, so that no rounding of floats decides.
    nearest = (2 * sum(values) + len(values) - 1) // (2 * len(values))
    return QUALITIES[min(nearest, min(values) + 1) - 1]


@lru_cache(maxsize=1)
def quality_table() -> QualityTable:
    """Dimensions and exemplars."""
    return load_yaml(QUALITY_FILE, QualityTable, package_file(__package__, QUALITY_FILE))
