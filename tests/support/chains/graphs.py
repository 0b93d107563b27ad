"""Runs to export: random ones that the model's own check accepts, and a small realistic one made by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from foam_graph.model.canonical import GENESIS, canonical, sha256
from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, Ref, activity_id, node_ids
from foam_graph.model.edges import EDGE_KINDS
from foam_graph.model.kinds import EdgeKind, Field, Role
from foam_graph.model.nodes import ACTIVITIES, NODES, fields_of
from foam_graph.model.subgraph import Edge, Subgraph
from foam_graph.model.validation import fits
from foam_graph.store.chain.sealing import Sealed, prepare, seal

HOSTILE = (
    'He said "no" and left',
    "two\nlines\r\nand\ttabs",
    "]]> ]] } { | \\ \\n \\u0041 ''' \"\"\"",
    "\x00\x01\x1b[31m\x7f\x85\ufffe",
    "naïve ☂ 🐘 e\u0301 \u202eright to left",
    "%% xsd:int 'id:x' <http://x/> [prov:type='y'] // not a comment /* nor this */",
    "endDocument",
    "",
    " ",
    "true",
    "2020-01-01T00:00:00",
    "$dollar & <tag> #hash @en ^^xsd:int",
    "ends in a backslash \\",
    'ends in a quote "',
)
STANCES = ("steward", "critic-at-large", "a.b", "c:d é", "")


class Chain:
    """Commits deltas into a Subgraph as the store would, without a database."""

    def __init__(self, run: str, graph: Subgraph | None = None) -> None:
        self.run = run
        self.graph = graph if graph is not None else Subgraph()
        self.seq = 0
        self.sealed: list[Sealed] = []

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        salts = (sha256(f"{self.run} {self.seq} {n}".encode())[:32] for n in count())
        prepared = prepare(draft, delta, salts)
        activity = activity_id(self.run, self.seq)
        at = f"2026-03-{1 + self.seq // 1440 % 28:02d}T{self.seq // 60 % 24:02d}:{self.seq % 60:02d}:00.000042Z"
        done = Committed(self.run, activity, self.seq, at, "", node_ids(activity, delta.nodes))
        self.sealed.append(seal(prepared, self.seq, at, self.sealed[-1].done.hash if self.sealed else GENESIS))
        self.graph.apply(draft, delta, done)
        self.seq += 1
        return done


def shuffled(graph: Subgraph, seed: int) -> Subgraph:
    """The same graph with nodes and edges in another order of arrival."""
    chance = random.Random(seed)  # noqa: S311 - a seeded generator is what a test needs
    nodes, edges = list(graph.nodes), list(graph.edges)
    chance.shuffle(nodes)
    chance.shuffle(edges)
    return Subgraph(nodes, edges)


def random_run(seed: int, activities: int = 8, run: str = "") -> tuple[Subgraph, str]:
    """A run of random activities, nodes and edges, each allowed by the model's tables; and its id."""
    _, chain = random_chains(seed, activities, run)
    return chain.graph, chain.run


def in_circles(graph: Subgraph) -> Subgraph:
    """The same graph, live nodes and all, where versions below name each other or themselves: nothing once refused it."""
    back = [
        Edge(e.type, e.end, e.start if graph.superseded(e.start) else e.end, {}, e.seq)
        for e in graph.edges
        if e.type == "SUPERSEDES"
    ]
    return Subgraph(graph.nodes, [*graph.edges, *back])


def random_chains(seed: int, activities: int = 8, run: str = "") -> tuple[Chain, Chain]:
    """A corpus and a run over it, see ``random_run``."""
    chance = random.Random(seed)  # noqa: S311 - a seeded generator is what a test needs
    run = run or chance.choice(("run-1", "r.1", "-run", "rün 🐘", "a:b@c.", "9%41", "r/#?&=,;()[]'\""))
    graph = Subgraph()
    corpus = Chain(f"{run}-corpus", graph)
    corpus.commit(
        ActivityDraft(corpus.run, "Opening", Role.OPERATOR, "open"),
        _with(chance, [("Run", corpus.run), ("Document", "doc@c"), ("Perspective", "p@1"), ("Document", "d:2")]),
    )
    outside = Subgraph([n for n in graph.nodes if n.kind not in ACTIVITIES])
    chain = Chain(run, outside)
    chain.commit(ActivityDraft(run, "Opening", Role.OPERATOR, "open"), _with(chance, [("Run", run), ("Question", "")]))
    for _ in range(activities):
        chain.commit(*_random_activity(chance, chain))
    return corpus, chain


