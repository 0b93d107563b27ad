"""Sessions that the tests of this folder share: the workshop's appeal argued by rules, a small library and a stallholder's appeal for cases argued by a model."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.llm_world import write_documents
from tests.support.worlds.planted_world import ask_world, load_world
from tests.support.worlds.read_world import write_read_world


@pytest.fixture(scope="module")
def tarn(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session; each module has a corpus of its own."""
    with Session(settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def tarn_corpus(tarn: Session, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Name of the corpus of the planted appeal."""
    corpus = f"tarn-{uuid.uuid4().hex[:8]}"
    load_world(tarn, tmp_path_factory.mktemp("tarn"), corpus)
    return corpus


@pytest.fixture(scope="module")
def tarn_run(tarn: Session, tarn_corpus: str) -> str:
    """One finished run that the tests of a module contest in turn."""
    return ask_world(tarn, tarn_corpus)


@pytest.fixture(scope="module")
def corpus() -> str:
    """Name of the corpus of a module's argued cases."""
    return f"library-{uuid.uuid4().hex[:8]}"


@pytest.fixture(scope="module")
def loaded(
    settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory, corpus: str
) -> Iterator[Session]:
    """A session with the documents of the small library, about which cases are argued."""
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], corpus)
        yield session


@pytest.fixture(scope="module")
def office(
    settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Session, str]]:
    """A session with the appeal of the stallholder, and the name of its corpus."""
    corpus = f"office-{uuid.uuid4().hex[:8]}"
    with Session(settings) as session:
        load(session, [write_read_world(tmp_path_factory.mktemp("documents"))], corpus)
        yield session, corpus
