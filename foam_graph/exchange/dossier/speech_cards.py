"""What a run holds, to be read aloud: a card for each quotation of a claim, under the headings that debaters use."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.corpus.cards.card import COLOUR, Card, make_card
from foam_graph.corpus.documents import Mark
from foam_graph.exchange.dossier.claims import ClaimView
from foam_graph.exchange.dossier.evidence import PassageView, SourceView
from foam_graph.exchange.dossier.view import DossierView

_PARTS = (("What holds", ("core", "conditional")), ("What is contested", ("contested",)))


def speech_cards(view: DossierView) -> list[Card]:
    """The speech of a run: what it answers as analytics, then its claims, each with its quotations as cards.

    The tag is the claim, the cite the source, the body the quoted sentences; what is read aloud is underlined and
    highlighted.

    Args:
        view: The run.
    """
    said = [one.text for one in view.answer.text] if view.answer else [one.text for one in view.synthesis]
    cards = [make_card("", tag=text, pocket=view.question, hat="Answer", kind="analytic") for text in said]
    for heading, standings in _PARTS:
        for claim in _claims(view, standings):
            cards += _of_claim(claim, view.question, heading)
    return cards


def _claims(view: DossierView, standings: tuple[str, ...]) -> Iterator[ClaimView]:
    if "core" in standings:
        yield from (claim for _, _, some in view.claims.core for claim in some)
        yield from view.claims.conditional
    else:
        yield from view.claims.contested


def _of_claim(claim: ClaimView, pocket: str, hat: str) -> Iterator[Card]:
    told = f"{claim.text} ({claim.condition})" if claim.condition else claim.text
    quoted = [(record, passage) for record in claim.records for passage in record.passages]
    if not quoted:
        yield make_card("", tag=told, kind="analytic", pocket=pocket, hat=hat, block=claim.argument)
    for n, (record, passage) in enumerate(quoted):
        text, marks = _body(passage)
        short, full = _cites(passage.source)
        yield make_card(
            text or record.quotation, marks, [(0, len(short))], tag=told if n == 0 else record.tag or told,
            fullcite=full, pocket=pocket, hat=hat, block=claim.argument,
        )  # fmt: skip


def _body(passage: PassageView) -> tuple[str, list[Mark]]:
    """The quoted sentences of a document, and what is read aloud of them."""
    text, marks = "", list[Mark]()
    for piece in (one for one in passage.pieces if one.quoted):
        text += " " if text else ""
        for stretch, read in piece.parts:
            if read:
                span = (len(text), len(text) + len(stretch))
                marks += [Mark(*span, "underline"), Mark(*span, "highlight", COLOUR)]
            text += stretch
    return text, marks


def _cites(source: SourceView) -> tuple[str, str]:
    year = source.date[-4:] if source.date[-4:].isdecimal() else ""
    short = " ".join(filter(None, (source.author, year))) or source.title
    said = (source.date, f'"{source.title}"', source.publisher, source.url)
    return short, ", ".join(dict.fromkeys(filter(None, (short, *said))))
