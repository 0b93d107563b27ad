"""What a kind of node or edge is: the vocabulary in which the two tables are written.

The tables in ``nodes.py`` (with the modules that it joins) and ``edges.py`` are the only declaration of the graph. Constraints, ontology, SHACL shapes,
JSON-LD context, reference page and write-time validation are all derived from them (decision 0007).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

FieldType = Literal["str", "int", "float", "bool", "str[]", "int[]", "float[]", "json"]
"""Types that Neo4j returns as they were written; ``json`` is text holding one RFC 8785 JSON value."""


class Role(StrEnum):
    """Who acts; what each may write is a column of the tables (protocol 2.1)."""

    PROPOSER = "Proposer"
    CRITIC = "Critic"
    EVALUATOR = "Evaluator"
    REFINER = "Refiner"
    RETRIEVER = "Retriever"
    VALIDATOR = "Validator"
    COMPILER = "Compiler"
    CONTESTER = "Contester"
    ADJUDICATOR = "Adjudicator"
    OPERATOR = "Operator"
    AUDITOR = "Auditor"


ACCOUNT_ROLES = ("reader", "contester", "operator", "auditor", "admin")
"""Roles of people's accounts in the web application: what each of them may do there."""
PEOPLE = frozenset({Role.CONTESTER, Role.ADJUDICATOR, Role.OPERATOR, Role.AUDITOR})
"""Roles that a person holds; the others are held by software agents."""


@dataclass(frozen=True)
class Field:
    """One property of a node or edge.

    Attributes:
        name: Property name in the graph.
        type: One of FieldType.
        doc: One-line meaning.
        required: Whether it must be present; absent optional fields are not stored.
        personal: May hold personal text: it enters the hash as a salted commitment, so that it can be erased.
        once_open: For a personal field: older versions hashed it as it is, so a row may have it without salt and
            commitment. Such a text cannot be erased.
        common: For a personal field: many rows say the same there (a publisher, a remark). It goes with its row and with
            every text that is looked for, but is not itself looked for elsewhere.
        values: Closed list of admissible values, empty = any.
        low: Smallest admissible number.
        high: Largest admissible number.
    """

    name: str
    type: FieldType
    doc: str
    required: bool = True
    personal: bool = False
    once_open: bool = False
    common: bool = False
    values: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    def blank(self) -> Any:
        """What a reader is given in place of a personal text that was erased."""
        if self.type.endswith("[]"):
            return []
        return "{}" if self.type == "json" else ""


def text(name: str, doc: str, required: bool = True) -> Field:
    """A personal text."""
    return Field(name, "str", doc, required=required, personal=True)


def optional(name: str, type_: FieldType, doc: str, **more: Any) -> Field:
    """A field that need not be there."""
    return Field(name, type_, doc, required=False, **more)


def wording(name: str, doc: str, type_: FieldType = "str", required: bool = True, common: bool = False) -> Field:
    """A personal text, list of texts or JSON that older versions hashed as it is."""
    return Field(name, type_, doc, required=required, personal=True, once_open=True, common=common)


BESIDE_FIELDS = (
    Field("salt", "str", "Random bytes of this row, from which the keys of its personal fields come.", required=False),
    Field("commitment", "str", "Names of its personal fields and the hash that commits to them.", required=False),
)
"""What a row of today's form has beside its fields, if any of them is personal."""
PARTLY_ERASED = Field(
    "partly_erased", "json", "After an erasure of some: keys of the fields that stay, leaves of those that went.", False
)
CAPTION = Field("caption", "str", "What it says or is, in short, for people; made of its fields, under no hash.", False)


def stored_fields(fields: Iterable[Field]) -> list[Field]:
    """Fields as they are stored: behind them salt and commitment of the row, if one is personal."""
    own = list(fields)
    return [*own, *(BESIDE_FIELDS if any(field.personal for field in own) else ())]


def first_stored_fields(fields: Iterable[Field]) -> list[Field]:
    """Fields as the first row form stored them: behind a personal one its salt and its commitment."""
    return [
        one
        for field in fields
        for one in (
            field,
            *(Field(f"{field.name}_{what}", "str", "") for what in ("salt", "commitment") if field.personal),
        )
    ]


