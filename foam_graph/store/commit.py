"""The one write path: a committer thread that batches deltas into transactions (architecture, decision 3).

One transaction locks the Run nodes it extends, reads the heads of their chains, seals the deltas and writes them,
grouped by label and type. A future is resolved only after the transaction is durable. Chains of other runs are not
locked, so runs do not wait for each other.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import neo4j
from neo4j import exceptions as fault

from foam_graph.errors import FoamError, ModelViolation, StoreFault, StoreUnreachable, UnknownId
from foam_graph.model.canonical import GENESIS
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.nodes import labels_of
from foam_graph.model.validation import kinds_under
from foam_graph.store.connection import Traffic, connect, rows, translated
from foam_graph.store.queries import statement
from foam_graph.store.rows import Prepared, Sealed, prepare, seal
from foam_graph.store.server import Endpoint

MAX_EVENTS = 1_000
MAX_ROWS = 20_000
MAX_WAITING = 4 * MAX_EVENTS
"""Deltas that wait to be written; who submits more waits, so that a writer faster than the disk does not fill memory."""
_RETRY_SECONDS = 8.0


@dataclass(slots=True)
class _Pending:
    prepared: Prepared
    future: Future[Committed]


@dataclass(slots=True)
class _Head:
    seq: int
    hash: str
    at: str


class Committer:
    """Commits deltas in the order in which they were submitted, many in one transaction.

    Args:
        endpoint: The server.
        traffic: Where round trips and rows are counted.
    """

    def __init__(self, endpoint: Endpoint, traffic: Traffic) -> None:
        self._endpoint = endpoint
        self._traffic = traffic
        self._queue: queue.Queue[_Pending | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._driver: neo4j.Driver | None = None
        self._start = threading.Lock()
        self._room = threading.Semaphore(MAX_WAITING)

    def submit(self, draft: ActivityDraft, delta: Delta) -> Future[Committed]:
        """Checks a delta and queues it; waits while ``MAX_WAITING`` are queued.

        Raises:
            ModelViolation: The model does not allow it; nothing is queued.
            RoleViolation: The role may not write it.
        """
        pending = _Pending(prepare(draft, delta), Future())
        # What a future's callback submits comes from the thread that makes room; it must not wait for itself.
        if threading.current_thread() is not self._thread:
            self._room.acquire()
            pending.future.add_done_callback(lambda _: self._room.release())
        with self._start:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="foam-committer", daemon=True)
                self._thread.start()
            # Inside the lock: what is queued after the end mark of ``close`` would wait for ever.
            self._queue.put(pending)
        return pending.future

    def close(self) -> None:
        """Commits what is queued and ends the thread."""
        with self._start:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._queue.put(None)
        if thread is not None:
            thread.join()
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = self._gather(first)
            self._settle(batch)
            if last:
                return

    def _gather(self, first: _Pending) -> tuple[list[_Pending], bool]:
        batch, size = [first], len(first.prepared.delta)
        while len(batch) < MAX_EVENTS and size < MAX_ROWS:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return batch, True
            batch.append(more)
            size += len(more.prepared.delta)
        return batch, False

    def _settle(self, batch: list[_Pending]) -> None:
        """Commits a batch; where it fails as a whole, each of its deltas alone, so that one cannot sink another."""
        try:
            self._commit(batch)
        except StoreUnreachable as error:
            for pending in batch:
                _fail(pending, error)
        except FoamError as error:
            if len(batch) == 1:
                _fail(batch[0], error)
            else:
                for pending in batch:
                    self._settle([pending])
        except BaseException as error:
            for pending in batch:
                _fail(pending, error)

    def _commit(self, batch: list[_Pending]) -> None:
        deadline = time.monotonic() + _RETRY_SECONDS
        sealed: list[tuple[_Pending, Sealed]] = []
        while True:
            try:
                sealed = self._attempt(batch)
                break
            except (
                fault.ServiceUnavailable,
                fault.SessionExpired,
                fault.IncompleteCommit,
                fault.TransientError,
            ) as error:
                if time.monotonic() > deadline:
                    with translated(self._endpoint, "committing"):
                        raise error
                self._reconnect()
        for pending, row in sealed:
            pending.future.set_result(row.done)

    def _reconnect(self) -> None:
        time.sleep(0.3)
        if self._driver is not None:
            self._driver.close()
        self._driver = None

    def _attempt(self, batch: Sequence[_Pending]) -> list[tuple[_Pending, Sealed]]:
        if self._driver is None:
            self._driver = connect(self._endpoint, pool=1)
        sealed: list[tuple[_Pending, Sealed]] = []
        try:
            with self._driver.session(database=self._endpoint.database) as session:
                transaction = session.begin_transaction()
                try:
                    sealed = self._write(transaction, [p for p in batch if not p.future.done()])
                    transaction.commit()
                finally:
                    transaction.close()
        except (fault.ServiceUnavailable, fault.SessionExpired, fault.IncompleteCommit):
            # The commit may have happened and only its acknowledgement been lost: look before writing again.
            if sealed and self._landed(sealed[-1][1]):
                return sealed
            raise
        except fault.TransientError:
            raise
        except (fault.Neo4jError, fault.DriverError, ValueError, TypeError) as error:
            with translated(self._endpoint, "committing"):
                raise error
        self._traffic.add(transactions=1)
        return sealed

    def _landed(self, row: Sealed) -> bool:
        self._reconnect()
        deadline = time.monotonic() + _RETRY_SECONDS
        while time.monotonic() < deadline:
            try:
                self._driver = connect(self._endpoint, pool=1)
                with self._driver.session(database=self._endpoint.database) as session:
                    found = rows(session, self._traffic, statement("activity_hash"), run=row.done.run, seq=row.done.seq)
                return bool(found) and found[0]["hash"] == row.done.hash
            except (fault.ServiceUnavailable, fault.SessionExpired):
                self._reconnect()
        return False

    def _write(self, transaction: neo4j.Transaction, batch: list[_Pending]) -> list[tuple[_Pending, Sealed]]:
        # Locks are always taken in the order of run ids, so that two processes cannot wait for each other.
        runs = sorted({p.prepared.draft.run for p in batch})
        found = rows(transaction, self._traffic, statement("lock_heads"), runs=runs)
        heads = {r["run"]: _Head(r["seq"], r["hash"], r["at"]) for r in found}
        usable = self._refuse_dangling(transaction, batch)
        sealed = [(p, row) for p in usable if (row := _extend(p, heads)) is not None]
        write_rows(transaction, self._traffic, [row for _, row in sealed])
        return sealed

    def _refuse_dangling(self, transaction: neo4j.Transaction, batch: list[_Pending]) -> list[_Pending]:
        """Refuses deltas whose edges point to nodes that do not exist or are of another kind."""
        wanted = {node_id for p in batch for node_id in p.prepared.outside}
        if not wanted:
            return batch
        found = rows(transaction, self._traffic, statement("labels_of"), ids=sorted(wanted))
        labels = {r["id"]: set(r["labels"]) for r in found}
        usable = []
        for pending in batch:
            missing = [i for i, kind in pending.prepared.outside.items() if kind not in labels.get(i, ())]
            if missing:
                kind = pending.prepared.outside[missing[0]]
                _fail(
                    pending, UnknownId(f"{missing[0]} is not a {kind} in the graph", "Check the id with `foam show`.")
                )
            else:
                usable.append(pending)
                # Named nodes can be referred to before they are acknowledged; both deltas may be in one batch.
                labels.update({n.id: {*kinds_under(n.kind)} for n in pending.prepared.delta.nodes if n.id})
        return usable


def _fail(pending: _Pending, error: BaseException) -> None:
    if not pending.future.done():
        pending.future.set_exception(error)


def _extend(pending: _Pending, heads: dict[str, _Head]) -> Sealed | None:
    """Seals one delta onto its chain's head and moves the head; a delta that cannot be sealed fails alone."""
    draft = pending.prepared.draft
    head = heads.get(draft.run)
    if head is None:
        opens = any(node.kind == "Run" and node.id == draft.run for node in pending.prepared.delta.nodes)
        if not opens:
            _fail(pending, UnknownId(f"there is no run {draft.run}", "List runs with `foam runs`."))
            return None
        head = _Head(-1, GENESIS, "")
    now = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    try:
        # A clock that was set back must not make the chain's times run backwards.
        sealed = seal(pending.prepared, head.seq + 1, max(now, head.at), head.hash)
    except ModelViolation as error:
        _fail(pending, error)
        return None
    heads[draft.run] = _Head(sealed.done.seq, sealed.done.hash, sealed.done.at)
    return sealed


