"""Quotations checked against their sources: one, or a file of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foam_graph.app.json_lines import optional_texts, read_objects
from foam_graph.app.result import FILLED, OPTIONAL, Result
from foam_graph.app.session import Session
from foam_graph.app.sources import Sources
from foam_graph.corpus.documents import Document, document_id
from foam_graph.corpus.formats.citations import split_front_matter
from foam_graph.corpus.quotations.checking import context_of, validate_many
from foam_graph.corpus.quotations.papers_rule import validate_papers_rule
from foam_graph.corpus.quotations.prepared import QuoteCorpus
from foam_graph.corpus.quotations.rates import Rates, Scored, rates
from foam_graph.corpus.quotations.verdicts import QuoteVerdict, Verdict
from foam_graph.corpus.reading import ReadReport, read_paths
from foam_graph.errors import CorpusError, UnknownId, UsageError

RULES = ("foam", "papers")
_NO_OTHER = "there is no document but the checked text itself"
_EXAMPLE = 'Give lines like {"id": "q1", "quote": "...", "document": "d01..."}.'


@dataclass(frozen=True)
class Quotation:
    """One quotation to check.

    Attributes:
        id: Its id in the file, or its line.
        text: The quotation.
        document: Id, path or file name of its source; empty = look everywhere.
        case: What it belongs to, for rates by case; empty = nothing.
    """

    id: str
    text: str
    document: str = ""
    case: str = ""


def read_quotations(path: Path) -> list[Quotation]:
    """Quotations from JSON Lines: ``{"id"?, "quote", "document"?, "case"?}`` a line.

    Raises:
        UsageError: The file cannot be read, or a line of it is no such object; names the line.
    """
    quotations = []
    for number, text, line in read_objects(path, "quote", "quotation", _EXAMPLE):
        texts = optional_texts(path, number, line, ("id", "document", "case"))
        quotations.append(Quotation(texts["id"] or str(number), text, texts["document"], texts["case"]))
    return quotations


def sources(session: Session, corpus: str, folder: Path | None, document: str = "") -> Sources:
    """The documents that quotations are looked for in.

    Args:
        session: The session; used for a corpus only.
        corpus: Name of a corpus; empty = none.
        folder: A folder or file to read instead.
        document: A source that was named: a file is read as well, unless the folder or corpus has it.

    Raises:
        CorpusError: Nothing could be read, or no such corpus.
        UsageError: No source was named at all.
    """
    stored: list[Document] = session.corpora.documents(corpus) if corpus else []
    read = read_paths([folder], "quotes") if folder is not None else ReadReport([], [], [])
    among = Sources([*stored, *read.documents], read.duplicates, read.rejected, by_path=not corpus)
    if document and among.named(document) is None and not among.fault(document) and Path(document).exists():
        more = read_paths([Path(document)], "quotes")
        rejected = [(document, reason) for _, reason in more.rejected]
        aliases = [*read.duplicates, *((document, first.path) for first in more.documents[:1])]
        among = Sources([*among.documents, *more.documents], aliases, [*read.rejected, *rejected], by_path=not corpus)
    if not among.documents and among.rejected:
        reasons = "; ".join(f"{path}: {reason}" for path, reason in among.rejected[:3])
        raise CorpusError(f"the sources cannot be read: {reasons}", "Give documents that can be loaded.")
    if not among.documents:
        raise UsageError("there is nothing to check against", "Give --corpus NAME, --documents DIR or --document FILE.")
    return among


@dataclass(frozen=True)
class Checked(Result):
    """A quotation with its verdict.

    Attributes:
        id: Its id in the file, or its line.
        verdict: How it stands to its source.
        score: 0.0 to 1.0, as protocol 5.5 gives it.
        document: The document the spans are in, in the words of the question: a path or an id; None = none.
        spans: Where it stands in that document's text, in its own order.
        diff: What differs, word by word: ``[-only in the source-]``, ``{+only in the quotation+}``; empty where exact.
        faithful: Whether the verdict counts as faithful.
        counted: Whether it counts at all.
        document_id: Id of that document; None = none.
        path: Its path; None = none.
        context: What was left out that may turn the meaning; empty if nothing.
        case: What the quotation belongs to; None = nothing.
        own: Documents that hold the checked text itself, as paths or ids: it was not held against these.
    """

    id: str
    verdict: Verdict
    score: float
    document: str | None
    spans: tuple[tuple[int, int], ...]
    diff: str
    faithful: bool
    counted: bool
    document_id: str | None
    path: str | None
    context: str
    case: str | None = field(default=None, metadata=OPTIONAL)
    own: tuple[str, ...] = field(default=(), metadata=FILLED)


@dataclass(frozen=True)
class CitationRates(Rates, Result):
    """The rates of citations or quotations, as a part of an answer."""


def check(quotations: Sequence[Quotation], among: Sources, rule: str = "foam") -> list[Checked]:
    """Verdicts on quotations.

    A text proves nothing of itself: a document that is the checked text (one quotation, all of them in their order, or
    all of a case) is left out, unless a quotation names it as its source.

    Args:
        quotations: What to check.
        among: The documents in which sources are looked for.
        rule: ``foam``, or ``papers`` for comparison only: it accepts most altered quotations.

    Raises:
        UsageError: An unknown rule.
        UnknownId: A source named by the beginning of more than one id, or by a file name that several have.
    """
    if rule not in RULES:
        raise UsageError(f"there is no rule {rule!r}", f"Use one of {', '.join(RULES)}.")
    corpus = QuoteCorpus(among.documents)
    own = _own_texts(quotations, among.documents)
    settled = {n: verdict for n, q in enumerate(quotations) if (verdict := _unreadable(q, among)) is not None}
    # The rest is judged in one go: searching all documents at once costs less than one quotation after the other.
    rest = [q for n, q in enumerate(quotations) if n not in settled]
    pairs = [(q.text, among.named(q.document) if q.document else None) for q in rest]
    if rule == "papers":
        judged = iter([validate_papers_rule(text, source) for text, source in pairs])
    else:
        judged = _validated(pairs, [own[n] for n in range(len(quotations)) if n not in settled], among, corpus)
    return [
        _checked(q, settled[n] if n in settled else next(judged), among, corpus, own[n])
        for n, q in enumerate(quotations)
    ]


def _validated(
    pairs: Sequence[tuple[str, Document | None]], own: Sequence[frozenset[str]], among: Sources, corpus: QuoteCorpus
) -> Iterator[QuoteVerdict]:
    """Verdicts in the order of the quotations, each without the documents that hold the text which it is checked with."""
    for judged, left_out in zip(validate_many(pairs, corpus, own), own, strict=True):
        no_other = len(left_out) == len(among.documents)
        yield QuoteVerdict(Verdict.NOT_FOUND, 0.0, diff=_NO_OTHER) if no_other else judged


def _own_texts(quotations: Sequence[Quotation], documents: Sequence[Document]) -> list[frozenset[str]]:
    """Of each quotation the ids of the documents that hold the text which it is checked with, none where it names its source."""
    if all(one.document for one in quotations):
        return [frozenset()] * len(quotations)
    of_case = defaultdict[str, list[str]](list)
    for one in quotations:
        of_case[one.case].append(one.text)
    known = defaultdict[tuple[str, ...], set[str]](set)
    for document in documents:
        if told := _words(document.text):
            known[told].add(document.id)
    ids = {document.id for document in documents}

    def holding(texts: Sequence[str]) -> set[str]:
        same = (
            {document_id(ending.encode()) for ending in (texts[0], f"{texts[0]}\n")} & ids if len(texts) == 1 else set()
        )
        told = "\n".join(texts)
        return same | known.get(_words(told), set()) | known.get(_words(_body(told)), set())

    whole = holding([one.text for one in quotations]) if quotations else set()
    cases = {case: frozenset(whole | holding(texts)) for case, texts in of_case.items()}
    return [frozenset() if one.document else cases[one.case] for one in quotations]


def _words(text: str) -> tuple[str, ...]:
    """The words of a text: by these two forms of one text are the same."""
    return tuple(re.findall(r"\w+", text.casefold()))


def _body(text: str) -> str:
    """A text as it is loaded from a file that holds it: without the head that says what it is."""
    try:
        return split_front_matter(text.lstrip("\ufeff")).body
    except CorpusError:  # from such a file nothing is loaded
        return text


def _unreadable(quotation: Quotation, among: Sources) -> QuoteVerdict | None:
    """The verdict where the source that was named is not there or could not be read."""
    try:
        if not quotation.document or among.named(quotation.document) is not None:
            return None
    except UnknownId as several:
        raise UnknownId(f"quotation {quotation.id}: {several.message}", several.advice) from None
    fault = among.fault(quotation.document)
    if fault:
        return QuoteVerdict(Verdict.ERROR, 0.0, diff=f"{quotation.document} cannot be read: {fault}")
    return QuoteVerdict(Verdict.NOT_FOUND, 0.0, diff=f"no document {quotation.document}")


def _checked(
    quotation: Quotation, judged: QuoteVerdict, among: Sources, corpus: QuoteCorpus, own: frozenset[str]
) -> Checked:
    document = corpus.get(judged.document) if judged.document else None
    return Checked(
        id=quotation.id,
        verdict=Verdict(judged.verdict),
        score=judged.score,
        document=among.shown(document, quotation.document) if document else None,
        spans=judged.spans,
        diff=judged.diff,
        faithful=judged.faithful,
        counted=judged.counted,
        document_id=judged.document or None,
        path=document.path if document else None,
        context=context_of(judged, corpus) if document else "",
        case=quotation.case or None,
        own=tuple(among.shown(document, "") for document in among.documents if document.id in own),
    )


def rates_of(checked: Sequence[Checked]) -> CitationRates:
    """The rates of protocol 5.6 over quotations; over-citation needs sentence ids, which quotations do not have."""
    return CitationRates(**vars(rates([Scored(row.verdict, row.score, row.case or "") for row in checked])))
