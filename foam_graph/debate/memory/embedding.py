"""Vectors of utterances: encoded in pieces, pooled, kept by the hash of their text, compared in their memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256

from foam_graph.config import Settings
from foam_graph.corpus.encoders.pooling import pieces, pooled
from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.corpus.search.open_index import forget_vectors, open_vectors
from foam_graph.corpus.search.passages import text_key
from foam_graph.corpus.search.vector_cache import VectorCache
from foam_graph.debate.memory.held import HeldRecord, HeldUtterance
from foam_graph.files.atomic import remove_folder
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role

STEP = "encode"


class Embedding:
    """The vectors of one memory.

    Args:
        settings: The home folder and the Qdrant server are read.
        memory: Name of the memory.
        encoder: Its encoder.

    Raises:
        EnvironmentFault: The server's address is not one.
    """

    def __init__(self, settings: Settings, memory: str, encoder: Encoder) -> None:
        self.encoder = encoder
        self._cache = VectorCache(settings.home / "memories" / ".vectors", encoder)
        self._held = open_vectors(settings, memory, encoder)

    def vector(self, sentences: Sequence[str]) -> Vector:
        """The vector of a text in sentences.

        Raises:
            EnvironmentFault: The encoder cannot be used.
        """
        return self._vectors([sentences])[0]

    def encode(self, sentences: Sequence[str]) -> int:
        """Encodes a text, so that its vector is kept; returns in how many pieces.

        Raises:
            EnvironmentFault: The encoder cannot be used.
        """
        texts = pieces(sentences)
        self._cache.vectors([text_key(text) for text in texts], texts)
        return len(texts)

    def bring(self, records: Sequence[HeldRecord]) -> int:
        """Makes what is compared exactly these records; returns how many had to be added.

        Raises:
            EnvironmentFault: The encoder, the disk or the server cannot be used, or another process writes too long.
        """
        texts = {one.item.key: one.sentences for one in records}
        return self._held.bring(texts.keys(), lambda keys: self._vectors([texts[key] for key in keys]))

    def scores(self, vector: Vector, keys: Collection[str]) -> Mapping[str, float]:
        """Cosine between a vector and the records of some keys.

        Raises:
            EnvironmentFault: The shard cannot be opened, or the server does not answer.
        """
        return self._held.scores(vector, keys)

    def _vectors(self, texts: Sequence[Sequence[str]]) -> list[Vector]:
        cut = [pieces(sentences) for sentences in texts]
        flat = [piece for one in cut for piece in one]
        rows = iter(self._cache.vectors([text_key(piece) for piece in flat], flat))
        return [pooled([next(rows) for _ in one], one) for one in cut]


def forget(settings: Settings, memory: str) -> None:
    """Drops what is kept of a memory's texts as vectors; the next recall encodes anew what can still be read.

    Computed vectors are kept under hashes alone, so those of all memories go.

    Args:
        settings: The home folder and the Qdrant server are read.
        memory: Name of the memory.

    Raises:
        CorpusError: A name that cannot be used.
        EnvironmentFault: Something cannot be removed, or the server does not answer.
    """
    forget_vectors(settings, memory)
    remove_folder(settings.home / "memories" / ".vectors")


def encode_draft(chain: str, transcript: str) -> ActivityDraft:
    """The activity that encodes a debate."""
    return ActivityDraft(chain, "Retrieval", Role.RETRIEVER, STEP, used=(transcript,))


def records_delta(held: Sequence[HeldUtterance], embedding: Embedding) -> Delta:
    """A record for each utterance; what is encoded is kept before the row is written.

    Args:
        held: The utterances, as they stand in the graph.
        embedding: Encodes them.

    Raises:
        EnvironmentFault: The encoder cannot be used.
    """
    delta = Delta()
    for one in held:
        count = embedding.encode(one.spoken.sentences)
        node = delta.node("MemoryRecord", key=record_key(one.id), encoder=embedding.encoder.describe(), pieces=count)
        delta.edge("ABOUT", node, Ref(one.id, "Utterance"))
    return delta


def record_key(utterance: str) -> str:
    """Key of an utterance's vector."""
    return sha256(utterance.encode()).hexdigest()[:32]
