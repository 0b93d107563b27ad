"""A sheet says the same whatever seed a process hashes its words with."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.support.worlds.told_sheets import FOLDERS, ROOT


def test_the_sheet_of_every_world_is_the_same_under_two_hash_seeds() -> None:
    command = [sys.executable, "-m", "tests.support.worlds.told_sheets"]
    runs = [
        subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE)
        for seed in ("1", "2")
    ]
    one, other = (json.loads(run.communicate()[0]) for run in runs)
    assert len(one) > len(FOLDERS) > 30
    assert [name for name in one if one[name] != other.get(name)] == []
