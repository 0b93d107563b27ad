"""Rows of a full export in a file on disk, from where they are verified, exported again and written to a database.

A table for each sort of row (SQLite). It answers the queries of an export as the store does, so that what the rows say
can be compared with what the file said.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

import orjson

from foam_graph.errors import VerifyError
from foam_graph.exchange.prov_export.agents import PERSON
from foam_graph.model.delta import activity_id
from foam_graph.model.nodes import ACTIVITIES, labels_of
from foam_graph.store.chain.chain_check import Event
from foam_graph.store.chain_steps import link_statement

_BATCH = 5_000
_TABLES = """
CREATE TABLE activity (id TEXT PRIMARY KEY, run TEXT, seq INT, kind TEXT, at TEXT, props BLOB) WITHOUT ROWID;
CREATE TABLE node (id TEXT PRIMARY KEY, kind TEXT, ord INT, props BLOB) WITHOUT ROWID;
CREATE TABLE generation (id TEXT PRIMARY KEY, run TEXT, seq INT, at TEXT) WITHOUT ROWID;
CREATE TABLE edge (run TEXT, seq INT, ord INT, type TEXT, start TEXT, stop TEXT, props BLOB);
CREATE TABLE outside (bundle TEXT, id TEXT);
CREATE TABLE informing (id TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_INDEXES = """
CREATE INDEX activity_place ON activity (run, seq);
CREATE INDEX generation_place ON generation (run, seq);
CREATE INDEX edge_place ON edge (run, seq);
CREATE VIEW placed AS SELECT n.id, n.kind, n.ord, n.props, g.run, g.seq, g.at FROM node n JOIN generation g USING (id);
"""
_INSERT = {
    table: f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * width)})"  # noqa: S608 - our own names
    for table, width in (("activity", 6), ("node", 4), ("generation", 4), ("edge", 7), ("outside", 2), ("informing", 1))
}
_SIZES = """
SELECT (SELECT count(*) FROM generation WHERE run = ? AND seq = ?), (SELECT count(*) FROM edge WHERE run = ? AND seq = ?)
"""
_PLACED = "SELECT id, kind, ord, props, run, seq, at FROM placed WHERE "
_ENDS = """
SELECT e.seq, e.ord, e.type, e.props, e.start, e.stop,
  a.kind, a.seq, a.at, a.props, n.kind, n.run, n.seq, n.ord, n.at, n.props, m.kind, m.run, m.seq, m.ord, m.at, m.props
FROM edge e LEFT JOIN activity a ON a.id = e.start LEFT JOIN placed n ON n.id = e.start LEFT JOIN placed m ON m.id = e.stop
WHERE e.run = ? AND e.seq >= ? AND e.seq < ? ORDER BY e.seq
"""
_JOINED = """
SELECT e.stop FROM edge e JOIN generation g ON g.id = e.start WHERE g.run = :run
UNION SELECT start FROM edge WHERE run = :run UNION SELECT stop FROM edge WHERE run = :run
UNION SELECT u.value FROM activity a, json_each(CAST(a.props AS TEXT), '$.used') u WHERE a.run = :run
"""
"""Ids that a chain's nodes, edges and activities name, as cypher/prov_outside.cypher finds them."""
_ORDER = {"library": 0, "corpus": 1, "run": 2, "ledger": 3}
"""What others refer to comes first."""


class Placed(NamedTuple):
    """An edge with its place."""

    run: str
    seq: int
    ord: int
    type: str
    start: str
    end: str
    props: Mapping[str, Any]


