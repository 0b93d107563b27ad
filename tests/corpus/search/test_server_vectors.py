"""Vectors under keys on a Qdrant server: what the shard on disk does, over HTTP."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from foam_graph.config import Settings
from foam_graph.corpus.encoders.lexical_encoder import LexicalEncoder
from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.search import server_vectors
from foam_graph.corpus.search.keyed_vectors import KeyedVectors
from foam_graph.corpus.search.open_index import forget_vectors, open_vectors
from foam_graph.corpus.search.server_vectors import ServerVectors
from foam_graph.errors import CorpusError, EnvironmentFault
from tests.support.endpoints.qdrant_server import (
    QdrantServer,
    RealQdrant,
    qdrant_server,
)

ENCODER = LexicalEncoder()
TEXTS = {f"k{n}": f"The quay of district {n} is loud {'at night ' * (n % 3)}" for n in range(300)}
SOME = list(TEXTS)[:5]


def vectors_of(keys: Sequence[str]) -> list[Vector]:
    return ENCODER.encode([TEXTS[key] for key in keys])


def refused(keys: Sequence[str]) -> list[Vector]:
    raise AssertionError(f"asked for {keys}")


@pytest.fixture
def server() -> Iterator[QdrantServer]:
    with qdrant_server() as running:
        yield running


def test_only_what_is_missing_is_sent_and_what_went_is_gone(either: QdrantServer | RealQdrant) -> None:
    held = ServerVectors(either.url, "town", ENCODER)
    assert held.bring(SOME, vectors_of) == 5
    assert held.bring(SOME, refused) == 0
    assert held.bring(TEXTS, vectors_of) == 295
    assert list(either.collections.values()) == [300]
    assert held.bring(SOME[:1], refused) == 0
    (query,) = ENCODER.encode(["quay"])
    assert held.scores(query, TEXTS).keys() == {"k0"}


def test_scores_are_those_of_the_shard_on_disk(either: QdrantServer | RealQdrant, tmp_path: Path) -> None:
    held, shard = ServerVectors(either.url, "town", ENCODER), KeyedVectors(tmp_path, "town", ENCODER)
    for one in (held, shard):
        one.bring(TEXTS, vectors_of)
    (query,) = ENCODER.encode(["district 3 at night"])
    for keys in (["k3", "k4", "absent"], list(TEXTS)):
        here, there = shard.scores(query, keys), held.scores(query, keys)
        assert here.keys() == there.keys() == set(keys) - {"absent"}
        assert all(math.isclose(here[key], there[key], abs_tol=2e-3) for key in here)
    assert held.scores(query, []) == {}


def test_many_keys_are_asked_for_in_pages_and_compared_without_naming_them(
    either: QdrantServer | RealQdrant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_vectors, "_PAGE", 64)
    monkeypatch.setattr(server_vectors, "FEW", 10)
    held = ServerVectors(either.url, "town", ENCODER)
    held.bring(TEXTS, vectors_of)
    assert held.bring(TEXTS, refused) == 0
    (query,) = ENCODER.encode(["quay"])
    assert held.scores(query, list(TEXTS)[:20]).keys() == set(list(TEXTS)[:20])


def test_a_write_that_was_stopped_is_gone_on_with(either: QdrantServer | RealQdrant) -> None:
    def stopping(keys: Sequence[str]) -> list[Vector]:
        if "k299" in keys:
            raise EnvironmentFault("the encoder is gone", "Start it.")
        return vectors_of(keys)

    held = ServerVectors(either.url, "town", ENCODER)
    with pytest.raises(EnvironmentFault, match="is gone"):
        held.bring(TEXTS, stopping)
    assert held.bring(TEXTS, vectors_of) == 300 - 256


def test_one_setting_chooses_the_server_and_forgetting_takes_its_own_collections_only(
    either: QdrantServer | RealQdrant, tmp_path: Path
) -> None:
    there = replace(Settings(home=tmp_path), qdrant_url=either.url)
    assert isinstance(open_vectors(Settings(home=tmp_path), "town", ENCODER), KeyedVectors)
    for name in ("town", "town-hall"):
        open_vectors(there, name, ENCODER).bring(SOME, vectors_of)
    forget_vectors(there, "town")
    assert list(either.collections) == [f"foam_memory-town-hall-{ENCODER.key}"]
    lost = open_vectors(there, "town", ENCODER)
    assert lost.scores(ENCODER.encode(["quay"])[0], SOME) == {}
    assert lost.bring(SOME, vectors_of) == 5


def test_a_server_that_fails_or_is_not_there_is_told_without_its_password(server: QdrantServer) -> None:
    held = ServerVectors(server.url, "town", ENCODER)
    server.fault = 500
    with pytest.raises(EnvironmentFault, match=r"the Qdrant server at .* failed") as fault:
        held.bring(SOME, vectors_of)
    assert "FOAM_QDRANT_URL" in fault.value.hint
    gone = ServerVectors("http://nora:secret@127.0.0.1:9", "town", ENCODER)
    with pytest.raises(EnvironmentFault) as fault:
        gone.scores(ENCODER.encode(["quay"])[0], SOME)
    assert "secret" not in str(fault.value)
    with pytest.raises(CorpusError):
        ServerVectors(server.url, "../town", ENCODER)


def test_a_server_with_a_key_is_asked_with_it_and_one_that_refuses_is_told(
    server: QdrantServer, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    server.key = "s3cret-key"
    there = replace(Settings(home=tmp_path), qdrant_url=server.url, qdrant_api_key="s3cret-key")
    assert open_vectors(there, "town", ENCODER).bring(SOME, vectors_of) == 5
    assert "s3cret-key" not in repr(there)
    for key in ("", "another"):
        with pytest.raises(EnvironmentFault, match=r"refuses who asks: 401 .*API key") as fault:
            open_vectors(replace(there, qdrant_api_key=key), "town", ENCODER).bring(SOME, vectors_of)
        assert "FOAM_QDRANT_API_KEY" in fault.value.hint
    with pytest.raises(EnvironmentFault, match="refuses who asks"):
        forget_vectors(replace(there, qdrant_api_key=""), "town")
    forget_vectors(there, "town")
    assert not server.collections
    assert not [one for one in recwarn if "insecure" in str(one.message)]
