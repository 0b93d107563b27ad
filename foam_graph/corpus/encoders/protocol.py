"""Encoders: what turns texts into vectors of one length."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol

Vector = list[float]
"""A text's place among all texts; of length one."""
LOCAL = "minilm"
"""The setting that names the encoder of the extra ``dense``."""
OFF = "none"
"""The setting that turns encoders off where the extra is installed."""
_NEEDED = ("onnx", "onnxruntime", "safetensors", "tokenizers", "numpy")


class Encoder(Protocol):
    """Turns texts into vectors."""

    @property
    def key(self) -> str:
        """16 hex digits that differ for every model whose vectors are not comparable."""
        ...

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        ...

    def describe(self) -> str:
        """The model with its hash, as the graph records it."""
        ...

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order.

        Raises:
            EnvironmentFault: The model cannot be fetched, opened or reached.
        """
        ...


def dense_installed() -> bool:
    """Whether the packages of the extra ``dense`` are there."""
    return all(find_spec(name) is not None for name in _NEEDED)
