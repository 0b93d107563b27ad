"""Vectors under keys: brought into step, compared, found again after damage, never those of another encoder."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from foam_graph.corpus.encoders.lexical_encoder import LexicalEncoder
from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.search.keyed_vectors import KeyedVectors
from foam_graph.errors import CorpusError, EnvironmentFault

ENCODER = LexicalEncoder()
TEXTS = {f"k{n}": f"The quay of district {n} is loud {'at night ' * (n % 3)}" for n in range(12)}


def vectors_of(keys: Sequence[str]) -> list[Vector]:
    return ENCODER.encode([TEXTS[key] for key in keys])


def refused(keys: Sequence[str]) -> list[Vector]:
    raise AssertionError(f"asked for {keys}")


def test_only_what_is_missing_is_asked_for(tmp_path: Path) -> None:
    shard = KeyedVectors(tmp_path, "town", ENCODER)
    some = list(TEXTS)[:5]
    assert shard.bring(some, vectors_of) == 5
    assert shard.bring(some, refused) == 0
    asked: list[str] = []
    assert shard.bring(TEXTS, lambda keys: asked.extend(keys) or vectors_of(keys)) == 7
    assert asked == list(TEXTS)[5:]


def test_scores_are_cosines_of_the_keys_that_are_asked_about(tmp_path: Path) -> None:
    shard = KeyedVectors(tmp_path, "town", ENCODER)
    shard.bring(TEXTS, vectors_of)
    (query,) = ENCODER.encode(["district 3 at night"])
    found = shard.scores(query, ["k3", "k4", "absent"])
    assert found.keys() == {"k3", "k4"}
    for key, score in found.items():
        (own,) = vectors_of([key])
        # Kept as 16-bit floats.
        assert math.isclose(score, math.fsum(a * b for a, b in zip(own, query, strict=True)), abs_tol=2e-3)
    assert shard.scores(query, []) == {}


def test_keys_that_went_are_gone(tmp_path: Path) -> None:
    shard = KeyedVectors(tmp_path, "town", ENCODER)
    shard.bring(TEXTS, vectors_of)
    shard.bring(["k1"], vectors_of)
    (query,) = ENCODER.encode(["quay"])
    assert shard.scores(query, TEXTS).keys() == {"k1"}


@pytest.mark.parametrize("content", [b"", b"{}", b"{"])
def test_a_damaged_shard_is_made_anew(tmp_path: Path, content: bytes) -> None:
    shard = KeyedVectors(tmp_path, "town", ENCODER)
    shard.bring(TEXTS, vectors_of)
    next(tmp_path.rglob("vectors.json")).write_bytes(content)
    assert shard.scores(ENCODER.encode(["quay"])[0], TEXTS) == {}
    assert shard.bring(TEXTS, vectors_of) == len(TEXTS)
    assert len(shard.scores(ENCODER.encode(["quay"])[0], TEXTS)) == len(TEXTS)


def test_truncated_data_is_not_mapped_but_made_anew(tmp_path: Path) -> None:
    shard = KeyedVectors(tmp_path, "town", ENCODER)
    shard.bring(TEXTS, vectors_of)
    data = next(path for path in sorted(tmp_path.rglob("*.dat")) if "journal" not in path.name)
    data.write_bytes(data.read_bytes()[: data.stat().st_size // 2])
    assert shard.bring(TEXTS, vectors_of) == len(TEXTS)


def test_a_stopped_write_leaves_the_old_shard(tmp_path: Path) -> None:
    shard = KeyedVectors(tmp_path, "town", ENCODER)
    shard.bring(["k1"], vectors_of)

    def stopped(keys: Sequence[str]) -> list[Vector]:
        raise EnvironmentFault("the encoder is gone", "Start it.")

    with pytest.raises(EnvironmentFault, match="is gone"):
        shard.bring(TEXTS, stopped)
    assert shard.scores(ENCODER.encode(["quay"])[0], TEXTS).keys() == {"k1"}


def test_another_encoder_has_another_shard(tmp_path: Path) -> None:
    class Other(LexicalEncoder):
        @property
        def key(self) -> str:
            return "0123456789abcdef"

    KeyedVectors(tmp_path, "town", ENCODER).bring(TEXTS, vectors_of)
    other = KeyedVectors(tmp_path, "town", Other())
    assert other.scores(ENCODER.encode(["quay"])[0], TEXTS) == {}
    assert other.bring(["k1"], vectors_of) == 1


def test_forgetting_removes_the_files_and_bad_names_are_refused(tmp_path: Path) -> None:
    shard = KeyedVectors(tmp_path, "town", ENCODER)
    shard.bring(TEXTS, vectors_of)
    shard.forget()
    assert not list(tmp_path.rglob("*.dat"))
    with pytest.raises(CorpusError):
        KeyedVectors(tmp_path, "../town", ENCODER)
