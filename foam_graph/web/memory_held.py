"""What a server keeps of memory that was freed: little, since one that runs for weeks is looked at by its size.

Requests are answered in threads, and when some of them meet, a challenge and pages of a long run, they take for a moment
what none of them takes alone. Python gives a piece of a megabyte back only when nothing in it is in use, so that such a
moment would stay for good; the C library gives back every page of memory that is free when it is told to, and takes as
long for it as a page takes to be answered. So a server has Python take its memory from the C library, tells that to give
back what is free from time to time, has few heaps (threads get heaps of their own, each as large as the largest thing
that was ever worked on there), and large pieces go back as soon as they are freed.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time

MOST_HEAPS = 2
LARGE = 1 << 20
"""Bytes from which a piece has pages of its own: without a bound the library raises it to the largest piece that was freed."""
EVERY = 60.0
"""Seconds between two times that what is free is given back."""
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""Numbers of these options in glibc's ``malloc.h``."""
_ALLOCATOR = "PYTHONMALLOC"
"""What Python looks up when it starts, and never later, to know where it takes memory from."""


def begin_anew() -> None:
    """Begins this very program anew, in the same process, with Python's memory taken from the C library.

    It does nothing where somebody has said where memory is to be taken from, which includes a program begun anew, and
    where the C library is not known to give back what is free.
    """
    if _ALLOCATOR in os.environ or _glibc() is None or not sys.executable:
        return
    os.environ[_ALLOCATOR] = "malloc"
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same program, with the same arguments


def keep_little() -> bool:
    """Has this process keep little of what it frees; to be called before its threads begin.

    Returns:
        Whether the C library takes it: glibc does, others need not be told.
    """
    library = _glibc()
    if library is None:
        return False
    return bool(library.mallopt(_ARENA_MAX, MOST_HEAPS)) and bool(library.mallopt(_MMAP_THRESHOLD, LARGE))


def give_back() -> bool:
    """Gives back what is free.

    Returns:
        Whether anything was.
    """
    library = _glibc()
    return library is not None and bool(library.malloc_trim(0))


def give_back_each_time() -> None:
    """Gives back what is free from time to time, as long as the process lives."""
    while _glibc() is not None:
        time.sleep(EVERY)
        give_back()


def _glibc() -> ctypes.CDLL | None:
    """The C library; None where it is another one, which may have the same functions with other numbers."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):
        return None
    return library if hasattr(library, "gnu_get_libc_version") else None
