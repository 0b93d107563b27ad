"""One managed Neo4j for the whole test session, in a home folder of its own."""

from __future__ import annotations

import atexit
from collections.abc import Iterator

import pytest

from foam_graph.config import Settings
from foam_graph.store import server


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a home folder that only this test session uses."""
    return Settings(home=tmp_path_factory.mktemp("foam-home"), operator="the test session")


@pytest.fixture(scope="session")
def endpoint(settings: Settings) -> Iterator[server.Endpoint]:
    """The running managed server of this test session."""
    # Also when the session is broken off in a way that skips fixtures' ends: the server is a process of its own.
    atexit.register(server.down, settings)
    try:
        yield server.up(settings, memory=server.Memory(heap=768))
    finally:
        server.down(settings)
        atexit.unregister(server.down)
