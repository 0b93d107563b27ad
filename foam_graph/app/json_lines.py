"""Files that a person hands in as JSON Lines: one object a line, every fault named by its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from foam_graph.app.result import JsonObject
from foam_graph.errors import UsageError
from foam_graph.files.bounded_reading import read_bounded

MOST_BYTES = 256 * 2**20
"""Larger files are not read: all lines are held in memory."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_objects(path: Path, field: str, what: str, example: str) -> Iterator[tuple[int, str, JsonObject]]:
    """The objects of a file, each behind its line number and the text of one field; empty lines are passed over.

    Args:
        path: The file, UTF-8 with or without a byte order mark.
        field: Field of every object that must be a text.
        what: What a line holds, in a message, e.g. ``query``.
        example: A hint that shows a good line.

    Raises:
        UsageError: The file cannot be read or holds nothing, or a line is no such object.
    """
    try:
        lines = read_bounded(path, MOST_BYTES).removeprefix(_BYTE_ORDER_MARK).split(b"\n")
    except OSError as fault:
        raise UsageError(
            f"{path} cannot be read: {fault.strerror}", f"Give a .jsonl file, one {what} a line."
        ) from None
    if not any(line.strip() for line in lines):
        raise UsageError(f"{path} holds no {what}", example)
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, *_object(path, number, line, field, example)


def _object(path: Path, number: int, line: bytes, field: str, example: str) -> tuple[str, JsonObject]:
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError as fault:
        raise UsageError(f"{path}:{number}: not JSON: {fault.msg}", example) from None
    text = data.get(field) if isinstance(data, dict) else None
    if not isinstance(text, str):
        raise UsageError(f'{path}:{number}: has no text under "{field}"', example)
    return text, data


def optional_texts(path: Path, number: int, data: Mapping[str, object], fields: tuple[str, ...]) -> dict[str, str]:
    """Some fields as texts: a whole number counts as one, what is missing or null is empty.

    Raises:
        UsageError: A value of another type.
    """
    texts = {name: data.get(name) for name in fields}
    for name, value in texts.items():
        if isinstance(value, bool) or not isinstance(value, str | int | None):
            raise UsageError(f"{path}:{number}: {name} must be a text or a whole number", "Put it in quotes.")
    return {name: "" if value is None else str(value) for name, value in texts.items()}
