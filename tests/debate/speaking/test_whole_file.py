"""Whoever writes, mends, advises or judges reads the same short file, and may cite each sentence of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from foam_graph.agents.tasks.debate_speaking import TieOut
from foam_graph.agents.tasks.table import Passage
from foam_graph.app import debating
from foam_graph.app.debate_company import OpponentReader
from foam_graph.app.debating import Motion, debate
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating import shelf
from foam_graph.reasoning.debating.floor import purpose, said_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence, offered_for
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.model_server import Asked, Model, Rewrite, Server, careful, read
from tests.support.worlds.debated_world import MOTION, write_debate
from tests.support.worlds.drafted_debate import killed_at_every_commit, session_of
from tests.support.worlds.one_record import MEMORY, OneRecord

CORPUS = "night-bus-whole"
LLM = Motion(MOTION, CORPUS, format="short", agents="llm")
END = "That is what the file tells."
READERS = {"speak", "choose_speech", "judge_utterance", "modify_utterance", "predicates", "logic_flaws"}

_FILE = re.compile(r'^<<<data (\w+)\n\{"file":.*\ndata \1>>>$', re.MULTILINE)


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture(scope="module")
def passages(loaded: Session) -> list[Passage]:
    """Every sentence of the corpus."""
    return Evidence(loaded.corpora.documents(CORPUS)).everything()


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sentences are pointed to at a turn."""
    monkeypatch.setattr("foam_graph.app.debating.OFFERED", {"llm": 2, "offline": 2})


def bodies_of(loaded: Session, passages: list[Passage], rewrite: Rewrite) -> tuple[Subgraph, list[dict[str, Any]]]:
    """A debate, and what was asked for it."""
    with Server(then=Model(careful(passages), rewrite)) as server, session_of(server, loaded) as session:
        found = debate(session, LLM)
        assert verify(session.store, found.run).faults == []
        return session.store.subgraph(found.run), list(server.requests)