def _with(chance: random.Random, kinds: Sequence[tuple[str, str]]) -> Delta:
    delta = Delta()
    for kind, node_id in kinds:
        delta.node(kind, id=node_id, **_values(chance, fields_of(kind)))
    return delta


def _random_activity(chance: random.Random, chain: Chain) -> tuple[ActivityDraft, Delta]:
    kind = chance.choice(sorted(ACTIVITIES))
    role = chance.choice(sorted(ACTIVITIES[kind].writers))
    fields: dict[str, Any] = {"note": chance.choice(HOSTILE), "tokens_in": chance.choice((0, 7, 2**40))}
    if chance.random() < 0.7:
        fields["stance_id"] = chance.choice(STANCES)
    if kind == "HumanAct" and chance.random() < 0.7:
        fields["by"] = chance.choice(("Ada Secret", "Bob Secret"))
    used = [n.id for n in chain.graph.nodes if chance.random() < 0.1] + ["somewhere:else"]
    agent = "person" if kind == "HumanAct" else chance.choice(("offline-rules", "gpt/4.1:mini", 'mo"del'))
    draft = ActivityDraft(chain.run, kind, role, chance.choice(("step", 'a "step"')), agent, fields, tuple(used))
    return draft, _random_delta(chance, chain, draft)


def _random_delta(chance: random.Random, chain: Chain, draft: ActivityDraft) -> Delta:
    delta = Delta()
    kinds = sorted(k for k, row in NODES.items() if draft.role in row.writers and not row.named)
    new = [Ref(SELF, draft.kind)]
    for _ in range(chance.randrange(0, 6) if kinds else 0):
        kind = chance.choice(kinds)
        new.append(delta.node(kind, **_values(chance, fields_of(kind))))
    known = [n.ref for n in chain.graph.nodes]
    for row in EDGE_KINDS:
        if draft.role in row.writers and not row.automatic:
            for _ in range(chance.choice((0, 1, 2, 4))):
                _random_edge(chance, delta, row, new, known)
    return delta


def _random_edge(chance: random.Random, delta: Delta, row: EdgeKind, new: Sequence[Ref], known: Sequence[Ref]) -> None:
    starts = [r for r in (new if row.from_new else [*new, *known]) if fits(r.kind, row.starts)]
    ends = [r for r in (*new, *known) if fits(r.kind, row.ends)]
    if not starts or not ends:
        return
    start = chance.choice(starts)
    ends = [r for r in ends if not row.turns_back(start.kind, r.kind)]
    if not ends:
        return
    end = chance.choice(ends)
    # What rests on another or takes its place was made after it, so that neither runs in a circle.
    if row.type in ("RESTS_ON", "SUPERSEDES") and end.local and int(end.id[1:]) >= int(start.id[1:]):
        return
    delta.edge(row.type, start, end, **_values(chance, row.fields))


def _values(chance: random.Random, fields: Sequence[Field]) -> dict[str, Any]:
    return {f.name: _value(chance, f) for f in fields if f.required or chance.random() < 0.5}


def _value(chance: random.Random, field: Field) -> Any:
    if field.type.endswith("[]"):
        one = Field(field.name, field.type[:-2], "")  # type: ignore[arg-type]
        return [_value(chance, one) for _ in range(chance.randrange(0, 3))]
    if field.values:
        return chance.choice(field.values)
    low = 0 if field.low is None else field.low
    high = low + 9 if field.high is None else field.high
    if field.type == "int":
        return chance.randrange(int(low), int(high) + 1)
    if field.type == "float":
        return chance.choice((float(low), float(high), low + (high - low) / 3))
    if field.type == "bool":
        return chance.random() < 0.5
    return canonical({"k": chance.choice(HOSTILE)}).decode() if field.type == "json" else chance.choice(HOSTILE)


