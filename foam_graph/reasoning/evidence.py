"""Evidence as reasoning sees it: passages in context, offers with ranks, records assembled from sentence ids."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.table import Passage
from foam_graph.corpus.documents import Document, Sentence
from foam_graph.corpus.quotations.assembling import assemble_ids, expanded
from foam_graph.corpus.text.cues import context_flags
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Subgraph

_WORD = re.compile(r"[^\W\d_]{2,}")
_MARKUP = re.compile(r"^\s*(#|\||[-*_=]{3,}\s*$)")
CONTEXT = 2
"""Neighbouring sentences shown on each side of a passage."""
PAGE = 3
"""Sentences before one in which it is looked for of whom it speaks."""


def document_node_id(document: str, corpus: str) -> str:
    """Id of a document's node: the document in a corpus."""
    return f"{document}@{corpus}"


def citable(text: str) -> bool:
    """Whether a sentence can carry evidence: not a heading, a table rule or a bare label."""
    return not _MARKUP.match(text) and len(_WORD.findall(text)) >= 3


class Sentences(Mapping[str, Sentence]):
    """The sentences of documents by id, cut when their document is first looked at.

    A run reads a few hundred documents of a corpus that may hold a hundred thousand.

    Args:
        documents: By id.
    """

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._documents = documents
        self._cut: dict[str, tuple[Sentence, ...]] = {}

    def of(self, document: str) -> tuple[Sentence, ...]:
        """All sentences of a document, in order.

        Raises:
            KeyError: There is no such document.
        """
        if document not in self._cut:
            self._cut[document] = self._documents[document].sentences
        return self._cut[document]

    def __getitem__(self, sentence_id: str) -> Sentence:
        name, _, place = sentence_id.rpartition(":")
        group = self.of(name)
        n = int(place) if place.isascii() and place.isdecimal() else 0
        if not 1 <= n <= len(group) or group[n - 1].id != sentence_id:
            raise KeyError(sentence_id)
        return group[n - 1]

    def __iter__(self) -> Iterator[str]:
        for name, document in self._documents.items():
            yield from (f"{name}:{n}" for n in range(1, len(document.segmentation.spans) + 1))

    def __len__(self) -> int:
        return sum(len(document.segmentation.spans) for document in self._documents.values())


class Evidence:
    """All documents of a run, by id; pure data.

    Args:
        documents: The documents of the corpus.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self.documents: dict[str, Document] = {d.id: d for d in documents}
        self.sentences = Sentences(self.documents)

    def without(self, documents: Collection[str]) -> Evidence:
        """The same evidence with some documents left out."""
        return Evidence(d for d in self.documents.values() if d.id not in documents) if documents else self

    def passage(self, sentence_id: str) -> Passage:
        """One sentence with its document's citation and its neighbours."""
        sentence = self.sentences[sentence_id]
        document = self.documents[sentence.document]
        around = self.sentences.of(document.id)
        before = around[max(0, sentence.n - 1 - CONTEXT) : sentence.n - 1]
        after = around[sentence.n : sentence.n + CONTEXT]
        return Passage(
            id=sentence.id,
            text=sentence.text,
            document=document.id,
            title=document.citation.title,
            date=document.citation.date,
            source_class=document.citation.source_class,
            before=" ".join(s.text for s in before),
            after=" ".join(s.text for s in after),
        )

    def page(self, sentence_id: str) -> tuple[str, list[str], int]:
        """The title of a sentence's document, the sentence with the few before it, and its place among these."""
        sentence = self.sentences[sentence_id]
        first = max(0, sentence.n - 1 - PAGE)
        around = self.sentences.of(sentence.document)[first : sentence.n]
        return self.documents[sentence.document].citation.title, [one.text for one in around], len(around) - 1

    def told_in(self, ids: Iterable[str]) -> list[set[str]]:
        """The texts in which it is looked for of whom sentences speak, document by document."""
        found: dict[str, set[str]] = {}
        for one in ids:
            title, texts, _ = self.page(one)
            found.setdefault(self.sentences[one].document, {title}).update(texts)
        return list(found.values())

    def passages(self, ids: Iterable[str]) -> list[Passage]:
        """Several sentences, unknown ones left out."""
        return [self.passage(i) for i in ids if i in self.sentences]

    def everything(self) -> list[Passage]:
        """Every citable sentence of the corpus, in order."""
        return [self.passage(s.id) for s in self.sentences.values() if citable(s.text)]


@dataclass(frozen=True)
class Offer:
    """One sentence offered for one purpose.

    Attributes:
        purpose: What it is offered for, e.g. a turn of a debate.
        sentence_id: The sentence.
        rank: From 1.
        score: The engine's score.
    """

    purpose: str
    sentence_id: str
    rank: int
    score: float


