"""A Qdrant server: how it is opened, and what is told of its faults."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from foam_graph.errors import EnvironmentFault, FoamError

_TIMEOUT = 60


def qdrant_client() -> Any:
    """The client's package."""
    # It takes a second to import, which who searches the embedded index would pay.
    import qdrant_client

    return qdrant_client


def open_client(url: str) -> Any:
    """A client of the server at an address; nothing is asked of it yet."""
    return qdrant_client().QdrantClient(url=url, timeout=_TIMEOUT, check_compatibility=False)


@contextmanager
def reported(url: str) -> Iterator[None]:
    """Turns what the client raises into one error of ours; the address is shown without its user part.

    Raises:
        EnvironmentFault: The server does not answer or refuses.
    """
    try:
        yield
    except FoamError:
        raise
    except Exception as fault:
        shown = url.rsplit("@", 1)[-1]
        raise EnvironmentFault(
            f"the Qdrant server at {shown} failed: {type(fault).__name__}: {str(fault)[:200]}",
            "Check FOAM_QDRANT_URL and that the server runs, or unset it to use the embedded index.",
        ) from None
