"""Bad input of every kind: the right exit code, readable words, nothing half-written, never a traceback."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from foam_graph.store.server.control import Endpoint
from tests.support.calling import CORPUS, QUESTION, Answer, ask, foam

Asked = dict[str, Any]


def refused(answer: Answer, code: int, *words: str) -> None:
    """The call failed with this code and told these words as JSON."""
    assert answer.code == code, answer
    told = answer.value
    assert told.keys() == {"error", "message", "hint"}
    assert told["hint"]
    for word in words:
        assert word in told["message"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "no-such-id"], "no-such-id"),
        (["show", ""], "''"),
        (["show", " \t"], "nothing"),
        (["show", "r'}) DETACH DELETE n //"], "DETACH"),
        (["why", "no-such-id"], "no-such-id"),
        (["why", "no-such-id", "--as-of", ""], "--as-of is empty"),
        (["query", "positions", "--as-of", " "], "--as-of is empty"),
        (["verify", "--key", ""], "--key is empty"),
        (["verify", ""], "RUN is empty"),
        (["verify", "x", "--head", " "], "--head is empty"),
        (["verify", "--journal", ""], "--journal is empty"),
        (["prove", "--check", "proof.json", "--key", ""], "--key is empty"),
        (["retrieve", "x", "--corpus", CORPUS, "--document", "a", "--document", ""], "--document is empty"),
        (["retrieve", "x", "--corpus", CORPUS, "--since", "\t"], "--since is empty"),
        (["quotes", "check", "--text", "a", "--corpus", ""], "--corpus is empty"),
        (["perspectives", "shuffle", "--domain", ""], "--domain is empty"),
        (["resume", "no-such-run"], "no-such-run"),
        (["verify", "no-such-run"], "no-such-run"),
        (["diff", "no-such-run", "no-such-run"], "no-such-run"),
        (["export", "prov", "no-such-run", "-o", "x.ttl"], "no-such-run"),
        (["documents", "--corpus", "no-such-corpus"], "no-such-corpus"),
        (["documents", "--corpus", "../../etc"], "../../etc"),
        (["retrieve", "x", "--corpus", "no-such-corpus"], "no-such-corpus"),
        (["retrieve", "  ", "--corpus", CORPUS], "empty"),
        (["retrieve", "x", "--corpus", CORPUS, "-k", "0"], "0 hits"),
        (["retrieve", "--corpus", CORPUS], "neither or both"),
        (["retrieve", "x", "--queries", "q.jsonl", "--corpus", CORPUS], "neither or both"),
        (["retrieve", "--queries", "no-such.jsonl", "--corpus", CORPUS], "no-such.jsonl cannot be read"),
        (["retrieve", "x", "--corpus", CORPUS, "--mode", "fuzzy"], "no mode 'fuzzy'"),
        (["retrieve", "x", "--corpus", CORPUS, "--since", "soon"], "'soon' is not a date"),
        (["load", "/no/such/folder", "--corpus", CORPUS], "/no/such/folder"),
        (["load", ".", "--corpus", "a/b"], "a/b"),
        (["query", "standing"], "'run'"),
        (["query", "standing", "-p", "run=a", "-p", "more=b"], "more"),
        (["challenge", "no-such-id", "--kind", "scope", "--grounds", "g"], "no-such-id"),
        (["challenge", "no-such-id", "--kind", "scope", "--grounds", " "], "grounds"),
        (["rule", "no-such-id", "--uphold", "--reason", "r", "--by", "b"], "no-such-id"),
        (["rule", "no-such-id", "--uphold", "--reason", " ", "--by", "b"], "reason"),
        (["quotes", "check", "--text", "a", "--corpus", "no-such-corpus"], "no-such-corpus"),
    ],
)
def test_what_is_not_there_is_named(world: Path, arguments: list[str], words: str) -> None:
    refused(foam(*arguments, "--json"), 2, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"question": "   "}, "empty"),
        ({"question": "why " * 25_000}, "characters"),
        ({"--corpus": "no-such-corpus"}, "no-such-corpus"),
        ({"--template": "no-such-template"}, "no-such-template"),
        ({"--perspectives": "liberty"}, "1 perspectives"),
        ({"--perspectives": "liberty,nobody"}, "nobody"),
        ({"--perspectives": ","}, "no perspective"),
        ({"--agents": "psychic"}, "psychic"),
        ({"--dated": "yesterday"}, "yesterday"),
        ({"--as-of": "2026-05-20"}, "--dated 2026-05-20"),
        ({"--limit": "max_iterations"}, "max_iterations"),
        ({"--limit": "max_iterations=some"}, "some"),
        ({"--limit": "max_iterations=-1"}, "-1"),
        ({"--perspective-file": "/no/such/file.yaml"}, "/no/such/file.yaml"),
    ],
)
def test_a_question_that_cannot_be_asked_writes_nothing(world: Path, change: dict[str, str], words: str) -> None:
    before = foam("query", "totals", "--json").value
    options = {"--corpus": CORPUS, "--template": str(world / "memo.yaml"), "--perspectives": "liberty,order", **change}
    question = options.pop("question", QUESTION)
    answer = foam("ask", question, *(text for pair in options.items() for text in pair), "--json")
    refused(answer, 2, words)
    assert foam("query", "totals", "--json").value == before


def test_a_question_from_standard_input_must_be_text(world: Path) -> None:
    answer = foam(
        "ask", "-", "--corpus", CORPUS, "--template", "x", "--perspectives", "a,b", "--json", stdin=b"\xff\xfe"
    )
    refused(answer, 2, "UTF-8")


def test_an_ambiguous_prefix_names_some_of_what_it_fits(asked: Asked) -> None:
    answer = foam("show", asked["run"] + "-1", "--json")
    assert answer.code == 0, "a whole id wins over longer ones that begin so"
    refused(foam("show", asked["run"][:3], "--json"), 2, asked["run"])


def test_a_corpus_is_no_run(asked: Asked) -> None:
    refused(foam("resume", f"corpus.{CORPUS}", "--json"), 1, "not a run")
    refused(foam("diff", asked["run"], f"corpus.{CORPUS}", "--json"), 2, "not a run")
    refused(foam("diff", asked["run"], asked["position"], "--json"), 2, "Position")


def test_positions_of_different_runs_are_compared_as_runs(asked: Asked, world: Path) -> None:
    other = ask(world, seed=17).value
    answer = foam("diff", asked["position"], other["position"], "--json")
    refused(answer, 2, "different runs")
    assert f"foam diff {asked['run']} {other['run']}" in answer.value["hint"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["verify", "/dev/zero"], "no regular file"),
        (["verify", "--journal", "/dev/zero"], "line 1 has more than"),
        (["replay", "/dev/zero"], "not a regular file"),
        (["prove", "--check", "/dev/zero"], "larger than 64 MiB"),
        (["prov", "check", "/dev/zero"], "not a regular file"),
        (["aif", "/dev/zero"], "larger than 256 MiB"),
        (["import", "/dev/zero", "--by", "x"], "larger than 256 MiB"),
        (["quotes", "check", "/dev/zero", "--corpus", CORPUS], "larger than 256 MiB"),
        (["retrieve", "--queries", "/dev/zero", "--corpus", CORPUS], "larger than 256 MiB"),
        (["templates", "show", "/dev/zero"], "/dev/zero"),
        (["perspectives", "list", "--file", "/dev/zero"], "larger than 16 MiB"),
        (["load", "/dev/zero", "--corpus", CORPUS], "not a regular file"),
        (["segment", "/dev/zero"], "not a regular file"),
    ],
)
def test_a_device_without_an_end_is_refused(world: Path, arguments: list[str], words: str) -> None:
    answer = foam(*arguments, "--json")
    assert answer.code in (1, 2), answer
    assert words in answer.out + answer.err
    assert "unexpected" not in answer.out + answer.err


def test_a_pipe_is_read_once_or_refused(asked: Asked, tmp_path: Path) -> None:
    journal, pipe = tmp_path / "run.jsonl", tmp_path / "pipe"
    assert foam("export", "journal", str(asked["run"]), "-o", str(journal), "--json").code == 0
    os.mkfifo(pipe)
    refused(foam("replay", str(pipe), "--json"), 2, "not a regular file")
    writer = threading.Thread(target=lambda: pipe.write_bytes(journal.read_bytes()))
    writer.start()
    answer = foam("verify", "--journal", str(pipe), "--json")
    writer.join()
    assert (answer.code, answer.value["ok"]) == (0, True)


def test_an_export_that_cannot_be_written_leaves_nothing(asked: Asked, tmp_path: Path) -> None:
    refused(foam("export", "journal", asked["run"], "-o", str(tmp_path), "--json"), 2, "is a folder")
    blocked = tmp_path / "file"
    blocked.write_text("kept", encoding="utf-8")
    refused(foam("export", "journal", asked["run"], "-o", str(blocked / "x"), "--json"), 3, "cannot be written")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert blocked.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no quotation"),
        (b"not json\n", ":1: not JSON"),
        (b'{"quote": "a"}\n[]\n', ":2: has no text"),
        (b'{"quote": 7}\n', ":1: has no text"),
        (b'{"quote": "a", "document": ["d"]}\n', ":1: document"),
        (b"\xff\xff\n", ":1: not JSON"),
    ],
)
def test_a_faulty_file_of_quotations_is_named_with_its_line(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "quotes.jsonl"
    file.write_bytes(content)
    refused(foam("quotes", "check", str(file), "--documents", str(tmp_path), "--json"), 2, words)


def test_a_wrong_password_is_an_environment_fault(
    endpoint: Endpoint, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_NEO4J_URI", endpoint.uri)
    monkeypatch.setenv("FOAM_NEO4J_PASSWORD", "certainly-wrong")
    answer = foam("runs", "--json")
    refused(answer, 3, "refused user")
    assert "certainly-wrong" not in answer.out


def test_no_server_is_an_environment_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    refused(foam("runs", "--json"), 3, "not running")
    assert foam("status", "--json").value["running"] is False
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("FOAM_NEO4J_URI", f"bolt://127.0.0.1:{taken.getsockname()[1]}")
        refused(foam("runs", "--json"), 3, "did not answer")
        found = foam("doctor", "--json")
    assert found.code == 3
    assert {"Neo4j": "fail"}.items() <= {c["name"]: c["result"] for c in found.value["checks"]}.items()
    monkeypatch.setenv("FOAM_NEO4J_URI", "gopher://nowhere")
    refused(foam("runs", "--json"), 3, "not a Neo4j address")


def test_broken_settings_name_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    (tmp_path / "foam.toml").write_text("llm_timeout = [", encoding="utf-8")
    refused(foam("status", "--json"), 2, "foam.toml")


def test_hostile_text_does_not_steer_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "evil.txt"
    file.write_text("A title\x1b]0;owned\x07 and \u202ereversed\u202c text.\n", encoding="utf-8")
    shown = foam("segment", str(file)).out
    assert "owned" in shown
    assert not set(shown) & {"\x1b", "\x07", "\u202e", "\u202c"}
