"""What every use case gives back: frozen, typed, and plain JSON when a program asks.

A result is a frozen dataclass. Its fields are its JSON, in their order, so that the declaration is the contract of
``--json``, of the Python API and of every page's twin at once. Metadata of a field says what its
name cannot: ``named`` (a JSON name that is a word of Python's own), ``OPTIONAL``, ``FILLED`` and ``HIDDEN``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from datetime import date, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from foam_graph.errors import EnvironmentFault

if TYPE_CHECKING:
    from pandas import DataFrame

Item = TypeVar("Item", covariant=True)
Built = TypeVar("Built", bound="Result")

JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
"""What JSON can say."""
JsonObject: TypeAlias = "dict[str, JsonValue]"
"""A JSON object that its holder may add to."""

_KEY = "foam_graph.json_key"
_OPTIONAL = "foam_graph.json_optional"
_HIDDEN = "foam_graph.json_hidden"
_FILLED = "foam_graph.json_filled"


def named(name: str) -> dict[str, bool | str]:
    """Metadata of a field that JSON calls otherwise, e.g. ``in`` or ``class``: ``field(metadata=named("in"))``."""
    return {_KEY: name}


OPTIONAL: Mapping[str, bool | str] = {_OPTIONAL: True}
"""Metadata of a field that is left out of JSON where it is None: ``field(default=None, metadata=OPTIONAL)``."""
FILLED: Mapping[str, bool | str] = {_FILLED: True}
"""Metadata of a field that is left out of JSON where it is empty: ``field(default=(), metadata=FILLED)``."""
HIDDEN: Mapping[str, bool | str] = {_HIDDEN: True}
"""Metadata of a field that is no part of what the result says, e.g. the connection that its properties read through."""


@dataclass(frozen=True)
class Result:
    """The base of every result: JSON for programs, a table for notebooks."""

    def as_json(self) -> JsonObject:
        """The result as plain data: objects, lists, texts, numbers, truth values, null."""
        shown: JsonObject = {}
        for declared in fields(self):
            value, about = getattr(self, declared.name), declared.metadata
            left_out = (_OPTIONAL in about and value is None) or (_FILLED in about and not value)
            if not left_out and _HIDDEN not in about:
                shown[json_name(declared)] = plain_json(value)
        return shown

    @classmethod
    def json_added(cls) -> Mapping[str, object]:
        """What ``as_json`` says besides the fields: the type of each by its name. Who overrides the one overrides this."""
        return {}

    @classmethod
    def json_loose(cls) -> frozenset[str]:
        """Fields that ``as_json`` leaves out by a rule of the result's own, by their names in JSON."""
        return frozenset()

    def _repr_html_(self) -> str:
        """The result as a table, for notebooks; every text is escaped."""
        return f"<h4>{escape(type(self).__name__)}</h4>{html_table(self.as_json())}"


def json_name(declared: Field[object]) -> str:
    """What JSON calls a field."""
    return str(declared.metadata.get(_KEY, declared.name))


def absent(declared: Field[object]) -> str:
    """Whether JSON leaves a field out: ``always``, ``sometimes``, or never (empty)."""
    if _HIDDEN in declared.metadata:
        return "always"
    return "sometimes" if _OPTIONAL in declared.metadata or _FILLED in declared.metadata else ""


def shallow(value: Result) -> dict[str, object]:
    """The fields of a result by their names, as they are."""
    return {one.name: getattr(value, one.name) for one in fields(value)}


def build(kind: type[Built], values: Mapping[str, object]) -> Built:
    """A result from values by the names of its fields, as a named query returns them.

    Raises:
        TypeError: A name that the result does not have, or one that is missing.
    """
    return kind(**values)


class Listing(tuple[Item, ...]):
    """Results of one kind, in order: a tuple that notebooks show as a table, and that pandas takes."""

    __slots__ = ()

    def as_json(self) -> list[JsonValue]:
        """The JSON of each."""
        return [plain_json(item) for item in self]

    def _repr_html_(self) -> str:
        """The results as one table, a row each; every text is escaped."""
        rows = self.as_json()
        flat = [row for row in rows if isinstance(row, Mapping)]
        if len(flat) != len(rows):
            return html_table(rows)
        names = list(dict.fromkeys(name for row in flat for name in row))
        return rows_html(names, [[row.get(name) for name in names] for row in flat])

    def to_dataframe(self) -> DataFrame:
        """The results as a ``pandas.DataFrame``, a row each and a column for each name of their JSON.

        Raises:
            EnvironmentFault: pandas is not installed.
        """
        return dataframe(self.as_json())


def plain_json(value: object) -> JsonValue:
    """Plain data of whatever a result may hold.

    Raises:
        TypeError: A type that has no JSON.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Result):
        return value.as_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain_json(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain_json(item) for name, item in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes | bytearray):
        return [plain_json(item) for item in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON")


def html_table(value: JsonValue) -> str:
    """JSON as nested tables, escaped; long lists are folded."""
    if isinstance(value, Mapping):
        rows = "".join(f"<tr><th>{escape(name)}</th><td>{html_table(item)}</td></tr>" for name, item in value.items())
        return f"<table>{rows}</table>"
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = "".join(f"<li>{html_table(item)}</li>" for item in value)
        return f"<details><summary>{len(value)}</summary><ol>{items}</ol></details>" if value else ""
    return "" if value is None else escape(str(value))


def rows_html(columns: Sequence[str], rows: Sequence[Sequence[JsonValue]]) -> str:
    """Rows under headings as one HTML table, escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{html_table(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def dataframe(rows: Sequence[JsonValue], columns: Sequence[str] | None = None) -> DataFrame:
    """Rows as a ``pandas.DataFrame``.

    Raises:
        EnvironmentFault: pandas is not installed.
    """
    try:
        from pandas import DataFrame
    except ImportError:
        raise EnvironmentFault("pandas is not installed", "Install it: pip install 'foam-graph[dataframe]'") from None
    return DataFrame(list(rows), columns=None if columns is None else list(columns))
