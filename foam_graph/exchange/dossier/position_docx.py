"""The position as a Word document: real headings, numbers that lead to the list of documents."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import docx
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor

from foam_graph.exchange.dossier.position_parts import Part, Piece

_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FINE = RGBColor(0x55, 0x55, 0x55)
_STYLES = {"item": "List Bullet", "quote": "Quote"}


def position_docx(parts: Iterable[Part]) -> bytes:
    """A position as the bytes of a Word document; characters that XML cannot hold become U+FFFD.

    Args:
        parts: Its parts.
    """
    made, some = docx.Document(), list(parts)
    # The day is fixed, so that the same position gives the same properties; when it was written stands in the text.
    made.core_properties.created = made.core_properties.modified = datetime(2000, 1, 1, tzinfo=UTC)
    made.core_properties.author, made.core_properties.title = "", _clean(some[0].text)[:250]
    made.styles["Normal"].font.name, made.styles["Normal"].font.size = "Calibri", Pt(11)
    for part in some:
        _write(made, part)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def _write(made: Any, part: Part) -> None:
    if part.sort in ("title", "heading"):
        made.add_heading(_clean(part.text), 0 if part.sort == "title" else part.level)
        return
    paragraph = made.add_paragraph(style=_STYLES.get(part.sort))
    if part.number:
        _bookmark(paragraph, part.number)
        paragraph.add_run(f"[{part.number}] ")
    for piece in part.pieces:
        if piece.to:
            _link(paragraph, piece)
            continue
        run = paragraph.add_run(_clean(piece.text))
        run.bold = piece.bold or None
        if part.sort == "fine":
            run.font.size, run.font.color.rgb = Pt(9), _FINE


def _bookmark(paragraph: Any, number: int) -> None:
    """Marks the place of a document, so that its number leads there."""
    for name in ("w:bookmarkStart", "w:bookmarkEnd"):
        mark = OxmlElement(name)
        mark.set(qn("w:id"), str(number))
        if name == "w:bookmarkStart":
            mark.set(qn("w:name"), f"document_{number}")
        paragraph._p.append(mark)


def _link(paragraph: Any, piece: Piece) -> None:
    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), f"document_{piece.to}")
    run = paragraph.add_run(_clean(piece.text))
    link.append(run._r)
    paragraph._p.append(link)


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
