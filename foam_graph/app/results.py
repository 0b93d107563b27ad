"""What a run came to, as plain data: the answer of ``foam ask --json``."""

from __future__ import annotations

import json
from typing import Any

from foam_graph.errors import UnknownId
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records, claim_sentences
from foam_graph.reasoning.read_time import read_spans, spoken
from foam_graph.reasoning.slot_versions import branched_from

CLASSES = ("core", "conditional", "contested", "dissent", "unsupported")


def position_of(graph: Subgraph) -> Node:
    """The current position of a run.

    Raises:
        UnknownId: The run has none yet.
    """
    live = graph.live("Position")
    if not live:
        raise UnknownId("this run has no position yet", "Finish it with: foam resume RUN")
    return live[-1]


def result(graph: Subgraph, run: str) -> dict[str, Any]:
    """Position, checks and claims by class."""
    position = position_of(graph)
    parts = graph.out(position.id, "INCLUDES")
    checks = [{"name": p["name"], "ok": p["ok"], "detail": p["detail"]} for p in parts if p.kind == "Check"]
    found = standings(graph)
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in CLASSES}
    for claim in graph.live("Claim"):
        if claim.id in found:
            groups[found[claim.id]["class"]].append(claim_json(graph, claim, found[claim.id]))
    groups["unsupported"] += empty_slots(graph)
    return {
        "run": run,
        "position": position.id,
        "certified": position["certified"],
        "statement": position["statement"],
        "words": position["words"],
        "read_minutes": position["read_minutes"],
        "checks": checks,
        **groups,
        "synthesis": next((p["text"] for p in parts if p.kind == "Synthesis"), ""),
        "dissent_memo": next((p["text"] for p in parts if p.kind == "DissentMemo"), ""),
    }


def claim_json(graph: Subgraph, claim: Node, standing: Node) -> dict[str, Any]:
    """One claim with what it stands on and what became of it."""
    sentences = claim_sentences(graph, claim.id)
    home = branched_from(graph, claim)
    return {
        "id": claim.id,
        "text": claim["text"],
        "leaf": claim["leaf"],
        "component": claim["component"],
        "form": claim["form"],
        "stance_id": claim["stance_id"],
        "values": list(claim["values"]),
        "records": claim_records(graph, claim.id),
        "words": spoken(graph, claim),
        "highlights": {r: [list(span) for span in read_spans(graph[r])] for r in claim_records(graph, claim.id)},
        "sentences": sentences,
        "documents": list(dict.fromkeys(s.rpartition(":")[0] for s in sentences)),
        "tested": standing["tested"],
        "condition": standing["condition"],
        "branch_condition": str(claim.get("condition", "")),
        "branches_from": home.id if home else "",
        "in_for": list(standing["in_for"]),
        "out_for": list(standing["out_for"]),
        "falls_if": list(standing["falls_if"]),
        "critiques": [
            {"id": c.id, "type": c["type"], "flaw": c["flaw"], "verdict": verdict(graph, c)}
            for c in critiques_of(graph, claim)
        ],
    }


def critiques_of(graph: Subgraph, claim: Node) -> list[Node]:
    """Critiques of a claim and of what it stands on."""
    around = [claim.id, *(w.id for w in graph.into(claim.id, "WARRANTS")), *claim_records(graph, claim.id)]
    sentences = [s.id for r in claim_records(graph, claim.id) for s in graph.out(r, "QUOTES")]
    found = [c for target in (*around, *sentences) for c in graph.into(target, "ATTACKS")]
    return list({c.id: c for c in found}.values())


def verdict(graph: Subgraph, critique: Node) -> str:
    """The latest rating of a critique, or ``unrated``."""
    ratings = graph.into(critique.id, "RATES")
    return str(ratings[-1]["verdict"]) if ratings else "unrated"


def empty_slots(graph: Subgraph) -> list[dict[str, Any]]:
    """Required slots that hold no claim: reported unsupported, never filled by prose."""
    filled = {claim["leaf"] for claim in graph.live("Claim")}
    required = {(s["branch"], component) for s in graph.live("Syllogism") for component in s["required"]}
    return [
        {
            "id": slot.id,
            "leaf": slot["leaf"],
            "component": slot["component"],
            "text": "",
            "reason": "no evidence was found",
        }
        for slot in graph.live("TemplateTraversal")
        if slot["leaf"] not in filled and (slot["syllogism"], slot["component"]) in required
    ]


def run_parameters(graph: Subgraph, run: str) -> dict[str, Any]:
    """What determined a run; nothing where it was erased."""
    parameters: dict[str, Any] = json.loads(graph[run]["parameters"])
    return parameters
