"""Whole runs in which a weighing of values gives slots two live versions, and what contesting either of them does."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from foam_graph.app.asking import Ask, ask, finish
from foam_graph.app.contesting import Challenge, challenge, rule
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.position import CLASSES, read_position
from foam_graph.app.prov_exporting import Wanted, print_prov
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import words_read
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.slot_versions import branched_from, leading_claims
from foam_graph.reasoning.sublation import Audience, sublate
from foam_graph.reasoning.turns import Limits
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.divided_world import PERSPECTIVES, QUESTION, TEMPLATE, write_divided_corpus

CORPUS = "divided"
LIMITS = Limits(min_iterations=1, max_iterations=1, best_of_n=3, offered=12)
ASK = Ask(QUESTION, CORPUS, TEMPLATE, PERSPECTIVES, seed=3, dated="2026-11-21", limits=LIMITS)
LATE = (
    "branch:",
    "mirror",
    "rate-mirrors",
    "critique-branched:",
    "answer-branched:",
    "rate-branched",
    "revise-branched:",
)


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as opened:
        load(opened, [write_divided_corpus(tmp_path_factory.mktemp("divided"))], CORPUS)
        yield opened


@pytest.fixture(scope="module")
def run(session: Session) -> str:
    return ask(session, ASK)


@pytest.fixture(scope="module")
def graph(session: Session, run: str) -> Subgraph:
    return session.store.subgraph(run)


def pairs(graph: Subgraph) -> list[tuple[Node, Node]]:
    """Each live version under a condition with the live claim it is the other side of."""
    found = [(claim, branched_from(graph, claim)) for claim in graph.live("Claim") if claim.get("condition")]
    return [(home, claim) for claim, home in found if home is not None]


def outline(session: Session, run: str) -> list[tuple[Any, ...]]:
    """Claims and their classes, without ids and times."""
    found = read_position(session.store.subgraph(run), run).as_json()
    rows = [(name, c) for name in CLASSES for c in found[name] if c["text"]]
    return sorted((name, c["leaf"], c["text"], c["condition"], c["branch_condition"]) for name, c in rows)


def test_a_slot_holds_the_attacked_claim_and_the_critics_own_draft(graph: Subgraph) -> None:
    assert {other["stance_id"] for _, other in pairs(graph)} == set(PERSPECTIVES)
    for home, other in pairs(graph):
        assert not graph.superseded(home.id)
        assert home["leaf"] == other["leaf"]
        assert home["stance_id"] != other["stance_id"]
        drafts = [n for n in graph.of("Candidate") if n["leaf"] == other["leaf"]]
        assert (other["stance_id"], other["text"]) in [(d["stance_id"], d["text"]) for d in drafts]
        assert leading_claims(graph)[home["leaf"]].id == home.id
        conflicts = [k for k in graph.out(other.id, "ANSWERS") if k["type"] == "value_conflict"]
        assert [k["stance_id"] for k in conflicts] == [other["stance_id"]]
        more, less = (str(conflicts[0][name]).replace("_", " ") for name in ("value_critic", "value_target"))
        assert other["condition"] == f"where {more} weighs more than {less}"


def test_what_speaks_against_it_is_mirrored_and_rated_by_rule(graph: Subgraph) -> None:
    for home, other in pairs(graph):
        (behind,) = (k for k in graph.out(other.id, "ANSWERS") if k["type"] == "value_conflict")
        values = (behind["value_critic"], behind["value_target"])
        raised = graph.into(other.id, "ATTACKS")
        mirrors = [k for k in raised if (k.get("value_target"), k.get("value_critic")) == values]
        assert [k["stance_id"] for k in mirrors] == [home["stance_id"]]
        assert [r["rule"] for r in graph.into(mirrors[0].id, "RATES")] == ["mirrored-trade-off"]
        assert mirrors[0]["quoted"] == other["text"]


def test_each_version_holds_for_its_own_side_and_reversing_the_order_turns_both(graph: Subgraph) -> None:
    liberal, orderly = {"liberty": 1.0, "security": 0.5}, {"liberty": 0.5, "security": 1.0}
    turned = sublate(graph, orders={"liberty": orderly, "order": liberal})
    now = sublate(graph)
    divided = 0
    for home, other in pairs(graph):
        for claim in (home, other):
            standing, after = now.claims[claim.id], turned.claims[claim.id]
            if standing.class_ == "conditional" and standing.condition is not None:
                divided += 1
                assert standing.condition.holds(
                    Audience("own", liberal if claim["stance_id"] == "liberty" else orderly)
                )
                assert standing.audiences("in") == after.audiences("out")
        own, against = (set(now.claims[c.id].audiences("in")) for c in (home, other))
        assert not own & against, "nobody is told both"
    assert divided >= 4


def test_the_synthesis_keeps_both_conditions_and_the_checks_cope(session: Session, graph: Subgraph, run: str) -> None:
    found = read_position(graph, run).as_json()
    checks = {check["name"]: check for check in found["checks"]}
    for name in ("prose", "quotations", "citations", "ratings", "budgets", "evidence linkage"):
        assert checks[name]["ok"], checks[name]["detail"]
    conditional = {c["id"]: c for c in found["conditional"]}
    synthesis = graph.live("Synthesis")[0]
    stated = {i: s["text"] for s in json.loads(synthesis["sentences"]) for i in s["claims"]}
    both = [(home, other) for home, other in pairs(graph) if home.id in conditional and other.id in conditional]
    assert both
    for home, other in both:
        assert stated[home.id] != stated[other.id]
        for claim in (home, other):
            assert conditional[claim.id]["condition"] in stated[claim.id]
        assert conditional[other.id]["branches_from"] == home.id
        assert conditional[other.id]["branch_condition"] == other["condition"]


def test_one_version_of_a_slot_is_read_aloud(graph: Subgraph) -> None:
    single, read = Counter(c["leaf"] for c in graph.live("Claim")), words_read(graph)
    assert set(read) == set(single)
    assert max(single.values()) == 2
    position = graph.live("Position")[0]
    assert position["words"] == sum(read.values())


def test_dossier_and_provenance_show_both(session: Session, graph: Subgraph, run: str) -> None:
    page = export(session, "dossier", run)
    written = io.BytesIO()
    print_prov(session, Wanted([run]), written)
    turtle = written.getvalue().decode("utf-8")
    for home, other in pairs(graph):
        assert other.id in page
        assert home.id in page
        assert other.id in turtle
    assert "The same point for those who weigh values the other way" in page
    assert verify(session.store, run).ok


def test_a_run_broken_off_at_any_step_of_the_branch_ends_as_an_unbroken_one(session: Session, run: str) -> None:
    steps = [a["step"] for a in session.store.subgraph(run).of("Activity") if a["step"].startswith(LATE)]
    assert len(steps) == 11
    seen: list[str] = []

    def stop(step: str) -> None:
        if step in steps and step not in seen:
            seen.append(step)
            raise KeyboardInterrupt(step)

    session.progress = stop
    broken = ""
    try:
        for _ in range(len(steps) + 1):
            try:
                broken = finish(session, broken) or broken if broken else ask(session, ASK)
            except KeyboardInterrupt:
                broken = broken or session.store.ask("runs")[0]["id"]
    finally:
        session.progress = lambda _step: None
    assert seen == steps
    names = [a["step"] for a in session.store.subgraph(broken).of("Activity")]
    assert max(Counter(names).values()) == 1, "no step was made twice"
    assert outline(session, broken) == outline(session, run)


def upheld(session: Session, record: str) -> Subgraph:
    """The run after a challenge to a record's relevance was upheld by a person."""
    lodged = challenge(session, Challenge(record, "relevance", "It is about another place.")).as_json()
    rule(session, lodged["challenge"], True, "It is.", "Judge Roe")
    return session.store.subgraph(lodged["challenge"].split("-")[0])


