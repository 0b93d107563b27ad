"""Lines sorted in files; the RDFC-1.0 hash of a graph without blank nodes is SHA-256 of its sorted N-Quads lines.

RDFC-1.0 only has to name blank nodes; without them the canonical form is the sorted set of the lines. They are sorted
piece by piece in files, so that memory stays as it is however large the graph.
"""

from __future__ import annotations

import hashlib
import io
import tempfile
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain, groupby
from typing import IO, Self, TypeAlias

MOST_QUADS = 20_000_000
"""Larger graphs get no hash: their sorted pieces would be more files than a process may have open."""
PIECE = 8 * 2**20
"""Characters that are sorted in memory."""
_READ = 2**16
"""Bytes that are read of each sorted piece at once."""

Block: TypeAlias = tuple[str, list[str]]
"""A subject, and what some lines say of it: property and value of each."""


class _Run:
    """Sorted lines of one file, read a piece at a time.

    Args:
        file: The file.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.lines: list[bytes] = []
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
    """Takes lines in any order and gives them sorted.

    Args:
        piece: Characters that are sorted in memory.
    """

    def __init__(self, piece: int = PIECE) -> None:
        self._piece = piece
        self._lines: list[str] = []
        self._size = 0
        self._files: list[IO[bytes]] = []
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Drops what was kept."""
        self._stack.close()

    def add(self, lines: Sequence[str]) -> None:
        """Adds lines, each with its line end."""
        self._lines += lines
        self._size += sum(map(len, lines))
        if self._size >= self._piece:
            self._spill()

    def __iter__(self) -> Iterator[bytes]:
        """The lines, each once. Ends the adding."""
        yield from (line for line, _ in groupby(chain.from_iterable(self.blocks())))

    def blocks(self) -> Iterator[list[bytes]]:
        """The lines, many at a time, with their repetitions. Ends the adding."""
        runs = [_Run(file) for file in self._files]
        runs.append(_Run(io.BytesIO(self._sorted())))
        while runs := [run for run in runs if run.lines or run.read()]:
            # No run has anything below this that is not in memory.
            bound = min(run.lines[-1] for run in runs)
            found: list[bytes] = []
            for run in runs:
                found += run.upto(bound)
            if len(runs) > 1:
                found.sort()
            yield found

    def _sorted(self) -> bytes:
        # Texts sort as their bytes do in UTF-8, by code points.
        self._lines.sort()
        found = "".join(self._lines).encode()
        self._lines, self._size = [], 0
        return found

    def _spill(self) -> None:
        file = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        file.write(self._sorted())
        self._files.append(file)


_PART, _TAIL = "\x01", "\x02"
"""Stand between a subject, what is said of it, and the number of the graph; and between the lines. Nothing that a line has
sorts before them."""


class GraphDigest:
    """Takes what is said in a graph, in any order, as canonical N-Quads have it.

    What one subject has said of it at a time is sorted as one line, without its repetitions; only the hash sees it written
    out. Whatever has the same subject comes together, since no subject begins another one.

    Args:
        most: Quads at most.
        piece: Characters that are sorted in memory.

    Attributes:
        quads: How many were added.
    """

    def __init__(self, most: int = MOST_QUADS, piece: int = PIECE) -> None:
        self._most = most
        self._lines = SortedLines(piece)
        self._graphs: dict[str, str] = {}
        self.quads = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._lines.close()

    def add(self, blocks: Sequence[Block], end: str) -> None:
        """Adds lines.

        Args:
            blocks: Each subject with what its lines say of it; a block says nothing twice.
            end: How all of these lines end: the graph, and the line end.
        """
        said: dict[str, Iterable[str]] = {}
        self.quads += sum([len(tails) for _, tails in blocks])
        for subject, tails in blocks:
            said[subject] = {*said[subject], *tails} if subject in said else tails
        if self.quads > self._most:
            return
        number = self._graphs.setdefault(end, f"{_PART}{len(self._graphs)}\n")
        self._lines.add([f"{subject}{_PART}{_TAIL.join(sorted(tails))}{number}" for subject, tails in said.items()])

    def value(self) -> str | None:
        """The hash, hex; None where there were too many quads. Ends the adding."""
        if self.quads > self._most:
            return None
        whole = hashlib.sha256()
        ends = {number[1:].encode(): end.encode() for end, number in self._graphs.items()}
        for some in _written_out(self._lines.blocks(), ends):
            whole.update(some)
        return whole.hexdigest()


def _written_out(blocks: Iterable[list[bytes]], ends: Mapping[bytes, bytes]) -> Iterator[bytes]:
    """The sorted N-Quads lines, each once; from the packed ones, sorted."""
    part, tail = _PART.encode(), _TAIL.encode()
    subject = head = said = b""
    waiting = [b""]
    for packed in blocks:
        found: list[bytes] = []
        for line in packed:
            other, said, number = line.split(part)
            end = ends[number]
            if other != subject:
                found += waiting if len(waiting) == 1 else _united(waiting)
                subject, head, waiting = other, other + b" ", []
            waiting.append(head + said.replace(tail, end + head) + end)
        if len(waiting) > 1:
            # Nothing that is still to come has a line before the first one of what came last.
            lines = _united(waiting)
            cut = bisect_left(lines, head + said.partition(tail)[0])
            found += lines[:cut]
            waiting = lines[cut:]
        yield b"".join(found)
    yield b"".join(_united(waiting))


def _united(texts: Iterable[bytes]) -> list[bytes]:
    return sorted({*b"".join(texts).splitlines(keepends=True)})
