"""What sublation writes fits the model and replaces what was written before."""

from __future__ import annotations

import pytest

from foam_graph.errors import RoleViolation
from foam_graph.model.delta import ActivityDraft, Committed, Delta, NewEdge, node_ids
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.model.validation import check
from foam_graph.reasoning.sublation import KERNEL, current_labels, labelling_delta, sublate
from tests.support.chains.sublation_runs import RunOf

DRAFT = ActivityDraft("run", "Compilation", Role.COMPILER, "sublation")


def contested_run() -> RunOf:
    run = RunOf({"ann": {"care": 1.0}, "bob": {"cost": 1.0}}, {"bob": {"source_classes": ["law"]}})
    run.syllogism("s", "link", "impact")
    run.claim("c", fills=("s", "link"))
    run.claim("d", rests_on=["c"], fills=("s", "impact"))
    run.critique("k", "c", values=("care", "cost"))
    run.reply("r", "k")
    return run


def commit(graph: Subgraph, delta: Delta, seq: int) -> Committed:
    activity = f"run-{seq}"
    done = Committed("run", activity, seq, "2025-06-02T00:00:00.000000Z", "", node_ids(activity, delta.nodes))
    graph.apply(DRAFT, delta, done)
    return done


def edges(delta: Delta, type_: str) -> list[NewEdge]:
    return [edge for edge in delta.edges if edge.type == type_]


def test_the_delta_fits_the_model_for_the_compiler_only() -> None:
    graph = contested_run().graph()
    delta, refs = labelling_delta(graph, sublate(graph), {"seed": 7})
    check(DRAFT, delta)
    with pytest.raises(RoleViolation):
        check(ActivityDraft("run", "AgentTurn", Role.PROPOSER, "sublation"), delta)
    assert set(refs) == {"ann", "bob", "c", "d"}


def test_every_label_is_written_and_everything_not_in_is_explained() -> None:
    graph = contested_run().graph()
    found = sublate(graph)
    delta, _ = labelling_delta(graph, found)
    written = {(e.start.id, e.end.id): e.fields["label"] for e in edges(delta, "LABELS")}
    assert len(written) == sum(map(len, found.labels.values()))
    for n, name in enumerate(("ann", "bob"), 1):
        assert delta.nodes[n - 1].fields["audience"] == name
        for node_id, label in found.labels[name].items():
            assert written[f"#{n}", node_id] == label
            explained = [e for e in edges(delta, "EXPLAINS") if e.start.id == f"#{n}" and e.fields["of"] == node_id]
            assert explained or label == "in"


def test_labellings_record_kernel_and_parameters() -> None:
    graph = contested_run().graph()
    delta, _ = labelling_delta(graph, sublate(graph, threshold=0.25), {"seed": 7})
    fields = delta.nodes[1].fields
    assert fields["kernel"] == KERNEL
    assert '"threshold":0.25' in fields["parameters"]
    assert '"seed":7' in fields["parameters"]
    assert '"source_classes":["law"]' in fields["parameters"]
    labelled = sublate(graph).labelled["bob"]
    assert (fields["arguments"], fields["attacks"]) == (len(labelled.labels), labelled.attacks)


def test_a_newer_computation_supersedes_the_one_before() -> None:
    run = contested_run()
    graph = run.graph()
    first, _ = labelling_delta(graph, sublate(graph))
    assert edges(first, "SUPERSEDES") == []
    commit(graph, first, 1_000)
    second, _ = labelling_delta(graph, sublate(graph))
    check(DRAFT, second)
    assert [node.kind for node in second.nodes] == ["Labelling", "Labelling"], "a standing that says the same stays"
    assert len(edges(second, "SUPERSEDES")) == 2
    assert edges(second, "LABELS") == edges(second, "EXPLAINS") == [], "nothing differs, so nothing is said again"
    commit(graph, second, 1_001)
    assert len(graph.live("Labelling")) == 2
    assert len(graph.live("Standing")) == 2
    assert sublate(graph).labels == sublate(run.graph()).labels
    for audience, labels in sublate(graph).labels.items():
        assert current_labels(graph, audience) == labels


def test_a_later_labelling_says_what_differs_and_no_more() -> None:
    run = contested_run()
    graph = run.graph()
    first, _ = labelling_delta(graph, sublate(graph))
    commit(graph, first, 1_000)
    before = {audience: dict(labels) for audience, labels in sublate(graph).labels.items()}
    run.claim("late")
    for node in run.nodes:
        graph.add(node)
    for edge in run.edges[len(list(contested_run().edges)) :]:
        graph.connect(edge)
    second, _ = labelling_delta(graph, sublate(graph))
    said = {edge.end.id for edge in second.edges if edge.type == "LABELS"}
    after = sublate(graph).labels
    changed = {
        n for audience, labels in after.items() for n, label in labels.items() if before[audience].get(n) != label
    }
    assert changed
    assert said == changed
    commit(graph, second, 1_001)
    for audience, labels in after.items():
        assert {n: current_labels(graph, audience)[n] for n in labels} == labels


def test_the_standing_of_an_earlier_version_is_superseded_with_the_claim() -> None:
    run = contested_run()
    graph = run.graph()
    delta, _ = labelling_delta(graph, sublate(graph))
    commit(graph, delta, 1_000)
    run.claim("c2", old="c")
    for node in run.nodes:
        graph.add(node)
    for edge in run.edges[len(list(contested_run().edges)) :]:
        graph.connect(edge)
    again, _ = labelling_delta(graph, sublate(graph))
    commit(graph, again, 1_001)
    assert {graph.out(n.id, "CLASSIFIES")[0].id for n in graph.live("Standing")} == {"c2", "d"}


def test_a_conditional_claim_is_written_with_its_condition() -> None:
    run = RunOf({"ann": {"care": 1.0}, "bob": {"cost": 1.0}})
    run.claim("c")
    run.critique("k", "c", values=("care", "cost"))
    graph = run.graph()
    delta, _ = labelling_delta(graph, sublate(graph))
    check(DRAFT, delta)
    standing = next(n for n in delta.nodes if n.kind == "Standing").fields
    assert standing["class"] == "conditional"
    assert standing["condition"] == "holds where care weighs more than cost"
    assert (standing["in_for"], standing["out_for"]) == (["ann"], ["bob"])
    run.critique("l", "k", rated="valid")
    core = labelling_delta(run.graph(), sublate(run.graph()))[0].nodes[-1].fields
    assert (core["class"], core["tested"], core["falls_if"]) == ("core", True, [])
