"""Whole offline runs over unseen little corpora with planted faults, and over fault-free ones: recall and precision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.planted_faults import Corpus, corpus

QUICK = Limits(min_iterations=1, max_iterations=1, best_of_n=1, offered=24)
KINDS = {
    "number_conflict": "number",
    "negation_conflict": "negation",
    "date_conflict": "date",
    "scope_wider_than_evidence": "scope",
}
SEEDS = (100, 101, 102)


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    with Session(settings) as opened:
        yield opened


def reported(session: Session, planted: Corpus, name: str, folder: Path) -> set[tuple[str, frozenset[str]]]:
    """The faults that a run's critiques name, as kind and the documents of both sides."""
    written: dict[str, list[str]] = {}
    for passage in planted.passages:
        written.setdefault(passage.document, []).append(passage.text)
    for document, texts in written.items():
        (folder / f"{document}.md").write_text(
            f'---\ntitle: "{document}"\nsource_class: official_record\n---\n' + "\n\n".join(texts) + "\n",
            encoding="utf-8",
        )
    load(session, [folder], name)
    words = " ".join(planted.passages[0].text.split()[:6])
    question = f"What do the records say about this: {words}?"
    run = ask(session, Ask(question, name, "policy-memo", ("liberty", "order"), dated="2026-06-01", limits=QUICK))
    graph = session.store.subgraph(run)
    place = {p.text: p.id for p in planted.passages}
    found = set()
    for critique in graph.of("Critique"):
        kind = KINDS.get(critique["flaw"])
        if kind is None:
            continue
        cited = [s for r in graph.out(critique.id, "RESTS_ON") for s in graph.out(r.id, "QUOTES")]
        attacked = [t for t in graph.out(critique.id, "ATTACKS") if t.is_a("EvidenceSentence")]
        sides = frozenset(place[n["text"]] for n in (*cited, *attacked) if n["text"] in place)
        found.add((kind, sides))
    return found


def test_planted_faults_are_found_and_little_else(session: Session, tmp_path: Path) -> None:
    hits, planted_count, reports, right = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for seed in SEEDS:
        for fault in (True, False):
            folder = tmp_path / f"{seed}-{fault}"
            folder.mkdir()
            planted = corpus("held", seed, fault)
            pairs = {(kind, frozenset(sides)) for kind, *sides in planted.faults}
            found = reported(session, planted, f"planted-{seed}-{str(fault).lower()}", folder)
            for kind, sides in pairs:
                planted_count[kind] += 1
                hits[kind] += any(k == kind and len(sides & s) >= 1 for k, s in found)
            for kind, sides in found:
                reports[kind] += 1
                right[kind] += any(k == kind and len(sides & s) >= 1 for k, s in pairs)
    for kind in KINDS.values():
        assert planted_count[kind], f"no {kind} fault was planted"
        assert hits[kind] / planted_count[kind] >= 0.6, (kind, hits, planted_count)
        assert not reports[kind] or right[kind] / reports[kind] >= 0.8, (kind, right, reports)
