"""What the C library keeps of memory that was freed: little, since a server that runs for weeks is looked at by its size.

Requests are answered in threads, and the library gives threads heaps of their own, each of which stays as large as the
largest page or challenge that it ever worked on. So there are few heaps, and large pieces go back as soon as they are freed.
"""

from __future__ import annotations

import ctypes

MOST_HEAPS = 2
LARGE = 1 << 20
"""Bytes from which a piece has pages of its own: without a bound the library raises it to the largest piece that was freed."""
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""Numbers of these options in glibc's ``malloc.h``."""


def keep_little() -> bool:
    """Has this process keep little of what it frees; to be called before its threads begin.

    Returns:
        Whether the C library takes it: glibc does, others need not be told.
    """
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):
        return False
    # Others may have the same function with other numbers.
    if not hasattr(library, "gnu_get_libc_version"):
        return False
    return bool(library.mallopt(_ARENA_MAX, MOST_HEAPS)) and bool(library.mallopt(_MMAP_THRESHOLD, LARGE))
