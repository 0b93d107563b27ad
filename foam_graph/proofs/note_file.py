"""A file of signed notes, one after another, to which notes are only added."""

from __future__ import annotations

import os
from pathlib import Path

from foam_graph.proofs.note import split


class NoteFile:
    """A file of signed notes; what was cut off while it was written is no note, and spoils none.

    Args:
        path: The file; made when a note is added.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def notes(self) -> list[str]:
        """The notes, in the order in which they were added.

        Raises:
            OSError: The file cannot be read.
        """
        return split(self._whole().decode("utf-8", "replace"))

    def add(self, note: str) -> None:
        """Adds a note and forces it to disk; what a crash or a full disk left behind of another is dropped.

        Raises:
            OSError: The file cannot be written.
        """
        whole = len(self._whole())
        with self._path.open("ab") as opened:
            opened.truncate(whole)
            opened.seek(0, os.SEEK_END)
            opened.write(f"{note}\n".encode())
            opened.flush()
            os.fsync(opened.fileno())

    def _whole(self) -> bytes:
        """The file up to the end of its last whole note."""
        parts = self._path.read_bytes().split(b"\n\n") if self._path.exists() else []
        # Text and signatures of each, and what follows on the last.
        whole = parts[: (len(parts) - 1) // 2 * 2] if parts else []
        return b"".join(part + b"\n\n" for part in whole)
