"""A server's threads share two heaps of the C library, which gives back what is free between what is in use."""

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


BEGUN = """
import os
from foam_graph.web.memory_held import begin_anew
print(os.getpid(), os.environ.get("PYTHONMALLOC"), flush=True)
begin_anew()
print("goes on", flush=True)
"""
HOLES = """
import sys
import psutil
from foam_graph.web.memory_held import give_back, keep_little
if not keep_little():
    sys.exit(3)
many = [bytes(200) for _ in range(400_000)]
few = many[::1000]
del many
before = psutil.Process().memory_info().rss
assert give_back()
print(before - psutil.Process().memory_info().rss, len(few))
"""


def told(program: str, **environ: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environ, check=False)
    if done.returncode == 3:
        pytest.skip("this C library gives nothing back: it is not glibc")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_program_is_begun_anew_once_in_the_same_process() -> None:
    first, *more, last = told(BEGUN)
    if not more:
        pytest.skip("this C library gives nothing back: it is not glibc")
    assert [line.split() for line in more] == [[first.split()[0], "malloc"]]
    assert (first.split()[1], last) == ("None", "goes on")


def test_who_says_where_memory_comes_from_is_asked_nothing() -> None:
    assert [line.split()[-1] for line in told(BEGUN, PYTHONMALLOC="pymalloc")] == ["pymalloc", "on"]


def test_what_is_free_between_what_is_in_use_is_given_back() -> None:
    freed, kept = map(int, told(HOLES, PYTHONMALLOC="malloc")[0].split())
    assert kept == 400
    assert freed > 40_000_000, "of 80 MB all but each thousandth piece was free"
