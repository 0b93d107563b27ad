"""The folder of an ingest: what lies in it, and how a partition is known to be finished.

``DIR/parts/000000`` belongs to one partition. Everything in it is written under another name, forced to disk and renamed;
the manifest of a step comes last and names what the step was made from, so that a step is done or not, whenever a
process stops. ``DIR/graph`` holds what is written once at the end.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import orjson

from foam_graph.bulk.partitions import Partition, Piece
from foam_graph.config import Settings
from foam_graph.errors import DataFileError, EnvironmentFault
from foam_graph.files.atomic import write_atomically

FORMAT = 2
"""Version of what stands in the folder; 2: rows of form 2, with captions."""


@dataclass(frozen=True)
class Job:
    """What every worker is told.

    Attributes:
        out: The folder.
        corpus: Name of the corpus.
        engine: Segmentation engine.
        settings: Where the corpus store is, and the Qdrant server if there is one.
        at: Time that all rows bear.
    """

    out: Path
    corpus: str
    engine: str
    settings: Settings
    at: str

    def part(self, number: int) -> Path:
        """Folder of a partition."""
        return self.out / "parts" / f"{number:06}"

    @property
    def graph(self) -> Path:
        """Folder of the files about the whole corpus."""
        return self.out / "graph"

    @property
    def key_file(self) -> Path:
        """The key from which salts are made; gone when all is written."""
        return self.out / "salt-key"

    def key(self) -> bytes:
        """The key from which salts are made.

        Raises:
            EnvironmentFault: It is gone.
        """
        try:
            return self.key_file.read_bytes()
        except OSError as fault:
            raise EnvironmentFault(
                f"{self.key_file.name} of the ingest is gone: {fault.strerror}", "Run the command again."
            ) from None

    def ensure_key(self) -> None:
        """Makes the key where it is missing: 32 bytes of the operating system's randomness that only the owner reads."""
        with suppress(FileExistsError):
            handle = os.open(self.key_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(32))


def write_pieces(job: Job, partition: Partition) -> None:
    """Keeps what a partition consists of, unless that is kept already."""
    path = job.part(partition.number) / "pieces.json"
    told = orjson.dumps([partition.bytes, [[getattr(one, name) for name in _PIECE] for one in partition.pieces]])
    if not (path.exists() and path.read_bytes() == told):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, told)


def read_pieces(job: Job, number: int) -> Partition:
    """What a partition consists of."""
    size, pieces = orjson.loads((job.part(number) / "pieces.json").read_bytes())
    # Rows that an earlier version kept end before the last field.
    return Partition(number, tuple(Piece(**dict(zip(_PIECE, row, strict=False))) for row in pieces), size)


_PIECE = ("path", "shown", "start", "end", "before", "header", "fault", "left_out")


def write_manifest(path: Path, told: dict[str, Any]) -> None:
    """Writes a manifest."""
    write_atomically(path, orjson.dumps(told, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))


def read_manifest(path: Path) -> dict[str, Any] | None:
    """A manifest; None where there is none.

    Raises:
        DataFileError: It is damaged.
    """
    try:
        told = orjson.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as fault:
        raise DataFileError(path.name, 0, f"the manifest cannot be read: {fault}", "Delete the folder.") from None
    if not isinstance(told, dict):
        raise DataFileError(path.name, 0, "the manifest is no JSON object", "Delete the folder and run again.")
    return told


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name when it is whole and on disk."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def clear_leftovers(folder: Path) -> None:
    """Removes what a killed process left; only for the one worker that has the partition."""
    for path in folder.glob(".*"):
        path.unlink(missing_ok=True)
