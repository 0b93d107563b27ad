"""A lock between processes on one file: the operating system's where it has one, a marker file elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from foam_graph.errors import ServerFault

if sys.platform != "win32":
    import fcntl

_POLL = 0.05


@contextmanager
def file_lock(path: Path, timeout: float = 240.0) -> Iterator[None]:
    """Holds the lock on a file; a second holder waits, also one in another thread or process.

    Args:
        path: The file to lock; made if needed, its folder must exist.
        timeout: Seconds to wait for the present holder.

    Raises:
        ServerFault: The holder did not let go in time.
        OSError: The file cannot be made.
    """
    acquire, release = _system_lock(path) if sys.platform != "win32" else marker_lock(path)
    deadline = time.monotonic() + timeout
    while not acquire():
        if time.monotonic() > deadline:
            release()
            raise ServerFault(
                f"another FOAM process has held {path} for more than {timeout:.0f} s",
                "Wait for it to finish starting or stopping the server, or end it, and try again.",
            )
        time.sleep(_POLL)
    try:
        yield
    finally:
        release()


def _system_lock(path: Path) -> tuple[Callable[[], bool], Callable[[], None]]:
    """``flock``: the system lets go by itself when the holder dies."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def acquire() -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    return acquire, lambda: os.close(handle)


def marker_lock(path: Path) -> tuple[Callable[[], bool], Callable[[], None]]:
    """A marker file with the holder's pid, for systems without ``flock``.

    Args:
        path: The locked file; the marker is ``<path>.held``.

    Returns:
        Functions that try to take the lock and that give it back. A marker of a process that died is taken over.
    """
    marker = path.with_name(path.name + ".held")
    held: list[bool] = []

    def acquire() -> bool:
        try:
            handle = os.open(marker, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            with suppress(OSError, ValueError):
                if not psutil.pid_exists(int(marker.read_text(encoding="ascii"))):
                    marker.unlink(missing_ok=True)
            return False
        os.write(handle, str(os.getpid()).encode("ascii"))
        os.close(handle)
        held.append(True)
        return True

    def release() -> None:
        if held:
            marker.unlink(missing_ok=True)

    return acquire, release
