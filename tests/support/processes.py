"""Python processes that can name the tests' package: they begin in the root of the checkout."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import psutil

from tests.support.shared_data import ROOT


def python(*arguments: str, **how: Any) -> subprocess.Popen[str]:
    """Starts Python with these arguments (``-c CODE …`` or ``-m MODULE …``); its output is text, for the caller to read."""
    return subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how
    )


def suspend(process: psutil.Process) -> None:
    """Stops a process and returns when it stands still.

    The signal goes to one of its threads; until that has the processor the others work on, and may answer.
    """
    process.suspend()
    while not all(map(_stands_still, [process.pid, *(thread.id for thread in process.threads())])):
        time.sleep(0.01)


def _stands_still(thread: int) -> bool:
    try:
        # On Linux a thread can be asked for as a process; elsewhere the process itself is all that is told.
        return psutil.Process(thread).status() == psutil.STATUS_STOPPED
    except psutil.NoSuchProcess:
        return True
