"""The standalone verifier agrees with the libraries that made what it checks."""

from __future__ import annotations

import hashlib
import json
import string
from pathlib import Path
from zipfile import ZipFile

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.exchange.packs.pack import packed
from foam_graph.exchange.packs.pack_verifier import (
    CHECKPOINT,
    GENESIS,
    HASHES,
    JOURNAL,
    KEY,
    OUTSIDE,
    PROOFS,
    Faults,
    Pack,
    canonical,
    ed25519,
    leaf,
    main,
    note_text,
    parse,
    parse_key,
    root_of,
    verify,
)
from foam_graph.model.canonical import canonical as reference
from foam_graph.proofs.merkle import EMPTY_ROOT, inclusion_proofs, leaf_hash
from foam_graph.proofs.merkle import root_of as tree_root
from foam_graph.proofs.note import Checkpoint, VerifierKey, sign, sign_text

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


def test_a_signature_has_one_form_only() -> None:
    key = VerifierKey("foam-graph/one", KEYS[0].public_key().public_bytes_raw())
    note = sign_text("foam-graph/one\n12\nrest\n", "foam-graph/one", KEYS[0])
    place = note.rindex("=") - 1
    # The letter before the padding carries four bits; the two others mean nothing.
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    changed = note[:place] + letters[letters.index(note[place]) ^ 1] + note[place + 1 :]
    with pytest.raises(ValueError, match="padding"):
        note_text(changed, str(key))


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


def key_text() -> str:
    return str(VerifierKey("foam-graph/one", KEYS[0].public_key().public_bytes_raw()))


def forged(path: Path, opening: bool = True, **more: bytes) -> Path:
    """A pack that agrees with its own key: one activity, or none, and further members."""
    name = "foam-graph/one"
    line = event_of("run-0", "Opened.", seq=0)
    root = leaf(parse(line)) if opening else EMPTY_ROOT
    checkpoint = sign(Checkpoint(name, int(opening), root, "2026-01-01T00:00:00Z"), KEYS[0])
    members = {KEY: key_text().encode(), CHECKPOINT: checkpoint.encode(), HASHES: b"[]", OUTSIDE: b""}
    proof = b'{"activity":"run-0","index":0,"path":[]}\n'
    members |= {PROOFS: proof, JOURNAL: f"{line}\n".encode()} if opening else {PROOFS: b"", JOURNAL: b""}
    members |= more
    path.write_bytes(packed(members, "r1", lambda text: sign_text(f"{name}\n{text}", name, KEYS[0])))
    return path


def test_a_pack_without_an_activity_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = forged(tmp_path / "empty.zip", opening=False)
    found = verify(empty)
    assert not found["ok"]
    assert [(one["part"], one["detail"]) for one in found["faults"]] == [(JOURNAL, "holds no activity")]
    assert main([str(empty)]) == 1
    assert "does NOT hold" in capsys.readouterr().out
    # Nor does one whose only activities are those of other chains.
    elsewhere = f"{event_of('run-0', 'Opened.', seq=0)}\n".encode()
    assert not verify(forged(tmp_path / "other.zip", **{JOURNAL: b"", OUTSIDE: elsewhere}))["ok"]
    assert verify(forged(tmp_path / "whole.zip"))["ok"]


@pytest.mark.parametrize(
    "name", ["../x", "/etc/x", "a/../../x", "C:\\x", "C:x", "a\\..\\x", "a//x", "./x", "x/", "", "x\ny", "x\0y"]
)
def test_a_member_that_could_be_unpacked_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    assert verify(forged(tmp_path / "good.zip", **{"documents/d1 (2).md": b"x"}))["ok"]
    found = verify(forged(tmp_path / "bad.zip", **{name: b"x"}))
    assert [one["detail"] for one in found["faults"]] == ["is no plain name of a file below the pack's folder"]


def test_what_a_forged_pack_says_can_always_be_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = b'{"activity":"\\ud800\\u001b[2Jeverything holds\\n","index":0,"path":[]}\n'
    pack = str(forged(tmp_path / "pack.zip", **{PROOFS: line}))
    assert main([pack]) == 1
    said = capsys.readouterr().out
    assert "\\ud800\\x1b[2J" in said
    assert "\x1b" not in said
    assert main([pack, "--json"]) == 1
    assert json.loads(capsys.readouterr().out.encode("utf-8"))["ok"] is False


@pytest.mark.parametrize("option", ["--key", "--claim"])
def test_an_option_that_a_script_left_empty_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    pack = str(forged(tmp_path / "pack.zip"))
    assert main([pack]) == 0
    with pytest.raises(SystemExit, match="2"):
        main([pack, option, " "])
    assert f"{option}: is empty" in capsys.readouterr().err


def test_members_that_together_are_too_large_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = forged(tmp_path / "pack.zip", a=b"0" * 60_000, b=b"0" * 60_000)
    assert verify(pack)["ok"]
    monkeypatch.setattr("foam_graph.exchange.packs.pack_verifier._MOST", 100_000)
    assert "makes it more than 100000 bytes" in {one["detail"] for one in verify(pack)["faults"]}
    monkeypatch.setattr("foam_graph.exchange.packs.pack_verifier._MOST", 100)
    assert "has more than 100 bytes" in {one["detail"] for one in verify(pack)["faults"]}
    with ZipFile(pack) as archive:
        archive.extractall(tmp_path / "unpacked")
    assert "has more than 100 bytes" in {one["detail"] for one in verify(tmp_path / "unpacked")["faults"]}


@pytest.mark.parametrize("text", [b"{}", b'""', b"0", b"[[]]", b"[", b"null"])
def test_hashes_of_documents_that_are_no_list_of_rows_are_a_fault(tmp_path: Path, text: bytes) -> None:
    assert [one["part"] for one in verify(forged(tmp_path / "pack.zip", **{HASHES: text}))["faults"]] == ["the pack"]


def test_an_activity_cannot_hide_behind_the_proof_of_another() -> None:
    faults = Faults()
    event = event_of("run-1", "Proven.")
    Pack({OUTSIDE: f"{event_of('run-1', 'Slipped in.')}\n{event}\n".encode()}, "", faults).check()
    assert {one["where"] for one in faults.found if one["detail"] == "is there twice"} == {
        "line 2, run-1",
        "line 2, run-1-1",
    }


def event_of(id_: str, text: str, seq: int = 1) -> str:
    """A line of a journal that holds in itself."""
    node = {"fields": {"text": text}, "id": f"{id_}-1", "kind": "Claim", "ord": 1}
    own = {"kind": "AgentTurn"}
    body = hashlib.sha256(hashlib.sha256(reference(node)).digest()).hexdigest()
    header = {**own, "edges": 0, "id": id_, "nodes": 1, "at": "", "run": "run", "seq": seq}
    whole = hashlib.sha256(reference({"activity": header, "body": body, "prev": GENESIS})).hexdigest()
    line = {
        "activity": own, "artifact_ids": [node["id"]], "at": "", "body_hash": body, "edges": [], "event_id": id_,
        "event_type": "AgentTurn", "hash": whole, "nodes": [node], "parent_ids": [], "prev_hash": GENESIS,
        "run": "run", "seq": seq, "stance_id": "",
    }  # fmt: skip
    return reference(line).decode("utf-8")
