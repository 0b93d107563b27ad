"""A branch that is given up leaves the position by recorded edges, and nothing of it is deleted."""

from __future__ import annotations

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contesting import Challenge, challenge, rule
from foam_graph.app.position import CLASSES, read_position
from foam_graph.app.session import Session
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.store.ledger.verification import verify
from tests.support.worlds.planted_world import LIMITS, QUESTION, frozen

PARTS = ("Claim", "Warrant", "EvidenceRecord", "Backing", "Qualifier", "Rebuttal")


@pytest.fixture(scope="module")
def case(tarn: Session, tarn_corpus: str) -> str:
    """A debate case: its kinds of case have other components and decisions of their own."""
    wanted = Ask(QUESTION, tarn_corpus, "policy-1ac", ("util", "deont"), seed=1, dated="2026-11-21", limits=LIMITS)
    return ask(tarn, wanted)


def the_queries_agree(session: Session, run: str, graph: Subgraph) -> None:
    classes = {claim: node["class"] for claim, node in standings(graph).items()}
    for row in session.store.ask("standing", run=run):
        expected = "superseded" if graph.superseded(row["id"]) else classes.get(row["id"], "current")
        assert row["standing"] == expected, row["id"]


def parts_of_leaves(graph: Subgraph, leaves: set[str]) -> set[str]:
    """Everything that was ever built for some leaves."""
    claims = [c for c in graph.of("Claim") if c["leaf"] in leaves]
    found = {c.id for c in claims}
    for claim in claims:
        for part in graph.into(claim.id, "WARRANTS", "QUALIFIES", "EXCEPTS"):
            found |= {
                part.id,
                *(n.id for n in graph.out(part.id, "USES")),
                *(n.id for n in graph.into(part.id, "BACKS")),
            }
    return found


def test_another_kind_of_case_takes_the_place_of_the_first(tarn: Session, case: str) -> None:
    before = tarn.store.subgraph(case)
    root = next(c for c in before.live("TemplateChoice") if c["branch"] == "1ac")
    content = frozen(before)
    old = {c["leaf"] for c in before.live("Claim")}
    lodged = challenge(tarn, Challenge(root.id, "structural", "Soft left was the better case here.")).as_json()
    after = tarn.store.subgraph(case)
    assert lodged["ruling"]["rule"] == "alternative-named"
    assert lodged["outcome"] == "regenerated"
    assert after.newest(root.id)["children"] == ["soft-left"]
    assert "soft-advantage" in {c["branch"] for c in after.live("TemplateChoice")}, "a decision inside was made"
    assert "trad-advantages" not in {c["branch"] for c in after.live("TemplateChoice")}
    now = frozen(after)
    assert all(now[i] == node for i, node in content.items()), "nothing is deleted or changed"

    gone = {c.id for c in before.live("Claim")}
    assert gone == set(lodged["revised"]) | set(lodged["withdrawn"])
    assert lodged["withdrawn"], "two advantages left, one came"
    for claim in lodged["withdrawn"]:
        (edge,) = after.in_edges(claim, "WITHDRAWS")
        assert after[edge.start]["step"].endswith(":withdraw")
        assert after.superseded(claim)
        assert after.newest(claim).id == claim
    assert not old & {c["leaf"] for c in after.live("Claim")}
    built = parts_of_leaves(after, old)
    for kind in PARTS:
        assert not built & {n.id for n in after.live(kind)}, kind
    the_queries_agree(tarn, case, after)
    shown = read_position(after, case).as_json()
    assert {c["id"] for name in CLASSES for c in shown[name] if c["text"]} <= {c.id for c in after.live("Claim")}
    assert verify(tarn.store, case).ok


def test_the_new_choice_can_be_challenged_and_the_old_one_comes_back(tarn: Session, case: str) -> None:
    before = tarn.store.subgraph(case)
    root = next(c for c in before.live("TemplateChoice") if c["branch"] == "1ac")
    live = {c.id for c in before.live("Claim")}
    lodged = challenge(tarn, Challenge(root.id, "structural", "Traditional, please.")).as_json()
    assert {row["claim"] for row in lodged["frontier"]} == live, "the frontier of a choice made again is its branch"
    after = tarn.store.subgraph(case)
    assert after.newest(root.id)["children"] == ["traditional"]
    assert not live & {c.id for c in after.live("Claim")}
    the_queries_agree(tarn, case, after)


def test_a_ruling_that_is_overturned_gives_the_branch_back(tarn: Session, case: str) -> None:
    challenged = tarn.store.subgraph(case).of("Challenge")[-1]
    back = rule(tarn, challenged.id, False, "The first advantage was the better one.", "Judge Roe").as_json()
    after = tarn.store.subgraph(case)
    assert back["outcome"] == "rejected"
    assert next(c for c in after.live("TemplateChoice") if c["branch"] == "1ac")["children"] == ["soft-left"]
    assert all(claim_records(after, c.id) for c in after.live("Claim") if c["evidence"] == "required")
    the_queries_agree(tarn, case, after)
    assert verify(tarn.store, case).ok
