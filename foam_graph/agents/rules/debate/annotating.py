"""Schemes of an utterance and their quality, by cues in its wording. Rules, not a reader: they see no argument, only its marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from foam_graph.agents.rules.debate.cues import Cue, has, scheme_cues
from foam_graph.agents.tasks.debate_memory import (
    MOST_WORDS,
    AnnotateIn,
    AnnotateOut,
    SchemeScore,
    SchemeUse,
    ScoreSchemesIn,
    ScoreSchemesOut,
    Sentence,
)
from foam_graph.findings.debate.qualities import QUALITIES, Quality
from foam_graph.findings.debate.schemes import SchemeId, known
from foam_graph.findings.language.words import words

ENOUGH = 1.0
"""Weight at which a scheme counts as used: one strong cue, or weak ones in two sentences."""
_STRONG, _WEAK = 1.0, 0.5
_MOST_SENTENCES = 5
_TOLD = 60
_PAST = re.compile(r"\b(?:was|were|had|did|went|came|took|made|lost|fell|rose|built|became|gave|saw|\w{3,}ed)\b")
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
_CONDITIONAL = re.compile(r"\b(?:if|would|could|will|should|whoever|unless)\b", re.IGNORECASE)


def annotate_schemes(asked: AnnotateIn) -> AnnotateOut:
    """The schemes whose cues weigh enough, the heaviest first."""
    weights = scheme_weights([(one.number, one.text) for one in asked.sentences])
    used = [(name, cues) for name, (weight, cues) in weights.items() if weight >= ENOUGH]
    return AnnotateOut(labels=[_use(name, cues) for name, cues in used])


def scheme_weights(sentences: Sequence[tuple[int, str]]) -> dict[SchemeId, tuple[float, list[Cue]]]:
    """The weight of each scheme's cues, the heaviest first; schemes without a cue are left out.

    Args:
        sentences: Number and text of each.
    """
    found = scheme_cues(sentences)
    told = found.get("example", [])
    seen = {one.sentence for one in told}
    told += [
        Cue(number, "a past event that is named", False)
        for number, text in sentences
        if number not in seen and _event(text)
    ]
    if told:
        found["example"] = told
    weighed = [(name, sum(_STRONG if one.strong else _WEAK for one in found[name])) for name in known(found)]
    return {name: (weight, found[name]) for name, weight in sorted(weighed, key=lambda row: -row[1])}


def _event(text: str) -> bool:
    """Whether a sentence tells of one thing that happened: a name or a year, in the past, without a condition."""
    if not _PAST.search(text) or _CONDITIONAL.search(text):
        return False
    return bool(_YEAR.search(text)) or any(word.name for word in words(text))


def _use(name: SchemeId, cues: Sequence[Cue]) -> SchemeUse:
    # Strong cues are told first: the reason names the one that counts most.
    ordered = sorted(cues, key=lambda one: (not one.strong, one.sentence))
    chosen = ordered[:_MOST_SENTENCES]
    numbers = sorted({one.sentence for one in chosen})
    listed = ", ".join(f"{one.words[:_TOLD]!r} in sentence {one.sentence}" for one in chosen[:2])
    reason = " ".join(f"By its wording (a rule, not a reading): {listed}.".split()[:MOST_WORDS])
    return SchemeUse(scheme=name, sentences=numbers, reason=reason)


def score_schemes(asked: ScoreSchemesIn) -> ScoreSchemesOut:
    """A rating for each label, from marks of sourcing, hedging, connecting and answering in and about its sentences."""
    return ScoreSchemesOut(scores=[_score(asked, label.scheme, label.sentences) for label in asked.labels])


def _score(asked: ScoreSchemesIn, name: SchemeId, numbers: Sequence[int]) -> SchemeScore:
    own = [one.text for one in asked.sentences if one.number in set(numbers)]
    near = [one.text for one in asked.sentences if _near(one, numbers)]
    every = [one.text for one in asked.sentences]
    sourced, absolute = has("sourced", near), has("absolute", own)
    guarded, linked, answers = has("guarded", near), has("spelled_out", near), has("answers", near)
    acceptability = 2 + min(sourced, 2) - (absolute > 0) - (not sourced and has("vague", own) > 0)
    inference = 1 + (linked > 0) + (guarded > 0) + (answers > 0) + (len(near) > len(own)) - (absolute > 0)
    relevance = (
        2 + (_shared(asked.motion, own) > 0) + (_shared(asked.motion, own) >= 0.4) - (not _shared(asked.motion, every))
    )
    robustness = 2 + (answers > 0) + (has("answers", every) > 1) - (has("vague", own) > 0) - _tangled(own)
    return SchemeScore(
        scheme=name,
        acceptability=_label(acceptability),
        inference=_label(inference),
        relevance=_label(relevance),
        robustness=_label(robustness),
    )


def _near(sentence: Sentence, numbers: Sequence[int]) -> bool:
    """Whether a sentence is one of some, or stands beside one."""
    return any(abs(sentence.number - number) <= 1 for number in numbers)


def _shared(motion: str, texts: Sequence[str]) -> float:
    """Share of the motion's topic words that some sentences speak of; of Chinese, of its pairs of characters."""
    wanted = _topics(motion)
    return len(wanted & {key for text in texts for key in _topics(text)}) / len(wanted) if wanted else 0.0


# Each sentence of a turn is looked at for every scheme that its speaker uses, and more than once for each.
@lru_cache(maxsize=1024)
def _topics(text: str) -> frozenset[str]:
    latin = {word.key for word in words(text) if not word.function and word.text.isascii()}
    runs = re.findall(r"[\u4e00-\u9fff]{2,}", text)
    return frozenset(latin | {run[n : n + 2] for run in runs for n in range(len(run) - 1)})


def _tangled(texts: Sequence[str]) -> int:
    """Whether sentences are so long that a listener loses them: 45 words, or 90 Chinese characters, on average."""
    if not texts:
        return 0
    lengths = [len(words(text)) or len(text) / 2 for text in texts]
    return int(sum(lengths) / len(lengths) > 45)


def _label(value: int) -> Quality:
    return QUALITIES[max(1, min(value, 4)) - 1]
