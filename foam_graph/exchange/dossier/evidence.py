"""Evidence in a dossier: each quotation between the sentences that stand around it in its document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Protocol
from urllib.parse import urlsplit

from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import FAITHFUL, QUOTE_VERDICTS, day, plain
from foam_graph.findings.document_days import DocumentDay, document_days
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.document_numbers import document_numbers
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.highlighting import Span, words_of_text, words_read_of
from foam_graph.reasoning.read_time import read_spans, sentence_spans

CONTEXT = 2
"""Sentences shown on each side of a quoted one, as many as the agents saw."""
_LANGUAGES = ("en", "zh")


class Placed(Protocol):
    """What sources are looked up in: a graph, and where its nodes stand on the page."""

    @property
    def graph(self) -> Subgraph:
        """The graph."""

    @property
    def evidence(self) -> Evidence | None:
        """The documents, for what stands around a sentence; None where they are not at hand."""

    def anchor(self, node_id: str) -> str:
        """Where a node stands; empty for nowhere."""

    def number(self, node_id: str) -> str:
        """The number that a node is called by."""


@dataclass(frozen=True)
class SourceView:
    """A document as it is cited.

    Attributes:
        date: Its day in words, or that none was found.
        dated_by: What of its text dates it, e.g. ``letterhead``; empty where it was loaded with its date.
        number: Its number in the run's case file and sheet; 0 where it has none.
    """

    id: str
    anchor: str
    title: str
    date: str
    class_: str
    author: str
    publisher: str
    url: str
    link: bool
    language: str
    dated_by: str = ""
    number: int = 0

    @property
    def dated(self) -> str:
        """Its day in words, with where that comes from."""
        return f"{self.date} (by its {self.dated_by})" if self.dated_by else self.date


@dataclass(frozen=True)
class PieceView:
    """One sentence of a passage.

    Attributes:
        n: Its number; 0 for a gap, which has no text.
        text: Its text.
        quoted: Whether it is part of the quotation.
        parts: Where it is quoted: its text in stretches, each with whether it is read aloud.
    """

    n: int
    text: str
    quoted: bool
    parts: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True)
class PassageView:
    """What one document contributes to a record."""

    source: SourceView
    pieces: tuple[PieceView, ...]
    numbers: tuple[int, ...]
    ids: tuple[str, ...]
    pages: tuple[int, ...] = ()


@dataclass(frozen=True)
class RecordView:
    """One evidence record.

    Attributes:
        id: Node id.
        anchor: Where links to it lead; empty where that is elsewhere.
        number: What it is called by; empty for a record that no current claim uses.
        tag: What it is meant to show.
        quotation: As the system assembled it.
        passages: By document.
        flags: Context flags.
        verdict: Verdict of the validation in words.
        faithful: Whether the quotation is faithful.
        whole: Whether the sentences around the quoted ones were at hand.
        read: Words of the quotation that are read aloud.
        words: Words that it has.
    """

    id: str
    anchor: str
    number: str
    tag: str
    quotation: str
    passages: tuple[PassageView, ...]
    flags: tuple[str, ...]
    verdict: str
    faithful: bool
    whole: bool
    read: int
    words: int


class Sources:
    """Documents and sentences of a run, read from the evidence where it is there, else from the graph.

    Args:
        reading: The run, or the debate.
    """

    def __init__(self, reading: Placed) -> None:
        self.reading = reading
        self._documents = {node["doc_id"]: node for node in reading.graph.of("Document")}
        self._known: dict[str, dict[int, str]] = {}
        self._pages: dict[tuple[str, int], int] = {}
        for node in reading.graph.of("EvidenceSentence"):
            self._known.setdefault(node["doc_id"], {})[int(node["sent_id"])] = str(node.get("text", ""))
            self._pages[node["doc_id"], int(node["sent_id"])] = int(node.get("page", 0))
        self._texts: dict[str, dict[int, str]] = {}
        self._numbers = document_numbers(reading.graph)
        self._placed: set[str] = set()
        self._surrounding: set[tuple[str, int]] = set()

    def source(self, doc_id: str) -> SourceView:
        """A document as it is cited."""
        node = self._documents.get(doc_id)
        if node is None:
            return SourceView(doc_id, "", "a document that is not in the corpus", "", "", "", "", "", False, "en")
        url = str(node.get("url", ""))
        dated = self._days.get(doc_id) or DocumentDay(str(node.get("date") or ""))
        language = str(node.get("segmentation", "")).rpartition(" ")[2]
        return SourceView(
            id=doc_id,
            anchor=self.reading.anchor(node.id),
            title=str(node["title"]),
            date=day(dated.date) or "no date found",
            class_=plain(node["source_class"]) if node["source_class"] != "unknown" else "class not stated",
            author=str(node.get("author", "")),
            publisher=str(node.get("publisher", "")),
            url=url,
            link=is_web(url),
            language=language if language in _LANGUAGES else "en",
            dated_by=dated.by,
            number=self._numbers.get(node.id, 0),
        )

    @cached_property
    def _days(self) -> dict[str, DocumentDay]:
        """The days of the documents as their case sheet has them, where the documents are at hand."""
        evidence = self.reading.evidence
        return document_days(list(evidence.documents.values())) if evidence is not None else {}

    def texts(self, doc_id: str) -> dict[int, str]:
        """The sentences of a document by number, as far as they are known."""
        if doc_id not in self._texts:
            found = dict(self._known.get(doc_id, {}))
            evidence = self.reading.evidence
            if evidence is not None and doc_id in evidence.documents:
                found |= {s.n: s.text for s in evidence.documents[doc_id].sentences}
            self._texts[doc_id] = found
        return self._texts[doc_id]

    def record(self, node: Node, place: bool = False) -> RecordView:
        """A record with its quotation in context.

        Args:
            node: The record.
            place: Whether links to the record may lead here; the first place that asks for it gets its anchor.
        """
        graph, reading = self.reading.graph, self.reading
        anchored = place and node.id not in self._placed
        if anchored:
            self._placed.add(node.id)
        verdicts = graph.into(node.id, "VALIDATES")
        verdict = str(verdicts[-1]["verdict"]) if verdicts else ""
        documents = dict.fromkeys(s.rpartition(":")[0] for s in node["sentence_ids"])
        marks = dict(zip(node["sentence_ids"], sentence_spans(node), strict=False))
        passages = [self._passage(d, {s: m for s, m in marks.items() if s.rpartition(":")[0] == d}) for d in documents]
        quotation = str(node.get("quotation", ""))
        evidence = reading.evidence
        return RecordView(
            id=node.id,
            anchor=reading.anchor(node.id) if anchored else "",
            number=reading.number(node.id),
            tag=str(node.get("tag", "")),
            quotation=quotation,
            passages=tuple(passages),
            flags=tuple(node["flags"]),
            verdict=QUOTE_VERDICTS[verdict],
            faithful=verdict in FAITHFUL,
            whole=evidence is not None and all(d in evidence.documents for d in documents),
            read=words_read_of(quotation, read_spans(node)),
            words=words_of_text(quotation),
        )

    def _passage(self, doc_id: str, marks: Mapping[str, tuple[Span, ...]]) -> PassageView:
        numbers = [int(n) if n.isdecimal() else 0 for n in (i.rpartition(":")[2] for i in marks)]
        spans = dict(zip(numbers, marks.values(), strict=True))
        pages = dict.fromkeys(page for n in numbers if (page := self._pages.get((doc_id, n))))
        return PassageView(self.source(doc_id), self._pieces(doc_id, spans), tuple(numbers), tuple(marks), tuple(pages))

    def _pieces(self, doc_id: str, quoted: Mapping[int, tuple[Span, ...]]) -> tuple[PieceView, ...]:
        texts = self.texts(doc_id)
        near = {n for q in quoted for n in range(q - CONTEXT, q + CONTEXT + 1) if n in texts and n not in quoted}
        # What stood around an earlier quotation of the page is not told again.
        around = {n for n in near if (doc_id, n) not in self._surrounding} | set(quoted)
        self._surrounding |= {(doc_id, n) for n in near}
        pieces: list[PieceView] = []
        for _, run in groupby(enumerate(sorted(around)), key=lambda pair: pair[1] - pair[0]):
            if pieces:
                pieces.append(PieceView(0, "", quoted=False))
            for _, n in run:
                text = texts.get(n, "(the sentence was erased)")
                pieces.append(PieceView(n, text, n in quoted, stretches(text, quoted[n]) if n in quoted else ()))
        return tuple(pieces)


def stretches(text: str, spans: Iterable[Span]) -> tuple[tuple[str, bool], ...]:
    """A text cut at the edges of what is read aloud of it."""
    found: list[tuple[str, bool]] = []
    at = 0
    for start, end in spans:
        found += [(text[at:start], False), (text[start:end], True)]
        at = end
    return tuple((piece, read) for piece, read in (*found, (text[at:], False)) if piece)


@dataclass(frozen=True)
class OfferView:
    """One sentence that was offered for a slot."""

    rank: int
    text: str
    title: str
    n: int
    used: bool


def offers(reading: Reading, sources: Sources, leaf: str, used: Iterable[str]) -> tuple[OfferView, ...]:
    """What was offered for a slot, best first: what was passed over can be seen (protocol 5.2)."""
    found: dict[str, tuple[int, int]] = {}
    for act in reading.graph.of("Retrieval"):
        for edge in reading.graph.out_edges(act.id, "OFFERED"):
            if edge.fields["leaf"] == leaf:
                found.setdefault(edge.end, (act.seq, edge.fields["rank"]))
    taken = set(used)
    views = []
    for node_id in sorted(found, key=lambda i: (found[i], i)):
        node = reading.graph[node_id]
        title = sources.source(node["doc_id"]).title
        chosen = node["sentence_id"] in taken
        views.append(OfferView(found[node_id][1], str(node.get("text", "")), title, int(node["sent_id"]), chosen))
    return tuple(views)


def is_web(url: str) -> bool:
    """Whether an address may become a link: http or https with a host, nothing else."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not any(c.isspace() for c in url)
