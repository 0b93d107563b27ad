"""A journal back into a database: the same ids, times and hashes (protocol 8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from foam_graph.errors import NewerForm, UsageError, VerifyError
from foam_graph.exchange.journal.journal import parsed, verify_chains
from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, NewEdge, NewNode, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.chain.chain_check import Event
from foam_graph.store.chain.row_check import ACTIVITY_KEYS, EDGE_KEYS, NODE_KEYS
from foam_graph.store.chain.sealing import Prepared, Sealed
from foam_graph.store.ledger.verification import Verification, verify
from foam_graph.store.reading import kind_of
from foam_graph.store.store import Store


def replay(store: Store, lines: Callable[[], Iterable[str]]) -> list[Verification]:
    """Writes the chains of a journal, each in one transaction, and verifies what was written.

    Args:
        store: Where to; chains that they refer to must be there already, or come before them.
        lines: Gives the journal from its beginning, as ``journal_lines`` made it. It is read twice: nothing is written
            before all of it was found to hold.

    Returns:
        The verification of each chain as it stands in the database now.

    Raises:
        VerifyError: The journal does not hold. Nothing was written.
        UsageError: A chain is there already. Nothing was written.
        StoreFault: A chain refers to nodes that are not there. Nothing of it was written.
    """
    runs = checked_chains(store, verify_chains(lines()), "the journal")
    return write_chains(store, sealed_lines(lines()), runs)


def checked_chains(store: Store, found: Iterable[Verification], what: str) -> list[str]:
    """The chains that are to be written, in order.

    Args:
        store: Where to.
        found: What verifying each of them found.
        what: What they stand in, for messages.

    Raises:
        VerifyError: One does not hold.
        UsageError: One is there already.
    """
    runs = unbroken(found, what)
    if there := sorted(row["id"] for row in store.ask("labels_of", ids=runs)):
        raise UsageError(f"the chain {there[0]} is in the database already", "Replay it into an empty database.")
    return runs


def unbroken(found: Iterable[Verification], what: str) -> list[str]:
    """The chains, in order.

    Args:
        found: What verifying each of them found.
        what: What they stand in, for messages.

    Raises:
        VerifyError: One does not hold.
        NewerForm: One cannot be checked by this version.
    """
    runs = []
    for chain in found:
        if not chain.ok:
            first = chain.faults[0]
            where = " ".join(part for part in (first.activity, first.row) if part)
            if first.kind == "unknown_form":
                raise NewerForm(f"{what} cannot be checked: {where} {first.detail}", "Update foam-graph.")
            raise VerifyError(f"{what} does not hold: {where} {first.detail}", "Replay an unbroken copy of it.")
        runs.append(chain.run)
    return runs


def write_chains(store: Store, activities: Iterable[Sealed], runs: Iterable[str]) -> list[Verification]:
    """Writes chains that hold, each in one transaction, and verifies what was written.

    Args:
        store: Where to.
        activities: Their activities, chain after chain.
        runs: Their ids.

    Raises:
        StoreFault: A chain refers to nodes that are not there. Nothing of it was written.
    """
    for _, chained in groupby(activities, key=lambda one: one.done.run):
        store.restore(chained)
    return [verify(store, run) for run in runs]


def sealed_lines(lines: Iterable[str]) -> Iterator[Sealed]:
    """The activities of a journal as they are restored, in its order; lines that cannot be read are left out.

    Args:
        lines: Its lines, with or without line ends.
    """
    yield from sealed_events(parsed(line.rstrip("\n")) for line in lines)


def sealed_events(events: Iterable[Event | str]) -> Iterator[Sealed]:
    """Activities as they are restored, see ``sealed_lines``."""
    for event in events:
        if isinstance(event, Event) and event.props is not None:
            yield _sealed(event, event.props)


def _sealed(event: Event, props: dict[str, Any]) -> Sealed:
    nodes = sorted(event.nodes, key=lambda node: _place(node[1]))
    edges = sorted(event.edges, key=lambda edge: _place(edge[3]))
    own, ids = str(props["id"]), tuple(str(row["id"]) for _, row in nodes)
    draft = ActivityDraft(props["run"], props["kind"], Role(props["role"]), props["step"], props["agent"])
    delta = Delta(
        [NewNode(kind_of(labels), row, row["id"]) for labels, row in nodes],
        [NewEdge(type_, _ref(start, own), _ref(end, own)) for type_, start, end, _ in edges],
    )
    prepared = Prepared(
        draft,
        delta,
        _without(props, ACTIVITY_KEYS),
        [_without(row, NODE_KEYS) for _, row in nodes],
        [_without(row, EDGE_KEYS) for _, _, _, row in edges],
    )
    return Sealed(prepared, Committed(draft.run, own, props["seq"], props["at"], props["hash"], ids), props)


def _place(row: Mapping[str, Any]) -> int:
    return int(row["ord"])


def _without(row: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in names}


def _ref(node_id: str, own: str) -> Ref:
    return Ref(SELF, "Activity") if node_id == own else Ref(node_id, "Artifact")
