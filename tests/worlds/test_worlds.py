"""The two sample worlds, end to end by rules: whatever the template expects, a case is argued, worded and certified."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Limits
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint

EXAMPLES = Path(__file__).parents[2] / "examples"
APPEAL = "Should the denial of Mara Ellison's household support benefit be upheld or reversed?"
DEBATE = "Should the Federation of Veldmark establish a national coastal early-warning network?"


@pytest.mark.parametrize(
    ("name", "question", "template", "perspectives"),
    [
        ("benefits", APPEAL, "benefits-appeal", ("applicant", "caseworker", "budget_officer")),
        ("debate", DEBATE, "policy-1ac", ("util", "security", "localist")),
    ],
)
def test_a_sample_world_is_argued_as_a_case_and_certified(
    settings: Settings, endpoint: Endpoint, name: str, question: str, template: str, perspectives: tuple[str, ...]
) -> None:
    with Session(settings) as session:
        load(session, [EXAMPLES / name / "documents"], name)
        limits = Limits(depth="quick")
        run = ask(session, Ask(question, name, template, perspectives, dated="2026-06-01", limits=limits))
        graph = session.store.subgraph(run)
        assert verify(session.store, run).ok
    found = read_position(graph, run)
    assert graph.live("Agenda")
    assert not graph.of("TemplateChoice")
    assert [check for check in found.checks if not check.ok] == []
    assert found.certified
    told = {claim.id: claim.documents for claim in (*found.core, *found.conditional)}
    assert len({document for documents in told.values() for document in documents}) >= 2
    now = sublate(graph)
    for flip in [flip for item in now.memo for flip in item.flips][:20]:
        then = sublate(
            graph,
            withdrawn=frozenset(flip.fall),
            accepted=frozenset(flip.arrive),
            answered=frozenset([flip.answer] if flip.answer else []),
        )
        assert now.labels[flip.audience][flip.claim] == flip.before
        assert then.labels[flip.audience][flip.claim] == flip.after
