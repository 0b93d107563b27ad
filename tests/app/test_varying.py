"""A run made anew: both stay, the new one records what it was made from, and the two are compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as checked
from hypothesis import strategies as st

from foam_graph.app.comparing import diff
from foam_graph.app.loading import load
from foam_graph.app.run_parameters import recorded as run_parameters
from foam_graph.app.session import Session
from foam_graph.app.varying import Variation, rerun, reweighted, varied, without_classes
from foam_graph.config import Settings
from foam_graph.errors import FoamError, UnknownId, UsageError
from foam_graph.reasoning.perspectives.library import choose, library
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.planted_world import ask_world, load_world

CORPUS = "tarn-varied"


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder: Path = tmp_path_factory.mktemp("varied")
    with Session(settings) as opened:
        load_world(opened, folder, CORPUS)
        yield opened


@pytest.fixture(scope="module")
def run(session: Session) -> str:
    return ask_world(session, CORPUS)


def test_a_rerun_is_recorded_as_derived_and_both_outcomes_stay(session: Session, run: str, tmp_path: Path) -> None:
    before = {n.id: dict(n.fields) for n in session.store.subgraph(run).nodes}
    late = tmp_path / "late.md"
    late.write_text("The harbour bridge was painted green after the run was made.\n", encoding="utf-8")
    load(session, [late], CORPUS)
    value = next(iter(choose(["caseworker"], library())[0].value_priorities))
    new = rerun(
        session, run, Variation(reweight=(f"caseworker:{value}=0.9",), add=("commonwealth",), bar=("advocacy",))
    )
    assert {n.id: dict(n.fields) for n in session.store.subgraph(run).nodes} == before
    graph = session.store.subgraph(new)
    old, now = run_parameters(session.store.subgraph(run), run), run_parameters(graph, new)
    assert now["derived_from"] == run
    assert now["variation"] == {"reweight": [f"caseworker:{value}=0.9"], "add": ["commonwealth"], "bar": ["advocacy"]}
    assert {n: now[n] for n in ("documents", "template", "seed", "dated", "limits")} == {
        n: old[n] for n in ("documents", "template", "seed", "dated", "limits")
    }
    assert [e.end for e in graph.out_edges(new, "VARIES")] == [run]
    assert [i.partition("@")[0] for i in now["perspectives"]] == ["applicant", "caseworker", "commonwealth"]
    row = session.store.ask("nodes_by_id", ids=[now["perspectives"][1]])[0]
    assert json.loads(row["props"]["card"])["value_priorities"][value] == 0.9
    assert not [
        r for r in graph.live("EvidenceRecord") if "advocacy" in r["source_classes"] and graph.into(r.id, "USES")
    ]
    found = diff(session, run, new).as_json()
    assert set(found["parameters"]) == {"perspectives", "derived_from", "variation"}
    assert verify(session.store, run).ok
    assert verify(session.store, new).ok


def test_what_cannot_be_varied_says_so_and_writes_nothing(session: Session, run: str) -> None:
    before = session.store.ask("totals")
    for variation, told in (
        (Variation(), "nothing would be different"),
        (Variation(drop=("order",)), "does not argue"),
        (Variation(drop=("caseworker",)), "1 perspectives"),
        (Variation(add=("caseworker",)), "argues in this run already"),
        (Variation(add=("nobody",)), "nobody"),
        (Variation(reweight=("liberty",)), "no reweighting"),
        (Variation(reweight=("liberty=2",)), "no weight"),
        (Variation(reweight=("gloss=0.4",)), "gloss"),
        (Variation(reweight=("order:liberty=0.4",)), "no reweighting"),
        (Variation(bar=("gossip",)), "gossip"),
    ):
        with pytest.raises(FoamError, match=told):
            rerun(session, run, variation)
    with pytest.raises(UnknownId):
        rerun(session, "no-such-run", Variation(add=("union",)))
    assert session.store.ask("totals") == before


@checked(deadline=None)
@given(weight=st.floats(0, 1), which=st.integers(0, 20), name=st.sampled_from(sorted(library())))
def test_weights_still_sum_to_one_and_the_others_keep_their_order(weight: float, which: int, name: str) -> None:
    (perspective,) = choose([name], library())
    values = sorted(perspective.value_priorities)
    value = values[which % len(values)]
    new = reweighted(perspective, value, weight)
    assert abs(sum(new.value_priorities.values()) - 1) < 1e-6
    assert abs(new.value_priorities[value] - weight) < 1e-6
    others = [v for v in values if v != value and perspective.value_priorities[v] > 0]
    for one in others:
        for two in others:
            if perspective.value_priorities[one] > perspective.value_priorities[two]:
                assert new.value_priorities.get(one, 0) >= new.value_priorities.get(two, 0) - 1e-5


def test_barring_every_class_is_refused() -> None:
    (perspective,) = choose(["liberty"], library())
    barred = without_classes(perspective, ["news"])
    assert "news" not in barred.evidence_policy.source_classes
    with pytest.raises(UsageError, match="no source at all"):
        without_classes(perspective, list(perspective.evidence_policy.source_classes))
    assert varied([perspective], Variation()) == [perspective]
