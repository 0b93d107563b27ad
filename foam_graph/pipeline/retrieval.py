"""Searches of one run: what is found for each purpose among its documents, and in which order it is offered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from foam_graph.agents.tasks.table import Passage
from foam_graph.corpus.search.protocol import Index
from foam_graph.corpus.search.ranking import Hit, fuse
from foam_graph.reasoning.evidence import Evidence, Offer, citable

COUNTED = 100
"""Most sentences that are counted for a query."""
FEEDBACK = 4
"""Best hits whose words are searched for once more."""
OPPOSED = 40
"""Most sentences of a document that are held against the other documents."""
COUNTED_FROM = 2
"""Slots that a counting slot rests on, offered the same amounts."""
RELATED = 5
"""Hits of related purposes whose words are searched for too."""
POOL = 5
"""How many times the offered number is searched for, before headings and duplicates are dropped."""


@dataclass(frozen=True)
class Hop:
    """What a second search looks for beside the words of the first one's best hits.

    Attributes:
        related: Purpose to purposes whose best hits are searched for as well, e.g. the slots it rests on.
        opposed: Purpose to purposes that it answers: what other documents say on each sentence of their best document.
        cues: Purpose to patterns; sentences that match one are preferred among those found.
        counting: Purposes that count something, each with the name of its argument.
    """

    related: Mapping[str, Sequence[str]] = field(default_factory=dict)
    opposed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cues: Mapping[str, Sequence[re.Pattern[str]]] = field(default_factory=dict)
    counting: Mapping[str, str] = field(default_factory=dict)


class Retrieval:
    """Searches over the documents of one run.

    Args:
        index: The index.
        corpus: Name of the corpus.
        evidence: The run's documents.
        offered: Most sentences offered for a purpose.

    Attributes:
        corpus: Name of the corpus.
    """

    def __init__(self, index: Index, corpus: str, evidence: Evidence, offered: int) -> None:
        self._index = index
        self.corpus = corpus
        self._evidence = evidence
        self._offered = offered
        self._counts: dict[str, int] = {}

    @property
    def engine(self) -> str:
        """Name of the index's engine."""
        return self._index.engine

    def hits(self, query: str) -> int:
        """How many citable sentences answer a query, up to COUNTED; asked once per query."""
        if query not in self._counts:
            found = self._index.search(self.corpus, query, COUNTED, documents=frozenset(self._evidence.documents))
            self._counts[query] = sum(1 for hit in found if self._citable(hit.sentence_id))
        return self._counts[query]

    def find(self, queries: Sequence[str]) -> list[Passage]:
        """Citable sentences that answer some queries, fused, at most COUNTED."""
        found = self._index.search_many(self.corpus, queries, COUNTED, documents=frozenset(self._evidence.documents))
        kept = [hit.sentence_id for hit in fuse(found) if self._citable(hit.sentence_id)]
        return self._evidence.passages(kept[:COUNTED])

    def nearest(self, text: str, k: int, documents: frozenset[str]) -> list[Hit]:
        """The sentences of some documents that are nearest to a text, the nearest first, at most ``k``."""
        return self._index.search(self.corpus, text, k, documents=documents)

    def offers(
        self, purposes: Mapping[str, Sequence[str]], without: Mapping[str, frozenset[str]], hop: Hop | None = None
    ) -> list[Offer]:
        """What is offered for every purpose, the best first.

        Args:
            purposes: Purpose to its queries; their rankings are fused.
            without: Documents that a purpose must not be served from.
            hop: Search again with the words of the best hits (pseudo-relevance feedback), so that facts are found that
                share words with a rule, not with the question; and for this too. None = once.
        """
        offers = self._offers(purposes, without)
        if hop is None:
            return offers
        lead = {p: [i for row in rows for i in row] for p, rows in self._opposed(offers, hop.opposed).items()}
        lead |= self._counted(offers, hop)
        return self._offers(self._fed_back(purposes, offers, hop), without, hop.cues, lead)

    def search(self, queries: Sequence[str], k: int, without: frozenset[str] | None = None) -> list[str]:
        """Sentence ids for some queries, fused, citable ones only, at most ``k``."""
        asked = [query for query in dict.fromkeys(queries) if query.strip()]
        # Headings and the like are found, too, and dropped.
        found = self._index.search_many(
            self.corpus, asked, max(2 * k, POOL * self._offered), documents=frozenset(self._evidence.documents)
        )
        barred = without or frozenset()
        hits = found[0] if len(found) == 1 else fuse(found)
        return [h.sentence_id for h in hits if h.document not in barred and self._citable(h.sentence_id)][:k]

    def _fed_back(
        self, purposes: Mapping[str, Sequence[str]], offers: Sequence[Offer], hop: Hop
    ) -> dict[str, list[str]]:
        """Each purpose's queries, the words of its best hits and of those hits of related purposes that suit its cues.

        A rule that says what is added up leads to the amounts: its words are theirs, those of the question are not.
        """
        best: dict[str, list[str]] = {purpose: [] for purpose in purposes}
        for offer in offers:
            best[offer.purpose].append(self._evidence.sentences[offer.sentence_id].text[:1000])
        widened: dict[str, list[str]] = {}
        for purpose, queries in purposes.items():
            cues = hop.cues.get(purpose, ())
            near = dict.fromkeys(text for other in hop.related.get(purpose, ()) for text in best.get(other, ()))
            suited = sorted(near, key=lambda text: -min(3, sum(1 for cue in cues if cue.search(text))))
            widened[purpose] = [*queries, *best[purpose][:FEEDBACK], *suited[:RELATED]]
        return widened

    def _opposed(
        self, offers: Sequence[Offer], opposed: Mapping[str, Sequence[str]]
    ) -> dict[str, list[tuple[str, str]]]:
        """For each purpose, sentences of the document that is answered, each with the sentence elsewhere most like it.

        Pairs that share most words come first.
        """
        found: dict[str, list[tuple[str, str]]] = {}
        for purpose, others in opposed.items():
            home = self._home([offer for offer in offers if offer.purpose in others])
            if not home:
                continue
            texts = [s for s in self._evidence.documents[home].sentences if self._citable(s.id)][:OPPOSED]
            elsewhere = frozenset(self._evidence.documents) - {home}
            hits = self._index.search_many(self.corpus, [s.text for s in texts], 4, documents=elsewhere)
            rows = [(s.id, hit.sentence_id) for s, near in zip(texts, hits, strict=True) for hit in near]
            found[purpose] = sorted(
                (row for row in rows if self._citable(row[1])), key=lambda row: (-self._shared(*row), row)
            )
        return found

    def _home(self, offers: Sequence[Offer]) -> str:
        """The document that some offers are mostly from, earlier ranks counting more; decisions before others."""
        worth: dict[str, float] = {}
        for offer in offers:
            document = self._evidence.sentences[offer.sentence_id].document
            worth[document] = worth.get(document, 0.0) + 1.0 / (10 + offer.rank)
        decided = {d for d in worth if self._evidence.documents[d].citation.source_class == "decision"}
        return max(decided or worth, key=lambda d: (worth[d], d), default="")

    def _counted(self, offers: Sequence[Offer], hop: Hop) -> dict[str, list[str]]:
        """For each purpose that counts, the sentences nearest to one that says what is counted, without figures itself.

        The amounts that a sum needs share words with its definition, and none with the question.
        """
        found: dict[str, list[str]] = {}
        for purpose, name in hop.counting.items():
            named = {word for word in name.lower().split() if len(word) > 3}
            near = [o.sentence_id for o in offers if o.purpose in (purpose, *hop.related.get(purpose, ()))]
            rows = []
            for n, sentence_id in enumerate(dict.fromkeys(near)):
                text = self._evidence.sentences[sentence_id].text
                met = sum(1 for cue in hop.cues.get(purpose, ()) if cue.search(text))
                if met >= 2 and not any(char.isdigit() for char in text):
                    shared = len(named & set(text.lower().rstrip(".").split()))
                    rows.append((-shared, -met, n, sentence_id, text))
            for *_, sentence_id, text in sorted(rows)[:1]:
                documents = frozenset(self._evidence.documents)
                hits = self._index.search(self.corpus, text, COUNTED // 5, documents=documents)
                found[purpose] = [sentence_id, *(h.sentence_id for h in hits if self._citable(h.sentence_id))]
                for other in hop.related.get(purpose, ())[:COUNTED_FROM]:
                    found.setdefault(other, found[purpose])
        return found

    def _shared(self, one: str, other: str) -> float:
        """Share of the words of two sentences that both have."""
        mine, theirs = (
            {w for w in self._evidence.sentences[i].text.lower().split() if len(w) > 2} for i in (one, other)
        )
        return len(mine & theirs) / max(1, len(mine | theirs))

    def _offers(
        self,
        purposes: Mapping[str, Sequence[str]],
        without: Mapping[str, frozenset[str]],
        cues: Mapping[str, Sequence[re.Pattern[str]]] | None = None,
        lead: Mapping[str, Sequence[str]] | None = None,
    ) -> list[Offer]:
        k = self._offered
        documents = frozenset(self._evidence.documents)
        queries = list(dict.fromkeys(q for group in purposes.values() for q in group if q.strip()))
        found = self._index.search_many(self.corpus, queries, POOL * k, documents=documents)
        hits = dict(zip(queries, found, strict=True))
        offers: list[Offer] = []
        for purpose, group in purposes.items():
            barred = without.get(purpose, frozenset())
            rankings = [hits[q] for q in dict.fromkeys(group) if q in hits]
            fused = rankings[0] if len(rankings) == 1 else fuse(rankings)
            fused = self._preferred(fused, (cues or {}).get(purpose, ()), (lead or {}).get(purpose, ()), k)
            kept = [h for h in fused if h.document not in barred and self._citable(h.sentence_id)][:k]
            offers += [Offer(purpose, hit.sentence_id, n, float(hit.score)) for n, hit in enumerate(kept, 1)]
        return offers

    def _preferred(self, hits: list[Hit], cues: Sequence[re.Pattern[str]], lead: Sequence[str], k: int) -> list[Hit]:
        """Hits in a new order: what leads, up to half of what is offered, then those with a sign of the slot's job.

        A hit with a cue counts as if it stood at half its rank, one with two or more at a quarter.
        """
        first = dict.fromkeys(list(dict.fromkeys(lead))[: k // 2])
        leading = [Hit(i, self._evidence.sentences[i].document, 1.0, n) for n, i in enumerate(first, 1)]

        def place(at: int) -> float:
            text = self._evidence.sentences[hits[at].sentence_id].text
            met = sum(1 for pattern in cues if pattern.search(text))
            return (at + 1) / (1, 2, 4)[min(2, met)]

        known = [n for n, hit in enumerate(hits) if hit.sentence_id in self._evidence.sentences]
        rest = sorted(known, key=lambda n: (place(n), n)) if cues else known
        return leading + [hits[n] for n in rest if hits[n].sentence_id not in first]

    def _citable(self, sentence_id: str) -> bool:
        sentence = self._evidence.sentences.get(sentence_id)
        return sentence is not None and citable(sentence.text)
