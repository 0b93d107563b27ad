"""The documents of a debate, loaded, and its sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.debated_world import write_debate
from tests.support.worlds.night_bus import CORPUS


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture(scope="module")
def passages(loaded: Session) -> list[Passage]:
    """Every sentence of the corpus."""
    return Evidence(loaded.corpora.documents(CORPUS)).everything()
