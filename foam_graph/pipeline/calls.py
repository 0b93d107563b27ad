"""Model calls as they are kept in a run's chain, and read back for replay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from foam_graph.agents.protocol import CallRecord
from foam_graph.model.delta import Delta
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.turns import json_text


def call_delta(record: CallRecord) -> Delta:
    """The node of one model call: recorded before its answer is used, so that it is never paid twice."""
    delta = Delta()
    delta.node(
        "ModelCall",
        task=record.task,
        model=record.agent,
        provider=record.provider,
        prompt_hash=record.prompt_hash,
        rollout=record.rollout,
        parameters=json_text(record.parameters),
        tokens_in=record.tokens_in,
        tokens_out=record.tokens_out,
        latency_ms=record.latency_ms,
        attempts=record.attempts,
        repairs=record.repairs,
        outcome=record.outcome,
        response=record.response or None,
    )
    return delta


def call_records(graph: Subgraph) -> list[CallRecord]:
    """The recorded calls of a run, for replay."""
    return [call_record(node) for node in graph.of("ModelCall")]


def call_record(node: Node | Mapping[str, Any]) -> CallRecord:
    """A recorded call, from its node or its properties."""
    return CallRecord(
        task=node["task"],
        agent=node["model"],
        provider=node["provider"],
        prompt_hash=node["prompt_hash"],
        rollout=node["rollout"],
        parameters=json.loads(node["parameters"]),
        tokens_in=node["tokens_in"],
        tokens_out=node["tokens_out"],
        latency_ms=node["latency_ms"],
        attempts=node["attempts"],
        repairs=node["repairs"],
        outcome=node["outcome"],
        response=node.get("response", ""),
    )
