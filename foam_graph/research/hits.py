"""What a search service found, in one shape for all services, and careful reading of their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

from foam_graph.errors import FetchFault


@dataclass(frozen=True)
class Hit:
    """One thing found.

    Attributes:
        url: Its address.
        title: Its title.
        author: Its authors.
        date: ISO 8601 date; empty where none is stated.
        licence: Its licence; empty where none is stated.
        publisher: Who published it.
        source_class: Class of source, where the service is all of one.
        text: The text itself, where the service's answer holds it (an abstract); else the page has to be fetched.
    """

    url: str
    title: str = ""
    author: str = ""
    date: str = ""
    licence: str = ""
    publisher: str = ""
    source_class: str = ""
    text: str = ""


def json_object(content: bytes, service: str) -> dict[str, Any]:
    """An answer that must be a JSON object.

    Raises:
        FetchFault: It is not.
    """
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError as fault:
        raise FetchFault(f"{service} answers with broken JSON: {fault.msg}", "Try again later.") from None
    if not isinstance(found, dict):
        raise FetchFault(f"{service} answers with JSON of another shape", "Check the service's address.")
    return found


def list_of(found: dict[str, Any], key: str, service: str) -> list[dict[str, Any]]:
    """The objects under a key of an answer; none where the key is not there.

    Raises:
        FetchFault: Something else stands there.
    """
    held = found.get(key, [])
    if not isinstance(held, list) or not all(isinstance(one, dict) for one in held):
        raise FetchFault(f"{service} answers with {key} of another shape", "Check the service's address.")
    return held


def text_of(value: object, most: int = 1000) -> str:
    """A text on one line; empty for anything else."""
    return " ".join(value.split())[:most] if isinstance(value, str) else ""


def day_of(value: object) -> str:
    """The day of an ISO 8601 time; empty for anything else."""
    text = text_of(value)[:10]
    return text if len(text) == 10 and text[4] == text[7] == "-" and text.replace("-", "").isdecimal() else ""
