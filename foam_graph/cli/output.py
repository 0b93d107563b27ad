"""What a verb prints: one JSON value for programs, or lines and tables for people."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TypeVar

import orjson
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from foam_graph.app.result import Listing, Result

Value = TypeVar("Value")

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Table:
    """Rows under headings; tab-separated where nobody looks at a terminal."""

    headings: tuple[str, ...]
    rows: Sequence[Sequence[object]]


def prepare_streams() -> None:
    """Makes stdout and stderr UTF-8; what cannot be encoded (a file name of stray bytes) is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def clean(text: str) -> str:
    """Text from documents and models without what would steer a terminal or reverse its reading order."""
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text)


def emit(value: Value, as_json: bool, lines: Callable[[Value], Iterable[str | Table]]) -> None:
    """Prints a verb's answer.

    Args:
        value: The answer: a result, a list of them, or plain data.
        as_json: One JSON value on stdout, and nothing else.
        lines: The answer for people.
    """
    if as_json:
        write_json(value)
        return
    for item in lines(value):
        if isinstance(item, Table):
            _write_table(item)
        else:
            sys.stdout.write(clean(item) + "\n")


def write_json(value: object) -> None:
    """Writes one JSON value; times become ISO 8601 text, numbers that JSON does not have become null."""
    # Results say themselves what their JSON is; without the passthrough orjson would take their fields as they stand.
    options = (
        orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS | orjson.OPT_APPEND_NEWLINE | orjson.OPT_PASSTHROUGH_DATACLASS
    )
    try:
        text = orjson.dumps(value, default=_plain, option=options).decode("utf-8")
    except TypeError:  # a lone surrogate, e.g. of a file name that is no UTF-8
        text = json.dumps(value, default=_plain, indent=2) + "\n"
    sys.stdout.write(text)


def _plain(value: object) -> object:
    return value.as_json() if isinstance(value, Result | Listing) else str(value)


def shortened(text: object, length: int = 100) -> str:
    """One line of at most that many characters."""
    line = " ".join(str(text).split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def _write_table(table: Table) -> None:
    rows = [[clean(" ".join(str(cell).split())) for cell in row] for row in table.rows]
    if not sys.stdout.isatty():
        for line in (list(table.headings), *rows):
            sys.stdout.write("\t".join(line) + "\n")
        return
    drawn = RichTable(*table.headings, box=None, pad_edge=False)
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    Console(file=sys.stdout).print(drawn)
