"""Experiments as use cases: offline on the sample, and with a model behind a real endpoint."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app import experimenting
from foam_graph.app.experiment_reports import ExperimentReport, ReportTable
from foam_graph.app.experimenting import Experiment
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import BudgetSpent, LlmError, UsageError
from tests.support.endpoints.debate_model import DebateModel
from tests.support.endpoints.openai_server import Server, fails
from tests.support.judging import HELD_OUT, held_out

WANTED = Experiment(debates=(HELD_OUT,), memory=(HELD_OUT,), leave_out=True, agents="llm", contexts=2, words=60)
SMALL = replace(WANTED, debaters=("direct",))


@pytest.fixture
def offline(tmp_path: Path) -> Session:
    return Session(Settings(home=tmp_path / "home"))


def session(server: Server, folder: Path, **changes: Any) -> Session:
    return Session(replace(server.settings(**changes), home=folder))


def column(table: ReportTable, name: str) -> list[Any]:
    return [row[table.headings.index(name)] for row in table.rows]


def plain(found: ExperimentReport) -> ExperimentReport:
    return replace(found, asked=0)


@pytest.mark.parametrize("name", ["next-utterance", "simulation", "ablation"])
def test_the_sample_runs_offline_and_says_what_it_is(offline: Session, name: str) -> None:
    found = experimenting.run(offline, name, Experiment(contexts=2, words=60))
    assert found.judges
    assert not found.judges[0].qualified
    assert found.judges[0].pairs == 100
    assert any("fictional" in remark for remark in found.remarks)
    assert any("Rules speak and judge" in remark for remark in found.remarks)
    assert found.tables[-1].title.startswith("Paper")
    assert found.failures == ()
    again = experimenting.run(offline, name, Experiment(contexts=2, words=60))
    assert (again.asked, plain(again)) == (0, plain(found))


def test_with_a_model_the_judge_is_judged_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    model = DebateModel(held_out())
    with Server(then=model) as server:
        first = experimenting.run(session(server, tmp_path), "next-utterance", WANTED)
        asked = len(model.asked)
        again = experimenting.run(session(server, tmp_path), "next-utterance", WANTED)
    assert first.judges
    assert (first.judges[0].qualified, first.judges[0].right) == (True, 100)
    assert (len(model.asked), again.asked) == (asked, 0)
    assert plain(again) == plain(first)
    table = first.tables[0]
    assert column(table, "debater") == ["direct", "naive-rag", "four-role"]
    assert column(table, "total") == pytest.approx([(0.4 + 0.4 + 1) / 3] * 3)
    assert column(table, "tokens") == [240.0, 240.0, 240.0 * 4]
    assert any("judges what it wrote" in remark for remark in first.remarks)


def test_utterances_can_be_held_against_each_other(tmp_path: Path) -> None:
    with Server(then=DebateModel(held_out())) as server:
        wanted = replace(WANTED, compare=True)
        told = experimenting.estimate(session(server, tmp_path), "next-utterance", wanted)
        found = experimenting.run(session(server, tmp_path), "next-utterance", wanted)
    assert [(one.way, one.qualified) for one in found.judges] == [("inspire", True), ("compare", True)]
    table = found.tables[2]
    assert table.title.startswith("Compared")
    assert column(table, "against") == ["naive-rag", "four-role"]
    assert column(table, "tied") == [2, 2]  # this model names the second of two utterances of one length
    assert told.calls == found.asked


def test_utterances_are_only_held_against_each_other_where_no_run_is_asked_for(tmp_path: Path) -> None:
    model = DebateModel(held_out())
    with Server(then=model) as server:
        wanted = replace(WANTED, runs=0, compare=True, pairs=6, debaters=("direct", "naive-rag"))
        found = experimenting.run(session(server, tmp_path), "next-utterance", wanted)
        with pytest.raises(UsageError, match="nothing is judged"):
            experimenting.run(session(server, tmp_path), "next-utterance", replace(wanted, compare=False))
    assert "InspireOut" not in model.asked
    assert [one.partition(":")[0] for one in found.remarks[-2:]] == ["direct (test-model)", "naive-rag (test-model)"]
    assert all("tokens an utterance" in one for one in found.remarks[-2:])
    assert [(one.way, one.pairs, one.qualified) for one in found.judges] == [("compare", 6, False)]
    assert [one.title.split(",")[0] for one in found.tables][:1] == ["Compared"]


def test_an_estimate_counts_what_is_then_asked(tmp_path: Path) -> None:
    model = DebateModel(held_out())
    with Server(then=model) as server:
        opened = session(server, tmp_path, price_in=1.0, price_out=2.0)
        told = experimenting.estimate(opened, "next-utterance", WANTED)
        assert model.asked == []
        assert not (tmp_path / "experiments").exists()
        found = experimenting.run(opened, "next-utterance", WANTED)
        assert told.calls == found.asked == len(model.asked)
        assert told.cost > 0
        assert experimenting.estimate(opened, "next-utterance", WANTED).calls == 0
        more = experimenting.estimate(opened, "next-utterance", replace(WANTED, contexts=3))
    assert more.calls == 1 + 1 + 4 + 3 * 3


def test_a_form_is_estimated_by_its_speakers_alone(tmp_path: Path) -> None:
    with Server(then=DebateModel(held_out())) as server:
        four = replace(WANTED, debaters=("direct", "naive-rag", "four-role", "four-role-without-reviewer"))
        told = experimenting.estimate(session(server, tmp_path), "preference", four)
        assert server.requests == []
    # Without its reviewer the four-role debater asks nothing that it does not ask as a whole.
    assert told.calls == 2 * (1 + 1 + 4)


def test_an_endpoint_that_dies_leaves_what_was_paid(tmp_path: Path) -> None:
    model = DebateModel(held_out())

    def until(count: int) -> Any:
        refused = fails(401)
        return lambda handler, body: (model if len(model.asked) < count else refused)(handler, body)

    with Server(then=until(30)) as server, pytest.raises(LlmError):
        experimenting.run(session(server, tmp_path), "next-utterance", SMALL)
    assert len(model.asked) == 30
    with Server(then=model) as server:
        told = experimenting.estimate(session(server, tmp_path), "next-utterance", SMALL)
        found = experimenting.run(session(server, tmp_path), "next-utterance", SMALL)
    assert found.judges
    assert found.judges[0].right == 100
    with Server(then=DebateModel(held_out())) as server:
        whole = experimenting.run(session(server, tmp_path / "other"), "next-utterance", SMALL)
    assert len(model.asked) == whole.asked
    assert told.calls >= len(model.asked) - 30
    assert plain(replace(found, folder="")) == plain(replace(whole, folder=""))


def test_a_budget_ends_it_with_what_was_found(tmp_path: Path) -> None:
    with Server(then=DebateModel(held_out())) as server:
        with pytest.raises(BudgetSpent):
            experimenting.run(session(server, tmp_path, max_tokens_per_run=20_000), "next-utterance", SMALL)
        told = experimenting.estimate(session(server, tmp_path), "next-utterance", SMALL)
        fresh = experimenting.estimate(session(server, tmp_path / "other"), "next-utterance", SMALL)
    assert told.calls <= fresh.calls


def test_a_judge_that_answers_free_text_opens_the_report_with_its_failure(tmp_path: Path) -> None:
    def changed(name: str, _data: dict[str, Any], answer: Any) -> Any:
        return "I would give it 8 of 10." if name == "InspireOut" else answer

    with Server(then=DebateModel(held_out(), changed)) as server:
        wanted = replace(SMALL, contexts=1)
        found = experimenting.run(session(server, tmp_path, llm_concurrency=4), "next-utterance", wanted)
    assert found.judges
    assert (found.judges[0].unjudged, found.judges[0].qualified) == (100, False)
    assert column(found.tables[0], "no total") == [1]
    assert column(found.tables[0], "total") == [None]


def test_simulations_swap_sides(tmp_path: Path) -> None:
    with Server(then=DebateModel(held_out())) as server:
        wanted = replace(WANTED, debaters=("direct", "four-role"), rounds=1)
        found = experimenting.run(session(server, tmp_path), "simulation", wanted)
    table = found.tables[0]
    assert column(table, "debater") == ["direct", "four-role"]
    # This judge always prefers the side for the motion: swapping sides shows that it says nothing of the debaters.
    assert column(table, "overall") == [1.0, 1.0]
    assert any("the side for the motion wins 8" in remark for remark in found.remarks)


def test_a_grid_of_models(tmp_path: Path) -> None:
    with Server(then=DebateModel(held_out())) as server:
        wanted = replace(SMALL, models=("a", "b"), contexts=1)
        found = experimenting.run(session(server, tmp_path, model_evaluator="judge"), "next-utterance", wanted)
        models = {body["model"] for body in server.requests}
    assert column(found.tables[0], "model") == ["a", "b"]
    assert models == {"a", "b", "judge"}
    assert not any("judges what it wrote" in remark for remark in found.remarks)
    assert {body.get("temperature") for body in server.requests} == {0.2}


def test_a_memory_that_knows_the_test_is_refused(offline: Session) -> None:
    with pytest.raises(
        UsageError, match=r"shares debates or motions with the test set: deposit-bottles and deposit-bottles"
    ):
        experimenting.run(offline, "next-utterance", Experiment(debates=(HELD_OUT,), memory=(HELD_OUT,)))


@pytest.mark.parametrize(
    ("name", "wanted", "fault"),
    [
        ("next-utterance", Experiment(debaters=("socrates",)), "no debater 'socrates'"),
        ("next-utterance", Experiment(debates=(HELD_OUT,)), "recalls from a memory"),
        ("next-utterance", Experiment(runs=2, contexts=1), "2 runs"),
        ("next-utterance", Experiment(models=("m",)), "--model is for agents that are models"),
        ("next-utterance", Experiment(agents="people"), "no agents called 'people'"),
        ("next-utterance", Experiment(without=("reviewer",)), "--without is for"),
        ("simulation", Experiment(debaters=("direct",)), "takes two debaters"),
        ("simulation", Experiment(rounds=0), "0 rounds"),
        ("ablation", Experiment(debaters=("direct",)), "direct has no part"),
        ("ablation", Experiment(without=("charm",)), "has no part 'charm'"),
    ],
)
def test_what_cannot_be_asked_for(offline: Session, name: str, wanted: Experiment, fault: str) -> None:
    with pytest.raises(UsageError, match=fault):
        experimenting.run(offline, name, wanted)


def test_ablations_are_a_debater_without_each_part(offline: Session) -> None:
    found = experimenting.run(offline, "ablation", Experiment(contexts=1, words=60))
    names = ["four-role", *(f"four-role without {part}" for part in ("analyst", "searcher", "reviewer"))]
    assert column(found.tables[0], "debater") == names
    one = experimenting.run(offline, "ablation", Experiment(contexts=1, words=60, without=("reviewer",)))
    assert column(one.tables[0], "debater") == [names[0], names[3]]


def test_an_estimate_is_for_models(offline: Session) -> None:
    with pytest.raises(UsageError, match="with a model"):
        experimenting.estimate(offline, "next-utterance", Experiment())


def test_a_form_and_its_analysis(offline: Session, tmp_path: Path) -> None:
    four = ("direct", "naive-rag", "four-role", "four-role-without-reviewer")
    made = experimenting.preference_form(offline, Experiment(debaters=four, contexts=2), tmp_path / "form.html")
    assert made.contexts == 2
    lines = Path(made.csv).read_text(encoding="utf-8").splitlines()
    filled = [
        lines[0],
        *(f"ada{line[: line.index(',,')]},{'7,' * 6}{int(at % 4 == 0)}" for at, line in enumerate(lines[1:])),
    ]
    answers = tmp_path / "answers.csv"
    answers.write_text("\n".join(filled) + "\n", encoding="utf-8")
    found = experimenting.preference_analysis([answers], Path(made.key))
    assert sum(column(found.tables[0], "chosen")) == 2
    assert set(column(found.tables[1], "mean")) == {7.0}
    assert found.judges == ()
    with pytest.raises(UsageError, match="3 candidates instead of 4"):
        experimenting.preference_form(offline, Experiment(contexts=1), tmp_path / "form.html")
    with pytest.raises(UsageError, match="cannot be written"):
        experimenting.preference_form(offline, Experiment(debaters=four, contexts=1), tmp_path / "no" / "form.html")
