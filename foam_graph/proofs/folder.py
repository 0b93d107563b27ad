"""The folder of a log on its host: its key, its checkpoints and the hashes of its leaves, all apart from the database.

Whoever changes the database without this folder is found; whoever changes both is found only by an anchor outside.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from foam_graph.errors import EnvironmentFault, VerifyError
from foam_graph.proofs.merkle import HASH_SIZE
from foam_graph.proofs.note import VerifierKey
from foam_graph.proofs.note_file import NoteFile

_PRIVATE, _PUBLIC, _NOTES, _LEAVES = "key", "key.pub", "checkpoints", "leaves"
_READ = 4096


class LogFolder:
    """One log's files.

    Args:
        path: The folder; made when something is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def private_key(self) -> tuple[str, Ed25519PrivateKey]:
        """Name and private key, made at the first call: mode 0600, from the system's randomness.

        Raises:
            EnvironmentFault: The file is no key, or cannot be read or written.
        """
        file = self.path / _PRIVATE
        try:
            if not file.exists():
                self._make_key(file)
            name, _, text = file.read_text(encoding="ascii").strip().partition(" ")
            key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text))
            if not (self.path / _PUBLIC).exists():
                # The last start was cut off between the two files.
                self._publish(name, key)
            return name, key
        except (OSError, ValueError) as fault:
            raise EnvironmentFault(
                f"the signing key {file} cannot be used: {fault}",
                "Restore it from a backup. A new key would leave all earlier checkpoints without their signer.",
            ) from None

    def _make_key(self, file: Path) -> None:
        if self.notes():
            raise ValueError("it is gone, but checkpoints that it signed are here")
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        key, name = Ed25519PrivateKey.generate(), f"foam-graph/{secrets.token_hex(4)}"
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as opened:
            opened.write(f"{name} {key.private_bytes_raw().hex()}\n")
            opened.flush()
            os.fsync(handle)
        self._publish(name, key)

    def _publish(self, name: str, key: Ed25519PrivateKey) -> None:
        public = VerifierKey(name, key.public_key().public_bytes_raw())
        (self.path / _PUBLIC).write_text(f"{public}\n", encoding="ascii")

    def verifier_key(self) -> VerifierKey | None:
        """The public key; None where no checkpoint was ever made here.

        Raises:
            VerifyError: The file holds no key.
        """
        file = self.path / _PUBLIC
        return VerifierKey.parse(file.read_text(encoding="utf-8")) if file.exists() else None

    def notes(self) -> list[str]:
        """The checkpoints kept here, in the order in which they were made."""
        return NoteFile(self.path / _NOTES).notes()

    def leaves(self) -> Iterator[bytes]:
        """The leaf hashes kept here, in order.

        Raises:
            VerifyError: The file ends within a hash.
        """
        file = self.path / _LEAVES
        if not file.exists():
            return
        with file.open("rb") as opened:
            while block := opened.read(HASH_SIZE * _READ):
                if len(block) % HASH_SIZE:
                    raise VerifyError(f"{file} ends within a hash", "Restore it, or delete it: it is made anew.")
                yield from (block[at : at + HASH_SIZE] for at in range(0, len(block), HASH_SIZE))

    def append(self, note: str, leaves: Iterable[bytes], size: int) -> None:
        """Adds a checkpoint and its new leaves; what a crash left behind of another, not whole, is dropped.

        Args:
            note: The signed note.
            leaves: Hashes of the leaves that it adds.
            size: Leaves before it.
        """
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.path / _LEAVES).open("ab") as opened:
            opened.truncate(size * HASH_SIZE)
            opened.seek(0, os.SEEK_END)
            opened.writelines(leaves)
            opened.flush()
            os.fsync(opened.fileno())
        NoteFile(self.path / _NOTES).add(note)

    def leaf_count(self) -> int:
        """How many leaf hashes are kept here."""
        file = self.path / _LEAVES
        return file.stat().st_size // HASH_SIZE if file.exists() else 0