def write_rows(transaction: neo4j.Transaction, traffic: Traffic, sealed: Sequence[Sealed]) -> None:
    """Writes sealed deltas: activities, then nodes by kind, then edges by (start, type, end).

    Labels and types come from the model table, never from data.

    Raises:
        StoreFault: Fewer edges were made than asked for: an endpoint is missing.
    """
    activities: dict[str, list[dict[str, Any]]] = {}
    nodes: dict[str, list[dict[str, Any]]] = {}
    edges: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in sealed:
        activities.setdefault(row.prepared.draft.kind, []).append(row.activity)
        for kind, found in row.node_rows().items():
            nodes.setdefault(kind, []).append({"s": row.stamps, "rows": found})
        for key, lines in row.edge_rows().items():
            edges.setdefault(key, []).append({"s": row.stamps, "rows": lines})
    sent = _Statements(transaction, traffic)
    for kind, events in activities.items():
        sent.send(f"UNWIND $rows AS r CREATE (a:Activity:{kind}) SET a = r", events, nodes=len(events))
    pairs = [row.stamps for row in sealed if row.done.seq > 0]
    if pairs:
        sent.send(_NEXT, pairs, edges=len(pairs))
    for kind, groups in nodes.items():
        made = sum(len(group["rows"]) for group in groups)
        sent.send(_NODES.format(labels=":".join(labels_of(kind))), groups, nodes=made, edges=made)
    for (start, type_, end), groups in edges.items():
        made = sum(len(group["rows"]) for group in groups)
        sent.send(_EDGES.format(start=start, type=type_, end=end), groups, edges=made)
    sent.check()


