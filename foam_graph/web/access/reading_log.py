"""Who read what, where whoever runs the server asks for it: a line of JSON for each request that was answered.

No token, cookie or form comes into it; of the code of a receipt only the challenge that it is for, which is no secret.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from foam_graph.errors import EnvironmentFault

MOST_SHOWN = 256 * 1024
"""Bytes at the end of the file that a page looks at."""
_LONGEST = 1_000
"""Characters of an address that are kept."""


@dataclass
class ReadingLog:
    """The file, opened for writing at its end.

    Attributes:
        path: Where it is.
    """

    path: Path
    _file: int = field(default=-1, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        try:
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as fault:
            raise EnvironmentFault(
                f"the log {self.path} cannot be written: {fault.strerror}", "Name another file: --access-log FILE"
            ) from None

    def add(self, line: Mapping[str, object]) -> None:
        """Writes a line; all of it at once, so that two servers may share a file.

        Raises:
            OSError: It cannot be written, e.g. as the disk is full.
        """
        told = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), **line}
        text = json.dumps({name: _clipped(value) for name, value in told.items()}) + "\n"
        with self._lock:
            os.write(self._file, text.encode())

    def last(self, most: int, person: str = "", about: str = "") -> list[dict[str, object]]:
        """The last lines, the latest first.

        Args:
            most: How many.
            person: Only those of somebody of this name.
            about: Only those whose path holds this.
        """
        found: list[dict[str, object]] = []
        for line in reversed(_tail(self.path)):
            told = _read(line)
            if told and (not person or told.get("person") == person) and about in str(told.get("path", "")):
                found.append(told)
            if len(found) == most:
                break
        return found


def _tail(path: Path) -> list[bytes]:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - MOST_SHOWN))
        lines = file.read(MOST_SHOWN).split(b"\n")
    return lines if size <= MOST_SHOWN else lines[1:]


def _read(line: bytes) -> dict[str, object] | None:
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _clipped(value: object) -> object:
    return value[:_LONGEST] if isinstance(value, str) else value
