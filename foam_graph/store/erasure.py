"""Taking personal texts out of the graph for good; the chain, its hashes and every proof stay (architecture, decision 3).

Texts that may be personal enter the hash as a salted commitment. Without text and salt the commitment says nothing, and
no guess can be tried against it. This is the one change of a row that there is: an activity of the step ``erase``,
committed before, names every row, and verification accepts a missing text only where one does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import ACTIVITY_FIELDS, NODES
from foam_graph.store.ledger_chain import ERASE
from foam_graph.store.reading import kind_of
from foam_graph.store.rows import personal_fields
from foam_graph.store.store import Store

LEAST = 12
"""Fewest characters of a text that is looked for elsewhere; a shorter one would be found in what has nothing to do with it."""
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Holder:
    """A row that holds a text which is to be erased.

    Attributes:
        id: Id of the node or activity.
        kind: Its kind; ``Activity`` for every activity.
        run: Its chain.
        fields: Properties that hold it.
        personal: Whether they can be taken away; others are under the hash as they are.
    """

    id: str
    kind: str
    run: str
    fields: tuple[str, ...]
    personal: bool


@lru_cache(maxsize=1)
def _texts() -> tuple[str, ...]:
    """Every property that may hold text."""
    fields = [field for kind in NODES.values() for field in kind.fields] + list(ACTIVITY_FIELDS)
    return tuple(sorted({field.name for field in fields if field.type in ("str", "json")}))


@lru_cache(maxsize=1)
def _personal() -> tuple[str, ...]:
    return tuple(sorted({name for kind in (*NODES, "Activity") for name in personal_fields(kind)}))


def holders(store: Store, texts: Iterable[str]) -> list[Holder]:
    """Every row of every chain that holds one of some texts, also inside of a longer text or of JSON.

    Args:
        store: The graph.
        texts: What is to be erased; texts of fewer than ``LEAST`` characters are passed over.
    """
    wanted = sorted({form for text in texts if len(text) >= LEAST for form in _forms(text)})
    found: dict[str, dict[str, set[str]]] = {}
    rows: dict[str, tuple[list[str], str]] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        for row in store.ask("erasure_holders", texts=wanted[first : first + _AT_ONCE], keys=list(_texts())):
            rows[row["id"]] = row["labels"], row["run"]
            found.setdefault(row["id"], {}).setdefault("fields", set()).update(row["fields"])
    return [one for id_, held in found.items() for one in _split(id_, *rows[id_], held["fields"])]


def of_chain(store: Store, run: str) -> list[Holder]:
    """Every row of a chain that still has personal texts."""
    rows = store.ask("erasure_of_run", run=run, keys=list(_personal()))
    split = (one for row in rows for one in _split(row["id"], row["labels"], row["run"], set(row["fields"])))
    return [one for one in split if one.personal]


def _forms(text: str) -> set[str]:
    """A text as it is, and as it stands inside of JSON."""
    return {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}


def _split(id_: str, labels: list[str], run: str, fields: set[str]) -> list[Holder]:
    kind = "Activity" if "Activity" in labels else kind_of(labels)
    personal = tuple(sorted(fields & personal_fields(kind)))
    other = tuple(sorted(fields - personal_fields(kind)))
    found = [Holder(id_, kind, run, personal, True)] if personal else []
    return [*found, Holder(id_, kind, run, other, False)] if other else found


def erase(store: Store, held: Sequence[Holder], reason: str, by: str) -> list[Committed]:
    """Takes texts away: first an activity in each chain that says so, then the texts and salts, all at once.

    Args:
        store: The graph.
        held: The rows; those that are not personal are passed over.
        reason: Why.
        by: Who ordered it.

    Returns:
        The activities, one a chain.
    """
    chains: dict[str, list[Holder]] = {}
    for one in held:
        if one.personal:
            chains.setdefault(one.run, []).append(one)
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
    gone = [
        {"id": one.id, "gone": {part: None for name in one.fields for part in (name, f"{name}_salt")}}
        for rows in chains.values()
        for one in rows
    ]
    if gone:
        store.ask("erase", rows=gone)
    return done
