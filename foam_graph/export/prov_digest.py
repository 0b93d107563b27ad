"""Lines sorted in files; the RDFC-1.0 hash of a graph without blank nodes is SHA-256 of its sorted N-Quads lines.

RDFC-1.0 only has to name blank nodes; without them the canonical form is the sorted set of the lines. They are sorted
piece by piece in files, so that memory stays as it is however large the graph.
"""

from __future__ import annotations

import hashlib
import heapq
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import IO, Self

MOST_QUADS = 5_000_000
"""Larger graphs get no hash: sorting them takes longer than writing them."""
PIECE = 8 * 2**20
"""Characters that are sorted in memory."""


class SortedLines:
    """Takes lines in any order and gives them sorted, each once.

    Args:
        piece: Characters that are sorted in memory.
    """

    def __init__(self, piece: int = PIECE) -> None:
        self._piece = piece
        self._texts: list[str] = []
        self._size = 0
        self._files: list[IO[bytes]] = []
        self._stack = ExitStack()
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def add(self, lines: str) -> None:
        """Adds lines, each with its line end."""
        self._texts.append(lines)
        self._size += len(lines)
        if self._size >= self._piece:
            self._spill()

    def __iter__(self) -> Iterator[bytes]:
        """The lines. Ends the adding."""
        rest = self._sorted()
        for file in self._files:
            file.seek(0)
        last = b""
        merged: Iterable[bytes] = heapq.merge(*self._files, rest) if self._files else rest
        for line in merged:
            if line != last:
                yield line
                last = line

    def _sorted(self) -> list[bytes]:
        lines = "".join(self._texts).encode().splitlines(keepends=True)
        self._texts, self._size = [], 0
        self.count += len(lines)
        lines.sort()
        return lines

    def _spill(self) -> None:
        self._keep(self._sorted())

    def _keep(self, lines: Iterable[bytes]) -> None:
        file = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        file.writelines(lines)
        self._files.append(file)


class GraphDigest(SortedLines):
    """Takes canonical N-Quads lines in any order.

    Args:
        most: Quads at most.
        piece: Characters that are sorted in memory.
    """

    def __init__(self, most: int = MOST_QUADS, piece: int = PIECE) -> None:
        super().__init__(piece)
        self._most = most

    @property
    def quads(self) -> int:
        """How many were added."""
        return self.count

    def _spill(self) -> None:
        lines = self._sorted()
        if self.count <= self._most:
            self._keep(lines)

    def value(self) -> str | None:
        """The hash, hex; None where there were too many quads. Ends the adding."""
        if self.count + sum(text.count("\n") for text in self._texts) > self._most:
            return None
        whole = hashlib.sha256()
        for line in self:
            whole.update(line)
        return whole.hexdigest()
