"""JSON whose texts know where they stand in the source."""

from __future__ import annotations

import json
from collections.abc import Callable
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from typing import Any

from foam_graph.debate.transcripts.transcript import Span
from foam_graph.errors import CorpusError


class Located(str):
    """A text value with the span of its characters, quotation marks not included."""

    __slots__ = ("span",)
    span: Span


def located(source: str, start: int = 0) -> Any:
    """A JSON value whose texts are ``Located``; keys are plain texts.

    Args:
        source: The JSON text.
        start: Added to each span, for a value that stands inside a larger text.

    Raises:
        CorpusError: It is not JSON; says where.
    """

    def text(document: str, place: int, strict: bool) -> tuple[Located, int]:
        value, end = scanstring(document, place, strict)
        found = Located(value)
        found.span = Span(start + place, start + end - 1)
        return found, end

    decoder = json.JSONDecoder()
    decoder.parse_string = text  # type: ignore[attr-defined]
    # The scanner in C takes no other reader of texts than its own.
    scan: Callable[[str, int], tuple[Any, int]] = py_make_scanner(decoder)
    decoder.scan_once = scan  # type: ignore[attr-defined]
    try:
        return decoder.decode(source)
    except json.JSONDecodeError as fault:
        line = f"line {fault.lineno}, column {fault.colno}"
        raise CorpusError(f"not JSON: {fault.msg} at {line}", "Give a transcript as UTF-8 JSON.") from None
    except RecursionError:
        raise CorpusError("not a transcript: JSON nested too deeply", "Give an object with a list of turns.") from None
