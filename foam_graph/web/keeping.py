"""Pages that were made moments ago, for the next who asks for the same while nothing has changed.

Making the page of a run reads all of it and costs a second of a processor, and readers come in crowds. A page is given
again only while the mark of the graph is what it was, to the same person or one with the same rights, and for seconds:
an erasure takes texts away shortly after its activity.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from foam_graph.web.access.person import person_of

SECONDS = 5.0
MOST_BYTES = 32 * 2**20
"""Bytes of all pages that are kept."""
Key = tuple[object, ...]


@dataclass(frozen=True)
class _Held:
    mark: str
    until: float
    response: Response


@dataclass
class Kept:
    """Pages of the last seconds."""

    _held: OrderedDict[Key, _Held] = field(default_factory=OrderedDict, repr=False)
    _making: dict[Key, Lock] = field(default_factory=dict, repr=False)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    def answer(self, request: Request, mark: str, make: Callable[[], Response]) -> Response:
        """The page, or one that was made for the same request at the same mark; of many who ask at once one makes it.

        Args:
            request: The request.
            mark: The mark of the graph; empty = nothing is kept.
            make: Makes the page.
        """
        if not mark:
            return make()
        key = key_of(request)
        with self._lock:
            making = self._making.setdefault(key, Lock())
        try:
            with making:
                found = self._found(key, mark)
                if found is None:
                    found = make()
                    self._keep(key, mark, found)
        finally:
            # A page that cannot be made leaves nothing behind either.
            with self._lock:
                self._making.pop(key, None)
        return found

    def _found(self, key: Key, mark: str) -> Response | None:
        with self._lock:
            held = self._held.get(key)
            if held is None or held.mark != mark or held.until < time.monotonic():
                return None
            self._held.move_to_end(key)
            return held.response

    def _keep(self, key: Key, mark: str, response: Response) -> None:
        if response.status_code != 200 or "set-cookie" in response.headers:
            return
        with self._lock:
            self._drop(key)
            self._held[key] = _Held(mark, time.monotonic() + SECONDS, response)
            self._bytes += len(response.body)
            while self._bytes > MOST_BYTES:
                self._drop(next(iter(self._held)))

    def _drop(self, key: Key) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            self._bytes -= len(held.response.body)


def key_of(request: Request) -> Key:
    """What two requests must have in common to be given the same page."""
    person = person_of(request)
    return request.url.path, request.url.query, person.name, person.roles, person.grants


def copied(response: Response) -> Response:
    """A page that was kept, for one more request: what is done to the answer is not done to what is kept."""
    headers = {name: value for name, value in response.headers.items() if name not in ("content-length", "etag")}
    return Response(response.body, response.status_code, headers)
