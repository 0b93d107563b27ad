"""What a server imports before it answers: the rules that argue come with the first who needs them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = "import json, sys, foam_graph.web.application; print(json.dumps(sorted(sys.modules)))"
LATER = {
    "foam_graph.agents.rules", "foam_graph.pipeline", "foam_graph.app.asking", "foam_graph.app.contesting",
    "foam_graph.app.contest_rulings",
    "foam_graph.reasoning.debating.judging", "foam_graph.findings.debate.logic", "foam_graph.findings.arithmetic",
    "foam_graph.findings.sheet", "nltk", "reportlab", "openpyxl", "pyshacl", "onnxruntime", "tokenizers",
}  # fmt: skip
"""Each takes a tenth of a second or more of a processor; all of them together as long as everything else."""


@pytest.fixture(scope="module")
def imported() -> set[str]:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_a_server_starts_without_what_argues(imported: set[str]) -> None:
    assert "foam_graph.web.application" in imported
    assert not LATER & imported


def test_what_comes_later_is_there() -> None:
    for name in sorted(name for name in LATER if name.startswith("foam_graph")):
        assert __import__(name)
