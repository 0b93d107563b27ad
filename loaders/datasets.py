"""Which published data set of debate cards a file is of: what their loaders share."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable


def refuse_others(column: str, called: str) -> Callable[[str, bytes], str]:
    """What says why a file is not of a data set, by the one column that its rows cannot be without.

    Args:
        column: Its name in small letters and digits only, as the product folds names: ``Full-Document`` is ``fulldocument``.
        called: The column as the data set writes it.
    """

    def refuse(name: str, head: bytes) -> str:
        if not name.lower().endswith((".csv", ".jsonl")):
            return "not one of .csv, .jsonl"
        if not head.strip():
            return "empty"
        if b"\0" in head:
            return f"not plain text: NUL byte at offset {head.index(0)}"
        columns = _columns(name, head)
        if column in ("".join(c for c in one.casefold() if c.isalnum()) for one in columns):
            return ""
        return (
            f"no column {called} (columns: {', '.join(columns)[:200]})" if columns else "its first row has no columns"
        )

    return refuse


def _columns(name: str, head: bytes) -> list[str]:
    """The columns of the first row; none where it cannot be told."""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    if name.lower().endswith(".csv"):
        try:
            return next(csv.reader(text.splitlines(keepends=True)), [])
        except csv.Error:
            return []
    first = text.lstrip().partition("\n")[0]
    try:
        row = json.loads(first)
    except ValueError:
        # A row may be longer than what was read: then its names are what stands before a colon.
        return _names_in(first) if len(head) > len(first.encode()) or "\n" not in text else []
    return list(row) if isinstance(row, dict) else []


def _names_in(row: str) -> list[str]:
    """Names at the head of a JSON object that is cut off, by reading pair after pair."""
    decoder, names, at = json.JSONDecoder(), list[str](), 1
    try:
        while row[:1] == "{":
            at += len(row[at:]) - len(row[at:].lstrip(", \t\r"))
            name, at = decoder.raw_decode(row, at)
            names.append(str(name))
            at = row.index(":", at) + 1
            at += len(row[at:]) - len(row[at:].lstrip())
            _, at = decoder.raw_decode(row, at)
    except (ValueError, IndexError):
        pass
    return names
