"""The words of PROV and of what it is written with, in one table for readers, checker and writers alike.

Sources: PROV-O 3 (W3C Recommendation, 2013) for classes and properties, PROV-DM for the statements they stand for,
PROV-XML 3 (W3C Note, 2013) for elements, Web Annotation Vocabulary for selectors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PROV = "http://www.w3.org/ns/prov#"
XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OA = "http://www.w3.org/ns/oa#"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
XML = "http://www.w3.org/XML/1998/namespace"

TYPE, LABEL, ROLE, LOCATION = PROV + "type", PROV + "label", PROV + "role", PROV + "location"
"""Attributes that PROV-DM 5.7.2 gives a meaning."""
RDF_PROPERTIES: Mapping[str, str] = {
    TYPE: RDF + "type",
    LABEL: RDFS + "label",
    ROLE: PROV + "hadRole",
    LOCATION: PROV + "atLocation",
}
"""Attributes that PROV-O says by another property than PROV-DM's own name."""

OBJECT_CLASSES: Mapping[str, str] = {
    **dict.fromkeys(("Entity", "Plan", "Collection", "EmptyCollection", "Bundle"), "entity"),
    "Activity": "activity",
    **dict.fromkeys(("Agent", "Person", "Organization", "SoftwareAgent"), "agent"),
}
"""Classes of things, each with the statement that one of it is."""


class Influence(NamedTuple):
    """A row of PROV-O's qualification pattern (PROV-O 3.3).

    Attributes:
        class_: Class of the qualified form; the property that leads to it is ``qualified`` and this.
        kind: The statement.
        short: The unqualified property.
        properties: The property of each argument after the first, in the statement's order.
    """

    class_: str
    kind: str
    short: str
    properties: tuple[str, ...]

    @property
    def time(self) -> int | None:
        """Place of the time among the statement's arguments."""
        return self.properties.index("atTime") + 1 if "atTime" in self.properties else None


_DERIVED = ("entity", "hadActivity", "hadGeneration", "hadUsage")
INFLUENCES: Mapping[str, Influence] = {
    row.class_: row
    for row in (
        Influence("Generation", "wasGeneratedBy", "wasGeneratedBy", ("activity", "atTime")),
        Influence("Usage", "used", "used", ("entity", "atTime")),
        Influence("Communication", "wasInformedBy", "wasInformedBy", ("activity",)),
        Influence("Start", "wasStartedBy", "wasStartedBy", ("entity", "hadActivity", "atTime")),
        Influence("End", "wasEndedBy", "wasEndedBy", ("entity", "hadActivity", "atTime")),
        Influence("Invalidation", "wasInvalidatedBy", "wasInvalidatedBy", ("activity", "atTime")),
        Influence("Derivation", "wasDerivedFrom", "wasDerivedFrom", _DERIVED),
        Influence("Revision", "wasDerivedFrom", "wasRevisionOf", _DERIVED),
        Influence("Quotation", "wasDerivedFrom", "wasQuotedFrom", _DERIVED),
        Influence("PrimarySource", "wasDerivedFrom", "hadPrimarySource", _DERIVED),
        Influence("Attribution", "wasAttributedTo", "wasAttributedTo", ("agent",)),
        Influence("Association", "wasAssociatedWith", "wasAssociatedWith", ("agent", "hadPlan")),
        Influence("Delegation", "actedOnBehalfOf", "actedOnBehalfOf", ("agent", "hadActivity")),
        Influence("Influence", "wasInfluencedBy", "wasInfluencedBy", ("influencer",)),
    )
}
"""Every class of the pattern by its name. The first row of a statement is its plain form, the others say what sort it is."""
PLAIN: Mapping[str, Influence] = {row.kind: row for row in reversed(list(INFLUENCES.values()))}
"""The plain form of each statement that has a qualified one."""
SUBTYPES: Mapping[str, Influence] = {row.short: row for row in INFLUENCES.values() if row is not PLAIN[row.kind]}
"""Unqualified properties that say a statement and its ``prov:type`` at once."""

SHORT: Mapping[str, tuple[str, bool]] = {
    **{row.short: (row.kind, False) for row in INFLUENCES.values()},
    "generated": ("wasGeneratedBy", True),
    "invalidated": ("wasInvalidatedBy", True),
    "influenced": ("wasInfluencedBy", True),
    "alternateOf": ("alternateOf", False),
    "specializationOf": ("specializationOf", False),
    "hadMember": ("hadMember", False),
}
"""Properties between two things: the statement, and whether the object comes first in it."""
MOMENTS: Mapping[str, str] = {"generatedAtTime": "wasGeneratedBy", "invalidatedAtTime": "wasInvalidatedBy"}
"""Properties of a thing that say when a statement about it was true."""

XML_SUBTYPES: Mapping[str, tuple[str, str]] = {
    "plan": ("entity", "Plan"),
    "collection": ("entity", "Collection"),
    "emptyCollection": ("entity", "EmptyCollection"),
    "bundle": ("entity", "Bundle"),
    "person": ("agent", "Person"),
    "organization": ("agent", "Organization"),
    "softwareAgent": ("agent", "SoftwareAgent"),
    **{short: (row.kind, row.class_) for short, row in SUBTYPES.items()},
}
"""Elements of PROV-XML that stand for a statement with a ``prov:type``."""
