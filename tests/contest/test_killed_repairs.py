"""A repair that was killed is taken up and ends as an unbroken one would have; what is committed is not done again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import finish
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule, take_up
from foam_graph.app.contesting import challenge
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.contest.unfinished import unfinished
from foam_graph.errors import StoreUnreachable
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.reasoning.evidence import claim_records
from foam_graph.store.ledger.verification import verify
from foam_graph.store.store import Store
from tests.support.chains.retold import retold
from tests.support.worlds.planted_world import ask_world, quoting

KIND, GROUNDS = "relevance", "The sentence does not bear on it."


def target(session: Session, run: str) -> str:
    graph = session.store.subgraph(run)
    return claim_records(graph, quoting(graph, "55 decibels").id)[0]


def test_a_repair_killed_at_every_commit_ends_as_an_unbroken_one(
    tarn: Session, tarn_corpus: str, settings: Settings
) -> None:
    whole, broken = ask_world(tarn, tarn_corpus), ask_world(tarn, tarn_corpus)
    lodged = challenge(tarn, Challenge(target(tarn, whole), KIND, GROUNDS, by="Jo Doe"))
    ruled = rule(tarn, lodged.challenge, True, "It is about another workshop.", "Judge Roe")
    assert ruled.changed, "the ruling changed nothing: the test shows nothing"

    script = Path(__file__).with_name("one_repair_commit.py")
    line = [sys.executable, str(script), broken, target(tarn, broken), KIND, GROUNDS]
    environment = {**os.environ, "FOAM_HOME": str(settings.home), "FOAM_OPERATOR": settings.operator}
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    steps = done.stdout.splitlines()
    assert steps.count("finished") == 2
    assert len(steps) - 2 == len(set(steps) - {"finished"}), "no step was made twice"
    expected, found = retold(tarn, whole), retold(tarn, broken)
    assert [event["activity"]["step"] for event in found] == [event["activity"]["step"] for event in expected]
    for event, other in zip(found, expected, strict=True):
        assert event == other
    assert len(steps) - 2 == len(found) - found.index(next(e for e in found if e["activity"]["step"] == "challenge"))
    assert verify(tarn.store, broken).ok
    assert take_up(tarn, broken) == ()


class _Dies(Exception):
    """Stands for the end of the process."""


def dying(session: Session, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """From now on the process ends after so many commits."""
    honest, left = Store.commit, [after]

    def commit(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        if not left[0]:
            raise _Dies
        left[0] -= 1
        return honest(store, draft, delta)

    monkeypatch.setattr(Store, "commit", commit)


def test_what_others_contested_meanwhile_is_kept_and_one_position_stands(
    tarn: Session, tarn_corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ask_world(tarn, tarn_corpus)
    lodged = challenge(tarn, Challenge(target(tarn, run), KIND, GROUNDS))
    with monkeypatch.context() as patch:
        dying(tarn, patch, after=3)
        with pytest.raises(_Dies) as caught:
            rule(tarn, lodged.challenge, True, "It is about another workshop.", "Judge Roe")
    assert f"foam resume {run}" in " ".join(caught.value.__notes__)
    graph = tarn.store.subgraph(run)
    assert [one.challenge.id for one in unfinished(graph)] == [lodged.challenge]
    finish(tarn, run)
    assert len(tarn.store.subgraph(run).of("Activity")) == len(graph.of("Activity")), "the run itself has its position"
    other = next(c for c in graph.live("Claim") if c.id not in {f.claim for f in lodged.frontier})
    between = challenge(tarn, Challenge(other.id, "scope", "It goes too far.", run=run))
    (done,) = take_up(tarn, run)
    after = tarn.store.subgraph(run)
    assert done.challenge == lodged.challenge
    assert after.into(between.challenge, "RESOLVES")
    assert [p.id for p in after.live("Position")] == [done.position]
    assert len(after.into(lodged.challenge, "RESOLVES")) == 2, "the machine's ruling, and the person's"
    assert verify(tarn.store, run).ok
    assert take_up(tarn, run) == ()


def test_a_later_ruling_takes_the_place_of_a_repair_that_was_cut_short(
    tarn: Session, tarn_corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ask_world(tarn, tarn_corpus)
    lodged = challenge(tarn, Challenge(target(tarn, run), KIND, GROUNDS))
    with monkeypatch.context() as patch:
        dying(tarn, patch, after=1)
        with pytest.raises(_Dies):
            rule(tarn, lodged.challenge, True, "It is about another workshop.", "Judge Roe")
    rule(tarn, lodged.challenge, False, "It is about this one.", "Judge Roe")
    assert unfinished(tarn.store.subgraph(run)) == []
    assert take_up(tarn, run) == ()


def test_an_error_after_the_ruling_says_how_it_is_taken_up(
    tarn: Session, tarn_corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ask_world(tarn, tarn_corpus)

    def gone(*_given: Any) -> None:
        raise StoreUnreachable("Neo4j does not answer", "Start it with: foam up")

    monkeypatch.setattr("foam_graph.app.contest_settling.repair", gone)
    with pytest.raises(StoreUnreachable) as caught:
        challenge(tarn, Challenge(target(tarn, run), KIND, GROUNDS))
    assert caught.value.hint.endswith(f"foam resume {run}")
