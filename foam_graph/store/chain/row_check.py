"""What is wrong with one row that was read back: its stamps, labels, fields, salts and commitments (protocol 8.3 and 8.5).

A hash does not see a change of type (1 and 1.0 have one canonical form), a second label or a wrong stamp; these
functions do. They need no database, so a journal is held to the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Literal

from foam_graph.errors import StoreFault
from foam_graph.model.canonical import SALT_BYTES, commitment
from foam_graph.model.captions import caption
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, fields_of
from foam_graph.model.row_commitment import (
    BESIDE,
    COMMITMENT,
    FIRST_FORM,
    FORM,
    PARTLY,
    ROW_FORM,
    SALT,
    Opened,
    commitment_of,
    leaf_of,
    opened,
)
from foam_graph.model.validation import field_fault
from foam_graph.store.chain.sealing import form_of
from foam_graph.store.reading import kind_of

FaultKind = Literal[
    "missing", "stray", "stamp", "labels", "key", "field", "commitment", "erased", "id", "order", "count", "generated",
    "next", "prev_hash", "body_hash", "hash", "totals", "form", "more", "checkpoint", "anchor", "unknown_form", "caption",
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
            over all chains is not the one that was signed), ``anchor`` (an anchor holds something else), ``unknown_form``
            (rows in a form of a newer version, which this one cannot check), ``caption`` (it says something else than
            the fields).
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
NODE_KEYS = _STAMPS | {"id", "ord", "caption"}
EDGE_KEYS = _STAMPS | {"ord"}
ACTIVITY_KEYS = frozenset({"id", "run", "seq", "at", "nodes", "edges", "body_hash", "prev_hash", "hash", "caption"})
_FIRST_SALT = 2 * SALT_BYTES
"""Digits of a salt of the first form. With another length the border between salt and text could be moved."""


@lru_cache(maxsize=256)
def declared(kind: str) -> dict[str, Field]:
    """Fields of a node kind, ``Activity``, or edge type, by name."""
    if kind == "Activity":
        return {f.name: f for f in ACTIVITY_FIELDS}
    return {f.name: f for f in (EDGES[kind].fields if kind in EDGES else fields_of(kind))}


@lru_cache(maxsize=256)
def _allowed(kind: str, fixed: frozenset[str], form: int) -> frozenset[str]:
    own = declared(kind).values()
    personal = [field.name for field in own if field.personal]
    beside = BESIDE if personal else frozenset()
    if form == FIRST_FORM:
        beside = frozenset(f"{name}_{what}" for name in personal for what in ("salt", "commitment"))
    return fixed | {f.name for f in own} | beside


def field_faults(kind: str, props: Mapping[str, Any], fixed: frozenset[str], form: int = ROW_FORM) -> Iterator[Found]:
    """Undeclared properties, values and types that the model does not allow, texts that are not what was committed.

    Args:
        kind: Node kind, ``Activity``, or edge type.
        props: All properties of the row.
        fixed: The store's own property names on such a row.
        form: Row form of its activity, one that is known.
    """
    for name in sorted(props.keys() - _allowed(kind, fixed, form)):
        yield "key", f"has the undeclared property {name!r}"
    row = opened_row(kind, props) if form == ROW_FORM else None
    covered = row.names if isinstance(row, Opened) else ()
    for name, field in declared(kind).items():
        value = props.get(name)
        if value is not None and (fault := field_fault(field, value)):
            yield "field", f"{name} {fault}"
        if field.personal and form == FIRST_FORM:
            yield from _commitment_faults(field, value, props.get(f"{name}_salt"), props.get(f"{name}_commitment"))
        elif value is None and field.required and name not in covered:
            yield "field", f"{name} is missing"
    if isinstance(row, Opened):
        yield from _row_faults(props, row)
    elif row is not None:
        yield "commitment", row


@cache
def _personal(kind: str) -> tuple[str, ...]:
    """The personal fields of a kind, in the order in which they are told."""
    return tuple(sorted(name for name, field in declared(kind).items() if field.personal))


def opened_row(kind: str, props: Mapping[str, Any]) -> Opened | str:
    """What is left to open the commitment of a row of today's form, or what is wrong with it.

    Args:
        kind: Node kind, ``Activity``, or edge type.
        props: Its properties.
    """
    personal = _personal(kind)
    there = [name for name in personal if props.get(name) is not None]
    if props.get(COMMITMENT) is None:
        lost = there + [name for name in (SALT, PARTLY) if props.get(name) is not None]
        return f"{COMMITMENT} missing, though there is {', '.join(lost)}" if lost else Opened((), {}, {})
    try:
        row = opened(props)
    except ValueError as fault:
        return str(fault)
    # Every row passes here, and next to none is at fault.
    if other := [name for name in sorted(row.names) if name not in personal]:
        return f"{COMMITMENT} covers {', '.join(other)}, which is not personal"
    if bare := [name for name in there if name not in row.names]:
        return f"{COMMITMENT} does not cover {', '.join(bare)}"
    if unopened := [name for name in there if name not in row.keys]:
        # Erased, and yet there; or its salt was taken away.
        return f"{', '.join(unopened)} cannot be opened: salt or key missing"
    return row


def _row_faults(props: Mapping[str, Any], row: Opened) -> Iterator[Found]:
    """A row of today's form: its commitment, and what of it was erased."""
    lost = [name for name in row.keys if props.get(name) is None]
    if lost:
        yield "commitment", f"{' and '.join(lost)} missing"
        return
    for name in row.names:
        if name not in row.keys:
            yield "erased", f"{name} is gone"
    if not row.keys:
        return
    try:
        leaves = {name: leaf_of(key, props[name]) for name, key in row.keys.items()}
        if commitment_of({**leaves, **row.leaves}) == props[COMMITMENT]:
            return
    except (TypeError, ValueError, AttributeError):
        pass
    yield "commitment", f"{' or '.join(row.names)} is not what was committed to"


def _commitment_faults(field: Field, text: Any, salt: Any, committed: Any) -> Iterator[Found]:
    """A personal field of the first form."""
    name = field.name
    if field.once_open and text is not None and salt is None and committed is None:
        # Written by an older version: the text itself is under the hash, so that taking a commitment away is found there.
        return
    if text is None and salt is None:
        # Erasure takes text and salt away and leaves the commitment (decision 0014).
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
        return len(salt) == _FIRST_SALT and bool(commitment(salt, text) == committed)
    except (TypeError, ValueError, AttributeError):
        return False


def form_fault(props: Mapping[str, Any]) -> str:
    """What an activity is said to be where this version does not know its row form; empty where it does."""
    form = props.get(FORM)
    if type(form) is not int or form <= ROW_FORM:
        return ""
    return f"is in row form {form}, written by a newer version of foam-graph; update it to check this activity"


def caption_faults(kind: str, props: Mapping[str, Any], form: int) -> Iterator[Found]:
    """A caption that is not the one that its node's fields make; what was written before there were any has none."""
    actual = props.get("caption")
    if actual is None and form == FIRST_FORM:
        return
    wanted = caption(kind, props)
    if type(actual) is not str or actual != wanted:
        yield "caption", f"caption is {actual!r}, its fields say {wanted!r}; `foam rebuild` writes captions anew"


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
    yield from field_faults("Activity", props, ACTIVITY_KEYS, form_of(props))
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
