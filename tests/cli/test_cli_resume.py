"""Whatever cuts a run short after it has begun, the command names the run and how it is taken up again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from calling import CORPUS, QUESTION, QUICK, Answer, foam

from foam_graph.app import asking
from foam_graph.errors import StoreUnreachable

sys.path.append(str(Path(__file__).parents[1] / "llm"))
from openai_server import Server, fails


def ask(world: Path, *more: str) -> Answer:
    return foam(
        "ask", QUESTION, "--corpus", CORPUS, "--template", str(world / "memo.yaml"), "--perspectives", "liberty,order",
        *QUICK, *more,
    )  # fmt: skip


def runs() -> set[str]:
    return {row["id"] for row in foam("runs", "--json").value}


def breaks(error: Callable[[], BaseException]) -> Callable[[Any], None]:
    def run_phases(_state: Any) -> None:
        raise error()

    return run_phases


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (lambda: ZeroDivisionError("a bug"), 1),
        (lambda: OSError(28, "No space left on device"), 1),
        (MemoryError, 1),
        (lambda: RecursionError("too deep"), 1),
        (KeyboardInterrupt, 130),
        (lambda: StoreUnreachable("Neo4j does not answer", "Start it with: foam up"), 3),
    ],
    ids=lambda value: type(value()).__name__ if callable(value) else "",
)
def test_whatever_breaks_a_run_its_id_is_told(
    error: Callable[[], BaseException], code: int, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = runs()
    with monkeypatch.context() as patch:
        patch.setattr(asking, "run_phases", breaks(error))
        answer = ask(world, "--json")
        words = ask(world)
    assert answer.code == words.code == code
    told = answer.value
    begun = told["hint"].rsplit("foam resume ", 1)[1]
    assert runs() - before == {begun, words.err.rsplit("foam resume ", 1)[1].split()[0]}
    assert told.get("run", begun) == begun
    resumed = foam("resume", begun, "--json")
    assert resumed.code == 0
    assert resumed.value["run"] == begun


def test_a_model_that_refuses_leaves_a_run_to_resume(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_OPENAI_API_KEY", "sk-test-0123456789")
    monkeypatch.setenv("FOAM_MODEL", "test-model")
    before = runs()
    with Server(then=fails(401)) as server:
        monkeypatch.setenv("FOAM_OPENAI_BASE_URL", server.url)
        first = ask(world, "--agents", "llm", "--json")
        again = foam("resume", first.value["run"], "--json")
    (begun,) = runs() - before
    for answer in (first, again):
        assert answer.code == 3
        assert answer.value["error"] == "Refused"
        assert answer.value["run"] == begun
        assert answer.value["hint"].endswith(f"foam resume {begun}")


def test_a_missing_key_is_told_before_a_run_begins(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOAM_OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("FOAM_OPENAI_BASE_URL", raising=False)
    before = foam("query", "totals", "--json").value
    answer = ask(world, "--agents", "llm", "--json")
    assert answer.code == 3
    assert answer.value.keys() == {"error", "message", "hint"}
    assert foam("query", "totals", "--json").value == before
