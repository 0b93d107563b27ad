"""Opens the index that the settings ask for."""

from __future__ import annotations

from foam_graph.config import Settings
from foam_graph.corpus.edge_index import EdgeIndex
from foam_graph.corpus.retrieval import Index
from foam_graph.corpus.server_index import ServerIndex
from foam_graph.corpus.store import CorpusStore


def open_index(settings: Settings, store: CorpusStore) -> Index:
    """The index of an installation: a Qdrant server where one is set, else the embedded engine.

    Args:
        settings: ``home`` and ``qdrant_url`` are read.
        store: The corpus store that the index is a cache of.

    Raises:
        EnvironmentFault: A server is set, but its client is not installed.
    """
    if settings.qdrant_url:
        return ServerIndex(settings.qdrant_url, store)
    return EdgeIndex(settings.home, store)
