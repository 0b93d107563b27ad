"""Schemes and their quality, asked of an agent, admitted and written: what an answer must hold to become a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_memory import (
    AnnotateIn,
    AnnotateOut,
    DimensionShown,
    ExemplarShown,
    LabelShown,
    SchemeShown,
    SchemeUse,
    ScoreSchemesIn,
    ScoreSchemesOut,
    Sentence,
)
from foam_graph.findings.debate.qualities import DIMENSIONS, Rated, quality_table
from foam_graph.findings.debate.schemes import Scheme, scheme, schemes
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.model.delta import Delta, Ref


@dataclass(frozen=True)
class Label:
    """A scheme that an utterance uses, rated.

    Attributes:
        use: The scheme, its reason, and the sentences that show it.
        rated: Its quality.
    """

    use: SchemeUse
    rated: Rated


def annotate_request(motion: str, spoken: Spoken, seed: int = 0) -> Request[AnnotateOut]:
    """Asks by which schemes an utterance argues.

    Args:
        motion: What is debated.
        spoken: The utterance.
        seed: Of the run.
    """
    asked = AnnotateIn(
        motion=motion,
        side=spoken.side,
        stage=spoken.stage,
        sentences=_sentences(spoken),
        schemes=[_shown(one) for one in schemes()],
    )
    return Request("annotate_schemes", "Evaluator", asked, AnnotateOut, seed=seed)


def score_request(motion: str, spoken: Spoken, uses: Sequence[SchemeUse], seed: int = 0) -> Request[ScoreSchemesOut]:
    """Asks how well an utterance uses the schemes that were found in it.

    Args:
        motion: What is debated.
        spoken: The utterance.
        uses: The schemes; at least one.
        seed: Of the run.
    """
    table = quality_table()
    asked = ScoreSchemesIn(
        motion=motion,
        side=spoken.side,
        sentences=_sentences(spoken),
        labels=[LabelShown(scheme=one.scheme, sentences=one.sentences, reason=one.reason) for one in uses],
        schemes=[_shown(scheme(one.scheme)) for one in uses],
        dimensions=[DimensionShown(**one.model_dump()) for one in table.dimensions],
        exemplars=[ExemplarShown(**one.model_dump()) for one in table.exemplars],
    )
    return Request("score_schemes", "Evaluator", asked, ScoreSchemesOut, seed=seed)


def admitted_uses(answer: AnnotateOut, spoken: Spoken) -> tuple[list[SchemeUse], list[str]]:
    """The labels of an answer that can be kept, and why others cannot: each scheme once, each by sentences that are there.

    Args:
        answer: What the agent answered.
        spoken: The utterance.
    """
    kept: dict[str, SchemeUse] = {}
    refused = []
    for use in answer.labels:
        there = sorted({number for number in use.sentences if number <= len(spoken.sentences)})
        if not there:
            refused.append(f"{use.scheme} cites no sentence of turn {spoken.turn}")
        elif use.scheme in kept:
            refused.append(f"{use.scheme} is named twice in turn {spoken.turn}")
        else:
            kept[use.scheme] = use.model_copy(update={"sentences": there})
    return list(kept.values()), refused


def rated_labels(uses: Sequence[SchemeUse], answer: ScoreSchemesOut, turn: int) -> tuple[list[Label], list[str]]:
    """Labels with their quality, and why others cannot be kept: a label without a rating, a rating without a label.

    Args:
        uses: The labels that were to be rated.
        answer: What the agent answered; of two ratings of a scheme the first counts.
        turn: Turn of the utterance, for what is told.
    """
    given = {one.scheme: one for one in reversed(answer.scores)}
    refused = [f"{one.scheme} is not rated in turn {turn}" for one in uses if one.scheme not in given]
    wanted = {one.scheme for one in uses}
    refused += [f"{name} is rated in turn {turn}, and was not to be" for name in given if name not in wanted]
    labels = [
        Label(one, Rated(**{name: getattr(given[one.scheme], name) for name in DIMENSIONS}))
        for one in uses
        if one.scheme in given
    ]
    return labels, refused


def add_labels(delta: Delta, utterance: Ref, labels: Sequence[Label]) -> list[Ref]:
    """Adds labels about an utterance to a delta.

    Args:
        delta: Where they go.
        utterance: What they are about.
        labels: The labels.
    """
    made = []
    for label in labels:
        node = delta.node(
            "SchemeLabel",
            scheme=label.use.scheme,
            reason=label.use.reason,
            sentences=list(label.use.sentences),
            overall=label.rated.overall,
            **{name: getattr(label.rated, name) for name in DIMENSIONS},
        )
        delta.edge("ABOUT", node, utterance)
        made.append(node)
    return made


def _sentences(spoken: Spoken) -> list[Sentence]:
    return [Sentence(number=number, text=text) for number, text in enumerate(spoken.sentences, 1)]


def _shown(one: Scheme) -> SchemeShown:
    return SchemeShown(
        id=one.id,
        name=one.name,
        definition=one.definition,
        scenario=one.scenario,
        questions=[question.text for question in one.questions],
    )
