"""A server's threads share two heaps of the C library, however many they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import ctypes, sys, threading
from foam_graph.web.memory_held import keep_little
library = ctypes.CDLL(None)
if not hasattr(library, "malloc_info"):
    sys.exit(0)
if sys.argv[1] == "little":
    assert keep_little()
together = threading.Barrier(12)
def work():
    held = bytearray(100_000)
    together.wait()
threads = [threading.Thread(target=work) for _ in range(12)]
for one in threads:
    one.start()
for one in threads:
    one.join()
library.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(library.fopen(sys.argv[2].encode(), b"w"))
library.malloc_info(0, file)
library.fclose(file)
"""


def heaps(folder: Path, how: str) -> int:
    told = folder / f"{how}.xml"
    subprocess.run([sys.executable, "-c", PROGRAM, how, str(told)], check=True, env={"MALLOC_ARENA_MAX": "16"})
    if not told.exists():
        pytest.skip("this C library does not tell of its heaps: it is not glibc")
    return told.read_text(encoding="utf-8").count("<heap nr=")


def test_threads_share_two_heaps(tmp_path: Path) -> None:
    assert heaps(tmp_path, "much") > 2
    assert heaps(tmp_path, "little") <= 2
