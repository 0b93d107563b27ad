"""Reading what people hand in, so that a device or a line without an end fills no memory.

Pipes are read like files; both may turn out to be endless, which only reading them shows.
"""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator
from pathlib import Path

MOST_LINE = 2**28
"""Characters of the longest line: an activity of a journal, all that it wrote included."""


def read_bounded(path: Path | str, most: int) -> bytes:
    """The bytes of a file or pipe.

    Args:
        path: Where it is.
        most: Bytes that it may have.

    Raises:
        OSError: It cannot be read, or has more.
    """
    with Path(path).open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"larger than {most // 2**20} MiB", str(path))
    return content


def bounded_lines(path: Path, most: int = MOST_LINE) -> Iterator[str]:
    """The lines of a UTF-8 text, with their line feeds; no other character ends a line.

    Args:
        path: Where it is.
        most: Characters that a line may have.

    Raises:
        OSError: It cannot be read, or a line has more.
        UnicodeDecodeError: It is not UTF-8.
    """
    with path.open(encoding="utf-8", newline="\n") as file:
        number = 0
        while line := file.readline(most + 1):
            number += 1
            if len(line) > most:
                raise OSError(errno.EFBIG, f"line {number} has more than {most} characters", str(path))
            yield line


def must_be_file(path: Path) -> None:
    """Refuses what can be read only once.

    Raises:
        OSError: It is not there, or is a pipe, a device or a folder.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
