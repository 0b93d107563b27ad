"""Which encoder a memory has: one, chosen when it is begun, named in every record, and never mixed with another."""

from __future__ import annotations

from foam_graph.config import Settings
from foam_graph.corpus.encoders.lexical_encoder import LexicalEncoder
from foam_graph.corpus.encoders.local_encoder import LocalEncoder
from foam_graph.corpus.encoders.protocol import Encoder, dense_installed
from foam_graph.corpus.search.open_index import open_encoder
from foam_graph.errors import UsageError


def chosen_encoder(settings: Settings, language: str) -> Encoder:
    """The encoder of a new memory: that of the settings, else words; words for Chinese, which the local model cannot read.

    Args:
        settings: The encoder's settings are read.
        language: Of the first debate.

    Raises:
        EnvironmentFault: The settings name an encoder that is not installed or cannot be reached.
        UsageError: The settings name none.
    """
    asked = open_encoder(settings)
    if asked is None or not _reads(asked, language):
        return LexicalEncoder()
    return asked


def recorded_encoder(settings: Settings, memory: str, recorded: str) -> Encoder:
    """The encoder that a memory was built with.

    Args:
        settings: The encoder's settings are read.
        memory: Name of the memory.
        recorded: What its records say of their encoder.

    Raises:
        UsageError: It is not here: vectors of two encoders cannot be compared.
        EnvironmentFault: The settings name an encoder that is not installed or cannot be reached.
    """
    known: list[Encoder] = [LexicalEncoder()]
    if dense_installed():
        known.append(LocalEncoder(settings.home))
    for one in known:
        if one.describe() == recorded:
            return one
    asked = open_encoder(settings)
    if asked is not None and asked.describe() == recorded:
        return asked
    here = asked.describe() if asked is not None else "none beside those of the program"
    raise UsageError(
        f"memory {memory} was built with another encoder ({recorded}); here is {here}",
        "Set FOAM_ENCODER and FOAM_ENCODER_MODEL as they were, or build a memory of another name.",
    )


def unreadable(encoder: Encoder, language: str) -> str:
    """Why a debate cannot go into a memory with this encoder; empty where it can."""
    if _reads(encoder, language):
        return ""
    return "it is not in English, which is all that the encoder of this memory reads: build a memory of its own for it"


def _reads(encoder: Encoder, language: str) -> bool:
    return not isinstance(encoder, LocalEncoder) or language == "en"
