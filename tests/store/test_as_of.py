"""Looking back: at random points, the answer to every query is the answer of a replay up to there (decision 0013)."""

from __future__ import annotations

import json
import os
import random
import uuid
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.looking_back import seen_at, stamp
from foam_graph.app.querying import query
from foam_graph.app.session import Session
from foam_graph.app.showing import show
from foam_graph.app.tracing import why
from foam_graph.config import Settings
from foam_graph.errors import FoamError, UnknownId, UsageError
from foam_graph.exchange.journal.journal import journal_lines
from foam_graph.exchange.journal.replay import sealed_lines
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.reasoning.evidence import claim_records
from foam_graph.store.as_of import Cut, as_of_text
from foam_graph.store.chain.sealing import Sealed
from foam_graph.store.queries import library, store_statements
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.audit_cases import CASES
from tests.support.chains.planting import Plant
from tests.support.worlds.planted_world import ask_world, load_world, write_document

POINTS = int(os.environ.get("FOAM_AS_OF_POINTS") or 15)
"""Random points; 1,000 for the long run."""
QUESTIONS = 6
"""Random questions at each point; each query is among those of some point."""
REFUSED = {"erase", "lock_heads", "make_names", "schema_names"}
Asked = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def history(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> list[Sealed]:
    """Every activity of a contested run, its corpus, which grew later, the library and planted runs, in order of time."""
    corpus = f"past-{uuid.uuid4().hex[:8]}"
    folder = tmp_path_factory.mktemp("past")
    with Session(settings) as session:
        load_world(session, folder, corpus)
        run = ask_world(session, corpus)
        write_document(folder / "later.md", "A later count", "statistics", "The bridge carries 700 lorries per day.")
        load(session, [folder], corpus)
        graph = session.store.subgraph(run)
        record = next(r for claim in graph.live("Claim") for r in claim_records(graph, claim.id))
        lodged = challenge(session, Challenge(record, "relevance", "It does not bear on it.", by="a test")).as_json()
        rule(session, lodged["challenge"], True, "So it is.", "a test")
        # In the suite a third of the planted graphs must do.
        cases = list(CASES.values()) * 6 if POINTS > 100 else list(CASES.values())[::3]
        planted = [Plant(session.store) for _ in cases]
        for plant, case in zip(planted, cases, strict=True):
            case(plant, True)
        _at_once(planted[0])
        chains = [str(session.store.ask("nodes_by_id", ids=[n])[0]["props"]["run"]) for n in _outside(session, run)]
        wanted = list(dict.fromkeys([*chains, run, *(plant.run for plant in planted)]))
        lines = [line for chain in wanted for line in journal_lines(session.store, chain)]
    return sorted(sealed_lines(lines), key=lambda one: (one.done.at, wanted.index(one.done.run), one.done.seq))


def _outside(session: Session, run: str) -> list[str]:
    return [row["props"]["id"] for row in session.store.ask("run_outside", run=run)]


def _at_once(plant: Plant) -> None:
    """Activities that one transaction commits bear one time."""
    drafts = [(ActivityDraft(plant.run, "Call", Role.PROPOSER, f"call-{n}"), Delta()) for n in range(6)]
    for future in [plant.store.submit(draft, delta) for draft, delta in drafts]:
        future.result()


@pytest.fixture(scope="module")
def scratch(spare: Settings) -> Iterator[Session]:
    """A database of its own, empty."""
    with Session(replace(spare, operator="the oracle")) as session:
        yield session


def cuts(history: list[Sealed], dice: random.Random) -> dict[int, Cut]:
    """Random points: how many activities were there, and the cut that says so."""
    last = len(history) - 1
    found: dict[int, Cut] = {}
    for n in dice.sample(range(len(history)), k=len(history)):
        if len(found) == POINTS:
            break
        one = history[n].done
        # Of activities of one time only the last is a point in time; within a chain each is an event.
        alone = n == last or history[n + 1].done.at > one.at
        rest = [h for h in history[n + 1 :] if h.done.at == one.at]
        if all(h.done.run == one.run for h in rest):
            found[n + 1] = Cut(one.at) if alone and dice.random() < 0.5 else Cut(one.at, one.run, one.seq)
    return found


def questions(history: list[Sealed], dice: random.Random, turn: int) -> list[Asked]:
    """Queries in turn, with parameters from all of the history, later than the point or not."""
    known: dict[str, list[str]] = {}
    for one in history:
        for kind, node_id in zip((n.kind for n in one.prepared.delta.nodes), one.done.ids, strict=True):
            known.setdefault(kind, []).append(node_id)
    every = [node_id for ids in known.values() for node_id in ids] + [one.done.activity for one in history]
    drawn = [
        {"start": one.done.id_of(edge.start), "type": edge.type, "activity": one.done.activity, "ord": n}
        for one in history
        for n, edge in enumerate(one.prepared.delta.edges, 1)
    ]
    runs = sorted({one.done.run for one in history}, key=lambda run: -sum(h.done.run == run for h in history))
    sentences = sorted(
        {n.fields["sentence_id"] for one in history for n in one.prepared.delta.nodes if n.kind == "EvidenceSentence"}
    )
    names = list(library())
    asked = []
    for n in range(QUESTIONS):
        wanted = library()[names[(turn * QUESTIONS + n) % len(names)]]
        of = {"document": "Document", "before": "Position", "after": "Position", "perspective": "Perspective"}
        ids = {name: dice.choice(known[kind]) for name, kind in of.items()}
        ids["run"] = ids["chain"] = runs[0] if dice.random() < 0.5 else dice.choice(runs)
        ids["label"] = ids["transcript"] = dice.choice(every)
        ids["id"] = dice.choice(known[dice.choice(list(known))])
        ids["prefix"] = ids["id"][: dice.randrange(4, len(ids["id"]) + 1)]
        low = dice.randrange(60)
        plain: dict[str, Any] = {
            "low": low, "high": low + dice.randrange(60), "limit": dice.choice([1, 7, 500]), "seq": low,
            "least": dice.choice([1, 2]), "least_ms": 0, "types": ["USES", "QUOTES"], "labels": ["Artifact", "Activity"],
            "ids": dice.sample(every, 20), "texts": ["the bridge"], "whole": ["the bridge is shut"],
            "words": dice.choice(["{", "corpus", "offline"]),
            "keys": ["quotation", "text"], "edges": dice.sample(drawn, 5), "skip": dice.randrange(3),
            "sentences": dice.sample(sentences, 3), "by": dice.choice(["", "Ada"]), "since": dice.choice(history).done.at, **ids,
        }  # fmt: skip
        given = {name: plain[name] for name in wanted.params}
        given = {name: float(value) if wanted.params[name] == "float" else value for name, value in given.items()}
        asked.append((wanted.name, given))
    return asked


def answer(store: Store, asked: Asked) -> str:
    """The rows as text: in order where the query orders them all, the members of collected rows sorted."""
    rows = store.ask(asked[0], **asked[1])
    for row in rows:
        if isinstance(row.get("rows"), list):
            row["rows"] = sorted(row["rows"], key=lambda r: json.dumps(r, sort_keys=True))
    return json.dumps(rows, sort_keys=True)


# Neo4j plans each of the queries twice, which on a slow machine takes it minutes.
@pytest.mark.timeout(1200)
def test_every_query_at_random_points_is_answered_as_a_replay_answers_it(
    history: list[Sealed], scratch: Session
) -> None:
    dice = random.Random(POINTS)  # noqa: S311 - a seed, so that a failure can be repeated
    points = cuts(history, dice)
    assert len(points) == POINTS
    replayed: list[tuple[Cut, Asked, str]] = []
    for turn, (before, now) in enumerate(pairwise([0, *sorted(points), len(history)])):
        # A replay up to the next point goes on from the one before.
        scratch.store.restore(history[before:now])
        if now in points:
            asked = questions(history, dice, turn)
            replayed += [(points[now], one, answer(scratch.store, one)) for one in asked]
    full = 0
    for cut, one, expected in replayed:
        assert answer(scratch.store.at(cut), one) == expected, (cut, one)
        full += expected != "[]"
    # A fifth of the questions are about debates, of which this history has none.
    assert full > len(replayed) // 5


def test_only_what_writes_or_is_about_the_database_is_refused() -> None:
    for one in library().values():
        assert as_of_text(one.name, one.text).count("$as_of_at") >= one.text.count("]-"), one.name
    refused = set()
    for own in store_statements().values():
        try:
            as_of_text(own.name, own.text)
        except UsageError:
            refused.add(own.name)
    assert refused == REFUSED


@pytest.mark.parametrize(
    "text",
    ["MATCH (a:Claim)-[:USES*]->(b) RETURN a", "MATCH (a:Claim)-->(b) RETURN a", "MATCH (a:Claim|Warrant) RETURN a",
     "MATCH (a:Claim) SET a.x = 1", "MATCH (a:Claim {id: toUpper($id)}) RETURN a"],
)  # fmt: skip
def test_a_pattern_that_no_condition_can_be_put_on_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="cannot be asked as of"):
        as_of_text("this", text)


