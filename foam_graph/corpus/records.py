"""Documents as JSON records of the corpus store."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import asdict
from typing import Any

from foam_graph.corpus.documents import Citation, Document, Mapped, Mark, Segmentation

FORMAT = 3
"""Version of the record; a later one is refused. Version 1 had no reader, pages, sketch or earlier version; 2 no marks."""


def to_record(document: Document) -> dict[str, Any]:
    """The record of a document, ready for JSON."""
    segmentation = document.segmentation
    return {
        "format": FORMAT,
        "id": document.id,
        "path": document.path,
        "sha256": document.sha256,
        "citation": asdict(document.citation),
        "notes": list(document.notes),
        "segmentation": {
            "engine": segmentation.engine,
            "version": segmentation.version,
            "parameters": segmentation.parameters,
            "language": segmentation.language,
            "spans": [list(span) for span in segmentation.spans],
        },
        "reader": document.reader,
        "pages": list(document.pages),
        "sketch": b64encode(document.sketch).decode("ascii"),
        "supersedes": document.supersedes,
        "mapping": [[one.old, one.new, one.likeness] for one in document.mapping],
        "marks": [mark.as_json() for mark in document.marks],
        "bucket": document.bucket,
        "text": document.text,
        **({"erased": list(document.erased)} if document.erased else {}),
        **({"bare": list(document.bare)} if document.bare else {}),
    }


def from_record(record: dict[str, Any], corpus: str, id_: str) -> Document:
    """The document of a record.

    Args:
        record: What was read.
        corpus: Name of the corpus.
        id_: Id that the record must have.

    Raises:
        ValueError: Of a later format, of another document, or sentences outside the text.
        KeyError: A field is missing.
        TypeError: A field has the wrong type.
    """
    if record["format"] not in (1, 2, FORMAT):
        raise ValueError(f"format {record['format']!r}, this version reads 1 to {FORMAT}")
    if record["id"] != id_:
        raise ValueError(f"it holds document {record['id']!r}")
    kept = dict(record["segmentation"])
    spans = tuple((int(start), int(end)) for start, end in kept.pop("spans"))
    text = record["text"]
    before = 0
    for start, end in spans:
        if not before <= start < end <= len(text):
            raise ValueError(f"sentence at {start}-{end} does not fit the text")
        before = end
    later: dict[str, Any] = {}
    if record["format"] != 1:
        later = {
            "reader": record["reader"],
            "pages": tuple(map(int, record["pages"])),
            "sketch": b64decode(record["sketch"], validate=True),
            "supersedes": record["supersedes"],
            "mapping": tuple(Mapped(int(old), int(new), float(like)) for old, new, like in record["mapping"]),
        }
    if record["format"] == FORMAT:
        later["marks"] = tuple(Mark(*mark) for mark in record["marks"])
        later["bucket"] = record["bucket"]
        later["erased"] = tuple(map(int, record.get("erased", ())))
        later["bare"] = tuple(map(str, record.get("bare", ())))
    return Document(
        id=id_,
        corpus=corpus,
        path=record["path"],
        sha256=record["sha256"],
        text=text,
        citation=Citation(**record["citation"]),
        segmentation=Segmentation(**kept, spans=spans),
        notes=tuple(record["notes"]),
        **later,
    )
