"""The workshop's appeal as files, argued by rules: claims on rules, records and what was computed, to be contested."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.evidence import claim_records, claim_sentences
from foam_graph.reasoning.turns import Limits
from tests.support.worlds import workshop_world
from tests.support.worlds.workshop_world import QUESTION

TEMPLATE, PERSPECTIVES = "benefits-appeal", ("applicant", "caseworker")
LIMITS = Limits(depth="quick")
DAY = "2026-06-01"
DOCUMENTS = {
    name: (title, source_class, text)
    for name, (title, source_class, _, text) in zip(
        ("rules", "decision", "noise", "oil", "certificate"), workshop_world.DOCUMENTS, strict=True
    )
}


def load_world(
    session: Session, folder: Path, corpus: str, documents: Mapping[str, tuple[str, str, str]] = DOCUMENTS
) -> None:
    """Writes documents (name to title, class of source and text) to a folder and loads them."""
    for name, (title, source_class, text) in documents.items():
        write_document(folder / f"{name}.md", title, source_class, text)
    load(session, [folder], corpus)


def write_document(path: Path, title: str, source_class: str, text: str, date: str = "2026-03-01") -> Path:
    """Writes one document with its citation."""
    head = f'---\ntitle: "{title}"\ndate: "{date}"\nsource_class: {source_class}\n---\n'
    path.write_text(head + text + "\n", encoding="utf-8")
    return path


def ask_world(session: Session, corpus: str) -> str:
    """One run on the planted appeal."""
    return ask(session, Ask(QUESTION, corpus, TEMPLATE, PERSPECTIVES, seed=1, dated=DAY, limits=LIMITS))


def quoting(graph: Subgraph, words: str) -> Node:
    """The first live claim whose one record quotes a sentence that holds some words."""
    found = [c for c in graph.live("Claim") if words in quoted(graph, c)]
    assert found, f"no live claim quotes {words!r}: {sorted(quoted(graph, c) for c in graph.live('Claim'))}"
    return min(found, key=lambda c: len(claim_sentences(graph, c.id)))


def quoted(graph: Subgraph, claim: Node) -> str:
    """What the records of a claim quote."""
    return " ".join(str(graph[r]["quotation"]) for r in claim_records(graph, claim.id))


def frozen(graph: Subgraph) -> dict[str, Any]:
    """Every node as it stands, by id."""
    return {n.id: (n.kind, dict(n.fields)) for n in graph.nodes}
