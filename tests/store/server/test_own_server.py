"""Tests that need a server, and a database, of their own: whole-database verification, crashes, wrong passwords."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace
from typing import Any

import neo4j
import pytest

from foam_graph.config import Settings
from foam_graph.errors import StoreDenied, StoreFault, StoreUnreachable, UsageError, VerifyError
from foam_graph.exchange.journal.journal import all_journal_lines, journal_lines
from foam_graph.exchange.journal.replay import replay
from foam_graph.model.delta import Committed
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server import control as server
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.deltas import claims, draft, loads, offers, story
from tests.support.servers import SMALL


@pytest.fixture
def own(spare: Settings) -> Endpoint:
    """The server, started again where a test has stopped it."""
    return server.up(spare, memory=SMALL)


def raw_driver(endpoint: Endpoint) -> neo4j.Driver:
    return neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))


WHOLE: dict[str, tuple[str, str]] = {
    "node without stamps": ("CREATE (:Artifact:Claim {id: 'whole-x', mark: $mark})", "whole-x"),
    "node of no label": ("CREATE ({id: 'whole-x', mark: $mark})", "whole-x"),
    "node of an undeclared label": ("CREATE (:Approval {id: 'whole-x', mark: $mark})", "whole-x"),
    "node of a chain that is not there": (
        "CREATE (:Artifact:Claim {id: 'whole-x', run: 'whole-none', seq: 0, mark: $mark})", "whole-x",
    ),
    "activity without a run": ("CREATE (:Activity:Load {id: 'whole-x', seq: 0, mark: $mark})", "whole-x"),
    "edge without stamps": (
        "MATCH (a:Activity {run: $run, seq: 1}) CREATE (a)<-[:NEXT {mark: $mark}]-(:Artifact {id: 'whole-x', mark: $mark})",
        "[NEXT]",
    ),
    "edge of a chain that is not there": (
        "MATCH (a:Activity {run: $run, seq: 1}) MATCH (b:Activity {run: $run, seq: 2}) "
        "CREATE (a)-[:NEXT {mark: $mark, run: 'whole-none', seq: 0}]->(b)",
        "[NEXT]",
    ),
    "edge whose seq is text": (
        "MATCH (a:Activity {run: $run, seq: 1}) MATCH (b:Activity {run: $run, seq: 2}) "
        "CREATE (a)-[:NEXT {mark: $mark, run: $run, seq: '1'}]->(b)",
        "[NEXT]",
    ),
}  # fmt: skip


def test_the_whole_database_holds_and_rows_outside_of_every_chain_are_found(own: Endpoint) -> None:
    with Store(own, "a test") as store, raw_driver(own) as raw:
        store.ensure_chain("first", "run", "a test")
        story(store, "first")
        _whole_database(store, raw, "first")


def _whole_database(store: Store, raw: neo4j.Driver, chain: str) -> None:
    honest = verify(store)
    assert (honest.faults, honest.activities, honest.nodes, honest.edges) == ([], 5, 10, 11)
    for name, (text, named) in WHOLE.items():
        assert raw.execute_query(text, run=chain, mark="whole").summary.counters.contains_updates
        found = verify(store)
        assert not found.ok, name
        assert any(fault.kind == "stray" and named in fault.row for fault in found.faults), (name, found.faults)
        raw.execute_query("MATCH ()-[e {mark: 'whole'}]->() DELETE e")
        raw.execute_query("MATCH (n {mark: 'whole'}) DETACH DELETE n")
    assert verify(store) == honest
    # The digest of all heads moves with every commit of any chain.
    store.commit(draft(chain), claims(1))
    assert verify(store).head != honest.head


def test_verifying_while_others_write_blames_nobody(own: Endpoint) -> None:
    with Store(own, "a test") as store:
        store.ensure_chain("busy", "run", "a test")
        stop = threading.Event()

        def write() -> None:
            while not stop.is_set():
                store.commit(draft("busy"), claims(1))

        thread = threading.Thread(target=write)
        thread.start()
        try:
            found = [verify(store, run) for run in ("busy", None, "busy", None)]
        finally:
            stop.set()
            thread.join(300)
        assert [v.faults for v in found] == [[], [], [], []]
        assert found[2].activities >= found[0].activities > 0
        assert verify(store).faults == []


class Late(Store):
    """A store whose indexes show the last activity late: once, what was asked of it does not find it."""

    def __init__(self, endpoint: Endpoint, query: str, written: bool = True) -> None:
        self.query = query
        self.written = written
        self.asked = 0
        super().__init__(endpoint, "a test")

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        if self.written and name in ("chain_end", "totals"):
            self.commit(draft("late"), claims(1))
        rows = super().ask(name, **params)
        if name == self.query:
            self.asked += 1
            if self.asked == 1 and name == "ledger_nodes":
                rows[-1]["rows"] = rows[-1]["rows"][:-1]
            elif self.asked == 1:
                rows.append({"id": "late-1-1", "labels": ["Artifact", "Claim"], "run": "late", "seq": 1})
        return rows


@pytest.mark.parametrize(
    ("query", "run", "written"),
    [("ledger_nodes", "late", True), ("ledger_nodes", "late", False), ("ledger_stray_nodes", None, True)],
)
def test_a_commit_that_an_index_shows_late_is_looked_at_again(
    own: Endpoint, query: str, run: str | None, written: bool
) -> None:
    with Late(own, query, written) as store, raw_driver(own) as raw:
        raw.execute_query("MATCH (n) DETACH DELETE n")
        store.ensure_chain("late", "run", "a test")
        store.commit(draft("late"), claims(2))
        assert verify(store, run).faults == []
        assert store.asked > 1
        # What is really gone is told, whoever writes meanwhile.
        store.commit(draft("late"), claims(1))
        raw.execute_query("MATCH (n {id: 'late-1'}) DETACH DELETE n")
        assert {fault.kind for fault in verify(store, run).faults} >= {"missing", "stray"}


class Growing(Store):
    """A store of a chain that grows faster than it is read."""

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        if name == "ledger_activities":
            for _ in range(3):
                self.commit(draft("grows"), claims(1))
        return super().ask(name, **params)


def test_verifying_a_chain_that_grows_faster_than_it_is_read_ends(
    own: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foam_graph.store.ledger.verification.RANGE", 2)
    with Growing(own, "a test") as store, raw_driver(own) as raw:
        store.ensure_chain("grows", "run", "a test")
        story(store, "grows")
        found = verify(store, "grows")
        assert found.faults == []
        assert found.activities >= 5
        # Where it stood when it was asked for is looked at, whatever comes meanwhile.
        raw.execute_query("MATCH (n {id: 'grows-4-1'}) SET n.text = 'another'")
        assert {fault.row for fault in verify(store, "grows").faults if fault.row} == {"grows-4-1"}


def test_a_journal_is_replayed_into_an_empty_database_as_it_was(own: Endpoint) -> None:
    with Store(own, "a test") as store, raw_driver(own) as raw:
        store.ensure_chain("told", "run", "a test")
        for _ in range(70):
            story(store, "told")
        before, lines = verify(store, "told"), list(journal_lines(store, "told"))
        raw.execute_query("MATCH (n) DETACH DELETE n")
        with pytest.raises(VerifyError, match="does not hold"):
            replay(store, lambda: [lines[0], lines[1].replace("late", "early"), *lines[2:]])
        assert store.ask("totals")[0]["nodes"] == 0
        assert replay(store, lambda: lines) == [before]
        assert list(journal_lines(store, "told")) == lines
        with pytest.raises(UsageError, match="already"):
            replay(store, lambda: lines)
        assert verify(store).faults == []
        # The chain goes on where it stood.
        assert store.commit(draft("told"), claims(1)).seq == before.activities


def test_a_journal_whose_documents_are_not_there_writes_nothing(own: Endpoint) -> None:
    with Store(own, "a test") as store, raw_driver(own) as raw:
        raw.execute_query("MATCH (n) DETACH DELETE n")
        store.ensure_chain("corpus", "corpus", "a corpus")
        store.commit(*loads("corpus", "doc"))
        store.ensure_chain("refers", "run", "a test")
        store.commit(*offers("refers", "doc"))
        corpus, run = (list(journal_lines(store, name)) for name in ("corpus", "refers"))
        both = list(all_journal_lines(store))
        assert both == [*corpus, *run]
        raw.execute_query("MATCH (n) DETACH DELETE n")
        with pytest.raises(StoreFault, match="3 of 4 edges could be made: refers-0 to refers-1"):
            replay(store, lambda: run)
        assert store.ask("totals")[0]["nodes"] == 0
        # A journal of both has them in an order in which each finds what it refers to.
        assert [chain.ok for chain in replay(store, lambda: both)] == [True, True]
        assert verify(store).faults == []
        assert list(all_journal_lines(store)) == both


def test_a_wrong_password_is_denied_before_anything_is_asked(own: Endpoint) -> None:
    with pytest.raises(StoreDenied) as caught:
        Store(replace(own, password="not-it"))
    assert own.uri in caught.value.message
    assert "FOAM_NEO4J_PASSWORD" in caught.value.hint
    assert "not-it" not in caught.value.message + caught.value.hint


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits less long for a server that these tests know to be gone."""
    monkeypatch.setattr("foam_graph.store.writing.lane._RETRY_SECONDS", 1.0)


