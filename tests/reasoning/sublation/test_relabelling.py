"""Labels that are kept up to date are those of a run labelled from the beginning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.sublation import Relabelling, sublate
from tests.support.chains.deliberation_runs import CARE, FISCAL, PANEL, DeliberationOf, leaf
from tests.support.chains.sublation_runs import RunOf

CLAIMS = [f"c{n}" for n in range(5)]
TARGETS = [*CLAIMS, *(f"{part}-{claim}" for claim in CLAIMS for part in "WR")]
objections = st.lists(
    st.tuples(
        st.sampled_from(TARGETS),
        st.sampled_from(["valid", "invalid", "requires_more_evidence", None]),
        st.sampled_from([None, (CARE, FISCAL), (FISCAL, CARE)]),
        st.sampled_from(["", "R-c0", "R-c3", "new"]),
        st.floats(0, 1),
    ),
    min_size=1,
    max_size=6,
)


def world(agenda: bool) -> RunOf:
    run = DeliberationOf(PANEL) if agenda else RunOf(PANEL)
    for n, claim in enumerate(CLAIMS):
        run.claim(claim, rests_on=[CLAIMS[n - 1]] if n in (1, 3) else [])
    run.critique("early", "c2", rated="valid")
    if isinstance(run, DeliberationOf):
        run.issue("i", "a", "b")
        run.option("A", leaf("i", "a"))
        for claim, outcome in (("c1", "a"), ("c3", "b"), ("c4", "b")):
            run.concludes(claim, "i", outcome)
        run.weigh("w", "i", "a", "b")
        run.rests("c4", "R-c0", group="g")
        run.rests("c4", "R-c1", group="g")
    return run


def same(kept: Relabelling, run: RunOf) -> bool:
    whole = sublate(run.graph()).labels
    return all(kept.labels(audience) == whole[audience] for audience in whole)


@given(st.booleans(), objections)
def test_one_objection_after_the_other_gives_the_labels_of_a_whole_run(
    agenda: bool, found: list[tuple[str, str | None, tuple[str, str] | None, str, float]]
) -> None:
    run = world(agenda)
    kept = Relabelling(run.graph())
    for n, (target, rated, values, record, materiality) in enumerate(found):
        nodes, edges = len(run.nodes), len(run.edges)
        before = {a: kept.labels(a) for a in PANEL}
        rests = [run.record(f"N{n}")] if record == "new" else [record] if record else []
        run.critique(f"k{n}", target, values=values, rests_on=rests, rated=None)
        if rated:
            run.rate(f"e{n}", f"k{n}", rated, materiality)
        change = kept.add(run.nodes[nodes:], run.edges[edges:])
        assert not change.whole
        assert same(kept, run)
        for audience in PANEL:
            now = kept.labels(audience)
            changed = {i: label for i, label in now.items() if before[audience].get(i) != label}
            assert changed.items() <= change.labels[audience].items()


@pytest.mark.parametrize("what", ["rating", "claim", "version", "ruling", "weighing", "sentence"])
def test_what_changes_more_than_it_attacks_is_labelled_from_the_beginning(what: str) -> None:
    run = world(agenda=True)
    run.critique("k", "c0", rated=None)
    kept = Relabelling(run.graph())
    assert kept.label("left", "c0") == "undecided"
    nodes, edges = len(run.nodes), len(run.edges)
    if what == "rating":
        run.rate("e", "k", "invalid")
    elif what == "claim":
        run.claim("new", rests_on=["c0"])
    elif what == "version":
        run.claim("new", old="c0")
    elif what == "ruling":
        run.rate("e", "k", "valid", human=True, by="somebody")
    elif what == "weighing":
        assert isinstance(run, DeliberationOf)
        run.weigh("v", "i", "b", "a", by="another")
    else:
        run.document("d", "law")
        run.sentence("s", "d")
        run.record("r", ["s"])
        run.critique("l", "c1", rests_on=["r"])
    change = kept.add(run.nodes[nodes:], run.edges[edges:])
    assert change.whole
    assert same(kept, run)


def test_nothing_is_there_to_begin_with() -> None:
    kept = Relabelling(Subgraph())
    assert kept.labels("everyone") == {}
    assert kept.add([], []).labels == {"everyone": {}}
