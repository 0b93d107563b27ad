"""A run that takes a debate as its cross-examination: what is put to which part, answered, reached, and mended."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.chains import runs
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.debating import Motion
from foam_graph.app.debating import begin as begin_debate
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.resuming import resume
from foam_graph.app.session import Session
from foam_graph.app.tracing import why
from foam_graph.app.varying import Variation, rerun
from foam_graph.config import Settings
from foam_graph.errors import Stopped, UnknownId, UsageError
from foam_graph.exchange.dossier.view import dossier_view
from foam_graph.exchange.maps.aif import aif_json
from foam_graph.exchange.maps.aif_reading import read_aif
from foam_graph.exchange.maps.run_as_aif import aif_of
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debate_points import keys_of
from foam_graph.reasoning.debating.points import points_of
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.rounds.critiques import claim_behind
from foam_graph.reasoning.turns import Limits
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.chains.crossing import MOTION, OIL, REPLY, Crossing
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel
from tests.support.endpoints.openai_server import Server
from tests.support.worlds.workshop_world import DOCUMENTS, QUESTION, write


@dataclass
class World:
    """The workshop's file, a debate over it, and a run that was cross-examined by it."""

    session: Session
    corpus: str
    debate: Crossing
    run: str = ""

    @property
    def graph(self) -> Subgraph:
        return self.session.store.subgraph(self.run)

    def asked(self, **more: Any) -> Ask:
        stances = ("applicant", "caseworker")
        wanted = Ask(
            QUESTION, self.corpus, "benefits-appeal", stances, dated="2026-06-01", limits=Limits(depth="quick")
        )
        return replace(wanted, **more)


