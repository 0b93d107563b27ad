"""Debates in which a model writes each speech three times: who writes, who chooses, and what came of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app.debated import debate_of
from foam_graph.app.debating import Motion, begin, debate, finish
from foam_graph.app.session import Session
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import was_spoken
from foam_graph.store.ledger.verification import verify
from foam_graph.store.store import Store
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.model_server import Asked, Model, Rewrite, Server, asked_twice, careful, read

ENDS = {1: "Hear me on this.", 2: "So weigh it.", 3: "That is what decides."}
"""What each draft ends with, by its number."""


def session_of(server: Server, loaded: Session) -> Session:
    values: dict[str, Any] = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
    return Session(replace(loaded.settings, **values))


def preferring(*best: int, fault: bool = False) -> Rewrite:
    """Three drafts that differ, and a chooser who ranks them by their numbers, wherever they stand."""

    def rewrite(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "speak" and asked.input.draft:
            return {"speech": f"{answer['speech']} {ENDS[asked.input.draft]}"}
        if asked.task == "choose_speech":
            places = [next(i for i, text in enumerate(asked.input.drafts, 1) if ENDS[n] in text) for n in best]
            told = {"words": ENDS[best[0]], "wrong": "It names nothing; say what decides."} if fault else {}
            return answer | {"ranking": places, "why": "It answers."} | told
        return answer

    return rewrite


def held(loaded: Session, passages: list[Passage], rewrite: Rewrite, wanted: Motion) -> tuple[Subgraph, list[Asked]]:
    """A debate that a model held, and what it was asked."""
    with Server(then=Model(careful(passages), rewrite)) as server, session_of(server, loaded) as session:
        run = debate(session, wanted).run
        assert verify(session.store, run).faults == []
        return session.store.subgraph(run), [read(body) for body in server.requests]


def drafts_of(graph: Subgraph, turn: int) -> list[Node]:
    found = [one for one in graph.of("Utterance") if one["turn"] == turn and not was_spoken(one) and not one["round"]]
    return sorted(found, key=lambda one: one.ord)


class _Dies(Exception):
    """A process that dies at a commit."""


def killed_at_every_commit(
    loaded: Session, passages: list[Passage], rewrite: Rewrite, wanted: Motion, monkeypatch: pytest.MonkeyPatch
) -> Subgraph:
    """A debate whose process died after each commit, and was taken up again; nothing was asked twice."""
    honest, done = Store.commit, list[str]()

    def dies_after_one(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        if draft.kind != "Call":
            if done:
                raise _Dies
            done.append(draft.step)
        return honest(store, draft, delta)

    with Server(then=Model(careful(passages), rewrite)) as server, session_of(server, loaded) as session:
        run = begin(session, wanted)
        for _ in range(200):
            done.clear()
            with monkeypatch.context() as patch:
                patch.setattr(Store, "commit", dies_after_one)
                with suppress(_Dies):
                    finish(session, run)
            if not done:
                break
        graph = session.store.subgraph(run)
        assert debate_of(graph, run).finished
        assert asked_twice(server) == []
        assert verify(session.store, run).faults == []
        return graph
