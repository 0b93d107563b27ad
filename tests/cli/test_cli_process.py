"""The installed command as a process of its own: streams, signals, closed pipes, bugs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from calling import CORPUS, QUESTION, foam

FOAM = [sys.executable, "-m", "foam_graph.cli"]


def process(*arguments: str, home: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*FOAM, *arguments],
        env={**os.environ, "FOAM_HOME": str(home), **environment},
        capture_output=True,
        check=False,
        timeout=120,
    )


def test_the_command_prints_json_only(world: Path, home: Path) -> None:
    done = process("documents", "--corpus", CORPUS, "--json", home=home)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(json.loads(done.stdout)) == 3


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


def test_an_interrupted_run_says_how_to_go_on_and_does(world: Path, home: Path) -> None:
    command = [
        *FOAM, "ask", QUESTION, "--corpus", CORPUS, "--template", "policy-memo", "--perspectives", "liberty,order,union,states",
        "--limit", "min_iterations=5", "--limit", "max_iterations=5", "--json",
    ]  # fmt: skip
    known = {row["id"] for row in foam("runs", "--json").value}
    environment = {**os.environ, "FOAM_HOME": str(home)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        while not (begun := [r for r in foam("runs", "--json").value if r["id"] not in known and r["activities"] > 0]):
            assert child.poll() is None
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert child.returncode == 130, out
    assert err == b""
    told = json.loads(out)
    assert told["error"] == "Interrupted"
    assert told["hint"] == f"Go on with: foam resume {begun[0]['id']}"
    resumed = foam("resume", begun[0]["id"], "--json")
    assert resumed.code == 0
    assert resumed.value["run"] == begun[0]["id"]
    assert foam("verify", begun[0]["id"], "--json").value["ok"]


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
