"""The web application left running: what its record says is believed only of the very process that it is about."""

from __future__ import annotations

import json
import os
from pathlib import Path

import psutil
import pytest

from foam_graph.app.left_serving import leave_serving, left_serving, stop_serving
from foam_graph.config import Settings
from foam_graph.errors import ServerFault

OWN = {"address": "http://127.0.0.1:9/", "pid": os.getpid(), "started": psutil.Process().create_time(), "version": "0"}


@pytest.mark.parametrize(
    "record",
    [
        "",
        "{",
        "[]",
        "{}",
        json.dumps({**OWN, "started": 1.0}),
        json.dumps({**OWN, "pid": 2**22 + 1}),
        json.dumps({**OWN, "pid": "many"}),
        json.dumps({**OWN, "more": 1}),
    ],
    # A record names this process: without names of their own the tests would be others in each of two workers.
    ids=["empty", "cut", "list", "bare", "another start", "another process", "no number", "a field more"],
)
def test_a_record_of_another_process_stops_nothing(tmp_path: Path, record: str) -> None:
    (tmp_path / "serve.json").write_text(record)
    assert left_serving(Settings(tmp_path)) is None
    assert not stop_serving(Settings(tmp_path))
    assert not (tmp_path / "serve.json").exists()


def test_a_record_of_a_process_that_lives_is_found(tmp_path: Path) -> None:
    (tmp_path / "serve.json").write_text(json.dumps(OWN))
    found = left_serving(Settings(tmp_path))
    assert found is not None
    assert found.address == OWN["address"]


def test_what_does_not_start_is_said_and_leaves_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_NEO4J_URI", "bolt://127.0.0.1:9")
    monkeypatch.setenv("FOAM_PRICE_IN", "much")  # a setting that the server refuses as soon as it reads it
    with pytest.raises(ServerFault, match="did not start: "):
        leave_serving(Settings(tmp_path))
    assert not (tmp_path / "serve.json").exists()
    assert left_serving(Settings(tmp_path)) is None
