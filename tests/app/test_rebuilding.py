"""Rebuilding: what was erased is in none of the server's files any more; everything else is as it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from foam_graph.app.erasing import erase_node
from foam_graph.app.rebuilding import FOLDER, rebuild, stop
from foam_graph.app.sealing import seal
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_all
from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault, ServerFault, StoreFault, StoreUnreachable, UsageError, VerifyError
from foam_graph.exchange.journal.replay import replay
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.server import control as server
from foam_graph.store.server.server_folder import FIRST_START_BYTES, ServerFiles
from foam_graph.store.server.starting import free_ports, start_on
from foam_graph.store.server.store_exchange import take_over
from tests.support.calling import foam

PRIVATE = "Mrs Dorothea Quill of 9 Weir Lane saw the weir flood her cellar."
KEPT = "Raising the weir would cost 80,000 once."


@pytest.fixture
def own(spare: Settings) -> Settings:
    """A home of its own, whose server runs: started again where a test has stopped it."""
    server.up(spare)
    return spare


def write(settings: Settings, text: str) -> str:
    with Session(settings) as session:
        session.store.ensure_chain("run-weir", "run", "a test")
        delta = Delta()
        made = delta.node(
            "Claim", text=text, leaf="l1", component="rule", syllogism_type="advantage", stance_id="s1", evidence="none",
            values=["safety"], form="chain", words=4,
        )  # fmt: skip
        delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), made)
        draft = ActivityDraft("run-weir", "AgentTurn", Role.PROPOSER, "propose", "offline-rules")
        return session.store.commit(draft, delta).id_of(made)


def everything(settings: Settings) -> list[dict[str, Any]]:
    with Session(settings) as session:
        nodes = session.store.read("MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY n.id")
        edges = session.store.read(
            "MATCH (x)-[e]->(y) RETURN x.id AS x, type(e) AS t, y.id AS y, properties(e) AS p ORDER BY x, t, y, e.ord"
        )
        return [*nodes, *edges]


def holding(settings: Settings, words: bytes) -> list[Path]:
    files = [path for path in (settings.home / "neo4j").rglob("*") if path.is_file()]
    return [path for path in files if words in path.read_bytes()]


# On a new machine it is the first test of all, and begins with making the archive of Java's classes.
@pytest.mark.timeout(1200)
def test_what_was_erased_is_in_no_file_of_the_server_any_more(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    node = write(own, PRIVATE)
    write(own, KEPT)
    with Session(own) as session:
        seal(session)
        erase_node(session, node, "Request of 3 May.", "Officer")
    before, address = everything(own), server.endpoint(own).uri
    assert holding(own, b"Dorothea Quill"), "the server kept nothing: the test shows nothing"

    monkeypatch.setenv("FOAM_HOME", str(own.home))
    done = foam("rebuild", "--json")
    found = done.value

    assert (done.code, done.err) == (0, "")
    assert found["uri"] == server.endpoint(own).uri == address
    assert found["bytes_after"] > 0
    assert holding(own, b"Dorothea Quill") == []
    assert holding(own, KEPT.encode())
    assert everything(own) == before
    with Session(own) as session:
        assert verify_all(session).faults == ()
    assert found["chains"] >= 2
    left = [path.name for path in own.home.iterdir() if path.name.startswith(("neo4j", "rebuild"))]
    assert sorted(left) == ["neo4j", "neo4j.lock", "neo4j.port", "rebuilding.lock"]
    assert write(own, "Written after it.")


def test_a_chain_that_does_not_hold_changes_nothing(own: Settings) -> None:
    node = write(own, "True words.")
    with Session(own) as session:
        session.store.read("MATCH (n {id: $id}) SET n.leaf = 'l2'", id=node)
    before, there = everything(own), server.status(own).pid
    with pytest.raises(VerifyError):
        rebuild(own, lambda _: None)
    assert everything(own) == before
    assert server.status(own).pid == there
    assert not (own.home / FOLDER).exists()
    with Session(own) as session:
        session.store.read("MATCH (n {id: $id}) SET n.leaf = 'l1'", id=node)


def test_what_is_written_meanwhile_is_not_lost(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def with_a_writer(*given: Any) -> Any:
        found = replay(*given)
        write(own, "Written meanwhile.")
        return found

    monkeypatch.setattr("foam_graph.app.rebuilding.replay", with_a_writer)
    with pytest.raises(StoreFault, match="meanwhile"):
        rebuild(own, lambda _: None)
    assert any(row["p"].get("text") == "Written meanwhile." for row in everything(own))
    assert not (own.home / FOLDER).exists()


def test_what_is_written_until_the_server_stops_is_not_lost(own: Settings) -> None:
    def write_late(step: str) -> None:
        if step.startswith("putting"):
            write(own, "Written at the last moment.")

    with pytest.raises(StoreFault, match="meanwhile"):
        rebuild(own, write_late)
    assert any(row["p"].get("text") == "Written at the last moment." for row in everything(own))
    assert write(own, "Written after it.")
    assert not (own.home / FOLDER).exists()


def test_a_disk_without_room_for_two_stores_is_refused(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    there = server.status(own)
    free = FIRST_START_BYTES + there.store_bytes
    monkeypatch.setattr("foam_graph.store.server.server_folder.shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    with pytest.raises(ServerFault, match="a second store beside the one there is needs"):
        rebuild(own, lambda _: None)
    assert server.status(own).pid == there.pid
    assert not (own.home / FOLDER).exists()


def test_only_one_rebuilds_at_a_time(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foam_graph.app.rebuilding.WAIT", 0.0)

    def rebuild_again(_: str) -> None:
        with pytest.raises(EnvironmentFault, match="in use by another process"):
            rebuild(own, lambda _: None)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        rebuild(own, rebuild_again)


def test_what_a_rebuild_left_that_was_killed_goes_with_foam_down_and_its_exchange_is_undone(own: Settings) -> None:
    before = everything(own)
    made = Settings(home=own.home / FOLDER)
    # It says when the second server runs, and does nothing more until it is killed.
    program = (
        "import sys; from pathlib import Path; from foam_graph.app.rebuilding import rebuild;"
        "from foam_graph.config import Settings;"
        "hold = lambda step: step.startswith('writing') and (print(step, flush=True), sys.stdin.read());"
        "rebuild(Settings(home=Path(sys.argv[1])), hold)"
    )
    line = [sys.executable, "-c", program, str(own.home)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == "writing every chain anew\n"
        killed.kill()
    left = server.status(made).pid or 0
    assert stop(own)
    assert not psutil.pid_exists(left)
    assert not made.home.exists()
    # As if it had been killed between the two steps of the exchange.
    (own.home / "neo4j").rename(own.home / "neo4j.before")
    server.up(own)
    assert everything(own) == before
    assert not (own.home / "neo4j.before").exists()


# Together, since a start of the server is most of what each of them takes.
def test_what_an_exchange_left_or_could_not_put_in_place_is_put_right(
    own: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(own)
    left = own.home / FOLDER / "neo4j"
    left.mkdir(parents=True)
    assert not stop(replace(own, neo4j_uri="bolt://127.0.0.1:1")), "what was left stays beside somebody else's server"
    assert left.exists()
    assert stop(own)
    assert not left.exists()
    a_store_that_cannot_be_put_in_place_leaves_the_old_one(own, tmp_path, monkeypatch)
    a_server_for_reading_only_is_written_to_again(own)
    assert everything(own) == before
    assert write(own, "Written.")


def a_store_that_cannot_be_put_in_place_leaves_the_old_one(
    own: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Settings(home=tmp_path / FOLDER)
    (made.home / "neo4j").mkdir(parents=True)
    honest = Path.replace

    def refuses(path: Path, target: Path) -> Path:
        if path.parts[-2:] == (FOLDER, "neo4j"):
            raise PermissionError(13, "Permission denied", str(path))
        return honest(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuses)
        with pytest.raises(ServerFault, match="Permission denied"):
            take_over(own, made, lambda _: None, lambda _: None)
    assert not server.status(own).running
    assert not (own.home / "neo4j.before").exists()


def a_server_for_reading_only_is_written_to_again(own: Settings) -> None:
    # As if it had been killed while nobody could write, with an old store that was not deleted any more.
    shutil.copytree(own.home / "neo4j", own.home / "neo4j.before")
    files = ServerFiles.of(own.home)
    start_on(files, server.resolve(), free_ports(3), server.Memory(), server.START_TIMEOUT, lambda _: None, True)
    with pytest.raises(EnvironmentFault, match="only be read") as caught:
        write(own, "Refused.")
    assert "foam up" in caught.value.hint
    server.up(own)
    assert not (own.home / "neo4j.before").exists()


def test_only_a_managed_server_that_runs_is_rebuilt(own: Settings, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not run by foam"):
        rebuild(replace(own, neo4j_uri="bolt://127.0.0.1:1"), lambda _: None)
    with pytest.raises(StoreUnreachable, match="not running"):
        rebuild(Settings(home=tmp_path / "none"), lambda _: None)
    assert not (tmp_path / "none" / FOLDER).exists()
