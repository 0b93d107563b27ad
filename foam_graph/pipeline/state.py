"""The state of one run while it is worked on: what is committed, and how the next step gets committed.

Every step is one activity with a name of its own; a step whose name is already in the chain is skipped. That is all
there is to resuming: a killed run loses at most the step it was in (architecture 4).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from foam_graph.corpus.retrieval import Index, fuse
from foam_graph.llm.protocol import CallRecord
from foam_graph.model.delta import ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence, Offer, citable, offers_delta
from foam_graph.reasoning.template_tree import Template
from foam_graph.reasoning.turns import Brief, Turn, json_text
from foam_graph.store.store import Store

Progress = Callable[[str], None]
"""Told the name of each step as it begins."""
POOL = 3
"""How many times the offered number is searched for, before headings and duplicates are dropped."""


@dataclass
class RunState:
    """One run in the making.

    Attributes:
        store: The graph.
        brief: What every turn shares.
        template: The template.
        evidence: The run's documents.
        index: Retrieval.
        corpus: Name of the corpus.
        graph: The run as committed so far.
        progress: Told of every step.
        prefix: Put before step names, e.g. for the repair of one challenge.
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
    _counts: dict[str, int] = field(default_factory=dict)

    def step(self, name: str) -> str:
        """The name of a step as it is committed."""
        return self.prefix + name

    def done(self, name: str) -> bool:
        """Whether a step is committed."""
        wanted = self.step(name)
        return any(activity["step"] == wanted for activity in _activities(self.graph))

    def perform(self, name: str, make: Callable[[str], Turn]) -> None:
        """Makes and commits a turn, unless it is committed already.

        Args:
            name: Step name.
            make: Given the full step name, returns the turn.
        """
        if not self.done(name):
            self.progress(self.step(name))
            turn = make(self.step(name))
            turn.step = self.step(name)
            self.commit(turn.draft(), turn.delta)

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        """Commits and adds what was committed to the graph in memory."""
        done = self.store.commit(draft, delta)
        self.graph.apply(draft, delta, done)
        return done

    def hits(self, query: str) -> int:
        """How many of the ten best sentences for a query could be cited; asked once per query."""
        if query not in self._counts:
            found = self.index.search(self.corpus, query, 10, documents=frozenset(self.evidence.documents))
            self._counts[query] = sum(1 for hit in found if self._citable(hit.sentence_id))
        return self._counts[query]

    def retrieve(
        self,
        name: str,
        purposes: Mapping[str, Sequence[str]],
        without: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        """Searches for every purpose and commits what is offered, ranks and scores included, in one activity.

        Args:
            name: Step name.
            purposes: Purpose to its queries; their rankings are fused.
            without: Documents that a purpose must not be served from.
        """
        if self.done(name):
            return
        self.progress(self.step(name))
        offers = [
            o for purpose, qs in purposes.items() for o in self._offers(purpose, qs, (without or {}).get(purpose))
        ]
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

    def search(self, queries: Sequence[str], k: int, without: frozenset[str] | None = None) -> list[str]:
        """Sentence ids for some queries, fused, citable ones only."""
        return [offer.sentence_id for offer in self._offers("", queries, without)][:k]

    def _offers(self, purpose: str, queries: Sequence[str], without: frozenset[str] | None) -> list[Offer]:
        k = self.brief.limits.offered
        documents = frozenset(self.evidence.documents)
        rankings = [
            self.index.search(self.corpus, query, POOL * k, documents=documents, not_documents=without)
            for query in queries
            if query.strip()
        ]
        fused = rankings[0] if len(rankings) == 1 else fuse(rankings)
        kept = [hit for hit in fused if self._citable(hit.sentence_id)][:k]
        return [Offer(purpose, hit.sentence_id, n, float(hit.score)) for n, hit in enumerate(kept, 1)]

    def _citable(self, sentence_id: str) -> bool:
        sentence = self.evidence.sentences.get(sentence_id)
        return sentence is not None and citable(sentence.text)


def _activities(graph: Subgraph) -> list[Mapping[str, object]]:
    return [node.fields for node in graph.of("Activity")]


def call_delta(record: CallRecord) -> Delta:
    """The node of one model call: recorded before its answer is used, so that it is never paid twice."""
    delta = Delta()
    delta.node(
        "ModelCall",
        task=record.task,
        model=record.agent,
        provider=record.provider,
        prompt_hash=record.prompt_hash,
        rollout=record.rollout,
        parameters=json_text(record.parameters),
        tokens_in=record.tokens_in,
        tokens_out=record.tokens_out,
        latency_ms=record.latency_ms,
        attempts=record.attempts,
        repairs=record.repairs,
        outcome=record.outcome,
        response=record.response or None,
    )
    return delta


def call_records(graph: Subgraph) -> list[CallRecord]:
    """The recorded calls of a run, for replay."""
    return [
        CallRecord(
            task=node["task"],
            agent=node["model"],
            provider=node["provider"],
            prompt_hash=node["prompt_hash"],
            rollout=node["rollout"],
            parameters=json.loads(node["parameters"]),
            tokens_in=node["tokens_in"],
            tokens_out=node["tokens_out"],
            latency_ms=node["latency_ms"],
            attempts=node["attempts"],
            repairs=node["repairs"],
            outcome=node["outcome"],
            response=node.get("response", ""),
        )
        for node in graph.of("ModelCall")
    ]
