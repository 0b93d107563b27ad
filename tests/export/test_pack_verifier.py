"""The standalone verifier agrees with the libraries that made what it checks."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.export.pack_verifier import (
    JOURNAL,
    Faults,
    Pack,
    canonical,
    ed25519,
    note_text,
    parse,
    parse_key,
    root_of,
)
from foam_graph.model.canonical import canonical as reference
from foam_graph.proofs.merkle import inclusion_proofs, leaf_hash
from foam_graph.proofs.merkle import root_of as tree_root
from foam_graph.proofs.note import VerifierKey, sign_text

KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(1, 4)]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcdeXYZ_", max_size=6), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(st.sampled_from(KEYS), st.binary(max_size=200), st.data())
@settings(max_examples=30)
def test_signatures_are_judged_as_the_library_judges_them(
    key: Ed25519PrivateKey, message: bytes, data: st.DataObject
) -> None:
    public, signature = key.public_key().public_bytes_raw(), key.sign(message)
    assert ed25519(public, message, signature)
    assert not ed25519(public, message + b"x", signature)
    place = data.draw(st.integers(0, 63))
    broken = bytearray(signature)
    broken[place] ^= 1 << data.draw(st.integers(0, 7))
    assert not ed25519(public, message, bytes(broken))
    assert not ed25519(KEYS[0].public_key().public_bytes_raw(), message, KEYS[1].sign(message))


def test_a_signature_that_was_stretched_is_refused() -> None:
    signature = KEYS[0].sign(b"text")
    order = 2**252 + 27742317777372353535851937790883648493
    more = (int.from_bytes(signature[32:], "little") + order).to_bytes(32, "little")
    public = KEYS[0].public_key().public_bytes_raw()
    assert not ed25519(public, b"text", signature[:32] + more)
    assert not ed25519(public, b"text", signature[:63])
    assert not ed25519(b"\xff" * 32, b"text", signature)


@given(JSON)
def test_canonical_json_stays_what_it_is(value: object) -> None:
    written = reference(value).decode("utf-8")
    assert canonical(parse(written)) == written


@given(st.integers(1, 60).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1))))
def test_a_path_leads_from_its_leaf_to_the_root_and_from_no_other(of: tuple[int, int]) -> None:
    size, index = of
    leaves = [leaf_hash(str(n).encode()) for n in range(size)]
    path, root = inclusion_proofs(leaves, [index])[index], tree_root(leaves)
    assert root_of(leaves[index], index, size, path) == root
    assert size == 1 or root_of(leaves[index], (index + 1) % size, size, path) != root
    assert root_of(leaf_hash(b"other"), index, size, path) != root
    assert root_of(leaves[index], index, size, [*path, leaves[0]]) != root
    assert root_of(leaves[index], size, size, path) is None


def test_a_note_is_opened_by_its_key_only() -> None:
    key = VerifierKey("foam-graph/one", KEYS[0].public_key().public_bytes_raw())
    note = sign_text("foam-graph/one\n12\nrest\n", "foam-graph/one", KEYS[0])
    assert note_text(note, str(key))[1] == "12"
    assert parse_key(str(key))[2] == key.public
    other = VerifierKey("foam-graph/one", KEYS[1].public_key().public_bytes_raw())
    for wrong_note, wrong_key in ((note, other), (note.replace("12", "13"), key), (note.replace("—", "-"), key)):
        with pytest.raises(ValueError, match="not signed"):
            note_text(wrong_note, str(wrong_key))
    with pytest.raises(ValueError, match="hash"):
        parse_key(str(key).replace(key.hash.hex(), hashlib.sha256(b"").hexdigest()[:8]))


def test_only_a_line_feed_ends_a_line_of_the_journal() -> None:
    faults = Faults()
    lines = '{"a":"one\u2028text, and\x85more"}\n{"a":"another"}\n'
    Pack({JOURNAL: lines.encode()}, "", faults).check()
    found = [one["where"] for one in faults.found if one["part"] == JOURNAL and one["where"]]
    assert found == ["line 1", "line 2"]


def test_a_record_that_cannot_be_followed_is_a_fault_and_ends_nothing() -> None:
    faults = Faults()
    pack = Pack({}, "", faults)
    pack.nodes = {"r": {"id": "r", "kind": "EvidenceRecord", "fields": {}}}
    pack.out_of = {("r", "QUOTES"): [{"end": "s", "fields": {}}]}
    pack.check()
    assert [one["detail"] for one in faults.found if one["where"] == "r"] == [
        "cannot be followed to its sentences: KeyError: 'position'"
    ]
