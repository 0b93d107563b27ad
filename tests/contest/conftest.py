"""One session and one run on the planted town for the tests of this folder that share them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.planted_world import ask_world, load_world


@pytest.fixture(scope="module")
def tarn(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session; each module has a corpus of its own."""
    with Session(settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def tarn_corpus(tarn: Session, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Name of the corpus of the planted town."""
    corpus = f"tarn-{uuid.uuid4().hex[:8]}"
    load_world(tarn, tmp_path_factory.mktemp("tarn"), corpus)
    return corpus


@pytest.fixture(scope="module")
def tarn_run(tarn: Session, tarn_corpus: str) -> str:
    """One finished run that the tests of a module contest in turn."""
    return ask_world(tarn, tarn_corpus)
