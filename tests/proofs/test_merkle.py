"""Merkle trees against the published vectors, a naive tree, and every other root, size and index."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.proofs.merkle import (
    EMPTY_ROOT,
    Peaks,
    consistency_proof,
    consistent,
    includes,
    inclusion_proofs,
    leaf_hash,
    node_hash,
    root_of,
    subtree_consistent,
    valid_subtree,
)
from tests.support.shared_data import SHARED, needs

VECTORS = SHARED / "data" / "rfc6962" / "testdata"
LEAVES = [leaf_hash(bytes([n])) for n in range(70)]


def vectors(kind: str) -> list[Any]:
    if not VECTORS.is_dir():
        return [pytest.param({}, marks=needs(VECTORS), id="none")]
    found = sorted((VECTORS / kind).rglob("*.json"))
    return [pytest.param(json.loads(path.read_text()), id=path.relative_to(VECTORS).as_posix()) for path in found]


def raw(text: str | None) -> bytes:
    return base64.b64decode(text or "")


def proof(case: dict[str, Any]) -> list[bytes]:
    return [raw(step) for step in case["proof"] or ()]


@pytest.mark.parametrize("case", vectors("inclusion"))
def test_inclusion_vectors(case: dict[str, Any]) -> None:
    held = includes(raw(case["root"]), case["treeSize"], case["leafIdx"], raw(case["leafHash"]), proof(case))
    assert held is not case["wantErr"]


@pytest.mark.parametrize("case", vectors("consistency"))
def test_consistency_vectors(case: dict[str, Any]) -> None:
    old, size = case["size1"], case["size2"]
    held = consistent(raw(case["root1"]), old, raw(case["root2"]), size, proof(case))
    assert held is not case["wantErr"]


@pytest.mark.parametrize("case", vectors("subtreeinclusion"))
def test_subtree_inclusion_vectors(case: dict[str, Any]) -> None:
    start, end = case["start"], case["end"]
    held = valid_subtree(start, end) and includes(
        raw(case["root"]), end - start, case["leafIdx"] - start, raw(case["leafHash"]), proof(case)
    )
    assert held is not case["wantErr"]


@pytest.mark.parametrize("case", vectors("subtreeconsistency"))
def test_subtree_consistency_vectors(case: dict[str, Any]) -> None:
    held = subtree_consistent(
        raw(case["root1"]), case["start"], case["end"], raw(case["root2"]), case["size"], proof(case)
    )
    assert held is not case["wantErr"]


@needs(VECTORS)
def test_all_vectors_are_there() -> None:
    counts = [len(vectors(kind)) for kind in ("inclusion", "consistency", "subtreeinclusion", "subtreeconsistency")]
    assert counts == [98, 98, 204, 118]


def naive(leaves: list[bytes]) -> bytes:
    """The tree hash as RFC 6962, 2.1 defines it."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY_ROOT
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return node_hash(naive(leaves[:split]), naive(leaves[split:]))


@given(st.integers(0, 70))
def test_the_root_is_that_of_the_definition(size: int) -> None:
    assert root_of(LEAVES[:size]) == naive(LEAVES[:size])


@given(st.integers(0, 60), st.integers(0, 10))
def test_a_tree_goes_on_from_its_peaks(size: int, more: int) -> None:
    peaks = Peaks()
    for leaf in LEAVES[:size]:
        peaks.add(leaf)
    again = Peaks(peaks.size, peaks.hashes)
    for leaf in LEAVES[size : size + more]:
        again.add(leaf)
    assert again.root() == naive(LEAVES[: size + more])


def test_peaks_that_do_not_fit_the_size_are_refused() -> None:
    with pytest.raises(ValueError, match="has 2 peaks"):
        Peaks(3, [LEAVES[0]])


@given(st.data())
@settings(max_examples=200)
def test_a_leaf_is_included_at_its_place_and_at_no_other(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 40))
    index = data.draw(st.integers(0, size - 1))
    path, root = inclusion_proofs(LEAVES[:size], [index])[index], naive(LEAVES[:size])
    assert includes(root, size, index, LEAVES[index], path)
    other = data.draw(st.integers(0, size - 1).filter(lambda n: n != index)) if size > 1 else size
    assert not includes(root, size, other, LEAVES[index], path)
    assert not includes(root, size, index, LEAVES[index + 1], path)
    assert not includes(root, size, index, LEAVES[index], [*path, LEAVES[0]])
    assert not path or not includes(root, size, index, LEAVES[index], path[:-1])


@given(st.data())
@settings(max_examples=200)
def test_a_beginning_is_consistent_and_nothing_else_is(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 40))
    old = data.draw(st.integers(1, size))
    path, older, newer = consistency_proof(LEAVES, old, size), naive(LEAVES[:old]), naive(LEAVES[:size])
    assert consistent(older, old, newer, size, path)
    forged = naive([*LEAVES[: old - 1], leaf_hash(b"another")])
    assert not consistent(forged, old, newer, size, path)
    assert not consistent(older, old, newer, size, [*path, LEAVES[0]])
    assert not path or not consistent(older, old, newer, size, path[:-1])


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_proofs_of_what_is_not_there_are_refused(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no leaf"):
        inclusion_proofs(LEAVES[:size], [index])
    with pytest.raises(ValueError, match="no trees"):
        consistency_proof(LEAVES, index, min(size, 2) if index >= 0 else size)
