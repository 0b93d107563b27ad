from __future__ import annotations

import http.server
import json
import os
import socket
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import ClientError

from foam_graph.config import Settings
from foam_graph.errors import ServerFault, StoreUnreachable
from foam_graph.store.server import control as server
from foam_graph.store.server.class_data import make_archive
from foam_graph.store.server.configuration import conf_text
from foam_graph.store.server.control import Endpoint, Memory, ServerStatus
from foam_graph.store.server.process import spawn
from foam_graph.store.server.server_folder import Running, ServerFiles
from foam_graph.store.server.starting import PortTaken, await_ready, free_ports, port_is_free, ports_of, start_on
from tests.support.processes import suspend

STALLED = 2.5
"""Seconds of a stall: more than twice what a server that answers at once is given (``answers_bolt``)."""


@pytest.fixture
def own(spare: Settings) -> Settings:
    """A second server's home, with a space in its path; these tests stop and start it as they like."""
    return spare


def ask(endpoint: Endpoint, query: str, **parameters: object) -> list[list[object]]:
    with GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver:
        return [list(row.values()) for row in driver.execute_query(query, parameters).records]


def start_elsewhere(settings: Settings) -> subprocess.Popen[str]:
    program = (
        "from pathlib import Path; import sys; from foam_graph.config import Settings;"
        "from foam_graph.store.server import control as server;"
        "e = server.up(Settings(home=Path(sys.argv[1]))); print(e.pid, e.uri)"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, str(settings.home)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"FOAM_OPENAI_API_KEY": "sk-one", "OPENAI_API_KEY": "sk-two"},
    )


def test_the_archive_is_made_once_and_used(own: Settings) -> None:
    archive = make_archive()
    made = archive.stat().st_mtime_ns
    said: list[str] = []
    assert make_archive(said.append) == archive
    assert (archive.stat().st_mtime_ns, said) == (made, [])
    assert [path.name for path in archive.parent.iterdir() if path.is_dir()] == []
    assert f"-XX:AOTCache={archive}" in psutil.Process(server.up(own).pid).cmdline()
    server.down(own)


def test_two_processes_at_once_start_one_quiet_server_without_their_secrets(own: Settings) -> None:
    both = [start_elsewhere(own), start_elsewhere(own)]
    printed = [process.communicate(timeout=400) for process in both]
    assert [process.returncode for process in both] == [0, 0], printed
    assert printed[0][0] == printed[1][0]
    assert [errors for _, errors in printed] == ["", ""]
    # It outlives the processes that asked for it, and this one finds it again.
    endpoint = server.endpoint(own)
    assert printed[0][0].split() == [str(endpoint.pid), endpoint.uri]
    assert endpoint.managed
    assert ask(endpoint, "RETURN 1") == [[1]]
    inherited = psutil.Process(endpoint.pid).environ()
    assert not {"FOAM_OPENAI_API_KEY", "OPENAI_API_KEY"} & set(inherited)
    assert "PATH" in inherited


def test_up_again_keeps_the_process(own: Settings) -> None:
    first = server.up(own)
    assert server.up(own) == first


def test_the_password_is_long_and_shown_nowhere(own: Settings) -> None:
    endpoint = server.up(own)
    assert len(endpoint.password) >= 32
    assert endpoint.password not in repr(endpoint)
    assert endpoint.pid is not None
    assert endpoint.password not in " ".join(psutil.Process(endpoint.pid).cmdline())
    logs = ServerFiles.of(own.home).root / "logs"
    assert all(endpoint.password not in path.read_text(errors="replace") for path in logs.iterdir())


def test_a_wrong_password_is_refused(own: Settings) -> None:
    with pytest.raises(ClientError, match="unauthorized"):
        ask(replace(server.up(own), password="neo4j"), "RETURN 1")


@pytest.mark.skipif(sys.platform == "win32", reason="no file modes")
def test_only_the_owner_may_read_the_folder(own: Settings) -> None:
    server.up(own)
    files = ServerFiles.of(own.home)
    assert stat.S_IMODE(files.root.stat().st_mode) == 0o700
    for name in ("password", "server.json", "format.json", "class-path.args", "conf/neo4j.conf"):
        assert stat.S_IMODE((files.root / name).stat().st_mode) == 0o600, name
    assert stat.S_IMODE((own.home / "neo4j.lock").stat().st_mode) == 0o600


