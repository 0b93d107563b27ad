"""The documents behind the sentences of a position, numbered as they are first named."""

from __future__ import annotations

from collections.abc import Iterable

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.stored import StoredLine
from foam_graph.reasoning.answer.sums import writes_out
from foam_graph.reasoning.evidence import claim_records

_STEPS = 3
"""Premises that are followed: a conclusion rests on a part, that on another, that cites."""


def documents_behind(graph: Subgraph, line: StoredLine) -> list[Node]:
    """The documents that a sentence leads to, in the order in which it names them.

    Sentences of documents that it tells lead to theirs; a sum that it writes out leads to those of its figures. Where there
    are none of these, it leads to what its claims and findings cite, and where these cite nothing themselves, to what they
    rest on. A sentence on what the file lacks leads nowhere: there is nothing to look up.

    Args:
        graph: The run.
        line: The sentence.
    """
    if line.part == "lacks":
        return []
    told = [graph[one] for one in line.others if one in graph and graph[one].kind == "EvidenceSentence"]
    layer = [graph[one] for one in (*line.claims, *line.findings) if one in graph]
    sums = [one for node in layer for one in graph.out(node.id, "RESTS_ON") if one.kind == "Calculation"]
    made = sums if writes_out(line.text) else []
    told += [under for one in made for under in graph.out(one.id, "RESTS_ON") if under.kind == "EvidenceSentence"]
    for _ in range(_STEPS):
        if told or not layer:
            break
        told = [sentence for node in layer for sentence in _cited(graph, node)]
        layer = [graph.newest(one.id) for node in layer for one in graph.out(node.id, "RESTS_ON") if one.is_a("Claim")]
    found = (document for sentence in told for document in graph.out(sentence.id, "FROM_DOCUMENT"))
    return list({document.id: document for document in found}.values())


def _cited(graph: Subgraph, node: Node) -> Iterable[Node]:
    """Sentences that a node cites itself, in its records or in a calculation or rule that it rests on."""
    for record in claim_records(graph, node.id):
        yield from graph.out(record, "QUOTES")
    for one in (node, *graph.out(node.id, "RESTS_ON")):
        if not one.is_a("Claim") or one is node:
            yield from (under for under in graph.out(one.id, "RESTS_ON", "QUOTES") if under.kind == "EvidenceSentence")


def numbered(behind: Iterable[Iterable[Node]]) -> dict[str, int]:
    """Ids of the documents behind the sentences of a position, each with its number, from 1 as they are first named.

    Args:
        behind: Of each sentence, in reading order, what ``documents_behind`` gives.
    """
    known = dict.fromkeys(document.id for documents in behind for document in documents)
    return {document: number for number, document in enumerate(known, 1)}
