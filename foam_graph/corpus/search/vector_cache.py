"""Vectors that were computed once, by the hash of their text: encoding is what costs hours.

One SQLite file per encoder below ``HOME/index/vectors``, so that an index that is built again, or a build that was
killed, computes nothing twice. Numbers are kept as 16-bit floats, as the index keeps them.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.errors import EnvironmentFault

_AT_ONCE = 256
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"


class VectorCache:
    """Vectors of one encoder.

    Args:
        folder: Where the file is kept.
        encoder: Computes what is not there.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self._path = folder / f"{encoder.key}.sqlite"
        self._encoder = encoder
        self._row = struct.Struct(f"<{encoder.size}e")

    def vectors(self, keys: Sequence[bytes], texts: Sequence[str]) -> list[Vector]:
        """The vectors of texts, in order; those that are missing are computed and kept.

        Args:
            keys: The texts' hashes.
            texts: The texts.

        Raises:
            EnvironmentFault: The encoder cannot be used, or the file can be neither read nor written.
        """
        with self._open() as database:
            known = self._known(database, keys)
            missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
            left = list(missing)
            for first in range(0, len(left), _AT_ONCE):
                batch = left[first : first + _AT_ONCE]
                made = self._encoder.encode([missing[key] for key in batch])
                rows = [(key, self._row.pack(*vector)) for key, vector in zip(batch, made, strict=True)]
                with database:
                    database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
                known.update(rows)
        return [list(self._row.unpack(known[key])) for key in keys]

    def _known(self, database: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for first in range(0, len(keys), _AT_ONCE):
            batch = keys[first : first + _AT_ONCE]
            marks = ",".join("?" * len(batch))
            rows = database.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", batch)  # noqa: S608 - marks
            found.update((key, row) for key, row in rows if len(row) == self._row.size)
        return found

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                database = self._connect()
            except sqlite3.DatabaseError as fault:
                if isinstance(fault, sqlite3.OperationalError):
                    raise
                # A damaged cache is no loss but of time.
                self._path.unlink()
                database = self._connect()
            try:
                yield database
            finally:
                database.close()
        except (sqlite3.Error, OSError) as fault:
            raise EnvironmentFault(
                f"vectors cannot be kept in {self._path.name}: {str(fault)[:200]}",
                "Check disk space and rights of the data folder.",
            ) from None

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, timeout=30.0)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=NORMAL")
            database.execute(_TABLE)
        except BaseException:
            database.close()
            raise
        return database
