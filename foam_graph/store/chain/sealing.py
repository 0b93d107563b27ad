"""From a checked delta to the rows that are written and the hashes that chain them (protocol 8.3)."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from foam_graph.errors import ModelViolation
from foam_graph.model.canonical import SALT_BYTES, body_hash, chain_hash, digest, hashed_form, personal_of
from foam_graph.model.delta import ActivityDraft, Committed, Delta, activity_id, node_ids, resolve
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import ACTIVITY_FIELDS, fields_of
from foam_graph.model.row_commitment import FIRST_FORM, FORM, ROW_FORM, committed, hashed_row
from foam_graph.model.validation import check
from foam_graph.version import __version__

_DRAWN = 256
"""Salts that are drawn at once."""


@lru_cache(maxsize=256)
def personal_fields(kind: str) -> frozenset[str]:
    """Personal fields of a node kind, ``Activity``, or edge type."""
    if kind == "Activity":
        return personal_of(ACTIVITY_FIELDS)
    return personal_of(EDGES[kind].fields if kind in EDGES else fields_of(kind))


def _hashed(kind: str, stored: Mapping[str, Any], form: int) -> dict[str, Any]:
    return hashed_form(stored, personal_fields(kind)) if form == FIRST_FORM else hashed_row(stored)


def form_of(activity: Mapping[str, Any]) -> int:
    """The row form of an activity and of all that it wrote; one that is no number has none."""
    form = activity.get(FORM, FIRST_FORM)
    return form if type(form) is int else -1


def node_form(node_id: str, kind: str, ord_: int, stored: Mapping[str, Any], form: int = ROW_FORM) -> dict[str, Any]:
    """What is hashed of a node: id, kind, place and every field."""
    return {"fields": _hashed(kind, stored, form), "id": node_id, "kind": kind, "ord": ord_}


def edge_form(
    type_: str, start: str, end: str, ord_: int, stored: Mapping[str, Any], form: int = ROW_FORM
) -> dict[str, Any]:
    """What is hashed of an edge: type, ends, place and every field."""
    return {"end": end, "fields": _hashed(type_, stored, form), "ord": ord_, "start": start, "type": type_}


def header_form(chain: Mapping[str, Any], stored: Mapping[str, Any], nodes: int, edges: int) -> dict[str, Any]:
    """What is hashed of an activity: id, run, seq, at, row counts and every own field, its row form among them."""
    own = _hashed("Activity", stored, form_of(stored))
    return {**own, "at": chain["at"], "edges": edges, "id": chain["id"], "nodes": nodes, "run": chain["run"],
            "seq": chain["seq"]}  # fmt: skip


def opening(chain: str, kind: str, title: str, operator: str) -> tuple[ActivityDraft, Delta]:
    """What opens a chain: its first activity, with its Run node."""
    delta = Delta()
    delta.node("Run", id=chain, kind=kind, title=title, operator=operator, software=f"foam-graph {__version__}")
    return ActivityDraft(chain, "Opening", Role.OPERATOR, "open"), delta


@dataclass(frozen=True, slots=True)
class Prepared:
    """A checked delta whose rows have their salts and commitments; it does not know its place yet."""

    draft: ActivityDraft
    delta: Delta
    activity: dict[str, Any]
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]

    @property
    def outside(self) -> dict[str, str]:
        """Ids outside of the delta that its edges point to, with the kind each is said to have."""
        ends = (ref for edge in self.delta.edges for ref in (edge.start, edge.end))
        return {ref.id: ref.kind for ref in ends if not ref.local}


def prepare(draft: ActivityDraft, delta: Delta, salts: Iterator[str] | None = None) -> Prepared:
    """Checks a delta and adds salts and commitments, in today's row form.

    Args:
        draft: Who acts, in which role, at which step.
        delta: New nodes and edges.
        salts: Salts to take instead of the operating system's; one for each row with personal texts, in order.

    Raises:
        ModelViolation: The model does not allow it.
        RoleViolation: The role may not write it.
    """
    check(draft, delta)
    own = {**draft.properties(), FORM: ROW_FORM}
    kinds = [("Activity", own)]
    kinds += [(node.kind, dict(node.fields)) for node in delta.nodes]
    kinds += [(edge.type, dict(edge.fields)) for edge in delta.edges]
    supply = _salts() if salts is None else salts
    stored = [committed(fields, personal_fields(kind), supply) for kind, fields in kinds]
    split = 1 + len(delta.nodes)
    return Prepared(draft, delta, stored[0], stored[1:split], stored[split:])


class _Pool(threading.local):
    """Salts that this thread has drawn and not used, and the process that drew them."""

    process = 0
    salts: Iterator[str] = iter(())


_POOL = _Pool()


def _salts() -> Iterator[str]:
    if _POOL.process != os.getpid():
        # A process that was forked must not use the salts of the other again.
        _POOL.process, _POOL.salts = os.getpid(), iter(())
    while True:
        yield from _POOL.salts
        # Many at once: the cost of a salt is the system call, and that it lets another thread run.
        drawn = os.urandom(SALT_BYTES * _DRAWN).hex()
        _POOL.salts = iter([drawn[n : n + 2 * SALT_BYTES] for n in range(0, len(drawn), 2 * SALT_BYTES)])


@dataclass(frozen=True, slots=True)
class Sealed:
    """A delta with its place in the chain: everything that is written."""

    prepared: Prepared
    done: Committed
    activity: dict[str, Any]

    @property
    def stamps(self) -> list[Any]:
        """What is put on each of its rows: run, activity, seq, at."""
        return [self.done.run, self.done.activity, self.done.seq, self.done.at]


def seal(prepared: Prepared, seq: int, at: str, prev_hash: str) -> Sealed:
    """Gives a prepared delta its place: ids, row digests, body hash, chain hash.

    Args:
        prepared: The delta.
        seq: Its place in its chain.
        at: Its time.
        prev_hash: The chain's hash before it.

    Raises:
        ModelViolation: A value has no canonical form.
    """
    draft, delta = prepared.draft, prepared.delta
    own_id = activity_id(draft.run, seq)
    ids = node_ids(own_id, delta.nodes)
    body = body_of(prepared, seq)
    place = {"id": own_id, "run": draft.run, "seq": seq, "at": at, "nodes": len(delta.nodes), "edges": len(delta.edges)}
    activity = activity_row(place, prepared.activity, body, prev_hash)
    return Sealed(prepared, Committed(draft.run, own_id, seq, at, activity["hash"], ids), activity)


def body_of(prepared: Prepared, seq: int) -> str:
    """Hash of a prepared delta; it depends on the activity's place only where ids come from it.

    Raises:
        ModelViolation: A value has no canonical form.
    """
    own_id = activity_id(prepared.draft.run, seq)
    try:
        return body_hash(_row_hashes(prepared, own_id, node_ids(own_id, prepared.delta.nodes)))
    except ValueError as fault:
        raise ModelViolation(f"{prepared.draft.step} in {prepared.draft.run}: {fault}") from None


def activity_row(place: Mapping[str, Any], stored: Mapping[str, Any], body: str, prev_hash: str) -> dict[str, Any]:
    """The row of an activity, chained to what stands before it.

    Args:
        place: Its id, run, seq, at, nodes and edges.
        stored: Its own fields.
        body: Hash of its delta.
        prev_hash: The chain's hash before it.

    Raises:
        ModelViolation: A value has no canonical form.
    """
    try:
        whole = chain_hash(header_form(place, stored, place["nodes"], place["edges"]), body, prev_hash)
    except ValueError as fault:
        raise ModelViolation(f"{stored.get('step')} in {place['run']}: {fault}") from None
    return {**stored, **place, "body_hash": body, "prev_hash": prev_hash, "hash": whole}


def _row_hashes(prepared: Prepared, own_id: str, ids: tuple[str, ...]) -> Iterator[str]:
    delta, form = prepared.delta, form_of(prepared.activity)
    for n, (node, stored) in enumerate(zip(delta.nodes, prepared.nodes, strict=True)):
        yield digest(node_form(ids[n], node.kind, n + 1, stored, form))
    for n, (edge, stored) in enumerate(zip(delta.edges, prepared.edges, strict=True)):
        start, end = resolve(edge.start, own_id, ids), resolve(edge.end, own_id, ids)
        yield digest(edge_form(edge.type, start, end, n + 1, stored, form))
