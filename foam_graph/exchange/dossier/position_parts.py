"""The position as a document to hand on: its parts in the order in which they are read, whatever program writes them.

Numbers in brackets refer to the list of documents at the end: the number of the document, then that of the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.exchange.dossier.answers import AnswerView, SentenceView
from foam_graph.exchange.dossier.claims import ClaimView
from foam_graph.exchange.dossier.evidence import SourceView
from foam_graph.exchange.dossier.view import DossierView
from foam_graph.exchange.dossier.words import counted
from foam_graph.version import __version__

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
    sources = {source.id: source for source, _ in view.sources}
    numbered = _Documents(sources)
    body = [*_head(view), *(_answered(view.answer, numbered) if view.answer else _stated(view, numbered))]
    body += _dissent(view)
    return [*body, *numbered.listed(), *_foot(view)]


class _Documents:
    """The documents that are referred to, numbered as they come."""

    def __init__(self, sources: dict[str, SourceView]) -> None:
        self._sources = sources
        self._titles: dict[str, str] = {}
        self._numbers: dict[str, int] = {}

    def number(self, document: str, title: str = "") -> int:
        """The number of a document; it gets the next one where it has none."""
        self._titles.setdefault(document, title)
        return self._numbers.setdefault(document, len(self._numbers) + 1)

    def keep(self, number: int, document: str, title: str) -> None:
        """Takes a number that a document has already."""
        self._titles[document], self._numbers[document] = title, number

    def listed(self) -> Iterator[Part]:
        """The list of documents."""
        if not self._numbers:
            return
        yield _heading("Documents")
        for document, number in sorted(self._numbers.items(), key=lambda pair: pair[1]):
            source = self._sources.get(document)
            title = (source.title if source else "") or self._titles[document] or "a document that was erased"
            more = (source.date, source.class_, source.author, source.publisher, source.url) if source else ()
            told = "".join(f", {one}" for one in more if one)
            yield Part("document", (Piece(title, bold=True), Piece(f"{told}.")), number=number)


def _heading(text: str, level: int = 1) -> Part:
    return Part("heading", (Piece(text),), level)


def _fine(text: str) -> Part:
    return Part("fine", (Piece(text),))


def _head(view: DossierView) -> Iterator[Part]:
    yield Part("title", (Piece(view.question),))
    failed = sum(not ok for _, ok, _, _ in view.checks)
    certified = (
        f"certified: all {len(view.checks)} checks passed"
        if view.certified
        else f"not certified: {failed} checks failed"
    )
    yield _fine(f"{view.statement} Version {view.version}, written {view.written}; {certified}.")


def _foot(view: DossierView) -> Iterator[Part]:
    yield _fine(
        f"Written by FOAM Graph {__version__} from run {view.run}. {view.models} A number in brackets names a document "
        "of the list and a sentence in it, e.g. [2.14]. Each part can be challenged; the dossier of the run says how."
    )


def _answered(answer: AnswerView, documents: _Documents) -> Iterator[Part]:
    for number, title, node in answer.documents:
        documents.keep(number, _doc_id(answer, number) or node, title)
    yield _heading("Answer")
    yield _paragraph(answer.text)
    for words, became, whom, _ in answer.options:
        yield Part("item", (Piece(words), Piece(f" {became}", bold=True), Piece(f": {whom}" if whom else "")))
    if answer.issues:
        yield _heading("Why, issue by issue")
    for issue in answer.issues:
        yield _heading(issue.question, 2)
        yield Part("paragraph", (Piece(f"{issue.end[:1].upper()}{issue.end[1:]}. ", bold=True), Piece(issue.line)))
        yield from _said(issue.why)
    for title, sentences in (
        ("What would turn it", answer.turns),
        ("The other side at its best", answer.other_side),
        ("The order", answer.order),
        ("What the file lacks", answer.lacks),
    ):
        if sentences:
            yield _heading(title)
            yield from _said(sentences)


def _doc_id(answer: AnswerView, number: int) -> str:
    """The document of a number, as the places of sentences name it."""
    lines = (*answer.text, *answer.turns, *answer.other_side, *answer.order, *answer.lacks)
    every = (*lines, *(one for issue in answer.issues for one in issue.why))
    places = (place for line in every for place in line.places)
    return next((one.document for one in places if one.label.partition(".")[0] == str(number)), "")


def _said(sentences: Sequence[SentenceView]) -> Iterator[Part]:
    """Items where sentences have labels, else one paragraph."""
    plain = [one for one in sentences if not one.label]
    for one in sentences:
        if one.label:
            yield Part("item", (Piece(f"{one.label} ", bold=True), *_pieces(one, one.rest)))
    if plain:
        yield _paragraph(plain)


def _paragraph(sentences: Sequence[SentenceView]) -> Part:
    return Part("paragraph", tuple(piece for one in sentences for piece in (*_pieces(one, one.text), Piece(" "))))


def _pieces(one: SentenceView, text: str) -> Iterator[Piece]:
    yield Piece(text)
    for place in one.places:
        yield Piece(f" [{place.label}]", to=int(place.label.partition(".")[0]))
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
        marks = [
            Piece(f" [{number}.{n}]", to=number)
            for passage in record.passages
            for number in (documents.number(passage.source.id, passage.source.title),)
            for n in passage.numbers
        ]
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
