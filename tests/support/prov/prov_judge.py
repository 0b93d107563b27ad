"""ProvToolbox's released validator as an independent judge: Java, Maven, and the folder ``shared`` beside the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.servers import JAVA_OPTIONS
from tests.support.shared_data import SHARED, require

MOST_AT_ONCE = 2000
_ENVIRON = os.environ | {"JDK_JAVA_OPTIONS": JAVA_OPTIONS}
"""As for the servers of tests: a judge lives so short that compiling itself a second time is a third of what it takes."""


def judge_home() -> Path:
    """The judge with its jars in the user's cache folder; skips the test where it cannot be had."""
    source = SHARED / "tools" / "prov_judge"
    for program in ("java", "mvn"):
        if shutil.which(program) is None:
            pytest.skip(f"the PROV judge needs {program}, which is not on the PATH")
    require(source / "ProvJudge.java")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "foam-graph"
    home = cache / "prov-judge-2.2.1"
    if home.exists():
        return home
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        for file in source.iterdir():
            if file.is_file():
                shutil.copyfile(file, Path(folder) / file.name)
        command = ["mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=280, check=False)
        if done.returncode:
            pytest.skip(f"Maven could not fetch the PROV judge's jars: {done.stdout[-200:]}")
        if not home.exists():
            shutil.copytree(folder, home)
    return home


def judged(files: Sequence[Path]) -> dict[Path, bool | None]:
    """The judge's verdicts; None where it threw instead of answering."""
    home = judge_home()
    verdicts: dict[Path, bool | None] = {}
    for start in range(0, len(files), MOST_AT_ONCE):
        some = [str(file) for file in files[start : start + MOST_AT_ONCE]]
        command = ["java", "-Xss64m", "-cp", str(home / "lib" / "*"), str(home / "ProvJudge.java"), *some]
        done = subprocess.run(command, env=_ENVIRON, capture_output=True, text=True, timeout=900, check=False)
        rows: list[dict[str, Any]] = [json.loads(x) for x in done.stdout.splitlines() if x.startswith('{"file"')]
        verdicts |= {Path(row["file"]): row["valid"] for row in rows}
    return verdicts


def bridged(files: Sequence[Path]) -> dict[str, dict[str, Any]]:
    """The judge's whole answers by the files' names; PROV-O comes to it through the ``prov`` library."""
    command = [sys.executable, "-W", "ignore", str(judge_home() / "judge.py"), *map(str, files)]
    done = subprocess.run(command, env=_ENVIRON, capture_output=True, text=True, timeout=900, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {Path(row["file"]).name: row for row in rows}


def unbundled(content: bytes, syntax: str) -> bytes:
    """The same statements without the bundle around them."""
    text = content.decode()
    if syntax == "json":
        data = json.loads(text)
        (bundle,) = data.pop("bundle").values()
        for kind, rows in bundle.items():
            data[kind] = {**data.get(kind, {}), **rows}
        return json.dumps(data).encode()
    if syntax == "provn":
        lines = [line for line in text.splitlines() if not line.strip().startswith(("bundle ", "endBundle"))]
        return "\n".join(lines).encode()
    return content
