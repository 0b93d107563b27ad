"""A debate as an argument graph: what is said, for what, against what, and that it is read again as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from foam_graph.app.exporting import export
from foam_graph.config import Settings
from foam_graph.exchange.maps.aif import AifGraph, aif_json
from foam_graph.exchange.maps.aif_equality import equal_up_to_ids
from foam_graph.exchange.maps.aif_reading import parsed_aif
from foam_graph.exchange.maps.debate_as_aif import aif_of_debate
from foam_graph.exchange.maps.labels import labels_of
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import said_of, spoken_nodes
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.held_debate import Held, held_debate, with_flaw


@pytest.fixture(scope="module")
def held(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    with held_debate(settings, tmp_path_factory.mktemp("documents"), "night-bus-aif") as found:
        yield found


@pytest.fixture(scope="module")
def made(held: Held) -> AifGraph:
    return aif_of_debate(held.graph)


def ends(graph: AifGraph, own: str) -> tuple[set[str], set[str]]:
    return {e.start for e in graph.edges if e.end == own}, {e.end for e in graph.edges if e.start == own}


def test_what_is_exported_is_read_again_as_it_was(held: Held, made: AifGraph) -> None:
    text = export(held.session, "aif", held.run)
    assert text == aif_json(made)
    again = parsed_aif(text)
    assert again == made
    assert equal_up_to_ids(again, aif_of_debate(held.session.store.subgraph(held.run)))


def test_every_sentence_is_said_by_its_side_and_asserted(held: Held, made: AifGraph) -> None:
    nodes = {node.id: node for node in made.nodes}
    people = {one.node: one.said["personID"] for one in made.locutions}
    for node in spoken_nodes(held.graph):
        for n, one in enumerate(said_of(held.graph, node), 1):
            name = f"{node['turn']}.{n}"
            assert nodes[name].text == one.text
            assert people[f"{name}.L"] == node["side"]
            assert ends(made, f"{name}.L.YA.Asserting.{name}") == ({f"{name}.L"}, {name})


def test_what_answers_the_other_side_is_a_conflict_anchored_in_the_step_between_the_locutions(made: AifGraph) -> None:
    assert ends(made, "2.5.CA.1.3") == ({"2.5", "1.3.TA.2.5.YA.Disagreeing.2.5.CA.1.3"}, {"1.3"})
    starts, targets = ends(made, "1.3.TA.2.5")
    assert (starts, "2.5.L" in targets) == ({"1.3.L"}, True)
    # What answers stands against the motion only through what it answers.
    assert "2.5.RA.motion.con" not in {node.id for node in made.nodes}


def test_each_side_argues_for_what_it_stands_for(made: AifGraph) -> None:
    assert ends(made, "1.3.RA.motion.pro")[1] == {"motion.pro"}
    assert ends(made, "2.3.RA.motion.con")[1] == {"motion.con"}
    assert ends(made, "motion.CA.pro") == ({"motion.pro"}, {"motion.con"})
    (evidence,) = (one for one in ends(made, "1.3.RA")[0] if one.startswith("evidence."))
    assert next(node.text for node in made.nodes if node.id == evidence).startswith("The night bus reduced injuries")


def with_schemes(graph: Subgraph, *names: str) -> Subgraph:
    """The debate with schemes that the first speech says it argues by, sentence by sentence."""

    def named(node: Node) -> Node:
        if node.kind == "Utterance" and node["turn"] == 1:
            own = [*names, *[""] * (len(node["cuts"]) // 2 - len(names))]
            return replace(node, fields={**node.fields, "schemes": own})
        return node

    return Subgraph([named(node) for node in graph.nodes], list(graph.edges))


def test_an_inference_is_called_after_the_scheme_that_the_sentence_names(held: Held) -> None:
    made = aif_of_debate(with_schemes(held.graph, "", "", "expert_opinion", "causal", "no such scheme"))
    named = {node.id: node.scheme for node in made.nodes}
    assert named["1.3.RA"] == "ExpertOpinion"
    assert named["1.3.RA.1.4"] not in ("", "Default Inference")
    # A name that is no scheme's names nothing.
    assert named["1.5.RA"] == "Argument From Position To Know"
    assert named["1.3.RA.motion.pro"] == "Default Inference"
    assert parsed_aif(aif_json(made)) == made


def test_the_map_can_be_labelled_and_nothing_hangs_in_the_air(made: AifGraph) -> None:
    assert set(labels_of(made)) == {node.id for node in made.nodes if node.type in ("I", "RA", "CA")}
    for node in made.nodes:
        starts, targets = ends(made, node.id)
        if node.type in ("RA", "CA", "MA", "TA"):
            assert starts, node.id
            assert targets, node.id


def test_no_person_and_no_id_of_the_graph_is_named(held: Held, made: AifGraph) -> None:
    assert {one.said["personID"] for one in made.locutions} == {"pro", "con", "judge"}
    assert not [node.id for node in held.graph.of("Utterance") if node.id in aif_json(made)]


def test_a_flaw_is_a_conflict_of_who_reads_and_of_who_raises_it(held: Held) -> None:
    made = aif_of_debate(with_flaw(held, "A step is missing."))
    assert parsed_aif(aif_json(made)) == made
    assert ends(made, "K1.CA.1.5") == ({"K1", "K1.L.YA.Disagreeing.K1.CA.1.5"}, {"1.5"})
    assert ends(made, "2.1.CA.1.5")[1] == {"1.5"}
    assert "reader-con" in {one.said["personID"] for one in made.locutions}
