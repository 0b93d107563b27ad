"""Experiment 1, and 4 with parts left out: debaters speak next in held-out debates, scored by InspireScore in several runs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from foam_graph.errors import BadAnswer, UsageError
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.comparing import Meeting, compare
from foam_graph.evaluation.experiments.debaters import Debater, Utterance
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.evaluation.experiments.side_by_side import side_by_side
from foam_graph.evaluation.experiments.trying import inspired
from foam_graph.evaluation.judging.asking import inspire_request
from foam_graph.evaluation.judging.inspire import FEWEST_RUNS, PARTS, Figure, Inspire, figure_of, inspire_of
from foam_graph.evaluation.material.debates import Context, Debate, contexts, length_of
from foam_graph.evaluation.statistics.certainty import Interval, binomial_p, bootstrap, mean
from foam_graph.evaluation.statistics.correlation import kendall
from foam_graph.evaluation.tables import Cell, Table
from foam_graph.findings.debate.spoken import SIDES, Side, other

Tell = Callable[[str], None]
Said = tuple[Debater, Context, Utterance]
"""Who said what at which point."""
_RECORD = ("won", "lost", "tied", "share", "p")
_FEWEST = 10
"""Totals from which a correlation with length is told: over two it is always -1 or 1."""
_RECORD_REMARK = "share: ties count one half; p: exact, ties left out."


@dataclass(frozen=True)
class Scored:
    """What a debater said at one point, with its score in each run; None where that run gave none."""

    debater: Debater
    context: Context
    utterance: Utterance
    runs: tuple[Inspire | None, ...]

    @property
    def total(self) -> float | None:
        """The mean of its totals."""
        return mean([one.total for one in self.runs if one is not None and one.total is not None])

    @property
    def words(self) -> int:
        """Its length."""
        return length_of(self.utterance.spoken)


@dataclass(frozen=True)
class Spoke:
    """What was said at all points, and where somebody failed to say anything."""

    said: tuple[Said, ...]
    failures: tuple[str, ...]


def chosen_contexts(debates: Sequence[Debate], count: int, seed: int) -> tuple[Context, ...]:
    """Points at which somebody has spoken before, as many of each debate and each side as can be; all where count is 0.

    Fewer points are the first of more, so that what an experiment has finished is such a choice too.
    """
    by_debate = [list(contexts([one], opening=False)) for one in debates]
    chance = random.Random(seed)  # noqa: S311 - which points, no secret
    for places in by_debate:
        chance.shuffle(places)
    ordered = [_by_turns(places, SIDES[number % 2]) for number, places in enumerate(by_debate)]
    longest = max((len(places) for places in ordered), default=0)
    found = [places[turn] for turn in range(longest) for places in ordered if turn < len(places)]
    return tuple(found[:count] if count else found)


def _by_turns(places: Sequence[Context], first: Side) -> list[Context]:
    """Points of one side and of the other by turns, as long as there are of both."""
    sides = [[one for one in places if one.following.side == side] for side in (first, other(first))]
    return [one for pair in zip_longest(*sides) for one in pair if one is not None]


def speak(
    cells: Cells,
    debaters: Sequence[Debater],
    places: Sequence[Context],
    words: int,
    tell: Tell,
    at_once: int = 1,
    then: Callable[[Sequence[Said]], None] = lambda _said: None,
) -> Spoke:
    """Lets each debater speak at each point; a failure is listed, and stops nothing.

    Who begins changes from point to point: whoever answers for a model and remembers what it was asked favours the later ones.

    Args:
        cells: What was said before.
        debaters: Who speaks.
        places: Where.
        words: Length of an utterance.
        tell: Told what is being done.
        at_once: At how many points they speak side by side.
        then: Given what was said at a point as soon as all have spoken there.

    Raises:
        LlmError: The endpoint is gone or the budget spent; what was said until then is kept.
    """

    def at(number: int) -> Spoke:
        place, said, failures = places[number], list[Said](), list[str]()
        first = number % max(1, len(debaters))
        for debater in (*debaters[first:], *debaters[:first]):
            tell(f"point {number + 1} of {len(places)}: {debater.label}")
            side, stage = place.following.side, place.following.stage
            try:
                made = debater.says(cells, place.motion, side, place.history, stage, words)
            except BadAnswer as fault:
                failures.append(f"{debater.label} at {place.debate} {place.following.turn}: {fault.message}")
            else:
                said.append((debater, place, made))
        said.sort(key=lambda one: debaters.index(one[0]))
        then(said)
        return Spoke(tuple(said), tuple(failures))

    found = side_by_side(at, range(len(places)), at_once)
    return Spoke(
        tuple(one for each in found for one in each.said), tuple(one for each in found for one in each.failures)
    )


def check_runs(runs: int) -> None:
    """Refuses a number of runs that shows no spread.

    Raises:
        UsageError: One or two runs.
    """
    if 0 < runs < FEWEST_RUNS or runs < 0:
        raise UsageError(f"{runs} runs cannot show a spread", f"Ask for at least {FEWEST_RUNS}.")


def score(judge: KeptAgent, spoke: Spoke, runs: int, seed: int) -> tuple[Scored, ...]:
    """Scores what was said, all runs of all utterances; with no run at all nothing is asked.

    Raises:
        UsageError: One or two runs.
        LlmError: The endpoint is gone or the budget spent.
    """
    check_runs(runs)
    requests = [
        inspire_request(place.motion, place.history, made.spoken, made.sources, run=run, seed=seed)
        for _, place, made in spoke.said
        for run in range(runs)
    ]
    answers = [None if isinstance(one, BadAnswer) else inspire_of(one) for one in inspired(judge, requests)]
    return tuple(
        Scored(debater, place, made, tuple(answers[at * runs : (at + 1) * runs]))
        for at, (debater, place, made) in enumerate(spoke.said)
    )


def score_table(title: str, scored: Sequence[Scored], seed: int) -> Table:
    """A row a debater: its parts over runs with their spread, and how far the total can be trusted."""
    headings = ("model", "debater", *PARTS, "± over runs", "low", "high", "utterances", "no total", "words", "tokens")
    rows = []
    for debater in dict.fromkeys(one.debater for one in scored):
        mine = [one for one in scored if one.debater == debater]
        parts = {part: _over_runs(mine, part) for part in PARTS}
        interval = _interval(mine, seed)
        rows.append(
            (
                debater.model, debater.name, *(parts[part].mean for part in PARTS), parts["total"].spread,
                interval.low if interval else None, interval.high if interval else None, len(mine),
                sum(one.total is None for one in mine), mean([float(one.words) for one in mine]),
                mean([float(one.utterance.tokens) for one in mine]),
            )
        )  # fmt: skip
    remarks = ("low and high: 95 % bootstrap interval of the total, drawn by utterance.",)
    return Table(title, headings, tuple(rows), remarks)


def pair_table(scored: Sequence[Scored]) -> Table:
    """The first debater of each model against the others, point by point: won, lost, tied, exact probability."""
    headings = ("model", "debater", "against", *_RECORD)
    rows: list[tuple[Cell, ...]] = []
    for model in dict.fromkeys(one.debater.model for one in scored):
        mine = [one for one in scored if one.debater.model == model]
        names = list(dict.fromkeys(one.debater.name for one in mine))
        totals = {(one.debater.name, one.context): one.total for one in mine}
        for rival in names[1:]:
            pairs = [(totals.get((names[0], at)), totals.get((rival, at))) for at in {one.context: 0 for one in mine}]
            margins = [a - b for a, b in pairs if a is not None and b is not None]
            rows.append((model, names[0], rival, *_record(margins)))
    return Table("Point by point, by totals", headings, tuple(rows), (_RECORD_REMARK,))


def compare_said(judge: KeptAgent, said: Sequence[Said], seed: int) -> None:
    """Has the judge compare what was said, so that ``compared_table`` finds the answers.

    Raises:
        LlmError: The endpoint is gone or the budget spent.
    """
    for _, _, met in _meetings(said):
        compare(judge, met, seed)


def compared_table(judge: KeptAgent, said: Sequence[Said], seed: int) -> Table:
    """The first debater of each model against the others, utterance against utterance in both orders.

    Raises:
        LlmError: The endpoint is gone or the budget spent.
    """
    rows: list[tuple[Cell, ...]] = []
    for first, rival, met in _meetings(said):
        found = compare(judge, met, seed)
        margins = [one.margin for one in found if one.margin is not None]
        flips = sum(one.flipped for one in found)
        rows.append((first.model, first.name, rival.name, *_record(margins), flips, len(found) - len(margins)))
    headings = ("model", "debater", "against", *_RECORD, "orders disagree", "not judged")
    return Table("Compared, blind and in both orders", headings, tuple(rows), (_RECORD_REMARK,))


def _meetings(said: Sequence[Said]) -> Iterator[tuple[Debater, Debater, list[Meeting]]]:
    """The first debater of each model and each of its rivals, with the points at which both spoke."""
    spoken = {(debater, at): made.spoken for debater, at, made in said}
    for model in dict.fromkeys(debater.model for debater, _, _ in said):
        first, *rivals = dict.fromkeys(debater for debater, _, _ in said if debater.model == model)
        for rival in rivals:
            places = [at for debater, at in spoken if debater == first and (rival, at) in spoken]
            yield first, rival, [Meeting(at.motion, at.history, spoken[first, at], spoken[rival, at]) for at in places]


def length_remark(scored: Sequence[Scored]) -> str:
    """How far the judge's totals follow length."""
    known = [(float(one.words), one.total) for one in scored if one.total is not None]
    tau = kendall([words for words, _ in known], [total for _, total in known])
    if tau is None or len(known) < _FEWEST:
        return f"Length bias: cannot be told from {len(known)} totals; {_FEWEST} that differ are the fewest."
    return f"Length bias: Kendall's tau-b between words and total is {tau:+.2f} over {len(known)} utterances."


