"""The position as a PDF: headings that stand in its outline, numbers that lead to the list of documents."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import reportlab
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate

from foam_graph.exchange.dossier.position_parts import Part, Piece

_FONT, _BOLD = "Vera", "VeraBd"
"""Bitstream Vera, which comes with reportlab under a licence that lets everybody embed it. It has Latin letters."""
_INSTEAD = {"\u00a0": " ", "\u202f": " ", "\u2011": "-", "\u2212": "-"}
"""Signs that the typeface lacks, by those that say the same."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_GAP = "?"
"""Stands for a letter that the typeface lacks: the Word document has it."""


def position_pdf(parts: Iterable[Part]) -> bytes:
    """A position as the bytes of a PDF; letters that are not Latin become question marks.

    Args:
        parts: Its parts.
    """
    some, out = list(parts), io.BytesIO()
    _register()
    title = _clean(some[0].text)[:250]
    made = _Document(
        out, pagesize=A4, leftMargin=2.4 * cm, rightMargin=2.4 * cm, topMargin=2.2 * cm, bottomMargin=2.2 * cm,
        title=title, author="", creator="FOAM Graph", invariant=1, lang="en",
    )  # fmt: skip
    styles = _styles()
    made.build([_flowable(part, styles) for part in some], onFirstPage=_foot, onLaterPages=_foot)
    return out.getvalue()


class _Document(SimpleDocTemplate):  # type: ignore[misc]  # reportlab has no types
    """A document whose headings stand in its outline."""

    def afterFlowable(self, flowable: Any) -> None:  # noqa: N802 - reportlab's name
        """Enters a heading into the outline."""
        level = getattr(flowable, "level", 0)
        if level:
            place = f"heading-{id(flowable)}"
            self.canv.bookmarkPage(place)
            self.canv.addOutlineEntry(flowable.heading, place, level - 1, closed=False)


def _flowable(part: Part, styles: dict[str, ParagraphStyle]) -> Paragraph:
    text = "".join(_marked(piece) for piece in part.pieces)
    if part.number:
        text = f'<a name="document-{part.number}"/>[{part.number}] {text}'
    style = styles[f"heading{min(part.level, 2)}" if part.sort == "heading" else part.sort]
    made = Paragraph(text, style, bulletText="•" if part.sort == "item" else None)
    if part.sort == "heading":
        made.level, made.heading = min(part.level, 2), _clean(part.text)
    return made


def _marked(piece: Piece) -> str:
    text = escape(_clean(piece.text))
    if piece.to:
        return f'<a href="#document-{piece.to}" color="#1a4f8a">{text}</a>'
    return f"<b>{text}</b>" if piece.bold else text


def _styles() -> dict[str, ParagraphStyle]:
    def style(name: str, size: float, before: float = 0, after: float = 4, **more: Any) -> ParagraphStyle:
        given = {"fontName": _FONT, "alignment": TA_LEFT, "leading": size * 1.4, **more}
        return ParagraphStyle(name, fontSize=size, spaceBefore=before, spaceAfter=after, **given)

    return {
        "title": style("title", 17, after=8, fontName=_BOLD),
        "heading1": style("heading1", 13, 12, 5, fontName=_BOLD, keepWithNext=1),
        "heading2": style("heading2", 10.5, 8, 3, fontName=_BOLD, keepWithNext=1),
        "paragraph": style("paragraph", 9.5),
        "item": style("item", 9.5, leftIndent=14, bulletIndent=3),
        "quote": style("quote", 9.5, leftIndent=14, rightIndent=14),
        "document": style("document", 9, leftIndent=22, firstLineIndent=-22),
        "fine": style("fine", 8, after=6, textColor="#555555"),
    }


def _foot(canvas: Any, document: Any) -> None:
    canvas.setFont(_FONT, 8)
    canvas.drawCentredString(A4[0] / 2, 1.2 * cm, str(document.page))


@cache
def _register() -> None:
    folder = Path(reportlab.__file__).parent / "fonts"
    for name in (_FONT, _BOLD):
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
    pdfmetrics.registerFontFamily(_FONT, normal=_FONT, bold=_BOLD, italic=_FONT, boldItalic=_BOLD)


@cache
def _glyphs() -> frozenset[int]:
    return frozenset(pdfmetrics.getFont(_FONT).face.charToGlyph)


def _clean(text: str) -> str:
    _register()
    spaced = _CONTROL.sub(" ", "".join(_INSTEAD.get(sign, sign) for sign in text))
    return "".join(sign if ord(sign) in _glyphs() else _GAP for sign in spaced)
