"""A server that speaks Qdrant's HTTP protocol over the client's own local engine: the part of it that FOAM uses.

The real server's program is in no package registry, so the tests have this stand-in: requests are parsed by the client's models
and answered in the protocol's form, so that addresses, bodies, pages and errors cross a real connection. Where
``FOAM_TEST_QDRANT_URL`` names a real server that holds nothing, the same tests run against that one too.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from filelock import FileLock
from pydantic import TypeAdapter
from qdrant_client import QdrantClient, models

STAND_IN, REAL = "stand-in", "real"


class QdrantServer:
    """One server.

    Attributes:
        url: Its address.
        asked: Method and path of every request.
        fault: Status that is answered instead, where it is not 0.
        key: Key that each request has to bring, where it is not empty.
        most: Bytes that a request may have.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[tuple[str, str]] = []
        self.fault = 0
        self.key = ""
        self.most = 32 * 1024**2
        self.held = QdrantClient(":memory:")
        self._fields: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()

    @property
    def collections(self) -> dict[str, int]:
        """Points by collection."""
        names = [one.name for one in self.held.get_collections().collections]
        return {name: self.held.count(name).count for name in names}

    def answer(self, method: str, path: str, body: bytes, key: str = "") -> tuple[int, Any]:
        """Status and result of one request."""
        with self._lock:
            self.asked.append((method, path))
            if key != self.key:
                return 401, {"error": "Must provide an API key or an Authorization bearer token"}
            if self.fault:
                return self.fault, {"error": "as the test asked"}
            if len(body) > self.most:
                return 400, {"error": f"Payload error: JSON payload ({len(body)} bytes) is larger than allowed."}
            parts = [part for part in path.split("/") if part]
            if not parts:
                return 200, {"title": "qdrant", "version": "1.15.0"}
            of_all = self._routes_of_all().get((method, "/".join(parts)))
            if of_all is not None:
                return 200, of_all(body)
            work = self._routes().get((method, "/".join(parts[2:])))
            if work == self._create and self.held.collection_exists(parts[1]):
                return 409, {"error": f"Wrong input: Collection `{parts[1]}` already exists!"}
            if work is None:
                return 404, {"error": f"no such path {path}"}
            try:
                return 200, work(parts[1], body)
            except ValueError as fault:
                return 404, {"error": str(fault)}

    def _routes_of_all(self) -> dict[tuple[str, str], Callable[[bytes], Any]]:
        return {
            ("GET", "collections"): lambda _: self.held.get_collections(),
            ("GET", "aliases"): lambda _: self.held.get_aliases(),
            ("POST", "collections/aliases"): self._alias,
        }

    def _routes(self) -> dict[tuple[str, str], Callable[[str, bytes], Any]]:
        return {
            ("GET", "exists"): lambda name, _: {"exists": self.held.collection_exists(name)},
            ("GET", ""): self._told,
            ("PUT", ""): self._create,
            ("DELETE", ""): self._drop,
            ("PUT", "index"): self._index,
            ("PUT", "points"): self._upsert,
            ("POST", "points"): self._retrieve,
            ("POST", "points/delete"): self._delete,
            ("POST", "points/scroll"): self._scroll,
            ("POST", "points/count"): self._count,
            ("POST", "points/query"): self._query,
        }

    def _create(self, name: str, body: bytes) -> Any:
        asked = models.CreateCollection.model_validate_json(body)
        return self.held.create_collection(
            name, vectors_config=asked.vectors, sparse_vectors_config=asked.sparse_vectors
        )

    def _alias(self, body: bytes) -> Any:
        asked = models.ChangeAliasesOperation.model_validate_json(body)
        return self.held.update_collection_aliases(asked.actions)

    def _index(self, name: str, body: bytes) -> Any:
        asked = models.CreateFieldIndex.model_validate_json(body)
        self._fields.setdefault(self._behind(name), {})[asked.field_name] = {
            "data_type": asked.field_schema,
            "points": 0,
        }
        return {"operation_id": 1, "status": "completed"}

    def _drop(self, name: str, _: bytes) -> Any:
        self._fields.pop(name, None)
        return self.held.delete_collection(name)

    def _behind(self, name: str) -> str:
        return {one.alias_name: one.collection_name for one in self.held.get_aliases().aliases}.get(name, name)

    def _told(self, name: str, _: bytes) -> Any:
        told = self.held.get_collection(name).model_dump(mode="json")
        return {**told, "payload_schema": self._fields.get(self._behind(name), {})}

    def _upsert(self, name: str, body: bytes) -> Any:
        asked = models.PointsList.model_validate_json(body)
        return self.held.upsert(name, asked.points)

    def _retrieve(self, name: str, body: bytes) -> Any:
        asked = models.PointRequest.model_validate_json(body)
        return self.held.retrieve(name, asked.ids, with_payload=asked.with_payload or False)

    def _delete(self, name: str, body: bytes) -> Any:
        return self.held.delete(name, TypeAdapter(models.PointIdsList).validate_json(body))

    def _scroll(self, name: str, body: bytes) -> Any:
        asked = models.ScrollRequest.model_validate_json(body)
        points, after = self.held.scroll(
            name, asked.filter, limit=asked.limit or 10, offset=asked.offset, with_payload=asked.with_payload or False
        )
        return {"points": points, "next_page_offset": after}

    def _count(self, name: str, body: bytes) -> Any:
        asked = models.CountRequest.model_validate_json(body)
        return self.held.count(name, asked.filter, exact=True)

    def _query(self, name: str, body: bytes) -> Any:
        asked = models.QueryRequest.model_validate_json(body)
        query = asked.query.nearest if isinstance(asked.query, models.NearestQuery) else asked.query
        return self.held.query_points(
            name,
            query=query,
            using=asked.using,
            query_filter=asked.filter,
            limit=asked.limit or 10,
            with_payload=asked.with_payload or False,
        )


