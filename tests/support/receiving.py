"""A receiver of webhooks on the loopback address that answers as it is told and keeps what came."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any


@dataclass
class Receiver:
    """What came, and what is answered.

    Attributes:
        url: Its address.
        answers: Statuses of the next answers; 204 when none is left.
        ready: Waits for what has to be before it answers, and says whether that is; 503 where it is not.
        came: Headers and body of each delivery.
    """

    url: str = ""
    answers: list[int] = field(default_factory=list)
    ready: Callable[[], bool] = lambda: True
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.came]

    def wait_for(self, kinds: set[str], by_person: bool = False, seconds: float = 60.0) -> None:
        """Waits until an event of each kind came, and a person's ruling where one is awaited.

        A machine rules on its own as soon as a challenge is lodged, and what comes of that may arrive first.
        """

        def all_came() -> bool:
            came = self.events()
            persons = [one for one in came if one["kind"] == "ruled" and one["data"]["by_person"]]
            return kinds <= {one["kind"] for one in came} and (bool(persons) or not by_person)

        with self.changed:
            there = self.changed.wait_for(all_came, seconds)
        assert there, self.events()


@contextmanager
def receiving() -> Iterator[Receiver]:
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = 503 if not found.ready() else found.answers.pop(0) if found.answers else 204
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            with found.changed:
                found.came.append((dict(self.headers), body))
                found.changed.notify_all()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.url = f"http://127.0.0.1:{server.server_port}/hook?key=hidden"
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield found
        server.shutdown()
        thread.join()
