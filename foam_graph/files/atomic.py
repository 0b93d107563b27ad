"""Files that are whole or absent, whenever the process or the machine stops."""

from __future__ import annotations

import os
import shutil
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from foam_graph.errors import EnvironmentFault

FEW: Final = 32
"""Up to so many files are forced to disk one by one."""


def write_atomically(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Writes a file so that it is whole or absent: a temporary file beside it, forced to disk, then renamed.

    Args:
        path: The file.
        content: What it holds then.
        mode: Its rights, of which the process's mask takes some away.

    Raises:
        OSError: It could not be written; the temporary file is gone.
    """
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_all(files: Sequence[tuple[Path, bytes]]) -> None:
    """Writes many files, each whole or absent; they appear in the order given, after all of them are on disk.

    A few are forced to disk one by one. For many, the system is told once to write everything out (on Linux, where that
    call waits for the disk): ten thousand calls would take a minute.

    Raises:
        OSError: One could not be written. Those that had appeared by then are left to the caller, temporary files are gone.
    """
    at_once = sys.platform == "linux" and len(files) > FEW
    staged: list[tuple[Path, Path]] = []
    try:
        for path, content in files:
            temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
            staged.append((temporary, path))
            with temporary.open("xb") as file:
                file.write(content)
                file.flush()
                if not at_once:
                    os.fsync(file.fileno())
        if at_once:
            os.sync()
        for temporary, path in staged:
            temporary.replace(path)
    except BaseException:
        for temporary, _ in staged:
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


def remove_folder(folder: Path) -> None:
    """Removes a folder and all in it; one that is not there is no fault.

    Raises:
        EnvironmentFault: Something in it cannot be removed.
    """
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as fault:
        raise EnvironmentFault(f"{folder} cannot be removed: {fault.strerror}", "Check the folder's rights.") from None
