"""The state of one run while it is worked on: what is committed, and how the next step gets committed.

Every step is one activity with a name of its own; a step whose name is already in the chain is skipped. That is all
there is to resuming: a killed run loses at most the step it was in (architecture 4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial

from foam_graph.agents.endpoint.asking_ahead import AheadAgent
from foam_graph.agents.tasks.table import Passage
from foam_graph.corpus.search.protocol import Index
from foam_graph.corpus.search.ranking import Hit, fuse
from foam_graph.model.delta import ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.deliberation.drift_reports import report, violations
from foam_graph.reasoning.drafting.generation import grown
from foam_graph.reasoning.evidence import Evidence, Offer, citable, offers_delta
from foam_graph.reasoning.perspectives.constraints import DriftReport
from foam_graph.reasoning.sublation import Sublation
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Turn, json_text
from foam_graph.store.store import Store

Progress = Callable[[str], None]
"""Told the name of each step as it begins."""
Make = Callable[[str], Turn]
"""Given the full step name, makes a turn; without effects, except that it asks the run's agent."""
MakeBound = Callable[[str, Evidence], Turn]
"""The same, given the evidence it may use as well."""
BLOCKED = "!blocked"
"""Ending of the step name of a turn that was blocked."""
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


@dataclass
class RunState:
    """One run in the making.

    Attributes:
        store: The graph.
        brief: What every turn shares.
        template: The template, with the nodes that were generated in this run.
        evidence: The run's documents.
        index: Retrieval.
        corpus: Name of the corpus.
        graph: The run as committed so far.
        progress: Told of every step.
        prefix: Put before step names, e.g. for the repair of one challenge.
        sublated: The labels just written, so that compiling need not compute them again.
    """

    store: Store
    brief: Brief
    template: Template
    evidence: Evidence
    index: Index
    corpus: str
    graph: Subgraph
    progress: Progress = field(default=lambda _step: None)
    prefix: str = ""
    sublated: Sublation | None = None
    _counts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.template = grown(self.template, self.graph)

    def step(self, name: str) -> str:
        """The name of a step as it is committed."""
        return self.prefix + name

    def done(self, name: str) -> bool:
        """Whether a step is committed."""
        wanted = self.step(name)
        return any(activity["step"] == wanted for activity in _activities(self.graph))

    def perform(self, name: str, make: Make) -> None:
        """Makes and commits a turn, unless it is committed already.

        Args:
            name: Step name.
            make: Makes the turn.
        """
        if not self.done(name):
            self.progress(self.step(name))
            turn = make(self.step(name))
            turn.step = self.step(name)
            self.commit(turn.draft(), turn.delta)

    def perform_each(self, steps: Mapping[str, Make]) -> None:
        """Performs steps whose questions do not build on one another, one after the other.

        Each is an activity of its own; a model is asked the questions of all of them at the same time.

        Args:
            steps: Step name to what makes its turn, in order.
        """
        left = {name: make for name, make in steps.items() if not self.done(name)}
        with self._asked_ahead({name: partial(make, self.step(name)) for name, make in left.items()}):
            for name, make in left.items():
                self.perform(name, make)

    def perform_bound(self, name: str, make: MakeBound) -> None:
        """Like ``perform``, for turns of a perspective, which must keep its hard constraints (foam.md 1).

        A turn that breaks one is committed as blocked, made once more without the offending documents, and then
        escalated.

        Args:
            name: Step name.
            make: Makes the turn.
        """
        if self.done(name):
            return
        step = self.step(name)
        self.progress(step)
        first, found, second = self._bound(step, make)
        if second is not None and not self.done(name + BLOCKED):
            self._block(step + BLOCKED, first, violations(found))
        turn = second or first
        turn.step = step
        self.commit(turn.draft(), turn.delta)

    def perform_each_bound(self, steps: Mapping[str, MakeBound]) -> None:
        """Like ``perform_each``, for turns of perspectives, which must keep their hard constraints."""
        left = {name: make for name, make in steps.items() if not self.done(name)}
        with self._asked_ahead({name: partial(self._bound, self.step(name), make) for name, make in left.items()}):
            for name, make in left.items():
                self.perform_bound(name, make)

    def _asked_ahead(self, makers: Mapping[str, Callable[[], object]]) -> AbstractContextManager[None]:
        agent = self.brief.agent
        if len(makers) < 2 or not isinstance(agent, AheadAgent):
            return nullcontext()
        self.progress(", ".join(self.step(name) for name in makers))
        return agent.ahead(list(makers.values()))

    def _bound(self, step: str, make: MakeBound) -> tuple[Turn, DriftReport, Turn | None]:
        """A turn, its drift report and, where it is blocked, the one made without the offending documents."""
        first = make(step, self.evidence)
        found = report(self.brief, self.evidence, first)
        if not found.blocked:
            return first, found, None
        barred = {d for d in self.evidence.documents if any(d in v.detail for v in found.violated)}
        second = make(step, self.evidence.without(barred))
        again = report(self.brief, self.evidence, second)
        if again.blocked:
            second.notes.append(f"escalated to the evaluator: {'; '.join(violations(again))}")
        return first, found, second

    def _block(self, step: str, turn: Turn, faults: list[str]) -> None:
        """Commits a blocked turn: what it cost and why, and nothing of what it made."""
        fields = {**turn.draft().fields, "outcome": "blocked", "note": "; ".join(faults)[:4000]}
        self.commit(ActivityDraft(self.brief.run, turn.kind, turn.role, step, self.brief.agent.name, fields), Delta())

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        """Commits and adds what was committed to the graph in memory."""
        done = self.store.commit(draft, delta)
        self.graph.apply(draft, delta, done)
        if any("spec" in node.fields for node in delta.nodes if node.kind == "TemplateNode"):
            self.template = grown(self.template, self.graph)
        return done

    def hits(self, query: str) -> int:
        """How many citable sentences answer a query, up to COUNTED; asked once per query."""
        if query not in self._counts:
            found = self.index.search(self.corpus, query, COUNTED, documents=frozenset(self.evidence.documents))
            self._counts[query] = sum(1 for hit in found if self._citable(hit.sentence_id))
        return self._counts[query]

    def find(self, queries: Sequence[str]) -> list[Passage]:
        """Citable sentences that answer some queries, fused, at most COUNTED."""
        found = self.index.search_many(self.corpus, queries, COUNTED, documents=frozenset(self.evidence.documents))
        kept = [hit.sentence_id for hit in fuse(found) if self._citable(hit.sentence_id)]
        return self.evidence.passages(kept[:COUNTED])

    def retrieve(
        self,
        name: str,
        purposes: Mapping[str, Sequence[str]],
        without: Mapping[str, frozenset[str]] | None = None,
        feedback: bool = False,
        hop: Hop | None = None,
    ) -> None:
        """Searches for every purpose and commits what is offered, ranks and scores included, in one activity.

        Args:
            name: Step name.
            purposes: Purpose to its queries; their rankings are fused.
            without: Documents that a purpose must not be served from.
            feedback: Search again with the words of the best hits (pseudo-relevance feedback), so that facts are
                found that share words with a rule, not with the question.
            hop: What else to search for when feeding back, and what to prefer.
        """
        if self.done(name):
            return
        self.progress(self.step(name))
        offers = self._offers(purposes, without or {})
        if feedback:
            hop = hop or Hop()
            lead = {p: [i for row in rows for i in row] for p, rows in self._opposed(offers, hop.opposed).items()}
            lead |= self._counted(offers, hop)
            offers = self._offers(self._fed_back(purposes, offers, hop), without or {}, hop.cues, lead)
        draft = ActivityDraft(
            self.brief.run,
            "Retrieval",
            Role.RETRIEVER,
            self.step(name),
            fields={
                "parameters": json_text(
                    {"engine": self.index.engine, "queries": {p: list(q) for p, q in purposes.items()}}
                )
            },
        )
        delta = offers_delta(offers, self.index.engine, self.evidence, self.graph, Ref("@", "Retrieval"))
        self.commit(draft, delta)

    def _fed_back(
        self, purposes: Mapping[str, Sequence[str]], offers: Sequence[Offer], hop: Hop
    ) -> dict[str, list[str]]:
        """Each purpose's queries, the words of its best hits and of those hits of related purposes that suit its cues.

        A rule that says what is added up leads to the amounts: its words are theirs, those of the question are not.
        """
        best: dict[str, list[str]] = {purpose: [] for purpose in purposes}
        for offer in offers:
            best[offer.purpose].append(self.evidence.sentences[offer.sentence_id].text[:1000])
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
            texts = [s for s in self.evidence.documents[home].sentences if self._citable(s.id)][:OPPOSED]
            elsewhere = frozenset(self.evidence.documents) - {home}
            hits = self.index.search_many(self.corpus, [s.text for s in texts], 4, documents=elsewhere)
            rows = [(s.id, hit.sentence_id) for s, near in zip(texts, hits, strict=True) for hit in near]
            found[purpose] = sorted(
                (row for row in rows if self._citable(row[1])), key=lambda row: (-self._shared(*row), row)
            )
        return found

    def _home(self, offers: Sequence[Offer]) -> str:
        """The document that some offers are mostly from, earlier ranks counting more; decisions before others."""
        worth: dict[str, float] = {}
        for offer in offers:
            document = self.evidence.sentences[offer.sentence_id].document
            worth[document] = worth.get(document, 0.0) + 1.0 / (10 + offer.rank)
        decided = {d for d in worth if self.evidence.documents[d].citation.source_class == "decision"}
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
                text = self.evidence.sentences[sentence_id].text
                met = sum(1 for cue in hop.cues.get(purpose, ()) if cue.search(text))
                if met >= 2 and not any(char.isdigit() for char in text):
                    shared = len(named & set(text.lower().rstrip(".").split()))
                    rows.append((-shared, -met, n, sentence_id, text))
            for *_, sentence_id, text in sorted(rows)[:1]:
                documents = frozenset(self.evidence.documents)
                hits = self.index.search(self.corpus, text, COUNTED // 5, documents=documents)
                found[purpose] = [sentence_id, *(h.sentence_id for h in hits if self._citable(h.sentence_id))]
                for other in hop.related.get(purpose, ())[:COUNTED_FROM]:
                    found.setdefault(other, found[purpose])
        return found

    def _shared(self, one: str, other: str) -> float:
        """Share of the words of two sentences that both have."""
        mine, theirs = (
            {w for w in self.evidence.sentences[i].text.lower().split() if len(w) > 2} for i in (one, other)
        )
        return len(mine & theirs) / max(1, len(mine | theirs))

    def offer(self, name: str, find: Callable[[Collection[str]], Mapping[str, Sequence[str]]]) -> None:
        """Offers sentences that were found by looking, not by searching, in one activity.

        Args:
            name: Step name, and engine of the offers.
            find: Given the sentences in the graph, names sentences for each purpose.
        """
        if self.done(name):
            return
        self.progress(self.step(name))
        known = {node["sentence_id"] for node in self.graph.of("EvidenceSentence")}
        offers = [Offer(purpose, s, n, 0.0) for purpose, ids in find(known).items() for n, s in enumerate(ids, 1)]
        draft = ActivityDraft(self.brief.run, "Retrieval", Role.RETRIEVER, self.step(name))
        engine = f"{name} by {self.brief.agent.name}"
        self.commit(draft, offers_delta(offers, engine, self.evidence, self.graph, Ref("@", "Retrieval")))

    def search(self, queries: Sequence[str], k: int, without: frozenset[str] | None = None) -> list[str]:
        """Sentence ids for some queries, fused, citable ones only."""
        return [offer.sentence_id for offer in self._offers({"": queries}, {"": without or frozenset()})][:k]

    def _offers(
        self,
        purposes: Mapping[str, Sequence[str]],
        without: Mapping[str, frozenset[str]],
        cues: Mapping[str, Sequence[re.Pattern[str]]] | None = None,
        lead: Mapping[str, Sequence[str]] | None = None,
    ) -> list[Offer]:
        k = self.brief.limits.offered
        documents = frozenset(self.evidence.documents)
        queries = list(dict.fromkeys(q for group in purposes.values() for q in group if q.strip()))
        found = self.index.search_many(self.corpus, queries, POOL * k, documents=documents)
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
        leading = [Hit(i, self.evidence.sentences[i].document, 1.0, n) for n, i in enumerate(first, 1)]

        def place(at: int) -> float:
            text = self.evidence.sentences[hits[at].sentence_id].text
            met = sum(1 for pattern in cues if pattern.search(text))
            return (at + 1) / (1, 2, 4)[min(2, met)]

        known = [n for n, hit in enumerate(hits) if hit.sentence_id in self.evidence.sentences]
        rest = sorted(known, key=lambda n: (place(n), n)) if cues else known
        return leading + [hits[n] for n in rest if hits[n].sentence_id not in first]

    def _citable(self, sentence_id: str) -> bool:
        sentence = self.evidence.sentences.get(sentence_id)
        return sentence is not None and citable(sentence.text)


def _activities(graph: Subgraph) -> list[Mapping[str, object]]:
    return [node.fields for node in graph.of("Activity")]
