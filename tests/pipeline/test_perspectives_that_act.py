"""Pairs of runs that differ in one thing that a perspective declares: it reaches its agent and changes what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from foam_graph.app.asking import Ask, begin, open_run
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.deliberating import draft_case
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel, some
from tests.support.endpoints.openai_server import Server
from tests.support.worlds.llm_world import QUESTION, write_documents, write_template

CORPUS = "library-perspectives"
WATCHER: dict[str, Any] = {
    "stance_id": "watcher",
    "role_label": "Watcher",
    "domain": "general",
    "epistemic_axes": [{"name": "empirical", "value": 0.5, "rationale": "Records first."}],
    "evidence_policy": {
        "source_classes": ["statistics", "official_record", "research", "testimony", "correspondence"],
        "independent_sources": 1,
    },
    "value_priorities": {"care": 0.6, "fiscal_responsibility": 0.4},
    "scope_limits": {"jurisdiction": "The town", "time_horizon": "One year"},
    "coherence_constraints": [],
    "disclosure_text": "It watches for a test. It weighs care first.",
    "point": {"impact_framework": "ethics_of_care"},
}
OTHER = WATCHER | {"stance_id": "bystander", "role_label": "Bystander"}
BARS = {"predicate": "no_unflagged_class", "kind": "hard", "classes": ["research"]}
VARIANTS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "dimensions": ({"point": {"impact_framework": "utilitarian"}}, {"manner"}),
    "axes": ({"epistemic_axes": [{"name": "empirical", "value": -0.5, "rationale": "Voices first."}]}, {"axes"}),
    "scope": ({"scope_limits": {"jurisdiction": "The county", "time_horizon": "Ten years"}}, {"scope"}),
    "constraints": ({"coherence_constraints": [{"predicate": "must_name_uncertainty", "kind": "soft"}]}, {"binds"}),
    "a constraint that bars": ({"coherence_constraints": [BARS]}, {"binds", "not_citable"}),
    "evidence policy": (
        {"evidence_policy": {"source_classes": ["statistics", "official_record"], "independent_sources": 1}},
        {"not_citable"},
    ),
    "values": ({"value_priorities": {"care": 0.2, "fiscal_responsibility": 0.8}}, {"values"}),
}
"""What is changed of the watcher, and which fields of what its agent is told differ then."""


class Runs:
    """Drafts the case with a watcher as given; the same watcher is drafted once."""

    def __init__(self, session: Session, model: CaseModel, folder: Path) -> None:
        self._session, self._model, self._folder = session, model, folder
        self._known: dict[str, tuple[list[CaseAsked], Subgraph]] = {}

    def drafted(self, name: str, changed: dict[str, Any]) -> tuple[list[CaseAsked], Subgraph]:
        """What was asked, and the run."""
        if name not in self._known:
            file = self._folder / f"{len(self._known)}.yaml"
            file.write_text(yaml.safe_dump({"perspectives": [WATCHER | changed, OTHER]}), encoding="utf-8")
            before = len(self._model.asked)
            wanted = Ask(
                question=QUESTION, corpus=CORPUS, template=str(write_template(self._folder)),
                perspectives=("watcher", "bystander"), agents="llm", seed=5, dated="2026-01-15", perspective_file=file,
                limits=Limits(depth="quick"),
            )  # fmt: skip
            run = begin(self._session, wanted)
            draft_case(open_run(self._session, run))
            self._known[name] = self._model.asked[before:], assert_sound(self._session, run)
        return self._known[name]


@pytest.fixture(scope="module")
def runs(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    model, folder = CaseModel(_by_the_speaker), tmp_path_factory.mktemp("perspectives")
    with Server(then=model) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(settings, **values)) as session:
            load(session, [write_documents(folder / "documents")], CORPUS)
            yield Runs(session, model, folder)


def _by_the_speaker(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
    """A model that does as it is told: its qualifiers say what its speaker asks of it, it cites the last it may cite."""
    who = asked.data.get("speaker")
    for argument in answer.get("arguments", ()) if who else ():
        for one in argument["parts"]:
            one["records"][0]["sentences"] = some(asked, 1, -1)
            one["text"] = "It bears on it."
            told = [*who.get("manner", ()), *who.get("axes", ()), who.get("scope", ""), *who.get("binds", ())]
            one["qualifier"] = " ".join([*told, *sorted(who["values"], key=who["values"].get, reverse=True)])[:300]
    return answer


def speakers(asked: list[CaseAsked], stance: str) -> dict[str, dict[str, Any]]:
    """Task to what its agent was told of a perspective."""
    return {one.name: one.data["speaker"] for one in asked if one.data.get("speaker", {}).get("id") == stance}


def drafts(graph: Subgraph, stance: str) -> list[tuple[str, list[str], list[str]]]:
    """Each part of a perspective: its words, its qualifiers, the classes of its sources."""
    found = []
    for claim in sorted((c for c in graph.live("Claim") if c["stance_id"] == stance), key=lambda c: c["leaf"]):
        classes = sorted({c for r in claim_records(graph, claim.id) for c in graph[r]["source_classes"]})
        found.append((claim["text"], [q["text"] for q in graph.into(claim.id, "QUALIFIES")], classes))
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_what_a_perspective_declares_reaches_its_agent_and_changes_what_is_drafted(runs: Runs, name: str) -> None:
    changed, fields = VARIANTS[name]
    (asked, graph), (other_asked, other_graph) = runs.drafted("as it is", {}), runs.drafted(name, changed)
    before, after = speakers(asked, "watcher"), speakers(other_asked, "watcher")
    assert before.keys() == after.keys() == {"TheoryOut", "ArgueOut"}
    for task, told in before.items():
        other = after[task]
        differing = {key for key in {*told, *other} if told.get(key) != other.get(key)}
        assert differing == fields, f"{task}: what else differs would be told by the one who declared nothing else"
    assert drafts(graph, "watcher") != drafts(other_graph, "watcher")
    assert speakers(asked, "bystander") == speakers(other_asked, "bystander"), "nobody else is told anything"
    assert drafts(graph, "bystander") == drafts(other_graph, "bystander")


def test_what_is_barred_is_not_cited(runs: Runs) -> None:
    _, graph = runs.drafted("as it is", {})
    assert any("research" in classes for _, _, classes in drafts(graph, "watcher"))
    _, barred = runs.drafted("a constraint that bars", VARIANTS["a constraint that bars"][0])
    assert not any("research" in classes for _, _, classes in drafts(barred, "watcher"))


def test_the_same_perspective_is_asked_the_same_twice(runs: Runs) -> None:
    first, second = runs.drafted("as it is", {}), runs.drafted("once more", {})
    for stance in ("watcher", "bystander"):
        assert speakers(first[0], stance) == speakers(second[0], stance)
    assert drafts(first[1], "watcher") == drafts(second[1], "watcher")
