"""What speaks for and against a fact: whether anybody disputes it, and on how many documents it draws (protocol 6.17)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from foam_graph.model.subgraph import Node, Subgraph

FACTS = ("EvidenceRecord", "Finding", "Calculation", "EvidenceSentence")
LEGAL = frozenset({"law", "ruling", "policy_manual"})
"""Source classes of texts that nobody expects to fall unless somebody disputes them."""
_OF_DOCUMENTS = frozenset({"contradiction", "leaning", "unused"})
"""Findings that say what documents are to one another, and nothing of the case."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that an answer may rest on.

    Attributes:
        node: Its id.
        disputed: Whether a critique attacks it, a sentence speaks against it, or documents contradict each other on it.
        single_source: Whether it draws on one document, and nothing corroborates it.
        leaning: Whether the case sheet says that a rule's condition is met on its word alone, or that it is hearsay.
    """

    node: str
    disputed: bool
    single_source: bool
    leaning: bool = False

    @property
    def may_fall(self) -> bool:
        """Whether anybody has a reason to think that it is not so; what nobody disputes is not expected to fall."""
        return self.disputed or self.leaning


def fact_of(graph: Subgraph, node: Node, refuted: Collection[str] = ()) -> Fact | None:
    """What is to be known of a fact, nothing for a legal text that nobody attacks or for what nobody relies on.

    Args:
        graph: The run.
        node: A node of one of the kinds in ``FACTS``.
        refuted: Records and sentences that stand for what does not hold; who quotes them with what refutes them
            does not rely on them.
    """
    if node.id in refuted or node.get("kind") in _OF_DOCUMENTS:
        return None
    documents = _documents(graph, node)
    legal = bool(documents) and all(one in LEGAL for one in documents.values())
    attacked = _attacked(graph, node, refuted)
    if legal and not attacked:
        return None
    disputed = attacked or _told(graph, node, _contradicted, refuted)
    single = len(documents) < 2 and not _corroborated(graph, node)
    return Fact(node.id, disputed, single, not disputed and single and _told(graph, node, _leaning, refuted))


def _attacked(graph: Subgraph, node: Node, refuted: Collection[str]) -> bool:
    """Whether a live critique attacks it or what it quotes, or a sentence speaks against it."""
    parts = [node, *(one for one in graph.out(node.id, "QUOTES") if one.id not in refuted)]
    attackers = [critique for part in parts for critique in graph.into(part.id, "ATTACKS")]
    if any(not graph.superseded(critique.id) for critique in attackers):
        return True
    return bool(graph.in_edges(node.id, "SPEAKS_AGAINST")) or node.get("verdict") == "disputed"


def _told(graph: Subgraph, node: Node, of: Callable[[Node], bool], refuted: Collection[str]) -> bool:
    """Whether a live finding of the sheet says such a thing of the sentence that it is, or of one that it quotes."""
    sentences = [node] if node.kind == "EvidenceSentence" else graph.out(node.id, "QUOTES")
    sentences = [one for one in sentences if one.id not in refuted]
    told = [f for s in sentences for f in graph.into(s.id, "RESTS_ON") if f.kind == "Finding"]
    told += [f for s in sentences for f in graph.out(s.id, "SPEAKS_AGAINST")]
    return any(of(finding) and not graph.superseded(finding.id) for finding in told)


def _contradicted(finding: Node) -> bool:
    """Whether a finding says that documents contradict each other."""
    return bool(finding["kind"] == "contradiction" and finding.get("verdict") == "disputed")


def _leaning(finding: Node) -> bool:
    """Whether a finding says that only one source says so, or only somebody who heard it."""
    return bool(finding["kind"] == "leaning" or finding.get("verdict") == "met_single_source")


def _documents(graph: Subgraph, node: Node) -> dict[str, str]:
    """Documents that it draws on, with their source classes."""
    found = dict(zip(node.get("documents", []), node.get("source_classes", []), strict=False))
    sentences = [node] if node.kind == "EvidenceSentence" else graph.out(node.id, "QUOTES", "RESTS_ON")
    for sentence in sentences:
        for document in graph.out(sentence.id, "FROM_DOCUMENT"):
            found[document.id] = document.get("source_class", "")
    return found


def _corroborated(graph: Subgraph, node: Node) -> bool:
    """Whether something rests on it only together with another of its group."""
    for edge in graph.in_edges(node.id, "RESTS_ON"):
        group = edge.fields.get("group")
        if group and sum(e.fields.get("group") == group for e in graph.out_edges(edge.start, "RESTS_ON")) > 1:
            return True
    return False
