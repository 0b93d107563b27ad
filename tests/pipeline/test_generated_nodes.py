"""A topic that none of a template's options speaks to: a node is generated, argued, rebuilt on resuming, and contested."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from foam_graph.app.asking import Ask, ask, finish, open_run
from foam_graph.app.contesting import Challenge, challenge, rule
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.drafting.generation import grown
from foam_graph.reasoning.drafting.structure import slots_of
from foam_graph.reasoning.drafting.supply import supply
from foam_graph.reasoning.templates.checks import template_faults
from foam_graph.reasoning.templates.library import load_template
from foam_graph.reasoning.turns import Limits
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.odd_world import PERSPECTIVES, QUESTION, TEMPLATE, write_odd_corpus

CORPUS = "odd"
LIMITS = Limits(min_iterations=1, max_iterations=1, best_of_n=1, offered=16)
ASK = Ask(QUESTION, CORPUS, TEMPLATE, PERSPECTIVES, seed=3, dated="2026-11-21", limits=LIMITS)
DECISION = "trad-advantages"


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as opened:
        load(opened, [write_odd_corpus(tmp_path_factory.mktemp("odd"))], CORPUS)
        yield opened


@pytest.fixture(scope="module")
def run(session: Session) -> str:
    return ask(session, ASK)


@pytest.fixture(scope="module")
def graph(session: Session, run: str) -> Subgraph:
    return session.store.subgraph(run)


def generated(graph: Subgraph) -> Node:
    """The node that was made for the run."""
    (node,) = (n for n in graph.of("TemplateNode") if n.get("spec"))
    return node


def taken(graph: Subgraph) -> list[str]:
    """What the decision takes now."""
    (choice,) = (c for c in graph.live("TemplateChoice") if c["branch"] == DECISION)
    return list(choice["children"])


def test_nothing_in_the_template_speaks_to_the_topic_and_the_generated_node_does(session: Session, run: str) -> None:
    state = open_run(session, run)
    hits = {
        child.id: supply(state.template, child.id, state.retrieval.find)
        for child in state.template.node(DECISION).children
    }
    new = generated(state.graph)["node_id"]
    assert hits.pop(new) > 0
    assert set(hits.values()) == {0}
    assert new in taken(state.graph)


def test_it_is_recorded_with_its_reason_and_tied_to_its_place(graph: Subgraph) -> None:
    node = generated(graph)
    assert node["generated"]
    assert DECISION in [n["node_id"] for n in graph.out(node.id, "CHILD_OF")]
    assert any(f"{name}: " in node["why"] for name in PERSPECTIVES)
    spec = json.loads(node["spec"])
    below = {n["component"] for n in graph.into(node.id, "CHILD_OF")}
    assert below == {leaf["component"] for leaf in spec["children"]}


def test_the_tree_is_rebuilt_from_the_graph_checked_and_adds_up(session: Session, run: str, graph: Subgraph) -> None:
    tree = grown(load_template(TEMPLATE), graph)
    state = open_run(session, run)
    assert tree == state.template == grown(tree, graph)
    assert not list(template_faults(tree))
    slots = slots_of(graph, tree)
    assert sum(slot.word_budget for slot in slots) == tree.root.word_budget
    recorded = {n["leaf"]: n["word_budget"] for n in graph.live("TemplateTraversal")}
    assert {slot.leaf_id: slot.word_budget for slot in slots} == recorded
    budgets = {n["node_id"]: n["word_budget"] for n in graph.of("TemplateNode")}
    assert budgets[generated(graph)["node_id"]] == tree.node(generated(graph)["node_id"]).word_budget


def test_its_slots_are_argued_and_shown(session: Session, run: str, graph: Subgraph) -> None:
    node = generated(graph)
    claims = [c for c in graph.live("Claim") if c["leaf"].startswith(node["node_id"])]
    assert {c["component"] for c in claims} == {"uniqueness", "link", "internal_link", "impact"}
    page = export(session, "dossier", run)
    assert "Made for this question, not from the template" in page
    assert node.id in page
    assert verify(session.store, run).ok


def test_a_run_broken_off_after_the_traversal_ends_as_an_unbroken_one(session: Session, run: str) -> None:
    def stop(step: str) -> None:
        if step == "retrieve":
            raise KeyboardInterrupt(step)

    session.progress = stop
    try:
        with pytest.raises(KeyboardInterrupt):
            ask(session, ASK)
    finally:
        session.progress = lambda _step: None
    broken = session.store.ask("runs")[0]["id"]
    finish(session, broken)
    rows = [
        sorted((c["leaf"], c["text"]) for name in ("core", "conditional", "contested") for c in found[name])
        for found in (read_position(session.store.subgraph(r), r).as_json() for r in (run, broken))
    ]
    assert rows[0] == rows[1]


def test_it_can_be_challenged_as_structure(session: Session) -> None:
    own = ask(session, ASK)
    graph = session.store.subgraph(own)
    node = generated(graph)
    lodged = challenge(
        session, Challenge(node.id, "structural", "The village asked for an argument on rights.")
    ).as_json()
    (part,) = session.store.subgraph(own).out(lodged["challenge"], "ATTACKS")
    assert part.kind == "TemplateChoice"
    assert node["node_id"] in part["children"]
    fallen = [c.id for c in graph.live("Claim") if c["leaf"].startswith(node["node_id"])]
    assert set(fallen) <= {f["claim"] for f in lodged["frontier"]}
    rule(session, lodged["challenge"], True, "It was.", "Judge Roe")
    assert open_run(session, own).template.node(node["node_id"]).generated, "what was generated stays in the tree"
    assert verify(session.store, own).ok
