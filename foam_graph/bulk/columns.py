"""Columns of the files that ``neo4j-admin database import`` reads, from the model tables.

A text is always quoted, so that an empty one is not taken for none; a list's items are divided by U+001F.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import CAPTION, STAMPS, Field, FieldType, stored_fields
from foam_graph.model.nodes import ACTIVITY_FIELDS, fields_of, labels_of

DIVIDER: Final = "\x1f"
ARRAYS: Final = "U+001F"
"""The same, as the tool's option names it."""
_TYPES: Final[Mapping[FieldType, str]] = {
    "str": "string",
    "json": "string",
    "int": "long",
    "float": "double",
    "bool": "boolean",
    "str[]": "string[]",
    "int[]": "long[]",
    "float[]": "double[]",
}


@dataclass(frozen=True)
class Columns:
    """The columns of one file.

    Attributes:
        labels: Labels of its nodes, or the type of its edges, as the tool's option names them.
        header: Its header, a line.
        names: Property of each column.
    """

    labels: str
    header: str
    names: tuple[str, ...]

    def line(self, row: Mapping[str, Any]) -> str:
        """A row as a line."""
        return ",".join([cell(row.get(name)) for name in self.names]) + "\n"


def node_columns(kind: str) -> Columns:
    """Columns of the nodes of a kind."""
    return _columns(":".join(labels_of(kind)), ["id:ID"], ["id"], [*stored_fields(fields_of(kind)), *STAMPS, CAPTION])


def activity_columns(kind: str) -> Columns:
    """Columns of the activities of a kind."""
    chained = [Field(name, "int", "") for name in ("nodes", "edges")]
    chained += [Field(name, "str", "") for name in ("body_hash", "prev_hash", "hash")]
    stamps = [one for one in STAMPS if one.name in ("run", "seq", "at")]
    return _columns(
        f"Activity:{kind}", ["id:ID"], ["id"], [*stored_fields(ACTIVITY_FIELDS), *stamps, *chained, CAPTION]
    )


def edge_columns(type_: str) -> Columns:
    """Columns of the edges of a type; ``f`` and ``t`` of a row are the ids of its ends."""
    stamps = [one for one in STAMPS if one.name != "ord" or type_ != "NEXT"]
    return _columns(type_, [":START_ID", ":END_ID"], ["f", "t"], [*stored_fields(EDGES[type_].fields), *stamps])


def cell(value: Any) -> str:
    """A value as it stands between two commas."""
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return cell(DIVIDER.join(item if isinstance(item, str) else cell(item) for item in value))


def _columns(labels: str, ids: Sequence[str], names: Sequence[str], fields: Iterable[Field]) -> Columns:
    given = [*names, *(one.name for one in fields)]
    header = [*ids, *(f"{one.name}:{_TYPES[one.type]}" for one in fields)]
    return Columns(labels, ",".join(header) + "\n", tuple(given))
