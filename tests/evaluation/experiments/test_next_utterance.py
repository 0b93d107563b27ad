"""Experiment 1: points of debates, several runs, tables, bias of length."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_judging import InspireIn
from foam_graph.errors import BadAnswer, UsageError
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.debaters import grid
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.evaluation.experiments.next_utterance import (
    Scored,
    Spoke,
    chosen_contexts,
    compare_said,
    compared_table,
    length_remark,
    pair_table,
    score,
    score_table,
    speak,
)
from foam_graph.evaluation.experiments.speakers import BASELINES
from foam_graph.evaluation.material.recall import WordRecall
from foam_graph.evaluation.tables import Table, shown_cell
from tests.support.judging import Answering, ScriptedAgent, held_out, inspire, rules

FACT = {"verdict": "supported", "reasons": "So."}


def longer_is_better(request: Request[Any]) -> dict[str, Any] | None:
    if not isinstance(request.input, InspireIn):
        return None
    said = request.input.utterance.sentences
    value = 4 + min(5, len(said)) + (1 if request.rollout == 2 else 0)
    return inspire(min(10, value), min(10, value), [{"sentence": said[0].partition(" ")[0]} | FACT])


def scored(answering: Answering, count: int = 4) -> tuple[Scored, ...]:
    cells = Cells(None)
    writer = KeptAgent(rules(), cells)
    debaters = grid([(kind, ()) for kind in BASELINES], [writer], WordRecall(held_out()))
    spoke = speak(cells, debaters, chosen_contexts(held_out(), count, 1), 200, lambda _text: None)
    assert spoke.failures == ()
    return score(KeptAgent(ScriptedAgent(answering), cells), spoke, 3, 1)


def column(table: Table, name: str) -> list[Any]:
    return [row[table.headings.index(name)] for row in table.rows]


def test_points_are_spread_over_debates() -> None:
    found = chosen_contexts(held_out(), 6, 1)
    assert sorted({one.debate for one in found}) == sorted(one.name for one in held_out())
    assert all(one.history for one in found)
    assert len(chosen_contexts(held_out(), 0, 1)) == 20
    assert len(chosen_contexts(held_out(), 99, 1)) == 20
    assert chosen_contexts(held_out(), 6, 1) == found
    assert chosen_contexts((), 6, 1) == ()


@pytest.mark.parametrize("count", [2, 4, 8, 12])
def test_the_first_points_are_as_many_of_each_side(count: int) -> None:
    found = chosen_contexts(held_out(), count, 1)
    assert [one.following.side for one in found].count("pro") == count // 2
    assert found == chosen_contexts(held_out(), 20, 1)[:count]


def test_points_that_are_spoken_at_side_by_side_are_those_spoken_at_in_turn() -> None:
    places, done = chosen_contexts(held_out(), 6, 1), list[tuple[str, ...]]()

    def spoke(at_once: int) -> Spoke:
        debaters = grid([(kind, ()) for kind in BASELINES], [KeptAgent(rules(), Cells(None))], WordRecall(held_out()))
        return speak(
            Cells(None), debaters, places, 60, lambda _text: None, at_once,
            lambda said: done.append(tuple(debater.name for debater, _, _ in said)),
        )  # fmt: skip

    apart = spoke(3)
    assert done == [tuple(kind.name for kind in BASELINES)] * len(places)
    together = spoke(1)
    assert [(one.name, at, made.spoken) for one, at, made in apart.said] == [
        (one.name, at, made.spoken) for one, at, made in together.said
    ]


def test_a_point_that_was_compared_when_it_was_spoken_is_not_compared_again() -> None:
    def answering(request: Request[Any]) -> dict[str, Any] | None:
        return {"winner": "first", "reasons": "-"} if request.task == "compare_utterances" else None

    agent = ScriptedAgent(answering)
    judge = KeptAgent(agent, Cells(None))
    debaters = grid([(kind, ()) for kind in BASELINES], [KeptAgent(rules(), Cells(None))], WordRecall(held_out()))
    places = chosen_contexts(held_out(), 2, 1)
    spoke = speak(Cells(None), debaters, places, 60, lambda _text: None, 2, lambda said: compare_said(judge, said, 1))
    asked = len(agent.asked)
    table = compared_table(judge, spoke.said, 1)
    assert len(agent.asked) == asked > 0
    assert column(table, "orders disagree") == [2, 2]
    assert column(table, "share") == [0.5, 0.5]


def test_tables_of_a_judge_that_prefers_length() -> None:
    found = scored(longer_is_better)
    assert len(found) == 3 * 4
    table = score_table("t", found, 1)
    assert column(table, "debater") == ["direct", "naive-rag", "four-role"]
    totals = column(table, "total")
    assert totals[0] < totals[1]
    assert all(
        low <= total <= high
        for low, total, high in zip(*(column(table, n) for n in ("low", "total", "high")), strict=True)
    )
    assert all(spread > 0 for spread in column(table, "± over runs"))
    assert column(table, "no total") == [0, 0, 0]
    pairs = pair_table(found)
    assert column(pairs, "against") == ["naive-rag", "four-role"]
    assert [sum(counts) for counts in zip(*(column(pairs, n) for n in ("won", "lost", "tied")), strict=True)] == [4, 4]
    assert column(pairs, "lost")[0] > 0
    assert "tau-b" in length_remark(found)
    assert "+" in length_remark(found)


def test_what_was_not_judged_is_a_dash_not_a_zero() -> None:
    found = scored(lambda _request: None)
    table = score_table("t", found, 1)
    assert column(table, "total") == [None, None, None]
    assert column(table, "no total") == [4, 4, 4]
    assert shown_cell(None) == "–"
    assert shown_cell(0.5) == "0.500"
    assert column(pair_table(found), "p") == [None, None]
    assert "cannot be told" in length_remark(found)


def test_a_run_that_fails_leaves_the_others() -> None:
    def answering(request: Request[Any]) -> dict[str, Any] | Exception | None:
        return BadAnswer("free text") if request.rollout == 1 else longer_is_better(request)

    found = scored(answering, 2)
    assert all(one.runs[1] is None and one.total is not None for one in found)


def test_a_debater_that_fails_is_listed() -> None:
    cells = Cells(None)
    agent = KeptAgent(ScriptedAgent(lambda _request: BadAnswer("it declines")), cells)
    spoke = speak(
        cells, grid([(BASELINES[0], ())], [agent], None), chosen_contexts(held_out(), 2, 1), 50, lambda _t: None
    )
    assert (len(spoke.said), len(spoke.failures)) == (0, 2)
    assert "it declines" in spoke.failures[0]
    assert score(agent, spoke, 3, 1) == ()
    assert score_table("t", (), 1).rows == ()
    assert pair_table(()).rows == ()


def test_fewer_than_three_runs_are_refused() -> None:
    cells = Cells(None)
    spoke = speak(cells, (), (), 50, lambda _text: None)
    with pytest.raises(UsageError, match="2 runs cannot show a spread"):
        score(KeptAgent(rules(), cells), spoke, 2, 1)
