"""Utterance against utterance in both orders."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_judging import CompareUtterancesIn
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.comparing import Meeting, Outcome, compare
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.evaluation.experiments.trying import try_judge
from tests.support.debate_judging import CON, MOTION, PRO, REPLY
from tests.support.judging import ScriptedAgent, held_out

WINNERS = ("first", "second", "tie", "not_judged")
MET = Meeting(MOTION, (CON,), PRO, REPLY)


def outcome(there: str, back: str) -> Outcome:
    """What an answer to each order comes to; "?" is an answer of no use."""

    def answering(request: Request[Any]) -> dict[str, Any] | Exception:
        assert isinstance(request.input, CompareUtterancesIn)
        winner = there if tuple(request.input.first) == PRO.sentences else back
        return BadAnswer("free text") if winner == "?" else {"winner": winner, "reasons": "So."}

    (found,) = compare(KeptAgent(ScriptedAgent(answering), Cells(None)), [MET], 1)
    return found


@pytest.mark.parametrize(
    ("there", "back", "expected"),
    [
        ("first", "second", Outcome(1.0)),
        ("second", "first", Outcome(-1.0)),
        ("tie", "tie", Outcome(0.0)),
        ("first", "first", Outcome(0.0, True)),
        ("second", "second", Outcome(0.0, True)),
        ("first", "tie", Outcome(0.0)),
        ("not_judged", "first", Outcome(None)),
        ("?", "first", Outcome(None)),
        ("first", "?", Outcome(None)),
    ],
)
def test_won_is_what_both_orders_name(there: str, back: str, expected: Outcome) -> None:
    assert outcome(there, back) == expected


@given(st.sampled_from(WINNERS), st.sampled_from(WINNERS))
def test_which_is_called_the_first_does_not_count(there: str, back: str) -> None:
    one, other = outcome(there, back), outcome(back, there)
    assert one.flipped == other.flipped
    assert other.margin == (None if one.margin is None else -one.margin)


def test_no_pair_is_no_question() -> None:
    agent = ScriptedAgent(lambda _request: None)
    assert compare(KeptAgent(agent, Cells(None)), [], 1) == []
    assert agent.asked == []


def test_a_judge_is_tried_by_comparing_too() -> None:
    true = {debate.spoken[at].sentences: at + 1 for debate in held_out() for at in range(len(debate.spoken))}

    def knowing(request: Request[Any]) -> dict[str, Any] | None:
        data = request.input
        if not isinstance(data, CompareUtterancesIn):
            return None
        first = true.get(tuple(data.first)) == len(data.history) + 1
        return {"winner": "first" if first else "second", "reasons": "So."}

    def always_first(request: Request[Any]) -> dict[str, Any]:
        return {"winner": "first", "reasons": "So."}

    good = try_judge(KeptAgent(ScriptedAgent(knowing), Cells(None)), held_out(), "compare", 1)
    assert (good.qualified, good.right) == (True, 100)
    bad = try_judge(KeptAgent(ScriptedAgent(always_first), Cells(None)), held_out(), "compare", 1)
    assert (bad.qualified, bad.ties) == (False, 100)