@pytest.fixture(scope="module")
def world(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    assert endpoint
    with Session(settings) as session:
        corpus = f"crossed-{uuid.uuid4().hex[:8]}"
        load(session, [write(tmp_path_factory.mktemp("crossed"), *DOCUMENTS)], corpus)
        made = World(session, corpus, Crossing(session, corpus).plant())
        made.run = ask(session, made.asked(debate=made.debate.run))
        yield made


def put(graph: Subgraph) -> dict[str, list[Node]]:
    """Standing objections of a run that take up points of a debate, by point."""
    found: dict[str, list[Node]] = {}
    for one in graph.live("Critique"):
        for point in dict.fromkeys(edge.fields["point"] for edge in graph.out_edges(one.id, "TAKES_UP")):
            found.setdefault(point, []).append(one)
    return found


def test_a_debate_is_read_as_points_with_what_was_said_against_and_answered(world: World) -> None:
    points = {one.key: one for one in points_of(world.session.store.subgraph(world.debate.run))}
    assert sorted(points) == ["2.1>1.1", "K1"], "a reply without a source is held against nobody"
    flaw, answered = points["K1"], points["2.1>1.1"]
    assert (flaw.flaw, flaw.about.place) == ("selective_quantification", "1.1")
    assert [one.text for one in flaw.attacks] == ["So the limit of 200 litres is not the measure."]
    assert (answered.about.place, answered.grounds) == ("1.1", "The fire service certified the tank.")
    assert [one.name for one in answered.answers] == ["T3.1"]


def test_rules_put_what_was_said_to_the_parts_that_it_touches_and_say_that_nothing_of_it_was_tested(
    world: World,
) -> None:
    graph = world.graph
    steps = [str(one["step"]) for one in graph.of("Activity")]
    read = graph[next(one.id for one in graph.of("Activity") if one["step"] == "read-debate")]
    assert {world.debate.said[1].id, world.debate.said[3].id, world.debate.flaw.id} <= set(read["used"])
    assert steps.index("read-debate") < steps.index("cross-examine:applicant") < steps.index("respond:1:caseworker")
    assert set(put(graph)) == {"K1", "2.1>1.1"}
    for point, made in put(graph).items():
        for one in made:
            claim = claim_behind(graph, graph.out(one.id, "ATTACKS")[0])
            assert claim is not None
            assert "240 litres" in claim["text"], "what speaks of the oil, not of the noise"
            assert one["grounds"].startswith("In the debate")
            ends = {edge.end for edge in graph.out_edges(one.id, "TAKES_UP")}
            assert world.debate.said[1].id in ends
            assert (world.debate.flaw.id in ends) == (point == "K1")
            (rating,) = graph.into(one.id, "RATES")
            assert (rating["verdict"], rating["materiality"]) == ("requires_more_evidence", 0.4)
            assert "No test" in rating["reasons"]
    (answered, *_) = put(graph)["2.1>1.1"]
    (reply,) = graph.into(answered.id, "ANSWERS")
    assert reply["text"] == f"In the debate this was answered so: {REPLY}"
    assert [edge.end for edge in graph.out_edges(reply.id, "TAKES_UP")] == [world.debate.said[3].id]
    assert {one["flaw"] for one in put(graph)["K1"]} == {"selective_quantification"}
    assert not graph.of("Utterance"), "the debate is no part of the run"
    assert verify(world.session.store, world.run).ok


def test_why_the_dossier_and_provenance_tell_where_an_objection_comes_from(world: World, tmp_path: Path) -> None:
    graph = world.graph
    (made, *_) = put(graph)["K1"]
    claim = claim_behind(graph, graph.out(made.id, "ATTACKS")[0])
    assert claim is not None
    told = {one.how: one for one in why(world.session, claim.id).walk()}
    assert told["takes up what was said at turn 1 of a debate"].text.startswith("The inspector found")
    assert told["takes up a flaw found at turn 1 of a debate"].text == "One day in February is not the year."
    below = [one.kind for one in why(world.session, claim.id).walk()]
    assert below.count("Utterance") == 3, "what was said on it there is asked of the debate"
    said = why(world.session, world.debate.said[1].id)
    assert made.id in {item.id for one in said.walk() for _, item in one.below() if item.how == "is taken up by"}
    views = [
        o
        for group in dossier_view(graph, world.run, Evidence(world.session.corpora.documents(world.corpus))).groups
        for o in group.objections
    ]
    view = next(one for one in views if one.id == made.id)
    for form in ("turtle", "json"):
        made_file = export_prov(world.session, Wanted((world.run,), form), tmp_path / f"run.{form}")
        assert made_file.checked is not None
        assert made_file.checked.valid, "an export that PROV-CONSTRAINTS calls invalid is refused"
    assert f"{made.id}" in (tmp_path / "run.turtle").read_text(encoding="utf-8")
    assert (view.debate, view.debated) == (world.debate.run, "turn 1, sentence 1; the flaw K1; turn 2, sentence 2")


def test_in_aif_the_debates_locutions_lead_to_those_that_take_them_up(world: World, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(str(export(world.session, "aif", world.run)), encoding="utf-8")
    found = read_aif(file)
    assert aif_json(found) == file.read_text(encoding="utf-8")
    nodes, arrows = {node.id: node for node in found.nodes}, {(edge.start, edge.end) for edge in found.edges}

    def between(type_: str, start: str, end: str) -> bool:
        return any((start, one) in arrows and (one, end) in arrows for one in nodes if nodes[one].type == type_)

    assert world.debate.flaw is not None
    said, flaw = {turn: ref.id for turn, ref in world.debate.said.items()}, world.debate.flaw.id
    spoken = {one.node: one.said["personID"] for one in found.locutions}
    assert (spoken[f"{said[1]}.1.L"], spoken[f"{flaw}.L"]) == ("pro", "reader-con")
    for point, made in put(world.graph).items():
        again, about = (flaw if point == "K1" else f"{said[2]}.1"), f"{said[1]}.1"
        assert between("CA", again, about), "it was held against the sentence"
        for one in made:
            assert between("MA", again, one.id), "the run says it again"
            assert not between("MA", about, one.id)
            assert between("TA", f"{again}.L", f"{one.id}.L")
            assert between("TA", f"{about}.L", f"{one.id}.L")
    (answered, *_) = put(world.graph)["2.1>1.1"]
    (reply,) = world.graph.into(answered.id, "ANSWERS")
    assert between("MA", f"{said[3]}.1", reply.id)
    assert nodes[f"{said[3]}.1"].text == REPLY
    without = aif_of(world.graph, world.run)
    assert not any(one.startswith(said[1]) for one in (node.id for node in without.nodes)), (
        "what is not at hand is left out"
    )


def test_what_is_no_debate_that_ended_cannot_be_taken(world: World) -> None:
    before = len(list(runs(world.session)))
    held = Crossing(world.session, world.corpus).plant(ballot=False)
    for debate, error, words in (
        (world.run, UsageError, "not a debate"),
        (held.run, UsageError, "has not ended yet"),
        ("rnothing", UnknownId, "rnothing"),
        (begun_and_decided(world), UsageError, "nothing that could be taken up"),
    ):
        with pytest.raises(error, match=words):
            ask(world.session, world.asked(debate=debate))
    assert len(list(runs(world.session))) == before + 2, "the two debates planted here, and no run"


def begun_and_decided(world: World) -> str:
    """A debate in which nothing was said."""
    made = Crossing(world.session, world.corpus)
    made.run = begin_debate(world.session, Motion(MOTION, world.corpus, format="short"))
    made.decide()
    return made.run


def test_a_run_made_anew_takes_the_same_debate(world: World) -> None:
    again = rerun(world.session, world.run, Variation(reweight=("care=0.9",)))
    assert set(put(world.session.store.subgraph(again))) == {"K1", "2.1>1.1"}


def test_a_model_decides_what_holds_and_its_replies_name_what_they_take(world: World) -> None:
    model = CaseModel(_on_oil)
    with Server(then=model) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(world.session.settings, **values)) as session:
            run = ask(session, world.asked(agents="llm", debate=world.debate.run))
            graph = assert_sound(session, run)
    asked = [one for one in model.asked if one.name == "CrossExamineOut"]
    assert asked
    for one in asked:
        assert one.data["motion"] == MOTION
        own = {part["id"] for a in one.data["arguments"] if a["by"] == one.data["speaker"]["id"] for part in a["parts"]}
        touched = {touch["part"] for point in one.data["debate"] for touch in point["touches"]}
        assert touched
        assert not touched & own, "a critic is shown what touches its opponents"
    assert put(graph)
    answered = [one for one in model.asked if one.name == "CrossRespondOut"]
    assert any(critique.get("debate") for one in answered for critique in one.data["critiques"])
    taken = [edge.end for one in graph.of("Reply") for edge in graph.out_edges(one.id, "TAKES_UP")]
    assert world.debate.said[3].id in taken


def _on_oil(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
    """Every argument begins with the oil record."""
    for argument in answer.get("arguments", ()) if asked.name == "ArgueOut" else ():
        oil = next(short for short, text in asked.sentences.items() if OIL in text)
        argument["parts"][0]["records"][0]["sentences"] = [oil]
        argument["parts"][0]["text"] = asked.sentences[oil]
    return answer


def test_what_falls_in_the_debate_reaches_the_run_and_nothing_else_of_it(world: World) -> None:
    debate = Crossing(world.session, world.corpus).plant()
    own = World(world.session, world.corpus, debate)
    own.run = ask(world.session, own.asked(debate=debate.run))
    before = put(own.graph)
    assert debate.flaw is not None
    wanted = Challenge(debate.flaw.id, "inferential", "The year is not in question.", by="A. Person")
    shown = challenge(world.session, replace(wanted, dry_run=True))
    assert any(f"Run {own.run} was cross-examined by it" in one for one in shown.remarks)
    assert resume(world.session, own.run).idle, "a dry run changes nothing"
    lodged = challenge(world.session, wanted)
    assert lodged.challenge is not None
    upheld = rule(world.session, lodged.challenge, uphold=True, reason="Right.", by="B. Reviewer")
    assert any(f"foam resume {own.run}" in one for one in upheld.remarks)

    with pytest.MonkeyPatch.context() as patch:
        # A process that dies when the new objections are put leaves the repair to the next one.
        patch.setattr("foam_graph.app.cross_repairing.compile_case", _dies)
        with pytest.raises(Stopped):
            resume(world.session, own.run)
    mended = resume(world.session, own.run)
    assert not mended.idle
    (told,) = mended.repaired
    gone = {one.id for made in before.values() for one in made if "K1" in keys_of(own.graph, one.id)}
    assert gone <= set(told.withdrawn or ())
    graph = own.graph
    assert "K1" not in put(graph)
    assert [one["kind"] for one in graph.of("Outcome")] == ["retracted"]
    assert graph.live("Position")[-1].id == told.position
    assert resume(world.session, own.run).idle, "it is mended once"
    assert all(verify(world.session.store, chain).ok for chain in (debate.run, own.run))


def _dies(*_: object) -> None:
    raise Stopped("the process was ended", "Take it up.")