def test_texts_are_no_patterns() -> None:
    text = "MATCH (a:Claim) RETURN a.text = '(b:Claim)-[:USES]-' AS same"
    assert as_of_text("this", text).endswith("RETURN a.text = '(b:Claim)-[:USES]-' AS same")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2026-11-21", "2026-11-21T23:59:59.999999Z"), ("2026-11-21T10:00Z", "2026-11-21T10:00:00.000000Z"),
     ("2026-11-21T10:00", "2026-11-21T10:00:00.000000Z"), ("2026-11-21T10:00:00.5+02:00", "2026-11-21T08:00:00.500000Z")],
)  # fmt: skip
def test_a_time_is_compared_as_stamps_are_written(text: str, expected: str) -> None:
    assert stamp(text) == expected


def past(settings: Settings, run: str, at: str, **params: Any) -> list[dict[str, Any]]:
    with Session(settings) as session:
        return query(session, "claims_without_evidence", {"run": run, **params}, at)


def test_an_event_is_named_by_number_id_or_time(settings: Settings, store: Store) -> None:
    plant = Plant(store)
    claim = plant.claim("Bare.")
    then = store.ask("nodes_by_id", ids=[claim.id])[0]["props"]
    plant.withdraw(claim)
    for at in (str(then["seq"]), f"{plant.run}-{then['seq']}", then["at"]):
        assert [row["claim"] for row in past(settings, plant.run, at)] == [claim.id], at
        with Session(settings) as session:
            assert show(session, claim.id, at).standing == "current"
    assert (
        past(settings, plant.run, "") == past(settings, plant.run, "0") == past(settings, plant.run, "2020-01-01") == []
    )
    with Session(settings) as session:
        assert show(session, claim.id).standing == "superseded"
    with Session(settings) as session, pytest.raises(UnknownId):
        show(session, claim.id, f"{plant.run}-0")
    with Session(settings) as session, pytest.raises(UnknownId):
        why(session, claim.id, "2020-01-01")
    with Session(settings) as session:
        assert len(str(export(session, "journal", plant.run, as_of="1")).splitlines()) == 2


