"""Rows of published data sets of debate evidence as cards: OpenDebateEvidence (OpenCaselist) and DebateSum.

Columns as the data sets name them: OpenDebateEvidence (Roush et al. 2024) has fulltext, summary (underlined), spoken
(highlighted), markup, bucketId and duplicateCount; DebateSum (Roush and Balaji 2020) has Full-Document, Extract
(underlined words), Abstract (the tag) and Citation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from foam_graph.corpus.cards.aligning import align
from foam_graph.corpus.cards.card import COLOUR, Card, make_card, tidy
from foam_graph.corpus.cards.markup import markup_marks
from foam_graph.corpus.documents import Mark
from foam_graph.errors import CorpusError

OPEN: Final = "fulltext"
SUM: Final = "fulldocument"
PLAIN: Final = "text"


@dataclass(frozen=True)
class DatasetCard:
    """One row as a card.

    Attributes:
        card: The card.
        bucket: Group of copies that the data set put it into.
        notes: What else the row says: its id, how many copies there are, the round it was read in.
    """

    card: Card
    bucket: str = ""
    notes: tuple[str, ...] = ()


def folded_keys(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with its column names in small letters and digits only: ``Full-Document`` is ``fulldocument``."""
    return {"".join(c for c in key.casefold() if c.isalnum()): value for key, value in row.items()}


def dataset_of(columns: Mapping[str, Any]) -> str:
    """The column that tells which data set a row is of; empty for a card of our own or for none.

    Args:
        columns: The row.
    """
    if PLAIN in columns:
        return ""
    names = folded_keys(columns)
    return next((mark for mark in (OPEN, SUM) if mark in names), "")


def dataset_card(row: Mapping[str, Any], line: int) -> DatasetCard:
    """The card of a row.

    Raises:
        CorpusError: A column that must hold text holds something else.
    """
    texts = folded_keys(row)
    for key, value in texts.items():
        if value is None:
            texts[key] = ""
        elif isinstance(value, bool | int | float):
            texts[key] = str(value)
        elif not isinstance(value, str):
            texts[key] = ""
            if key in (OPEN, SUM, "tag", "cite", "fullcite", "citation", "abstract"):
                raise CorpusError(f"line {line}: {key} is not a string")
    return _open(texts) if OPEN in texts else _sum(texts)


def _open(row: Mapping[str, str]) -> DatasetCard:
    text = row[OPEN]
    notes: list[str] = []
    marks = markup_marks(row.get("markup", ""), text)
    if marks is None:
        marks, notes = _aligned(text, {"underline": row.get("summary", ""), "highlight": row.get("spoken", "")})
    named = {key: row.get(key, "") for key in ("tag", "cite", "fullcite", "pocket", "hat", "block")}
    stated = {"evidence": "id", "copies": "duplicatecount", "file": "fileid", "round": "roundid", "side": "side"}
    said = ", ".join(f"{name} {row[key][:80]}" for name, key in stated.items() if row.get(key))
    if said:
        notes.insert(0, f"OpenDebateEvidence: {said}.")
    return DatasetCard(make_card(text, marks, (), "card", **named), row.get("bucketid", "")[:200], tuple(notes))


def _sum(row: Mapping[str, str]) -> DatasetCard:
    text = row[SUM]
    marks, notes = _aligned(text, {"underline": row.get("extract", "")})
    stated = {"file": "originaldebatefilename", "camp": "debatecamp", "topic year": "year", "kind": "tag"}
    said = ", ".join(f"{name} {row[key][:80]}" for name, key in stated.items() if row.get(key))
    if said:
        notes.insert(0, f"DebateSum: {said}.")
    card = make_card(text, marks, tag=row.get("abstract", ""), fullcite=row.get("citation", "").strip())
    return DatasetCard(card, notes=tuple(notes))


def _aligned(text: str, extracts: Mapping[str, str]) -> tuple[tuple[Mark, ...], list[str]]:
    marks: list[Mark] = []
    notes = []
    for kind, extract in extracts.items():
        spans, missing = align(extract, text)
        marks += [Mark(start, end, kind, COLOUR if kind == "highlight" else "") for start, end in spans]
        if missing:
            notes.append(f"{missing} of {len(extract.split())} words of the {kind} were not found in the text.")
    return tidy(marks), notes
