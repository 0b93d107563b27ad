"""Utterances that are shown to the judge of a debate as their own side's, half of them flipped, and what it makes of that.

Whoever judges says of each whether it is faithful to the side it is shown for (own side, and not the other's); for which side
it was really said is known. A judge that lets a flipped one pass, or refuses a true one, errs. The same answers say
what each sentence does, so that one request measures both.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_speaking import (
    Heard,
    HeardSentence,
    Job,
    JudgeUtteranceIn,
    JudgeUtteranceOut,
    SaidShown,
)
from foam_graph.evaluation.material.debates import Context, length_of
from foam_graph.findings.debate.spoken import Side, Spoken, other
from foam_graph.model.kinds import Role

FEWEST_WORDS = 25
"""An utterance of fewer words, such as one question, need not say for which side it is."""
_JOBS: Mapping[str, Job] = {"opening": "opening", "closing": "summary", "summary": "summary"}


@dataclass(frozen=True)
class SideCase:
    """One utterance as it is shown.

    Attributes:
        group: Where it is from, for figures by group.
        context: Where it stands.
        side: For which side it is shown.
    """

    group: str
    context: Context
    side: Side

    @property
    def flipped(self) -> bool:
        """Whether it was said for the other side."""
        return self.side != self.context.following.side


@dataclass(frozen=True)
class SideCount:
    """What a judge made of some utterances; a case without a valid answer counts as an error.

    Attributes:
        true: Those shown for their own side.
        refused: Of these, taken for unfaithful.
        flipped: Those shown for the other side.
        passed: Of these, taken for faithful.
        unanswered: Cases without a valid answer, which are among the errors.
    """

    true: int
    refused: int
    flipped: int
    passed: int
    unanswered: int

    @property
    def errors(self) -> float | None:
        """Share of errors; None where nothing was asked."""
        total = self.true + self.flipped
        return (self.refused + self.passed) / total if total else None


def side_cases(groups: Mapping[str, Sequence[Context]], count: int, seed: int) -> tuple[SideCase, ...]:
    """Cases of all groups, as even as can be between groups, half of each group flipped.

    Args:
        groups: Points of debates, by group.
        count: How many; fewer where there are no more.
        seed: Which, and which are flipped.
    """
    chance = random.Random(f"{seed}/sides")  # noqa: S311 - which cases, no secret
    drawn = {
        name: [one for one in places if length_of(one.following) >= FEWEST_WORDS] for name, places in groups.items()
    }
    for places in drawn.values():
        chance.shuffle(places)
    longest = max(map(len, drawn.values()), default=0)
    order = [(name, drawn[name][n]) for n in range(longest) for name in drawn if n < len(drawn[name])][:count]
    seen = dict.fromkeys(groups, 0)
    found = []
    for name, place in order:
        own = place.following.side
        found.append(SideCase(name, place, other(own) if seen[name] % 2 else own))
        seen[name] += 1
    return tuple(found)


def side_request(case: SideCase, seed: int = 0) -> Request[JudgeUtteranceOut]:
    """Asks the judge of utterances about a case; who speaks is not said."""
    said = case.context.following
    asked = JudgeUtteranceIn(
        motion=case.context.motion,
        side=case.side,
        stage=said.stage or "rebuttal",
        job=_JOBS.get(said.stage, "rebuttal" if case.context.history else "opening"),
        history=[_heard(one) for one in case.context.history],
        utterance=[SaidShown(number=n, text=text) for n, text in enumerate(said.sentences, 1)],
    )
    return Request("judge_utterance", str(Role.EVALUATOR), asked, JudgeUtteranceOut, seed=seed)


def faithful(answer: JudgeUtteranceOut) -> bool:
    """Whether a judge takes an utterance to be its side's."""
    return answer.own_side and not answer.other_side


def counted(judged: Iterable[tuple[SideCase, JudgeUtteranceOut | None]]) -> SideCount:
    """Counts a judge's errors.

    Args:
        judged: Cases with what was answered; None where no valid answer came.
    """
    rows = list(judged)
    verdicts = [(one.flipped, None if answer is None else faithful(answer)) for one, answer in rows]
    return SideCount(
        true=sum(not flipped for flipped, _ in verdicts),
        refused=sum(not flipped and verdict is not True for flipped, verdict in verdicts),
        flipped=sum(flipped for flipped, _ in verdicts),
        passed=sum(flipped and verdict is not False for flipped, verdict in verdicts),
        unanswered=sum(answer is None for _, answer in rows),
    )


def _heard(one: Spoken) -> Heard:
    sentences = [HeardSentence(name=name, text=text) for name, text in one.named()]
    return Heard(turn=one.turn, speaker=one.side, side=one.side, stage=one.stage, sentences=sentences)
