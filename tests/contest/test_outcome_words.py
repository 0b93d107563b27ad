"""What a repair is called: evidence is swapped only where the claim kept its words."""

from __future__ import annotations

import pytest

from foam_graph.contest.outcomes import Change, outcome_of
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.challenges import remarks


def repaired(old: tuple[str, list[str]], new: tuple[str, list[str]]) -> str:
    nodes = [
        Node("k", "Challenge", {"kind": "adequacy"}),
        Node("p", "Ruling", {"verdict": "valid", "human": True}, 1),
        Node("st", "Standing", {"class": "core"}, 3),
    ]
    edges = [Edge("DECIDES", "p", "k"), Edge("SUPERSEDES", "c2", "c1"), Edge("CLASSIFIES", "st", "c2")]
    for n, (text, sentences) in enumerate((old, new), 1):
        nodes += [Node(f"c{n}", "Claim", {"text": text}, n), Node(f"w{n}", "Warrant", {}, n)]
        nodes.append(Node(f"r{n}", "EvidenceRecord", {"sentence_ids": sentences}, n))
        edges += [Edge("WARRANTS", f"w{n}", f"c{n}"), Edge("USES", f"w{n}", f"r{n}")]
    graph = Subgraph(nodes, edges)
    return outcome_of(graph, graph["k"], Change(("c1",), {"c1": "c2"}))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (("It costs 9.", ["d:1"]), ("It costs 9.", ["d:2"]), "evidence_swapped"),
        (("It costs 9.", ["d:1"]), ("It  costs 9.", ["d:1", "d:2"]), "evidence_swapped"),
        (("It costs 9.", ["d:1"]), ("It costs 8.", ["d:2"]), "regenerated"),
        (("It costs the town 9 a year.", ["d:1"]), ("It costs the town 8 a year.", ["d:2"]), "regenerated"),
        (("It costs 9.", ["d:1"]), ("It may cost 9.", ["d:1"]), "narrowed"),
        (("It costs 9.", ["d:1"]), ("It costs 9.", ["d:1"]), "narrowed"),
    ],
)
def test_a_new_version_is_called_what_it_is(
    old: tuple[str, list[str]], new: tuple[str, list[str]], expected: str
) -> None:
    assert repaired(old, new) == expected


def test_a_challenge_whose_target_is_not_read_has_no_remark_about_it() -> None:
    graph = Subgraph([Node("k", "Challenge", {"kind": "adequacy", "by": "Ada"})], [])
    assert remarks(graph, graph["k"]) == []
