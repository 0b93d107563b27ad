"""A local HTTP server that speaks the services' published formats, well and ill."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

ATOM = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
  <title type="html">ArXiv Query</title><opensearch:totalResults>2</opensearch:totalResults>
  <entry><id>http://arxiv.org/abs/2401.00001v2</id><updated>2024-02-01T00:00:00Z</updated>
    <published>2024-01-01T12:00:00Z</published><title>On rents
      and wages</title><summary>  Rents rose in May. Wages did
      not rise. </summary><author><name>Ann Smith</name></author><author><name>Bo Lee</name></author>
    <link rel="license" href="http://creativecommons.org/licenses/by/4.0/"/>
    <link title="pdf" href="http://arxiv.org/pdf/2401.00001v2" rel="related"/></entry>
  <entry><id>http://arxiv.org/abs/2401.00002v1</id><published>2023-05-05T00:00:00Z</published>
    <title>On costs</title><summary>Costs fell.</summary><author><name>Cy Day</name></author></entry>
</feed>"""
REFUSED = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#bad</id><title>Error</title>
<summary>incorrect id format</summary></entry></feed>"""
PAGE = "<html><head><title>On rents</title><link rel=license href=https://example.org/by></head><body><p>Rents rose."


@dataclass
class Served:
    """A running server.

    Attributes:
        port: Its port.
        pages: Path to status, headers and body.
        asked: What was asked, path with query, and body.
        counts: How often to fail each path before it works: status, headers, times.
    """

    port: int = 0
    pages: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    asked: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)
    busy: dict[str, tuple[int, dict[str, str], int]] = field(default_factory=dict)
    results: list[str] = field(default_factory=list)

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        return f"http://{self.place}{path}"

    def page(self, path: str, text: str = PAGE, media: str = "text/html", status: int = 200, **headers: str) -> str:
        self.pages[path] = (status, {"Content-Type": media, **headers}, text.encode())
        return self.url(path)


@contextmanager
def serving() -> Iterator[Served]:  # noqa: C901 - one handler, a method a service
    """A server on a free port, stopped at the end."""
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length", "0"))))

        def _answer(self, body: bytes) -> None:
            path = urlsplit(self.path).path
            served.asked.append((self.path, body, {k.lower(): v for k, v in self.headers.items()}))
            status, headers, times = served.busy.get(path, (0, {}, 0))
            if times:
                served.busy[path] = (status, headers, times - 1)
                return self._send(status, headers, b"busy")
            if path == "/slow":
                return self._slow()
            if path in served.pages:
                return self._send(*served.pages[path])
            made = {"/arxiv": self._arxiv, "/search": self._tavily, "/customsearch": self._google}.get(path)
            return made(body) if made else self._send(404, {}, b"none")

        def _arxiv(self, _: bytes) -> None:
            self._send(200, {"Content-Type": "application/atom+xml"}, ATOM.encode())

        def _tavily(self, body: bytes) -> None:
            asked = json.loads(body)
            if self.headers.get("Authorization") != "Bearer tvly-1":
                return self._send(401, {}, b'{"detail":{"error":"Unauthorized: missing or invalid API key."}}')
            found = [
                {"url": url, "title": f"T{n}", "content": "…", "score": 0.9, "published_date": "2024-01-02"}
                for n, url in enumerate(served.results[: asked["max_results"]])
            ]
            return self._send(200, {}, json.dumps({"query": asked["query"], "results": found}).encode())

        def _google(self, _: bytes) -> None:
            asked = {key: one[0] for key, one in parse_qs(urlsplit(self.path).query).items()}
            if (asked.get("key"), asked.get("cx")) != ("g-1", "cx-1"):
                error = {"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT"}}
                return self._send(400, {}, json.dumps(error).encode())
            start, num = int(asked["start"]), int(asked["num"])
            items = [
                {"link": url, "title": "T", "pagemap": {"metatags": [{"author": "Ann", "date": "2024-05-06"}]}}
                for url in served.results[start - 1 : start - 1 + num]
            ]
            answer: dict[str, Any] = {"kind": "customsearch#search", **({"items": items} if items else {})}
            return self._send(200, {}, json.dumps(answer).encode())

        def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
            with suppress(OSError):
                self.send_response(status)
                for key, value in headers.items():
                    self.send_header(key, value)
                if "Content-Length" not in headers:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def _slow(self) -> None:
            with suppress(OSError):
                self.send_response(200)
                self.end_headers()
                for _ in range(200):
                    self.wfile.write(b"a")
                    self.wfile.flush()
                    time.sleep(0.05)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def packed(text: bytes) -> bytes:
    """Compressed as gzip."""
    return gzip.compress(text)
