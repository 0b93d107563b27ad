"""Write-time validation: what the two tables say about a delta, as one function (protocol 8.3, decision 0007)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import Any

import orjson

from foam_graph.errors import ModelViolation, RoleViolation
from foam_graph.model.delta import SELF, ActivityDraft, Delta, NewEdge, NewNode, Ref
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field, Role
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, NODES, fields_of, labels_of
from foam_graph.model.row_commitment import FORM

MAX_ID = 400
"""Longest id, in characters: far under the index's key size of about 8 kB."""
MAX_TEXT = 1_000_000
"""Longest text in one property, in characters."""


def check(draft: ActivityDraft, delta: Delta) -> None:
    """Checks an activity and its delta against the model.

    Raises:
        ModelViolation: An unknown kind, a missing, unknown or ill-typed field, an impossible edge.
        RoleViolation: The activity's role may not write that kind.
    """
    row = ACTIVITIES.get(draft.kind)
    if row is None:
        raise ModelViolation(f"activity kind {draft.kind!r} is not in the model", "Use a label of ACTIVITY_KINDS.")
    if draft.role not in row.writers:
        raise RoleViolation(f"{draft.role} may not perform a {draft.kind}")
    _check_fields(draft.kind, _activity_fields(), draft.properties())
    for n, node in enumerate(delta.nodes, 1):
        _check_node(draft.role, n, node)
    for n, edge in enumerate(delta.edges, 1):
        _check_edge(draft, delta, n, edge)
    _check_versions(delta)


@dataclass(frozen=True, slots=True)
class _Declared:
    """The fields of a kind, arranged for checking."""

    fields: dict[str, Field]
    required: frozenset[str]
    open: frozenset[str]
    """Fields that take any text."""


def _declared(fields: Iterable[Field]) -> _Declared:
    found = {field.name: field for field in fields}
    required = frozenset(name for name, field in found.items() if field.required)
    return _Declared(found, required, frozenset(n for n, f in found.items() if f.type == "str" and not f.values))


@lru_cache(maxsize=1)
def _activity_fields() -> _Declared:
    # Which form rows have is for the store to say.
    return _declared(field for field in ACTIVITY_FIELDS if field.name != FORM)


@lru_cache(maxsize=256)
def _fields(kind: str) -> _Declared:
    return _declared(fields_of(kind))


@lru_cache(maxsize=256)
def _edge_fields(kind: str) -> _Declared:
    return _declared(EDGES[kind].fields)


@lru_cache(maxsize=256)
def kinds_under(label: str) -> frozenset[str]:
    """The labels a node of this kind satisfies: itself and what it also is; any activity also is ``Activity``."""
    if label in ACTIVITIES:
        return frozenset({label, "Activity"})
    return frozenset(labels_of(label)) if label in NODES else frozenset()


def _check_node(role: Role, n: int, node: NewNode) -> None:
    kind = NODES.get(node.kind)
    if kind is None:
        raise ModelViolation(f"node {n}: kind {node.kind!r} is not in the model")
    if role not in kind.writers:
        allowed = ", ".join(sorted(kind.writers))
        raise RoleViolation(f"node {n}: a {role} may not write a {node.kind}", f"Only {allowed} may.")
    if kind.named != bool(node.id):
        raise ModelViolation(f"node {n}: a {node.kind} {'needs' if kind.named else 'must not have'} an id of its own")
    if len(node.id) > MAX_ID or node.id.startswith(("#", SELF)):
        raise ModelViolation(f"node {n}: {node.id[:40]!r} is not a usable id")
    _check_fields(f"node {n} ({node.kind})", _fields(node.kind), node.fields)


def _check_fields(where: str, declared: _Declared, given: Mapping[str, Any]) -> None:
    if not given.keys() <= declared.fields.keys():
        raise ModelViolation(f"{where}: unknown field {min(given.keys() - declared.fields.keys())!r}")
    for name, value in given.items():
        # Most are short ASCII texts of fields that take any text: beyond doubt.
        if type(value) is str and name in declared.open and value.isascii() and len(value) <= MAX_TEXT:
            continue
        if value is not None and (fault := field_fault(declared.fields[name], value)):
            raise ModelViolation(f"{where}: field {name!r} {fault}")
    if missing := [name for name in declared.required if given.get(name) is None]:
        raise ModelViolation(f"{where}: field {min(missing)!r} is missing")


def _text_fault(value: Any) -> str:
    if type(value) is not str and not isinstance(value, str):
        return f"must be text, got {type(value).__name__}"
    if len(value) > MAX_TEXT:
        return f"is longer than {MAX_TEXT:,} characters"
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return "holds a lone surrogate, which is not text"
    return ""


def _int_fault(value: Any) -> str:
    if type(value) is not int:
        return f"must be an integer, got {type(value).__name__}"
    return "" if abs(value) < 2**53 else "is beyond 2**53"