def strays(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
    """Speakers whose drafts differ, each with a figure from nowhere at its end, which is mended."""
    if asked.task == "speak":
        return {"speech": f"{made['speech']} That is {4711 + asked.input.draft} times as much."}
    return made


def opening_of(body: dict[str, Any]) -> str:
    """A request up to the end of the file in it; empty where it has none."""
    told = "\n".join(str(one["content"]) for one in body["messages"])
    found = _FILE.search(told)
    return told[: found.end()] if found else ""


def test_all_tasks_of_both_sides_begin_with_the_same_bytes_up_to_the_end_of_the_file(
    loaded: Session, passages: list[Passage]
) -> None:
    _, bodies = bodies_of(loaded, passages, strays)
    asked = [(read(body), opening_of(body)) for body in bodies]
    begun = {opening for one, opening in asked if one.task in READERS}
    assert len(begun) == 1
    (shared,) = begun
    assert all(one.text in shared for one in passages), "it is the whole file"
    assert MOTION in shared
    assert {one.task for one, opening in asked if opening} == READERS
    for task in READERS:
        given = [getattr(one.data, "speaking", one.data) for one, _ in asked if one.task == task]
        assert {one.side for one in given} == {"pro", "con"}, task


def test_what_is_pointed_to_first_is_not_sent_twice(loaded: Session, passages: list[Passage]) -> None:
    _, bodies = bodies_of(loaded, passages, strays)
    texts = [one.text for one in passages]
    for body in bodies:
        one = read(body)
        data = getattr(one.data, "speaking", one.data)
        places = {
            line.partition(" ")[0]
            for each in (data.file.documents if hasattr(data, "file") else ())
            for line in each.sentences
        }
        evidence = getattr(data, "evidence", ())
        assert all(each.at in places and not each.text for each in evidence)
        if one.task == "speak" and not data.history:
            sent = body["messages"][1]["content"]
            assert [sent.count(text) for text in texts] == [1] * len(texts)
            assert evidence


def tied_to(place: Callable[[Asked], str]) -> Rewrite:
    """Speakers who end on a fact, which their judge ties to what is asked for."""

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "speak":
            return {"speech": f"{made['speech']} {END}"}
        if asked.task == "modify_utterance":
            return {"speech": "", "mends": []}
        if asked.task != "judge_utterance":
            return made
        n = next(one.number for one in asked.input.utterance if one.text == END)
        ties = [one for one in made["ties"] if one["number"] != n]
        ties.append({"number": n, "cites": [place(asked)], "answers": [], "scheme": ""})
        types = [one | {"type": "factual" if one["number"] == n else "reasoning"} for one in made["types"]]
        plain = {"verdict": "accept", "amend": [], "feedback": "", "overclaims": [], "tests": [], "types": types}
        plain |= {"own_side": True, "other_side": False, "relevant": True, "complies": True, "ties": ties}
        return made | plain

    return rewrite


def place_of(asked: Asked, text: str) -> str:
    return next(
        line.partition(" ")[0] for each in asked.input.file.documents for line in each.sentences if line.endswith(text)
    )


def unoffered(passages: list[Passage], graph: Subgraph) -> Passage:
    """A sentence that no search pointed to."""
    steps = [one for one in graph.of("Retrieval") if one["step"].startswith("offer:")]
    pointed = {graph[edge.end]["sentence_id"] for one in steps for edge in graph.out_edges(one.id, "OFFERED")}
    return next(one for one in passages if one.id not in pointed)


def reading_of(graph: Subgraph) -> Node:
    (node,) = graph.of("Reading")
    return node


@pytest.mark.usefixtures("little")
def test_a_sentence_that_was_not_pointed_to_is_cited_and_its_retrieval_recorded(
    loaded: Session, passages: list[Passage]
) -> None:
    before, _ = bodies_of(loaded, passages, strays)
    told = unoffered(passages, before)
    graph, _ = bodies_of(loaded, passages, tied_to(lambda asked: place_of(asked, told.text)))
    for node in spoken_nodes(graph):
        assert node["accepted"] is True
        (said,) = [one for one in said_of(graph, node) if one.text == END]
        assert said.cites == (told.id,)
        assert told.id in offered_for(graph, purpose(node["turn"]))
    found = next(one for one in graph.of("Retrieval") if one["step"] == "found:1:1")
    assert told.id in [graph[edge.end]["sentence_id"] for edge in graph.out_edges(found.id, "OFFERED")]


def test_the_graph_says_that_the_whole_file_was_read(loaded: Session, passages: list[Passage]) -> None:
    graph, _ = bodies_of(loaded, passages, strays)
    node = reading_of(graph)
    assert (node["mode"], node["sentences"]) == ("whole", len(passages))
    assert graph[node.activity].kind == "Retrieval"
    ranges = {
        graph[edge.end]["doc_id"]: {
            n for one in edge.fields["ranges"] for low, high in [map(int, one.split("-"))] for n in range(low, high + 1)
        }
        for edge in graph.out_edges(node.id, "READ")
    }
    wanted: dict[str, set[int]] = {}
    for one in passages:
        wanted.setdefault(one.document, set()).add(int(one.id.rpartition(":")[2]))
    assert ranges == wanted
    assert {one["sentence_id"] for one in graph.of("EvidenceSentence")} == {one.id for one in passages}


@pytest.mark.usefixtures("little")
def test_a_debate_that_is_killed_at_every_commit_reads_once_and_cites_the_same(
    loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, _ = bodies_of(loaded, passages, strays)
    told = unoffered(passages, before)
    rewrite = tied_to(lambda asked: place_of(asked, told.text))
    graph = killed_at_every_commit(loaded, passages, rewrite, LLM, monkeypatch)
    assert reading_of(graph)["sentences"] == len(passages)
    for node in spoken_nodes(graph):
        assert [one.cites for one in said_of(graph, node) if one.text == END] == [(told.id,)]


@pytest.mark.usefixtures("little")
def test_of_a_longer_file_only_what_is_offered_is_read_and_cited(
    loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "READ_WHOLE", 10)
    graph, bodies = bodies_of(loaded, passages, tied_to(lambda _asked: "D1.1"))
    assert not graph.of("Reading")
    for body in bodies:
        assert opening_of(body) == ""
        one = read(body)
        assert getattr(getattr(one.data, "speaking", one.data), "file", None) is None
        evidence = getattr(getattr(one.data, "speaking", one.data), "evidence", ())
        assert all(each.text and each.title and not each.at for each in evidence)
        assert len(evidence) <= 2 or one.task in ("judge_utterance", "modify_utterance")
    notes = [str(one.get("note", "")) for one in graph.of("AgentTurn") if one["step"].startswith("judge:")]
    assert notes
    assert all("cites D1.1, which was not offered" in note for note in notes)
    assert not [one for node in spoken_nodes(graph) for one in said_of(graph, node) if one.text == END and one.cites]


def test_a_sentence_of_memory_can_not_be_cited(
    loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debating, "recall_of", lambda *_given: OneRecord())
    shown: list[str] = []

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "speak":
            shown.extend(one.id for one in asked.input.exemplars)
            return {"speech": f"{made['speech']} {MEMORY}"}
        if asked.task == "judge_utterance":
            n = next(one.number for one in asked.input.utterance if one.text == MEMORY)
            test = {"number": n, "verdict": "supported", "shown_by": shown[:1], "holds": ""}
            tie = {"number": n, "cites": ["D999.1"], "answers": [], "scheme": ""}
            types = [one | {"type": "factual"} if one["number"] == n else one for one in made["types"]]
            ties = [one for one in made["ties"] if one["number"] != n]
            return made | {"tests": [test], "ties": [*ties, tie], "types": types}
        return {"speech": "", "mends": []} if asked.task == "modify_utterance" else made

    graph, bodies = bodies_of(loaded, passages, rewrite)
    assert set(shown) == {"m1"}
    with pytest.raises(ValidationError):
        TieOut(number=1, cites=shown[:1])
    assert all(MEMORY not in opening_of(body) for body in bodies)
    for node in spoken_nodes(graph):
        assert node["accepted"] is False
        (said,) = [one for one in said_of(graph, node) if one.text == MEMORY]
        assert not said.cites
    assert MEMORY not in [one["text"] for one in graph.of("EvidenceSentence")]


def test_rules_are_offered_sentences_and_read_no_file(loaded: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debating, "logic_of", OpponentReader)
    run = debate(loaded, replace(LLM, agents="offline")).run
    graph = loaded.store.subgraph(run)
    assert not graph.of("Reading")
    assert [one["accepted"] for one in spoken_nodes(graph)] == [True] * 4
