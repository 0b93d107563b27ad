"""What a challenge is said to touch, against a naive reading of the graph and against deleting the node (protocol 7.2)."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foam_graph.contest.estimate import localize
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.sublation import build as sublation
from foam_graph.store.store import Store


@dataclass(frozen=True)
class Plan:
    """A small graph to build: each claim has records, which quote sentences, and rests on earlier claims.

    Attributes:
        lines: For each claim the sentences of its one record, by number.
        rests: For each claim earlier ones that it rests on.
        revised: Claims that get a second version of their own, in this order.
    """

    lines: tuple[tuple[int, ...], ...]
    rests: tuple[tuple[int, ...], ...]
    revised: tuple[int, ...]


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    size = draw(st.integers(1, 6))
    lines = tuple(tuple(draw(st.lists(st.integers(0, 4), min_size=1, max_size=2, unique=True))) for _ in range(size))
    rests = tuple(
        tuple(draw(st.lists(st.integers(0, n - 1), max_size=2, unique=True))) if n else () for n in range(size)
    )
    revised = tuple(draw(st.lists(st.integers(0, size - 1), max_size=2)))
    return Plan(lines, rests, revised)


def build(store: Store, plan: Plan) -> tuple[str, Subgraph]:
    """Writes a plan as a run of its own."""
    run = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(run, "run", "a test")
    offered = Delta()
    for n in range(5):
        offered.node(
            "EvidenceSentence",
            doc_id="d", sent_id=n + 1, sentence_id=f"d:{n + 1}", start=10 * n, end=10 * n + 9, text=f"Sentence {n}.",
        )  # fmt: skip
    done = store.commit(ActivityDraft(run, "Retrieval", Role.RETRIEVER, "offer"), offered)
    sentences = [Ref(i, "EvidenceSentence") for i in done.ids]
    newest: list[Ref] = []
    for n, line in enumerate(plan.lines):
        newest.append(version(store, run, f"claim-{n}", line, sentences, [newest[m] for m in plan.rests[n]], None))
    for step, n in enumerate(plan.revised):
        below = [newest[m] for m in plan.rests[n]]
        newest[n] = version(store, run, f"again-{step}", plan.lines[n], sentences, below, newest[n])
    return run, store.subgraph(run)


def version(
    store: Store,
    run: str,
    name: str,
    line: Sequence[int],
    sentences: Sequence[Ref],
    below: Sequence[Ref],
    old: Ref | None,
) -> Ref:
    """Writes a claim with its line; a later version takes the place of an earlier one."""
    delta = Delta()
    claim = delta.node(
        "Claim", text=name, leaf=name, component="claim", syllogism_type="contention", stance_id="s",
        evidence="required", values=[], form="quotation", words=1,
    )  # fmt: skip
    warrant = delta.node("Warrant", text="It follows.")
    record = delta.node(
        "EvidenceRecord",
        tag="t", sentence_ids=[f"d:{n + 1}" for n in line], quotation="q", documents=["d"], severable=False,
        flags=[], source_classes=["expert"],
    )  # fmt: skip
    delta.edge("WARRANTS", warrant, claim)
    delta.edge("USES", warrant, record)
    for place, n in enumerate(line, 1):
        delta.edge("QUOTES", record, sentences[n], position=place)
    for other in below:
        delta.edge("RESTS_ON", claim, other)
    if old is not None:
        delta.edge("SUPERSEDES", claim, old)
    done = store.commit(ActivityDraft(run, "AgentTurn", Role.REFINER, name), delta)
    return Ref(done.ids[0], "Claim")


def naive(graph: Subgraph, node: str) -> set[str]:
    """Live claims that depend on a node: by repeated passes over all edges, no index, no query."""
    reached = {node}
    grown = True
    while grown:
        grown = False
        for edge in graph.edges:
            up = edge.type in ("QUOTES", "USES", "RESTS_ON")
            source, end = (edge.end, edge.start) if up else (edge.start, edge.end)
            if (
                edge.type in ("QUOTES", "USES", "RESTS_ON", "WARRANTS", "SUPERSEDES")
                and source in reached
                and end not in reached
            ):
                reached.add(end)
                grown = True
    return {c.id for c in graph.live("Claim") if c.id in reached}


def standing(graph: Subgraph, fallen: Sequence[str] = ()) -> set[str]:
    """Live claims that stand when some nodes are taken away, everything computed anew."""
    frame = sublation.assuming(sublation.draft_of(graph), withdrawn=fallen)
    # Every gate closed: an audience that admits every source and prefers no value to another one.
    labelled = frame.label(frozenset(a.gate for a in frame.attacks if a.gate is not None))
    return {c.id for c in graph.live("Claim") if labelled.labels[frame.index[c.id]] == "in"}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=plans())
def test_the_frontier_is_what_depends_on_the_challenged_node(store: Store, plan: Plan) -> None:
    run, graph = build(store, plan)
    everything = standing(graph)
    assert everything == {c.id for c in graph.live("Claim")}
    for kind in ("EvidenceSentence", "EvidenceRecord", "Warrant", "Claim"):
        for node in graph.of(kind):
            if any(graph.superseded(c) for c in (node.id, *claims_of(graph, node.id))):
                continue
            found = set(localize(store, graph, node).all)
            assert found == naive(graph, node.id), (run, node.id)
            used = kind != "EvidenceSentence" or graph.into(node.id, "QUOTES")
            assert found == (everything - standing(graph, [node.id]) if used else set()), (run, node.id)


def claims_of(graph: Subgraph, node: str) -> list[str]:
    """Claims whose line a record or warrant is part of."""
    warrants = [node, *(w.id for w in graph.into(node, "USES"))]
    return [c.id for w in warrants for c in graph.out(w, "WARRANTS")]
