"""Contested, regenerated and unresolved claims from a PROV-O export alone, against the same read from the graph."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyoxigraph
import pytest
import rdflib

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.prov_exporting import Wanted, print_prov
from foam_graph.app.session import Session
from foam_graph.exchange.prov_export.questions import questions
from foam_graph.exchange.prov_export.terms import name_of
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.evidence import claim_records
from tests.support.endpoints.case_model import CaseAsked
from tests.support.worlds.argued_run import argued

Rows = set[tuple[str, ...]]


@dataclass(frozen=True)
class Contested:
    """The run's Turtle and graph, before and after, and what was done in between."""

    before: bytes
    after: bytes
    redacted: bytes
    old: Subgraph
    graph: Subgraph
    challenge: str
    regenerated: dict[str, str]
    planted: dict[str, str]


def turtle(session: Session, run: str, redact: bool = False) -> bytes:
    out = io.BytesIO()
    print_prov(session, Wanted([run], "turtle", redact=redact), out)
    return out.getvalue()


def attack(session: Session, run: str, target: Node, verdict: str = "") -> str:
    """A critique through the one write path, rated if a verdict is given."""
    delta = Delta()
    made = delta.node("Critique", type="logical_gap", flaw="weak_warrant", grounds="It does not follow.", quoted="it", stance_id="order")  # fmt: skip
    delta.edge("ATTACKS", made, target.ref)
    done = session.store.commit(ActivityDraft(run, "AgentTurn", Role.CRITIC, "plant"), delta)
    if verdict:
        rating = Delta()
        rated = rating.node("Evaluation", verdict=verdict, materiality=0.5, recommendation="none", reasons="So.", stance_id="", rule="", provisional=True)  # fmt: skip
        rating.edge("RATES", rated, Ref(done.ids[0], "Critique"))
        session.store.commit(ActivityDraft(run, "AgentTurn", Role.EVALUATOR, "plant-rating"), rating)
    return done.ids[0]


