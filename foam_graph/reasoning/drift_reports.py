"""Drift reports: every turn is held against the constraints of its perspective (protocol 1.5)."""

from __future__ import annotations

from datetime import date

from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.perspectives.constraints import DriftReport, SourceUse, TurnFacts, drift, latest_day
from foam_graph.reasoning.turns import Brief, Turn


def day(text: str) -> date:
    """The day that an ISO 8601 date, month or year at the latest means; today's sense of ``as_of``."""
    return latest_day(text) or date.max


def facts(brief: Brief, evidence: Evidence, delta: Delta) -> TurnFacts:
    """What a turn did, read off its delta: sources cited, values asserted and attacked, uncertainty named."""
    records = [node.fields for node in delta.nodes if node.kind == "EvidenceRecord"]
    documents = dict.fromkeys(d for record in records for d in record["documents"])
    sources = []
    for document in documents:
        citation = evidence.documents[document].citation
        sources.append(SourceUse(document=document, source_class=citation.source_class, date=citation.date))
    claims = [node.fields for node in delta.nodes if node.kind == "Claim"]
    against = [node.fields.get("value_target", "") for node in delta.nodes if node.kind == "Critique"]
    return TurnFacts(
        on=day(brief.as_of),
        sources=tuple(sources),
        values_asserted=tuple(dict.fromkeys(v for claim in claims for v in claim["values"])),
        values_against=tuple(dict.fromkeys(v for v in against if v)),
        names_uncertainty=any(node.kind == "Qualifier" for node in delta.nodes) or not claims,
        sentences=tuple(str(claim["text"]) for claim in claims),
    )


def violations(found: DriftReport) -> list[str]:
    """What was violated, hard ones first, in words."""
    ordered = sorted(found.violated, key=lambda v: v.kind != "hard")
    return [f"{v.kind} {v.constraint}: {v.detail}" for v in ordered]


def report_turns(brief: Brief, graph: Subgraph, evidence: Evidence, step: str) -> Turn:
    """Writes a report for every turn of a perspective that has none yet."""
    turn = Turn(brief, Role.VALIDATOR, step, kind="Validation")
    # What raters found of a single part is no report of the turn.
    known = {node["turn"] for node in graph.of("DriftReport") if not graph.out_edges(node.id, "ABOUT")}
    for activity in graph.of("AgentTurn"):
        stance = activity.get("stance_id", "")
        if not stance or activity.id in known:
            continue
        made = _made_by(graph, activity.id)
        found = drift(brief.perspective(stance), facts(brief, evidence, made))
        turn.delta.node(
            "DriftReport",
            stance_id=stance,
            drift_score=float(found.drift_score),
            violated=violations(found),
            blocked=found.blocked,
            turn=activity.id,
        )
    return turn


def _made_by(graph: Subgraph, activity: str) -> Delta:
    """The nodes that one activity wrote, as a delta."""
    delta = Delta()
    for kind in ("Claim", "Critique", "EvidenceRecord", "Qualifier"):
        for node in graph.of(kind):
            if node.activity == activity and node.kind == kind:
                delta.node(kind, **dict(node.fields))
    return delta
