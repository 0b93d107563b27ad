"""Auditors' own Cypher: gated, in a READ transaction that ends in a rollback, with a bound on time, rows and memory."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import neo4j
from neo4j import exceptions as fault
from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.store.auditing.gate import check_plan, check_text
from foam_graph.store.connection import Traffic, translated
from foam_graph.store.server.control import Endpoint

_REMEMBERED = 1_000
"""Statements that are remembered to have passed the gate."""
_STOPPED = ("Terminated", "TransactionTimedOut", "MemoryPoolOutOfMemory", "TransactionTimedOutClientConfiguration")


@dataclass(frozen=True)
class Bounds:
    """What one statement may use.

    Attributes:
        seconds: Time on the server.
        rows: Rows that come back.
        bytes: Size of what comes back, about, as it is held here.
    """

    seconds: float = 30.0
    rows: int = 10_000
    bytes: int = 64 * 2**20


BOUNDS = Bounds()
"""What a statement may use where nothing else is said."""


@dataclass(frozen=True)
class Answer:
    """What came back.

    Attributes:
        columns: Names of the columns.
        rows: The rows, as plain data.
        more: Whether there were more rows than the bounds allow.
    """

    columns: tuple[str, ...]
    rows: list[list[Any]]
    more: bool


class _Passed:
    """Statements whose plan a server has shown to read only: Neo4j plans an EXPLAIN anew each time it is asked.

    Whether a plan reads or writes follows from the text, and a server's procedures stay as long as its process.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, int | None, str], None] = {}
        self._lock = threading.Lock()

    def holds(self, endpoint: Endpoint, text: str) -> bool:
        """Whether this statement passed there."""
        return self._key(endpoint, text) in self._known

    def add(self, endpoint: Endpoint, text: str) -> None:
        """Remembers one; the oldest is forgotten for it where there are many."""
        with self._lock:
            self._known[self._key(endpoint, text)] = None
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]

    @staticmethod
    def _key(endpoint: Endpoint, text: str) -> tuple[str, str, int | None, str]:
        return endpoint.uri, endpoint.database, endpoint.pid, text


_PASSED = _Passed()


def audit(
    driver: neo4j.Driver,
    endpoint: Endpoint,
    traffic: Traffic,
    text: str,
    params: Mapping[str, Any] | None = None,
    bounds: Bounds = BOUNDS,
) -> Answer:
    """Runs a statement that only reads.

    Args:
        driver: A connection.
        endpoint: Where it leads.
        traffic: Counts what is sent.
        text: One Cypher statement.
        params: Its parameters; they are sent apart from the text.
        bounds: What it may use.

    Raises:
        UsageError: It is no statement, or not one that only reads.
        EnvironmentFault: It took more time or memory than it may.
        StoreUnreachable: No answer.
    """
    values = dict(params or {})
    check_text(text, values)
    opened = driver.session(database=endpoint.database, default_access_mode=neo4j.READ_ACCESS)
    with translated(endpoint, "running the statement"), opened as session:
        try:
            if not _PASSED.holds(endpoint, text):
                with session.begin_transaction(timeout=bounds.seconds) as explaining:
                    traffic.add(statements=1)
                    summary = explaining.run("EXPLAIN " + text, values).consume()
                check_plan(summary.query_type or "", summary.plan or {})
                _PASSED.add(endpoint, text)
            traffic.add(statements=1)
            with session.begin_transaction(timeout=bounds.seconds) as transaction:
                found = _rows(transaction.run(text, values), bounds)
                transaction.rollback()
                return found
        except fault.ClientError as error:
            if any(word in str(error.code) for word in _STOPPED):
                raise _stopped(bounds) from None
            raise UsageError(
                f"the statement is refused: {error.message}", "Correct it; EXPLAIN was tried first."
            ) from None
        except fault.TransientError as error:
            if any(word in str(error.code) for word in _STOPPED):
                raise _stopped(bounds) from None
            raise


def _stopped(bounds: Bounds) -> EnvironmentFault:
    return EnvironmentFault(
        f"the statement was stopped: it took more than {bounds.seconds:g} s, or more memory than one may",
        "Ask for less: begin at a run or a node, and use LIMIT.",
    )


def _rows(result: neo4j.Result, bounds: Bounds) -> Answer:
    columns = tuple(result.keys())
    found: list[list[Any]] = []
    size = 0
    for record in result:
        if len(found) == bounds.rows:
            return Answer(columns, found, True)
        row = [plain(value) for value in record.values()]
        size += weight(row)
        if size > bounds.bytes:
            if not found:
                raise EnvironmentFault(f"one row is larger than {bounds.bytes:,} bytes", "Return less of it.")
            return Answer(columns, found, True)
        found.append(row)
    return Answer(columns, found, False)


def plain(value: Any) -> Any:
    """A value of the driver as plain data that JSON has.

    Args:
        value: A value, node, relationship, path, time or point; lists and maps of these.
    """
    if isinstance(value, Node):
        return {"id": value.get("id"), "labels": sorted(value.labels), "properties": plain(dict(value.items()))}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": plain(dict(value.items()))}
    if isinstance(value, Path):
        return {"nodes": plain(list(value.nodes)), "relationships": plain(list(value.relationships))}
    if isinstance(value, Date | DateTime | Time | Duration):
        return value.iso_format()
    if isinstance(value, Point):
        return {"srid": value.srid, "coordinates": list(value)}
    if isinstance(value, Vector):
        return plain(value.to_native())
    if isinstance(value, bytes | bytearray):
        return bytes(value).hex()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return _number(value)


def _number(value: Any) -> Any:
    """NaN and the infinities as words: JSON has no number for them."""
    return (
        str(value) if (isinstance(value, float) and value != value) or value in (float("inf"), float("-inf")) else value
    )


def weight(value: Any) -> int:
    """About how many bytes plain data holds."""
    total, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        total += sys.getsizeof(one)
        inner: Iterable[Any] = (
            (*one.keys(), *one.values()) if isinstance(one, dict) else one if isinstance(one, list) else ()
        )
        waiting.extend(inner)
    return total
