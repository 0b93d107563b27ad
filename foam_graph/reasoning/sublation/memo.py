"""The dissent memo's items: every material critique that is in or undecided for somebody (protocol 6.10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.audiences import Audience
from foam_graph.reasoning.sublation.drafting import chain_order
from foam_graph.reasoning.sublation.flips import Flip, FlipSearch
from foam_graph.reasoning.sublation.framework import Framework, Labelled
from foam_graph.reasoning.sublation.grounded import Label
from foam_graph.reasoning.taken_back import took_back

CONTESTER = "contester"
"""Stands for whoever raised a challenge: a memo never names people."""
_PART_OF = ("BACKS", "QUALIFIES", "EXCEPTS", "WARRANTS")


@dataclass(frozen=True, slots=True)
class MemoItem:
    """One critique of the memo.

    Attributes:
        critique: Its id.
        perspectives: Who raises it: the stance_id, or ``contester`` for a person.
        labels: Audience to its label.
        targets: Live nodes that it speaks against.
        claims: Claims whose label hangs on it directly, or whose part it attacks.
        flips: What would flip each of these claims.
        trade_off: The value trade-off in words, empty for a critique of fact, logic, evidence or scope.
    """

    critique: str
    perspectives: tuple[str, ...]
    labels: Mapping[str, Label]
    targets: tuple[str, ...]
    claims: tuple[str, ...]
    flips: tuple[Flip, ...]
    trade_off: str

    def as_json(self) -> dict[str, Any]:
        """An item of ``DissentMemo.items``."""
        return {
            "critique": self.critique,
            "perspectives": list(self.perspectives),
            "labels": dict(self.labels),
            "targets": list(self.targets),
            "claims": list(self.claims),
            "flip": [flip.as_json() for flip in self.flips],
            "trade_off": self.trade_off,
        }


def memo_items(
    graph: Subgraph, labelled: Mapping[str, Labelled], audiences: Sequence[Audience], search: FlipSearch
) -> tuple[MemoItem, ...]:
    """The items, in the order in which the critiques were written."""
    frame = search.framework
    affected = _affected(graph, frame)
    items = []
    for critique in sorted(graph.live("Critique"), key=chain_order):
        instances = frame.instances.get(critique.id, [])
        labels = {name: _strongest(found, instances) for name, found in labelled.items()}
        held = [name for name, label in labels.items() if label != "out"]
        # What took a finding back is settled: the finding stays in the graph, and is asserted no more.
        if not instances or not held or took_back(graph, critique):
            continue
        targets = _targets(graph, frame, critique, instances)
        claims = sorted({c for n in instances for c in affected[n]} | _owners(graph, targets))
        flips = [search.flip(frame.index[claim], critique.id, held) for claim in claims]
        items.append(
            MemoItem(
                critique.id,
                (str(critique.get("stance_id", "")) or CONTESTER,),
                labels,
                tuple(targets),
                tuple(claims),
                tuple(flip for flip in flips if flip is not None),
                _trade_off(critique, audiences),
            )
        )
    return tuple(items)


def _strongest(found: Labelled, instances: Sequence[int]) -> Label:
    labels = {found.labels[n] for n in instances}
    return "in" if "in" in labels else "undecided" if "undecided" in labels else "out"


def _affected(graph: Subgraph, frame: Framework) -> Mapping[int, set[str]]:
    """Argument to the live claims that hang on it without another claim in between."""
    affected: dict[int, set[str]] = defaultdict(set)
    for claim in graph.live("Claim"):
        if claim.id not in frame.index:
            continue  # written after the labels were made
        root = frame.index[claim.id]
        stack, seen = [root], {root}
        while stack:
            for attack in frame.against(stack.pop()):
                argument = frame.arguments[attack.attacker]
                if attack.attacker not in seen and not (argument.kind == "node" and argument.label == "Claim"):
                    seen.add(attack.attacker)
                    affected[attack.attacker].add(claim.id)
                    stack.append(attack.attacker)
    return affected


def _targets(graph: Subgraph, frame: Framework, critique: Node, instances: Sequence[int]) -> list[str]:
    """Live nodes that a critique speaks against, arguments or not."""
    found = {
        frame.arguments[a.target].node
        for n in instances
        for a in frame.made_by(n)
        if a.target not in instances and frame.arguments[a.target].kind == "node"
    }
    found |= {n.id for n in graph.out(critique.id, "ATTACKS")}
    return sorted(n for n in found if not graph.superseded(n))


def _owners(graph: Subgraph, targets: Sequence[str]) -> set[str]:
    """Live claims that targets are parts of, also where the part has no say over the claim's label."""
    found: set[str] = set()
    stack = list(targets)
    while stack:
        for node in graph.out(stack.pop(), *_PART_OF):
            if node.kind == "Claim" and not graph.superseded(node.id):
                found.add(node.id)
            elif node.kind != "Claim":
                stack.append(node.id)
    return found


def _trade_off(critique: Node, audiences: Sequence[Audience]) -> str:
    if critique.get("type") != "value_conflict":
        return ""
    target, critic = critique["value_target"], critique["value_critic"]
    failing = [a.name for a in audiences if a.prefers(target, critic)]
    holding = [a.name for a in audiences if not a.prefers(target, critic)]
    parts = [f"set aside by {', '.join(failing)}"] if failing else []
    parts += [f"it counts for {', '.join(holding)}"] if holding else []
    return f"{target} against {critic}: {'; '.join(parts)}"
