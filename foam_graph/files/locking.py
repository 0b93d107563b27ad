"""A lock between processes, held on a file; the operating system frees it when its owner dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foam_graph.errors import EnvironmentFault

_PAUSE = 0.02
"""Seconds between two tries: most holders are done in less than a tenth of a second."""


@contextmanager
def locked(path: Path, what: str, wait: float = 20.0) -> Iterator[None]:
    """Holds an exclusive lock for the length of a ``with`` block.

    Args:
        path: The lock file; it is made where it is missing and never deleted (deleting it would let two owners in).
        what: What is locked, as the message names it, e.g. ``the index of corpus rent``.
        wait: Seconds to wait for another owner.

    Raises:
        EnvironmentFault: Another process held the lock all that time, or the file cannot be made.
    """
    # Imported here: verbs that lock nothing do not wait for it.
    from filelock import FileLock, Timeout

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A soft lock in place of a file system's missing one would outlive an owner that is killed.
        lock = FileLock(path, mode=0o600, poll_interval=_PAUSE, fallback_to_soft=False, preserve_lock_file=True)
        lock.acquire(timeout=wait)
    except Timeout:
        raise EnvironmentFault(
            f"{what} is in use by another process{_owner(path)} (waited {wait:g} s)",
            "Wait until the other command has ended and run this one again.",
        ) from None
    except (OSError, NotImplementedError) as fault:
        why = (fault.strerror if isinstance(fault, OSError) else "") or str(fault)
        raise EnvironmentFault(
            f"{what} cannot be locked: {why}", "Check that the data folder can be written."
        ) from None
    try:
        _sign(path)
        yield
    finally:
        lock.release()


def _sign(path: Path) -> None:
    """Leaves the process's number in the file, for whoever has to wait too long."""
    if sys.platform != "win32":  # there a locked byte cannot be read by others anyway
        path.write_text(str(os.getpid()), encoding="ascii")


def _owner(path: Path) -> str:
    if sys.platform == "win32":
        return ""
    told = path.read_text(encoding="ascii", errors="replace")[:20]
    return f", number {told}" if told.isdecimal() else ""
