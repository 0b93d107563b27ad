"""Writing to a Qdrant server: collections that others make at the same time, and more than a request may hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from qdrant_client import models
from qdrant_client.http.exceptions import UnexpectedResponse
from qdrant_client.qdrant_remote import QdrantRemote

from foam_graph.corpus.encoders.lexical_encoder import LexicalEncoder
from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.search.qdrant_server import open_client
from foam_graph.corpus.search.server_index import ServerIndex
from foam_graph.corpus.search.server_vectors import ServerVectors
from foam_graph.corpus.search.server_writing import make_collection, write_points
from foam_graph.errors import EnvironmentFault
from tests.support.endpoints.qdrant_server import (
    QdrantServer,
    RealQdrant,
    qdrant_server,
)

ENCODER = LexicalEncoder()
SIZES = {"v": models.VectorParams(size=2, distance=models.Distance.COSINE)}


class Wide:
    """An encoder of so many numbers that 256 of its vectors are more than a server takes in one request."""

    key = "00000000000000ff"
    size = 8192

    def describe(self) -> str:
        return "wide"

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        return [[(len(text) + n) % 97 / 97.0123456789 for n in range(self.size)] for text in texts]


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process looks before the other has made its collection, and the alias for it."""
    asked = count()
    looks = QdrantRemote.collection_exists
    monkeypatch.setattr(
        QdrantRemote,
        "collection_exists",
        lambda self, collection_name, **more: next(asked) > 3 and looks(self, collection_name, **more),
    )


@pytest.mark.usefixtures("late")
def test_two_indexes_that_look_at_the_same_time_share_the_collection(
    either: QdrantServer | RealQdrant, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "quay.txt").write_text(f"The {name} quay is loud.", encoding="utf-8")
        assert ServerIndex(either.url).add("rent", read_paths([tmp_path / name], "rent").documents) == 1
    assert list(either.collections.values()) == [4]  # a passage and a mark for each document


@pytest.mark.usefixtures("late")
def test_two_memories_that_look_at_the_same_time_share_the_collection(either: QdrantServer | RealQdrant) -> None:
    for _ in range(2):
        ServerVectors(either.url, "town", ENCODER).bring(["quay"], ENCODER.encode)
    assert list(either.collections.values()) == [1]


@pytest.mark.usefixtures("late")
def test_another_refusal_to_make_a_collection_is_told() -> None:
    with qdrant_server() as server:
        server.fault = 500
        with pytest.raises(UnexpectedResponse, match="as the test asked"):
            make_collection(open_client(server.url), "town", vectors_config=SIZES)


def test_vectors_too_wide_for_one_request_go_in_several(either: QdrantServer | RealQdrant) -> None:
    keys = [f"k{n}" for n in range(256)]
    held = ServerVectors(either.url, "town", Wide())
    assert held.bring(keys, Wide().encode) == 256
    assert list(either.collections.values()) == [256]


def test_only_what_is_too_large_is_divided_and_one_point_is_refused() -> None:
    points = [models.PointStruct(id=n, vector={"v": [1.0, n]}, payload={"key": "k" * 100}) for n in range(8)]
    with qdrant_server() as server:
        client = open_client(server.url)
        make_collection(client, "town", vectors_config=SIZES)
        server.most = 600
        write_points(client, "town", points)
        assert server.collections == {"town": 8}
        sent = len([one for one in server.asked if one == ("PUT", "/collections/town/points")])
        assert sent == 7  # 8 points, twice 4, four times 2
        server.most = 50
        with pytest.raises(EnvironmentFault, match="a single point is more than the Qdrant server takes") as fault:
            write_points(client, "town", points[:1])
        assert "max_request_size_mb" in fault.value.hint
        of_document = models.PointStruct(id=9, vector={"v": [1.0, 9.0]}, payload={"document": ["d1", "d2"]})
        with pytest.raises(EnvironmentFault, match="a passage of document d1 is more"):
            write_points(client, "town", [of_document])


def test_another_fault_is_told_at_once() -> None:
    with qdrant_server() as server:
        held = ServerVectors(server.url, "town", ENCODER)
        held.bring([], ENCODER.encode)
        server.asked.clear()
        client = open_client(server.url)
        server.fault = 500
        with pytest.raises(UnexpectedResponse):
            write_points(client, "town", [models.PointStruct(id=n, vector={}, payload={}) for n in range(4)])
        assert len(server.asked) == 1
        with pytest.raises(EnvironmentFault, match="as the test asked"):
            held.bring(["quay"], ENCODER.encode)