_NEXT = (
    "UNWIND $rows AS r MATCH (p:Activity {run: r.run, seq: r.seq - 1}) MATCH (a:Activity {id: r.activity}) "
    "CREATE (p)-[e:NEXT]->(a) SET e = r"
)
_NODES = (
    "UNWIND $rows AS g MATCH (a:Activity {{id: g.s.activity}}) UNWIND g.rows AS r "
    "CREATE (n:{labels}) SET n = r, n += g.s "
    "CREATE (n)-[w:WAS_GENERATED_BY]->(a) SET w = g.s, w.ord = r.ord"
)
_EDGES = (
    "UNWIND $rows AS g UNWIND g.rows AS r MATCH (x:{start} {{id: r.f}}) MATCH (y:{end} {{id: r.t}}) "
    "CREATE (x)-[e:{type}]->(y) SET e = r.p, e += g.s"
)


class _Statements:
    """Statements of one transaction, each sent while the server still works on the one before it."""

    def __init__(self, transaction: neo4j.Transaction, traffic: Traffic) -> None:
        self._transaction = transaction
        self._traffic = traffic
        self._sent: list[tuple[str, neo4j.Result, int, int]] = []

    def send(self, text: str, data: list[dict[str, Any]], nodes: int = 0, edges: int = 0) -> None:
        """Sends a statement that is to make so many nodes and edges."""
        # Not consumed here: packing the next rows takes as long as the server takes to write these.
        self._sent.append((text, self._transaction.run(text, rows=data), nodes, edges))

    def check(self) -> None:
        """Waits for all of them and compares what was made with what was to be made.

        Raises:
            StoreFault: Fewer edges were made than asked for.
        """
        for text, result, nodes, edges in self._sent:
            counters = result.consume().counters
            self._traffic.add(statements=1, nodes=counters.nodes_created, edges=counters.relationships_created)
            # A MATCH that finds no endpoint is silent; only the count tells.
            if (counters.nodes_created, counters.relationships_created) != (nodes, edges):
                raise StoreFault(
                    f"{counters.relationships_created} of {edges} edges could be made: "
                    f"{text.split('CREATE')[0].strip()}",
                    "An endpoint is missing; nothing was written.",
                )