def spoken_remarks(scored: Sequence[Scored]) -> list[str]:
    """What each debater's utterances took, where no table of scores tells it."""
    told = []
    for debater in dict.fromkeys(one.debater for one in scored):
        mine = [one for one in scored if one.debater == debater]
        words, tokens = sum(one.words for one in mine), sum(one.utterance.tokens for one in mine)
        told.append(
            f"{debater.label}: {words / len(mine):.0f} words and {tokens / len(mine):,.0f} tokens an utterance."
        )
    return told


def _record(margins: Sequence[float]) -> tuple[Cell, ...]:
    won, lost = sum(one > 0 for one in margins), sum(one < 0 for one in margins)
    tied = len(margins) - won - lost
    if not margins:
        return won, lost, tied, None, None
    return won, lost, tied, (won + tied / 2) / len(margins), binomial_p(won, lost)


def _over_runs(scored: Sequence[Scored], part: str) -> Figure:
    """Mean and spread over runs, a run's figure being its mean over all utterances."""
    count = max((len(one.runs) for one in scored), default=0)
    by_run = [[one.runs[run] for one in scored] for run in range(count)]
    means = [mean([v for one in run if one is not None and (v := getattr(one, part)) is not None]) for run in by_run]
    return figure_of(means)


def _interval(scored: Sequence[Scored], seed: int) -> Interval | None:
    totals = [one.total for one in scored if one.total is not None]
    return bootstrap(totals, mean, seed)
