"""Cards: one document a line of a ``.jsonl`` file, a row of a ``.csv`` file or a card of a debate file.

However it came, a card is read from a JSON object: with ``text`` and citation keys, and what a debate card has
(``debate_cards``); or with the columns of a published data set (``card_datasets``).
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

import orjson

from foam_graph.corpus.cards.card import TEXTS, Card, card_of
from foam_graph.corpus.cards.cites import cite_fields
from foam_graph.corpus.cards.datasets import dataset_card, dataset_of, folded_keys
from foam_graph.corpus.folders.found_file import CARDS, CSV, WORD
from foam_graph.corpus.formats.citations import card_fields, unused
from foam_graph.corpus.formats.decoding import decode, refuse_binary
from foam_graph.corpus.formats.extracted import Extracted
from foam_graph.errors import CorpusError

READER = f"cards 2 (orjson {version('orjson')})"
_OWN: Final = (*TEXTS, "marks", "cite_marks", "kind", "bucket", "bucketId")
_LETTERS: Final = {CARDS: "L", CSV: "R", WORD: "C"}


def card_path(shown: str, number: int) -> str:
    """Path of one card of a file: ``cards.jsonl#L7``, ``cards.csv#R7``, ``debate.docx#C7``."""
    suffix = shown[shown.rfind(".") :].lower()
    return f"{shown}#{_LETTERS[suffix]}{number}"


def card_line(path: str) -> int:
    """Line, row or number of a card's path; 0 for other documents, whose suffix is never followed by one."""
    name, _, place = path.rpartition("#")
    letter = _LETTERS.get(name[name.rfind(".") :].lower(), "") if "." in name else ""
    return int(place[1:]) if letter and place[:1] == letter and place[1:].isdecimal() else 0


def read_card(content: bytes, line: int) -> Extracted:
    """One card.

    Args:
        content: The line.
        line: Its number, for messages.

    Raises:
        CorpusError: Not a JSON object with a text; the message names the line.
    """
    refuse_binary(content)
    decoded = decode(content)
    value = _object(decoded.text, line)
    row = dataset_card(value, line) if dataset_of(value) else None
    if row is None and value.get("text") is None:
        raise CorpusError(f"line {line}: no text")
    card = row.card if row else card_of(value, line)
    if card.kind == "analytic":
        raise CorpusError(f"line {line}: {ANALYTIC}")
    if "\0" in card.text:
        raise CorpusError(f"line {line}: NUL character in the text")
    rest = {key: kept for key, kept in value.items() if key != "text" and key not in _OWN}
    return Extracted(
        card.text,
        READER,
        stated={} if row else card_fields(value, line),
        suggested=cite_fields(card.cite, card.fullcite),
        notes=decoded.notes + (row.notes if row else unused(rest, "card")),
        marks=card.marks,
        bucket=row.bucket if row else str(value.get("bucket") or value.get("bucketId") or "")[:200],
    )


ANALYTIC: Final = "an analytic: a tag with no source under it, so that nothing in it can be cited"


def stored_card(content: bytes) -> Card | None:
    """The card that a stored document's bytes are; None for a card without anything that debaters add.

    Raises:
        CorpusError: The bytes are no card.
    """
    value = _object(decode(content).text, 1)
    if dataset_of(value):
        return dataset_card(value, 1).card
    return card_of(value, 1) if any(key in folded_keys(value) for key in ("tag", "cite", "fullcite", "marks")) else None


def _object(text: str, line: int) -> dict[str, Any]:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as fault:
        raise CorpusError(f"line {line}: not JSON: {fault.msg} (column {fault.colno})") from None
    if not isinstance(value, dict):
        raise CorpusError(f"line {line}: not a JSON object")
    return value
