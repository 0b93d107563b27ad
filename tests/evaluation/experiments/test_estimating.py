"""The agent that only counts."""

from __future__ import annotations

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_baselines import BaselineSpeechIn, BaselineSpeechOut
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.estimating import CountingAgent
from foam_graph.evaluation.judging.asking import inspire_request
from tests.support.debate_judging import CON, MOTION, PRO, REPLY
from tests.support.judging import rules


@pytest.mark.parametrize("words", [1, 60, 400, 5000])
def test_utterances_have_the_length_that_is_asked_for(words: int) -> None:
    agent = CountingAgent(rules(), "m")
    asked = BaselineSpeechIn(motion=MOTION, side="pro", words=words)
    made = agent.answer(Request("baseline_speech", "Proposer", asked, BaselineSpeechOut)).value
    length = len(" ".join(made.sentences).split())
    assert min(words, 1440) * 0.8 - 6 <= length <= words + 6
    assert agent.spent.tokens_out >= length


def test_longer_debates_cost_more() -> None:
    short, long = CountingAgent(rules(), "m"), CountingAgent(rules(), "m")
    short.answer(inspire_request(MOTION, (), REPLY, {}))
    long.answer_many([inspire_request(MOTION, (PRO, CON), REPLY, {})])
    assert (short.calls, long.calls) == (1, 1)
    assert long.spent.tokens_in > short.spent.tokens_in > 500
    assert long.spent.tokens_out >= 500  # what a model writes as reasons, not the rule's few words


def test_what_no_rule_answers_is_told() -> None:
    agent = CountingAgent(rules(), "m")
    with pytest.raises(BadAnswer, match="know no task"):
        agent.answer(Request("sing", "Proposer", BaselineSpeechIn(motion="", side="pro", words=1), BaselineSpeechOut))
    assert (agent.calls, agent.provider) == (0, "estimate")
