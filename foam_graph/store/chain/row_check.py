"""What is wrong with one row that was read back: its stamps, labels, fields, salts and commitments (store.md 3 and 4).

A hash does not see a change of type (1 and 1.0 have one canonical form), a second label or a wrong stamp; these
functions do. They need no database, so a journal is held to the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from foam_graph.errors import StoreFault
from foam_graph.model.canonical import commitment
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, fields_of
from foam_graph.model.validation import field_fault
from foam_graph.store.reading import kind_of

FaultKind = Literal[
    "missing", "stray", "stamp", "labels", "key", "field", "commitment", "erased", "id", "order", "count", "generated",
    "next", "prev_hash", "body_hash", "hash", "totals", "form", "more", "checkpoint", "anchor",
]  # fmt: skip
"""What does not hold; each is explained at ``Fault``."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that does not hold.

    Attributes:
        kind: ``missing`` (an activity, node or edge is gone), ``stray`` (a row of no activity), ``stamp``, ``labels``,
            ``key`` (an undeclared property), ``field`` (a value or type the model does not allow), ``commitment``
            (text, salt and commitment do not match), ``erased`` (a text is gone and no activity says why), ``id``,
            ``order`` (times or places), ``count``, ``generated`` (WAS_GENERATED_BY), ``next``, ``prev_hash``,
            ``body_hash``, ``hash``, ``totals`` (of the database), ``form`` (a journal line), ``more`` (faults left out), ``checkpoint`` (the tree
            over all chains is not the one that was signed), ``anchor`` (an anchor holds something else).
        activity: Id of the activity, empty where the fault belongs to the whole database.
        row: Id of the node, or ``start-[TYPE]->end``; empty where it is the activity itself.
        detail: What was found.
        seq: Place of the activity in its chain, -1 for none.
    """

    kind: FaultKind
    activity: str
    row: str
    detail: str
    seq: int = -1


Found = tuple[FaultKind, str]
"""Kind and detail of a fault of one row."""

_STAMPS = frozenset({"run", "activity", "seq", "at"})
NODE_KEYS = _STAMPS | {"id", "ord"}
EDGE_KEYS = _STAMPS | {"ord"}
ACTIVITY_KEYS = frozenset({"id", "run", "seq", "at", "nodes", "edges", "body_hash", "prev_hash", "hash"})


@lru_cache(maxsize=256)
def declared(kind: str) -> dict[str, Field]:
    """Fields of a node kind, ``Activity``, or edge type, by name."""
    if kind == "Activity":
        return {f.name: f for f in ACTIVITY_FIELDS}
    return {f.name: f for f in (EDGES[kind].fields if kind in EDGES else fields_of(kind))}


@lru_cache(maxsize=256)
def _allowed(kind: str, fixed: frozenset[str]) -> frozenset[str]:
    own = declared(kind).values()
    beside = {f"{f.name}_{what}" for f in own if f.personal for what in ("salt", "commitment")}
    return fixed | {f.name for f in own} | beside


def field_faults(kind: str, props: Mapping[str, Any], fixed: frozenset[str]) -> Iterator[Found]:
    """Undeclared properties, values and types that the model does not allow, texts that are not what was committed.

    Args:
        kind: Node kind, ``Activity``, or edge type.
        props: All properties of the row.
        fixed: The store's own property names on such a row.
    """
    for name in sorted(props.keys() - _allowed(kind, fixed)):
        yield "key", f"has the undeclared property {name!r}"
    for name, field in declared(kind).items():
        value = props.get(name)
        if value is not None and (fault := field_fault(field, value)):
            yield "field", f"{name} {fault}"
        if field.personal:
            yield from _commitment_faults(field, value, props.get(f"{name}_salt"), props.get(f"{name}_commitment"))
        elif value is None and field.required:
            yield "field", f"{name} is missing"


def _commitment_faults(field: Field, text: Any, salt: Any, committed: Any) -> Iterator[Found]:
    name = field.name
    if field.once_open and text is not None and salt is None and committed is None:
        # Written by an older version: the text itself is under the hash, so that taking a commitment away is found there.
        return
    if text is None and salt is None:
        # Erasure takes text and salt away and leaves the commitment (architecture, decision 3).
        if committed is not None:
            yield "erased", f"{name} is gone"
        elif field.required:
            yield "field", f"{name} is missing"
    elif text is None or salt is None or committed is None:
        lost = [n for n, v in ((name, text), (f"{name}_salt", salt), (f"{name}_commitment", committed)) if v is None]
        yield "commitment", f"{' and '.join(lost)} missing"
    elif not _opens(salt, text, committed):
        yield "commitment", f"{name} is not the text that was committed to"


def _opens(salt: Any, text: Any, committed: Any) -> bool:
    try:
        return bool(commitment(salt, text) == committed)
    except (TypeError, ValueError, AttributeError):
        return False


def stamp_faults(props: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[Found]:
    """Stamps that differ from what the row's activity says, in value or type."""
    for name, value in wanted.items():
        actual = props.get(name)
        if type(actual) is not type(value) or actual != value:
            yield "stamp", f"{name} is {actual!r}, its activity says {value!r}"


def kind_or_none(labels: Iterable[str]) -> str | None:
    """The declared kind with exactly this set of labels."""
    try:
        return kind_of(labels)
    except StoreFault:
        return None


def activity_faults(labels: list[str], props: Mapping[str, Any]) -> Iterator[Found]:
    """Labels, keys, types and time of an activity taken alone."""
    kind = kind_or_none(labels)
    if kind not in ACTIVITIES or props.get("kind") != kind:
        yield "labels", f"has the labels {sorted(labels)} and the kind {props.get('kind')!r}"
    yield from field_faults("Activity", props, ACTIVITY_KEYS)
    for name in ("seq", "nodes", "edges"):
        if type(props.get(name)) is not int:
            yield "field", f"{name} must be an integer, got {props.get(name)!r}"
    for name in ("id", "run", "at", "body_hash", "prev_hash", "hash"):
        if type(props.get(name)) is not str:
            yield "field", f"{name} must be text, got {props.get(name)!r}"
    if not is_time(props.get("at")):
        yield "order", f"at is {props.get('at')!r}, not a UTC time with microseconds"


def is_time(value: Any) -> bool:
    """Whether a value is a time as the store writes it: ISO 8601, UTC, microseconds, ``Z``."""
    if type(value) is not str or not value.endswith("Z"):
        return False
    try:
        return datetime.fromisoformat(value).isoformat(timespec="microseconds").replace("+00:00", "Z") == value
    except ValueError:
        return False
