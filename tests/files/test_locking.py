"""One holder at a time, whatever happens to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from foam_graph.errors import EnvironmentFault
from foam_graph.files.locking import locked

HOLDER = """
import sys, time
from pathlib import Path
from foam_graph.files.locking import locked
with locked(Path(sys.argv[1]), "the bridge"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_second_holder_waits(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with locked(tmp_path / "lock", "the bridge"):
            order.append("second")

    with locked(tmp_path / "lock", "the bridge"):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.3)
        order.append("first")
    thread.join(300)
    assert order == ["first", "second"]


def test_a_holder_that_never_lets_go_is_reported_with_its_number(tmp_path: Path) -> None:
    with (
        locked(tmp_path / "lock", "the bridge"),
        pytest.raises(EnvironmentFault) as caught,
        locked(tmp_path / "lock", "the bridge", 0.1),
    ):
        pytest.fail("two holders")
    said = f"the bridge is in use by another process, number {os.getpid()} (waited 0.1 s)"
    assert caught.value.message == said


def test_the_lock_is_free_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path / "lock", "the bridge"):
        raise KeyError
    with locked(tmp_path / "lock", "the bridge", 0.1):
        assert (tmp_path / "lock").exists()


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "lock")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(EnvironmentFault, match=f"number {holder.pid}"), locked(tmp_path / "lock", "it", 0.0):
            pytest.fail("two holders")
        holder.send_signal(signal.SIGKILL)
    with locked(tmp_path / "lock", "the bridge", 5.0):
        pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(EnvironmentFault, match="the bridge cannot be locked"),
        locked(tmp_path / "file" / "lock", "the bridge"),
    ):
        pytest.fail("locked")
