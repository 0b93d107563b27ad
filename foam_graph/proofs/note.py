"""Signed notes and checkpoints (C2SP signed-note and tlog-checkpoint; golang.org/x/mod/sumdb/note), Ed25519 (RFC 8032).

A checkpoint states the size and root of the tree over all chains::

    foam-graph/3f9c0a51
    1204
    pAp9QmVn0c8h2m3y0x9r4Yp0cJ3vJ0a4oWJ6nX0bq8M=
    time 2026-06-01T12:00:00Z

    — foam-graph/3f9c0a51 lB8x4vQ…
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from foam_graph.advice import Action, NextStep
from foam_graph.errors import VerifyError
from foam_graph.proofs.merkle import HASH_SIZE

_ED25519 = b"\x01"
_NAME = re.compile(r"[^\s+]{1,100}")
_SIGNATURE = re.compile("— ([^\\s+]+) ([A-Za-z0-9+/=]+)")
_TIME = re.compile(r"time (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)")
_SIZE = re.compile(r"0|[1-9]\d{0,17}")


@dataclass(frozen=True)
class VerifierKey:
    """A public key with its name, in the form ``name+hash+key`` of the note format.

    Attributes:
        name: Whose key it is; also the origin of the checkpoints that it signs.
        public: The 32 bytes of the key.
    """

    name: str
    public: bytes

    @property
    def hash(self) -> bytes:
        """The four bytes by which a signature names its key."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.hash.hex()}+{base64.b64encode(_ED25519 + self.public).decode()}"

    @classmethod
    def parse(cls, text: str) -> VerifierKey:
        """Reads ``name+hash+key``.

        Raises:
            VerifyError: It is no such key, or its hash is not that of the key.
        """
        parts = text.strip().split("+", 2)
        fault = VerifyError(
            f"{text[:120]!r} is no verifier key", NextStep(Action.CHECKPOINT, "Give the key that is printed by")
        )
        if len(parts) != 3 or not _NAME.fullmatch(parts[0]):
            raise fault
        try:
            data = decoded(parts[2])
        except ValueError:
            raise fault from None
        key = cls(parts[0], data[1:])
        if data[:1] != _ED25519 or len(key.public) != 32 or parts[1] != key.hash.hex():
            raise fault
        return key

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Whether a signature is this key's over a message."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class Checkpoint:
    """What a checkpoint states.

    Attributes:
        origin: Name of the log.
        size: Leaves of the tree.
        root: Its root, 32 bytes.
        time: When it was made, UTC, ISO 8601.
    """

    origin: str
    size: int
    root: bytes
    time: str

    def text(self) -> str:
        """The signed text, its last line end included."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\ntime {self.time}\n"


def decoded(text: str) -> bytes:
    """The bytes of a text in base64, which has one form for each value (RFC 4648, sections 3.5 and 4).

    Args:
        text: ASCII letters and padding.

    Raises:
        ValueError: It is no base64, or bits that carry nothing are set, so that two texts would mean the same.
    """
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data) != text.encode():
        raise ValueError(f"{text[:80]!r} is base64 with bits set in its padding")
    return data


def sign(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> str:
    """The checkpoint as a signed note.

    Args:
        checkpoint: Its origin is the name of the key.
        key: The private key.
    """
    return sign_text(checkpoint.text(), checkpoint.origin, key)


def sign_text(text: str, name: str, key: Ed25519PrivateKey) -> str:
    """A text as a signed note.

    Args:
        text: Lines, the last line end included.
        name: Name of the key.
        key: The private key.
    """
    verifier = VerifierKey(name, key.public_key().public_bytes_raw())
    signed = base64.b64encode(verifier.hash + key.sign(text.encode())).decode()
    return f"{text}\n— {verifier.name} {signed}\n"


def opened(note: str, key: VerifierKey) -> Checkpoint:
    """The checkpoint of a note that a key has signed.

    Args:
        note: The whole note. Signatures of other keys, e.g. of witnesses, may stand beside.
        key: The key that is trusted.

    Raises:
        VerifyError: It is no checkpoint, or the key has not signed it.
    """
    text, found, signatures = note.rpartition("\n\n")
    text += "\n"
    if not found or not signatures.endswith("\n"):
        raise VerifyError("a checkpoint has no whole signature", "Give the whole signed note.")
    checkpoint = _stated(text)
    # Only a line feed ends a line (C2SP signed-note): no other note says the same.
    for line in signatures[:-1].split("\n"):
        match = _SIGNATURE.fullmatch(line)
        if match is None:
            raise VerifyError(
                f"a checkpoint has the line {line[:80]!r} among its signatures", "Give the note as it was."
            )
        if match[1] == key.name and _by(key, match[2], text):
            return checkpoint
    raise VerifyError(
        f"the checkpoint of size {checkpoint.size} is not signed by {key.name} ({key.hash.hex()})",
        "Compare the key with the one that was published; a replaced key signs nothing that was signed before.",
    )


def _by(key: VerifierKey, encoded: str, text: str) -> bool:
    try:
        data = decoded(encoded)
    except ValueError:
        return False
    return data[:4] == key.hash and key.verifies(text.encode(), data[4:])


def _stated(text: str) -> Checkpoint:
    lines = text.split("\n")
    fault = VerifyError(f"{text[:80]!r} is no checkpoint", "Give a note of origin, size, root, time and signature.")
    if len(lines) < 5 or not _NAME.fullmatch(lines[0]) or not _SIZE.fullmatch(lines[1]):
        raise fault
    try:
        root = decoded(lines[2])
    except ValueError:
        raise fault from None
    time = _TIME.fullmatch(lines[3])
    if len(root) != HASH_SIZE or time is None:
        raise fault
    return Checkpoint(lines[0], int(lines[1]), root, time[1])


def split(notes: str) -> list[str]:
    """The notes of a file that holds several, one after another, with an empty line between them."""
    parts = notes.split("\n\n")
    return [
        f"{text.lstrip(chr(10))}\n\n{signed.strip(chr(10))}\n"
        for text, signed in zip(parts[::2], parts[1::2], strict=False)
    ]
