"""Experiment 2: two debaters hold whole debates from both openings, both assignments of sides, judged in both orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.debate_judging import JudgeDebateUtteranceOut
from foam_graph.errors import BadAnswer, UsageError
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.debaters import Debater
from foam_graph.evaluation.experiments.kept_agent import KeptAgent, only_values
from foam_graph.evaluation.experiments.next_utterance import Tell
from foam_graph.evaluation.judging.asking import Sources, debate_request, utterance_request
from foam_graph.evaluation.judging.debatrix import DIMENSIONS, LOSS, WIN, DebateVerdict, pair_points, verdict_of
from foam_graph.evaluation.material.debates import Debate, length_of
from foam_graph.evaluation.statistics.certainty import binomial_p, bootstrap, mean
from foam_graph.evaluation.tables import Table
from foam_graph.findings.debate.spoken import SIDES, Side, Spoken, other


@dataclass(frozen=True)
class Held:
    """A debate that was held.

    Attributes:
        motion: What was debated.
        side: The side on which the first debater spoke.
        spoken: All utterances, the two openings that were given first.
        given: How many were given.
        sources: What sentences cite, by their names.
        tokens: What each side took.
    """

    motion: str
    side: Side
    spoken: tuple[Spoken, ...]
    given: int
    sources: Sources
    tokens: dict[Side, int]


@dataclass(frozen=True)
class Judged:
    """A debate with its verdict; None where the judge gave no answer of use."""

    held: Held
    verdict: DebateVerdict | None


def openings(debate: Debate) -> tuple[Spoken, ...]:
    """Both openings of a debate, the balanced stage from which a simulation starts.

    Raises:
        UsageError: One side never speaks, or the first two utterances are of one side.
    """
    first = debate.spoken[:2]
    if [one.side for one in first] != list(SIDES):
        raise UsageError(
            f"{debate.name} does not begin with an opening of each side, the side for the motion first",
            "Leave it out, or give a debate that does.",
        )
    return first


def hold(
    cells: Cells, pair: tuple[Debater, Debater], debate: Debate, side: Side, rounds: int, words: int, tell: Tell
) -> Held:
    """Holds one debate: rounds of one utterance a side after the openings, the last of them the closing.

    Args:
        cells: What was said before.
        pair: The first and the second debater.
        debate: Gives motion and openings.
        side: The side of the first.
        rounds: At least 1.
        words: Length of an utterance.
        tell: Told what is being done.

    Raises:
        BadAnswer: A debater said nothing of use.
    """
    spoken, sources = list(openings(debate)), dict[str, str]()
    tokens: dict[Side, int] = {"pro": 0, "con": 0}
    by_side = {side: pair[0], other(side): pair[1]}
    for number in range(1, rounds + 1):
        stage = "closing" if number == rounds else "rebuttal"
        for speaking in SIDES:
            tell(f"{debate.name}: {by_side[speaking].label} speaks {speaking}, round {number} of {rounds}")
            made = by_side[speaking].says(cells, debate.motion, speaking, spoken, stage, words)
            spoken.append(made.spoken)
            sources |= made.sources
            tokens[speaking] += made.tokens
    return Held(debate.motion, side, tuple(spoken), 2, sources, tokens)


def check_simulation(debates: Sequence[Debate], rounds: int) -> None:
    """Refuses what cannot be simulated, before anything is asked.

    Raises:
        UsageError: No round, or a debate without both openings.
    """
    if rounds < 1:
        raise UsageError(f"{rounds} rounds are no debate", "Ask for at least 1.")
    for debate in debates:
        openings(debate)


def hold_all(
    cells: Cells, pair: tuple[Debater, Debater], debates: Sequence[Debate], rounds: int, words: int, tell: Tell
) -> tuple[tuple[Held, ...], tuple[str, ...]]:
    """Holds each debate with both assignments of sides.

    Returns:
        The debates, and what failed; where one of two assignments fails, both are left out, since the pair would be uneven.

    Raises:
        UsageError: No round, or a debate without both openings.
        LlmError: The endpoint is gone or the budget spent.
    """
    check_simulation(debates, rounds)
    held, failures = list[Held](), list[str]()
    for debate in debates:
        try:
            held += [hold(cells, pair, debate, side, rounds, words, tell) for side in SIDES]
        except BadAnswer as fault:
            failures.append(f"{debate.name}: {fault.message}")
    return tuple(held), tuple(failures)


def judge_held(judge: KeptAgent, held: Sequence[Held], seed: int) -> tuple[Judged, ...]:
    """Judges debates: first each utterance that was not given, then each debate in both orders of sides.

    Raises:
        LlmError: The endpoint is gone or the budget spent.
    """
    marks = _marks(judge, held, seed)
    requests = [
        debate_request(one.motion, one.spoken, marked, first, seed=seed)
        for one, marked in zip(held, marks, strict=True)
        for first in SIDES
    ]
    answers = only_values(judge.answer_many(requests))
    found = []
    for one, pro_first, con_first in zip(held, answers[::2], answers[1::2], strict=True):
        fair = not isinstance(pro_first, BadAnswer) and not isinstance(con_first, BadAnswer)
        found.append(Judged(one, verdict_of(pro_first, con_first) if fair else None))  # type: ignore[arg-type]
    return tuple(found)


def points_table(pair: tuple[Debater, Debater], judged: Sequence[Judged], seed: int) -> Table:
    """Points of both debaters on each dimension, which add up to 2, and how far the first's overall can be trusted."""
    fair = [(one.verdict, one.held.side) for one in judged if one.verdict is not None]
    points = pair_points(fair)
    motions = [[one for one in judged if one.held.motion == motion] for motion in {j.held.motion: 0 for j in judged}]
    interval = bootstrap(motions, lambda drawn: _overall([one for group in drawn for one in group]), seed)
    rows = []
    for place, debater in enumerate(pair):
        tokens = [one.held.tokens[one.held.side if place == 0 else other(one.held.side)] for one in judged]
        bounds = (interval.low, interval.high) if interval else (None, None)
        if interval and place:
            bounds = (2 - interval.high, 2 - interval.low)
        own = [two[place] if (two := points[dimension]) else None for dimension in DIMENSIONS]
        rows.append((debater.model, debater.name, *own, *bounds, mean([float(one) for one in tokens])))
    headings = ("model", "debater", *DIMENSIONS, "low", "high", "tokens a debate")
    remark = "Win 2, tie 1, loss 0, averaged over both assignments of sides; low and high: 95 % interval of overall, by motion."
    return Table("Debatrix points", headings, tuple(rows), (remark,))


