"""Which rules a check applies: all of PROV-CONSTRAINTS unless asked otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ENTITY, ACTIVITY, AGENT, COLLECTION, EMPTY, BUNDLE = 1, 2, 4, 8, 16, 32

TYPED: Mapping[tuple[str, int], int] = {
    ("wasGeneratedBy", 0): ENTITY,
    ("wasGeneratedBy", 1): ACTIVITY,
    ("used", 0): ACTIVITY,
    ("used", 1): ENTITY,
    ("wasInformedBy", 0): ACTIVITY,
    ("wasInformedBy", 1): ACTIVITY,
    ("wasStartedBy", 0): ACTIVITY,
    ("wasStartedBy", 1): ENTITY,
    ("wasStartedBy", 2): ACTIVITY,
    ("wasEndedBy", 0): ACTIVITY,
    ("wasEndedBy", 1): ENTITY,
    ("wasEndedBy", 2): ACTIVITY,
    ("wasInvalidatedBy", 0): ENTITY,
    ("wasInvalidatedBy", 1): ACTIVITY,
    ("wasDerivedFrom", 0): ENTITY,
    ("wasDerivedFrom", 1): ENTITY,
    ("wasDerivedFrom", 2): ACTIVITY,
    ("wasAttributedTo", 0): ENTITY,
    ("wasAttributedTo", 1): AGENT,
    ("wasAssociatedWith", 0): ACTIVITY,
    ("wasAssociatedWith", 1): AGENT,
    ("wasAssociatedWith", 2): ENTITY,
    ("actedOnBehalfOf", 0): AGENT,
    ("actedOnBehalfOf", 1): AGENT,
    ("actedOnBehalfOf", 2): ACTIVITY,
    ("alternateOf", 0): ENTITY,
    ("alternateOf", 1): ENTITY,
    ("specializationOf", 0): ENTITY,
    ("specializationOf", 1): ENTITY,
    ("mentionOf", 0): ENTITY,
    ("mentionOf", 1): ENTITY,
    ("mentionOf", 2): ENTITY | BUNDLE,
    ("hadMember", 0): ENTITY | COLLECTION,
    ("hadMember", 1): ENTITY,
}
"""Constraint 50: what an argument of a relation is, by the relation and the argument's place."""

INFERENCES = frozenset(range(5, 22))

KEYED = frozenset(
    {
        "wasGeneratedBy", "used", "wasInformedBy", "wasStartedBy", "wasEndedBy", "wasInvalidatedBy", "wasDerivedFrom",
        "wasAttributedTo", "wasAssociatedWith", "actedOnBehalfOf", "wasInfluencedBy",
    }
)  # fmt: skip
"""Constraints 23 and 54: the relations that have an identifier."""

DISJOINT = KEYED - {"wasDerivedFrom", "wasInfluencedBy"}
"""Constraint 53: the relations of which no two may have one identifier."""


@dataclass(frozen=True)
class Rules:
    """The rules to apply. The defaults are all that the W3C document has.

    Other validators implement fewer; to compare verdicts, take out what they do not have.

    Attributes:
        inferences: Numbers of the inferences (5 to 21).
        typed: Constraint 50's table.
        keyed: Relations whose identifiers no entity, activity or agent may have (54).
        disjoint: Relations of which no two may have one identifier (53).
        own: Whether to look for what PROV-CONSTRAINTS leaves out (times, double generation).
    """

    inferences: frozenset[int] = INFERENCES
    typed: Mapping[tuple[str, int], int] = field(default_factory=lambda: TYPED)
    keyed: frozenset[str] = KEYED
    disjoint: frozenset[str] = DISJOINT
    own: bool = True
