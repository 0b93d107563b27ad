"""The installed command as a process of its own: streams, signals, closed pipes, bugs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.calling import CORPUS, QUESTION, QUICK, foam
from tests.support.endpoints.case_model import CaseModel
from tests.support.endpoints.openai_server import Handler, Server

FOAM = [sys.executable, "-m", "foam_graph.cli"]
# Whoever starts the tests in the background makes all their children deaf to Ctrl-C.
LISTENING = [
    sys.executable, "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from foam_graph.cli import main; main()",
]  # fmt: skip


def process(*arguments: str, home: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*FOAM, *arguments],
        env={**os.environ, "FOAM_HOME": str(home), **environment},
        capture_output=True,
        check=False,
        timeout=400,
    )


def test_the_command_prints_json_only(world: Path, home: Path) -> None:
    done = process("documents", "--corpus", CORPUS, "--json", home=home)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(json.loads(done.stdout)) == 4


def test_another_locale_changes_no_byte(world: Path, home: Path) -> None:
    plain = process("perspectives", "--json", home=home)
    ascii_only = process("perspectives", "--json", home=home, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert ascii_only.stdout == plain.stdout
    assert ascii_only.returncode == 0


def test_a_reader_that_goes_away_hears_no_complaint(home: Path) -> None:
    command = [*FOAM, "templates", "show", "policy-1ac"]
    environment = {**os.environ, "FOAM_HOME": str(home)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        told = child.stderr.read()
    assert (child.returncode, told) == (141, b"")


def test_an_interrupted_run_says_how_to_go_on_and_does(
    world: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_OPENAI_API_KEY", "sk-test-0123456789")
    monkeypatch.setenv("FOAM_MODEL", "test-model")
    monkeypatch.setenv("FOAM_HOME", str(home))
    command = [
        *LISTENING, "ask", QUESTION, "--corpus", CORPUS, "--template", str(world / "memo.yaml"),
        "--perspectives", "liberty,order", *QUICK, "--agents", "llm", "--json",
    ]  # fmt: skip
    before = {row["id"] for row in foam("runs", "--json").value}
    good, held = CaseModel(), threading.Event()

    def holds(handler: Handler, body: dict[str, Any]) -> None:
        held.wait(300)
        good(handler, body)

    # The third answer is held back, so that the run is in its midst however fast the machine is.
    with Server(good, good, then=holds) as server:
        monkeypatch.setenv("FOAM_OPENAI_BASE_URL", server.url)
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            while len(server.requests) < 3:
                assert child.poll() is None
                time.sleep(0.02)
            (begun,) = {row["id"] for row in foam("runs", "--json").value} - before
            child.send_signal(signal.SIGINT)
            held.set()
            out, err = child.communicate()
    assert (child.returncode, err) == (130, b""), out
    told = json.loads(out)
    assert told["error"] == "Interrupted"
    assert told["hint"] == f"Go on with: foam resume {begun}"
    with Server(then=good) as server:
        monkeypatch.setenv("FOAM_OPENAI_BASE_URL", server.url)
        resumed = foam("resume", begun, "--json")
    assert resumed.code == 0
    assert resumed.value["run"] == begun
    assert foam("verify", begun, "--json").value["ok"]


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_bug_is_one_readable_line_and_a_traceback_on_request(
    debug: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_DEBUG", debug)
    monkeypatch.setattr("foam_graph.cli.serving.load_settings", lambda: 1 // 0)
    answer = foam("status")
    assert answer.code == 1
    assert "unexpected ZeroDivisionError" in answer.err
    assert ("Traceback" in answer.err) == bool(debug)
    if not debug:
        assert "FOAM_DEBUG=1" in answer.err
        assert foam("status", "--json").value["error"] == "FoamError"
