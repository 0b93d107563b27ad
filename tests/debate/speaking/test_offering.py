"""What a speaker is offered: from the whole corpus and not only after the last speech, what nobody cited yet first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from foam_graph.app import debate_company, debating
from foam_graph.app.debate_company import recomputed
from foam_graph.app.debating import Motion, debate
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.floor import purpose, said_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence, offered_for
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.debated_world import MOTION

CORPUS = "night-bus-many"
TOPICS = ("shops", "schools", "clinics", "theatres", "factories", "stations", "markets", "hotels", "offices", "farms")
MOST = 16


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with ten documents on one matter, and a sum that nobody would find by the motion."""
    folder = tmp_path_factory.mktemp("documents")
    for n, topic in enumerate(TOPICS, 1):
        text = (
            f"The night bus would reduce the way home from the {topic} of Harrowby by {n + 10} minutes. "
            f"The night bus would be a benefit for who works in the {topic} at night. "
            f"The night bus would be a burden for who lives by the {topic}. The cost of the night bus falls on the {topic}."
        )
        (folder / f"{topic}.md").write_text(f"---\ntitle: Report on the {topic}\n---\n\n{text}\n", encoding="utf-8")
    till = "Tickets of $1,200 and passes of $300 come to $1,500 in total, which is $500 below the limit of $2,000."
    (folder / "till.md").write_text(f"---\ntitle: Till\n---\n\n{till}\n", encoding="utf-8")
    with Session(settings) as session:
        load(session, [folder], CORPUS)
        yield session


@pytest.fixture
def held(loaded: Session, monkeypatch: pytest.MonkeyPatch) -> tuple[Subgraph, Evidence]:
    """A debate by rules that are offered as few sentences as a model is."""
    monkeypatch.setattr(debating, "OFFERED", {"offline": MOST})
    run = debate(loaded, Motion(MOTION, CORPUS, format="standard")).run
    return loaded.store.subgraph(run), Evidence(loaded.corpora.documents(CORPUS))


def cited_before(graph: Subgraph, turn: int) -> list[str]:
    earlier = [node for node in spoken_nodes(graph) if node["turn"] < turn]
    return list(dict.fromkeys(i for node in earlier for one in said_of(graph, node) for i in one.cites))


def test_late_turns_are_offered_documents_that_nobody_cited(held: tuple[Subgraph, Evidence]) -> None:
    graph, evidence = held
    turns = len(spoken_nodes(graph))
    assert turns == 6
    for turn in range(1, turns + 1):
        offered, before = offered_for(graph, purpose(turn)), cited_before(graph, turn)
        assert len(offered) == len(set(offered)) <= MOST
        used = {evidence.sentences[i].document for i in before}
        unused = {d for d in evidence.documents if d not in used}
        new = {evidence.sentences[i].document for i in offered} & unused
        assert len(new) >= min(len(unused), MOST // 4), (turn, new, unused)
        again = [n for n, i in enumerate(offered) if i in before]
        assert again[: MOST // 4] == list(range(min(len(before), MOST // 4))), "what was cited before comes first"


def test_what_a_program_recomputes_is_offered_and_no_document_fills_the_list(held: tuple[Subgraph, Evidence]) -> None:
    graph, evidence = held
    first = offered_for(graph, purpose(1))
    assert any("come to $1,500 in total" in evidence.sentences[i].text for i in first)
    assert max(Counter(evidence.sentences[i].document for i in first).values()) <= 4


def test_findings_are_read_once_and_not_of_what_is_too_large(loaded: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = Evidence(loaded.corpora.documents(CORPUS))
    found = recomputed(evidence)
    assert any(one.kind in ("sum", "threshold") for one in found)
    assert recomputed(Evidence(loaded.corpora.documents(CORPUS))) is found
    monkeypatch.setattr(debate_company, "MOST_TESTED", 3)
    assert recomputed(evidence) == ()
