"""The journal: one canonical JSON line an activity, from which a chain can be verified without a database.

Its columns are those of an event log: event_id is the activity's id, event_type its label, parent_ids what it used,
stance_id its perspective, artifact_ids what it made; the payload is the delta, with salts and texts. The journal is a
view of the graph, never a second truth (protocol 8.3).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.errors import StoreFault, UnknownId
from foam_graph.model.canonical import canonical, digest
from foam_graph.model.nodes import NODES, labels_of
from foam_graph.store.chain.chain_check import ChainCheck, Event, Verification
from foam_graph.store.chain.row_check import ACTIVITY_KEYS, EDGE_KEYS, NODE_KEYS, declared, kind_or_none
from foam_graph.store.ledger.verification import read_events
from foam_graph.store.store import Store

_LINE_KEYS = frozenset({
    "event_id", "event_type", "parent_ids", "stance_id", "artifact_ids", "run", "seq", "at", "activity", "nodes",
    "edges", "prev_hash", "body_hash", "hash",
})  # fmt: skip
_AUTOMATIC = ("WAS_GENERATED_BY", "NEXT")


def journal_lines(store: Store, run: str) -> Iterator[str]:
    """One chain as JSON Lines, in order.

    Args:
        store: Where it is.
        run: Chain id.

    Yields:
        One RFC 8785 line an activity, without a line end.

    Raises:
        UnknownId: No such chain.
        StoreFault: Rows that no line can hold: their activity is gone, or their labels are no kind of the model.
    """
    empty = True
    for event in read_events(store, run):
        empty = False
        yield canonical(journal_line(run, event)).decode("utf-8")
    if empty:
        raise UnknownId(f"there is no run {run!r}", NextStep(Action.LIST_RUNS, "List runs with"))


def journal_line(run: str, event: Event) -> dict[str, Any]:
    """One activity as the journal holds it.

    Args:
        run: Its chain.
        event: The activity with its rows.

    Raises:
        StoreFault: It cannot be held: the activity is gone, or the labels of a row are no kind of the model.
    """
    props = event.props
    if props is None:
        raise StoreFault(
            f"{run}: rows of seq {event.seq} whose activity is gone",
            NextStep(Action.VERIFY, "See what does not hold with"),
        )
    nodes = sorted((_node(labels, row) for labels, row in event.nodes), key=_by_place)
    edges = sorted((_edge(*row) for row in event.edges if row[0] not in _AUTOMATIC), key=_by_place)
    own = {key: value for key, value in props.items() if key not in ACTIVITY_KEYS}
    return {
        "event_id": props["id"],
        "event_type": props["kind"],
        "parent_ids": props.get("used", []),
        "stance_id": props.get("stance_id", ""),
        "artifact_ids": [node["id"] for node in nodes],
        **{key: props[key] for key in ("run", "seq", "at", "prev_hash", "body_hash", "hash")},
        "activity": own,
        "nodes": nodes,
        "edges": edges,
    }


def _by_place(row: Mapping[str, Any]) -> Any:
    return row["ord"]


def _node(labels: list[str], props: Mapping[str, Any]) -> dict[str, Any]:
    kind = kind_or_none(labels)
    if kind is None:
        raise StoreFault(
            f"{props.get('id')}: no kind has the labels {sorted(labels)}",
            NextStep(Action.VERIFY, "See what does not hold with"),
        )
    fields = {key: value for key, value in props.items() if key not in NODE_KEYS}
    return {"id": props["id"], "kind": kind, "ord": props["ord"], "fields": fields}


def _edge(type_: str, start: str, end: str, props: Mapping[str, Any]) -> dict[str, Any]:
    fields = {key: value for key, value in props.items() if key not in EDGE_KEYS}
    return {"type": type_, "start": start, "end": end, "ord": props["ord"], "fields": fields}


def all_journal_lines(store: Store) -> Iterator[str]:
    """Every chain as JSON Lines, one after another: what others refer to comes before what refers to it.

    Args:
        store: Where they are.
    """
    order = {"library": 0, "corpus": 1, "run": 2, "import": 3, "ledger": 4}
    rows = sorted(store.ask("runs"), key=lambda row: (order.get(row["kind"], 5), row["opened_at"], row["id"]))
    for row in rows:
        yield from journal_lines(store, str(row["id"]))


def verify_journal(lines: Iterable[str]) -> Verification:
    """Verifies a journal without a database: the same rules as the ledger, automatic edges aside.

    Args:
        lines: Its lines, with or without line ends; read one at a time. A journal of several chains holds them one
            after another.

    Returns:
        What was read and what does not hold, for several chains summed up; a line that cannot be read ends the reading.
    """
    found = list(verify_chains(lines))
    if len(found) == 1:
        return found[0]
    faults = [fault for one in found for fault in one.faults]
    return Verification(
        run="",
        ok=not faults,
        activities=sum(one.activities for one in found),
        nodes=sum(one.nodes for one in found),
        edges=sum(one.edges for one in found),
        head=digest([[one.run, one.head] for one in found]),
        faults=faults,
    )


def verify_chains(lines: Iterable[str]) -> Iterator[Verification]:
    """Verifies a journal chain by chain, see ``verify_journal``.

    Yields:
        What was found of each chain, in order.
    """
    yield from verify_events(parsed(line.rstrip("\n")) for line in lines)


def verify_events(events: Iterable[Event | str]) -> Iterator[Verification]:
    """Verifies activities chain by chain; the first text, which says why a line cannot be read, ends it.

    Yields:
        What was found of each chain, in order.
    """
    check: ChainCheck | None = None
    seen: set[str] = set()
    for n, event in enumerate(events, 1):
        run = "" if isinstance(event, str) else str((event.props or {}).get("run"))
        if check is not None and run not in ("", check.run) and run not in seen and _opens(event):
            yield check.result()
            check = None
        if check is None:
            check = ChainCheck(run, automatic=False)
            seen.add(run)
        if isinstance(event, str):
            check.add("form", n - 1, "", f"line {n}", event)
            break
        check.event(event)
    if check is None:
        check = ChainCheck("", automatic=False)
        check.add("form", 0, "", "", "the journal is empty")
    yield check.result()


def _opens(event: Event | str) -> bool:
    """Whether a chain begins here; anywhere else another run is a line that was slipped in."""
    return not isinstance(event, str) and event.seq == 0


def parsed(line: str) -> Event | str:
    """The event of a line, or what is wrong with the line."""
    try:
        data = json.loads(line, parse_int=_whole)
        # Only the canonical form, so that two readers cannot read two things (double keys, two notations).
        if canonical(data).decode("utf-8") != line:
            return "is not canonical JSON"
        if not isinstance(data, dict) or data.keys() != _LINE_KEYS:
            return f"has not the keys {', '.join(sorted(_LINE_KEYS))}"
        return _event(data)
    except RecursionError:
        return "is nested too deeply"
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        return f"cannot be read: {type(fault).__name__}: {fault}"


def _whole(digits: str) -> int | float:
    """A number without a point: from 2**53 on, where no integer is written, it is a large float (RFC 8785 3.2.2.3)."""
    value = int(digits)
    # Of the digits, not of the value: a number beyond all floats is then infinite, and refused as that.
    return value if abs(value) < 2**53 else float(digits)


def _event(data: dict[str, Any]) -> Event | str:
    own: dict[str, Any] = data["activity"]
    if fault := _disagreement(data, own):
        return fault
    stamps = {"run": data["run"], "activity": data["event_id"], "seq": data["seq"], "at": data["at"]}
    nodes, edges = data["nodes"], data["edges"]
    if not isinstance(nodes, list) or not isinstance(edges, list):
        return "its nodes or edges are no list"
    props = {
        **_revived("Activity", own),
        "id": data["event_id"],
        **{key: data[key] for key in ("run", "seq", "at", "prev_hash", "body_hash", "hash")},
        "nodes": len(nodes),
        "edges": len(edges),
    }
    if type(data["seq"]) is not int:
        return f"seq is {data['seq']!r}"
    return Event(
        data["seq"],
        ["Activity", data["event_type"]],
        props,
        [(_labels(row["kind"]), {**_row("node", row), **stamps, "id": row["id"]}) for row in nodes],
        [(row["type"], row["start"], row["end"], {**_row("edge", row), **stamps}) for row in edges],
    )


def _disagreement(data: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    """The columns of the log repeat what the activity and the delta say; they must not say something else."""
    if data["parent_ids"] != own.get("used", []):
        return "parent_ids are not what the activity used"
    if data["stance_id"] != own.get("stance_id", ""):
        return "stance_id is not the activity's"
    if data["event_type"] != own["kind"]:
        return "event_type is not the activity's kind"
    if data["artifact_ids"] != [row["id"] for row in data["nodes"]]:
        return "artifact_ids are not the ids of its nodes"
    if reserved := own.keys() & ACTIVITY_KEYS:
        return f"the activity repeats {sorted(reserved)[0]}"
    return ""


def _row(what: str, row: Mapping[str, Any]) -> dict[str, Any]:
    keys = {"id", "kind", "ord", "fields"} if what == "node" else {"type", "start", "end", "ord", "fields"}
    if row.keys() != keys:
        raise ValueError(f"a {what} has the keys {', '.join(sorted(row))}")
    if named := [key for key in keys - {"ord", "fields"} if not isinstance(row[key], str)]:
        raise ValueError(f"{named[0]} of a {what} is {row[named[0]]!r}")
    fields = row["fields"]
    if reserved := fields.keys() & NODE_KEYS:
        raise ValueError(f"a {what} has a field {sorted(reserved)[0]!r}")
    return {**_revived(row["kind"] if what == "node" else row["type"], fields), "ord": row["ord"]}


def _revived(kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Gives floats back their type: canonical JSON writes 1.0 as 1 (RFC 8785 3.2.2.3)."""
    revived = dict(fields)
    for name, field in _declared(kind).items():
        value = revived.get(name)
        if field.type == "float" and type(value) is int:
            revived[name] = float(value)
        elif field.type == "float[]" and isinstance(value, list):
            revived[name] = [float(item) if type(item) is int else item for item in value]
    return revived


def _labels(kind: str) -> list[str]:
    return list(labels_of(kind)) if kind in NODES else ["Artifact", kind]


def _declared(kind: str) -> Mapping[str, Any]:
    try:
        return declared(kind)
    except KeyError:
        return {}
