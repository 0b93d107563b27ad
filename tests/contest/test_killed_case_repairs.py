"""Repairs of an argued case that were cut short are taken up and end as an unbroken one would have."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule, take_up
from foam_graph.app.contesting import challenge
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import unfinished
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.perspectives.held import held
from foam_graph.store.ledger.verification import verify
from foam_graph.store.store import Store
from tests.support.worlds.argued_run import argued, by_value
from tests.support.worlds.llm_world import PERSPECTIVES


class _Dies(Exception):
    """Stands for the end of the process."""


def contested(session: Session, run: str, kind: str) -> str:
    graph = session.store.subgraph(run)
    if kind == "normative":
        budget = next(node for node in held(graph) if node["stance_id"] == PERSPECTIVES[1])
        wanted = Challenge(budget.id, kind, "Care counts for too little.", run=run, reweight=("care=0.9",))
    elif kind == "structural":
        wanted = Challenge(graph.live("Issue")[1].id, kind, "It leaves out what heating costs.")
    elif kind == "inferential":
        wanted = Challenge(next(w for w in graph.live("Weighing") if w["over"]).id, kind, "Neither is nearer.")
    else:
        claim = next(c for c in graph.live("Claim") if claim_records(graph, c.id))
        wanted = Challenge(claim.id, kind, "It says more than its source.")
    return str(challenge(session, wanted).challenge)


def told(graph: Subgraph, since: str) -> tuple[object, ...]:
    """The steps after a ruling without ids, and how everything stands."""
    begun = next(a.seq for a in graph.of("HumanAct") if a["step"] == "rule")
    steps = [str(a["step"]).rpartition(f"{since}:")[2].rpartition(":")[2] for a in graph.of("Activity")
             if a.seq > begun and a.kind != "Call"]  # fmt: skip
    classes = [
        str(one["class"]) for _, one in sorted(standings(graph).items(), key=lambda item: _place(graph, item[0]))
    ]
    claims = sorted((str(c["leaf"]), str(c["text"])) for c in graph.live("Claim"))
    weights = [list(node["value_weights"]) for node in held(graph)]
    return steps, classes, claims, weights, sorted((a["option"], a["status"]) for a in graph.live("Answer"))


def _place(graph: Subgraph, claim: str) -> tuple[int, int]:
    return graph[claim].seq, graph[claim].ord


@pytest.mark.parametrize("kind", ["normative", "inferential", "scope", "structural"])
def test_a_repair_killed_after_any_commit_ends_as_an_unbroken_one(
    loaded: Session, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    with argued(loaded, corpus, tmp_path, by_value) as (session, run, _):
        lodged = contested(session, run, kind)
        rule(session, lodged, True, "So it is.", "Judge Roe")
        expected = told(session.store.subgraph(run), run)
    with argued(loaded, corpus, tmp_path, by_value) as (session, run, _):
        lodged = contested(session, run, kind)
        honest = Store.commit

        def dies_after_one(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
            # Calls that failed are asked again by whoever takes the repair up, so that they are no progress.
            if draft.kind != "Call":
                if done:
                    raise _Dies
                done.append(draft.step)
            return honest(store, draft, delta)

        steps: list[str] = []
        for number in range(40):
            done: list[str] = []
            with monkeypatch.context() as patch:
                patch.setattr(Store, "commit", dies_after_one)
                try:
                    if number:
                        take_up(session, run)
                    else:
                        rule(session, lodged, True, "So it is.", "Judge Roe")
                except _Dies:
                    steps += done
                    continue
            steps += done
            if not unfinished(session.store.subgraph(run)):
                break
        graph = session.store.subgraph(run)
        assert unfinished(graph) == [], " ".join(steps)
        assert verify(session.store, run).faults == []
    assert len(steps) > 3, "it was cut short often enough to show something"
    assert told(graph, run) == expected