class Spool:
    """Takes rows, then answers; use it as a context.

    Attributes:
        path: For messages, the file that the rows are from.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._folder = tempfile.TemporaryDirectory()
        self._base = sqlite3.connect(Path(self._folder.name) / "rows", isolation_level=None)
        self._base.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + _TABLES + "BEGIN;")
        self._waiting: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        self._size = 0
        self.merged = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._base.close()
        self._folder.cleanup()

    def activity(self, run: str, seq: int, kind: str, at: str, props: Mapping[str, Any]) -> None:
        """Adds an activity of a chain."""
        self._add("activity", activity_id(run, seq), run, seq, kind, at, orjson.dumps(props))

    def node(self, node_id: str, kind: str, ord_: int, props: Mapping[str, Any]) -> None:
        """Adds a node, of a chain or of another one."""
        self._add("node", node_id, kind, ord_, orjson.dumps(props))

    def generation(self, node_id: str, run: str, seq: int, at: str) -> None:
        """Adds where a node stands."""
        self._add("generation", node_id, run, seq, at)

    def edge(self, edge: Placed) -> None:
        """Adds an edge."""
        self._add("edge", *edge[:6], orjson.dumps(edge.props))

    def said_in(self, bundle: str, node_id: str) -> None:
        """Notes that a bundle describes a node."""
        self._add("outside", bundle, node_id)

    def informing(self, activity: str) -> None:
        """Notes that there is an activity, which another one used."""
        self._add("informing", activity)

    def _add(self, table: str, *values: Any) -> None:
        self._waiting[table].append(values)
        self._size += 1
        if self._size >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        for table, rows in self._waiting.items():
            self._base.executemany(_INSERT[table], rows)
        self._waiting.clear()
        self._size = 0

    def close(self) -> None:
        """Ends the adding."""
        self._flush()
        self._base.executescript(_INDEXES)

    def _rows(self, text: str, *params: Any) -> Iterator[tuple[Any, ...]]:
        yield from self._base.execute(text, params)

    def chains(self) -> list[str]:
        """Ids of the chains whose activities were added: what others refer to comes before what refers to it."""
        text = "SELECT a.run, min(a.at), p.props FROM activity a LEFT JOIN placed p ON p.id = a.run GROUP BY a.run"
        found = [(orjson.loads(props or b"{}").get("kind"), at, run) for run, at, props in self._rows(text)]
        return [run for kind, at, run in sorted(found, key=lambda row: (_ORDER.get(row[0], 4), *row[1:]))]

    def events(self, runs: Iterable[str]) -> Iterator[Event]:
        """The activities of chains with their rows, in order."""
        for run in runs:
            rows = self._rows("SELECT seq, kind, at, props FROM activity WHERE run = ? ORDER BY seq", run)
            for seq, kind, at, props in rows:
                yield self._event(run, seq, kind, at, orjson.loads(props))

    def _event(self, run: str, seq: int, kind: str, at: str, props: dict[str, Any]) -> Event:
        stamps = {"run": run, "activity": activity_id(run, seq), "seq": seq, "at": at}
        nodes = [
            (list(labels_of(label)), {**orjson.loads(own), **stamps, "id": node_id, "ord": ord_})
            for node_id, label, ord_, own in self._rows(
                "SELECT id, kind, ord, props FROM placed WHERE run = ? AND seq = ?", run, seq
            )
        ]
        edges = [
            (type_, start, end, {**orjson.loads(own), **stamps, "ord": ord_})
            for type_, start, end, ord_, own in self._rows(
                "SELECT type, start, stop, ord, props FROM edge WHERE run = ? AND seq = ?", run, seq
            )
        ]
        own = {"id": activity_id(run, seq), "run": run, "seq": seq, "at": at, "nodes": len(nodes), "edges": len(edges)}
        return Event(seq, ["Activity", kind], {**props, **own}, nodes, edges)

    def elsewhere(self) -> Iterator[list[tuple[str, str, dict[str, Any]]]]:
        """Nodes of chains that are not among these, with their kinds and properties, some at a time."""
        rows = self._base.execute(
            _PLACED + "NOT EXISTS (SELECT 1 FROM activity a WHERE a.run = placed.run) ORDER BY id"  # noqa: S608 - our own
        )
        while some := rows.fetchmany(_BATCH):
            yield [(row[0], row[1], _props(*row)) for row in some]

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        """Rows of a named query of an export."""
        return list(getattr(self, f"_{name}")(**params))

    def stream(self, name: str, **params: Any) -> Iterator[dict[str, Any]]:
        """Rows of a named query of an export, one by one."""
        yield from getattr(self, f"_{name}")(**params)

    def read(self, text: str, **params: Any) -> list[dict[str, Any]]:
        """Rows of the statement that reads edges with their ends."""
        if text != link_statement():
            raise ValueError("an export reads nothing but its edges")
        run, low, high = params["run"], params["low"], params["high"]
        found: dict[int, dict[str, Any]] = {}
        for seq, ord_, type_, props, start, end, *ends in self._rows(_ENDS, run, low, high):
            first = _activity_end(start, run, *ends[:4]) if ends[0] else self._end(start, *ends[4:10])
            row = [type_, {**orjson.loads(props), "ord": ord_}, first, self._end(end, *ends[10:])]
            found.setdefault(seq, {"seq": seq, "rows": []})["rows"].append(row)
        return list(found.values())

    def _end(self, node_id: str, kind: str | None, run: str, seq: int, ord_: int, at: str, props: bytes) -> list[Any]:
        if kind is None:
            raise VerifyError(
                f"{self.path} refers to {node_id}, which it does not describe",
                "Take an unbroken export made with --full.",
            )
        return [node_id, list(labels_of(kind)), run, seq, ord_, at, orjson.loads(props).get("stance_id")]

    def _prov_head(self, run: str) -> Iterator[dict[str, Any]]:
        head = next(self._rows(_PLACED + "id = ?", run), None)
        if head is None:
            return
        agents, people, unknown, first, last, hash_, seq = set(), set(), 0, "", "", "", 0
        for number, kind, at, own in self._rows(
            "SELECT seq, kind, at, props FROM activity WHERE run = ? ORDER BY seq", run
        ):
            props = orjson.loads(own)
            seq, first, last, hash_ = number, min(first or at, at), max(last, at), props["hash"]
            if kind == "HumanAct" or props.get("agent") == PERSON:
                people.add(props.get("by"))
                unknown += props.get("by") is None
            else:
                agents.add(props.get("agent"))
        models, corpora = self._named(run)
        yield {
            "labels": list(labels_of(head[1])), "props": _props(*head), "agents": list(agents - {None}),
            "people": len(people - {None}) + unknown, "begun": first, "last": last, "seq": seq, "hash": hash_,
            "models": models, "corpora": corpora,
        }  # fmt: skip

    def _named(self, run: str) -> tuple[list[str], list[str]]:
        text = "SELECT props FROM placed WHERE run = ? AND kind IN ('ModelCall', 'Document')"
        found = [orjson.loads(props) for (props,) in self._rows(text, run)]
        models = {f"{one['model']} ({one['provider']})" for one in found if "model" in one and "provider" in one}
        return list(models), list({one["corpus"] for one in found if "corpus" in one})

    def _prov_outside(self, run: str) -> Iterator[dict[str, Any]]:
        # Turtle does not say which chain refers to what: what their rows join and use must do.
        known = _JOINED if self.merged else "SELECT id FROM outside WHERE bundle = :run"
        where = f"run <> :run AND id IN ({known}) ORDER BY run || '-' || seq, id"
        text = _PLACED + where
        for row in self._base.execute(text, {"run": run}):
            yield {"labels": list(labels_of(row[1])), "props": _props(*row)}

    def _ledger_activities(self, run: str, low: float, limit: int) -> Iterator[dict[str, Any]]:
        text = "SELECT seq, kind, at, props FROM activity WHERE run = ? AND seq >= ? ORDER BY seq LIMIT ?"
        for seq, kind, at, props in self._rows(text, run, low, limit):
            sizes = next(self._rows(_SIZES, run, seq, run, seq))
            own = {"id": activity_id(run, seq), "run": run, "seq": seq, "at": at, "nodes": sizes[0], "edges": sizes[1]}
            yield {"labels": ["Activity", kind], "props": {**orjson.loads(props), **own}}

    def _run_nodes(self, run: str, low: int, high: int) -> Iterator[dict[str, Any]]:
        text = _PLACED + "run = ? AND seq >= ? AND seq < ?"
        for row in self._rows(text, run, low, high):
            yield {"seq": row[5], "rows": [[list(labels_of(row[1])), _props(*row)]]}

    def _kinds_of(self, ids: list[str]) -> Iterator[dict[str, Any]]:
        for one in ids:
            for (kind,) in self._rows("SELECT kind FROM node WHERE id = ?", one):
                yield {"id": one, "labels": list(labels_of(kind))}
            known = "SELECT 1 FROM activity WHERE id = ? UNION SELECT 1 FROM informing WHERE id = ?"
            for _ in self._rows(known, one, one):
                yield {"id": one, "labels": ["Activity", next(iter(ACTIVITIES))]}


def _props(node_id: str, kind: str, ord_: int, props: bytes, run: str, seq: int, at: str) -> dict[str, Any]:
    del kind
    own = {"id": node_id, "ord": ord_, "run": run, "activity": activity_id(run, seq), "seq": seq, "at": at}
    return {**orjson.loads(props), **own}


def _activity_end(node_id: str, run: str, kind: str, seq: int, at: str, props: bytes) -> list[Any]:
    return [node_id, ["Activity", kind], run, seq, None, at, orjson.loads(props).get("stance_id")]
