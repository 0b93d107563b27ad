"""What diff says: of two positions exactly what a repair touched, of two runs what a perspective changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.positions_comparing import KINDS
from foam_graph.app.session import Session
from foam_graph.app.tracing import why
from foam_graph.app.varying import Variation, rerun
from foam_graph.config import Settings
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.planted_world import DAY, LIMITS, PERSPECTIVES, QUESTION, TEMPLATE, load_world

CORPUS = "compared"
WANTED = Ask(QUESTION, CORPUS, TEMPLATE, PERSPECTIVES, seed=2, dated=DAY, limits=LIMITS)


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder: Path = tmp_path_factory.mktemp("compared")
    with Session(settings) as opened:
        load_world(opened, folder, CORPUS)
        yield opened


@pytest.fixture(scope="module")
def run(session: Session) -> str:
    return ask(session, WANTED)


def live(graph: Subgraph) -> dict[str, str]:
    return {node.id: node.kind for kind in KINDS for node in graph.live(kind)}


def test_a_repair_changes_its_frontier_and_diff_accounts_for_every_node(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    (before,) = graph.live("Position")
    core = {claim for claim, standing in standings(graph).items() if standing["class"] == "core"}
    claim = next(graph[c] for c in sorted(core) if claim_records(graph, c))
    lodged = challenge(
        session, Challenge(claim_records(graph, claim.id)[0], "relevance", "It is about another workshop.")
    ).as_json()
    ruled = rule(session, lodged["challenge"], True, "It is.", "A. Reviewer").as_json()
    found = diff(session, before.id, ruled["position"]).as_json()
    after = session.store.subgraph(run)
    old, new = live(graph), live(after)
    changed = found["changed"]
    assert found["same"] + len(changed) + len(found["removed"]) == len(old)
    assert found["same"] + len(changed) + len(found["added"]) == len(new)
    touched = {pair["old"] for pair in changed if pair["kind"] == "Claim"} | {n["id"] for n in found["removed"]}
    assert claim.id in touched | {row["claim"] for row in found["standings"]}
    for pair in changed:
        assert old[pair["old"]] == new[pair["new"]] == pair["kind"]
        if pair["old"] != pair["new"]:
            assert after.superseded(pair["old"])
        else:
            assert pair["before"] != pair["after"]
    frontier = {row["claim"] for row in lodged["frontier"]}
    assert {pair["old"] for pair in changed if pair["kind"] == "Claim"} <= frontier


def test_a_position_is_the_same_as_itself(session: Session, run: str) -> None:
    (position,) = session.store.subgraph(run).live("Position")
    found = diff(session, position.id, position.id).as_json()
    assert found["changed"] == found["added"] == found["removed"] == found["standings"] == []
    assert found["same"] == len(live(session.store.subgraph(run)))


def test_another_perspective_shows_in_the_diff_of_runs(session: Session, run: str) -> None:
    # Who admits no measurement has another case.
    barred = rerun(session, run, Variation(add=("liberty",), drop=("caseworker",), bar=("official_record",)))
    found = diff(session, run, barred).as_json()
    assert set(found["parameters"]) == {"perspectives", "derived_from", "variation"}
    assert found["claims"]["only_a"]
    assert "caseworker" not in {row["stance_id"] for row in found["claims"]["only_b"]}
    back = diff(session, barred, run).as_json()
    assert back["claims"]["only_a"] == found["claims"]["only_b"]
    assert back["claims"]["only_b"] == found["claims"]["only_a"]


def test_runs_that_say_the_same_for_others_are_told_to_say_the_same(session: Session, run: str) -> None:
    other = ask(session, replace(WANTED, perspectives=("liberty", "order")))
    found = diff(session, run, other).as_json()["claims"]
    texts = [[claim["text"] for claim in session.store.subgraph(one).live("Claim")] for one in (run, other)]
    common = Counter(texts[0]) & Counter(texts[1])
    assert common
    assert found["same"] + len(found["changed"]) == common.total()
    assert len(found["only_a"]) == len(texts[0]) - common.total()


def said(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every item of a tree."""
    for section in ("leads_to", "rests_on", "against"):
        for item in tree.get(section, ()):
            yield item
            yield from said(item)


def test_why_names_what_was_said_against_a_part_with_its_ratings(session: Session, run: str) -> None:
    before = session.store.subgraph(run)
    claim = next(c for c in before.live("Claim") if claim_records(before, c.id))
    record = claim_records(before, claim.id)[0]
    critique = challenge(session, Challenge(record, "adequacy", "One month is too short.")).as_json()["challenge"]
    graph = session.store.subgraph(run)
    assert graph.into(critique, "RATES")
    for asked in (record, claim.id, graph.out(record, "QUOTES")[0].id):
        items = {item["id"]: item for item in said(why(session, asked).as_json()) if not item.get("again")}
        assert items[critique]["how"] == "is attacked by"
        for rating in graph.into(critique, "RATES"):
            assert items[rating.id]["verdict"] == rating["verdict"]
            assert "materiality" in items[rating.id]
    assert {record, claim.id} <= {item["id"] for item in said(why(session, critique).as_json())}


def test_a_tree_tells_each_node_once(session: Session, run: str) -> None:
    for node in session.store.subgraph(run).of("EvidenceSentence"):
        told = [item["id"] for item in said(why(session, node.id).as_json()) if not item.get("again")]
        assert len(told) == len(set(told))
        assert node.id not in told