def _float_fault(value: Any) -> str:
    if type(value) is not float:
        return f"must be a float, got {type(value).__name__}"
    return "" if math.isfinite(value) else "must be finite"


def _bool_fault(value: Any) -> str:
    return "" if type(value) is bool else f"must be true or false, got {type(value).__name__}"


def _json_fault(value: Any) -> str:
    if fault := _text_fault(value):
        return fault
    try:
        orjson.loads(value)
    except orjson.JSONDecodeError as error:
        return f"must be JSON text: {error}"
    return ""


_SCALARS: dict[str, Callable[[Any], str]] = {
    "str": _text_fault,
    "int": _int_fault,
    "float": _float_fault,
    "bool": _bool_fault,
    "json": _json_fault,
}


def field_fault(field: Field, value: Any) -> str:
    """What is wrong with a value for a field, or nothing. Used on writing and again on verifying."""
    if field.type.endswith("[]"):
        if type(value) is not list:
            return f"must be a list, got {type(value).__name__}"
        inner = _SCALARS[field.type[:-2]]
        found = next((fault for item in value if (fault := inner(item))), "")
        return found or next((_closed_fault(field, item) for item in value if _closed_fault(field, item)), "")
    if fault := _SCALARS[field.type](value):
        return fault
    if fault := _closed_fault(field, value):
        return fault
    if field.low is not None and value < field.low:
        return f"is {value}, below {field.low}"
    if field.high is not None and value > field.high:
        return f"is {value}, above {field.high}"
    return ""


def _closed_fault(field: Field, value: Any) -> str:
    if field.values and value not in field.values:
        return f"is {value!r}; it must be one of {', '.join(field.values)}"
    return ""


def _check_edge(draft: ActivityDraft, delta: Delta, n: int, edge: NewEdge) -> None:
    kind = EDGES.get(edge.type)
    where = f"edge {n} ({edge.type})"
    if kind is None or kind.automatic:
        raise ModelViolation(f"{where}: {'written by the store only' if kind else 'not in the model'}")
    if draft.role not in kind.writers:
        raise RoleViolation(f"{where}: a {draft.role} may not write it")
    for ref, allowed, side in ((edge.start, kind.starts, "start"), (edge.end, kind.ends, "end")):
        _check_ref(draft, delta, where, ref)
        if not fits(ref.kind, allowed):
            raise ModelViolation(f"{where}: cannot {side} at a {ref.kind}")
    if kind.from_new and not edge.start.local:
        raise ModelViolation(f"{where}: must start at a node of the same delta, not at {edge.start.id}")
    if kind.turns_back(edge.start.kind, edge.end.kind):
        raise ModelViolation(f"{where}: a {edge.start.kind} stands below a {edge.end.kind} and cannot lead to it")
    rests = edge.type == "RESTS_ON" and edge.start.local and edge.end.local and edge.end.kind == edge.start.kind
    if rests and _order(edge.end) >= _order(edge.start):
        # Later slots rest on earlier ones, so support cannot be circular (protocol 6.2). Records rest on nothing.
        raise ModelViolation(f"{where}: {edge.start.id} can only rest on a node created before it, not {edge.end.id}")
    _check_fields(where, _edge_fields(edge.type), edge.fields)


def _check_versions(delta: Delta) -> None:
    """No version takes the place of itself, directly or through others: of such nothing would be live.

    Only nodes of one delta can name each other so, for the edge starts at a new node.
    """
    older: dict[str, list[str]] = {}
    for edge in delta.edges:
        if edge.type == "SUPERSEDES" and edge.end.local:
            older.setdefault(edge.start.id, []).append(edge.end.id)
    try:
        TopologicalSorter(older).prepare()
    except CycleError as found:
        circle = " supersedes ".join(reversed(found.args[1]))
        raise ModelViolation(
            f"versions run in a circle: {circle}", "Let a version take the place of one that was there before it."
        ) from None


def _order(ref: Ref) -> int:
    return int(ref.id[1:]) if ref.id.startswith("#") else 0


def _check_ref(draft: ActivityDraft, delta: Delta, where: str, ref: Ref) -> None:
    if ref.id == SELF:
        actual: str | None = draft.kind
    elif ref.id.startswith("#"):
        place = ref.id[1:]
        actual = delta.nodes[int(place) - 1].kind if place.isdecimal() and 0 < int(place) <= len(delta.nodes) else None
    else:
        actual = ref.kind if 0 < len(ref.id) <= MAX_ID else None
    if actual != ref.kind:
        raise ModelViolation(f"{where}: {ref.id!r} is not a {ref.kind} of this delta")


def fits(kind: str, allowed: Iterable[str]) -> bool:
    """Whether a node of this kind satisfies one of the labels."""
    return not kinds_under(kind).isdisjoint(allowed)
