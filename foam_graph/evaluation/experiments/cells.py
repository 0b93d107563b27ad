"""What experiments have found so far: a JSON line for each cell, in a folder, keyed by a hash of all that shaped it.

A cell that is done is not asked again. A line is forced to disk before the next cell begins, and a last line that a killed
process left torn is dropped.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from threading import RLock
from typing import Any

from foam_graph.agents.protocol import CallRecord
from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.files.bounded_reading import bounded_lines

CELLS, CALLS = "cells.jsonl", "calls.jsonl"
Value = Mapping[str, Any]


def key_of(cell: Value) -> str:
    """SHA-256 (hex) of a cell's canonical JSON: keys sorted, no spaces."""
    return hashlib.sha256(_line(cell)).hexdigest()


class Cells:
    """Cells and paid calls of experiments; safe to use from several threads.

    Args:
        folder: Where they are kept, made when the first is written; None keeps them in memory alone.

    Raises:
        UsageError: The folder holds other files of these names.
        EnvironmentFault: It cannot be read.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._values: dict[str, Value] = {}
        self._calls: list[CallRecord] = []
        self._lock = RLock()
        for line in self._lines(CELLS):
            self._values[str(line["key"])] = line["value"]
        for line in self._lines(CALLS):
            self._calls.append(CallRecord(**line["call"]))

    def apart(self) -> Cells:
        """The same cells in memory alone: what is added to them is not kept."""
        copy = Cells(None)
        copy._values, copy._calls = dict(self._values), list(self._calls)
        return copy

    def __len__(self) -> int:
        return len(self._values)

    def get(self, cell: Value) -> Value | None:
        """What a cell came to; None where it was not done."""
        return self._values.get(key_of(cell))

    def put(self, cell: Value, value: Value) -> None:
        """Keeps what a cell came to; the first value stays.

        Raises:
            EnvironmentFault: It cannot be written.
        """
        self.put_all([(cell, value)])

    def put_all(self, found: Sequence[tuple[Value, Value]]) -> None:
        """Keeps what several cells came to, all in one write.

        Raises:
            EnvironmentFault: They cannot be written.
        """
        with self._lock:
            new = {key: (cell, value) for cell, value in found if (key := key_of(cell)) not in self._values}
            self._append(CELLS, [{"key": key, "cell": cell, "value": value} for key, (cell, value) in new.items()])
            self._values |= {key: value for key, (_, value) in new.items()}

    @property
    def calls(self) -> tuple[CallRecord, ...]:
        """The calls that were paid, oldest first."""
        return tuple(self._calls)

    def keep_call(self, record: CallRecord) -> None:
        """Keeps a call that was paid, before its answer is used."""
        if not record.replayed:
            with self._lock:
                self._append(CALLS, [{"call": asdict(record)}])
                self._calls.append(record)

    def _append(self, name: str, lines: Sequence[Value]) -> None:
        if self._folder is None or not lines:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with (self._folder / name).open("ab") as file:
                file.write(b"".join(_line(line) + b"\n" for line in lines))
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            raise _unusable(self._folder, "written", fault) from None

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        path = self._folder / name if self._folder is not None else None
        if path is None or not path.exists():
            return
        try:
            self._drop_torn(path)
            for number, text in enumerate(bounded_lines(path), 1):
                yield _read(path, number, text)
        except (OSError, UnicodeDecodeError) as fault:
            raise _unusable(path, "read", fault) from None

    @staticmethod
    def _drop_torn(path: Path) -> None:
        """Cuts a last line without its end: what it held was never used."""
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            with path.open("r+b") as file:
                file.truncate(whole)


def _line(value: Value) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def _read(path: Path, number: int, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    fits = isinstance(found, dict) and ({"key", "value"} <= found.keys() or "call" in found)
    if not fits:
        raise UsageError(
            f"{path}:{number} is no result of an experiment", "Remove that line, or name another folder with --folder."
        )
    return dict(found or {})


def _unusable(path: Path, what: str, fault: OSError | UnicodeDecodeError) -> EnvironmentFault:
    why = (fault.strerror if isinstance(fault, OSError) else "") or str(fault)
    return EnvironmentFault(f"{path} cannot be {what}: {why}", "Name another folder with --folder.")
