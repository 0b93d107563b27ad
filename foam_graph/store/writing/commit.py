"""The one write path: deltas are queued, and lanes write them in batches (decision 0002).

Deltas of one chain, and those that refer to each other, are written in the order in which they were submitted. Those of
other chains are not held up by them: while the server writes for one lane, the other seals and packs.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future

from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.store.chain.sealing import prepare
from foam_graph.store.connection import Traffic
from foam_graph.store.server.control import Endpoint
from foam_graph.store.writing.lane import MAX_EVENTS, Lane, Pending

LANES = 2
"""A third was no faster on two cores (decision 0015)."""
MAX_WAITING = 2 * LANES * MAX_EVENTS
"""Deltas that wait to be written; who submits more waits, so that a writer faster than the disk does not fill memory."""


class Committer:
    """Takes deltas and gives futures for them.

    Args:
        endpoint: The server.
        traffic: Where round trips and rows are counted.
    """

    def __init__(self, endpoint: Endpoint, traffic: Traffic) -> None:
        wide = threading.Lock()
        self._lanes = [Lane(f"foam-committer-{n}", endpoint, traffic, wide) for n in range(LANES)]
        self._room = threading.Semaphore(MAX_WAITING)
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[Lane, int]] = {}
        """Of each chain with deltas that are not settled: their lane and number."""
        self._named: dict[str, Pending] = {}
        """By the ids they give to nodes: deltas that are not settled."""

    def submit(self, draft: ActivityDraft, delta: Delta) -> Future[Committed]:
        """Checks a delta and queues it; waits while ``MAX_WAITING`` are queued.

        Raises:
            ModelViolation: The model does not allow it; nothing is queued.
            RoleViolation: The role may not write it.
        """
        pending = Pending(prepare(draft, delta))
        # What a future's callback submits comes from a thread that makes room; it must not wait for itself.
        roomy = any(lane.is_here for lane in self._lanes)
        if not roomy:
            self._room.acquire()
        pending.future.add_done_callback(lambda _: self._settled(pending, roomy))
        with self._lock:
            lane, count = self._waiting.get(draft.run) or (min(self._lanes, key=lambda one: one.waiting), 0)
            self._waiting[draft.run] = lane, count + 1
            # A named node can be referred to before it is acknowledged: the reference then waits for it, in its lane.
            ahead = (self._named.get(node_id) for node_id in pending.prepared.outside)
            pending.after = tuple({one.future for one in ahead if one is not None and one.lane is not lane})
            self._named.update((node.id, pending) for node in delta.nodes if node.id)
            lane.waiting += 1
            lane.put(pending)
        return pending.future

    def _settled(self, pending: Pending, roomy: bool) -> None:
        run = pending.prepared.draft.run
        with self._lock:
            lane, count = self._waiting.pop(run)
            lane.waiting -= 1
            if count > 1:
                self._waiting[run] = lane, count - 1
            for node in pending.prepared.delta.nodes:
                if node.id and self._named.get(node.id) is pending:
                    del self._named[node.id]
        if not roomy:
            self._room.release()

    def close(self) -> None:
        """Commits what is queued, and what is queued meanwhile, and ends the threads."""
        # All are asked before any is waited for: one may have to wait for another.
        while threads := [thread for lane in self._lanes if (thread := lane.end()) is not None]:
            for thread in threads:
                thread.join()
