"""A Qdrant server: how it is opened, and what is told of its faults."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from foam_graph.errors import EnvironmentFault, FoamError

_TIMEOUT = 60
_REFUSED = (401, 403)
"""Status of a server that wants a key, or another one."""


def qdrant_client() -> Any:
    """The client's package."""
    # It takes a second to import, which who searches the embedded index would pay.
    import qdrant_client

    return qdrant_client


def open_client(url: str, key: str = "") -> Any:
    """A client of the server at an address; nothing is asked of it yet.

    Args:
        url: Address of the server.
        key: Sent with each request; empty = none.
    """
    with warnings.catch_warnings():
        # That a key crosses an unencrypted connection is said in the documentation of the setting: here it would stand on
        # stderr between what a program reads.
        warnings.filterwarnings("ignore", message="Api key is used with an insecure connection")
        return qdrant_client().QdrantClient(url=url, api_key=key or None, timeout=_TIMEOUT, check_compatibility=False)


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
        if getattr(fault, "status_code", 0) in _REFUSED:
            raise EnvironmentFault(
                f"the Qdrant server at {shown} refuses who asks: {_told(fault)}",
                "Set FOAM_QDRANT_API_KEY to a key of that server that may write.",
            ) from None
        raise EnvironmentFault(
            f"the Qdrant server at {shown} failed: {type(fault).__name__}: {_told(fault)}",
            "Check FOAM_QDRANT_URL and that the server runs, or unset it to use the embedded index.",
        ) from None


def _told(fault: Exception) -> str:
    """What a fault says, on one line; of an answer of the server its status and its own words."""
    content = getattr(fault, "content", None)
    if not isinstance(content, bytes):
        return " ".join(str(fault).split())[:200]
    said = " ".join(content.decode(errors="replace").split())
    return f"{getattr(fault, 'status_code', '')} {said}".strip()[:200]
