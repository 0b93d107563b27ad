"""The RDFC-1.0 hash of a graph without blank nodes: SHA-256 of its canonical N-Quads lines, sorted, each once.

RDFC-1.0 only has to name blank nodes; without them the canonical form is the sorted set of the lines. They are sorted
piece by piece in files, so that memory stays as it is however large the graph.
"""

from __future__ import annotations

import hashlib
import heapq
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from typing import IO

MOST_QUADS = 5_000_000
"""Larger graphs get no hash: sorting them takes longer than writing them."""
PIECE = 8 * 2**20
"""Characters that are sorted in memory."""


class GraphDigest:
    """Takes canonical N-Quads lines in any order.

    Args:
        most: Quads at most.
        piece: Characters that are sorted in memory.
    """

    def __init__(self, most: int = MOST_QUADS, piece: int = PIECE) -> None:
        self._most = most
        self._piece = piece
        self._texts: list[str] = []
        self._size = 0
        self._files: list[IO[bytes]] = []
        self._stack = ExitStack()
        self.quads = 0

    def __enter__(self) -> GraphDigest:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def add(self, lines: str) -> None:
        """Adds lines, each with its line end."""
        self._texts.append(lines)
        self._size += len(lines)
        if self._size >= self._piece:
            self._spill()

    def _sorted(self) -> list[bytes]:
        lines = "".join(self._texts).encode().splitlines(keepends=True)
        self._texts, self._size = [], 0
        self.quads += len(lines)
        lines.sort()
        return lines

    def _spill(self) -> None:
        lines = self._sorted()
        if self.quads > self._most:
            return
        file = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        file.writelines(lines)
        self._files.append(file)

    def value(self) -> str | None:
        """The hash, hex; None where there were too many quads. Ends the adding."""
        rest = self._sorted()
        if self.quads > self._most:
            return None
        for file in self._files:
            file.seek(0)
        whole = hashlib.sha256()
        last = b""
        merged: Iterable[bytes] = heapq.merge(*self._files, rest) if self._files else rest
        for line in merged:
            if line != last:
                whole.update(line)
                last = line
        return whole.hexdigest()
