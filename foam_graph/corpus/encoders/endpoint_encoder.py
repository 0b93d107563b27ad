"""An encoder behind any endpoint that speaks OpenAI's ``POST /v1/embeddings``.

Its weights cannot be hashed from here: the key is a hash of the model's name as the endpoint reports it and of the
length of its vectors, so that vectors of two models are never mixed.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import httpx
import orjson

from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.errors import EnvironmentFault

BATCH = 64
"""Texts of one request."""
MOST_CHARACTERS = 8000
"""Longer texts are cut: endpoints refuse what their model cannot read."""
MOST_ANSWER = 64 * 1024 * 1024
"""Largest answer that is read, in bytes."""
ATTEMPTS = 4
MAX_WAIT = 20.0
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_PROBE = "The length of this vector is the length of all."


class EndpointEncoder:
    """Vectors from an endpoint.

    Args:
        url: Base URL, e.g. ``http://127.0.0.1:8080/v1``.
        model: Name of the model, as the endpoint knows it.
        api_key: Its key; empty = none. It is never shown.
        timeout: Seconds before a request is given up.
        sleep: Waits between attempts.
    """

    def __init__(
        self,
        url: str,
        model: str,
        api_key: str = "",
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = url.rstrip("/").removesuffix("/embeddings") + "/embeddings"
        self._model = model
        self._sleep = sleep
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        try:
            if not (api_key.isascii() and api_key.isprintable()):
                raise ValueError("a key that is no header")
            self._client = httpx.Client(headers=headers, timeout=timeout, follow_redirects=False)
            self._shown = _without_user(self._url)
        except (ValueError, TypeError, httpx.InvalidURL):
            raise EnvironmentFault(
                "the encoder's address or key cannot be used", "Check FOAM_ENCODER and FOAM_ENCODER_API_KEY."
            ) from None

    @cached_property
    def _identity(self) -> tuple[str, int]:
        """Name of the model as the endpoint reports it, and the length of its vectors."""
        vectors, name = self._ask([_PROBE], 0)
        return name, len(vectors[0])

    @property
    def key(self) -> str:
        """16 hex digits of a hash of the model's name and the length of its vectors."""
        name, size = self._identity
        return hashlib.sha256(f"{self._model}\0{name}\0{size}".encode()).hexdigest()[:16]

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return self._identity[1]

    def describe(self) -> str:
        """The model with the hash of its identity; its address is left out, which may name a machine."""
        return f"{self._identity[0] or self._model} ({self.size} dimensions, identity sha256 {self.key})"

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of length one for each text, in order.

        Raises:
            EnvironmentFault: The endpoint does not answer, refuses, or answers with something else than vectors.
        """
        size, found = self.size, []
        for first in range(0, len(texts), BATCH):
            # An empty text is refused by most endpoints.
            batch = [text[:MOST_CHARACTERS] if text.strip() else "." for text in texts[first : first + BATCH]]
            found += self._ask(batch, size)[0]
        return found

    def _ask(self, texts: list[str], size: int) -> tuple[list[Vector], str]:
        body = orjson.dumps({"model": self._model, "input": [_clean(t) for t in texts], "encoding_format": "float"})
        for attempt in range(1, ATTEMPTS + 1):
            status, answer, pause = self._post(body)
            if status == 200:
                return self._vectors(answer, len(texts), size)
            if status not in _AGAIN and status != 0:
                raise self._fault(f"refused with status {status}: {_excerpt(answer)}")
            if attempt < ATTEMPTS:
                self._sleep(min(MAX_WAIT, pause or 0.5 * 2 ** (attempt - 1)))
        raise self._fault(f"did not answer after {ATTEMPTS} attempts: {_excerpt(answer)}")

    def _post(self, body: bytes) -> tuple[int, bytes, float]:
        """Status, answer and the pause it asks for; status 0 where there was no answer."""
        try:
            with self._client.stream(
                "POST", self._url, content=body, headers={"Content-Type": "application/json"}
            ) as reply:
                answer = b"".join(self._bounded(reply))
                return reply.status_code, answer, _seconds(reply.headers.get("retry-after", ""))
        except httpx.HTTPError as fault:
            return 0, f"{type(fault).__name__}: {fault}".encode(errors="replace"), 0.0

    def _bounded(self, reply: httpx.Response) -> Iterator[bytes]:
        size = 0
        for part in reply.iter_bytes():
            size += len(part)
            if size > MOST_ANSWER:
                raise self._fault(f"answered with more than {MOST_ANSWER // 1024**2} MB")
            yield part

    def _vectors(self, answer: bytes, count: int, size: int) -> tuple[list[Vector], str]:
        try:
            read = orjson.loads(answer)
            rows = sorted(read["data"], key=lambda row: int(row["index"]))
            if [row["index"] for row in rows] != list(range(count)):
                raise ValueError(f"{len(rows)} vectors for {count} texts, or wrongly numbered")
            vectors = [_normed(row["embedding"]) for row in rows]
        except (ValueError, TypeError, KeyError, AttributeError) as fault:
            raise self._fault(f"did not answer with vectors: {type(fault).__name__} {str(fault)[:120]}") from None
        sizes = {len(vector) for vector in vectors}
        if len(sizes) != 1 or (size and sizes != {size}):
            raise self._fault(f"answered with vectors of {sorted(sizes)} numbers, not {size or 'one length'}")
        name = read.get("model")
        return vectors, name[:200] if isinstance(name, str) else ""

    def _fault(self, why: str) -> EnvironmentFault:
        return EnvironmentFault(
            f"the encoder at {self._shown} (model {self._model!r}) {why}",
            "Check FOAM_ENCODER, FOAM_ENCODER_MODEL and FOAM_ENCODER_API_KEY, or search with --mode sparse.",
        )


def _normed(numbers: Any) -> Vector:
    vector = [float(number) for number in numbers]
    length = math.sqrt(math.fsum(number * number for number in vector))
    if not vector or not math.isfinite(length) or length == 0.0:
        raise ValueError("a vector is empty, zero or not finite")
    return [number / length for number in vector]


def _clean(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _excerpt(answer: bytes) -> str:
    return " ".join(answer[:400].decode("utf-8", "replace").split())[:200] or "nothing"


def _seconds(told: str) -> float:
    try:
        return max(0.0, float(told))
    except ValueError:
        return 0.0


def _without_user(url: str) -> str:
    parsed = httpx.URL(url)
    return f"{parsed.host}:{parsed.port}" if parsed.port else parsed.host
