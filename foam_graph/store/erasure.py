"""Taking personal texts out of the graph for good; the chain, its hashes and every proof stay (decision 0014).

Texts that may be personal enter the hash as a commitment with the row's salt. Without text and salt it says nothing, and no
guess can be tried against it. Of a row that keeps other texts, their keys stay in place of the salt. This is the one change of a row that there is: an activity of the step ``erase``,
committed before, names every row, and verification accepts a missing text only where one does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.errors import StoreFault
from foam_graph.model.captions import caption
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field, Role
from foam_graph.model.nodes import ACTIVITY_FIELDS, NODES
from foam_graph.model.row_commitment import COMMITMENT, PARTLY, SALT, erasure_of, names_in
from foam_graph.store.chain.chain_check import ERASE, edge_id
from foam_graph.store.chain.row_check import declared
from foam_graph.store.chain.sealing import personal_fields
from foam_graph.store.reading import kind_of
from foam_graph.store.store import Store

LEAST = 12
"""Fewest characters of a text that is looked for elsewhere; a shorter one would be found in what has nothing to do with it."""
# Each question looks through the whole graph, so few long ones cost less than many short ones.
_AT_ONCE = 500
_TRIES = 5
"""Times that rows are read and changed where another erasure changes them too."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A row that holds a text which is to be erased.

    Attributes:
        id: Id of the node or activity; of an edge its activity and place, see ``edge_id``.
        kind: Its kind; ``Activity`` for every activity.
        run: Its chain.
        fields: Properties that hold it.
        personal: Whether they can be taken away; others are under the hash as they are.
        start: For an edge: the node or activity where it starts.
    """

    id: str
    kind: str
    run: str
    fields: tuple[str, ...]
    personal: bool
    start: str = ""


def said(kind: str, row: Mapping[str, Any]) -> list[str]:
    """The texts of a row that are looked for elsewhere: the personal ones that are not common to many rows.

    Args:
        kind: Node kind, ``Activity``, or edge type.
        row: Its properties.
    """
    fields = [field for field in declared(kind).values() if field.personal and not field.common]
    values = [row[field.name] for field in fields if row.get(field.name)]
    return [text for value in values for text in (value if isinstance(value, list) else [value])]


def of_row(kind: str, row: Mapping[str, Any]) -> list[Holder]:
    """A node or activity as a holder of its own personal texts; apart those that an older version hashed as they are."""
    fields = {name for name in personal_fields(kind) if row.get(name)}
    salted = {name for name in fields if f"{name}_salt" in row or name in _covered(row)}
    return _split(str(row["id"]), kind, str(row["run"]), fields, salted)


def _covered(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields that the commitment of a row of today's form covers."""
    return names_in(row[COMMITMENT]) if COMMITMENT in row else ()


def holders(store: Store, texts: Iterable[str]) -> list[Holder]:
    """Every row of every chain that holds one of some texts, also inside of a longer text, of a list or of JSON.

    Args:
        store: The graph.
        texts: What is to be erased; texts of fewer than ``LEAST`` characters are passed over. A critique that quotes
            words of one, and a run whose title is the beginning of one, hold it too.
    """
    whole = sorted({text for text in texts if len(text) >= LEAST})
    wanted = sorted({form for text in whole for form in _forms(text)})
    found: list[Holder] = []
    for first in range(0, len(wanted), _AT_ONCE):
        part = wanted[first : first + _AT_ONCE]
        parts = {"texts": part, "keys": _names(_row_fields()), "whole": whole, "least": LEAST}
        found += [one for row in store.apply("erasure_holders", **parts) for one in _of_node(row)]
        edges = store.apply("erasure_edges", texts=part, types=list(_drawn()), keys=_names(_edge_fields()))
        found += [one for row in edges for one in _of_edge(row)]
    return found


def of_edges(store: Store, node: str) -> list[Holder]:
    """The edges of a node or activity whose texts are about it, and not common to many edges."""
    keys = [field.name for field in _edge_fields() if field.personal and not field.common]
    rows = store.ask("erasure_edges_of_node", id=node, types=list(_drawn()), keys=keys)
    return [one for row in rows for one in _of_edge(row)]


def of_chain(store: Store, run: str) -> list[Holder]:
    """Every row of a chain that still has personal texts."""
    nodes = store.ask("erasure_of_run", run=run, keys=_personal(_row_fields()))
    edges = store.ask("erasure_edges_of_run", run=run, types=list(_drawn()), keys=_personal(_edge_fields()))
    found = [one for row in nodes for one in _of_node(row)] + [one for row in edges for one in _of_edge(row)]
    return [one for one in found if one.personal]


@lru_cache(maxsize=1)
def _row_fields() -> tuple[Field, ...]:
    """Every field of a node or activity that may hold text."""
    fields = [field for kind in NODES.values() for field in kind.fields] + list(ACTIVITY_FIELDS)
    return tuple(field for field in fields if field.type in ("str", "json", "str[]"))


@lru_cache(maxsize=1)
def _edge_fields() -> tuple[Field, ...]:
    """Every personal field of an edge; the others hold ids and closed lists."""
    return tuple(field for kind in EDGES.values() for field in kind.fields if field.personal)


@lru_cache(maxsize=1)
def _drawn() -> tuple[str, ...]:
    """Types of edges with personal texts."""
    return tuple(sorted(type_ for type_ in EDGES if personal_fields(type_)))


