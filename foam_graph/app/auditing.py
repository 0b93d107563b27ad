"""Auditors' own Cypher as a use case: parameters from texts, rows as plain data or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from foam_graph.app.result import JsonObject, JsonValue, Result, dataframe, rows_html
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.store.auditing.free_cypher import BOUNDS, Bounds

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class Rows(Result):
    """What an auditor's statement gave.

    Attributes:
        columns: Names of the columns.
        rows: The rows, as plain data.
        more: Whether there were more rows than the bounds allow.
    """

    columns: tuple[str, ...]
    rows: Sequence[Sequence[JsonValue]]
    more: bool

    def __iter__(self) -> Iterator[JsonObject]:
        return iter(self.as_dicts())

    def __len__(self) -> int:
        return len(self.rows)

    def as_dicts(self) -> list[JsonObject]:
        """The rows, each by the names of its columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def _repr_html_(self) -> str:
        """The rows as one table; every text is escaped."""
        return rows_html(self.columns, self.rows)

    def to_dataframe(self) -> DataFrame:
        """The rows as a ``pandas.DataFrame``.

        Raises:
            EnvironmentFault: pandas is not installed.
        """
        return dataframe(self.rows, self.columns)

    def as_csv(self) -> str:
        """The rows as CSV (RFC 4180); a value that is no scalar as JSON.

        A text that a spreadsheet would take for a formula is given an apostrophe: the graph holds what strangers wrote.
        """
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow([_cell(name) for name in self.columns])
        writer.writerows([_cell(value) for value in row] for row in self.rows)
        return out.getvalue()


def cypher(session: Session, text: str, values: Mapping[str, JsonValue] | None = None, bounds: Bounds = BOUNDS) -> Rows:
    """Runs an auditor's statement, see ``store.audit.audit``."""
    answer = session.store.audit(text, values, bounds)
    return Rows(answer.columns, answer.rows, answer.more)


def free_parameters(given: Sequence[str]) -> JsonObject:
    """Parameters from ``name=value`` texts: a value that is JSON is taken as such, any other as text.

    Raises:
        UsageError: A text that is no such pair, or a name twice.
    """
    values: JsonObject = {}
    for text in given:
        name, mark, value = text.partition("=")
        if not mark or not name.isidentifier():
            raise UsageError(f"{text[:80]!r} is not a parameter", "Give -p NAME=VALUE.")
        if name in values:
            raise UsageError(f"the parameter {name!r} is given twice", "Give it once.")
        try:
            values[name] = json.loads(value)
        except (ValueError, RecursionError):
            values[name] = value
    return values


def _cell(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else value