def test_it_listens_on_the_loopback_address_only(own: Settings) -> None:
    process = psutil.Process(server.up(own).pid)
    addresses = {link.laddr.ip for link in process.net_connections("inet") if link.status != psutil.CONN_ESTABLISHED}
    assert addresses <= {"127.0.0.1", "::ffff:127.0.0.1"}
    assert addresses


def test_status_of_a_running_server(own: Settings) -> None:
    endpoint = server.up(own)
    seen = server.status(own)
    assert (seen.running, seen.managed, seen.uri, seen.pid) == (True, True, endpoint.uri, endpoint.pid)
    assert ask(
        endpoint, "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]"
    ) == [[seen.version]]
    assert seen.started_at is not None
    assert seen.started_at.tzinfo is not None
    assert seen.memory_mb > 100
    assert seen.data_path == ServerFiles.of(own.home).data
    assert seen.store_bytes > 2**20


class _Witness(http.server.BaseHTTPRequestHandler):
    asked: list[str] = []  # noqa: RUF012 - one list for all requests is what is wanted

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"a,b\n")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_load_csv_does_not_fetch(own: Settings, host: str) -> None:
    web = http.server.HTTPServer(("127.0.0.1", 0), _Witness)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    try:
        with pytest.raises(ClientError, match="blocklist"):
            ask(server.up(own), "LOAD CSV FROM $url AS row RETURN row", url=f"http://{host}:{web.server_port}/x.csv")
    finally:
        web.shutdown()
        web.server_close()
    assert _Witness.asked == []


@pytest.mark.parametrize("url", ["file:///etc/hosts", "jar:file:/etc/hosts!/x", "ftp://127.0.0.1/x", "/etc/hosts"])
def test_load_csv_does_not_read_files(own: Settings, url: str) -> None:
    with pytest.raises(ClientError):
        ask(server.up(own), "LOAD CSV FROM $url AS row RETURN row", url=url)


def occupied(port: int) -> socket.socket:
    """Another program that listens on a port."""
    other = socket.socket()
    other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    other.bind(("127.0.0.1", port))
    other.listen()
    return other


def begins_with(settings: Settings) -> str:
    """Where the next start looks first."""
    return f"bolt://127.0.0.1:{next(iter(ports_of(ServerFiles.of(settings.home))))}"


# Together, since a start of the server is most of what each of them takes.
def test_down_and_up_keep_data_and_password_and_an_address_that_changed_is_told_and_kept(own: Settings) -> None:
    first = server.up(own)
    server.down(own)
    with occupied(int(first.uri.rsplit(":", 1)[1])):
        moved = server.up(own)
    assert moved.uri != first.uri
    assert moved.moved_from == first.uri
    assert begins_with(own) == moved.uri
    server.down(own)
    # A port that was asked for is kept too. Not one of those that outgoing connections get: the next modules' server
    # keeps it, and while that is down such a connection may have it.
    port = next(ports_of(ServerFiles.of(own.home / "another")))
    asked = server.up(own, port=port)
    assert (asked.uri, asked.moved_from) == (f"bolt://127.0.0.1:{port}", "")
    ask(asked, "CREATE (:Kept {value: 'ä'})")
    assert server.down(own)
    assert not server.down(own)
    assert not psutil.pid_exists(asked.pid or 0)
    stopped = server.status(own)
    assert (stopped.running, stopped.uri, stopped.pid) == (False, "", None)
    assert stopped.store_bytes > 0
    with pytest.raises(StoreUnreachable) as caught:
        server.endpoint(own)
    assert "foam up" in caught.value.hint
    assert begins_with(own) == asked.uri
    steps: list[str] = []
    after = server.up(own, steps.append)
    assert after.password == asked.password
    assert after.pid != asked.pid
    assert (after.uri, after.moved_from) == (asked.uri, "")
    assert ask(after, "MATCH (k:Kept) RETURN k.value") == [["ä"]]
    assert steps[-1].endswith(after.uri)


def test_a_first_start_avoids_what_others_listen_on(tmp_path: Path) -> None:
    files = ServerFiles.of(tmp_path)
    first, second = list(ports_of(files))[:2]
    assert list(ports_of(files))[:2] == [first, second], "they follow from the path"
    with occupied(first):
        assert next(port for port in ports_of(files) if port_is_free(port)) == second
    others = {next(ports_of(ServerFiles.of(tmp_path / str(n)))) for n in range(50)}
    assert len(others) > 45, "two homes begin with ports of their own"


