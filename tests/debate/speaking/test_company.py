"""What a debate takes from others: memory shapes a move and is no source, flaws are answered, another model judges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app import debating
from foam_graph.app.debated import debate_of
from foam_graph.app.debating import Motion, begin, finish
from foam_graph.app.loading import load
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.debate.speaking.others import LogicStep
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.floor import Floor, said_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.turns import Turn
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.model_server import Asked, Model, Server, careful
from tests.support.worlds.debated_world import MOTION, write_debate
from tests.support.worlds.one_record import MEMORY, OneRecord

CORPUS = "night-bus-company"
OFFLINE = Motion(MOTION, CORPUS, format="short")


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


class OneFlaw:
    """A reader who finds one flaw in the first sentence that the other side cited something for."""

    def steps(self, floor: Floor) -> Sequence[LogicStep]:
        theirs = [node for node in floor.earlier() if node["side"] != floor.speech.side]
        return [LogicStep("flaws", self._find)] if theirs else []

    def _find(self, floor: Floor, step: str) -> Turn | None:
        turn = Turn(floor.brief, Role.CRITIC, step)
        node = next(node for node in floor.earlier() if node["side"] != floor.speech.side)
        said = said_of(floor.graph, node)
        quoted = next((one.text for one in said if one.cites), said[0].text)
        flaw = turn.delta.node(
            "Critique",
            type="logical_gap",
            flaw="missing_link",
            grounds="A step is missing.",
            quoted=quoted,
            stance_id="",
        )
        turn.delta.edge("ATTACKS", flaw, node.ref)
        return turn


@pytest.fixture
def company(monkeypatch: pytest.MonkeyPatch) -> OneRecord:
    """The memory and the reader take part in every debate."""
    memory = OneRecord()
    monkeypatch.setattr(debating, "recall_of", lambda *_given: memory)
    monkeypatch.setattr(debating, "logic_of", OneFlaw)
    return memory


def test_what_is_recalled_and_found_enters_each_turn(loaded: Session, company: OneRecord) -> None:
    run = begin(loaded, replace(OFFLINE, format="standard"))
    assert finish(loaded, run).finished
    assert verify(loaded.store, run).faults == []
    graph = loaded.store.subgraph(run)
    assert company.asked == [0, 1, 2, 3, 4, 5], "each turn recalls once, from all that was said before it"
    for node in spoken_nodes(graph):
        (recalled,) = [one for one in graph.out(node.id, "RESTS_ON") if one.kind == "Recollection"]
        assert graph[recalled.activity]["step"] == f"recall:{node['turn']}"
    critiques = graph.of("Critique")
    assert critiques
    answered = {one.id for node in spoken_nodes(graph) for one in graph.out(node.id, "ANSWERS")}
    assert critiques[0].id in answered
    names = [name for one in debate_of(graph, run).utterances for s in one.sentences for name in s.answers]
    assert "K1" in names


@pytest.mark.parametrize(
    ("left_out", "gone", "stays"),
    [("schemes", "recall:", "logic:"), ("logic", "logic:", "recall:")],
)
@pytest.mark.usefixtures("company")
def test_what_is_left_out_leaves_no_activity(loaded: Session, left_out: str, gone: str, stays: str) -> None:
    run = begin(loaded, replace(OFFLINE, without=(left_out,)))
    finish(loaded, run)
    steps = [activity["step"] for activity in loaded.store.subgraph(run).of("Activity")]
    assert not [step for step in steps if step.startswith(gone)]
    assert [step for step in steps if step.startswith(stays)]


@pytest.mark.usefixtures("company")
def test_a_baseline_recalls_nothing_and_reads_no_logic(loaded: Session) -> None:
    run = begin(loaded, replace(OFFLINE, side="pro", opponent="baseline"))
    finish(loaded, run)
    steps = {activity["step"] for activity in loaded.store.subgraph(run).of("Activity")}
    assert {"recall:1", "recall:3", "logic:3:flaws"} <= steps
    assert not {"recall:2", "recall:4", "logic:2:flaws", "logic:4:flaws"} & steps


def copies(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """A speaker who says what memory says, word for word."""
    if answer.get("speech"):
        return {**answer, "speech": f"{answer['speech']} {MEMORY}"}
    if answer.get("mends"):
        return {**answer, "mends": [{**one, "text": "" if n else MEMORY} for n, one in enumerate(answer["mends"])]}
    return answer


@pytest.mark.usefixtures("company")
def test_what_is_copied_from_memory_is_found_and_flagged(loaded: Session) -> None:
    passages: list[Passage] = Evidence(loaded.corpora.documents(CORPUS)).everything()
    values = {"openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
    with Server(then=Model(careful(passages), copies)) as server:
        changed = replace(loaded.settings, openai_base_url=server.url, **values)  # type: ignore[arg-type]
        with Session(changed) as session:
            run = begin(session, replace(OFFLINE, agents="llm"))
            found = finish(session, run)
    for one in found.utterances:
        assert one.accepted is False
        assert any(MEMORY.rstrip(".") in words for words in one.copied), one
        assert any("from memory" in fault for fault in one.faults)


def test_who_judges_may_be_another_model_than_who_speaks(loaded: Session) -> None:
    passages = Evidence(loaded.corpora.documents(CORPUS)).everything()
    with Server(then=Model(careful(passages))) as server:
        changed = replace(
            loaded.settings,
            openai_base_url=server.url,
            openai_api_key=KEY,
            model="speaker-model",
            model_evaluator="judge-model",
        )
        with Session(changed) as session:
            run = begin(session, replace(OFFLINE, agents="llm"))
            finish(session, run)
            graph = session.store.subgraph(run)
    makers = {a["step"].partition(":")[0]: a["agent"] for a in graph.of("AgentTurn")}
    assert makers["draft"] == "speaker-model"
    assert (makers["judge"], makers["summarise"], makers["ballot"]) == ("judge-model",) * 3


def test_a_debate_as_prov_is_valid(loaded: Session, tmp_path_factory: pytest.TempPathFactory) -> None:
    run = begin(loaded, OFFLINE)
    finish(loaded, run)
    folder = tmp_path_factory.mktemp("prov")
    for form in ("turtle", "json", "provn"):
        made = export_prov(loaded, Wanted((run,), form), folder / f"debate.{form}")
        assert made.checked is not None
        assert made.checked.valid
