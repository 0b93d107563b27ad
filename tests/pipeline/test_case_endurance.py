"""Runs that argue a case and are killed, starved, told again or lied to: each ends as an unbroken one, or in plain words."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foam_graph.agents.endpoint import client
from foam_graph.app.asking import Ask, begin, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import BudgetSpent, LlmError
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.calls import call_delta, call_records
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.chains.dying import KilledError, dying
from tests.support.chains.retold import PRICE, retold
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseModel
from tests.support.endpoints.misbehaviour import SPOILT, TROUBLE, Spoiling
from tests.support.endpoints.openai_server import Behaviour, Server, fails
from tests.support.worlds.llm_world import PERSPECTIVES, QUESTION, write_documents, write_template

CORPUS = "library-endured"
MIXES = int(os.environ.get("FOAM_CHAOS_RUNS") or 6)
"""Random mixes of misbehaviour; 200 for the long run."""
PART = 420
"""Tokens of reading that this corpus does not fit in, so that every search is made."""


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short pauses between attempts."""
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.005)


@contextmanager
def asking(loaded: Session, then: Behaviour, **changes: Any) -> Iterator[tuple[Session, Server]]:
    with Server(then=then) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **(values | changes))) as session:
            yield session, server


def case(folder: Path, depth: str = "quick", reading_tokens: int = PART) -> Ask:
    limits = Limits(depth=depth, reading_tokens=reading_tokens)
    return Ask(
        QUESTION,
        CORPUS,
        str(write_template(folder)),
        PERSPECTIVES,
        agents="llm",
        seed=5,
        dated="2026-01-15",
        limits=limits,
    )


def test_a_case_killed_at_every_commit_ends_as_an_unbroken_one(loaded: Session, tmp_path: Path) -> None:
    # One call at a time, so that two runs commit in the same order.
    with asking(loaded, CaseModel(), llm_concurrency=1) as (session, server):
        whole = begin(session, case(tmp_path, "standard"))
        finish(session, whole)
        asked = len(server.requests)
        broken = begin(session, case(tmp_path, "standard"))
    deaths = 0
    with asking(loaded, CaseModel(), llm_concurrency=1) as (session, server):
        while deaths < 200:
            try:
                with dying(after=1):
                    finish(session, broken)
                break
            except KilledError:
                deaths += 1
        assert len(server.requests) == asked, "no answer was paid for twice"
        graph = assert_sound(session, broken)
    assert deaths == len(graph.of("Activity")) - 1, "every commit but the opening was a death"
    expected, found = (retold(loaded, run, PRICE) for run in (whole, broken))
    assert [event["activity"]["step"] for event in found] == [event["activity"]["step"] for event in expected]
    for event, other in zip(found, expected, strict=True):
        assert event == other
    assert {"findings", "read-for-issues", "read-for-theories", "weigh"} <= {a["step"] for a in graph.of("Activity")}


def outline(graph: Subgraph, run: str) -> dict[str, Any]:
    """What a case came to, whatever the order in which its calls were answered: steps, texts and labels without ids."""
    kinds = ("Reading", "Finding", "Issue", "Plan", "Claim", "Critique", "Reply", "Evaluation", "Weighing", "Answer")
    own = {"id", "run", "caption", "salt", "activity", "at", "seq", "ord", "commitment", "row_form", "hash"}

    def told(fields: Mapping[str, object]) -> str:
        text = json.dumps({name: fields[name] for name in sorted(fields) if name not in own}, default=str)
        return re.sub(rf"{run}-\d+-\d+", "ID", text)

    steps = [a["step"] for a in graph.of("Activity") if a.kind != "Call"]
    labels = sorted((n["class"], n["condition"]) for n in graph.of("Standing"))
    return {"steps": steps, "labels": labels, **{kind: [told(n.fields) for n in graph.of(kind)] for kind in kinds}}


def test_a_recorded_case_told_again_asks_nobody_and_comes_to_the_same(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, CaseModel()) as (session, _):
        first = begin(session, case(tmp_path))
        finish(session, first)
        recorded = call_records(assert_sound(session, first))
    with asking(loaded, fails(401, "nobody is there")) as (session, server):
        again = begin(session, case(tmp_path))
        for record in recorded:
            draft = ActivityDraft(again, "Call", Role.COMPILER, f"call:{record.task}", record.agent)
            session.store.commit(draft, call_delta(record))
        finish(session, again)
        graph = assert_sound(session, again)
    assert server.requests == []
    assert graph.live("Position")
    assert outline(graph, again) == outline(loaded.store.subgraph(first), first)


