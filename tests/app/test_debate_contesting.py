"""Challenges to a debate: lodged, ruled on, carried out and withdrawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.debated import Debate
from foam_graph.app.debating import Motion, begin, debate, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.app.tracing import why
from foam_graph.config import Settings
from foam_graph.errors import ContestError, FoamError, UsageError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import flaws_of, spoken_nodes
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.chains.debate_planting import PlantedDebate
from tests.support.chains.planting import Plant
from tests.support.worlds.debated_world import MOTION, write_debate

CORPUS = "contested-bus"
GROUNDS = "The second sentence does not follow from the first."


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture(scope="module")
def held(loaded: Session) -> Debate:
    """A debate of four turns, held by rules."""
    return debate(loaded, Motion(MOTION, CORPUS, format="short"))


@pytest.fixture(scope="module")
def flawed(loaded: Session, tmp_path_factory: pytest.TempPathFactory) -> Subgraph:
    """A debate whose opening contradicts itself, which the other side found and held against it."""
    file = tmp_path_factory.mktemp("openings") / "opening.txt"
    file.write_text("The night bus reduces injuries. The night bus does not reduce injuries.", encoding="utf-8")
    own = debate(loaded, Motion(MOTION, CORPUS, format="short", openings=file))
    return loaded.store.subgraph(own.run)


def against(target: str, kind: str = "inferential", **more: object) -> Challenge:
    return Challenge(target, kind, GROUNDS, by="A. Person", **more)  # type: ignore[arg-type]


def above(graph: Subgraph, part: Node) -> set[str]:
    """What was said on the strength of something, found by repeating one step until nothing new comes."""
    found, before = {part.id}, set[str]()
    while found != before:
        before = set(found)
        steps = ("RESTS_ON", "ANSWERS", "RECALLED", "QUOTES", "ATTACKS")
        edges = [edge for edge in graph.edges if edge.type in steps and edge.end in found]
        found |= {edge.start for edge in edges if not graph[edge.start].is_a("Challenge")}
    return found & {node.id for node in spoken_nodes(graph)}


def test_a_challenge_to_what_was_said_is_lodged_ruled_on_and_withdrawn(loaded: Session, held: Debate) -> None:
    target = held.utterances[1].id
    before = [node["text"] for node in spoken_nodes(loaded.store.subgraph(held.run))]
    lodged = challenge(loaded, against(target))
    assert lodged.challenge is not None
    assert (lodged.target, lodged.bears_on, lodged.debate) == (target, target, held.run)
    assert lodged.ruling is not None
    assert (lodged.ruling.verdict, lodged.ruling.provisional) == ("requires_more_evidence", True)
    assert "a person has to rule" in lodged.ruling.reasons
    assert lodged.outcome == "recorded"
    graph = loaded.store.subgraph(held.run)
    assert lodged.frontier is not None
    assert {one.claim for one in lodged.frontier} == above(graph, graph[target])
    assert lodged.untouched == len(before) - len(lodged.frontier)
    assert lodged.untouched > 0

    upheld = rule(loaded, lodged.challenge, uphold=True, reason="It does not.", by="B. Reviewer")
    assert upheld.ruling is not None
    assert (upheld.ruling.upheld, upheld.ruling.provisional, upheld.outcome) == (True, False, "regenerated")
    assert set(upheld.revised or ()) == {one.claim for one in lodged.frontier}
    assert any("Before and after: foam diff" in one for one in upheld.remarks)

    withdrawn = rule(loaded, lodged.challenge, uphold=False, reason="I misread it.", by="A. Person", appeal=True)
    assert withdrawn.outcome == "rejected"
    assert withdrawn.remarks[0] == "Whoever lodged this challenge withdrew it."
    after = loaded.store.subgraph(held.run)
    assert [node["text"] for node in spoken_nodes(after)] == before
    assert [one["kind"] for one in after.of("Outcome")] == ["recorded", "regenerated", "rejected"]
    assert verify(loaded.store, held.run).ok
    rows = loaded.store.ask("challenges_of", run=held.run)
    assert [(row["target"], row["ruling"], row["outcome"]) for row in rows] == [(target, "invalid", "rejected")]


def test_why_tells_what_an_utterance_rests_on_and_what_was_said_against_it(loaded: Session, held: Debate) -> None:
    own = debate(loaded, Motion(MOTION, CORPUS, format="short"))
    graph = loaded.store.subgraph(own.run)
    answered = next(node for node in spoken_nodes(graph) if graph.into(node.id, "ANSWERS"))
    lodged = challenge(loaded, against(answered.id, "scope"))
    found = why(loaded, answered.id)
    assert {"EvidenceRecord", "EvidenceSentence"} <= {one.kind for one in found.walk()}
    said = {(one.how, one.id) for one in found.against}
    answering = {
        node.id for node in graph.into(answered.id, "ANSWERS") if node.id in {n.id for n in spoken_nodes(graph)}
    }
    assert ("is attacked by", lodged.challenge) in said
    assert {("is answered by", one) for one in answering} <= said
    assert "led to" in {one.how for one in found.walk()}


@pytest.mark.parametrize("label", ["Predicate", "Critique", "EvidenceSentence", "Ballot"])
def test_parts_of_a_debate_can_be_challenged(loaded: Session, flawed: Subgraph, label: str) -> None:
    graph = flawed
    nodes = [node for node in graph.live(label) if not node.is_a("Challenge")]
    target = max(nodes, key=lambda node: len(above(graph, node)))
    names = {name: node.id for name, node in flaws_of(graph).items()}
    found = challenge(loaded, against(target.id, "relevance" if label == "EvidenceSentence" else "inferential"))
    assert found.frontier is not None
    assert {one.claim for one in found.frontier} == above(graph, target)
    assert bool(found.frontier) == (label != "Ballot")
    assert found.debate is not None
    after = loaded.store.subgraph(found.debate)
    assert found.challenge is not None
    assert after[found.challenge]["quoted"] not in ("", target.id)
    # No speaker would be told of a challenge as of a flaw.
    assert {name: node.id for name, node in flaws_of(after).items()} == names


def test_what_cannot_be_challenged_is_refused_and_nothing_is_written(loaded: Session, held: Debate) -> None:
    graph = loaded.store.subgraph(held.run)
    last = max(node.seq for node in graph.of("Activity"))
    spoken = graph[held.utterances[0].id]
    (draft,) = graph.out(spoken.id, "SUPERSEDES")
    with pytest.raises(ContestError, match="does not stand any more") as old:
        challenge(loaded, against(draft.id))
    assert spoken.id in old.value.hint
    with pytest.raises(ContestError, match="no part that a structural challenge speaks to"):
        challenge(loaded, against(spoken.id, "structural"))
    with pytest.raises(ContestError, match="cannot be challenged"):
        challenge(loaded, against(graph.of("Judgement")[0].id))
    with pytest.raises(UsageError, match="is no sentence that this debate may cite"):
        challenge(loaded, against(spoken.id, evidence="nothing-of-the-kind"))
    with pytest.raises(FoamError):
        challenge(loaded, against(spoken.id, reweight=("care=0.4",)))
    dry = challenge(loaded, against(spoken.id, dry_run=True))
    assert dry.challenge is None
    assert dry.frontier
    assert max(node.seq for node in loaded.store.subgraph(held.run).of("Activity")) == last


def test_a_debate_that_goes_on_is_not_challenged_yet(loaded: Session) -> None:
    run = begin(loaded, Motion(MOTION, CORPUS, format="short"))
    question = loaded.store.subgraph(run).of("Question")[0].id
    with pytest.raises(ContestError, match="cannot be challenged"):
        challenge(loaded, against(question))
    plant = Plant(loaded.store)
    plant.run = run
    said = PlantedDebate(plant).says(1, "It should come.")
    with pytest.raises(ContestError, match="has not ended yet"):
        challenge(loaded, against(said.id))


def test_a_label_of_a_memory_lists_the_debates_that_were_shown_its_record(loaded: Session) -> None:
    memory, debated = Plant(loaded.store), Plant(loaded.store)
    loaded.store.ensure_chain(f"memory.{memory.run}", "memory", "planted")
    memory.run = f"memory.{memory.run}"
    remembered, held = PlantedDebate(memory), PlantedDebate(debated)
    _, ((one, record), (other, unused)) = remembered.remembered("Buses bring nurses home.", "They cost too much.")
    for said in (one, other):
        remembered.labelled(said, "causal")
    spoken = held.says(1, "It should stay.", rests=[held.recalled((record, True), (unused, False))])
    labels = loaded.store.subgraph(memory.run)
    shown, left = (labels.into(said.id, "ABOUT") for said in (one, other))
    found = challenge(loaded, against(next(n.id for n in shown if n.kind == "SchemeLabel")))
    assert found.frontier is not None
    assert [touched.claim for touched in found.frontier] == [spoken.id]
    assert debated.run in found.frontier[0].why
    assert (found.ruling, found.outcome) == (None, None)
    assert "Nobody has ruled on it" in found.next
    none = challenge(loaded, against(next(n.id for n in left if n.kind == "SchemeLabel")))
    assert list(none.frontier or ()) == []
    assert found.challenge is not None
    upheld = rule(loaded, found.challenge, uphold=True, reason="No cause is named.", by="B. Reviewer")
    assert upheld.outcome == "retracted"
    assert any("was taken out of the memory" in remark for remark in upheld.remarks)


def test_a_challenged_debate_stays_ended(loaded: Session, held: Debate) -> None:
    challenge(loaded, against(held.utterances[2].id))
    before = len(loaded.store.subgraph(held.run).of("Activity"))
    again = finish(loaded, held.run)
    assert [one.text for one in again.utterances] == [one.text for one in held.utterances]
    assert len(loaded.store.subgraph(held.run).of("Activity")) == before
