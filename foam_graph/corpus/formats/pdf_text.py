"""PDF to text with its page numbers, with PDFium (the library that Chrome reads PDF with)."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any, Final

import pypdfium2

from foam_graph.corpus.formats.citations import Fields
from foam_graph.corpus.formats.extracted import Extracted, too_long
from foam_graph.errors import CorpusError

READER = f"pdf 1 (pypdfium2 {version('pypdfium2')})"
MOST_PAGES: Final = 20_000

_HYPHEN = re.compile("[\u0002\ufffe]")
_UNTITLED = re.compile(r"(?i)untitled|.*\.\w{2,4}|microsoft word.*|document\d*|slide \d+|\W*")


def read_pdf(content: bytes) -> Extracted:
    """The text of a PDF, page by page; a form feed stands between two pages.

    Raises:
        CorpusError: Not a PDF that can be read, one that needs a password, too many pages, or no text in it.
    """
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as fault:
        reason = "it needs a password" if "password" in str(fault).lower() else "it is damaged or no PDF"
        raise CorpusError(f"PDF cannot be opened: {reason}", "Save it again without a password.") from None
    try:
        return _read(document)
    except pypdfium2.PdfiumError as fault:
        raise CorpusError(f"PDF cannot be read: {str(fault)[:200]}", "Save it again, or as plain text.") from None
    finally:
        document.close()


def _read(document: Any) -> Extracted:
    count = len(document)
    if count > MOST_PAGES:
        raise CorpusError(f"more than {MOST_PAGES} pages", "Divide the document into parts.")
    pieces: list[str] = []
    pages: list[int] = []
    faulty: list[int] = []
    length = 0
    for number in range(count):
        try:
            text = _page(document, number)
        except pypdfium2.PdfiumError:
            text = ""
            faulty.append(number + 1)
        pages.append(length)
        pieces.append(text if number == count - 1 else f"{text}\f")
        length += len(pieces[-1])
        too_long(length)
    whole = "".join(pieces)
    if not whole.strip():
        raise CorpusError("no text in it (pages are pictures?)", "Run text recognition on it first.")
    empty = [n for n, text in enumerate(pieces, 1) if not text.strip() and n not in faulty]
    notes = [*_note("could not be read", faulty), *_note("without text", empty)]
    return Extracted(text=whole, reader=READER, suggested=_properties(document), notes=tuple(notes), pages=tuple(pages))


def _page(document: Any, number: int) -> str:
    page = document[number]
    try:
        textpage = page.get_textpage()
        try:
            text: str = textpage.get_text_range()
        finally:
            textpage.close()
    finally:
        page.close()
    # A hyphen that PDFium takes for one made by line breaking is marked, not dropped.
    text = _HYPHEN.sub("-", text).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").replace("\0", "\ufffd")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _properties(document: Any) -> Fields:
    found: Fields = {}
    try:
        stated = document.get_metadata_dict(skip_empty=True)
    except (pypdfium2.PdfiumError, UnicodeError):
        return found
    for key, name in (("title", "Title"), ("author", "Author")):
        text = " ".join(str(stated.get(name, "")).split())
        if text and not _UNTITLED.fullmatch(text):
            found[key] = (text, 1)
    return found


def _note(what: str, pages: list[int]) -> list[str]:
    if not pages:
        return []
    shown = ", ".join(map(str, pages[:20])) + (" and more" if len(pages) > 20 else "")
    return [f"Pages {what}: {shown}."]
