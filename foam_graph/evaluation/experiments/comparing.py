"""Two utterances held against each other in both orders: won where both name it, a tie where they disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.debate_judging import CompareUtterancesOut
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.kept_agent import KeptAgent, only_values
from foam_graph.evaluation.judging.asking import compare_request
from foam_graph.findings.debate.spoken import Spoken

_CHOICE = {"first": 1.0, "second": -1.0, "tie": 0.0}


@dataclass(frozen=True)
class Meeting:
    """Two utterances that could stand at one place.

    Attributes:
        motion: What is debated.
        history: What was said before.
        one: The first.
        other: The second.
    """

    motion: str
    history: tuple[Spoken, ...]
    one: Spoken
    other: Spoken


@dataclass(frozen=True)
class Outcome:
    """How they compare.

    Attributes:
        margin: 1 where both orders name the first, -1 where both name the second, 0 for a tie; None where not judged.
        flipped: Whether the two orders named different ones.
    """

    margin: float | None
    flipped: bool = False


def compare(judge: KeptAgent, meetings: Sequence[Meeting], seed: int) -> list[Outcome]:
    """Compares each pair in both orders.

    Raises:
        LlmError: The endpoint is gone or the budget spent.
    """
    requests = [
        compare_request(met.motion, met.history, first, second, seed=seed)
        for met in meetings
        for first, second in ((met.one, met.other), (met.other, met.one))
    ]
    found = only_values(judge.answer_many(requests))
    return [_outcome(found[at], found[at + 1]) for at in range(0, len(found), 2)]


def _outcome(there: CompareUtterancesOut | BadAnswer, back: CompareUtterancesOut | BadAnswer) -> Outcome:
    if isinstance(there, BadAnswer) or isinstance(back, BadAnswer):
        return Outcome(None)
    one, two = _CHOICE.get(there.winner), _CHOICE.get(back.winner)
    if one is None or two is None:
        return Outcome(None)
    return Outcome(one if one == -two else 0.0, one * two > 0)
