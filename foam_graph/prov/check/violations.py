"""What a check finds: violations, named by the constraint's number in PROV-CONSTRAINTS."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

Grade = Literal["error", "warning"]

CONSTRAINTS = {
    "22": "key-object",
    "23": "key-properties",
    "24": "unique-generation",
    "25": "unique-invalidation",
    "26": "unique-wasStartedBy",
    "27": "unique-wasEndedBy",
    "28": "unique-startTime",
    "29": "unique-endTime",
    "30": "start-precedes-end",
    "31": "start-start-ordering",
    "32": "end-end-ordering",
    "33": "usage-within-activity",
    "34": "generation-within-activity",
    "35": "wasInformedBy-ordering",
    "36": "generation-precedes-invalidation",
    "37": "generation-precedes-usage",
    "38": "usage-precedes-invalidation",
    "39": "generation-generation-ordering",
    "40": "invalidation-invalidation-ordering",
    "41": "derivation-usage-generation-ordering",
    "42": "derivation-generation-generation-ordering",
    "43": "wasStartedBy-ordering",
    "44": "wasEndedBy-ordering",
    "45": "specialization-generation-ordering",
    "46": "specialization-invalidation-ordering",
    "47": "wasAssociatedWith-ordering",
    "48": "wasAttributedTo-ordering",
    "49": "actedOnBehalfOf-ordering",
    "50": "typing",
    "51": "impossible-unspecified-derivation-generation-use",
    "52": "impossible-specialization-reflexive",
    "53": "impossible-property-overlap",
    "54": "impossible-object-property-overlap",
    "55": "entity-activity-disjoint",
    "56": "membership-empty-collection",
    "prov-dm": "a required argument is absent",
    "prov-links": "unique-mention",
    "bundles": "the bundles of a document have different names",
    "foam:activity-times": "an activity ends no earlier than it starts",
    "foam:time-order": "times agree with the order of events",
    "foam:generated-twice": "an entity is generated once",
}
"""Number to name. ``prov-dm`` is a statement that PROV-DM does not know; ``prov-links`` is of the PROV-LINKS note;
``bundles`` is PROV-CONSTRAINTS 7.2; ``foam:`` are findings of our own, beyond PROV-CONSTRAINTS."""

OWN = "foam:"


@dataclass(frozen=True)
class Violation:
    """One constraint that does not hold.

    Attributes:
        constraint: A key of ``CONSTRAINTS``.
        nodes: IRIs (or ``_:`` names) of what is involved, each once.
        message: One sentence, with prefixed names and the lines where they are known.
        bundle: IRI of the bundle that it is in; empty for the top level.
        grade: A warning does not make a document invalid.
    """

    constraint: str
    nodes: tuple[str, ...]
    message: str
    bundle: str = ""
    grade: Grade = "error"

    def as_json(self) -> dict[str, Any]:
        """As plain data; ``bundle`` only where there is one."""
        found: dict[str, Any] = {
            "constraint": self.constraint,
            "name": CONSTRAINTS[self.constraint],
            "grade": self.grade,
            "nodes": list(self.nodes),
            "message": self.message,
        }
        return found | ({"bundle": self.bundle} if self.bundle else {})


@dataclass(frozen=True)
class Report:
    """The verdict on one document.

    Attributes:
        violations: In the order of the constraints, then of the document.
        statements: How many statements were checked.
    """

    violations: tuple[Violation, ...] = field(default=())
    statements: int = 0

    @property
    def valid(self) -> bool:
        """Whether nothing but warnings was found."""
        return not any(v.grade == "error" for v in self.violations)

    @property
    def w3c_valid(self) -> bool:
        """Whether the document is valid in the sense of PROV-CONSTRAINTS alone."""
        return all(v.constraint.startswith(OWN) for v in self.violations)


def distinct(names: Iterable[object]) -> tuple[str, ...]:
    """The names among terms, each once, in order; existential variables without a name are left out."""
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))
