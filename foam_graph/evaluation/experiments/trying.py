"""Judges are judged first: a judge is tried on pairs of true and wrong utterances before its scores are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_judging import InspireIn, InspireOut
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.comparing import Meeting, compare
from foam_graph.evaluation.experiments.kept_agent import KeptAgent, only_values
from foam_graph.evaluation.judging.asking import checked_facts, inspire_request, utterance_request
from foam_graph.evaluation.judging.distractors import PAIRS, Trial, trials
from foam_graph.evaluation.judging.inspire import better, inspire_of
from foam_graph.evaluation.judging.standing import Ranked, Standing, standing_of
from foam_graph.evaluation.material.debates import Context, Debate, length_of
from foam_graph.evaluation.statistics.certainty import mean
from foam_graph.findings.debate.spoken import Spoken

Way = Literal["inspire", "debatrix", "compare"]
"""By which of its tasks a judge is tried: the one whose answers an experiment rests on."""
_MARKS = ("argument", "source", "language")


Margins = Callable[[int, int], float | None]
"""By how much the utterance at one place is ahead of that at another."""


def try_judge(judge: KeptAgent, debates: Sequence[Debate], way: Way, seed: int, count: int = PAIRS) -> Standing:
    """How often a judge ranks the true next utterance above a wrong one.

    Args:
        judge: Who judges.
        debates: Where the pairs are made.
        way: By which task.
        seed: Which pairs.
        count: How many pairs; with fewer than a hundred its standing says that they were too few.

    Raises:
        LlmError: The endpoint is gone or the budget spent.
    """
    pairs = trials(debates, seed, count)
    if way == "compare":
        met = [Meeting(one.context.motion, one.context.history, one.context.following, one.wrong) for one in pairs]
        margins = [found.margin for found in compare(judge, met, seed)]
        return standing_of(judge.name, [_ranked(*pair) for pair in zip(pairs, margins, strict=True)], seed)
    asked: dict[tuple[Context, Spoken], int] = {}
    for one in pairs:
        for spoken in (one.context.following, one.wrong):
            asked.setdefault((one.context, spoken), len(asked))
    margin = _inspire(judge, list(asked), seed) if way == "inspire" else _debatrix(judge, list(asked), seed)
    ranked = [
        _ranked(one, margin(asked[one.context, one.context.following], asked[one.context, one.wrong])) for one in pairs
    ]
    return standing_of(judge.name, ranked, seed)


def _ranked(one: Trial, margin: float | None) -> Ranked:
    true = one.context.following
    return Ranked(one.kind, f"{one.context.motion}/{true.turn}", margin, length_of(true) - length_of(one.wrong))


def _inspire(judge: KeptAgent, asked: Sequence[tuple[Context, Spoken]], seed: int) -> Margins:
    requests = [inspire_request(one.motion, one.history, spoken, {}, seed=seed) for one, spoken in asked]
    scores = [None if isinstance(one, BadAnswer) else inspire_of(one) for one in inspired(judge, requests)]

    def margin(true: int, wrong: int) -> float | None:
        one, other = scores[true], scores[wrong]
        return None if one is None or other is None else better(one, other)

    return margin


def _debatrix(judge: KeptAgent, asked: Sequence[tuple[Context, Spoken]], seed: int) -> Margins:
    requests = [utterance_request(one.motion, one.history, spoken, {}, seed=seed) for one, spoken in asked]
    found = only_values(judge.answer_many(requests))

    def margin(true: int, wrong: int) -> float | None:
        one, other = found[true], found[wrong]
        if isinstance(one, BadAnswer) or isinstance(other, BadAnswer):
            return None
        pairs = [(getattr(one, name).mark, getattr(other, name).mark) for name in _MARKS]
        return mean([float(a - b) for a, b in pairs if a and b])

    return margin


def inspired(judge: KeptAgent, requests: Sequence[Request[InspireOut]]) -> list[InspireOut | BadAnswer]:
    """Answers about InspireScore; one that speaks of sentences nobody said is none."""
    found: list[InspireOut | BadAnswer] = []
    for request, one in zip(requests, only_values(judge.answer_many(requests)), strict=True):
        if isinstance(one, BadAnswer) or not isinstance(request.input, InspireIn):
            found.append(one)
            continue
        try:
            found.append(checked_facts(one, request.input))
        except BadAnswer as fault:
            found.append(fault)
    return found