def small_run() -> tuple[Subgraph, str]:
    """A question, a perspective, a claim with its evidence, a challenge by a person, a repair, a position."""
    graph = Subgraph()
    corpus = Chain("corpus-parks", graph)
    load = Delta()
    load.node("Run", id="corpus-parks", kind="corpus", title="parks", operator="City library", software="foam 0.1")
    document = load.node(
        "Document", id="d1@parks", doc_id="d1", corpus="parks", path="a.txt", sha256="00", title="Tree survey",
        sentences=2, source_class="report", segmentation="s1", author="Grace Author", date="2024-05-01",
    )  # fmt: skip
    perspective = load.node(
        "Perspective", id="steward@abc", stance_id="steward", role_label="Steward", domain="governance",
        disclosure_text="Speaks for the trees.", value_names=["care"], value_weights=[1.0], coherence=0.9, card="{}",
    )  # fmt: skip
    at = corpus.commit(ActivityDraft("corpus-parks", "Load", Role.OPERATOR, "load"), load)
    document, perspective = Ref(at.id_of(document), "Document"), Ref(at.id_of(perspective), "Perspective")
    # As the store reads a run: what it refers to comes without the other chain's activities.
    own = Subgraph([graph[document.id], graph[perspective.id]])
    chain = Chain("run-1", own)
    opening = Delta()
    node = opening.node(
        "Run", id="run-1", kind="run", title="Should the park", operator="City library", software="foam"
    )
    opening.edge("ASKS", node, opening.node("Question", text="Should the park be lit at night?"))
    chain.commit(ActivityDraft("run-1", "Opening", Role.OPERATOR, "open"), opening)
    _argue(chain, document, perspective)
    return own, "run-1"


def _argue(chain: Chain, document: Ref, perspective: Ref) -> None:
    found = Delta()
    sentence = found.node(
        "EvidenceSentence", doc_id="d1", sent_id=2, sentence_id="d1:2", start=31, end=62, text="Lamps disturb the bats."
    )
    found.edge("FROM_DOCUMENT", sentence, document)
    found.edge("OFFERED", Ref(SELF, "Retrieval"), sentence, leaf="harm", rank=1, score=0.8, engine="bm25/1")
    done = chain.commit(ActivityDraft(chain.run, "Retrieval", Role.RETRIEVER, "offer", "bm25"), found)
    sentence = Ref(done.id_of(sentence), "EvidenceSentence")
    first = _claim(chain, perspective, sentence, "Lighting harms the bats.", None)
    doubt = Delta()
    critique = doubt.node(
        "Challenge", type="scope_overreach", flaw="scope_wider_than_evidence", grounds="Only one pond was surveyed.",
        quoted="the bats", stance_id="", kind="scope", by="Ada Secret", stale=False,
    )  # fmt: skip
    doubt.edge("ATTACKS", critique, first)
    doubt.edge("CHALLENGES", critique, first)
    draft = ActivityDraft(chain.run, "HumanAct", Role.CONTESTER, "challenge", "person", {"by": "Ada Secret"})
    raised = chain.commit(draft, doubt)
    second = _claim(chain, perspective, sentence, "Lighting may harm the bats.", first)
    end = Delta()
    prose = end.node(
        "Synthesis", text="Lighting may harm.", sentences="[]", agree=[], open=[], hooks=["foam challenge"]
    )
    end.edge("SYNTHESIZES", prose, second)
    memo = end.node("DissentMemo", text="One critique stands.", items="[]")
    end.edge("LISTS", memo, Ref(raised.id_of(critique), "Challenge"))
    position = end.node(
        "Position", certified=True, statement="AI-assisted.", words=9, read_minutes=0.1, version=1, coverage="{}"
    )
    end.edge("INCLUDES", position, prose)
    end.edge("INCLUDES", position, memo)
    chain.commit(ActivityDraft(chain.run, "Compilation", Role.COMPILER, "position"), end)


def _claim(chain: Chain, perspective: Ref, sentence: Ref, text: str, old: Ref | None) -> Ref:
    delta, me = Delta(), Ref(SELF, "AgentTurn")
    delta.edge("HOLDS", me, perspective)
    claim = delta.node(
        "Claim", text=text, leaf="harm", component="impact", syllogism_type="advantage", stance_id="steward",
        evidence="required", values=["care"], form="quotation", words=8,
    )  # fmt: skip
    delta.edge("PROPOSES", me, claim)
    record = delta.node(
        "EvidenceRecord", tag="harm", sentence_ids=["d1:2"], quotation="Lamps disturb the bats.", documents=["d1"],
        severable=False, flags=[], source_classes=["report"],
    )  # fmt: skip
    delta.edge("QUOTES", record, sentence, position=1)
    delta.edge("SUPPORTS", record, claim)
    warrant = delta.node("Warrant", text="What disturbs bats harms them.")
    delta.edge("WARRANTS", warrant, claim)
    delta.edge("USES", warrant, record)
    if old is not None:
        delta.edge("REVISES", me, old)
        delta.edge("SUPERSEDES", claim, old)
    role = Role.REFINER if old else Role.PROPOSER
    draft = ActivityDraft(chain.run, "AgentTurn", role, "slot", "offline-rules", {"stance_id": "steward"})
    return Ref(chain.commit(draft, delta).id_of(claim), "Claim")
