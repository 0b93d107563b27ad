"""A journal back into a database: the same ids, times and hashes (architecture, decision 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from foam_graph.errors import UsageError, VerifyError
from foam_graph.export.journal import parsed, verify_journal
from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, NewEdge, NewNode, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.ledger import Verification, verify
from foam_graph.store.ledger_chain import Event
from foam_graph.store.ledger_rows import ACTIVITY_KEYS, EDGE_KEYS, NODE_KEYS
from foam_graph.store.reading import kind_of
from foam_graph.store.rows import Prepared, Sealed
from foam_graph.store.store import Store


def replay(store: Store, lines: Sequence[str]) -> Verification:
    """Writes the chain of a journal, in one transaction, and verifies what was written.

    Args:
        store: Where to; chains that this one refers to must be there already.
        lines: The journal, as ``journal_lines`` gave it.

    Returns:
        The verification of the chain as it stands in the database now.

    Raises:
        VerifyError: The journal does not hold. Nothing was written.
        UsageError: The chain is there already. Nothing was written.
        StoreFault: It refers to nodes that are not there. Nothing was written.
    """
    found = verify_journal(lines)
    if not found.ok:
        first = found.faults[0]
        where = " ".join(part for part in (first.activity, first.row) if part)
        raise VerifyError(f"the journal does not hold: {where} {first.detail}", "Replay an unbroken copy of it.")
    if store.ask("labels_of", ids=[found.run]):
        raise UsageError(f"the chain {found.run} is in the database already", "Replay it into an empty database.")
    store.restore(_chain(lines))
    return verify(store, found.run)


def _chain(lines: Sequence[str]) -> Iterator[Sealed]:
    for line in lines:
        event = parsed(line.rstrip("\n"))
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