# Together, since a start of the server is most of what each of them takes.
@pytest.mark.usefixtures("impatient")
def test_what_was_acknowledged_survives_kill_9_and_meanwhile_the_hint_says_what_to_do(
    spare: Settings, own: Endpoint
) -> None:
    acknowledged: list[Committed] = []
    enough = threading.Event()

    def write(run: str) -> None:
        try:
            for _ in range(5000):
                acknowledged.append(store.commit(draft(run), claims(1)))
                if len(acknowledged) >= 40:
                    enough.set()
        except StoreUnreachable:
            enough.set()

    with Store(own, "a test") as store:
        runs = [f"crash-{n}" for n in range(3)]
        for run in (*runs, "down"):
            store.ensure_chain(run, "run", "a test")
        threads = [threading.Thread(target=write, args=(run,)) for run in runs]
        for thread in threads:
            thread.start()
        assert enough.wait(300)
        assert own.pid is not None
        os.kill(own.pid, signal.SIGKILL)
        for thread in threads:
            thread.join(300)
            assert not thread.is_alive()
        a_server_that_is_down_is_unreachable(store, own)
    again = server.up(spare, memory=SMALL)
    with Store(again, "a test") as store:
        kept = {
            row["props"]["id"]: row["props"]["hash"]
            for run in runs
            for row in store.ask("run_activities", run=run, low=0, high=10**6)
        }
        assert len(acknowledged) >= 40
        assert {done.activity: done.hash for done in acknowledged}.items() <= kept.items()
        assert [verify(store, run).faults for run in runs] == [[], [], []]
        # What failed was not written; the next commit goes on where the chain stood.
        assert store.commit(draft("down"), claims(1)).seq == 1


def a_server_that_is_down_is_unreachable(store: Store, own: Endpoint) -> None:
    with pytest.raises(StoreUnreachable) as caught:
        store.ask("chains")
    assert "foam up" in caught.value.hint
    with pytest.raises(StoreUnreachable) as caught:
        store.commit(draft("down"), claims(1))
    assert "foam up" in caught.value.hint
    with pytest.raises(StoreUnreachable) as caught:
        Store(own)
    assert "foam up" in caught.value.hint


def test_an_address_that_is_none() -> None:
    with pytest.raises(StoreUnreachable, match="not a Neo4j address"):
        Store(Endpoint("ftp://nowhere", "neo4j", "x", "neo4j", managed=False))
