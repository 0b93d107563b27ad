"""A lock between processes, held on a file; the operating system frees it when its owner dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foam_graph.errors import EnvironmentFault

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_PAUSE = 0.02


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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as fault:
        raise EnvironmentFault(
            f"{what} cannot be locked: {fault.strerror or fault}", "Check that the data folder can be written."
        ) from None
    try:
        _wait_for(descriptor, what, wait)
        _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, what: str, wait: float) -> None:
    end = time.monotonic() + wait
    while True:
        try:
            _try_lock(descriptor)
        except OSError:
            if time.monotonic() >= end:
                raise EnvironmentFault(
                    f"{what} is in use by another process{_owner(descriptor)} (waited {wait:g} s)",
                    "Wait until the other command has ended and run this one again.",
                ) from None
            time.sleep(_PAUSE)
        else:
            return


def _sign(descriptor: int) -> None:
    """Leaves the process's number in the file, for whoever has to wait too long."""
    if sys.platform != "win32":  # there a locked byte cannot be read by others anyway
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)


def _owner(descriptor: int) -> str:
    if sys.platform == "win32":
        return ""
    told = os.pread(descriptor, 20, 0).decode("ascii", "replace")
    return f", number {told}" if told.isdecimal() else ""
