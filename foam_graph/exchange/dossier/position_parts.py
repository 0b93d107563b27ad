"""The position as a document to hand on: its parts in the order in which they are read, whatever program writes them.

Numbers in brackets refer to the list of documents at the end: the number of the document, then that of the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.exchange.dossier.answers import AnswerView, PieceView, PlaceView, SentenceView, lists_of
from foam_graph.exchange.dossier.claims import ClaimView
from foam_graph.exchange.dossier.evidence import RecordView
from foam_graph.exchange.dossier.view import DossierView
from foam_graph.exchange.dossier.words import counted
from foam_graph.reasoning.answer.layout import TABLE
from foam_graph.version import __version__

_MOST_NAMED = 6
"""References behind one sentence; the answer rests on everything, and the dossier names it all."""
Sort = Literal["title", "heading", "paragraph", "item", "quote", "document", "fine"]


@dataclass(frozen=True)
class Piece:
    """A stretch of text.

    Attributes:
        text: Its text.
        bold: Whether it is printed bold.
        to: The number of the document in the list that it leads to; 0 for none.
    """

    text: str
    bold: bool = False
    to: int = 0


@dataclass(frozen=True)
class Part:
    """A paragraph, a heading, an item of a list.

    Attributes:
        sort: What it is.
        pieces: Its text.
        level: Of a heading, from 1.
        number: Of a document in the list.
    """

    sort: Sort
    pieces: tuple[Piece, ...]
    level: int = 1
    number: int = 0

    @property
    def text(self) -> str:
        """All of its text."""
        return "".join(piece.text for piece in self.pieces)


def position_parts(view: DossierView) -> list[Part]:
    """The parts of a position, its list of documents last."""
    documents = _Documents(view)
    body = [*_head(view), *(_answered(view.answer, documents) if view.answer else _stated(view, documents))]
    return [*body, *_dissent(view), *documents.listed(), *_foot(view)]


class _Documents:
    """The documents that are referred to, by their numbers in the run; as they come where they have none."""

    def __init__(self, view: DossierView) -> None:
        self._sources = {source.id: source for source, _ in view.sources}
        self._claims = {claim.anchor: claim for claim in _claims(view)}
        self._titles: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        self._most = max((source.number for source in self._sources.values()), default=0)

    def quoted_by(self, one: SentenceView) -> list[Piece]:
        """Of a sentence that tells no document itself, references to the first sentence that each of its claims quotes."""
        if one.places:
            return []
        claims = [self._claims[mark.anchor] for mark in one.marks if mark.anchor in self._claims]
        found = [first for claim in claims for record in claim.records[:1] for first in [*_quoted_in(record)][:1]]
        return [self.reference(*place) for place in list(dict.fromkeys(found))[:_MOST_NAMED]]

    def told(self, places: Iterable[PlaceView]) -> list[Piece]:
        """References to the sentences that show a stretch of the position."""
        found = dict.fromkeys((place.document, place.title, place.n) for place in places)
        return [self.reference(*place) for place in list(found)[:_MOST_NAMED]]

    def reference(self, document: str, title: str, sentence: int) -> Piece:
        """A reference to a sentence; its document gets the next number where it has none of its own."""
        self._titles.setdefault(document, title)
        own = self._sources[document].number if document in self._sources else 0
        number = self._numbers.setdefault(document, own or max([self._most, *self._numbers.values()]) + 1)
        return Piece(f" [{number}.{sentence}]", to=number)

    def listed(self) -> Iterator[Part]:
        """The list of documents."""
        if not self._numbers:
            return
        yield _heading("Documents")
        for document, number in sorted(self._numbers.items(), key=lambda pair: pair[1]):
            source = self._sources.get(document)
            title = self._titles[document] or "a document that was erased"
            more = (source.dated, source.class_, source.author, source.publisher, source.url) if source else ()
            told = "".join(f", {one}" for one in more if one)
            yield Part("document", (Piece(title, bold=True), Piece(f"{told}.")), number=number)


def _claims(view: DossierView) -> Iterator[ClaimView]:
    found = view.claims
    yield from (claim for _, _, some in found.core for claim in some)
    for some in (found.conditional, found.contested, found.dissent, found.unsupported, found.unlabelled):
        yield from some


def _quoted_in(record: RecordView) -> Iterator[tuple[str, str, int]]:
    """Document, its title and number of each sentence of a quotation."""
    for passage in record.passages:
        yield from ((passage.source.id, passage.source.title, n) for n in passage.numbers)


def _heading(text: str, level: int = 1) -> Part:
    return Part("heading", (Piece(text),), level)


def _fine(text: str) -> Part:
    return Part("fine", (Piece(text),))


def _head(view: DossierView) -> Iterator[Part]:
    yield Part("title", (Piece(view.question),))
    failed = sum(not ok for _, ok, _, _ in view.checks)
    certified = (
        f"certified: all {len(view.checks)} checks passed. {view.certificate}"
        if view.certified
        else f"not certified: {counted(failed, 'check')} failed."
    )
    yield _fine(view.statement)
    yield _fine(f"Version {view.version}, written {view.written}; {certified}")


def _foot(view: DossierView) -> Iterator[Part]:
    yield _fine(
        f"Written by FOAM Graph {__version__} from run {view.run}. {view.models} A number in brackets names a document "
        "of the list and a sentence in it, e.g. [2.14]. Each part can be challenged; the dossier of the run says how."
    )


def _answered(answer: AnswerView, documents: _Documents) -> Iterator[Part]:
    yield _heading(answer.title or "Answer")
    yield _paragraph(answer.text, documents)
    for one in answer.options:
        whom = f" ({one.whom})" if one.whom else ""
        yield Part("item", (Piece(f"{one.stem}: "), Piece(one.became, bold=True), Piece(whom)))
    # The program's own position begins with how each issue came out; beside an author's text that is an index of it.
    if not answer.authored:
        yield from _came_out(answer)
    for section in answer.sections:
        if section.heading:
            yield _heading(section.heading)
        yield from _said(section.sentences, documents)
    if answer.authored:
        yield from _came_out(answer)


def _came_out(answer: AnswerView) -> Iterator[Part]:
    """How each issue came out, an item each."""
    if answer.issues:
        yield _heading("How each issue came out")
    for issue in answer.issues:
        yield Part("item", (Piece(f"{issue.line}."), Piece(f" {issue.end[:1].upper()}{issue.end[1:]}.", bold=True)))


def _said(sentences: Sequence[SentenceView], documents: _Documents) -> Iterator[Part]:
    """Paragraphs and items as they stand, the label that one begins with in bold; a step has its number before it."""
    for run in lists_of(sentences):
        for block in run:
            first, *more = block.sentences
            if block.form in TABLE:
                # A row with a reference reads in every program; its first cell is what it is about.
                yield Part("item", tuple(_row(first, documents)))
                continue
            head = [Piece(f"{block.number}. ")] if block.form == "step" else []
            head += [Piece(f"{first.label} ", bold=True)] if first.label else []
            pieces = [*_pieces(first, documents)]
            for one in more:
                pieces += [Piece(" "), *_pieces(one, documents)]
            yield Part("paragraph" if block.form != "item" else "item", (*head, *pieces))


def _paragraph(sentences: Sequence[SentenceView], documents: _Documents) -> Part:
    told = list[Piece]()
    for one in sentences:
        told += [Piece(f"{one.label} ")] if one.label else []
        told += [*_pieces(one, documents), Piece(" ")]
    return Part("paragraph", tuple(told))


def _row(one: SentenceView, documents: _Documents) -> Iterator[Piece]:
    """A row as an item: its first cell is what it is about."""
    for n, cell in enumerate(one.cells):
        if n:
            yield Piece(": " if n == 1 else "; ")
        yield from _shown(cell, documents, bold=n == 0)
    yield from documents.quoted_by(one)


def _shown(pieces: Iterable[PieceView], documents: _Documents, bold: bool = False) -> Iterator[Piece]:
    """Stretches of text, each with the references that show it."""
    for one in pieces:
        yield Piece(one.text, bold=bold)
        yield from documents.told(one.places)


def _pieces(one: SentenceView, documents: _Documents) -> Iterator[Piece]:
    yield from _shown(one.rest, documents)
    yield from documents.quoted_by(one)
    if one.condition:
        yield Piece(f" ({one.condition})")


def _stated(view: DossierView, documents: _Documents) -> Iterator[Part]:
    """The position of a run that answers by claims: its prose, then each claim with what it quotes."""
    claims = [*(one for _, _, some in view.claims.core for one in some), *view.claims.conditional]
    yield _heading("Position")
    yield Part(
        "paragraph", tuple(Piece(f"{one.text} ") for one in view.synthesis) or (Piece("Nothing holds for all."),)
    )
    if claims:
        yield _heading("What it rests on")
    for claim in claims:
        yield _heading(f"{claim.number}. {claim.text}", 2)
        yield from _quoted(claim, documents)


def _quoted(claim: ClaimView, documents: _Documents) -> Iterator[Part]:
    for record in claim.records:
        marks = [documents.reference(*found) for found in _quoted_in(record)]
        yield Part("quote", (Piece(f"“{record.quotation}”"), *marks))


def _dissent(view: DossierView) -> Iterator[Part]:
    if not view.memo:
        return
    yield _heading("Dissent")
    yield _fine(f"{counted(len(view.memo), 'material objection')} that nobody settled.")
    for item in view.memo:
        yield Part("item", (Piece(f"{item.who}: ", bold=True), Piece(item.grounds)))
        if item.trade_off:
            yield Part("paragraph", (Piece("Trade-off. ", bold=True), Piece(item.trade_off)))
