"""Experiment 2: debates from both openings, sides swapped, judged in both orders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_judging import JudgeDebateIn
from foam_graph.errors import BadAnswer, UsageError
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.debaters import Debater, grid
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.evaluation.experiments.simulation import (
    Judged,
    bias_remarks,
    hold,
    hold_all,
    judge_held,
    openings,
    points_table,
)
from foam_graph.evaluation.experiments.speakers import BASELINES
from foam_graph.evaluation.material.recall import WordRecall
from tests.support.judging import Answering, ScriptedAgent, held_out, mark, rules


def quiet(_text: str) -> None:
    pass


def pair(cells: Cells) -> tuple[Debater, Debater]:
    one, two = grid([(kind, ()) for kind in BASELINES[:2]], [KeptAgent(rules(), cells)], WordRecall(held_out()))
    return one, two


def judged(answering: Answering) -> tuple[tuple[Debater, Debater], tuple[Judged, ...]]:
    cells = Cells(None)
    both = pair(cells)
    held, failures = hold_all(cells, both, held_out()[:2], 2, 200, quiet)
    assert failures == ()
    return both, judge_held(KeptAgent(ScriptedAgent(answering), cells), held, 1)


def votes(choose: str) -> Answering:
    """A judge for whom ``choose`` wins: a side, the one shown first, or the one that quotes from memory."""

    def answering(request: Request[Any]) -> dict[str, Any] | None:
        data = request.input
        if not isinstance(data, JudgeDebateIn):
            return {name: mark(6) for name in ("argument", "source", "language")}
        starts = [text.partition(" ")[2][:10] for one in data.first for text in one.sentences]
        quoting = "first" if "In another" in starts else "second"
        sided = "first" if data.first_side == choose else "second"
        winner = {"first": "first", "quoting": quoting, "tie": "tie"}.get(choose, sided)
        one = {"winner": winner, "reasons": "So."}
        return dict.fromkeys(("argument", "source", "language", "overall"), one)

    return answering


def test_a_debate_from_its_openings() -> None:
    cells, debate = Cells(None), held_out()[0]
    held = hold(cells, pair(cells), debate, "con", 2, 60, quiet)
    assert held.spoken[:2] == debate.spoken[:2]
    assert [(one.turn, one.side, one.stage) for one in held.spoken[2:]] == [
        (3, "pro", "rebuttal"), (4, "con", "rebuttal"), (5, "pro", "closing"), (6, "con", "closing"),
    ]  # fmt: skip
    assert [one.speaker for one in held.spoken[2:]] == ["naive-rag", "direct"] * 2
    assert held.given == 2


def test_sides_are_swapped_and_points_add_up() -> None:
    both, found = judged(votes("pro"))
    assert [one.held.side for one in found] == ["pro", "con"] * 2
    table = points_table(both, found, 1)
    assert [row[2:6] for row in table.rows] == [(1.0,) * 4] * 2  # who wins by side alone wins nothing
    assert "the side for the motion wins 4" in bias_remarks(found)[1]


def test_an_order_effect_is_a_tie_and_told() -> None:
    both, found = judged(votes("first"))
    assert [row[2:6] for row in points_table(both, found, 1).rows] == [(1.0,) * 4] * 2
    remark = bias_remarks(found)[0]
    assert "in 16 of 16 verdicts" in remark
    assert "named in 32 of 32" in remark


def test_a_better_debater_wins_on_both_sides() -> None:
    both, found = judged(votes("quoting"))
    rows = points_table(both, found, 1).rows
    assert rows[0][2:6] == (0.0,) * 4  # direct recalls nothing
    assert rows[1][2:6] == (2.0,) * 4
    assert (rows[0][6], rows[0][7], rows[1][6], rows[1][7]) == (0.0, 0.0, 2.0, 2.0)
    assert "of 4 debates that somebody won" in bias_remarks(found)[2]
    assert "won 0 and lost 4" in bias_remarks(found)[3]


def test_a_judge_that_fails_leaves_no_points() -> None:
    both, found = judged(lambda _request: BadAnswer("free text"))
    assert all(one.verdict is None for one in found)
    assert [row[2:6] for row in points_table(both, found, 1).rows] == [(None,) * 4] * 2
    assert "not judged 4" in bias_remarks(found)[1]


def test_a_debater_that_fails_leaves_out_both_assignments() -> None:
    cells = Cells(None)
    mute = KeptAgent(ScriptedAgent(lambda _request: BadAnswer("it declines")), cells)
    (failing,) = grid([(BASELINES[0], ())], [mute], None)
    held, failures = hold_all(cells, (pair(cells)[0], failing), held_out()[:1], 1, 60, quiet)
    assert held == ()
    assert "it declines" in failures[0]


def test_what_cannot_be_held() -> None:
    cells, debate = Cells(None), held_out()[0]
    with pytest.raises(UsageError, match="0 rounds are no debate"):
        hold_all(cells, pair(cells), [debate], 0, 60, quiet)
    for spoken in ((), debate.spoken[:1], debate.spoken[1:3], debate.spoken[::2]):
        with pytest.raises(UsageError, match="opening of each side"):
            openings(replace(debate, spoken=spoken))
