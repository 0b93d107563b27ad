"""A lane of the write path: one thread with one connection that batches deltas into transactions.

One transaction locks the Run nodes it extends, reads the heads of their chains, seals the deltas and writes them,
grouped by label and type. A future is resolved only after the transaction is durable. Chains of other runs are not
locked, so runs do not wait for each other.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, wait
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime

import neo4j
from neo4j import exceptions as fault

from foam_graph.advice import Action, NextStep
from foam_graph.errors import FoamError, ModelViolation, StoreFault, StoreUnreachable, UnknownId
from foam_graph.model.canonical import GENESIS
from foam_graph.model.delta import Committed
from foam_graph.model.validation import kinds_under
from foam_graph.store.chain.sealing import Prepared, Sealed, seal
from foam_graph.store.connection import Traffic, connect, rows, translated
from foam_graph.store.queries import statement, store_statement
from foam_graph.store.server.control import Endpoint
from foam_graph.store.writing.rows import write_rows

MAX_EVENTS = 1_000
MAX_ROWS = 10_000
"""Rows of a batch; a single delta may have more, and is then the only one of its size that is being written."""
_RETRY_SECONDS = 8.0
# The transaction that was in the way has to end first; tried at once, the two would meet again (decision 0015).
_PAUSE_SECONDS = 0.05
_LOST = (fault.ServiceUnavailable, fault.SessionExpired, fault.IncompleteCommit)


@dataclass(slots=True, eq=False)
class Pending:
    """A delta that waits to be written.

    Attributes:
        prepared: The delta, checked.
        future: Resolved when it is durable.
        after: Deltas of another lane that must be settled first.
        lane: Where it waits.
        sent: As it was last sent to be committed; until it is settled, nobody knows whether it is durable.
    """

    prepared: Prepared
    future: Future[Committed] = field(default_factory=Future)
    after: tuple[Future[Committed], ...] = ()
    lane: Lane | None = None
    sent: Sealed | None = None

    @property
    def held_up(self) -> bool:
        """Whether what it refers to is not settled yet."""
        return any(not one.done() for one in self.after)


@dataclass(slots=True)
class _Head:
    seq: int
    hash: str
    at: str


class Lane:
    """Commits deltas in the order in which they were put, many in one transaction.

    Args:
        name: Of its thread.
        endpoint: The server.
        traffic: Where round trips and rows are counted.
        wide: Held while a delta of more than ``MAX_ROWS`` is written: two at once could need more memory than the
            server has for transactions.

    Attributes:
        waiting: How many deltas it was given that are not settled; the committer counts them.
    """

    def __init__(self, name: str, endpoint: Endpoint, traffic: Traffic, wide: threading.Lock) -> None:
        self._name = name
        self._endpoint = endpoint
        self._traffic = traffic
        self._wide = wide
        self._queue: queue.Queue[Pending | None] = queue.Queue()
        self._held: Pending | None = None
        self._thread: threading.Thread | None = None
        self._ending: threading.Thread | None = None
        self._driver: neo4j.Driver | None = None
        self._start = threading.Lock()
        self._here = threading.local()
        self.waiting = 0

    @property
    def is_here(self) -> bool:
        """Whether the caller is this lane's thread."""
        return hasattr(self._here, "works")

    def put(self, pending: Pending) -> None:
        """Queues a delta."""
        pending.lane = self
        with self._start:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, args=(self._ending,), name=self._name, daemon=True)
                self._thread.start()
            # Inside the lock: what is queued after the end mark of ``end`` would wait for ever.
            self._queue.put(pending)

    def end(self) -> threading.Thread | None:
        """Asks for the end once all that is queued is settled.

        Returns:
            The thread to wait for, or None where nothing was ever queued.
        """
        with self._start:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._ending = thread
                self._queue.put(None)
        return thread

    def _work(self, before: threading.Thread | None) -> None:
        self._here.works = True
        if before is not None:
            # It has been asked to end, and is still writing what was queued before that.
            before.join()
        while (first := self._held or self._queue.get()) is not None:
            self._held = None
            # Whatever it waits for was submitted before it, so that two lanes cannot wait for each other.
            wait(first.after)
            gathered, last = self._gather(first)
            # From here on they cannot be called off; for those that were, whoever waits for them is told.
            batch = [one for one in gathered if one.future.set_running_or_notify_cancel()]
            wide = sum(len(one.prepared.delta) for one in batch) > MAX_ROWS
            if batch:
                with self._wide if wide else nullcontext():
                    self._settle(batch)
            if last:
                break
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def _gather(self, first: Pending) -> tuple[list[Pending], bool]:
        batch, size = [first], len(first.prepared.delta)
        while len(batch) < MAX_EVENTS and size < MAX_ROWS:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return batch, True
            if more.held_up:
                self._held = more
                break
            batch.append(more)
            size += len(more.prepared.delta)
        return batch, False

    def _settle(self, batch: list[Pending]) -> None:
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
                self._settle_apart(batch)
        except BaseException as error:
            for pending in batch:
                _fail(pending, error)

    def _settle_apart(self, batch: Sequence[Pending]) -> None:
        gone: BaseException | None = None
        for pending in batch:
            if gone is not None:
                # Each would wait as long as this one did for a server that is not there.
                _fail(pending, gone)
                continue
            self._settle([pending])
            error = pending.future.exception()
            gone = error if isinstance(error, StoreUnreachable) else None

    def _commit(self, batch: list[Pending]) -> None:
        deadline = 0.0
        in_doubt = False
        while True:
            try:
                sealed = self._attempt(batch)
                break
            except (*_LOST, fault.TransientError) as error:
                deadline = deadline or time.monotonic() + _RETRY_SECONDS
                if time.monotonic() > deadline:
                    with translated(self._endpoint, "committing"):
                        raise error
                if isinstance(error, _LOST):
                    in_doubt = True
                    self._reconnect()
                else:
                    # Two transactions that stood in each other's way, and the server broke off this one.
                    time.sleep(_PAUSE_SECONDS)
            except StoreFault:
                # A chain that is only being opened has no lock to wait for: this attempt may have run into what was
                # sent before and landed meanwhile. Looking again tells.
                if not in_doubt:
                    raise
                in_doubt = False
        for pending, row in sealed:
            pending.future.set_result(row.done)

    def _reconnect(self) -> None:
        time.sleep(0.3)
        if self._driver is not None:
            self._driver.close()
        self._driver = None

    def _attempt(self, batch: Sequence[Pending]) -> list[tuple[Pending, Sealed]]:
        if self._driver is None:
            self._driver = connect(self._endpoint, pool=1)
        try:
            with self._driver.session(database=self._endpoint.database) as session:
                transaction = session.begin_transaction()
                try:
                    sealed = self._write(transaction, [p for p in batch if not p.future.done()])
                    for pending, row in sealed:
                        pending.sent = row
                    transaction.commit()
                finally:
                    transaction.close()
        except (*_LOST, fault.TransientError):
            raise
        except (fault.Neo4jError, fault.DriverError, ValueError, TypeError) as error:
            with translated(self._endpoint, "committing"):
                raise error
        self._traffic.add(transactions=1)
        return sealed

    def _landed(self, transaction: neo4j.Transaction, batch: Sequence[Pending]) -> list[tuple[Pending, Sealed]]:
        """What was sent before and is there, though no answer came; it was one transaction, so all of it or nothing."""
        sent = [(pending, pending.sent) for pending in batch if pending.sent is not None]
        if not sent:
            return []
        last = sent[-1][1].done
        found = rows(transaction, self._traffic, statement("activity_hash"), run=last.run, seq=last.seq)
        return sent if found and found[0]["hash"] == last.hash else []

    def _write(self, transaction: neo4j.Transaction, batch: list[Pending]) -> list[tuple[Pending, Sealed]]:
        # Locks are always taken in the order of run ids, so that two processes cannot wait for each other.
        runs = sorted({p.prepared.draft.run for p in batch})
        found = rows(transaction, self._traffic, store_statement("lock_heads").text, runs=runs)
        # Only now, with the locks: a transaction whose connection broke may still be at work, and it has them till then.
        if landed := self._landed(transaction, batch):
            return landed
        heads = {r["run"]: _Head(r["seq"], r["hash"], r["at"]) for r in found}
        usable = self._refuse_dangling(transaction, batch)
        sealed = [(p, row) for p in usable if (row := _extend(p, heads)) is not None]
        write_rows(transaction, self._traffic, [row for _, row in sealed])
        return sealed

    def _refuse_dangling(self, transaction: neo4j.Transaction, batch: list[Pending]) -> list[Pending]:
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
                    pending,
                    UnknownId(
                        f"{missing[0]} is not a {kind} in the graph",
                        NextStep(Action.SHOW, "Check the id with", {"id": "RUN"}),
                    ),
                )
            else:
                usable.append(pending)
                # Named nodes can be referred to before they are acknowledged; both deltas may be in one batch.
                labels.update({n.id: {*kinds_under(n.kind)} for n in pending.prepared.delta.nodes if n.id})
        return usable


def _fail(pending: Pending, error: BaseException) -> None:
    if not pending.future.done():
        pending.future.set_exception(error)


def _extend(pending: Pending, heads: dict[str, _Head]) -> Sealed | None:
    """Seals one delta onto its chain's head and moves the head; a delta that cannot be sealed fails alone."""
    draft = pending.prepared.draft
    head = heads.get(draft.run)
    if head is None:
        opens = any(node.kind == "Run" and node.id == draft.run for node in pending.prepared.delta.nodes)
        if not opens:
            _fail(pending, UnknownId(f"there is no run {draft.run}", NextStep(Action.LIST_RUNS, "List runs with")))
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
