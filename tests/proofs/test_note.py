"""Signed checkpoints: what was signed opens, anything else does not."""

from __future__ import annotations

import base64
import string
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import VerifyError
from foam_graph.exchange.packs.pack_verifier import note_text
from foam_graph.proofs.folder import LogFolder
from foam_graph.proofs.merkle import leaf_hash
from foam_graph.proofs.note import Checkpoint, VerifierKey, opened, sign, split

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
VERIFIER = VerifierKey("log.example/a", KEY.public_key().public_bytes_raw())
CHECKPOINT = Checkpoint("log.example/a", 1204, leaf_hash(b"x"), "2026-06-01T12:00:00Z")
NOTE = sign(CHECKPOINT, KEY)
BASE64 = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"


def test_a_note_has_the_published_form() -> None:
    lines = NOTE.split("\n")
    assert lines[:4] == [
        "log.example/a",
        "1204",
        base64.b64encode(leaf_hash(b"x")).decode(),
        "time 2026-06-01T12:00:00Z",
    ]
    assert (lines[4], lines[6:]) == ("", [""])
    assert lines[5].startswith("— log.example/a ")


def test_the_key_of_the_published_example_is_read() -> None:
    # golang.org/x/mod/sumdb/note, package documentation.
    text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    key = VerifierKey.parse(text)
    assert (key.name, str(key)) == ("PeterNeumann", text)
    message = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    signature = base64.b64decode(
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    )
    assert signature[:4] == key.hash
    assert key.verifies(message.encode(), signature[4:])


def test_what_was_signed_opens() -> None:
    assert opened(NOTE, VERIFIER) == CHECKPOINT


@given(st.integers(0, len(NOTE) - 1), st.characters(codec="utf-8"))
def test_any_changed_character_is_found(place: int, new: str) -> None:
    changed = NOTE[:place] + new + NOTE[place + 1 :]
    if changed != NOTE:
        with pytest.raises(VerifyError):
            opened(changed, VERIFIER)


def test_a_signature_has_one_form_only() -> None:
    # The two bits beside the last byte carry nothing: three other letters decode to the same signature.
    place = NOTE.rindex("=") - 1
    value = BASE64.index(NOTE[place])
    others = [BASE64[value ^ bits] for bits in (1, 2, 3)]
    changed = [NOTE[:place] + other + NOTE[place + 1 :] for other in others]
    for note in changed:
        line = note.splitlines()[-1].split(" ")[2]
        assert base64.b64decode(line, validate=True) == base64.b64decode(NOTE.splitlines()[-1].split(" ")[2])
        with pytest.raises(VerifyError):
            opened(note, VERIFIER)


@pytest.mark.parametrize("cut", range(1, len(NOTE), 7))
def test_a_cut_note_is_refused(cut: int) -> None:
    with pytest.raises(VerifyError):
        opened(NOTE[:-cut], VERIFIER)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\x85", "\n\n", "\n ", " \n", "\n— x"])
def test_a_note_ends_in_one_way_only(end: str) -> None:
    with pytest.raises(VerifyError):
        opened(NOTE[:-1] + end, VERIFIER)
    with pytest.raises(ValueError, match="not signed"):
        note_text(NOTE[:-1] + end, str(VERIFIER))


def test_another_key_of_the_same_name_is_refused() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    with pytest.raises(VerifyError, match="not signed by"):
        opened(sign(CHECKPOINT, other), VERIFIER)


def test_signatures_of_witnesses_may_stand_beside() -> None:
    witness = sign(CHECKPOINT, Ed25519PrivateKey.from_private_bytes(bytes(32))).split("\n")[5].replace("log", "witness")
    assert opened(f"{NOTE}{witness}\n", VERIFIER) == CHECKPOINT


@pytest.mark.parametrize(
    "text",
    ["", "x", "a+b+c", "a b+00000000+AAAA", str(VERIFIER)[:-4], str(VERIFIER).replace("+", "+0", 1), "n+" + "+" * 9],
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(VerifyError, match="no verifier key"):
        VerifierKey.parse(text)


@pytest.mark.parametrize("cut", range(1, len(NOTE.encode()) + 1, 5))
def test_a_note_that_was_cut_off_while_it_was_written_is_dropped(tmp_path: Path, cut: int) -> None:
    folder, file = LogFolder(tmp_path), tmp_path / "checkpoints"
    folder.append(NOTE, [leaf_hash(b"x")], 0)
    folder.append(NOTE, [leaf_hash(b"y")], 1)
    file.write_bytes(file.read_bytes()[:-cut])
    assert folder.notes() == [NOTE]
    folder.append(NOTE, [leaf_hash(b"y")], 1)
    assert folder.notes() == [NOTE, NOTE]


@given(st.integers(0, 5))
def test_notes_in_one_file_come_apart(count: int) -> None:
    notes = [sign(Checkpoint("o", n, leaf_hash(b"y"), "2026-01-01T00:00:00Z"), KEY) for n in range(count)]
    assert split("".join(f"{note}\n" for note in notes)) == notes
