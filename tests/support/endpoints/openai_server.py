"""A real local HTTP server that speaks ``/v1/chat/completions``: well-behaved, or as badly as a script says."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from foam_graph.config import Settings

Behaviour = Callable[["Handler", dict[str, Any]], None]


class Server:
    """Runs on a free port of the loopback interface while its context is open.

    Args:
        script: Behaviours of the first requests, in order of arrival.
        then: Behaviour of all later ones.
    """

    def __init__(self, *script: Behaviour, then: Behaviour | None = None) -> None:
        self.requests: list[dict[str, Any]] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.lock = threading.Lock()
        self.closing = threading.Event()
        self._script = list(script)
        self._then = then or says({})
        outer = self

        class Bound(Handler):
            server_state = outer

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Bound)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def settings(self, **changes: Any) -> Settings:
        values = {"openai_base_url": self.url, "openai_api_key": "sk-test-0123456789", "model": "test-model"}
        return Settings(home=Path(), **(values | {"llm_timeout": 60.0} | changes))

    def next_behaviour(self, body: dict[str, Any]) -> Behaviour:
        with self.lock:
            self.requests.append(body)
            return self._script.pop(0) if self._script else self._then

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()


class Handler(BaseHTTPRequestHandler):
    """Reads one request and lets its behaviour answer."""

    server_state: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        state = self.server_state
        behaviour = state.next_behaviour(body)
        with state.lock:
            state.in_flight += 1
            state.most_in_flight = max(state.most_in_flight, state.in_flight)
        try:
            behaviour(self, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with state.lock:
                state.in_flight -= 1

    def send(self, raw: bytes, status: int = 200, content_type: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the standard library's
        """Keeps the test output quiet."""


def completion(
    content: object, *, finish: str = "stop", usage: object = (100, 20), **message: object
) -> dict[str, Any]:
    """The JSON body of one completion; ``content`` as text, or as data that is written as JSON."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "test-model",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text} | message}],
    }
    if isinstance(usage, tuple):
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    elif usage is not None:
        body["usage"] = usage
    return body


def says(content: object, **how: Any) -> Behaviour:
    """A well-formed completion with that content."""
    return sends(json.dumps(completion(content, **how)).encode())


def sends(raw: bytes, status: int = 200, content_type: str = "application/json", **headers: str) -> Behaviour:
    """Exactly these bytes."""
    return lambda handler, body: handler.send(raw, status, content_type, **headers)


def fails(status: int, message: str = "no", *, code: str = "", param: str = "", **headers: str) -> Behaviour:
    """An error as OpenAI words it."""
    error = {"message": message, "type": "error", "param": param or None, "code": code or None}
    return sends(json.dumps({"error": error}).encode(), status, **headers)


def hangs(handler: Handler, body: dict[str, Any]) -> None:
    """Never answers while the server lives."""
    handler.server_state.closing.wait(300)
    handler.close_connection = True


def drips(handler: Handler, body: dict[str, Any]) -> None:
    """Sends one byte at a time, each within the read timeout, without an end."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    while not handler.server_state.closing.wait(0.05):
        handler.wfile.write(b" ")
    handler.close_connection = True


def resets(handler: Handler, body: dict[str, Any]) -> None:
    """Breaks the connection in the middle of the body."""
    handler.send_response(200)
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [{"mess')
    handler.wfile.flush()
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True
