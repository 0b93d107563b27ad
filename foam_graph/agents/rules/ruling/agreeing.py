"""Sentences of other documents that state the same as one does."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.rules.background import Background, nearby
from foam_graph.agents.rules.source_strength import strength
from foam_graph.findings.comparing.conflicts import conflicts
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.likeness import alike
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import same, verb_keys, words
from foam_graph.findings.passages import Passage

# A little less than the same thing on the scale of `alike`: figures, verbs and negations are compared besides.
_AGREES = 0.5


def agreeing(target: Passage, others: Sequence[Passage], background: Background) -> list[Passage]:
    """Sentences of other documents that state the same, the strongest source first.

    They are alike, use the same verbs, share a figure where both give some, are both denied or both not, and do not
    contradict the target in anything.

    Args:
        target: A sentence.
        others: Where to look.
        background: Word frequencies.
    """
    statistics = background.statistics
    mine = read(target.text)
    found = []
    for other in nearby(target, others):
        theirs = read(other.text)
        if mine.quantities and not {q.measure() for q in mine.quantities} & {q.measure() for q in theirs.quantities}:
            continue
        if bool(negations(target.text)) != bool(negations(other.text)) or not _same_verbs(target.text, other.text):
            continue
        if (
            mine.rule == theirs.rule
            and alike(target, other, statistics) >= _AGREES
            and not conflicts(target, [other], statistics)
        ):
            found.append(other)
    return sorted(found, key=lambda one: (-strength(one), one.id))


def _same_verbs(one: str, other: str) -> bool:
    """Whether two sentences use the same verbs, general ones left out: mailed is not delivered."""
    left, right = ({word.key for word in words(text) if not word.function} & verb_keys() for text in (one, other))
    return all(any(same(a, b) for b in right) for a in left) and all(any(same(a, b) for a in left) for b in right)
