"""What an index folder says it holds: a small file that is written last, so that it never promises too much."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from foam_graph.errors import EnvironmentFault
from foam_graph.files.atomic import write_atomically

_SPARE_SPACE = 256 * 1024 * 1024

Stamp = tuple[int, int, int]


@dataclass(frozen=True)
class Kept:
    """What one folder of an index holds.

    Attributes:
        engine: Engine, version and parameters it was built with.
        folder: Name of the folder beside this file.
        documents: Digest of every document in it.
        points: Number of passages.
        files: Sizes of its files, so that a truncated one is never mapped into memory.
        mark: The engine's own number of its last commit; 0 where it has none.
    """

    engine: str
    folder: str
    documents: dict[str, str]
    points: int
    files: dict[str, int]
    mark: int = 0


def read_kept(path: Path, engine: str) -> Kept | None:
    """What the file says; None where there is none, it is damaged, of another engine, or points elsewhere."""
    try:
        kept = Kept(**orjson.loads(path.read_bytes()))
        sound = Path(kept.folder).name == kept.folder and kept.engine == engine
        typed = isinstance(kept.documents, dict) and isinstance(kept.files, dict) and isinstance(kept.points, int)
    except (OSError, ValueError, TypeError):
        return None
    return kept if sound and typed else None


def write_kept(path: Path, kept: Kept) -> None:
    """Writes the file whole or not at all.

    Raises:
        OSError: It could not be written.
    """
    write_atomically(path, orjson.dumps(kept))


def stamp_of(path: Path) -> Stamp:
    """Changes whenever the file is written; zeros where there is none."""
    try:
        told = os.stat(path)  # noqa: PTH116 - asked before every search
    except OSError:
        return (0, 0, 0)
    return (told.st_mtime_ns, told.st_size, told.st_ino)


def check_space(folder: Path, corpus: str) -> None:
    """Refuses to write on a disk that is nearly full: engines map files into memory and would be killed by it.

    Raises:
        EnvironmentFault: Too little is free.
    """
    if shutil.disk_usage(folder).free < _SPARE_SPACE:
        raise broken(corpus, f"less than {_SPARE_SPACE // 1024**2} MB of disk space are free")


def missing_from(kept: Mapping[str, str], digests: Mapping[str, str]) -> list[str]:
    """Ids of the documents that are not there as they are now, in order."""
    return [id_ for id_, digest in digests.items() if kept.get(id_) != digest]


def remove_folders(folder: Path, prefix: str, but: str = "") -> None:
    """Removes the folders and files whose names begin so, except one; what another process holds open may stay."""
    for path in folder.glob(f"{prefix}*"):
        if path.name == but:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def broken(corpus: str, why: str) -> EnvironmentFault:
    """The one error of an index that cannot be used."""
    return EnvironmentFault(
        f"the search index of corpus {corpus} cannot be used: {why}",
        "Check disk space and rights of the data folder; the index is built again by itself.",
    )


def is_engine_fault(fault: BaseException) -> bool:
    """Whether an exception is an engine's or the disk's.

    A panic of an engine is no Exception; a fault of ours, or a user's interrupt, is none of theirs.
    """
    ours = isinstance(fault, ValueError | RuntimeError | OSError) or type(fault) is Exception
    return ours or type(fault).__name__ == "PanicException"