@pytest.mark.parametrize("damage", ["", "0", "70000", "x", "²", "7687 7688"])
def test_a_damaged_port_file_is_as_none(tmp_path: Path, damage: str) -> None:
    files = ServerFiles.of(tmp_path)
    (tmp_path / "neo4j.port").write_text(damage, encoding="utf-8")
    assert files.kept_port() is None
    files.keep_port(7687)
    assert files.kept_port() == 7687


def test_a_home_of_an_earlier_release_keeps_the_port_of_its_configuration(tmp_path: Path) -> None:
    files = ServerFiles.of(tmp_path)
    files.create()
    (files.conf / "neo4j.conf").write_text(conf_text(21_234, Memory()), encoding="utf-8")
    assert next(ports_of(files)) == 21_234


def test_a_lost_process_record_finds_the_server_again(own: Settings) -> None:
    endpoint = server.up(own)
    record = ServerFiles.of(own.home).root / "server.json"
    for damage in ("", "[]", '{"pid": 1, "port": 7687, "started_at": 0, "version": "x"}'):
        record.write_text(damage)
        assert server.up(own) == endpoint
    record.unlink()
    assert server.endpoint(own) == endpoint
    assert not record.exists()
    assert server.up(own) == endpoint
    assert record.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")
def test_a_server_that_stalls_for_seconds_is_waited_for(own: Settings) -> None:
    endpoint = server.up(own)
    process = psutil.Process(endpoint.pid)
    for asked in (lambda: server.endpoint(own), lambda: server.up(own), lambda: server.status(own).running or None):
        suspend(process)
        threading.Timer(STALLED, process.resume).start()
        assert asked() in (endpoint, True)
        assert process.is_running()
    ours = f"--home-dir={ServerFiles.of(own.home).root}"
    assert [p for p in psutil.process_iter(["cmdline"]) if ours in (p.info["cmdline"] or ())] == [process]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")
def test_a_server_that_stays_silent_is_not_called_gone_and_one_that_was_killed_is_and_keeps_its_address(
    own: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = server.up(own)
    process = psutil.Process(first.pid)
    suspend(process)
    with monkeypatch.context() as patch:
        patch.setattr(server, "STALL", 0.5)
        with pytest.raises(StoreUnreachable, match=f"process {process.pid}\\) runs but does not answer") as caught:
            server.endpoint(own)
        assert "foam down" in caught.value.hint
    # Whoever waits for it is told as soon as it is gone: this wait would never end.
    monkeypatch.setattr(server, "STALL", None)
    threading.Timer(1.0, process.kill).start()
    with pytest.raises(StoreUnreachable, match="is not running"):
        server.endpoint(own)
    process.wait(10)
    with pytest.raises(StoreUnreachable, match="is not running"):
        server.endpoint(own)
    after = server.up(own)
    assert after.pid != process.pid
    assert (after.uri, after.moved_from) == (first.uri, "")


def test_a_kill_and_a_pid_of_another_program_do_not_matter(own: Settings) -> None:
    before = server.up(own)
    files = ServerFiles.of(own.home)
    stored = files.running()
    assert stored is not None
    ask(before, "CREATE (:Acknowledged)")
    process = psutil.Process(before.pid)
    process.kill()
    process.wait(300)
    files.record(Running(os.getpid(), stored.port, stored.started_at, stored.version))
    assert not server.status(own).running
    with pytest.raises(StoreUnreachable):
        server.endpoint(own)
    assert server.down(own) is False  # and this very process is still here
    files.record(stored)
    damaged = files.root / "damaged.aot"
    damaged.write_bytes(b"not an archive")
    memory = Memory(heap=768)
    program = server.resolve()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        # As if the other program had bound the port after it was found free.
        with pytest.raises(PortTaken, match=str(taken)):
            await_ready(files, spawn(program, files, memory, taken), before.password, 300)
        running = start_on(
            files, replace(program, archive=damaged), iter([taken, *free_ports(1)]), memory, 300, lambda _: None
        )
    assert running.port != taken
    after = server.up(own)
    assert (after.pid, after.password) == (running.pid, before.password)
    assert ask(after, "MATCH (a:Acknowledged) RETURN count(a)") == [[1]]


def test_a_given_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ServerFault, match=str(port)) as caught:
            server.up(Settings(home=tmp_path), port=port)
    assert "port" in caught.value.hint


