"""What the tests of the index share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.endpoints.qdrant_server import REAL, STAND_IN, QdrantServer, RealQdrant, either_qdrant


@pytest.fixture(params=[STAND_IN, REAL])
def either(request: pytest.FixtureRequest) -> Iterator[QdrantServer | RealQdrant]:
    """The stand-in for a Qdrant server, and the real one where it is named."""
    with either_qdrant(request.param) as running:
        yield running
