"""The web application left running behind a command: found again, started once, stopped with Neo4j."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import Result
from foam_graph.config import Settings
from foam_graph.errors import ServerFault
from foam_graph.files.locking import locked
from foam_graph.loopback import PAGES, listening
from foam_graph.version import __version__

_RECORD = "serve.json"
_LOG = "serve.log"
_STARTS = 60.0
"""Seconds that a start may take on a machine where other programs hold every core."""
_ENDS = 15.0
"""Seconds that a server has to stop its runs where they can be taken up."""


@dataclass(frozen=True)
class LeftServing(Result):
    """A web application that runs in the background.

    Attributes:
        address: Where it answers.
        pid: Its process.
        started: When that began, seconds since 1970: another process may have the number later.
        version: The version that it runs.
    """

    address: str
    pid: int
    started: float
    version: str


def left_serving(settings: Settings) -> LeftServing | None:
    """The web application that was left running on a home folder; None where none runs."""
    try:
        found = LeftServing(**json.loads((settings.home / _RECORD).read_text(encoding="utf-8")))
        process = psutil.Process(found.pid)
        same = abs(process.create_time() - found.started) < 1 and process.status() != psutil.STATUS_ZOMBIE
    except (OSError, ValueError, TypeError, psutil.Error):
        return None
    return found if same else None


def leave_serving(settings: Settings, port: int = PAGES) -> LeftServing:
    """Has the web application run on a home folder after this process has ended; one that runs already is found.

    Args:
        settings: The installation; its Neo4j runs.
        port: Where it should answer; where another program has that, on a port that is free.

    Raises:
        ServerFault: It did not start.
    """
    with locked(settings.home / "serve.lock", "the web application", _STARTS):
        found = left_serving(settings)
        if found is not None and found.version == __version__:
            return found
        stop_serving(settings)
        return _started(settings, port)


def stop_serving(settings: Settings) -> bool:
    """Stops the web application that was left running; its runs stop where they can be taken up.

    Returns:
        Whether one ran.
    """
    found = left_serving(settings)
    (settings.home / _RECORD).unlink(missing_ok=True)
    if found is None:
        return False
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(found.pid)
        process.terminate()
        with suppress(psutil.TimeoutExpired):
            process.wait(_ENDS)
        if process.is_running():
            process.kill()
    return True


def _started(settings: Settings, port: int) -> LeftServing:
    log = settings.home / _LOG
    # What it prints goes into a file: a pipe would end with this process. Only its owner reads it.
    with os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-m", "foam_graph", "serve", "--port", str(_free(port)), "--json"],
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
            env={**os.environ, "FOAM_HOME": str(settings.home), "FOAM_OPERATOR": settings.operator},
            start_new_session=True,
        )
    address = next(_address(process, log), "")
    if not address:
        process.kill()
        raise ServerFault(
            f"the web application did not start: {_last_line(log)}", NextStep(Action.SERVE, "Start it yourself")
        )
    found = LeftServing(address, process.pid, psutil.Process(process.pid).create_time(), __version__)
    record = settings.home / _RECORD
    with os.fdopen(os.open(record, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(found.as_json(), file)
    return found


def _free(port: int) -> int:
    """The port, or 0 = any, where another program has it."""
    try:
        listening(port, "").close()
    except ServerFault:
        return 0
    return port


def _address(process: subprocess.Popen[bytes], log: Path) -> Iterator[str]:
    """The address that the server prints once it answers; nothing where it ends before, or takes too long."""
    end = time.monotonic() + _STARTS
    while time.monotonic() < end and process.poll() is None:
        with suppress(ValueError, KeyError):
            yield str(json.loads(log.read_text(encoding="utf-8"))["address"])
            return
        time.sleep(0.1)


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"