@pytest.mark.parametrize("at", ["2026-13-01", "2026-11-21T99", "no-such-event", "99999", "-1", "٣"])
def test_what_is_no_moment_is_refused(settings: Settings, store: Store, at: str) -> None:
    plant = Plant(store)
    with pytest.raises(FoamError):
        past(settings, plant.run, at)


def test_a_number_needs_a_chain_and_cards_have_no_past(settings: Settings, store: Store) -> None:
    with Session(settings) as session, pytest.raises(UsageError, match="of which chain"):
        seen_at(session, "3")
    with Session(settings) as session, pytest.raises(UsageError, match="does not apply to cards"):
        export(session, "cards", "any", as_of="2026-11-21")


def test_nothing_is_written_while_looking_back(settings: Settings, store: Store) -> None:
    plant = Plant(store)
    view = store.at(Cut("2026-01-01T00:00:00.000000Z"))
    with pytest.raises(UsageError, match="nothing is written"):
        view.commit(ActivityDraft(plant.run, "Call", Role.PROPOSER, "call"), Delta())
    with pytest.raises(UsageError, match="nothing is restored"):
        view.restore([])
    with pytest.raises(UsageError, match="only named queries"):
        view.audit("RETURN 1 AS one")
    with pytest.raises(UsageError, match="no other moment"):
        view.at(Cut("2026-01-02T00:00:00.000000Z"))


def test_a_second_call_answers_from_the_present(settings: Settings, store: Store) -> None:
    plant = Plant(store)
    claim = plant.claim("Bare.")
    event = f"{plant.run}-{store.ask('nodes_by_id', ids=[claim.id])[0]['props']['seq']}"
    plant.withdraw(claim)
    asked = {"run": plant.run}
    with Session(settings) as session:
        assert show(session, claim.id, event).standing == "current"
        assert show(session, claim.id).standing == "superseded"
        assert [row["claim"] for row in query(session, "claims_without_evidence", asked, event)] == [claim.id]
        assert query(session, "claims_without_evidence", asked) == []
        journal = str(export(session, "journal", plant.run, as_of="1"))
        assert len(journal.splitlines()) == 2 < len(str(export(session, "journal", plant.run)).splitlines())
        # Nothing of the session is closed with a view of it, and it still writes.
        with session.at(Cut("2020-01-01T00:00:00.000000Z")) as view:
            assert view.store.ask("nodes_by_id", ids=[claim.id]) == []
        assert session.store.commit(ActivityDraft(plant.run, "Call", Role.PROPOSER, "call"), Delta()).seq


def test_rows_that_are_streamed_are_of_that_moment_too(store: Store) -> None:
    plant = Plant(store)
    plant.claim("Bare.")
    view = store.at(Cut("2020-01-01T00:00:00.000000Z"))
    assert list(store.stream("run_nodes", run=plant.run, low=0, high=100))
    assert list(view.stream("run_nodes", run=plant.run, low=0, high=100)) == []
