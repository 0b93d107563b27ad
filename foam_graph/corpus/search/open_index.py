"""Opens the index, the vectors of a memory and the encoder that the settings ask for."""

from __future__ import annotations

from foam_graph.config import Settings
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.encoders.endpoint_encoder import EndpointEncoder
from foam_graph.corpus.encoders.local_encoder import LocalEncoder
from foam_graph.corpus.encoders.protocol import LOCAL, OFF, Encoder, dense_installed
from foam_graph.corpus.search.embedded_index import EmbeddedIndex
from foam_graph.corpus.search.keyed_vectors import KeyedVectors, VectorsByKey
from foam_graph.corpus.search.protocol import Index
from foam_graph.corpus.search.server_index import ServerIndex
from foam_graph.corpus.search.server_vectors import ServerVectors, forget_on_server
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.files.atomic import remove_folder


def open_index(settings: Settings, store: CorpusStore, *, by_meaning: bool = False) -> Index:
    """The index of an installation: a Qdrant server where one is set, else the embedded engines.

    Args:
        settings: ``home``, the server's and the encoder's settings are read.
        store: The corpus store that the index is a cache of.
        by_meaning: Whether search by meaning is asked for, also where no encoder is set (see ``open_encoder``).

    Raises:
        EnvironmentFault: A server or an encoder is set, but the extra that it needs is not installed.
        UsageError: The encoder's setting is neither a name nor a URL.
    """
    encoder = open_encoder(settings, wanted=by_meaning)
    if settings.qdrant_url:
        return server_index(settings, store, encoder)
    return EmbeddedIndex(settings.home, store, encoder)


def server_index(settings: Settings, store: CorpusStore | None, encoder: Encoder | None) -> ServerIndex:
    """The index on the Qdrant server that is set.

    Args:
        settings: ``home`` and the server's settings are read.
        store: The corpus store that the index is a cache of; None = it is only added to.
        encoder: Makes vectors; None = words only.

    Raises:
        EnvironmentFault: The server's address is not one.
    """
    cache = settings.home / "index" / ".vectors"
    return ServerIndex(settings.qdrant_url, store, encoder, key=settings.qdrant_api_key, cache=cache)


def open_vectors(settings: Settings, memory: str, encoder: Encoder) -> VectorsByKey:
    """The vectors of a memory: on a Qdrant server where one is set, else in a shard on disk.

    Args:
        settings: ``home`` and ``qdrant_url`` are read.
        memory: Name of the memory.
        encoder: Whose vectors they are.

    Raises:
        CorpusError: A name that cannot be used.
        EnvironmentFault: The server's address is not one.
    """
    if settings.qdrant_url:
        return ServerVectors(settings.qdrant_url, memory, encoder, key=settings.qdrant_api_key)
    return KeyedVectors(settings.home, memory, encoder)


def forget_vectors(settings: Settings, memory: str) -> None:
    """Drops the vectors of a memory, on disk and on a Qdrant server where one is set.

    Raises:
        CorpusError: A name that cannot be used.
        EnvironmentFault: Something cannot be removed, or the server does not answer.
    """
    remove_folder(settings.home / "memories" / check_corpus_name(memory))
    if settings.qdrant_url:
        forget_on_server(settings.qdrant_url, memory, settings.qdrant_api_key)


def open_encoder(settings: Settings, *, wanted: bool = False) -> Encoder | None:
    """The encoder that the settings ask for.

    Args:
        settings: ``encoder`` is the base URL of an OpenAI-compatible endpoint, ``minilm``, ``none`` or empty.
        wanted: Whether search by meaning is asked for: then an empty setting means the local model, where the extra
            ``dense`` is installed. Without being asked, nothing encodes a corpus for hours.

    Returns:
        The encoder; None for search by words alone. Nothing is fetched or called yet.

    Raises:
        EnvironmentFault: ``minilm`` is asked for without the extra, or the endpoint's address cannot be used.
        UsageError: The setting is neither a name nor a URL.
    """
    asked = settings.encoder.strip()
    if asked.startswith(("http://", "https://")):
        return EndpointEncoder(asked, settings.encoder_model, settings.encoder_api_key, settings.llm_timeout)
    if asked == OFF or (not asked and not (wanted and dense_installed())):
        return None
    if asked not in ("", LOCAL):
        raise UsageError(
            f"the encoder {asked[:60]!r} is not known",
            f"Set FOAM_ENCODER to {LOCAL}, {OFF}, or a URL that begins http.",
        )
    if not dense_installed():
        raise EnvironmentFault(
            "the local encoder is set, but its packages are not installed",
            "Install them with `pip install 'foam-graph[dense]'`.",
        )
    return LocalEncoder(settings.home)
