"""The paper's figures, to stand beside our own with what is not comparable."""

from __future__ import annotations

from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.evaluation.tables import Table
from foam_graph.resources import load_yaml, package_file

_FILE = "published.yaml"


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    differs: tuple[str, ...]


class _Published(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    experiments: dict[str, _Table]


def published(experiment: str) -> Table:
    """The paper's table for an experiment."""
    found = _published().experiments[experiment]
    return Table(found.title, found.headings, found.rows, tuple(f"Not comparable: {one}" for one in found.differs))


@lru_cache(maxsize=1)
def _published() -> _Published:
    return load_yaml(_FILE, _Published, package_file(__package__, _FILE))
