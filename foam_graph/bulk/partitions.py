"""Partitions of what is to be read: byte ranges of .jsonl and .csv files, and runs of other files.

The cuts depend on the files and the size alone, so that a second run has the same partitions whatever its workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import IO, Final, cast

import orjson

from foam_graph.corpus.cards.csv_rows import row_ends
from foam_graph.corpus.folders.found_file import CARDS, CSV, Found, sidecar_names
from foam_graph.corpus.folders.walking import Listed, listed, look_into
from foam_graph.corpus.formats.decoding import refuse_binary
from foam_graph.corpus.formats.extracted import SIZE_LIMIT
from foam_graph.errors import CorpusError

DOCUMENTS: Final = 10_000
"""Most lines, rows or files of a partition."""
_BLOCK: Final = 1 << 20


@dataclass(frozen=True)
class Piece:
    """A file, or a part of one.

    Attributes:
        path: Where it is.
        shown: Its path relative to what was named.
        start: First byte.
        end: One past the last byte; -1 for all of the file.
        before: Lines or rows before the first byte.
        header: Bytes of the file's header, which are read before the part.
        fault: Why it cannot be loaded.
        left_out: Names of sidecars beside it that are not read.
    """

    path: str
    shown: str
    start: int = 0
    end: int = -1
    before: int = 0
    header: int = 0
    fault: str = ""
    left_out: Sequence[str] = ()


@dataclass(frozen=True)
class Partition:
    """What one worker reads at a time.

    Attributes:
        number: Its place, from 0.
        pieces: What belongs to it.
        bytes: Its size.
    """

    number: int
    pieces: tuple[Piece, ...]
    bytes: int

    @property
    def name(self) -> str:
        """Name of its folder."""
        return f"{self.number:06}"


def partitions(paths: Iterable[Path | str], size: int) -> Iterator[Partition]:
    """Cuts what is to be read.

    Args:
        paths: Files and folders.
        size: Bytes of a partition; a line, row, file or archive larger than that stays whole.

    Yields:
        Partitions in the order in which ``foam load`` reads.
    """
    number, held, weight = 0, list[Piece](), 0
    for path in paths:
        for one in listed(Path(path)):
            for piece, bytes_, whole in _pieces(one, size):
                if held and (whole or weight + bytes_ > size or len(held) >= DOCUMENTS):
                    yield Partition(number, tuple(held), weight)
                    number, held, weight = number + 1, [], 0
                held.append(piece)
                weight += bytes_
                if whole:
                    yield Partition(number, tuple(held), weight)
                    number, held, weight = number + 1, [], 0
    if held:
        yield Partition(number, tuple(held), weight)


def found_in(piece: Piece) -> Iterator[Found]:
    """What a piece holds, ready to be read."""
    path = Path(piece.path)
    if piece.fault:
        yield Found(piece.shown, piece.fault)
    elif piece.end < 0:
        yield from look_into(Listed(path, piece.shown, left_out=frozenset(piece.left_out)))
    else:
        size = piece.end - piece.start
        yield Found(piece.shown, "", size, lambda: _part(path, piece), None, piece.before, True)


def input_hash(partition: Partition) -> str:
    """SHA-256 (hex) of what a partition is read from: names, bounds, bytes and sidecars.

    Raises:
        CorpusError: A file cannot be read any more.
    """
    whole = hashlib.sha256()
    for piece in partition.pieces:
        # What has no sidecar left out hashes as it did before there was this field: a load that was begun goes on.
        bounds = {k: v for k, v in asdict(piece).items() if k != "path" and (v or k != "left_out")}
        whole.update(orjson.dumps(bounds, option=orjson.OPT_SORT_KEYS))
        if piece.fault:
            continue
        path = Path(piece.path)
        try:
            with _part(path, piece) if piece.end >= 0 else path.open("rb") as file:
                while block := file.read(_BLOCK):
                    whole.update(block)
            if piece.end < 0:
                for beside in (path.with_name(name) for name in sidecar_names(path.name)):
                    if beside.name not in piece.left_out and beside.is_file():
                        whole.update(beside.name.encode("utf-8", "surrogateescape") + beside.read_bytes())
        except OSError as fault:
            whole.update(f"cannot be read: {fault.strerror}".encode())
    return whole.hexdigest()


def _pieces(one: Listed, size: int) -> Iterator[tuple[Piece, int, bool]]:
    """Pieces of a file with their sizes, and whether each is a partition of its own."""
    path, suffix, left_out = str(one.path), one.path.suffix.lower(), tuple(sorted(one.left_out))
    if one.fault:
        yield Piece(path, one.shown, fault=one.fault), 0, False
        return
    weight = one.path.stat().st_size
    if suffix not in (CARDS, CSV):
        yield Piece(path, one.shown, left_out=left_out), weight, False
        return
    cuts = list(_cuts(one.path, suffix, size))
    if len(cuts) < 2:
        yield Piece(path, one.shown, left_out=left_out), weight, False
        return
    header = cuts[0][0] if suffix == CSV else 0
    for (start, before), (end, _) in zip(cuts, [*cuts[1:], (weight, 0)], strict=True):
        if end > start:
            yield Piece(path, one.shown, start, end, before, header), end - start, True


def _cuts(path: Path, suffix: str, size: int) -> Iterator[tuple[int, int]]:
    """Where the parts of a file begin, with how many lines or rows come before; one for a file that stays whole."""
    start, first = -1, 0
    last, counted = 0, 0
    try:
        with path.open("rb") as file:
            for end, number in row_ends(file) if suffix == CSV else _line_ends(file):
                if start < 0:
                    start, first = end, number
                    yield start, first
                elif last > start and (end - start > size or number - first > DOCUMENTS):
                    start, first = last, counted
                    yield start, first
                last, counted = end, number
    except OSError:
        return


def _line_ends(file: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Ends of the lines of a file, first of nothing; up to one that is not read, as in ``reading``."""
    at = number = 0
    yield 0, 0
    for line in iter(lambda: file.readline(SIZE_LIMIT + 2), b""):
        if len(line) > SIZE_LIMIT + 1:
            return
        if not number:
            try:
                refuse_binary(line)
            except CorpusError:
                return
        at, number = at + len(line), number + 1
        yield at, number


class _Range(RawIOBase):
    """A part of a file, behind its header."""

    def __init__(self, path: Path, piece: Piece) -> None:
        super().__init__()
        self._file = path.open("rb")
        self._header = BytesIO(self._file.read(piece.header))
        self._file.seek(piece.start)
        self._left = piece.end - piece.start

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Reads what comes next."""
        content = self._header.read(len(buffer))
        if not content:
            content = self._file.read(min(len(buffer), self._left))
            self._left -= len(content)
        buffer[: len(content)] = content
        return len(content)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
        super().close()


def _part(path: Path, piece: Piece) -> IO[bytes]:
    return cast("IO[bytes]", BufferedReader(_Range(path, piece), _BLOCK))
