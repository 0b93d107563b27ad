"""A small fictional town whose documents are planted for contests: figures that others repeat, limit or contradict."""

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

QUESTION = "Should the town of Tarn close the harbour bridge to lorries?"
LIMITS = Limits(min_iterations=1, max_iterations=1, best_of_n=1, offered=10)
DOCUMENTS = {
    "count": ("Traffic count at the harbour bridge", "statistics", "The harbour bridge currently carries 900 lorries per day. Crashes on the harbour bridge caused 14 injuries per year. The injuries cost the town of Tarn $310,000 per year. Noise at the harbour bridge remains a problem at night."),
    "police": ("Police record of Tarn", "official_record", "Crashes on the harbour bridge caused 14 injuries in the past year. Officers of Tarn closed the harbour bridge nine times in winter."),
    "engineer": ("Report of the bridge engineer", "expert", "Closing the harbour bridge to lorries would reduce injuries by 60 percent within two years. The closure would require barriers, signs and a new turning place. The barriers and signs would cost $180,000 once. The engineer recommends a trial of twelve months."),
    "ordinance": ("Bridges Ordinance of Tarn", "law", "The council may close a bridge to lorries when the closure protects the safety of residents. A closure must not exceed a cost of $200,000 in the first year. A closure does not apply to emergency vehicles."),
    "traders": ("Submission of the harbour traders", "advocacy", "Closing the harbour bridge to lorries would reduce trade because goods arrive by lorry. The traders expect losses of $400,000 per year. All residents of Tarn reject the closure."),
    "health": ("Letter of the health office", "expert", "Exhaust from lorries on the harbour bridge harms the health of residents. A closure of the harbour bridge to lorries would protect the health of 2,100 residents."),
}  # fmt: skip


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
    """One run on the planted town."""
    return ask(
        session, Ask(QUESTION, corpus, "policy-memo", ("liberty", "order"), seed=1, dated="2026-11-21", limits=LIMITS)
    )


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
