"""Pages that were made moments ago, for the next who asks for the same while nothing has changed.

Making the page of a run reads all of it and costs a second of a processor, and readers come in crowds. A page is given
again only while the mark of the graph is what it was, to the same person or one with the same rights, and for seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from foam_graph.web.access.person import person_of
from foam_graph.web.by_mark import ByMark, Made

MOST_BYTES = 32 * 2**20
"""Bytes of all pages that are kept."""
Key = tuple[object, ...]


@dataclass
class Kept:
    """Pages of the last seconds."""

    _pages: ByMark[Response] = field(default_factory=lambda: ByMark(MOST_BYTES), repr=False)

    def answer(self, request: Request, mark: str, make: Callable[[], Response]) -> Response:
        """The page, or one that was made for the same request at the same mark; of many who ask at once one makes it.

        Args:
            request: The request.
            mark: The mark of the graph; empty = nothing is kept.
            make: Makes the page.
        """

        def made() -> Made[Response]:
            page = make()
            return Made(page, len(page.body) if page.status_code == 200 and "set-cookie" not in page.headers else None)

        return self._pages.get(key_of(request), mark, made)


def key_of(request: Request) -> Key:
    """What two requests must have in common to be given the same page."""
    person = person_of(request)
    return request.url.path, request.url.query, person.name, person.roles, person.grants


def copied(response: Response) -> Response:
    """A page that was kept, for one more request: what is done to the answer is not done to what is kept."""
    headers = {name: value for name, value in response.headers.items() if name not in ("content-length", "etag")}
    return Response(response.body, response.status_code, headers)
