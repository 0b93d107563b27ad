"""An encoder behind a real local server that behaves well, and every way of behaving badly."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.config import Settings
from foam_graph.corpus.encoders.endpoint_encoder import ATTEMPTS, BATCH, MOST_CHARACTERS, EndpointEncoder
from foam_graph.corpus.search.open_index import open_encoder
from foam_graph.errors import EnvironmentFault, UsageError
from tests.support.endpoints.embedding_server import SIZE, EmbeddingServer, embedding_server, vector

KEY = "sk-test-0123456789"


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as made:
        yield made


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def encoder(server: EmbeddingServer, waits: list[float]) -> EndpointEncoder:
    return EndpointEncoder(server.url, "some-model", KEY, 60.0, waits.append)


def normed(text: str) -> list[float]:
    found = vector(text)
    length = math.sqrt(sum(one * one for one in found))
    return [one / length for one in found]


def test_vectors_come_in_order_and_of_length_one(server: EmbeddingServer, encoder: EndpointEncoder) -> None:
    texts = [f"text number {n} of rents" for n in range(2 * BATCH + 3)]
    found = encoder.encode(texts)
    assert [round(one, 6) for one in found[BATCH]] == [round(one, 6) for one in normed(texts[BATCH])]
    assert all(math.isclose(sum(one * one for one in row), 1.0) for row in found)
    assert [len(asked["input"]) for asked in server.requests] == [1, BATCH, BATCH, 3]
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert server.requests[1]["model"] == "some-model"
    assert encoder.encode([]) == []


def test_identity_tells_models_apart(server: EmbeddingServer, encoder: EndpointEncoder) -> None:
    assert encoder.size == SIZE
    assert encoder.key in encoder.describe()
    assert "hashed-words" in encoder.describe()
    assert KEY not in encoder.describe()
    assert "127.0.0.1" not in encoder.describe()
    server.model = "other"
    assert EndpointEncoder(server.url, "some-model").key != encoder.key
    assert EndpointEncoder(server.url + "/embeddings", "some-model").size == SIZE


def test_odd_texts_are_sent_as_they_can_be(server: EmbeddingServer, encoder: EndpointEncoder) -> None:
    assert len(encoder.encode(["", " \n", "lone \ud800 surrogate", "x" * 100_000, "租金上涨"])) == 5
    sent = server.requests[-1]["input"]
    assert sent[:2] == [".", "."]
    assert sent[2] == "lone ? surrogate"
    assert len(sent[3]) == MOST_CHARACTERS


def test_passing_faults_are_waited_out(server: EmbeddingServer, encoder: EndpointEncoder, waits: list[float]) -> None:
    assert encoder.size == SIZE
    server.faults = [
        EmbeddingServer.says({"error": "slow down"}, 429, **{"Retry-After": "7"}),
        (0, b"", {}),
        EmbeddingServer.says({}, 503, **{"Retry-After": "99999"}),
    ]
    assert len(encoder.encode(["rents"])) == 1
    assert waits[0] == 7.0
    assert max(waits) <= 20.0
    assert len(waits) == 3


def test_an_endpoint_that_never_recovers_is_given_up(server: EmbeddingServer, encoder: EndpointEncoder) -> None:
    server.faults = [EmbeddingServer.says({"error": "overloaded"}, 500)] * ATTEMPTS
    with pytest.raises(EnvironmentFault, match=f"after {ATTEMPTS} attempts.*overloaded"):
        encoder.encode(["rents"])
    assert len(server.requests) == ATTEMPTS


def row(n: int, numbers: object) -> dict[str, object]:
    return {"index": n, "embedding": numbers}


WRONG: dict[str, object] = {
    "no data": {"model": "m"},
    "a list": [1, 2],
    "null": None,
    "too few": {"data": []},
    "too many": {"data": [row(0, [1.0]), row(1, [1.0])]},
    "same number twice": {"data": [row(0, [1.0]), row(0, [1.0])]},
    "no numbers": {"data": [row(0, [])]},
    "text": {"data": [row(0, "AAAA")]},
    "zero": {"data": [row(0, [0.0] * SIZE)]},
    "too large": {"data": [row(0, [1e308] * SIZE)]},
    "nested": {"data": [row(0, [[1.0]])]},
    "no index": {"data": [{"embedding": [1.0]}]},
    "another length": {"data": [row(0, [1.0] * (SIZE + 1))]},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_vector_is_refused(server: EmbeddingServer, encoder: EndpointEncoder, wrong: str) -> None:
    assert encoder.size == SIZE
    server.faults = [EmbeddingServer.says(WRONG[wrong])]
    with pytest.raises(EnvironmentFault, match=r"answered with vectors of|did not answer with vectors") as caught:
        encoder.encode(["rents"])
    assert KEY not in str(caught.value)
    assert "FOAM_ENCODER" in caught.value.hint


@pytest.mark.parametrize(
    ("answer", "match"),
    [
        ((200, b"<html>welcome</html>", {}), "did not answer with vectors"),
        ((200, b"\xff\xfe", {}), "did not answer with vectors"),
        ((200, b'{"data": [{"index": 0, "embedding": [NaN]}]}', {}), "did not answer with vectors"),
        ((401, b'{"error": {"message": "bad key"}}', {}), "refused with status 401.*bad key"),
        ((404, b"", {}), "refused with status 404: nothing"),
        ((302, b"", {"Location": "http://127.0.0.1:1/"}), "refused with status 302"),
    ],
)
def test_answers_that_mean_no(
    server: EmbeddingServer, encoder: EndpointEncoder, answer: tuple[int, bytes, dict[str, str]], match: str
) -> None:
    server.faults = [answer]
    with pytest.raises(EnvironmentFault, match=match):
        encoder.encode(["rents"])
    assert len(server.requests) == 1


def test_an_endless_answer_is_cut(
    server: EmbeddingServer, encoder: EndpointEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foam_graph.corpus.encoders.endpoint_encoder.MOST_ANSWER", 1000)
    server.faults = [(200, b" " * 100_000, {})]
    with pytest.raises(EnvironmentFault, match="more than"):
        encoder.encode(["rents"])


def test_nobody_answers(waits: list[float]) -> None:
    with pytest.raises(EnvironmentFault, match=r"127\.0\.0\.1:9 .*did not answer") as caught:
        EndpointEncoder("http://user:secret@127.0.0.1:9/v1", "m", KEY, 1.0, waits.append).encode(["rents"])
    assert "secret" not in str(caught.value)
    assert len(waits) == ATTEMPTS - 1


@pytest.mark.parametrize("key", ["no\nsuch key", "schlüssel\u2028"])
def test_a_key_that_is_no_header(server: EmbeddingServer, key: str) -> None:
    with pytest.raises(EnvironmentFault, match="key cannot be used"):
        EndpointEncoder(server.url, "m", key)


def test_settings_choose_the_encoder(server: EmbeddingServer, tmp_path: Path) -> None:
    def settings_of(encoder: str = "") -> Settings:
        return Settings(home=tmp_path, encoder=encoder)

    assert isinstance(open_encoder(settings_of(encoder=server.url)), EndpointEncoder)
    assert open_encoder(settings_of()) is None
    assert open_encoder(settings_of(encoder="none"), wanted=True) is None
    with pytest.raises(UsageError, match="gpt-9"):
        open_encoder(settings_of(encoder="gpt-9"))
