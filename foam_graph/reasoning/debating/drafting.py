"""Several drafts of one speech: written each without the others, and the best chosen by somebody who wrote none of them.

What one writer says from one request differs more from time to time than any change of the request moved it, and a list of
advice may help or crowd a speech. So two drafts know the debate alone, one also what was recalled and found.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from foam_graph.agents.tasks.debate_speaking import (
    MOST_DRAFTS,
    ChooseSpeechIn,
    ChooseSpeechOut,
    SpeakOut,
)
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.checking import most_words, word_total
from foam_graph.reasoning.debating.floor import Floor, rivals, sentences_of
from foam_graph.reasoning.debating.shelf import shelf_for
from foam_graph.reasoning.debating.speaking import nothing_said, speak_in
from foam_graph.reasoning.debating.speech import Recalled
from foam_graph.reasoning.debating.tying import as_said
from foam_graph.reasoning.debating.writing import draft
from foam_graph.reasoning.turns import Turn, json_text

_PLAIN = 2
"""Drafts of several that are written from the debate alone: these won oftener than those that knew more."""


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
    asked = [("speak", speak_in(floor, recalled, draft=n, advised=n > _PLAIN), SpeakOut) for n in numbers]
    for number, answer in zip(numbers, turn.ask_each(asked), strict=True):
        said, odd = as_said(answer, floor) if answer is not None else ([], [])
        turn.notes += odd
        if said:
            draft(turn.delta, floor, said, 0, number, advised=number > _PLAIN)
    if not len(turn.delta):
        raise nothing_said(turn, floor)
    chain = floor.chain()
    turn.used = [chain.id] if chain is not None else []
    return turn


def choose(floor: Floor, step: str) -> Turn:
    """Chooses between the drafts of a turn: by one who wrote none of them, shown without their numbers.

    Who chooses also tells what of the other side's last speech the best draft leaves without a good answer.

    Args:
        floor: Whose turn it is.
        step: Its step.
    """
    turn = Turn(floor.brief, Role.EVALUATOR, step)
    drafts = _fitting(floor, rivals(floor))
    start = (floor.brief.seed + floor.speech.turn) % len(drafts)
    shown = [*drafts[start:], *drafts[:start]]
    answer = turn.ask("choose_speech", _choose_in(floor, shown), ChooseSpeechOut)
    turn.used = [one.id for one in drafts]
    if answer is None:
        turn.notes.append("nobody chose; the first draft goes on")
        return turn
    best = _ranking(shown, answer)[0]
    fault, sentence = _fault(answer, best)
    if answer.words and not fault:
        turn.notes.append(f"a fault names words that do not stand in the draft: “{answer.words[:80]}”")
    left, odd = _left(floor, answer)
    turn.notes += odd
    more = {
        "fault": fault or None,
        "sentence": sentence or None,
        "left": list(left) or None,
        "would_answer": list(left.values()) or None,
    }
    _chosen(turn, shown, "draft", answer, **more)
    return turn


def _fitting(floor: Floor, drafts: list[Node]) -> list[Node]:
    """The drafts that are no longer than the speech may be, where there are two at least: else the choice would be of a length."""
    most = most_words(floor.speech.words)
    short = [one for one in drafts if not most or word_total(str(one["text"])) <= most]
    return short if len(short) > 1 else drafts


def compare(floor: Floor, step: str) -> Turn:
    """Holds a version that was strengthened against the one before it: by one who chooses and does not know which is which.

    Args:
        floor: Whose turn it is.
        step: Its step.
    """
    turn = Turn(floor.brief, Role.EVALUATOR, step)
    pair = floor.versions()[-2:]
    shown = pair if (floor.brief.seed + floor.speech.turn) % 2 else pair[::-1]
    answer = turn.ask("choose_speech", _choose_in(floor, shown), ChooseSpeechOut)
    turn.used = [one.id for one in pair]
    if answer is None:
        turn.notes.append("nobody compared; the earlier version stays")
        return turn
    _chosen(turn, shown, "round", answer)
    return turn


def _chosen(turn: Turn, shown: Sequence[Node], number: str, answer: ChooseSpeechOut, **more: Any) -> None:
    """Adds what was chosen; each draft or version is told by its number."""
    ranked = _ranking(shown, answer)
    hearing = [[one[number] for one in shown], [one[number] for one in ranked]]
    # Debates that were held when two orders were heard have two of these, and say whether they agreed.
    node = turn.delta.node("DraftChoice", hearings=json_text([hearing]), why=answer.why, **more)
    turn.delta.edge("CHOSE", node, ranked[0].ref)
    for one in sorted(shown, key=lambda each: (each.seq, each.ord)):
        turn.delta.edge("ABOUT", node, one.ref)


def _choose_in(floor: Floor, shown: Sequence[Node]) -> ChooseSpeechIn:
    speech, file = floor.speech, shelf_for(floor).file()
    return ChooseSpeechIn(
        motion=floor.motion,
        side=speech.side,
        stage=speech.stage,
        job=speech.job,
        words=speech.words,
        history=floor.heard(),
        evidence=floor.shown_evidence() if file is None else [],
        drafts=[str(one["text"]) for one in shown],
        file=file,
    )


def _ranking(shown: Sequence[Node], answer: ChooseSpeechOut) -> list[Node]:
    """The drafts, best first; those that were left out come last, as they were shown."""
    named = [n for n in dict.fromkeys(answer.ranking) if n <= len(shown)]
    return [shown[n - 1] for n in (*named, *(n for n in range(1, len(shown) + 1) if n not in named))]


def _left(floor: Floor, told: ChooseSpeechOut) -> tuple[dict[str, str], list[str]]:
    """What would answer each sentence of the other side that was left; names that nobody said are left out and told."""
    said = {name for name, (node, _) in floor.answerable().items() if node.kind == "Utterance"}
    odd = [
        f"what is left names {one.sentence}, which the other side did not say"
        for one in told.left
        if one.sentence not in said
    ]
    found = dict[str, str]()
    for one in told.left:
        if one.sentence in said:
            found.setdefault(one.sentence, " ".join(one.answer.split()))
    return {name: answer for name, answer in found.items() if answer}, odd


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