def test_a_store_without_its_password_is_not_opened(tmp_path: Path) -> None:
    files = ServerFiles.of(tmp_path)
    files.create()
    (files.data / "databases" / "system").mkdir(parents=True)
    files.mark_format()
    with pytest.raises(ServerFault, match="password is gone"):
        server.up(Settings(home=tmp_path))


def test_a_foreign_store_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "neo4j" / "data" / "databases" / "system").mkdir(parents=True)
    with pytest.raises(ServerFault, match="FOAM did not make"):
        server.up(Settings(home=tmp_path))


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        (json.dumps({"format": 2, "neo4j": "2026.08.1"}), "format 2"),
        (json.dumps({"format": 1, "neo4j": "2027.01.0"}), "2027.01.0"),
        (json.dumps({"format": 1}), "not FOAM's"),
        (json.dumps({"format": 1, "neo4j": "latest"}), "not FOAM's"),
        ("", "not FOAM's"),
        ("[1]", "not FOAM's"),
    ],
)
def test_a_folder_of_another_version_is_not_opened(tmp_path: Path, marker: str, said: str) -> None:
    files = ServerFiles.of(tmp_path)
    files.create()
    (files.root / "format.json").write_text(marker)
    with pytest.raises(ServerFault, match=said):
        server.up(Settings(home=tmp_path))


def test_a_home_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(ServerFault, match="home") as caught:
        server.up(Settings(home=tmp_path / "home"))
    assert "FOAM_HOME" in caught.value.hint


def test_a_full_disk_is_refused(tmp_path: Path) -> None:
    files = ServerFiles.of(tmp_path)
    files.create()
    files.check_space()
    with pytest.raises(ServerFault, match="MiB free"):
        files.check_space(needed=2**62)


def test_a_server_that_ends_while_starting_shows_its_log(tmp_path: Path) -> None:
    with pytest.raises(ServerFault) as caught:
        server.up(Settings(home=tmp_path), memory=Memory(page_cache=-5))
    assert "pagecache" in caught.value.message
    assert server.status(Settings(home=tmp_path)).running is False


def test_nothing_is_started_or_made_by_asking(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "none")
    assert not server.status(settings).running
    assert not server.down(settings)
    with pytest.raises(StoreUnreachable):
        server.endpoint(settings)
    assert not settings.home.exists()


def test_an_external_server_is_left_alone(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        uri = f"bolt://127.0.0.1:{listener.getsockname()[1]}"
        settings = Settings(home=tmp_path / "none", neo4j_uri=uri, neo4j_user="u", neo4j_password="secret-word")
        expected = Endpoint(uri, "u", "secret-word", "neo4j", managed=False)
        assert server.endpoint(settings) == server.up(settings) == expected
        assert server.status(settings) == ServerStatus(True, False, uri)
        assert not server.down(settings)
    assert server.status(settings) == ServerStatus(False, False, uri)
    assert "secret-word" not in repr(expected)
    assert not settings.home.exists()


@pytest.mark.parametrize("uri", ["bolt://", "nonsense", "bolt://127.0.0.1:notaport"])
def test_the_status_of_a_nonsense_address_is_not_running(tmp_path: Path, uri: str) -> None:
    assert server.status(Settings(home=tmp_path, neo4j_uri=uri)).running is False


def test_without_a_network_the_fault_is_readable(tmp_path: Path) -> None:
    program = "from foam_graph.store.server.control import resolve; resolve()"
    offline = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    caches = {"JGO_CACHE_DIR": str(tmp_path / "jgo"), "M2_REPO": str(tmp_path / "m2"), "HOME": str(tmp_path)}
    line = [sys.executable, "-c", program]
    done = subprocess.run(line, env=os.environ | offline | caches, capture_output=True, text=True, timeout=400)
    assert done.returncode == 1
    assert "ServerFault: cannot fetch Neo4j" in done.stderr.splitlines()[-1]
    assert done.stdout == ""


def test_two_homes_have_servers_of_their_own(own: Settings, endpoint: Endpoint, settings: Settings) -> None:
    other = server.up(own)
    assert server.endpoint(settings) == endpoint
    assert (other.uri, other.password, other.pid) != (endpoint.uri, endpoint.password, endpoint.pid)
    ask(other, "CREATE (:OnlyThere)")
    assert ask(endpoint, "MATCH (n:OnlyThere) RETURN count(n)") == [[0]]
