"""Runs over the appeal of the stallholder whose arguments rest on a finding that a person contests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from foam_graph.app.asking import Ask, begin, finish
from foam_graph.app.session import Session
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.sublation import audiences_of, current_labels
from foam_graph.reasoning.turns import Limits
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.case_model import CaseAsked, CaseModel, CaseRewrite
from tests.support.endpoints.openai_server import Server
from tests.support.worlds.llm_world import PERSPECTIVES, write_template
from tests.support.worlds.read_world import FREE, QUESTION


def resting(asked: CaseAsked, answer: dict[str, Any]) -> Any:
    """A model that reads a finding out of the file and rests every argument on it."""
    if asked.name == "FindingsOut":
        return {"findings": [FREE], "wrong": []}
    if asked.name == "ArgueOut":
        for argument in answer["arguments"]:
            first = argument["parts"][0]
            first["premises"], first["records"][0]["sentences"] = ["F4"], ["4.1"]
    if asked.name == "CriticiseOut":
        return {"critiques": [], "omissions": []}
    return answer


@contextmanager
def argued_office(
    office: tuple[Session, str], folder: Path, rewrite: CaseRewrite = resting
) -> Iterator[tuple[Session, str, Node, CaseModel]]:
    """A finished run, and the finding that two perspectives rest on.

    Args:
        office: A session with the documents, and the name of their corpus.
        folder: Where the template is written.
        rewrite: What the model says; its arguments have to be those of ``resting``.
    """
    model, (loaded, corpus) = CaseModel(rewrite), office
    with Server(then=model) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **values)) as session:
            template = str(write_template(folder))
            run = begin(session, Ask(QUESTION, corpus, template, PERSPECTIVES, "llm", 5, "2026-05-15", limits=Limits(depth="standard")))  # fmt: skip
            finish(session, run)
            graph = session.store.subgraph(run)
            (found,) = [one for one in graph.live("Finding") if one["kind"] == "leaning"]
            assert len({one["stance_id"] for one in on(graph, found)}) == 2
            yield session, run, found, model


def on(graph: Subgraph, finding: Node) -> list[Node]:
    """The live claims that rest on a finding."""
    return [one for one in graph.into(finding.id, "RESTS_ON") if one.kind == "Claim" and not graph.superseded(one.id)]


def labels_of(graph: Subgraph, node: str) -> set[str]:
    """Labels of a node over all audiences."""
    return {current_labels(graph, one.name)[node] for one in audiences_of(graph)}


def asked_for(model: CaseModel, name: str, since: int) -> list[CaseAsked]:
    """What a model was asked for by the name of its answer, from a place on."""
    return [one for one in model.asked[since:] if one.name == name]


def classes(graph: Subgraph) -> dict[str, str]:
    """Class by live claim."""
    return {claim: str(node["class"]) for claim, node in standings(graph).items()}


_BESIDE = re.compile(r"\(On what it attacks (.+?) rests? as well")
ELSEWHERE = "2.1"
"""A sentence that nobody contests."""


def leaving(asked: CaseAsked, answer: dict[str, Any]) -> Any:
    """Owners who leave what was attacked: all parts on it get a new version, which names the first word of what was said against it."""
    if asked.name != "RespondOut":
        return resting(asked, answer)
    shown = {part["id"]: part for one in asked.data["arguments"] for part in one["parts"]}
    answers, revisions = [], []
    for critique in asked.data["critiques"]:
        beside = _BESIDE.search(critique["grounds"])
        named = [critique["target"], *(beside[1].split(", ") if beside else ())]
        answers.append({"critique": critique["id"], "answer": "concede_part", "text": "Left.", "evidence": []})
        mark = critique["grounds"].split()[0].rstrip(".")
        revisions += [
            {"target": name, "answers": [critique["id"]], "part": _marked(shown[name], mark)} for name in named
        ]
    return {"answers": answers, "revisions": revisions}


def _marked(part: dict[str, Any], mark: str) -> dict[str, Any]:
    return {
        "component": part["id"].partition(".")[2],
        "text": f"{part['text']} Not so {mark}.",
        "warrant": "The other source says so.",
        "records": [{"tag": "another", "sentences": [ELSEWHERE], "any_of": "", "stands": "for"}],
        "premises": [name.partition(".")[2] for name in part.get("rests_on", ()) if "." in name],
        "backing": "", "qualifier": "Only so far.", "rebuttal": "", "values": [], "calculation": None,
    }  # fmt: skip
