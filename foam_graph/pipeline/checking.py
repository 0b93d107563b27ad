"""Phase 5 as steps: validation of quotations, labels, compilation."""

from __future__ import annotations

from datetime import UTC, datetime

from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.corpus.quotations.checking import validate
from foam_graph.corpus.quotations.prepared import QuoteCorpus
from foam_graph.corpus.quotations.verdicts import WORST_FIRST, QuoteVerdict, Verdict
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.certifying.compilation import Compiled, compile_turn, relabel
from foam_graph.reasoning.drift_reports import report_turns
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Turn

ENGINE = "foam-quotes 2"
COMPILED = "compile"
"""Step that a run, and each of its repairs, makes its position in."""


def validate_records(state: RunState, name: str) -> None:
    """Validates every record that has no verdict yet against its documents, in one activity."""
    state.perform(name, lambda step: _validate(state, step))


def _validate(state: RunState, step: str) -> Turn:
    turn = Turn(state.brief, Role.VALIDATOR, step, kind="Validation")
    records = [r for r in state.graph.live("EvidenceRecord") if not state.graph.into(r.id, "VALIDATES")]
    if not records:
        return turn
    quotes = QuoteCorpus(state.evidence.documents.values())
    for record in records:
        verdict = record_verdict(state, record, quotes)
        ref = turn.delta.node(
            "ValidationResult",
            verdict=verdict.verdict.value,  # what is hashed and written is plain text
            score=float(verdict.score),
            engine=ENGINE,
            diff=verdict.diff or None,
        )
        turn.delta.edge("VALIDATES", ref, record.ref)
    return turn


def record_verdict(state: RunState, record: Node, quotes: QuoteCorpus) -> QuoteVerdict:
    """The verdict of a record: its worst segment, each held against the document it is said to come from."""
    found: list[QuoteVerdict] = []
    for segment, sentence_id in zip(record["quotation"].split(JOIN), record["sentence_ids"], strict=False):
        document = state.evidence.documents.get(sentence_id.rpartition(":")[0])
        if document is None:
            return QuoteVerdict(Verdict.NOT_FOUND, 0.0)
        found.append(validate(segment, document, quotes))
    if len(found) != len(record["sentence_ids"]):
        return QuoteVerdict(Verdict.ALTERED, 0.0, diff="the quotation has not one segment for each sentence")
    return min(found, key=lambda v: WORST_FIRST.index(v.verdict) if v.verdict in WORST_FIRST else -1)


def label(state: RunState) -> None:
    """Drift reports for every turn, then labels for every audience."""
    state.perform("drift", lambda step: report_turns(state.brief, state.graph, state.evidence, step))
    validate_records(state, "validate-critiques")
    state.perform("label", lambda step: _relabel(state, step))


def _relabel(state: RunState, step: str) -> Turn:
    turn, state.sublated = relabel(state.brief, state.graph, step)
    return turn


def compile_position(state: RunState, previous: Node) -> None:
    """The position of a run that was argued slot by slot, compiled anew after a challenge: wording, memo, checks."""
    state.perform(COMPILED, lambda step: compile_turn(compiled_of(state, previous), step))


def compiled_of(state: RunState, previous: Node | None) -> Compiled:
    """What a position is compiled from; ``previous`` is the one that it takes the place of."""
    return Compiled(
        brief=state.brief,
        graph=state.graph,
        template=state.template,
        evidence=state.evidence,
        sublation=state.sublated or sublate(state.graph, threshold=state.brief.limits.materiality),
        operator=state.store.operator,
        corpus=state.retrieval.corpus,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        previous=previous,
    )
