"""HTML to text, with lxml: one block a paragraph, every visible character kept, nothing fetched and nothing run."""

from __future__ import annotations

import re
from importlib.metadata import version

from lxml import etree

from foam_graph.corpus.formats.citations import Fields
from foam_graph.corpus.formats.decoding import decode_declared
from foam_graph.corpus.formats.extracted import Extracted, raised, too_long
from foam_graph.errors import CorpusError

READER = f"html 2 (lxml {version('lxml')})"

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "section",
        "select",
        "summary",
        "table",
        "tbody",
        "textarea",
        "tfoot",
        "thead",
        "title",
        "tr",
        "ul",
        "html",
        "head",
        "iframe",
        "noscript",
        "template",
    ]
)
_CELLS = frozenset({"td", "th"})
_KEPT = frozenset({"pre", "textarea"})
_UNSEEN = frozenset({"script", "style"})
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_META = {
    "author": "author",
    "article:author": "author",
    "dc.creator": "author",
    "citation_author": "author",
    "date": "date",
    "article:published_time": "date",
    "dc.date": "date",
    "citation_publication_date": "date",
    "og:site_name": "publisher",
    "publisher": "publisher",
    "dc.publisher": "publisher",
    "og:url": "url",
}


class _Collector:
    """Receives what the parser finds and builds paragraphs; no tree is built, so depth does not matter."""

    def __init__(self) -> None:
        self.paragraphs: list[str] = []
        self.fields: Fields = {}
        self._line: list[str] = []
        self._size = 0
        self._kept = 0
        self._unseen = 0
        self._raised = 0
        self._cells = 0
        self._title: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag == "sup":
            self._raised += 1
        elif tag == "meta":
            self._meta(attributes)
        elif tag == "link" and attributes.get("rel", "").lower() == "canonical":
            self._state("url", attributes.get("href", ""))
        elif tag == "br":
            self._line.append("\n")
        elif tag in _CELLS:
            if self._cells:
                self._line.append(" | ")
            self._cells += 1
        elif tag in _BLOCKS:
            self._flush()
            self._cells = 0
            self._kept += tag in _KEPT
            if tag == "title" and self._title is None:
                self._title = []

    def end(self, tag: str) -> None:
        """An element ends."""
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag == "sup":
            self._raised = max(0, self._raised - 1)
        elif tag in _BLOCKS:
            if tag == "title" and "title" not in self.fields:
                self._state("title", " ".join("".join(self._line).split()))
            self._flush()
            self._kept = max(0, self._kept - (tag in _KEPT))

    def data(self, text: str) -> None:
        """Characters between the tags."""
        if self._unseen:
            return
        self._size += len(text)
        too_long(self._size)
        text = raised(text) if self._raised else text
        self._line.append(text if self._kept else _BLANKS.sub(" ", text))

    def comment(self, text: str) -> None:
        """A comment: not part of the text."""

    def pi(self, target: str, text: str) -> None:
        """A processing instruction: not part of the text."""

    def close(self) -> None:
        """The end of the document."""
        self._flush()

    def _flush(self) -> None:
        self._raised = 0
        text = "".join(self._line)
        self._line = []
        if self._kept:
            text = text.strip("\r\n")
        else:
            text = "\n".join(re.sub(" {2,}", " ", line).strip(" ") for line in text.split("\n")).strip("\n ")
        if text.strip():
            self.paragraphs.append(text)

    def _meta(self, attributes: dict[str, str]) -> None:
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        if name in _META:
            self._state(_META[name], attributes.get("content", ""))

    def _state(self, key: str, text: str) -> None:
        if text.strip() and key not in self.fields:
            self.fields[key] = (text.strip(), 1)


def read_html(content: bytes) -> Extracted:
    """The visible text of an HTML page, with what its head says about it.

    Raises:
        CorpusError: It cannot be parsed, or is far too long.
    """
    decoded = decode_declared(content)
    collector = _Collector()
    parser = etree.HTMLParser(target=collector, recover=True, huge_tree=True)
    try:
        # The parser takes a NUL for the end of the document; a browser shows U+FFFD.
        parser.feed(decoded.text.replace("\0", "\ufffd") or " ")
        parser.close()
    except etree.LxmlError as fault:
        raise CorpusError(f"not HTML: {str(fault)[:200]}", "Save the page again, or as plain text.") from None
    return Extracted(
        text="\n\n".join(collector.paragraphs),
        reader=READER,
        suggested=collector.fields,
        notes=decoded.notes,
    )