@dataclass(frozen=True)
class NodeKind:
    """One kind of node.

    Attributes:
        label: Its own label.
        doc: One-line meaning.
        fields: Its properties besides id and stamps.
        writers: Roles that may create it.
        prov: Local name of the PROV-O class that it specialises.
        aif: AIF node type (I, RA, CA, PA, L, YA), empty = none.
        also: Further kinds whose label it carries too, e.g. a Challenge is also a Critique.
        arguable: May be attacked, rated over and labelled.
        named: Its id is given by the writer (documents from their bytes, runs), not derived from run, seq and ordinal.
    """

    label: str
    doc: str
    fields: tuple[Field, ...]
    writers: frozenset[Role]
    prov: str = "Entity"
    aif: str = ""
    also: tuple[str, ...] = ()
    arguable: bool = False
    named: bool = False


@dataclass(frozen=True)
class EdgeKind:
    """One kind of edge.

    Attributes:
        type: Relationship type.
        doc: One-line meaning.
        starts: Labels it may start at; ``Activity`` kinds stand for the activity being committed.
        ends: Labels it may end at.
        writers: Roles that may create it.
        fields: Its properties besides stamps.
        prov: Local name of the PROV-O property that it specialises, empty = none.
        aif: AIF reading, empty = none.
        from_new: The start must be created by the same delta; keeps support acyclic by construction.
        automatic: Written by the store itself, never part of a delta.
        order: Kinds from the lowest up: an edge never leads from one of them to a higher one, so that kinds which may
            both start and end it cannot derive from one another in a circle.
    """

    type: str
    doc: str
    starts: tuple[str, ...]
    ends: tuple[str, ...]
    writers: frozenset[Role]
    fields: tuple[Field, ...] = ()
    prov: str = ""
    aif: str = ""
    from_new: bool = True
    automatic: bool = False
    order: tuple[str, ...] = ()

    def turns_back(self, start: str, end: str) -> bool:
        """Whether an edge between two kinds would lead up the order."""
        return start in self.order and end in self.order and self.order.index(start) < self.order.index(end)


STAMPS = (
    Field("run", "str", "Chain that the row belongs to: a run, a corpus, an imported map or the library."),
    Field("activity", "str", "Id of the activity that wrote the row."),
    Field("seq", "int", "Position of that activity in its chain, from 0.", low=0),
    Field("at", "str", "When it was written: UTC, ISO 8601, microseconds."),
    Field("ord", "int", "Position of the row in its activity's delta, from 1.", low=1),
)
"""Properties that the store puts on every node and edge, so that any question can be asked as of then."""

CRITIQUE_TYPES = ("logical_gap", "missing_evidence", "value_conflict", "scope_overreach")
FLAWS = (
    "no_support",
    "single_source",
    "stale_date",
    "number_conflict",
    "negation_conflict",
    "date_conflict",
    "scope_wider_than_evidence",
    "value_conflict",
    "unsupported_content",
    "weak_warrant",
    "infeasible",
    "neglected_interest",
    "conceded",
    "contested",
    "omission",
    # Of what was said in a debate (R-Debater, section 3.2):
    "contradiction",
    "unsupported_assumption",
    "circularity",
    "overgeneralisation",
    "false_dichotomy",
    "temporal_mismatch",
    "missing_link",
    "selective_quantification",
    "equivocation",
    "other",
)
VERDICTS = (
    "valid",
    "invalid",
    "requires_more_evidence",
    "adequate",
    "inadequate",
    "answered",
    "partly",
    "not_answered",
)
RECOMMENDATIONS = ("revise", "defend", "branch", "none")
CHALLENGE_KINDS = ("relevance", "adequacy", "selection_bias", "inferential", "scope", "normative", "structural")
LABELS = ("in", "out", "undecided")
REPLY_VERDICTS = ("adequate", "inadequate")
VERSION_VERDICTS = ("answered", "partly", "not_answered")
MAP_FORMATS = ("aif", "argdown", "argdown-json")
QUOTE_VERDICTS = (
    "exact",
    "elided",
    "partial",
    "altered",
    "paraphrase",
    "misattributed",
    "fabricated",
    "not_found",
    "error",
)