def offers_delta(offers: Sequence[Offer], engine: str, evidence: Evidence, graph: Subgraph, me: Ref) -> Delta:
    """Writes what was offered: sentences not yet in the graph, and an OFFERED edge for each offer (protocol 5.2).

    Args:
        offers: In order of purpose and rank.
        engine: Name and version of the retrieval engine.
        evidence: The documents.
        graph: The run so far.
        me: The retrieval's activity.
    """
    delta = Delta()
    known = sentence_refs(graph)
    for sentence_id in dict.fromkeys(offer.sentence_id for offer in offers):
        if sentence_id not in known:
            known[sentence_id] = add_sentence(delta, evidence, sentence_id)
    for offer in offers:
        delta.edge(
            "OFFERED",
            me,
            known[offer.sentence_id],
            leaf=offer.purpose,
            rank=offer.rank,
            score=float(offer.score),
            engine=engine,
        )
    return delta


def add_sentence(delta: Delta, evidence: Evidence, sentence_id: str) -> Ref:
    """Adds the node of a sentence, tied to its document."""
    sentence = evidence.sentences[sentence_id]
    document = evidence.documents[sentence.document]
    ref = delta.node(
        "EvidenceSentence",
        doc_id=document.id,
        sent_id=sentence.n,
        sentence_id=sentence.id,
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
        page=sentence.page,
        marks=json.dumps([mark.as_json() for mark in sentence.marks]) if sentence.marks else None,
    )
    delta.edge("FROM_DOCUMENT", ref, Ref(document_node_id(document.id, document.corpus), "Document"))
    return ref


def ranges(places: Iterable[int]) -> list[str]:
    """Positions as ranges: ``["1-14", "20-20"]``."""
    found: list[list[int]] = []
    for n in sorted(places):
        if found and n == found[-1][1] + 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return [f"{low}-{high}" for low, high in found]


def sentence_refs(graph: Subgraph) -> dict[str, Ref]:
    """The sentences already in the graph, by sentence id."""
    return {node["sentence_id"]: node.ref for node in graph.of("EvidenceSentence")}


def offered_for(graph: Subgraph, purpose: str) -> list[str]:
    """Sentence ids offered for a purpose, best first, over all retrievals."""
    found: dict[str, float] = {}
    for activity in graph.of("Retrieval"):
        for edge in graph.out_edges(activity.id, "OFFERED"):
            node = graph.get(edge.end)
            if edge.fields["leaf"] == purpose and node is not None:
                # What a later search adds comes behind all that an earlier one ranked.
                found.setdefault(node["sentence_id"], edge.fields["rank"] + activity.seq * 1000)
    return sorted(found, key=lambda s: found[s])


def add_record(
    delta: Delta,
    evidence: Evidence,
    refs: Mapping[str, Ref],
    ids: Sequence[str],
    tag: str,
    highlights: Sequence[int] | None = None,
) -> Ref:
    """Adds a record: the quotation is assembled by the system from sentence ids, never written by an agent.

    Args:
        delta: Where it goes.
        evidence: The documents.
        refs: Nodes of the sentences that were offered.
        ids: The chosen sentences or ranges of them, at most five, in the order given.
        tag: What the record shows.
        highlights: Spans of the quotation that are read aloud, start and end in turn; None = all of it.

    Raises:
        CorpusError: A sentence that was not offered, too many sentences, or none.
    """
    ids = expanded(ids)
    # Fails closed on an id that was not offered, whatever an agent answered (protocol 5.3).
    quotation = assemble_ids(ids, {i: s for i, s in ((i, evidence.sentences.get(i)) for i in refs) if s is not None})
    sentences = [evidence.sentences[i] for i in ids]
    documents = list(dict.fromkeys(s.document for s in sentences))
    citations = [evidence.documents[d].citation for d in documents]
    flags = [flag for s in sentences for flag in context_flags(evidence.documents[s.document], s.n)]
    record = delta.node(
        "EvidenceRecord",
        tag=tag or "evidence",
        sentence_ids=list(ids),
        quotation=quotation,
        documents=documents,
        severable=False,
        flags=list(dict.fromkeys(flags)),
        source_classes=[c.source_class for c in citations],
        newest=max((c.date for c in citations if c.date), default=None),
        highlights=None if highlights is None else list(highlights),
    )
    for n, sentence_id in enumerate(ids, 1):
        delta.edge("QUOTES", record, refs[sentence_id], position=n)
    return record


def record_ids(graph: Subgraph, record: str) -> list[str]:
    """Sentence ids of a record, in order."""
    return list(graph[record]["sentence_ids"])


def claim_records(graph: Subgraph, claim: str) -> list[str]:
    """Ids of the live records that a claim's live warrants use."""
    warrants = [w for w in graph.into(claim, "WARRANTS") if not graph.superseded(w.id)]
    found = [r.id for w in warrants for r in graph.out(w.id, "USES") if not graph.superseded(r.id)]
    return list(dict.fromkeys(found))


def claim_sentences(graph: Subgraph, claim: str) -> list[str]:
    """Sentence ids that a claim's live records quote, in order."""
    return list(dict.fromkeys(s for record in claim_records(graph, claim) for s in record_ids(graph, record)))
