"""Where ProvToolbox's validator has other rules than PROV-CONSTRAINTS, so that verdicts are compared on the same ones.

Read from its results and its source (2.2.x, package org.openprovenance.prov.validation).

- Of the inferences it has only 7, 8, 16-20 and half of 21: a specialization gets types, but no events.
- It has no types for alternates, plans and the activities of derivations.
- It has no sort for the identifiers of communications, attributions, associations, delegations and influences, but one
  for derivations.
- It hands down that a collection has members, which is no attribute, as if it were one (``hands_down_members``).
"""

from __future__ import annotations

from dataclasses import replace

from foam_graph.prov import Document, Rules
from foam_graph.prov.check.rules import INFERENCES, TYPED
from foam_graph.prov.vocabulary import PROV

_SORTED = frozenset({"wasGeneratedBy", "used", "wasStartedBy", "wasEndedBy", "wasInvalidatedBy", "wasDerivedFrom"})
_UNTYPED = {("alternateOf", 0), ("alternateOf", 1), ("wasAssociatedWith", 2), ("wasDerivedFrom", 2)}

_TYPES = Rules(
    inferences=INFERENCES - {9, 10, 11, 13, 14, 15},
    typed={place: types for place, types in TYPED.items() if place not in _UNTYPED},
    keyed=_SORTED,
    disjoint=_SORTED,
    own=False,
)
JUDGE = (_TYPES, replace(_TYPES, inferences=_TYPES.inferences - {21}))
"""Inference 21 for types, and without it for events; neither alone is what the judge does."""


def hands_down_members(document: Document) -> bool:
    """Whether something empty specializes, over any steps, a collection with members: invalid for the judge only."""
    rows = document.top.statements
    general: dict[str | None, set[str | None]] = {}
    for row in rows:
        if row.kind == "specializationOf":
            general.setdefault(row.arguments[0], set()).add(row.arguments[1])
    collections = {row.arguments[0] for row in rows if row.kind == "hadMember"}
    reached = {row.id for row in rows if row.kind == "entity" and PROV + "EmptyCollection" in row.types()}
    size = -1
    while size != len(reached):
        size = len(reached)
        reached |= {above for name in reached for above in general.get(name, ())}
    return bool(reached & collections)