def test_a_case_asks_at_once_what_another_asks_in_turn(loaded: Session, tmp_path: Path) -> None:
    found = {}
    for limit in (1, 4):
        with asking(loaded, CaseModel(), llm_concurrency=limit) as (session, server):
            run = begin(session, case(tmp_path, "standard"))
            finish(session, run)
            found[limit] = outline(assert_sound(session, run), run)
        assert server.most_in_flight <= limit
    assert found[1] == found[4]


def test_a_spent_budget_stops_a_case_wherever_it_is_and_a_raised_one_ends_it(loaded: Session, tmp_path: Path) -> None:
    stops, limit, paid = 0, 12_000, 0
    with asking(loaded, CaseModel()) as (session, _):
        run = begin(session, case(tmp_path))
    while stops < 60:
        with asking(loaded, CaseModel(), max_tokens_per_run=limit) as (session, server):
            error: BudgetSpent | None = None
            try:
                finish(session, run)
            except BudgetSpent as spent:
                error = spent
            graph = assert_sound(session, run)
            calls = graph.of("ModelCall")
            assert sum(call["tokens_in"] + call["tokens_out"] for call in calls) <= limit
            paid += len(server.requests)
        assert bool(error) != bool(graph.live("Position"))
        if error is None:
            break
        assert f"foam resume {run}" in error.hint
        stops, limit = stops + 1, limit + 12_000
    assert stops > 1
    ok = [call for call in graph.of("ModelCall") if call["outcome"] == "ok"]
    assert len({(call["prompt_hash"], call["rollout"]) for call in ok}) == len(ok) == paid


MISBEHAVIOUR = SPOILT | TROUBLE


def endured(loaded: Session, wanted: Ask, chaos: Spoiling, concurrency: int) -> None:
    """A run under misbehaviour ends in a position or in an error that says how to go on; whatever it wrote is sound."""
    error: LlmError | None = None
    with asking(loaded, chaos, llm_concurrency=concurrency) as (session, _):
        run = begin(session, wanted)
        try:
            finish(session, run)
        except LlmError as fault:
            error = fault
        graph = assert_sound(session, run)
    failed = [call["outcome"] for call in graph.of("ModelCall") if call["outcome"] != "ok"]
    assert all(0 < len(outcome) < 5_000 for outcome in failed)
    if error is None:
        assert graph.live("Position")
        assert graph.live("Answer")
        return
    assert error.message
    assert len(error.message) < 5_000
    assert f"foam resume {run}" in error.hint
    if "no usable agenda" in error.message:
        # What was answered stays answered: another model is asked anew, under another name.
        assert not graph.of("Agenda")
        return
    with asking(loaded, CaseModel()) as (session, _):
        finish(session, run)
        assert assert_sound(session, run).live("Position")


@pytest.mark.parametrize("kind", sorted(MISBEHAVIOUR))
def test_an_endpoint_that_always_misbehaves_in_one_way_leaves_a_record_that_can_be_read(
    loaded: Session, tmp_path: Path, kind: str
) -> None:
    chaos = Spoiling(CaseModel().answer, {kind: MISBEHAVIOUR[kind]}, rate=1.0, seed=1)
    endured(loaded, case(tmp_path), chaos, concurrency=4)
    assert set(chaos.happened) == {kind}


@pytest.mark.parametrize("seed", range(MIXES))
def test_a_random_mix_of_misbehaviour_ends_in_a_position_or_in_an_error_that_can_be_resumed(
    loaded: Session, tmp_path: Path, seed: int
) -> None:
    dice = Random(seed)  # noqa: S311 - not for secrets
    kinds = {
        name: MISBEHAVIOUR[name] for name in dice.sample(sorted(MISBEHAVIOUR), k=dice.randint(3, len(MISBEHAVIOUR)))
    }
    chaos = Spoiling(CaseModel().answer, kinds, rate=dice.choice([0.05, 0.15, 0.3]), seed=seed)
    wanted = case(tmp_path, dice.choice(["quick", "standard"]), dice.choice([PART, 32_000]))
    endured(loaded, wanted, chaos, concurrency=dice.choice([1, 4]))