def silent(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
    """Nobody criticises anything, so that all that is told was raised by a person or planted."""
    return {"critiques": [], "omissions": []} if asked.name == "CriticiseOut" else answer


@pytest.fixture(scope="module")
def contested(loaded: Session, corpus: str, tmp_path_factory: pytest.TempPathFactory) -> Contested:
    with argued(loaded, corpus, tmp_path_factory.mktemp("argued"), silent) as (session, run, _):
        old = session.store.subgraph(run)
        before = turtle(session, run)
        claims = [c for c in old.live("Claim") if claim_records(old, c.id)]
        record = claim_records(old, claims[0].id)[0]
        lodged = challenge(session, Challenge(record, "relevance", "It does not bear on it.", by="Jo Doe")).as_json()
        ruled = rule(session, lodged["challenge"], True, "It is about another library.", "Judge Roe").as_json()
    assert ruled["revised"], ruled
    graph = loaded.store.subgraph(run)
    one, two, three, four, five = [c for c in graph.live("Claim") if claim_records(graph, c.id)][:5]
    sentence = graph.out(claim_records(graph, four.id)[0], "QUOTES")[0]
    planted = {
        "open": attack(loaded, run, one),
        "undercut": attack(loaded, run, graph.into(two.id, "WARRANTS")[0]),
        "rejected": attack(loaded, run, graph[claim_records(graph, three.id)[0]], "invalid"),
        "sentence": attack(loaded, run, sentence, "requires_more_evidence"),
        "upheld": attack(loaded, run, five, "valid"),
    }
    after, redacted = turtle(loaded, run), turtle(loaded, run, redact=True)
    now = loaded.store.subgraph(run)
    return Contested(before, after, redacted, old, now, lodged["challenge"], ruled["revised"], planted)


@lru_cache
def parsed(data: bytes) -> tuple[rdflib.Graph, pyoxigraph.Store]:
    store = pyoxigraph.Store()
    store.load(data, format=pyoxigraph.RdfFormat.TURTLE)
    return rdflib.Graph().parse(data=data, format="turtle"), store


def rows(data: bytes, name: str, *columns: str) -> Rows:
    """The rows of a query as two engines give them."""
    graph, store = parsed(data)
    found = graph.query(questions()[name])
    slow = {tuple(str(row[c]) for c in columns) for row in found}  # type: ignore[index, call-overload]
    answers = store.query(questions()[name])
    assert isinstance(answers, pyoxigraph.QuerySolutions)
    quick = {tuple("None" if row[c] is None else str(row[c].value) for c in columns) for row in answers}
    assert slow == quick
    return slow


def carrying(graph: Subgraph, claim: Node) -> set[str]:
    """A claim, and what it is made of."""
    evidence = graph.into(claim.id, "SUPPORTS")
    quoted = [s for record in evidence for s in graph.out(record.id, "QUOTES")]
    return {claim.id, *(n.id for n in (*graph.into(claim.id, "WARRANTS"), *evidence, *quoted))}


def attacks(graph: Subgraph) -> list[tuple[Node, str, Node]]:
    found: set[tuple[str, str, str]] = set()
    for claim in graph.of("Claim"):
        parts = carrying(graph, claim)
        for critique in graph.of("Critique"):
            found |= {
                (claim.id, target.id, critique.id) for target in graph.out(critique.id, "ATTACKS") if target.id in parts
            }
    return [(graph[c], t, graph[k]) for c, t, k in sorted(found)]


def verdict(graph: Subgraph, critique: Node) -> str:
    ratings = sorted(graph.into(critique.id, "RATES"), key=lambda n: n.seq)
    return str(ratings[-1]["verdict"]) if ratings else "None"


def test_before_a_contest_there_is_nothing_to_tell(contested: Contested) -> None:
    assert contested.old.of("Claim")
    assert attacks(contested.old) == []
    for name, column in (("contested", "claim"), ("regenerated", "old"), ("unresolved", "claim")):
        assert rows(contested.before, name, column) == set()


def test_contested_claims_are_those_of_the_graph(contested: Contested) -> None:
    graph = contested.graph
    expected = {
        (
            name_of(c.id),
            c["text"],
            name_of(t),
            name_of(k.id),
            "person" if k.kind == "Challenge" else "order",
            verdict(graph, k),
        )
        for c, t, k in attacks(graph)
    }
    assert rows(contested.after, "contested", "claim", "text", "attacked", "critique", "by", "verdict") == expected
    assert {row[3] for row in expected} == {name_of(i) for i in (contested.challenge, *contested.planted.values())}


def test_regenerated_claims_name_both_versions_and_the_outcome(contested: Contested) -> None:
    found = rows(contested.after, "regenerated", "old", "new", "critique", "by", "outcome")
    outcomes = sorted(contested.graph.into(contested.challenge, "RESOLVES"), key=lambda n: n.seq)
    expected = {
        (name_of(old), name_of(new), name_of(contested.challenge), "person", outcomes[-1]["kind"])
        for old, new in contested.regenerated.items()
    }
    assert found == expected
    assert found


def test_unresolved_claims_are_current_and_their_critique_is_not_settled(contested: Contested) -> None:
    graph = contested.graph
    found = rows(contested.after, "unresolved", "claim", "critique", "verdict")
    live = {c.id for c in graph.live("Claim")}
    open_ = {
        (name_of(c.id), name_of(k.id), verdict(graph, k))
        for c, _, k in attacks(graph)
        if c.id in live and k.id in contested.planted.values() and k.id != contested.planted["rejected"]
    }
    assert found == open_
    critiques = {row[1] for row in found}
    assert critiques == {name_of(i) for name, i in contested.planted.items() if name != "rejected"}
    assert name_of(contested.challenge) not in critiques


def test_redacted_exports_answer_without_texts(contested: Contested) -> None:
    for name, keys, texts in (
        ("contested", ("claim", "critique"), ("text", "grounds")),
        ("regenerated", ("old", "new"), ("old_text", "new_text")),
        ("unresolved", ("claim", "critique"), ("text", "grounds")),
    ):
        assert rows(contested.redacted, name, *keys) == rows(contested.after, name, *keys)
        assert rows(contested.redacted, name, *texts) == {("None", "None")}


@pytest.mark.parametrize("name", list(questions()))
def test_each_query_says_its_question_and_its_columns(name: str) -> None:
    question, columns, *_ = questions()[name].splitlines()
    assert question.startswith("# question: ")
    named = columns.removeprefix("# columns: ").split(", ")
    assert [str(v) for v in rdflib.plugins.sparql.prepareQuery(questions()[name]).algebra["PV"]] == named
