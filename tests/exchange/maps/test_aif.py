"""AIF: what is refused, equality up to ids, and a run as an argument graph."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError
from foam_graph.exchange.maps.aif import LEGAL, NODE_TYPES, AifEdge, AifGraph, AifNode, Locution, aif_json
from foam_graph.exchange.maps.aif_equality import equal_up_to_ids
from foam_graph.exchange.maps.aif_reading import parsed_aif, read_aif
from foam_graph.exchange.maps.run_as_aif import aif_of, schemes
from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.reasoning.templates.syllogisms import load_library
from tests.support.chains.dossier_run import PERSON, RULER, Builder, dossier_run
from tests.support.shared_data import SHARED, needs

CORPUS = SHARED / "data" / "aif" / "araucaria"
ARROWS = sorted((a, b) for a, ends in LEGAL.items() for b in ends)


@st.composite
def graphs(draw: st.DrawFn) -> AifGraph:
    """Legal graphs, with few different texts, so that nodes are alike."""
    types = draw(st.lists(st.sampled_from(tuple(NODE_TYPES)), max_size=9))
    texts = st.sampled_from(["", "a", 'é "\\ \u2028\n'])
    nodes = tuple(AifNode(str(n), kind, draw(texts), scheme=draw(texts)) for n, kind in enumerate(types))
    legal = [(a.id, b.id) for a in nodes for b in nodes if (a.type, b.type) in ARROWS]
    chosen = draw(st.lists(st.sampled_from(legal), max_size=14)) if legal else []
    edges = tuple(AifEdge(f"e{n}", a, b, draw(st.sampled_from([None, "7"]))) for n, (a, b) in enumerate(chosen))
    said = draw(st.lists(st.sampled_from([n.id for n in nodes]), max_size=2)) if nodes else []
    return AifGraph(nodes, edges, tuple(Locution(i, {"personID": "p"}) for i in said))


def renamed(graph: AifGraph, seed: int) -> AifGraph:
    """The same graph with other ids, in another order."""
    chance = random.Random(seed)  # noqa: S311 - an order, no secret
    ids = [f"x{n}" for n in range(len(graph.nodes))]
    chance.shuffle(ids)
    new = dict(zip((n.id for n in graph.nodes), ids, strict=True))
    nodes = [AifNode(new[n.id], n.type, n.text, n.timestamp, n.scheme, n.scheme_id, n.more) for n in graph.nodes]
    edges = [AifEdge(f"y{n}", new[e.start], new[e.end], e.form) for n, e in enumerate(graph.edges)]
    locutions = [Locution(new[one.node], one.said) for one in graph.locutions]
    for rows in (nodes, edges, locutions):
        chance.shuffle(rows)
    return AifGraph(tuple(nodes), tuple(edges), tuple(locutions), graph.more)


@given(graphs(), st.integers())
def test_what_is_written_is_read_again_and_ids_do_not_matter(graph: AifGraph, seed: int) -> None:
    again = parsed_aif(aif_json(graph))
    assert again == graph
    assert equal_up_to_ids(renamed(again, seed), graph)


@given(graphs(), st.data())
def test_any_change_of_content_is_seen(graph: AifGraph, data: st.DataObject) -> None:
    changed: list[AifGraph] = []
    if graph.nodes:
        first, *rest = data.draw(st.permutations(graph.nodes))
        other = AifNode(first.id, first.type, first.text + "!", first.timestamp, first.scheme)
        changed.append(AifGraph((other, *rest), graph.edges, graph.locutions))
        changed.append(AifGraph(graph.nodes, graph.edges, (*graph.locutions, Locution(first.id, {"personID": "q"}))))
    if graph.edges:
        gone = data.draw(st.sampled_from(graph.edges))
        left = tuple(e for e in graph.edges if e != gone)
        changed.append(AifGraph(graph.nodes, left, graph.locutions))
        changed.append(AifGraph(graph.nodes, (*left, AifEdge(gone.id, gone.start, gone.end, "8")), graph.locutions))
    assert not any(equal_up_to_ids(graph, other) for other in changed)


def chains(*lengths: int) -> AifGraph:
    """Circles of RA-nodes that all say the same: nothing local tells one circle of six from two of three."""
    nodes: list[AifNode] = []
    edges: list[AifEdge] = []
    for length in lengths:
        first = len(nodes)
        nodes += [AifNode(str(first + n), "RA", "RA") for n in range(length)]
        for n in range(length):
            edges.append(AifEdge(f"e{len(edges)}", str(first + n), str(first + (n + 1) % length)))
    return AifGraph(tuple(nodes), tuple(edges))


def test_graphs_that_look_alike_node_by_node_are_told_apart() -> None:
    assert not equal_up_to_ids(chains(6), chains(3, 3))
    assert equal_up_to_ids(chains(3, 6, 4), renamed(chains(4, 3, 6), 1))


def test_many_equal_leaves_are_compared_at_once() -> None:
    nodes = (AifNode("ra", "RA", "RA"), *(AifNode(str(n), "I", "same") for n in range(400)))
    star = AifGraph(nodes, tuple(AifEdge(f"e{n}", str(n), "ra") for n in range(400)))
    assert equal_up_to_ids(star, renamed(star, 3))
    other = AifGraph(nodes, (*star.edges[:-1], AifEdge("e399", "0", "ra")))
    assert not equal_up_to_ids(star, other)


def document(**changes: Any) -> str:
    nodes = [{"nodeID": "1", "type": "I", "text": "a"}, {"nodeID": "2", "type": "RA", "text": "RA"}]
    edges = [{"edgeID": "5", "fromID": "1", "toID": "2", "formEdgeID": None}]
    return json.dumps({"nodes": nodes, "edges": edges, "locutions": []} | changes, indent=1)


SAYS, LOCUTES = {"nodeID": "1", "type": "I", "text": "a"}, {"nodeID": "2", "type": "L", "text": "p: a"}
EDGE = {"edgeID": "5", "fromID": "1", "toID": "2"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not JSON"),
        ("[]", "is no AIF document"),
        ('{"nodes": []}', "is no AIF document"),
        ('{"nodes": NaN, "edges": []}', "NaN"),
        ('{"nodes": [], "nodes": [], "edges": []}', "'nodes' twice"),
        ('{"nodes": [], "edges": [], "x": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"nodes": [{"nodeID": "1", "type": "I", "text": "\\ud800"}], "edges": []}', "lone surrogate"),
        (document(nodes={}), "nodes is no list"),
        (document(nodes=[3]), "number 1 of nodes is no object"),
        (document(nodes=[SAYS | {"nodeID": None}]), "node 1 has no usable nodeID"),
        (document(nodes=[SAYS | {"nodeID": True}]), "node 1 has no usable nodeID"),
        (document(nodes=[SAYS | {"type": "QA"}]), "node '1' is of type 'QA'"),
        (document(nodes=[SAYS | {"type": []}]), "node '1' is of type"),
        (document(nodes=[SAYS | {"text": 4}]), "node '1' has no text"),
        (document(nodes=[SAYS | {"scheme": []}]), "node '1': scheme is no text"),
        (document(nodes=[SAYS, SAYS]), "two nodes have the id '1'"),
        (document(edges=[EDGE, EDGE]), "two edges have the id '5'"),
        (document(edges=[EDGE | {"toID": "9"}]), "'9', and there is no such node"),
        (document(edges=[{"edgeID": "5", "fromID": "1"}]), "edge '5' has no usable toID"),
        (document(nodes=[SAYS, SAYS | {"nodeID": "2"}]), "from I-node '1' to I-node '2'"),
        (document(nodes=[SAYS, LOCUTES]), "from I-node '1' to L-node '2'"),
        (
            document(edges=[EDGE], nodes=[LOCUTES | {"nodeID": "1"}, SAYS | {"nodeID": "2"}]),
            "from L-node '1' to I-node '2'",
        ),
        (document(locutions=[{"nodeID": "7"}]), "locution 1 is of '7'"),
    ],
)
def test_bad_documents_are_refused_with_file_and_node(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataFileError) as caught:
        read_aif(file)
    assert str(file) in caught.value.message
    assert told in caught.value.message


def test_a_fault_names_its_line_and_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"AIF:16: edge '5'") as caught:
        parsed_aif(document(nodes=[SAYS, SAYS | {"nodeID": "2"}]))
    assert caught.value.line == 16
    binary = tmp_path / "b"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (binary, tmp_path, tmp_path / "none"):
        with pytest.raises(DataFileError):
            read_aif(path)


def test_ids_may_be_numbers_and_unknown_members_stay() -> None:
    text = document(
        nodes=[SAYS | {"nodeID": 1, "mood": [1]}, {"nodeID": 2, "type": "RA", "text": "RA"}], edges=[], who={"a": 1}
    )
    graph = parsed_aif(text)
    assert [node.id for node in graph.nodes] == ["1", "2"]
    assert graph.nodes[0].more == {"mood": [1]}
    assert parsed_aif(aif_json(graph)) == graph
    assert graph.more == {"who": {"a": 1}}


@needs(CORPUS)
def test_all_nodesets_of_the_corpus_make_the_round_trip(tmp_path: Path) -> None:
    files = sorted(CORPUS.glob("*.json"))
    assert len(files) == 40
    read = [read_aif(file) for file in files]
    for n, graph in enumerate(read):
        written = tmp_path / f"{n}.json"
        written.write_text(aif_json(renamed(graph, n)), encoding="utf-8")
        same = [m for m, other in enumerate(read) if equal_up_to_ids(read_aif(written), other)]
        assert same == [n]


# A run as an argument graph


def attacked_run() -> tuple[AifGraph, dict[str, str]]:
    """A claim with evidence, a warrant that is attacked, a claim that is attacked, a record that is attacked."""
    made = Builder()
    made.open()
    made.traverse(["link"])
    made.offer(["link"])
    claim = made.claim("link", "Lamps harm bats.", ["d1:2"])
    (warrant,) = made.graph.into(claim.id, "WARRANTS")
    (record,) = made.graph.into(claim.id, "SUPPORTS")
    names = {"claim": claim.id, "warrant": warrant.id, "record": record.id}
    names |= {f"on {name}": made.critique(made.graph[i].ref, f"Against the {name}.").id for name, i in names.items()}
    asks = made.critique(claim, "Where is it counted?", type="missing_evidence", flaw="no_support")
    names["asks"] = asks.id
    delta = Delta()
    reply = delta.node("Reply", text="Nowhere.", stance_id="steward", concedes=True)
    delta.edge("ANSWERS", reply, asks)
    names["reply"] = made.turn(delta, Role.PROPOSER, "answer", stance_id="steward")[0].id
    return aif_of(made.graph, "rdossier"), names


def arrows(graph: AifGraph) -> set[tuple[str, str]]:
    return {(edge.start, edge.end) for edge in graph.edges}


def test_a_critique_of_a_warrant_is_an_undercut_and_others_end_at_what_they_attack() -> None:
    graph, names = attacked_run()
    types = {node.id: node.type for node in graph.nodes}
    for target, ends_at in (("claim", "I"), ("record", "I"), ("warrant", "RA")):
        critique, conflict = names[f"on {target}"], f"{names[f'on {target}']}.CA.{names[target]}"
        assert (types[critique], types[conflict], types[names[target]]) == ("I", "CA", ends_at)
        assert {(critique, conflict), (conflict, names[target])} <= arrows(graph)


def test_an_inference_has_its_evidence_its_warrant_and_the_name_of_its_scheme() -> None:
    graph, names = attacked_run()
    (inference,) = (node for node in graph.nodes if node.id == names["warrant"])
    assert (inference.text, inference.scheme) == ("Argument From Cause To Effect",) * 2
    premises = {edge.start for edge in graph.edges if edge.end == inference.id}
    texts = {node.id: node.text for node in graph.nodes}
    assert {texts[i] for i in premises if i in texts} >= {"What disturbs harms.", "Lamps disturb the bats at the pond."}
    assert (inference.id, names["claim"]) in arrows(graph)


def test_illocutions_say_what_was_done() -> None:
    graph, names = attacked_run()
    done = {(node.scheme, edge.end) for edge in graph.edges for node in graph.nodes if node.id == edge.start}
    assert ("Asserting", names["claim"]) in done
    assert ("Arguing", names["warrant"]) in done
    assert ("Disagreeing", f"{names['on claim']}.CA.{names['claim']}") in done
    assert ("Challenging", f"{names['asks']}.CA.{names['claim']}") in done
    assert ("Agreeing", names["asks"]) in done
    assert {one.said["personID"] for one in graph.locutions} >= {"steward", "treasurer"}


def test_a_whole_run_is_legal_complete_and_names_nobody() -> None:
    chain, run, names = dossier_run()
    graph = aif_of(chain, run)
    text = aif_json(graph)
    assert parsed_aif(text) == graph
    assert graph == aif_of(chain, run)
    assert PERSON not in text
    assert RULER not in text
    ends = ({edge.start for edge in graph.edges}, {edge.end for edge in graph.edges})
    assert [n.id for n in graph.nodes if n.type not in ("I", "L") and not (n.id in ends[0] and n.id in ends[1])] == []
    assert {node.id for node in chain.of("Claim")} <= {node.id for node in graph.nodes if node.type == "I"}
    spoken = {one.said["personID"] for one in graph.locutions if one.node == f"{names['challenge']}.L"}
    assert spoken == {"person-1"}
    preferred = {
        (edge.start, other.end)
        for edge in graph.edges
        for other in graph.edges
        if edge.end == other.start and ".PA." in edge.end
    }
    assert ("value.care", "value.rule_of_law") in preferred
    assert ("value.rule_of_law", "value.care") in preferred
    assert (names["challenge"], names["first"]) in preferred
    assert (names["core"], names["invalid"]) in preferred


def test_schemes_name_components_that_there_are() -> None:
    known = {component.name for syllogism in load_library().types for component in syllogism.components}
    assert set(schemes().components) <= known


@pytest.mark.parametrize("change", [lambda g: g.nodes[1:], lambda g: (*g.nodes, AifNode("z", "I", "z"))])
def test_graphs_of_other_size_differ(change: Callable[[AifGraph], tuple[AifNode, ...]]) -> None:
    graph = AifGraph((AifNode("a", "I", "a"), AifNode("b", "I", "b")), ())
    assert not equal_up_to_ids(graph, AifGraph(change(graph), ()))
