"""Documents as they are read: numbered sentences, what is marked in them, and who used each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from foam_graph.app.loading import DocumentRow, document_rows
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.corpus.documents import Document, Sentence
from foam_graph.errors import CorpusError

MOST_SENTENCES = 1_000
"""Most sentences that are read at once."""
MOST_SORTED = 2_000
"""Most documents that are put in the order of their paths; more are listed by id, so that only those shown are read."""


@dataclass(frozen=True)
class SentenceUse(Result):
    """A claim or an objection that a sentence is used for.

    Attributes:
        run: The run.
        id: The claim or objection.
        kind: ``Claim``, ``Critique`` or ``Challenge``.
        stance_id: The perspective that used it; empty where none did.
        text: What it says.
        node: The sentence as that run holds it.
    """

    run: str
    id: str
    kind: str
    stance_id: str
    text: str
    node: str


@dataclass(frozen=True)
class Passage(Result):
    """A stretch of a sentence: its words, and how it is marked in the document; empty where it is not."""

    text: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class DocumentSentence(Result):
    """A sentence of a document.

    Attributes:
        id: ``DOCUMENT:NUMBER``.
        n: Its number, from 1.
        start: Its first character in the document's text.
        end: One past its last character.
        page: Page on which it begins; None where the document has no pages.
        paragraph: Whether a paragraph begins with it.
        passages: Its words, cut where marks begin and end.
        uses: Who used it for what.
    """

    id: str
    n: int
    start: int
    end: int
    page: int | None
    paragraph: bool
    passages: tuple[Passage, ...]
    uses: tuple[SentenceUse, ...]


@dataclass(frozen=True)
class DocumentText(Result):
    """A document with a stretch of its sentences.

    Attributes:
        corpus: The corpus.
        about: What the document says about itself.
        first: Number of the first sentence shown.
        sentences: The sentences shown.
    """

    corpus: str
    about: DocumentRow
    first: int
    sentences: Listing[DocumentSentence]


@dataclass(frozen=True)
class DocumentList(Result):
    """Some of the documents of a corpus.

    Attributes:
        corpus: The corpus.
        total: How many there are.
        documents: Those asked for, by path; by id where there are too many to sort.
    """

    corpus: str
    total: int
    documents: Listing[DocumentRow]


def list_documents(session: Session, corpus: str, skip: int = 0, most: int = 100) -> DocumentList:
    """Some of the documents of a corpus.

    Args:
        session: The session.
        corpus: Its name.
        skip: How many to pass over.
        most: How many to list.

    Raises:
        CorpusError: No such corpus.
    """
    ids = session.corpora.ids(corpus)
    if len(ids) <= MOST_SORTED:
        rows = document_rows(session.corpora.documents(corpus))[skip : skip + most]
    else:
        wanted = sorted(ids)[skip : skip + most]
        rows = document_rows(session.corpora.document(corpus, one) for one in wanted)
    return DocumentList(corpus, len(ids), Listing(rows))


def read_document(session: Session, corpus: str, document: str, first: int = 1, most: int = 200) -> DocumentText:
    """A document with some of its sentences, and who used them.

    Args:
        session: The session.
        corpus: Name of the corpus.
        document: Id of the document.
        first: Number of the first sentence, from 1.
        most: How many sentences, at most ``MOST_SENTENCES``.

    Raises:
        CorpusError: No such corpus or document, or it has no sentence of that number.
    """
    found = session.corpora.document(corpus, document)
    total = len(found.segmentation.spans)
    if first < 1 or first > max(total, 1):
        raise CorpusError(f"{found.citation.title} has sentences 1 to {total}", "Ask for one of these.")
    last = min(total, first - 1 + max(1, min(most, MOST_SENTENCES)))
    sentences = [found.sentence(n) for n in range(first, last + 1)]
    uses = _uses(session, sentences)
    return DocumentText(
        corpus=corpus,
        about=document_rows([found], lambda: _among(session, corpus, found))[0],
        first=first,
        sentences=Listing(_sentence(found, one, tuple(uses.get(one.id, ()))) for one in sentences),
    )


def _among(session: Session, corpus: str, document: Document) -> Sequence[Document]:
    """The documents of a corpus, that one alone where they are too many to be read for its date."""
    return [document] if len(session.corpora.ids(corpus)) > MOST_SORTED else session.corpora.documents(corpus)


def _uses(session: Session, sentences: Sequence[Sentence]) -> dict[str, list[SentenceUse]]:
    found: dict[str, list[SentenceUse]] = {}
    for row in session.store.ask("document_uses", sentences=[one.id for one in sentences]):
        use = SentenceUse(row["run"], row["used_by"], row["kind"], row["stance_id"] or "", row["text"], row["node"])
        found.setdefault(row["sentence"], []).append(use)
    return found


def _sentence(document: Document, one: Sentence, uses: tuple[SentenceUse, ...]) -> DocumentSentence:
    before = document.text[document.sentence(one.n - 1).end : one.start] if one.n > 1 else "\n\n"
    return DocumentSentence(
        id=one.id,
        n=one.n,
        start=one.start,
        end=one.end,
        page=one.page,
        paragraph="\n\n" in before,
        passages=cut_at_marks(one),
        uses=uses,
    )


def cut_at_marks(one: Sentence) -> tuple[Passage, ...]:
    """A sentence cut at the edges of its marks."""
    inside = [(max(m.start, one.start), min(m.end, one.end), m.kind) for m in one.marks]
    edges = sorted({one.start, one.end, *(a for a, _, _ in inside), *(b for _, b, _ in inside)})
    cut = []
    for begin, end in pairwise(edges):
        kinds = tuple(sorted({kind for a, b, kind in inside if a <= begin and end <= b}))
        cut.append(Passage(one.text[begin - one.start : end - one.start], kinds))
    return tuple(cut)