def _names(fields: Iterable[Field]) -> list[str]:
    return sorted({field.name for field in fields})


def _personal(fields: Iterable[Field]) -> list[str]:
    return _names(field for field in fields if field.personal)


def _forms(text: str) -> set[str]:
    """A text as it is and as it is taken up in a longer sentence, without its full stop or with a small letter first.

    Each also as it stands inside of JSON.
    """
    bare = text.rstrip().rstrip(".!?…")
    said = {one for one in (text, bare, bare[:1].lower() + bare[1:]) if len(one) >= LEAST}
    return {form for one in said for form in (one, json.dumps(one)[1:-1], json.dumps(one, ensure_ascii=False)[1:-1])}


def _of_node(row: Mapping[str, Any]) -> list[Holder]:
    kind = "Activity" if "Activity" in row["labels"] else kind_of(row["labels"])
    return _split(row["id"], kind, row["run"], set(row["fields"]), set(row["salted"]))


def _of_edge(row: Mapping[str, Any]) -> list[Holder]:
    fields = set(row["fields"]) & declared(row["type"]).keys()
    return _split(
        edge_id(row["activity"], row["ord"]), row["type"], row["run"], fields, set(row["salted"]), row["start"]
    )


def _split(id_: str, kind: str, run: str, fields: set[str], salted: set[str], start: str = "") -> list[Holder]:
    """What can go, and what is under the hash as it is."""
    free = fields & salted & personal_fields(kind)
    parts = ((free, True), (fields - free, False))
    return [Holder(id_, kind, run, tuple(sorted(part)), can_go, start) for part, can_go in parts if part]


def erase(store: Store, held: Sequence[Holder], reason: str, by: str) -> list[Committed]:
    """Takes texts away: first an activity in each chain that says so, then the texts with what opens them, all at once.

    Args:
        store: The graph.
        held: The rows; those that are not personal are passed over.
        reason: Why.
        by: Who ordered it.

    Returns:
        The activities, one a chain.

    Raises:
        StoreFault: A row cannot be opened, so that what stays of it could not be proved any more. Nothing was taken away.
    """
    chains: dict[str, list[Holder]] = {}
    for one in held:
        if one.personal:
            chains.setdefault(one.run, []).append(one)
    going = [one for rows in chains.values() for one in rows]
    # Looked at before it is ordered: what cannot be opened is refused while nothing is recorded yet.
    changed = _changed(store, going)
    done = [
        store.commit(
            ActivityDraft(
                run, "HumanAct", Role.OPERATOR, ERASE, "person", {"by": by, "note": reason},
                used=tuple(dict.fromkeys(one.id for one in rows)),
            ),
            Delta(),
        )
        for run, rows in chains.items()
    ]  # fmt: skip
    for _ in range(_TRIES):
        if not changed or _write(store, changed) == len(changed):
            return done
        # Another erasure changed some of them since they were read.
        changed = _changed(store, going)
    raise StoreFault(f"{len(changed)} rows were being changed by others all the time", "Erase again.")


Changed = list[tuple[Holder, dict[str, Any]]]


def _changed(store: Store, going: Sequence[Holder]) -> Changed:
    """What changes of each row that still has something to take away.

    Raises:
        StoreFault: A row cannot be opened.
    """
    if not going:
        return []
    nodes = [one for one in going if not one.start]
    edges = [one for one in going if one.start]
    found = store.apply("erasure_rows", ids=[one.id for one in nodes], edges=[_place(one) for one in edges])
    props = {row["place"]: row["props"] for row in found}
    changed = [(one, _change(one, props[n])) for n, one in enumerate((*nodes, *edges)) if n in props]
    return [(one, change) for one, change in changed if change["changes"]]


def _write(store: Store, changed: Changed) -> int:
    """Changes all rows in one statement; how many were still as they had been read."""
    nodes = [{"id": one.id, **change} for one, change in changed if not one.start]
    edges = [{**_place(one), **change} for one, change in changed if one.start]
    return int(store.apply("erase", rows=nodes, edges=edges)[0]["count"])


def _change(one: Holder, props: Mapping[str, Any]) -> dict[str, Any]:
    """What changes of a row, and by what it is known that nobody else changed it meanwhile."""
    try:
        changes = _changes(one, props)
    except ValueError as fault:
        raise StoreFault(
            f"{one.id} cannot be erased: {fault}", NextStep(Action.VERIFY, "See what does not hold with")
        ) from None
    if changes and "caption" in props:
        kind = str(props["kind"]) if one.kind == "Activity" else one.kind
        changes["caption"] = caption(kind, {**props, **changes})
    return {"changes": changes, "salt": props.get(SALT, ""), "partly": props.get(PARTLY, "")}


def _changes(one: Holder, props: Mapping[str, Any]) -> dict[str, Any]:
    if COMMITMENT in props:
        return erasure_of(props, one.fields)
    # A row of the first form has a salt for each text.
    return {part: None for name in one.fields for part in (name, f"{name}_salt") if part in props}


def _place(edge: Holder) -> dict[str, Any]:
    activity, _, ord_ = edge.id.rpartition("-e")
    return {"start": edge.start, "type": edge.kind, "activity": activity, "ord": int(ord_)}
