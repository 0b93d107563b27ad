"""Files that a browser sends: put into a folder of their own under harmless names, read from there, and taken away."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from foam_graph.app.session import Session
from foam_graph.app.taking import Refusal
from foam_graph.errors import EnvironmentFault, UsageError

MOST_FILES = 1_000
"""Files of one upload."""
MOST_BYTES = 200 * 2**20
"""Bytes of one upload."""
_FOLDER = "uploads"
_LONGEST = 120
"""Characters of one part of a name: file systems take 255 bytes."""
_FORGOTTEN = 24 * 3600.0
"""Seconds after which a folder is nobody's: its server was killed."""


@dataclass(frozen=True)
class Upload:
    """Files that were sent.

    Attributes:
        folder: Where they lie, each under its name.
        files: How many.
        refused: Those that were not kept, with the reason.
    """

    folder: Path
    files: int
    refused: tuple[Refusal, ...] = ()

    def remove(self) -> None:
        """Takes the files away."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def only(self) -> Path:
        """The one file.

        Raises:
            UsageError: There is none, or more than one.
        """
        found = [path for path in self.folder.rglob("*") if path.is_file()]
        if len(found) != 1:
            raise UsageError(f"{len(found)} files were given where one is taken", "Give one file.")
        return found[0]


def keep_upload(session: Session, files: Iterable[tuple[str, BinaryIO]]) -> Upload:
    """Keeps files until they are read.

    Args:
        session: The session.
        files: The name of each, as it was sent, and its bytes; empty ones without a name are what a browser sends for
            no file.

    Raises:
        UsageError: Too many files, or too large ones. Nothing is kept.
        EnvironmentFault: They cannot be written. Nothing is kept.
    """
    home = session.settings.home / _FOLDER
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        _forget(home)
        folder = Path(tempfile.mkdtemp(dir=home))
    except OSError as fault:
        raise _unwritable(fault) from None
    try:
        return _kept(folder, files)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _kept(folder: Path, files: Iterable[tuple[str, BinaryIO]]) -> Upload:
    count, size = 0, 0
    refused: list[Refusal] = []
    for name, content in files:
        if not name.strip():
            continue
        count += 1
        if count > MOST_FILES:
            raise UsageError(
                f"more than {MOST_FILES:,} files were sent at once", "Send them as a zip archive, or in parts."
            )
        parts = safe_parts(name)
        if not parts:
            refused.append(Refusal(name[:200], "its name is no name of a file"))
            continue
        path = folder.joinpath(*parts)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                shutil.copyfileobj(content, file)
                size += file.tell()
        except (FileExistsError, NotADirectoryError):
            refused.append(Refusal("/".join(parts), "another file of this name was sent with it"))
            count -= 1
        except OSError as fault:
            raise _unwritable(fault) from None
        if size > MOST_BYTES:
            raise UsageError(f"more than {MOST_BYTES // 2**20} MB were sent at once", "Send them in parts.")
    return Upload(folder, count, tuple(refused))


def safe_parts(name: str) -> tuple[str, ...]:
    """The parts of a name that cannot lead out of the folder that they are put into; none where nothing is left of it."""
    parts = PurePosixPath(name.replace("\\", "/").replace("\0", "")).parts
    plain = ("".join(c for c in part if c.isprintable()).strip() for part in parts)
    kept = [part for part in plain if part and part.strip(".") and part != "/" and not part.endswith(":")]
    return tuple(_short(part) for part in kept[-8:])


def _short(part: str) -> str:
    """A part that file systems take, with its ending."""
    while len(part) > _LONGEST or len(part.encode("utf-8", "replace")) > 2 * _LONGEST:
        stem, dot, ending = part.rpartition(".")
        part = f"{stem[:-1]}{dot}{ending}" if stem and len(ending) < 16 else part[:-1]
    return part.encode("utf-8", "replace").decode()


def _forget(home: Path) -> None:
    """Takes away what a server left that was killed."""
    for old in home.iterdir():
        if old.is_dir() and time.time() - old.stat().st_mtime > _FORGOTTEN:
            shutil.rmtree(old, ignore_errors=True)


def _unwritable(fault: OSError) -> EnvironmentFault:
    return EnvironmentFault(
        f"the files cannot be kept on the server: {fault.strerror}", "Free disk space there, and send them again."
    )
