"""Whatever cuts a run short after it has begun, the command names the run and how it is taken up again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app import asking, contest_rulings, contest_settling
from foam_graph.app.position import CLASSES
from foam_graph.errors import StoreUnreachable
from tests.support.calling import CORPUS, QUESTION, QUICK, Answer, foam
from tests.support.endpoints.openai_server import Behaviour, Server, fails, says


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
        patch.setattr(asking, "argue_case", breaks(error))
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


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (fails(401), "Refused"),
        (fails(503, **{"Retry-After": "0"}), "LlmError"),
        (says({"no": "such answer"}), "BadAnswer"),
    ],
    ids=["refuses", "is down", "answers nonsense"],
)
def test_a_model_that_fails_leaves_a_run_to_resume(
    world: Path, monkeypatch: pytest.MonkeyPatch, behaviour: Behaviour, error: str
) -> None:
    monkeypatch.setenv("FOAM_OPENAI_API_KEY", "sk-test-0123456789")
    monkeypatch.setenv("FOAM_MODEL", "test-model")
    before = runs()
    with Server(then=behaviour) as server:
        monkeypatch.setenv("FOAM_OPENAI_BASE_URL", server.url)
        first = ask(world, "--agents", "llm", "--json")
        again = foam("resume", first.value["run"], "--json")
    (begun,) = runs() - before
    for answer in (first, again):
        assert answer.code == 3
        assert answer.value["error"] == error
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


def test_a_repair_that_was_cut_short_is_finished_and_told(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off(*_given: Any) -> None:
        raise KeyboardInterrupt

    asked = ask(world, "--json").value
    claim = next(c for name in CLASSES for c in asked[name] if c.get("records"))
    line = ["challenge", claim["records"][0], "--kind", "relevance", "--grounds", "It is about something else."]
    with monkeypatch.context() as patch:
        patch.setattr(contest_settling, "repair", breaks_off)
        broken = foam(*line)
    assert broken.code == 130
    assert f"foam resume {asked['run']}" in broken.err
    resumed = foam("resume", asked["run"], "--json").value
    assert resumed["idle"] is False
    (repaired,) = resumed["repaired"]
    assert repaired["position"] == resumed["position"]
    assert f"The repair after challenge {repaired['challenge']}" not in foam("resume", asked["run"]).out
    with monkeypatch.context() as patch:
        patch.setattr(contest_rulings, "repair", breaks_off)
        assert foam("rule", repaired["challenge"], "--uphold", "--reason", "It is.", "--by", "Judge Roe").code == 130
    words = foam("resume", asked["run"]).out
    assert words.startswith(f"The repair after challenge {repaired['challenge']} was finished: ")
    assert foam("resume", asked["run"]).out.startswith("Nothing was left to do.")
    idle = foam("resume", asked["run"], "--json").value
    assert (idle["idle"], idle["repaired"]) == (True, [])
