"""Lines sorted in files; the RDFC-1.0 hash of a graph without blank nodes is SHA-256 of its sorted N-Quads lines.

RDFC-1.0 only has to name blank nodes; without them the canonical form is the sorted set of the lines. They are sorted
piece by piece in files, so that memory stays as it is however large the graph.
"""

from __future__ import annotations

import hashlib
import io
import tempfile
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from typing import IO, Self

MOST_QUADS = 20_000_000
"""Larger graphs get no hash: their sorted pieces would be more files than a process may have open."""
PIECE = 8 * 2**20
"""Characters that are sorted in memory."""
_READ = 2**16
"""Bytes that are read of each sorted piece at once."""


class _Run:
    """Sorted lines of one file, read a piece at a time.

    Args:
        file: The file.
        lines: Those that are in memory already.
    """

    def __init__(self, file: IO[bytes], lines: list[bytes] | None = None) -> None:
        self.lines = lines or []
        self._file = file
        file.seek(0)

    def read(self) -> list[bytes]:
        """The next lines; none at the end."""
        self.lines = self._file.readlines(_READ)
        return self.lines

    def upto(self, bound: bytes) -> list[bytes]:
        """Takes the lines up to one."""
        end = bisect_right(self.lines, bound)
        found, self.lines = self.lines[:end], self.lines[end:]
        return found


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
        return chain.from_iterable(self.blocks())

    def blocks(self) -> Iterator[list[bytes]]:
        """The lines, many at a time. Ends the adding."""
        runs = [_Run(file) for file in self._files]
        runs.append(_Run(io.BytesIO(), self._sorted()))
        while runs := [run for run in runs if run.lines or run.read()]:
            # No run has anything below this that is not in memory.
            bound = min(run.lines[-1] for run in runs)
            found: list[bytes] = []
            for run in runs:
                found += run.upto(bound)
            if len(runs) > 1:
                found.sort()
            yield list(dict.fromkeys(found))

    def _sorted(self) -> list[bytes]:
        lines = "".join(self._texts).encode().splitlines(keepends=True)
        self._texts, self._size = [], 0
        self.count += len(lines)
        lines.sort()
        return list(dict.fromkeys(lines))

    def _spill(self) -> None:
        self._keep(self._sorted())

    def _keep(self, lines: Iterable[bytes]) -> None:
        file = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        file.write(b"".join(lines))
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
        for lines in self.blocks():
            whole.update(b"".join(lines))
        return whole.hexdigest()
