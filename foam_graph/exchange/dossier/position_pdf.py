"""The position as a PDF: headings that stand in its outline, numbers that lead to the list of documents."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.platypus import Paragraph, SimpleDocTemplate

from foam_graph.exchange.dossier.pdf_typefaces import BOLD, REGULAR, Typefaces, clean, is_eastern, names_of, typefaces
from foam_graph.exchange.dossier.position_parts import Part, Piece
from foam_graph.exchange.dossier.words import counted

_LACKING = "This file cannot show {0}, in whose place stands a question mark: {1}. The position as a Word document has them all."


def position_pdf(parts: Iterable[Part]) -> bytes:
    """A position as the bytes of a PDF; of letters that no typeface has it says which they are.

    Args:
        parts: Its parts.
    """
    some, out = list(parts), io.BytesIO()
    title = clean(some[0].text)[:250]
    made = _Document(
        out, pagesize=A4, leftMargin=2.4 * cm, rightMargin=2.4 * cm, topMargin=2.2 * cm, bottomMargin=2.2 * cm,
        title=title, author="", creator="FOAM Graph", invariant=1, lang="en",
    )  # fmt: skip
    styles = _styles()
    faces = typefaces("".join(part.text for part in some))
    flowables = [_flowable(part, styles, faces) for part in some]
    if faces.lacking:
        told = _LACKING.format(counted(len(faces.lacking), "letter"), names_of(faces.lacking))
        flowables.insert(1, Paragraph(escape(told), styles["fine"]))
    made.build(flowables, onFirstPage=_foot, onLaterPages=_foot)
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


def _flowable(part: Part, styles: dict[str, ParagraphStyle], faces: Typefaces) -> Paragraph:
    name = f"heading{min(part.level, 2)}" if part.sort == "heading" else part.sort
    bold = styles[name].fontName == BOLD
    text = "".join(_marked(piece, faces, bold) for piece in part.pieces)
    if part.number:
        text = f'<a name="document-{part.number}"/>[{part.number}] {text}'
    style = ParagraphStyle(f"{name}-east", styles[name], wordWrap="CJK") if is_eastern(part.text) else styles[name]
    made = Paragraph(text, style, bulletText="•" if part.sort == "item" else None)
    if part.sort == "heading":
        made.level, made.heading = min(part.level, 2), clean(part.text)
    return made


def _marked(piece: Piece, faces: Typefaces, bold: bool) -> str:
    usual = BOLD if piece.bold or bold else REGULAR
    runs = faces.runs(piece.text, piece.bold or bold)
    text = "".join(
        escape(run.text) if run.face == usual else f'<font name="{run.face}">{escape(run.text)}</font>' for run in runs
    )
    if piece.to:
        return f'<a href="#document-{piece.to}" color="#1a4f8a">{text}</a>'
    return f"<b>{text}</b>" if piece.bold else text


def _styles() -> dict[str, ParagraphStyle]:
    def style(name: str, size: float, before: float = 0, after: float = 4, **more: Any) -> ParagraphStyle:
        given = {"fontName": REGULAR, "alignment": TA_LEFT, "leading": size * 1.4, **more}
        return ParagraphStyle(name, fontSize=size, spaceBefore=before, spaceAfter=after, **given)

    return {
        "title": style("title", 17, after=8, fontName=BOLD),
        "heading1": style("heading1", 13, 12, 5, fontName=BOLD, keepWithNext=1),
        "heading2": style("heading2", 10.5, 8, 3, fontName=BOLD, keepWithNext=1),
        "paragraph": style("paragraph", 9.5),
        "item": style("item", 9.5, leftIndent=14, bulletIndent=3),
        "quote": style("quote", 9.5, leftIndent=14, rightIndent=14),
        "document": style("document", 9, leftIndent=22, firstLineIndent=-22),
        "fine": style("fine", 8, after=6, textColor="#555555"),
    }


def _foot(canvas: Any, document: Any) -> None:
    canvas.setFont(REGULAR, 8)
    canvas.drawCentredString(A4[0] / 2, 1.2 * cm, str(document.page))