def bias_remarks(judged: Sequence[Judged]) -> tuple[str, ...]:
    """How far verdicts follow the order of showing, the side, and length; and what was won at all."""
    fair = [one for one in judged if one.verdict is not None]
    verdicts = [one.verdict for one in fair if one.verdict is not None]
    flipped, asked = sum(len(one.flipped) for one in verdicts), len(verdicts) * len(DIMENSIONS)
    shown, decided = sum(one.first_shown for one in verdicts), sum(one.decided for one in verdicts)
    winners = [one.winners["overall"] for one in verdicts]
    longer = [_longer(one.held) == one.verdict.winners["overall"] for one in fair if one.verdict and _won(one)]
    first = [one.verdict.points(one.held.side, "overall") for one in fair if one.verdict]
    wins, losses = sum(one == WIN for one in first), sum(one == LOSS for one in first)
    return (
        f"Order bias: the two orders name different winners in {flipped} of {asked} verdicts, which are ties; "
        f"the side shown first is named in {shown} of {decided}.",
        f"Side bias: the side for the motion wins {winners.count('pro')}, the other {winners.count('con')}, "
        f"ties {winners.count('tie')}, not judged {winners.count('not_judged') + len(judged) - len(fair)}.",
        f"Length bias: the side with more words wins {sum(longer)} of {len(longer)} debates that somebody won.",
        f"Overall the first debater won {wins} and lost {losses} debates: exact p = {binomial_p(wins, losses):.3f}.",
    )


def _marks(judge: KeptAgent, held: Sequence[Held], seed: int) -> list[dict[int, JudgeDebateUtteranceOut]]:
    """The marks of what was said in each debate, by turn; all are asked for at once."""
    places = [(number, at) for number, one in enumerate(held) for at in range(one.given, len(one.spoken))]
    requests = [
        utterance_request(one.motion, one.spoken[:at], one.spoken[at], one.sources, seed=seed)
        for one, at in ((held[number], at) for number, at in places)
    ]
    found: list[dict[int, JudgeDebateUtteranceOut]] = [{} for _ in held]
    for (number, at), answer in zip(places, only_values(judge.answer_many(requests)), strict=True):
        if not isinstance(answer, BadAnswer):
            found[number][held[number].spoken[at].turn] = answer
    return found


def _overall(judged: Sequence[Judged]) -> float | None:
    fair = [one.verdict.points(one.held.side, "overall") for one in judged if one.verdict is not None]
    return mean([one for one in fair if one is not None])


def _won(one: Judged) -> bool:
    return one.verdict is not None and one.verdict.winners["overall"] in SIDES


def _longer(held: Held) -> Side:
    words = {side: length_of(*(one for one in held.spoken if one.side == side)) for side in SIDES}
    return "pro" if words["pro"] >= words["con"] else "con"
