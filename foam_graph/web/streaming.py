"""Server-sent events: what goes on is told as it goes, to so many at once as a server can serve beside its pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass

import orjson
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from foam_graph.app.result import JsonObject
from foam_graph.errors import EnvironmentFault, StoreFault
from foam_graph.web.access.person import person_of
from foam_graph.web.house import house_of

AGAIN = 3
"""Seconds after which a page loads itself again where it has no script."""
EVERY = 1.0
"""Seconds between two looks."""
SILENT = 15
"""Looks after which a stream says that it is still there."""
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True)
class Look:
    """What is seen at a look.

    Attributes:
        data: For programs.
        html: The part of the page that shows it.
        running: Whether it goes on.
    """

    data: JsonObject
    html: str
    running: bool


async def stream(request: Request, look: Callable[[], Look]) -> StreamingResponse:
    """A stream of ``progress`` events, each with the data and the page's part, and ``end`` when nothing more will come.

    Where as many as can be served are open already it tells ``busy`` instead: the page is to be loaded again. It ends when
    who asked for it signs out, or may not any more.

    Args:
        request: What it answers.
        look: Looks; called in a thread of its own.

    Raises:
        FoamError: As the first look does.
    """
    first = await run_in_threadpool(look)
    return StreamingResponse(_events(request, first, look), 200, _HEADERS, "text/event-stream")


async def _events(request: Request, found: Look, look: Callable[[], Look]) -> AsyncIterator[bytes]:
    seen: Look | None = None
    silent, person, access = 0, person_of(request), house_of(request).access
    # Taken here, not before: a stream that is never begun would keep its turn.
    if not house_of(request).streams.acquire(blocking=False):
        yield b"event: busy\ndata: {}\n\n"
        return
    try:
        while True:
            if found != seen:
                told = {"progress": found.data, "html": found.html, "running": found.running}
                yield b"event: progress\ndata: " + orjson.dumps(told) + b"\n\n"
                seen, silent = found, 0
            if not found.running:
                yield b"event: end\ndata: {}\n\n"
                return
            await asyncio.sleep(EVERY)
            if not access.still(request, person):
                yield b"event: end\ndata: {}\n\n"
                return
            silent += 1
            if silent >= SILENT:
                yield b": still here\n\n"
                silent = 0
            # While the database is away there is nothing to tell; the page says so when it is loaded again.
            with suppress(EnvironmentFault, StoreFault):
                found = await run_in_threadpool(look)
    finally:
        house_of(request).streams.release()
