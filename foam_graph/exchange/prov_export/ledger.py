"""What a full export says beyond PROV, so that the graph with its ledger can be made from it again.

Names of people, the order of what an activity used, salts and commitments, the chain's hashes, and texts with characters
that some syntax cannot hold. Everything is one attribute in our own ontology, so that every syntax carries it alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import copysign
from typing import Any

from foam_graph.exchange.prov_export.terms import FOAM, NEVER, declared, said, value_of
from foam_graph.model.canonical import canonical
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.model.row_commitment import BESIDE, COMMITMENT
from foam_graph.prov.model import Attribute, Value

COMMITMENTS, EXACT = FOAM + "commitments", FOAM + "exact"
ROW_COMMITMENT = FOAM + "commitment"
HASHES = ("body_hash", "prev_hash", "hash")
"""Hashes of an activity; a full export says them under these names."""
_BESIDE = frozenset({"used", *NEVER})
"""Fields of activities that an export without the ledger says in another way, or not at all."""


@lru_cache(maxsize=1024)
def _sealed(kind: str) -> tuple[str, ...]:
    return tuple(field.name for field in declared(kind) if field.personal)


def ledger_attributes(kind: str, values: Mapping[str, Any]) -> Iterator[Attribute]:
    """What a full export adds to the attributes of a node, an activity or an edge.

    Args:
        kind: Node kind, kind of activity, or edge type.
        values: All that is stored but the stamps.
    """
    for name in sorted((_BESIDE if kind in ACTIVITIES else NEVER) & values.keys()):
        yield said(FOAM + name, values[name])
    pairs = {
        name: [values.get(f"{name}_salt"), values[f"{name}_commitment"]]
        for name in _sealed(kind)
        if f"{name}_commitment" in values
    }
    if pairs:
        yield Attribute((COMMITMENTS, Value(canonical(pairs).decode())))
    if COMMITMENT in values:
        row = {name: values[name] for name in BESIDE if name in values}
        yield Attribute((ROW_COMMITMENT, Value(canonical(row).decode())))
    exact = {name: value for name, value in values.items() if altered(value)}
    if exact:
        # Escapes keep it to characters that every syntax holds.
        yield Attribute((EXACT, Value(json.dumps(exact, ensure_ascii=True, sort_keys=True).replace("\x7f", "\\u007f"))))
    if kind in ACTIVITIES:
        for name in HASHES:
            if name in values:
                yield said(FOAM + name, values[name])


def altered(value: Any) -> bool:
    """Whether an export cannot hold a value as it is: a text with characters that some syntax does not know."""
    if isinstance(value, str):
        return value_of(value).text != value
    if not isinstance(value, list | tuple):
        return False
    # Canonical JSON writes -0.0 as 0.
    negative_zero = any(type(one) is float and one == 0 and copysign(1, one) < 0 for one in value)
    return negative_zero or value_of(value).text != canonical(list(value)).decode()
