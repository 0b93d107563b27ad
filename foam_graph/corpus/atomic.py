"""Files that are whole or absent, whenever the process or the machine stops."""

from __future__ import annotations

import os
import uuid
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file so that it is whole or absent: a temporary file beside it, forced to disk, then renamed.

    Raises:
        OSError: It could not be written; the temporary file is gone.
    """
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Forces the names in a folder to disk, where the platform can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_leftovers(folder: Path) -> None:
    """Removes temporary files that a killed process left; only for the owner of the folder's lock."""
    for path in folder.glob(".*"):
        path.unlink(missing_ok=True)
