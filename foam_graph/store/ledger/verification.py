"""The ledger: re-reads a chain, or the whole database, and says what does not hold (protocol 8.5).

A chain is read in ranges of its activities. Nodes are found by their stamps, edges through the index of each type, not
from the chain's own nodes, so that rows somebody slipped in are read as well. Rows in no index show in the totals.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator
from functools import cache

from foam_graph.advice import Action, NextStep
from foam_graph.errors import UnknownId
from foam_graph.model.canonical import digest
from foam_graph.model.edges import EDGE_KINDS
from foam_graph.model.nodes import ACTIVITIES, NODES
from foam_graph.store.chain.chain_check import ChainCheck, Event, Verification, edge_name
from foam_graph.store.chain.row_check import Fault
from foam_graph.store.edge_ranges import edges_of, every_type
from foam_graph.store.store import Store

__all__ = ["Fault", "Verification", "edge_statement", "read_event", "read_events", "verify"]

RANGE = 50
"""Activities read at once; more cost memory and bring no speed."""
ROWS = 20_000
"""Rows read at once, as the activities state them."""
# Before and after every seq. Floats, because a range ends half a number after its last activity.
_FIRST, _LAST = -(2.0**62), 2.0**62
# One is enough to fail; a database that was tampered with may hold millions.
_STRAYS = 100
_LOOKS = 3
"""Times a chain is read that is being written to and seems not to hold."""
_PAUSE = 0.1
"""Seconds before a chain with which something is wrong is looked at again."""


@cache
def edge_statement() -> str:
    """Cypher that reads the edges of a chain and range of seq through the index of each type, packed by seq."""
    packed = "collect([type(e), startNode(e).id, endNode(e).id, properties(e)])"
    return f"{edges_of(every_type())}\nRETURN e.seq AS seq, {packed} AS rows ORDER BY seq"


def verify(store: Store, run: str | None = None) -> Verification:
    """Verifies one chain, or every chain and the database around them.

    Memory is bounded by one range of activities, however long the chain is.

    Args:
        store: Where it is.
        run: Chain id; nothing for the whole database.

    Returns:
        What was read and what does not hold. A tail cut off together with its rows, or one activity rewritten with
        its hash at the very end, shows only against a head that was kept elsewhere.

    Raises:
        UnknownId: No such chain.
    """
    if run is None:
        return _whole(store)
    check = _checked(store, run)
    if not (check.activities or check.nodes or check.edges):
        raise UnknownId(f"there is no run {run!r}", NextStep(Action.LIST_RUNS, "List runs with"))
    return check.result()


def _checked(store: Store, run: str) -> ChainCheck:
    """A chain, read until nothing is wrong with it or the same is wrong with it again.

    A commit shows in one index a moment before it shows in the next, so its last rows may seem to be missing.
    """
    types = [kind.type for kind in EDGE_KINDS]
    before: tuple[float, list[Fault]] | None = None
    for _ in range(_LOOKS):
        end = _end(store, run)
        check = ChainCheck(run)
        for event in _events(store, run, end):
            check.event(event)
        check.strays(store.ask("ledger_strays", run=run, types=types, limit=_STRAYS))
        found = check.result()
        if found.ok or before == (end, found.faults):
            break
        before = end, found.faults
        time.sleep(_PAUSE)
    return check


def read_events(store: Store, run: str) -> Iterator[Event]:
    """All activities of a chain in order with their rows, and groups of rows whose activity is gone.

    What is written while this reads may be left out: a chain can grow faster than it is read.

    Args:
        store: Where it is.
        run: Chain id.

    Yields:
        Events by rising seq.
    """
    yield from _events(store, run, _end(store, run))


def _events(store: Store, run: str, end: float) -> Iterator[Event]:
    """The events up to what was the last activity when ``end`` was asked for, and what is beyond all activities."""
    low, beyond = _FIRST, None
    while low <= end and low < math.inf and (batch := _batch(store, run, low)):
        after = _after(batch[-1].seq)
        last = after > end
        # The last ones are read with what is beyond them: to look through the index of every type once more for nothing
        # was half of what verifying a short chain took.
        found = _filled(store, run, low, max(after, _LAST) if last else after, batch)
        yield from [event for event in found if event.seq < after]
        if last:
            beyond = [event for event in found if event.seq >= after]
        low = after
    if beyond is None:
        beyond = _filled(store, run, max(low, _after(_end(store, run))), _LAST, [])
    # Rows beyond the last activity are strays, unless they were committed a moment ago: then it is not the last one.
    newest = _end(store, run) if beyond else end
    yield from [event for event in beyond if event.seq > newest]


def _end(store: Store, run: str) -> float:
    """The place of the last activity of a chain; before all places where there is none."""
    found = store.ask("chain_end", run=run)
    return float(found[0]["seq"]) if found else _FIRST


def _after(seq: float) -> float:
    """Where to read on; a tampered seq may be so large that a half more is the same number."""
    return max(seq + 0.5, math.nextafter(seq, math.inf))


def read_event(store: Store, run: str, seq: int) -> Event:
    """One activity of a chain with its rows.

    Args:
        store: Where it is.
        run: Chain id.
        seq: Its place.

    Raises:
        UnknownId: No such activity.
    """
    found = [event for event in _batch(store, run, float(seq), 1) if event.seq == seq]
    if not found:
        raise UnknownId(
            f"there is no activity {seq} in {run}", NextStep(Action.LIST_RUNS, "See how far the chain goes with")
        )
    return _filled(store, run, float(seq), seq + 0.5, found)[0]


def _batch(store: Store, run: str, low: float, limit: int = RANGE) -> list[Event]:
    """The next activities: as many as RANGE and ROWS allow, at least one."""
    events: list[Event] = []
    size = 0
    for row in store.ask("ledger_activities", run=run, low=low, limit=limit):
        props = row["props"]
        events.append(Event(props["seq"], row["labels"], props))
        size += sum(n for key in ("nodes", "edges") if type(n := props.get(key)) is int)
        if size >= ROWS:
            break
    return events


def _filled(store: Store, run: str, low: float, high: float, batch: list[Event]) -> list[Event]:
    """Adds the rows of a range to its activities; rows of no activity become events of their own."""
    events: dict[float, Event] = {event.seq: event for event in batch}
    for row in store.ask("ledger_nodes", run=run, low=low, high=high):
        event = events.setdefault(row["seq"], Event(row["seq"]))
        event.nodes.extend((labels, props) for labels, props in row["rows"])
    for row in store.read(edge_statement(), run=run, low=low, high=high):
        event = events.setdefault(row["seq"], Event(row["seq"]))
        event.edges.extend((type_, start, end, props) for type_, start, end, props in row["rows"])
    return [events[seq] for seq in sorted(events)]


def _whole(store: Store) -> Verification:
    before = store.ask("totals")[0]
    faults: list[Fault] = []
    heads: list[list[str]] = []
    activities = nodes = edges = automatic = 0
    for row in store.ask("ledger_chains"):
        check = _checked(store, str(row["run"]))
        found = check.result()
        faults += found.faults
        heads.append([found.run, found.head])
        activities += found.activities
        nodes += found.nodes
        edges += found.edges
        automatic += check.automatic
    read = {"artifacts": nodes, "activities": activities, "nodes": nodes + activities, "edges": edges + automatic}
    after = store.ask("totals")[0]
    if read != after:
        known = {(f.row, f.kind) for f in faults}
        strays = _strays(store, known)
        # Somebody may commit while this reads; then the totals move, and only strays count that are still there: of a
        # commit that is a moment old the rows may show before the index leads to their activity.
        if strays and before != after:
            again = {(f.row, f.detail) for f in _strays(store, known)}
            strays = [fault for fault in strays if (fault.row, fault.detail) in again]
        faults += strays
        if not strays and before == after:
            told = ", ".join(f"{after[key]} {key} where {n} were read" for key, n in read.items() if n != after[key])
            faults.append(Fault("totals", "", "", f"the database holds {told}"))
    return Verification("", not faults, activities, nodes, edges, digest(heads), faults)


def _strays(store: Store, known: Collection[tuple[str, str]]) -> list[Fault]:
    """Rows that belong to no activity, wherever they are."""
    found: list[Fault] = []
    labels = ["Artifact", "Activity", *NODES, *ACTIVITIES]
    for row in store.ask("ledger_stray_nodes", labels=labels, limit=_STRAYS):
        detail = f"node of labels {row['labels']}, run {row['run']!r}, seq {row['seq']!r} belongs to no activity"
        found.append(Fault("stray", "", str(row["id"]), detail))
    for row in store.ask("ledger_stray_edges", types=[kind.type for kind in EDGE_KINDS], limit=_STRAYS):
        name = edge_name(row["type"], row["start"], row["end"])
        found.append(Fault("stray", "", name, f"edge of run {row['run']!r}, seq {row['seq']!r} belongs to no activity"))
    return [fault for fault in found if (fault.row, "stray") not in known]
