"""Debates of a memory in the graph, as they are held against a test set."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.debate.memory.held import must_be_there, utterances
from foam_graph.evaluation.material.debates import Debate
from foam_graph.store.store import Store


def remembered_debates(store: Store, memory: str) -> Iterator[Debate]:
    """The debates of a memory, each read from the graph when it is asked for.

    Raises:
        UnknownId: There is no memory of that name.
    """
    for one in must_be_there(store, memory):
        spoken = tuple(held.spoken for held in utterances(store, memory, one.id))
        yield Debate(one.name, one.topic, one.sha256, spoken)
