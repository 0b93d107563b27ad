"""Calls the command line inside the test's process, and the small world that the calls are about."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam_graph.app.position import CLASSES
from foam_graph.cli import run

QUESTION = "Should the town of Harrowby close Mill Road to cars?"
CORPUS = "harrowby-cli"
DOCUMENTS = {
    "count.md": (
        "Traffic count on Mill Road",
        "statistics",
        "Mill Road currently carries 4,200 cars per day. Crashes on Mill Road caused 14 injuries per year. The injuries "
        "cost the town $310,000 per year. The noise on Mill Road at night was 66 decibels.",
    ),
    "ordinance.md": (
        "Roads Ordinance of Harrowby",
        "law",
        "The noise on a road at night must not exceed 60 decibels. The council hears the residents before it decides.",
    ),
    "engineer.md": (
        "Engineer's report on Mill Road",
        "expert",
        "Closing Mill Road to cars would reduce injuries by 60 percent within two years. The bollards and signs would "
        "cost $180,000 once. The engineer recommends a trial of twelve months. The noise on "
        "Mill Road at night was 55 decibels.",
    ),
    "traders.md": (
        "Submission of the Mill Road traders",
        "advocacy",
        "Mill Road currently carries 2,900 cars per day. Closing Mill Road to cars would reduce trade because customers "
        "arrive by car. The traders expect losses of $400,000 per year.",
    ),
}
TEMPLATE = """
id: cli-memo
name: Memo of one argument
description: The smallest tree that makes a position.
domain: governance
root:
  id: memo
  name: Memo
  node_type: root
  word_budget: 120
  children:
    - id: text
      name: Text
      node_type: speech
      word_budget: 120
      children:
        - id: problem
          name: Problem
          node_type: branch
          syllogism_type: policy_problem
          word_budget: 120
          children:
            - {id: problem-situation, name: Situation, node_type: leaf, component: situation, word_budget: 60}
            - {id: problem-cause, name: Cause, node_type: leaf, component: cause, word_budget: 60}
"""
QUICK = ("--depth", "quick")


@dataclass(frozen=True)
class Answer:
    """What a call came to."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """The one JSON value on stdout; stderr must be empty."""
        assert self.err == ""
        return json.loads(self.out)


def foam(*arguments: str, stdin: bytes = b"") -> Answer:
    """Calls ``foam`` with these arguments, its streams captured as bytes would be."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err), _stdin(stdin):
        code = run(arguments)
    out.flush()
    err.flush()
    return Answer(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))


@contextmanager
def _stdin(content: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def write_world(folder: Path) -> Path:
    """Writes documents and template into a folder and returns it."""
    documents = folder / "documents"
    documents.mkdir(parents=True)
    for name, (title, source_class, text) in DOCUMENTS.items():
        head = f'---\ntitle: "{title}"\ndate: "2026-03-01"\nsource_class: {source_class}\n---\n'
        (documents / name).write_text(head + text + "\n", encoding="utf-8")
    (folder / "memo.yaml").write_text(TEMPLATE, encoding="utf-8")
    return folder


def ask(world: Path, perspectives: str = "liberty,order", seed: int = 3) -> Answer:
    """Asks the question with few, cheap rounds."""
    return foam(
        "ask", QUESTION, "--corpus", CORPUS, "--template", str(world / "memo.yaml"), "--perspectives", perspectives,
        "--seed", str(seed), "--dated", "2026-11-21", *QUICK, "--json",
    )  # fmt: skip


def value_of(*arguments: str) -> Any:
    """The value of a call with ``--json`` that went well."""
    answer = foam(*arguments, "--json")
    assert answer.code == 0, answer
    return answer.value


def a_claim(asked: dict[str, Any]) -> dict[str, Any]:
    """A claim of a position that quotes something."""
    return next(claim for name in CLASSES for claim in asked[name] if claim.get("records"))
