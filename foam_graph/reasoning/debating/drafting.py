"""Several drafts of one speech: written each without the others, and the best chosen by somebody who wrote none of them.

What one writer says from one request differs more from time to time than any change of the request moved it, and a list of
advice may help or crowd a speech. So one draft knows the debate alone, the others all that was recalled and found.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from pydantic import BaseModel

from foam_graph.agents.tasks.debate_speaking import (
    MOST_DRAFTS,
    ChooseSpeechIn,
    ChooseSpeechOut,
    SpeakOut,
    SpeakPlainlyIn,
    SpeakPlainlyOut,
)
from foam_graph.errors import ReasoningError
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.floor import Floor, sentences_of
from foam_graph.reasoning.debating.speaking import speak_in
from foam_graph.reasoning.debating.speech import Recalled
from foam_graph.reasoning.debating.tying import as_said
from foam_graph.reasoning.debating.writing import draft
from foam_graph.reasoning.turns import Turn, json_text

_PLAIN = 1
"""Drafts of several that are written from the debate alone."""


def speak_plainly_in(floor: Floor, number: int = 0) -> SpeakPlainlyIn:
    """What a speaker is given who knows the debate and what may be cited, and none of the advice.

    Args:
        floor: Whose turn it is.
        number: Number of the draft.
    """
    given = speak_in(floor, Recalled(), draft=number, advised=False)
    return SpeakPlainlyIn.model_validate(given, from_attributes=True)


def speak_several(floor: Floor, recalled: Recalled, drafts: int, step: str) -> Turn:
    """Drafts the utterance of a turn several times at once; no draft knows of another.

    Args:
        floor: Whose turn it is.
        recalled: What is shown from memory to those that are given advice.
        drafts: How many; at least two.
        step: Its step.

    Raises:
        ReasoningError: No valid answer came: there is nothing to say, so the debate stops here and can be resumed.
    """
    turn = Turn(floor.brief, Role.PROPOSER, step)
    numbers = range(1, min(drafts, MOST_DRAFTS) + 1)
    asked: list[tuple[str, BaseModel, type[SpeakOut]]] = [
        ("speak_plainly", speak_plainly_in(floor, n), SpeakPlainlyOut)
        if n <= _PLAIN
        else ("speak", speak_in(floor, recalled, draft=n), SpeakOut)
        for n in numbers
    ]
    for number, answer in zip(numbers, turn.ask_each(asked), strict=True):
        said, odd = as_said(answer, floor) if answer is not None else ([], [])
        turn.notes += odd
        if said:
            draft(turn.delta, floor, said, 0, number, advised=number > _PLAIN)
    if not len(turn.delta):
        raise ReasoningError(
            f"no utterance came for turn {floor.speech.turn}: {'; '.join(turn.notes) or 'the answers were blank'}",
            "Use a model that follows JSON schemas.",
        )
    chain = floor.chain()
    turn.used = [chain.id] if chain is not None else []
    return turn


def rivals(floor: Floor) -> list[Node]:
    """The drafts of a turn between which somebody has to choose: of those that say the same the first."""
    found: dict[str, Node] = {}
    for one in floor.drafts():
        if not one["round"]:
            found.setdefault(one["text"], one)
    return list(found.values()) if len(found) > 1 else []


def choose(floor: Floor, hearings: int, step: str) -> Turn:
    """Chooses between the drafts of a turn: by one who wrote none of them, shown without their numbers, in several orders.

    What stands where in a list sways who chooses, so that the second hearing turns the order round. Where both do not
    agree, the best sum of ranks decides, and of equal sums the seed.

    Args:
        floor: Whose turn it is.
        hearings: In how many orders it is asked: one or two.
        step: Its step.
    """
    turn = Turn(floor.brief, Role.EVALUATOR, step)
    drafts = rivals(floor)
    start = (floor.brief.seed + floor.speech.turn) % len(drafts)
    order = [*drafts[start:], *drafts[:start]]
    orders = [order, order[::-1]][:hearings]
    answers = turn.ask_each([("choose_speech", _choose_in(floor, shown), ChooseSpeechOut) for shown in orders])
    heard = [(shown, answer) for shown, answer in zip(orders, answers, strict=True) if answer is not None]
    turn.used = [one.id for one in drafts]
    if not heard:
        turn.notes.append("nobody chose; the first draft goes on")
        return turn
    ranked = [(_ranking(shown, answer), shown, answer) for shown, answer in heard]
    best = _best(floor, [ranking for ranking, *_ in ranked])
    agreed = all(ranking[0] is best for ranking, *_ in ranked)
    # Whoever put it first says why; where nobody did, it is the best of what nobody agreed on.
    speaks = next((one for ranking, _, one in ranked if ranking[0] is best), ranked[0][2])
    fault, sentence = _fault(speaks, best)
    if speaks.words and not fault:
        turn.notes.append(f"a fault names words that do not stand in the draft: “{speaks.words[:80]}”")
    if not agreed:
        turn.notes.append("another draft was put first when they stood the other way round; the sum of ranks decided")
    node = turn.delta.node(
        "DraftChoice",
        hearings=json_text(
            [[[one["draft"] for one in shown], [one["draft"] for one in ranking]] for ranking, shown, _ in ranked]
        ),
        agreed=agreed,
        why=speaks.why,
        fault=fault or None,
        sentence=sentence or None,
    )
    turn.delta.edge("CHOSE", node, best.ref)
    for one in drafts:
        turn.delta.edge("ABOUT", node, one.ref)
    return turn


def _choose_in(floor: Floor, shown: Sequence[Node]) -> ChooseSpeechIn:
    speech = floor.speech
    return ChooseSpeechIn(
        motion=floor.motion,
        side=speech.side,
        stage=speech.stage,
        job=speech.job,
        words=speech.words,
        history=floor.heard(),
        evidence=floor.shown_evidence(),
        drafts=[str(one["text"]) for one in shown],
    )


def _ranking(shown: Sequence[Node], answer: ChooseSpeechOut) -> list[Node]:
    """The drafts, best first; those that were left out come last, as they were shown."""
    named = [n for n in dict.fromkeys(answer.ranking) if n <= len(shown)]
    return [shown[n - 1] for n in (*named, *(n for n in range(1, len(shown) + 1) if n not in named))]


def _best(floor: Floor, rankings: Sequence[Sequence[Node]]) -> Node:
    def place(one: Node) -> tuple[int, int]:
        ranks = [ranking.index(one) for ranking in rankings]
        return sum(ranks), min(ranks)

    least = min(place(one) for one in rankings[0])
    equal = [one for one in sorted(rankings[0], key=lambda node: node.ord) if place(one) == least]
    return equal[floor.brief.seed % len(equal)]


def _fault(told: ChooseSpeechOut, best: Node) -> tuple[str, int]:
    """What is to be mended in the chosen draft, and in which sentence; nothing where its words do not stand there."""
    words = " ".join(told.words.split())
    if not words or not told.wrong.strip():
        return "", 0
    sentences = sentences_of(best)
    # Words may run on into the next sentence: what counts is the one in which they begin.
    place = " ".join(sentences).find(words)
    ends = accumulate(len(one) + 1 for one in sentences)
    found = next((n for n, end in enumerate(ends, 1) if place < end), 0) if place >= 0 else 0
    return (" ".join(told.wrong.split()), found) if found else ("", 0)