def test_repairing_one_version_leaves_the_other_and_keeps_the_condition(session: Session) -> None:
    own = ask(session, ASK)
    graph = session.store.subgraph(own)
    home, other = next(pair for pair in pairs(graph) if not graph.into(pair[1].id, "RESTS_ON"))
    after = upheld(session, claim_records(graph, other.id)[0])
    assert not after.superseded(home.id)
    if after.superseded(other.id):
        newest = after.newest(other.id)
        assert newest["condition"] == other["condition"]
        assert branched_from(after, newest) == after[home.id]
        assert other.id in [v.id for v in (newest, *after.older(newest.id))]
        assert not [c for c in sublate(after).claims[newest.id].audiences("in") if c == home["stance_id"]]
    versions = Counter(c["leaf"] for c in after.live("Claim"))
    assert versions[home["leaf"]] == 2
    assert verify(session.store, own).ok


def test_repairing_the_first_version_does_not_branch_again(session: Session) -> None:
    own = ask(session, ASK)
    graph = session.store.subgraph(own)
    home, other = pairs(graph)[-1]
    after = upheld(session, claim_records(graph, home.id)[0])
    assert not after.superseded(other.id)
    assert branched_from(after, after[other.id]) == after.newest(home.id)
    assert Counter(c["leaf"] for c in after.live("Claim"))[home["leaf"]] == 2
