"""One managed Neo4j for the whole test session, in a home folder of its own."""

from __future__ import annotations

import atexit
import uuid
from collections.abc import Iterator

import hypothesis
import pytest

from foam_graph.config import Settings
from foam_graph.store.server import control as server
from foam_graph.store.store import Store

# No test asserts a time, neither does Hypothesis: on a busy machine its deadline would.
hypothesis.settings.register_profile("foam", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("foam")


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
        yield server.up(settings, memory=server.Memory(heap=768), timeout=300)
    finally:
        server.down(settings)
        atexit.unregister(server.down)


@pytest.fixture
def store(endpoint: server.Endpoint) -> Iterator[Store]:
    """A fresh connection to the session's server."""
    with Store(endpoint, "the test session") as opened:
        yield opened


@pytest.fixture
def chain(store: Store) -> str:
    """A newly opened run of its own."""
    run = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(run, "run", "a test")
    return run
