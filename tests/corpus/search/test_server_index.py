"""A corpus on a Qdrant server: made anew beside what is searched, and gone on with by whoever comes after a stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from qdrant_client import models
from qdrant_client.qdrant_remote import QdrantRemote

from foam_graph.corpus.documents import Document
from foam_graph.corpus.encoders.lexical_encoder import LexicalEncoder
from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.search.qdrant_server import open_client
from foam_graph.corpus.search.server_index import ServerIndex
from foam_graph.errors import EnvironmentFault
from tests.support.endpoints.qdrant_server import QdrantServer, RealQdrant

NAME = f"foam-rent-{LexicalEncoder().key}"
FIELDS = {"corpus", "document", "source_class", "day", "kind"}


Either = QdrantServer | RealQdrant


class Watched(LexicalEncoder):
    """An encoder that does something before it encodes a passage."""

    def __init__(self, before: Callable[[], None]) -> None:
        super().__init__()
        self._before = before

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        self._before()
        return super().encode(texts)


@pytest.fixture
def quays(tmp_path: Path) -> Callable[[str], list[Document]]:
    def read(what: str) -> list[Document]:
        folder = tmp_path / what
        folder.mkdir()
        (folder / "quay.txt").write_text(f"The quay is {what}.", encoding="utf-8")
        return read_paths([folder], "rent").documents

    return read


def told(index: ServerIndex) -> set[str]:
    return {hit.document for hit in index.search("rent", "quay", 5)}


def ids(documents: list[Document]) -> set[str]:
    return {one.id for one in documents}


def test_what_is_made_anew_is_searched_when_it_is_whole(either: Either, quays: Callable[[str], list[Document]]) -> None:
    reader = ServerIndex(either.url, None, LexicalEncoder())
    loud, calm = quays("loud"), quays("calm")
    reader.ensure("rent", loud)
    seen: list[set[str]] = []
    writer = ServerIndex(either.url, None, Watched(lambda: seen.append(told(reader))))
    assert writer.ensure("rent", calm) == 1
    assert seen[0] == ids(loud)
    assert told(reader) == told(writer) == ids(calm)
    assert list(either.collections.values()) == [2]  # the passage and the mark of its document


def test_what_was_stopped_halfway_is_searched_by_nobody_and_gone_on_with(
    either: Either, quays: Callable[[str], list[Document]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise EnvironmentFault("the encoder is gone", "Start it.")

    loud, calm = quays("loud"), [*quays("calm"), *quays("very calm")]
    reader = ServerIndex(either.url, None, LexicalEncoder())
    reader.ensure("rent", loud)
    monkeypatch.setattr("foam_graph.corpus.search.server_index._BATCH", 1)
    times = iter([lambda: None, gone])
    with pytest.raises(EnvironmentFault, match="is gone"):
        ServerIndex(either.url, None, Watched(lambda: next(times)())).ensure("rent", calm)
    assert told(reader) == ids(loud)
    assert len(either.collections) == 2
    assert reader.ensure("rent", calm) == 1  # the other one is there
    assert told(reader) == ids(calm)
    assert len(either.collections) == 1


def test_a_collection_without_its_payload_indexes_has_them_at_the_next_use(
    either: Either, quays: Callable[[str], list[Document]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as stopped:
        stopped.setattr(QdrantRemote, "create_payload_index", lambda *_, **__: pytest.fail("stopped here"))
        with pytest.raises(pytest.fail.Exception, match="stopped here"):
            ServerIndex(either.url, None, LexicalEncoder()).add("rent", quays("loud"))
    assert len(either.collections) == 1
    client = open_client(either.url)
    index = ServerIndex(either.url, None, LexicalEncoder())
    assert index.add("rent", quays("calm")) == 1
    assert client.get_collection(NAME).payload_schema.keys() == FIELDS
    # So has one that lost them later.
    dark = quays("dark")
    with monkeypatch.context() as lost:
        lost.setattr(type(index), "_index", lambda *_: None)
        index.ensure("rent", dark)
    assert not client.get_collection(NAME).payload_schema
    assert told(ServerIndex(either.url, None, LexicalEncoder())) == ids(dark)
    assert client.get_collection(NAME).payload_schema.keys() == FIELDS


def test_a_collection_under_the_very_name_is_searched_until_it_is_made_anew(
    either: Either, quays: Callable[[str], list[Document]]
) -> None:
    words = {"text": models.SparseVectorParams(modifier=models.Modifier.IDF)}
    client = open_client(either.url)
    client.create_collection("foam-rent", vectors_config={}, sparse_vectors_config=words)
    index = ServerIndex(either.url)
    index.add("rent", quays("loud"))
    assert list(either.collections) == ["foam-rent"]
    calm = quays("calm")
    index.ensure("rent", calm)
    assert told(index) == ids(calm)
    assert list(either.collections.values()) == [2]
    index.forget("rent")
    assert not either.collections
    assert told(index) == set()
