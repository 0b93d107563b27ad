"""A small case that a model behind a real server has argued to its answer, to be contested."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from foam_graph.app.asking import Ask, begin, finish
from foam_graph.app.session import Session
from foam_graph.reasoning.turns import Limits
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.case_model import CaseAsked, CaseModel, CaseRewrite
from tests.support.endpoints.openai_server import Server
from tests.support.worlds.llm_world import PERSPECTIVES, QUESTION, write_template

DAY = "2026-01-15"


@contextmanager
def argued(
    loaded: Session,
    corpus: str,
    folder: Path,
    rewrite: CaseRewrite | None = None,
    third: str = "",
    depth: str = "quick",
) -> Iterator[tuple[Session, str, CaseModel]]:
    """A run with its position, open for contests.

    Args:
        loaded: A session whose database and corpora hold the documents.
        corpus: Name of their corpus.
        folder: Where the template is put.
        rewrite: Turns each good answer of the model into the one that is sent.
        third: A third perspective.
        depth: How deep it is argued.
    """
    model = CaseModel(rewrite)
    with Server(then=model) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **values)) as session:
            perspectives = (*PERSPECTIVES, third) if third else PERSPECTIVES
            template = str(write_template(folder))
            wanted = Ask(QUESTION, corpus, template, perspectives, "llm", 5, DAY, limits=Limits(depth=depth))
            run = begin(session, wanted)
            finish(session, run)
            yield session, run, model


def by_value(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
    """What the money should go to is a recommendation, weighed by two values that the perspectives rank otherwise."""
    if asked.name == "AgendaOut":
        answer["issues"][1]["type"] = "policy_recommendation"
    if asked.name == "WeighOut":
        for one in answer["weighings"]:
            if one["issue"] == "money":
                one |= {"reason": "value", "value_over": "care", "value_under": "fiscal_responsibility", "evidence": []}
    return answer
