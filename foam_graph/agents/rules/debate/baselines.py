"""The rules for the simpler debaters: they repeat what was said or recalled as somebody's word, and invent nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from foam_graph.agents.tasks.debate_baselines import (
    BaselineAnalysisIn,
    BaselineAnalysisOut,
    BaselineReviewIn,
    BaselineReviewOut,
    BaselineSelectionIn,
    BaselineSelectionOut,
    BaselineSpeechIn,
    BaselineSpeechOut,
)
from foam_graph.agents.tasks.debate_judging import DebateSide, TurnShown
from foam_graph.findings.debate.sourcing import checkable, names_source
from foam_graph.findings.language.wording import word_count
from foam_graph.findings.language.words import words

_MOST_POINTS = 6
_MOST_CHOSEN = 3
_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_STANDS = {"pro": "for", "con": "against"}


def speech(data: BaselineSpeechIn) -> BaselineSpeechOut:
    """States the side, asks for sources of unsourced facts of the other side, and quotes what was recalled."""
    said = [f"We speak {_STANDS[data.side]} the motion: {data.motion.strip().rstrip('.')}."]
    said += data.plan or _questions(data.side, data.history)
    said += [f"In another debate it was said: “{_flat(_nearest(text, data.motion))}”." for text in data.material]
    return BaselineSpeechOut(sentences=list(_within(said, data.words)))


def analysis(data: BaselineAnalysisIn) -> BaselineAnalysisOut:
    """Makes a point of each unsourced fact of the other side; wants what speaks to the motion."""
    points = _questions(data.side, data.history)
    stand = f"We stand {_STANDS[data.side]} the motion, and nothing said so far has moved us."
    return BaselineAnalysisOut(points=points[:_MOST_POINTS] or [stand], wanted=[data.motion])


def selection(data: BaselineSelectionIn) -> BaselineSelectionOut:
    """Chooses what shares the most content words with the motion and the points."""
    wanted = _content([data.motion, *data.points])
    shared = {one.name: len(wanted & _content([one.text])) for one in data.found}
    best = sorted((name for name, count in shared.items() if count), key=lambda name: (-shared[name], name))
    return BaselineSelectionOut(chosen=best[:_MOST_CHOSEN])


def review(data: BaselineReviewIn) -> BaselineReviewOut:
    """Refuses what is much too long, or repeats its own side's sentences word for word."""
    said = {
        _flat(sentence.partition(" ")[2]) for one in data.history if one.side == data.side for sentence in one.sentences
    }
    repeated = [sentence for sentence in data.draft if _flat(sentence) in said]
    if repeated:
        return BaselineReviewOut(accepted=False, feedback=f"Already said: {repeated[0][:200]}")
    length = sum(word_count(sentence) for sentence in data.draft)
    if length > 2 * data.words:
        return BaselineReviewOut(accepted=False, feedback=f"{length} words instead of {data.words}.")
    return BaselineReviewOut(accepted=True)


def _questions(side: DebateSide, history: Sequence[TurnShown]) -> list[str]:
    theirs = [one for one in history if one.side != side]
    facts = [s.partition(" ")[2] for one in theirs[-1:] for s in one.sentences]
    return [
        f"The other side says: “{_flat(text)}”. It does not say who found that."
        for text in facts
        if checkable(text) and not names_source(text)
    ][:_MOST_POINTS]


def _nearest(text: str, motion: str) -> str:
    """The sentence of a text that shares the most content words with the motion; the first of equals."""
    wanted = _content([motion])
    sentences = [one for one in _ENDS.split(text) if one.strip()]
    return max(sentences, key=lambda one: len(wanted & _content([one])), default=text)


def _within(sentences: Iterable[str], most: int) -> Iterable[str]:
    """As many sentences as fit; the first in any case."""
    length = 0
    for place, sentence in enumerate(sentences):
        length += word_count(sentence)
        if place and length > most:
            return
        yield sentence


def _content(texts: Iterable[str]) -> set[str]:
    return {word.key for text in texts for word in words(text) if not word.function}


def _flat(text: str) -> str:
    return " ".join(text.split()).rstrip(".。")
