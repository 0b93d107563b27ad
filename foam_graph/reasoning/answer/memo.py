"""The memo of an answer: unsettled objections in words that a reader understands, with what would turn them."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import listed, readable, sentence, spoken
from foam_graph.reasoning.sublation import Flip, MemoItem


def memo_text(graph: Subgraph, results: Results, items: Sequence[MemoItem]) -> str:
    """The memo, a line an objection."""
    lines = [_line(graph, results, item) for item in items]
    return "\n".join(lines) or "No material objection is unsettled."


def _line(graph: Subgraph, results: Results, item: MemoItem) -> str:
    critique = graph[item.critique]
    who = listed(
        [
            results.roles.get(one, "a person concerned" if one == "contester" else spoken(one))
            for one in item.perspectives
        ]
    )
    told = f"{who[:1].upper()}{who[1:]}: {sentence(readable(critique['grounds'], results.names.file))}"
    known = results.objection(results.names.of.get(item.critique, ""))
    fate = f" {known.fate}" if known else ""
    turns = [one for one in dict.fromkeys(_flip(graph, flip) for flip in item.flips) if one]
    turn = f" It would be otherwise {' or '.join(turns)}." if turns else ""
    trade = f" Values: {spoken(item.trade_off)}." if item.trade_off else ""
    return f"{told}{fate}{turn}{trade}"


def _flip(graph: Subgraph, flip: Flip) -> str:
    """What would have to be different, in words."""
    parts = [f"if {_named(graph, one)} fell" for one in flip.fall]
    parts += [f"if {_named(graph, one)} stood after all" for one in flip.arrive]
    parts += ["if new evidence answered it"] if flip.answer else []
    return " and ".join(parts)


def _named(graph: Subgraph, node_id: str) -> str:
    node = graph.get(node_id)
    words = str(node.get("tag") or node.get("text") or "") if node is not None else ""
    what = {"Evaluation": "the rating of it", "Reply": "the reply to it", "Critique": "an objection"}
    kind = node.kind if node is not None else ""
    return f"the evidence “{words}”" if kind == "EvidenceRecord" and words else what.get(kind, "what it rests on")
