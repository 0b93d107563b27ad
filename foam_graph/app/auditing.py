"""Auditors' own Cypher as a use case: parameters from texts, rows as plain data or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.store.auditing.free_cypher import BOUNDS, Answer, Bounds


def cypher(session: Session, text: str, values: Mapping[str, Any] | None = None, bounds: Bounds = BOUNDS) -> Answer:
    """Runs an auditor's statement, see ``store.audit.audit``."""
    return session.store.audit(text, values, bounds)


def free_parameters(given: Sequence[str]) -> dict[str, Any]:
    """Parameters from ``name=value`` texts: a value that is JSON is taken as such, any other as text.

    Raises:
        UsageError: A text that is no such pair, or a name twice.
    """
    values: dict[str, Any] = {}
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


def as_csv(answer: Answer) -> str:
    """The rows as CSV (RFC 4180); a value that is no scalar as JSON.

    A text that a spreadsheet would take for a formula is given an apostrophe: the graph holds what strangers wrote.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_cell(name) for name in answer.columns])
    writer.writerows([_cell(value) for value in row] for row in answer.rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else value
