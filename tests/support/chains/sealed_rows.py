"""Sealed chains as the rows of an export, without a database: what a database gives after they were committed."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from foam_graph.exchange.prov_export.export import Request, write_prov
from foam_graph.exchange.prov_export.spool import Placed, Spool
from foam_graph.store.chain.sealing import Sealed
from tests.support.chains.graphs import Chain

STAMPS = ("id", "run", "seq", "at", "nodes", "edges")


def spooled(spool: Spool, chains: Iterable[Chain]) -> Spool:
    """Fills a spool with chains, the first with all of its own and what others refer to in it."""
    writers: dict[str, str] = {}
    for chain in chains:
        for one in chain.sealed:
            writers.update(dict.fromkeys(one.done.ids, chain.run))
            _activity(spool, one)
            for id_ in [*one.prepared.outside, *one.prepared.activity.get("used", ())]:
                if writers.get(id_, chain.run) != chain.run:
                    spool.said_in(chain.run, id_)
    spool.close()
    return spool


def _activity(spool: Spool, one: Sealed) -> None:
    done = one.done
    own = {key: value for key, value in one.activity.items() if key not in STAMPS}
    spool.activity(done.run, done.seq, one.prepared.draft.kind, done.at, own)
    for n, (node, fields) in enumerate(zip(one.prepared.delta.nodes, one.prepared.nodes, strict=True), 1):
        spool.node(done.ids[n - 1], node.kind, n, fields)
        spool.generation(done.ids[n - 1], done.run, done.seq, done.at)
    for n, (edge, fields) in enumerate(zip(one.prepared.delta.edges, one.prepared.edges, strict=True), 1):
        ends = done.id_of(edge.start), done.id_of(edge.end)
        spool.edge(Placed(done.run, done.seq, n, edge.type, *ends, fields))


def full_export(spool: Spool, runs: list[str], form: str, **more: Any) -> tuple[bytes, dict[str, Any]]:
    """A full export of chains, and its manifest."""
    out = io.BytesIO()
    manifest = write_prov(spool, Request(runs, form, full=True, **more), out)
    return out.getvalue(), manifest
