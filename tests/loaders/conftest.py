"""The graph that the loaders load into, and a corpus of its own for each test."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

import foam_graph as fg
from foam_graph.config import Settings
from foam_graph.store.server.control import Endpoint


@pytest.fixture(scope="module")
def foam(settings: Settings, endpoint: Endpoint) -> Iterator[fg.Foam]:
    assert endpoint
    with fg.open(settings=settings, start=False) as opened:
        yield opened


@pytest.fixture
def corpus() -> str:
    return f"loaded-{uuid.uuid4().hex[:8]}"
