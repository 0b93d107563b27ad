"""What the case sheet found beside a position: findings that nothing in it rests on, and sentences to read together."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from typing import Final

from foam_graph.findings.finding import points
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.stored import StoredLine
from foam_graph.reasoning.taken_back import asserted

_MOST: Final = 5
"""Pointers that stand beside an answer: a sheet has them all."""
_STEPS: Final = 6
"""A conclusion, the claim that it rests on, that claim's warrant, its record, the sentence."""
_HELD: Final = frozenset({"rule", "compliance", "threshold"})
"""Kinds that hold sentences against each other: who rests on all of them has told what was found."""


def unused(graph: Subgraph, lines: Sequence[StoredLine]) -> list[Node]:
    """The findings that assert something, taken back by no ruling, that no sentence of a position states or rests on, in the order of the sheet.

    Args:
        graph: The run.
        lines: The position.
    """
    by_issue: defaultdict[str, list[StoredLine]] = defaultdict(list)
    for line in lines:
        by_issue[line.issue].append(line)
    behind = {issue: _behind(graph, own) for issue, own in by_issue.items()}
    used = frozenset[str]().union(*behind.values())
    of_issues = [ids for issue, ids in behind.items() if issue]
    return [
        node
        for node in asserted(graph)
        if node.id not in used and not points(node["rule"]) and not _told(graph, node, of_issues)
    ]


def to_read(graph: Subgraph, lines: Sequence[StoredLine]) -> list[Node]:
    """The strongest pointers beside a position, at most five: sentences to read together of which nothing is asserted.

    Args:
        graph: The run.
        lines: The position.
    """
    used = {one for line in lines for one in (*line.findings, *line.others)}
    found = [node for node in asserted(graph) if points(node["rule"]) and node.id not in used]
    return sorted(found, key=lambda node: -_strength(node))[:_MOST]


def _strength(node: Node) -> float:
    share = json.loads(node.get("inputs") or "{}").get("share", 0)
    return float(share) if isinstance(share, int | float) else 0.0


def _behind(graph: Subgraph, lines: Iterable[StoredLine]) -> set[str]:
    """Everything that lines name, and what the claims among it rest on, down to the sentences that they cite."""
    seen: set[str] = set()
    layer = [one for line in lines for one in (*line.claims, *line.findings, *line.others)]
    for _ in range(_STEPS):
        below: list[str] = []
        for name in layer:
            node = graph.get(name)
            if node is None or name in seen:
                continue
            seen.add(name)
            if node.kind != "Finding":  # what a finding rests on is told where it is
                # What a claim tells of the other side is told, though it does not rest on it.
                below += [one.id for one in graph.out(name, "RESTS_ON", "USES", "QUOTES", "CONSIDERS")]
                below += [one.id for one in graph.into(name, "WARRANTS", "EXCEPTS")]
        layer = below
    return seen


def _told(graph: Subgraph, node: Node, issues: Iterable[Set[str]]) -> bool:
    """Whether what is said on one issue rests on every sentence that a finding holds against another."""
    if node["kind"] not in _HELD:
        return False
    both = (*graph.out(node.id, "RESTS_ON"), *graph.into(node.id, "SPEAKS_AGAINST"))
    ids = {one.id for one in both if one.kind == "EvidenceSentence"}
    return len(ids) > 1 and any(ids <= behind for behind in issues)
