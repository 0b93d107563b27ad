"""A real HTTP server that speaks OpenAI's embeddings format: vectors of hashed words, or whatever fault a test asks for."""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SIZE = 512
SAME = {"rent": "price", "rents": "price", "costs": "price", "pay": "wage", "wages": "wage", "salaries": "wage"}
"""Words that mean the same to this encoder, so that search by meaning finds what search by words cannot."""

Answer = tuple[int, bytes, dict[str, str]]


def vector(text: str) -> list[float]:
    """A count of hashed words; never zero."""
    found = [0.01] * SIZE
    for word in text.lower().replace(".", " ").replace(",", " ").split():
        found[zlib.crc32(SAME.get(word, word).encode()) % SIZE] += 1.0
    return found


class EmbeddingServer:
    """One server; ``faults`` are answered first, one a request."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.model = "hashed-words"
        self.faults: list[Answer | Callable[[list[str]], Answer]] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    def answer(self, asked: dict[str, Any]) -> Answer:
        """The answer to one request."""
        self.requests.append(asked)
        if self.faults:
            fault = self.faults.pop(0)
            return fault(asked["input"]) if callable(fault) else fault
        return self.good(asked["input"])

    def good(self, texts: list[str]) -> Answer:
        """A right answer, in an order of its own."""
        rows = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(texts)]
        return self.says({"object": "list", "model": self.model, "data": rows[::-1]})

    @staticmethod
    def says(value: Any, status: int = 200, **headers: str) -> Answer:
        """JSON."""
        return status, json.dumps(value).encode(), {"Content-Type": "application/json", **headers}


@contextmanager
def embedding_server() -> Iterator[EmbeddingServer]:
    """A running server."""
    served: list[EmbeddingServer] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server = served[0]
            server.headers.append(dict(self.headers))
            if self.path != "/v1/embeddings":
                status, answer, headers = EmbeddingServer.says({"error": "no such path"}, 404)
            else:
                status, answer, headers = server.answer(json.loads(body))
            if status == 0:  # hang up without a word
                self.close_connection = True
                self.connection.close()
                return
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as real:
        served.append(EmbeddingServer(f"http://127.0.0.1:{real.server_address[1]}/v1"))
        thread = threading.Thread(target=real.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield served[0]
        finally:
            real.shutdown()
            thread.join(10)
