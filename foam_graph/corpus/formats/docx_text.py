"""Word documents to text, with python-docx: body, tables, text boxes, footnotes and endnotes in reading order."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Final
from zipfile import BadZipFile, LargeZipFile, ZipFile

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from lxml import etree

from foam_graph.corpus.formats.citations import Fields
from foam_graph.corpus.formats.extracted import TEXT_LIMIT, Extracted, raised, too_long
from foam_graph.errors import CorpusError

READER = f"docx 2 (python-docx {version('python-docx')})"
MOST_PARTS: Final = 10_000

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
GONE = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}instrText", f"{_W}delText", _FALLBACK})
CHARACTERS = {
    f"{_W}tab": "\t",
    f"{_W}br": "\n",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "\u2011",
    f"{_W}softHyphen": "\u00ad",
}
_NOTES = ((RELATIONSHIP_TYPE.FOOTNOTES, "footnote"), (RELATIONSHIP_TYPE.ENDNOTES, "endnote"))


def read_docx(content: bytes) -> Extracted:
    """The text of a Word document as it reads with all changes accepted.

    Raises:
        CorpusError: Not a Word document, encrypted, damaged, or one that unpacks to far too much.
    """
    check_package(content)
    try:
        document = docx.Document(io.BytesIO(content))
        if document.element.getroottree().docinfo.doctype:
            # What entities stand for is not read, so that text would be missing and nobody know.
            raise CorpusError("Word document cannot be read: it defines entities of its own", "Save it again in Word.")
        blocks = list(_blocks(document.element.body))
        deleted = next(document.element.body.iter(f"{_W}del", f"{_W}moveFrom"), None) is not None
        for relation, kind in _NOTES:
            blocks += _notes(document, relation, kind)
        suggested = _properties(document)
    except CorpusError:
        raise
    except Exception as fault:  # the parsers behind python-docx raise anything at all over damaged parts
        raise CorpusError(
            f"Word document cannot be read: {_why(fault)}",
            "Open and save it again in Word.",
        ) from None
    too_long(sum(map(len, blocks)))
    notes = ("Tracked deletions were left out.",) if deleted else ()
    return Extracted(text="\n\n".join(blocks), reader=READER, suggested=suggested, notes=notes)


def _why(fault: Exception) -> str:
    """What is wrong, without the parser's own words for limits that nobody who saves a document can change."""
    told = str(fault)
    if "Excessive depth" in told:
        return "its parts are nested too deeply"
    if "entity" in told:
        return "it defines entities of its own"
    return told.partition(" (<string>")[0][:200] or type(fault).__name__


def check_package(content: bytes) -> None:
    """Refuses what unpacks to too much before anything is unpacked."""
    try:
        with ZipFile(io.BytesIO(content)) as package:
            parts = package.infolist()
    except (BadZipFile, LargeZipFile, ValueError, OSError, EOFError):
        old = content.startswith(b"\xd0\xcf\x11\xe0")
        reason = "it is encrypted or an old .doc file" if old else "it is damaged or no .docx file"
        raise CorpusError(f"Word document cannot be opened: {reason}", "Save it as .docx without a password.") from None
    size = sum(part.file_size for part in parts)
    if len(parts) > MOST_PARTS or size > 4 * TEXT_LIMIT:
        raise CorpusError(f"unpacks to {size // 1024**2} MB in {len(parts)} parts", "Divide the document into parts.")
    if any(part.flag_bits & 1 for part in parts):
        raise CorpusError("Word document cannot be opened: it is encrypted", "Save it without a password.")


def _blocks(body: Any) -> Iterator[str]:
    """Paragraphs and table rows in order; what is inside a text box follows the paragraph that holds it."""
    pending = list(reversed(body))
    while pending:
        element = pending.pop()
        if element.tag == f"{_W}p":
            text, boxes = _paragraph(element)
            if text.strip():
                yield text
            pending.extend(child for box in reversed(boxes) for child in reversed(box))
        elif element.tag == f"{_W}tr":
            cells = [
                " ".join(" ".join(_blocks(cell)).split()) for cell in element.iter(f"{_W}tc") if _row(cell) is element
            ]
            if any(cells):
                yield " | ".join(cells) if len(cells) > 1 else cells[0]
        elif element.tag not in GONE:
            pending.extend(reversed(element))


def _row(cell: Any) -> Any:
    """The row that a cell belongs to (a table may stand inside a cell of another)."""
    parent = cell.getparent()
    while parent is not None and parent.tag != f"{_W}tr":
        parent = parent.getparent()
    return parent


def _paragraph(paragraph: Any) -> tuple[str, list[Any]]:
    """Text of one paragraph, and the text boxes anchored in it."""
    pieces: list[str] = []
    boxes: list[Any] = []
    pending = list(reversed(paragraph))
    while pending:
        element = pending.pop()
        tag = element.tag
        if tag == f"{_W}t":
            pieces.append(raised(element.text or "") if _above(element) else element.text or "")
        elif tag in CHARACTERS:
            pieces.append(CHARACTERS[tag])
        elif tag == f"{_W}txbxContent":
            boxes.append(element)
        elif tag not in GONE and tag != f"{_W}pPr":
            pending.extend(reversed(element))
    return "".join(pieces), boxes


def _above(text: Any) -> bool:
    """Whether the run of a text sets it above the line."""
    position = text.getparent().find(f"{_W}rPr/{_W}vertAlign")
    return position is not None and position.get(f"{_W}val") == "superscript"


def _notes(document: Any, relation: str, kind: str) -> Iterator[str]:
    """Footnotes or endnotes, in the order of their numbers."""
    parts = [one.target_part for one in document.part.rels.values() if one.reltype == relation and not one.is_external]
    for part in parts:
        root = etree.fromstring(part.blob, etree.XMLParser(resolve_entities=False, no_network=True))
        for note in root.iter(f"{_W}{kind}"):
            if note.get(f"{_W}type") is None:
                yield from _blocks(note)


def _properties(document: Any) -> Fields:
    found: Fields = {}
    # Where a document states none the library makes some up.
    if not any(one.reltype == RELATIONSHIP_TYPE.CORE_PROPERTIES for one in document.part.package.rels.values()):
        return found
    for key, text in (("title", document.core_properties.title), ("author", document.core_properties.author)):
        stated = " ".join(str(text or "").split())
        if stated and stated != "python-docx" and len(stated) <= 500:
            found[key] = (stated, 1)
    return found