class RealQdrant:
    """A real server, as the tests look at it.

    Attributes:
        url: Its address.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = QdrantClient(url=url, timeout=60, check_compatibility=False)

    @property
    def collections(self) -> dict[str, int]:
        """Points by collection."""
        names = [one.name for one in self.client.get_collections().collections]
        return {name: self.client.count(name, exact=True).count for name in names}


@contextmanager
def real_qdrant() -> Iterator[RealQdrant]:
    """The real server that ``FOAM_TEST_QDRANT_URL`` names, empty before and after; the test is skipped where none is named."""
    url = os.environ.get("FOAM_TEST_QDRANT_URL", "")
    if not url:
        pytest.skip("no Qdrant server: FOAM_TEST_QDRANT_URL names none")
    with FileLock(Path(tempfile.gettempdir()) / "foam-test-qdrant.lock"):
        server = RealQdrant(url)
        assert not server.collections, f"{url} holds collections that are not the tests'"
        try:
            yield server
        finally:
            for name in server.collections:
                server.client.delete_collection(name)
            server.client.close()


@contextmanager
def either_qdrant(which: str) -> Iterator[QdrantServer | RealQdrant]:
    """The stand-in, or where it is asked for the real server."""
    with real_qdrant() if which == REAL else qdrant_server() as server:
        yield server


@contextmanager
def qdrant_server() -> Iterator[QdrantServer]:
    """A running server."""
    served: list[QdrantServer] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, result = served[0].answer(
                self.command, urlsplit(self.path).path, body, self.headers.get("api-key") or ""
            )
            told = {"result": result, "status": "ok", "time": 0.0} if status == 200 else {"status": result, "time": 0.0}
            answer = json.dumps(told if self.path != "/" else result, default=_plain).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815 - names that the standard library asks for

        def log_message(self, *_: Any) -> None:
            return

    with warnings.catch_warnings(), ThreadingHTTPServer(("127.0.0.1", 0), Handler) as real:
        # The local engine has no payload indexes and says so.
        warnings.filterwarnings("ignore", message="Payload indexes have no effect")
        served.append(QdrantServer(f"http://127.0.0.1:{real.server_address[1]}"))
        thread = threading.Thread(target=real.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield served[0]
        finally:
            real.shutdown()
            thread.join(10)


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json")
