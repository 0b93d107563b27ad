"""Mailboxes: files of many messages (RFC 4155), each of which is a file of its own to whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Final

from foam_graph.corpus.formats.extracted import SIZE_LIMIT
from foam_graph.errors import CorpusError

_BEGINS: Final = b"From "
_LEADS: Final = re.compile(rb"From \S+.*\b\d{4}\b")
"""The line before a message: its sender and when it came. A sentence that begins with "From" has no year at such a place."""
_ESCAPED: Final = re.compile(rb">+From ")


def messages(file: IO[bytes]) -> Iterator[bytes]:
    """The messages of a mailbox, in order, as they were before they were put into it.

    Args:
        file: The mailbox, open for reading.

    Raises:
        CorpusError: It is no mailbox, or a message is too large.
    """
    lines: list[bytes] = []
    size, blank, begun = 0, True, False
    for line in iter(lambda: file.readline(SIZE_LIMIT + 1), b""):
        if not begun and not line.startswith(_BEGINS):
            raise CorpusError("not a mailbox: it does not begin with 'From '", "Leave the file out.")
        if not begun or (blank and _LEADS.match(line)):
            if begun:
                yield b"".join(lines)
            lines, size, begun = [], 0, True
            continue
        size += len(line)
        if size > SIZE_LIMIT:
            raise CorpusError(f"a message is larger than {SIZE_LIMIT // 1024**2} MB", "Take it out.")
        lines.append(line[1:] if _ESCAPED.match(line) else line)
        blank = not line.strip()
    if not begun:
        raise CorpusError("empty", "Leave the file out.")
    yield b"".join(lines)
