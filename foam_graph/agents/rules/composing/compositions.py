"""Statements whose records come from two or more documents (protocol 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from foam_graph.agents.rules.composing.agreement import one_event, rival_figures, same_predicate, same_sign
from foam_graph.agents.rules.composing.exceptions import chains, provisos
from foam_graph.findings.arithmetic.calculations import calculations
from foam_graph.findings.comparing.conflicts import conflicts
from foam_graph.findings.comparing.differences import comparable, differing_amounts, differing_dates, opposed_words
from foam_graph.findings.language.clauses import labels_clash, light
from foam_graph.findings.language.composed_text import Composition, CompositionKind, clauses_of, quoted, source, whole
from foam_graph.findings.language.likeness import Statistics, clause_likeness, meeting, titles_clash
from foam_graph.findings.language.measures import of_this_case
from foam_graph.findings.language.words import same, words
from foam_graph.findings.passages import Passage

__all__ = ["Composition", "CompositionKind", "compose"]

_ORDER: dict[CompositionKind, int] = {"calculation": 0, "exception": 1, "conflict": 2, "corroboration": 3, "chain": 4}
# On the scale of `alike`, where the same thing begins at 0.55: a common figure confirms it; without one, more of the
# words have to agree.
_SAME_FIGURE, _SAME_PROPOSITION = 0.56, 0.75


def compose(passages: Sequence[Passage], statistics: Statistics, focus: str) -> list[Composition]:
    """Builds the statements that sentences of several documents allow together.

    Args:
        passages: The sentences; their order does not matter.
        statistics: Word frequencies of the corpus.
        focus: The question and the words of the slot.

    Returns:
        Statements, those that share most with the focus first; no two have the same text.
    """
    ordered = sorted({one.id: one for one in sorted(passages, key=_place)}.values(), key=_place)
    statements = [one for one in ordered if not one.text.rstrip().endswith("?")]
    made: dict[str, Composition] = {}
    for one in _all(statements, statistics, focus):
        made.setdefault(one.text, one)
    by_id = {one.id: one for one in ordered}
    scores = {text: _overlap(focus, [by_id[name] for name in one.passages], statistics) for text, one in made.items()}
    return sorted(made.values(), key=lambda one: (-scores[one.text], _ORDER[one.kind], one.passages, one.text))


def _place(passage: Passage) -> tuple[str, str, str]:
    return passage.document, passage.id, passage.text


def _all(passages: Sequence[Passage], statistics: Statistics, focus: str) -> Iterator[Composition]:
    yield from calculations(passages, statistics, focus)
    yield from provisos(passages, statistics, focus)
    held = [one for one in passages if of_this_case(one, focus)]
    for one, rest in zip(held, meeting(held), strict=True):
        yield from _disagreements(one, rest, statistics)
        for other in rest:
            yield from _agreement(one, other, statistics)
    yield from chains(passages)


def _overlap(focus: str, passages: Sequence[Passage], statistics: Statistics) -> float:
    """Share of the weight of a focus that passages speak of."""
    keys = dict.fromkeys(word.key for word in words(focus) if not word.function)
    total = sum(statistics.weight(key) for key in keys)
    said = {word.key for one in passages for word in words(one.text) if not word.function}
    shared = sum(statistics.weight(key) for key in keys if any(same(key, other) for other in sorted(said)))
    return round(shared / total, 6) if total else 0.0


def _disagreements(one: Passage, others: Sequence[Passage], statistics: Statistics) -> Iterator[Composition]:
    """Sentences of other documents that contradict a sentence."""
    for conflict in conflicts(one, others, statistics):
        if conflict.kind not in ("number", "negation", "date"):
            continue
        other = conflict.other
        if conflict.kind == "number" and not rival_figures(one, other):
            continue
        if conflict.kind != "number" and not _one_matter(one, other, conflict.kind == "date"):
            continue
        topic = _topic(one, other)
        text = (
            f"Sources disagree on {topic}: {source(one, 'one source')} says {quoted(one)}; "
            f"{source(other, 'another source')} says {quoted(other)}."
        )
        values = {"operation": "conflict", "kind": conflict.kind, "detail": conflict.detail}
        yield Composition(
            "conflict", text, (one.id, other.id), values, f"Differ in {conflict.kind}: {conflict.detail}."
        )


def _one_matter(one: Passage, other: Passage, dated: bool) -> bool:
    """Whether some clause of each sentence tells of the same event or state, with the same amounts where it is dated."""
    if dated and {q.measure() for q in whole(one).quantities} != {q.measure() for q in whole(other).quantities}:
        return False
    return any(same_predicate(a, b) and one_event(a, b) for a in clauses_of(one) for b in clauses_of(other))


def _topic(one: Passage, other: Passage) -> str:
    """What two sentences both speak of, in the first one's words."""
    theirs = whole(other).topics
    shared = [
        word.lower for word in whole(one).content if not light(word.key) and any(same(word.key, key) for key in theirs)
    ]
    return " ".join(dict.fromkeys(shared[:4])).replace("_", " ") or "this"


@lru_cache(maxsize=65536)
def _agreement(one: Passage, other: Passage, statistics: Statistics) -> tuple[Composition, ...]:
    """Two documents that state the same figure or proposition in their own words."""
    if one.text == other.text or titles_clash(one, other):
        return ()
    for a in clauses_of(one):
        for b in clauses_of(other):
            if labels_clash(a, b) or a.rule != b.rule or len(opposed_words(a, b)) % 2:
                continue
            if not same_sign(a, b) or not same_predicate(a, b):
                continue
            figure = next((p.text for p in a.quantities for q in b.quantities
                           if comparable(p, q) and p.measure() == q.measure()), "")  # fmt: skip
            if differing_amounts(a, b) is not None or differing_dates(a, b) is not None:
                continue
            needed = _SAME_FIGURE if figure else _SAME_PROPOSITION
            if (bool(a.quantities) or bool(b.quantities)) and not figure:
                continue
            if min(len(a.topics), len(b.topics)) < 2 or clause_likeness(a, b, statistics) < needed:
                continue
            topic = _topic(one, other)
            told = f"{figure} for {topic}" if figure else topic
            text = (
                f"Two documents agree on {told}: {source(one, 'one source')} says {quoted(one)}; "
                f"{source(other, 'another source')} says {quoted(other)}."
            )
            values = {"operation": "corroboration", "figure": figure}
            return (Composition("corroboration", text, (one.id, other.id), values, "Same statement in two documents."),)
    return ()
