"""PROV exports against plain Python that writes the same bytes, against rdflib and ``prov``, and against a bare driver.

Given rows: a synthetic chain of claims (per turn an activity, three nodes and four edges) goes through the export into a
file; plain Python then writes the same lines from tuples of ready strings, which bounds what any writer can do. Every
measurement is a process of its own, with its peak memory above that of the bare interpreter with the same imports.

End to end (``--neo4j``): the same chain is committed to a managed Neo4j (FOAM_HOME), exported, and read by a bare driver
with the same statements.

Run: ``python benchmarks/bench_prov_export.py [--records 100000] [--neo4j]``.
"""

from __future__ import annotations

import argparse
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from foam_graph.export.prov import Request, write_prov
from foam_graph.store.steps import link_statement, read_head, read_outside, read_steps

PER_TURN = 15
"""PROV statements of a turn, as ``turn`` makes it: 4 entities and an activity, with their relations."""
RUN = "bench"


class Synthetic:
    """A chain of turns that answers as the store does; nothing of it is kept.

    Args:
        turns: How many.
    """

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        """Rows of a named query."""
        if name == "kinds_of":
            return [{"id": i, "labels": ["Artifact", "Claim"]} for i in params["ids"]]
        return list(getattr(self, name)(**params))

    def stream(self, name: str, **params: Any) -> Iterator[dict[str, Any]]:
        """No chain but this one is referred to."""
        yield from ()

    def prov_head(self, run: str) -> Iterator[dict[str, Any]]:
        """The chain's head."""
        own = {"id": run, "kind": "run", "title": "A bench", "operator": "a bench", "software": "s", "ord": 1}
        head = {"agents": ["offline-rules"], "people": 0, "begun": AT, "last": AT, "seq": self.turns, "hash": "0" * 64}
        yield {"labels": ["Artifact", "Run"], "props": {**own, **stamps(0)}, **head, "models": [], "corpora": []}

    def ledger_activities(self, run: str, low: float, limit: int) -> Iterator[dict[str, Any]]:
        """Activities."""
        for seq in range(int(low), min(int(low) + limit, self.turns)):
            own = {"kind": "AgentTurn", "role": "Proposer", "step": "slot", "agent": "offline-rules"}
            used = {"used": [f"{run}-{seq - 1}-1"]} if seq else {}
            yield {
                "labels": ["Activity", "AgentTurn"],
                "props": {**own, **used, "id": f"{run}-{seq}", "seq": seq, "at": AT, "nodes": 3, "edges": 4, "run": run},
            }

    def run_nodes(self, run: str, low: int, high: int) -> Iterator[dict[str, Any]]:
        """Nodes: a claim, a record, a warrant."""
        for seq in range(low, min(high, self.turns)):
            claim = {
                "text": f"Lighting number {seq} would harm the bats of the pond.", "leaf": "harm", "component": "impact",
                "syllogism_type": "advantage", "stance_id": "steward", "evidence": "required", "values": ["care"],
                "form": "quotation", "words": 8,
            }  # fmt: skip
            record = {
                "tag": "harm", "sentence_ids": [f"d:{seq}"], "quotation": "Lamps disturb the bats.", "documents": ["d"],
                "severable": False, "flags": [], "source_classes": ["report"],
            }  # fmt: skip
            kinds = (("Claim", claim), ("EvidenceRecord", record), ("Warrant", {"text": "What disturbs bats harms."}))
            rows = [
                [["Artifact", kind], {**props, "id": f"{run}-{seq}-{n}", "ord": n, **stamps(seq)}]
                for n, (kind, props) in enumerate(kinds, 1)
            ]
            yield {"seq": seq, "rows": rows}

    def read(self, text: str, run: str, low: int, high: int) -> list[dict[str, Any]]:
        """Edges."""
        assert text == link_statement()
        found = []
        for seq in range(low, min(high, self.turns)):
            claim, record, warrant = (
                [f"{run}-{seq}-{n}", ["Artifact", kind], run, seq, n, AT, None]
                for n, kind in enumerate(("Claim", "EvidenceRecord", "Warrant"), 1)
            )
            turn = [f"{run}-{seq}", ["Activity", "AgentTurn"], run, seq, None, AT, None]
            pairs = [("PROPOSES", turn, claim), ("SUPPORTS", record, claim), ("WARRANTS", warrant, claim)]
            pairs.append(("USES", warrant, record))
            rows = [[t, {"ord": n, **stamps(seq)}, a, b] for n, (t, a, b) in enumerate(pairs, 1)]
            found.append({"seq": seq, "rows": rows})
        return found


AT = "2026-03-01T00:00:00.000042Z"


def stamps(seq: int) -> dict[str, Any]:
    """What the store puts on every row."""
    return {"run": RUN, "activity": f"{RUN}-{seq}", "seq": seq, "at": AT}


def mib() -> float:
    """Peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
