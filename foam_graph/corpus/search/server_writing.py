"""How a Qdrant server is written to: what others write at the same time, and how much it takes at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_THERE = 409
_TOO_LARGE = 413
_REFUSED = 400
_OVERFLOW = b"larger than allowed"
"""In a real server's answer to a request above its limit (32 MiB unless set); a proxy before it answers 413."""


def make_collection(client: Any, name: str, **parameters: Any) -> bool:
    """Makes a collection where there is none.

    Returns:
        Whether it was missing. So it is for several processes that look at the same time: one of them makes it.
    """
    if client.collection_exists(name):
        return False
    try:
        client.create_collection(name, **parameters)
    except Exception as fault:
        if getattr(fault, "status_code", 0) != _THERE:
            raise
    return True


def write_points(client: Any, name: str, points: Sequence[Any]) -> None:
    """Writes points and waits until they are there; what is too large for one request goes in halves."""
    try:
        client.upsert(name, points, wait=True)
    except Exception as fault:
        if len(points) < 2 or not _too_large(fault):
            raise
        half = len(points) // 2
        write_points(client, name, points[:half])
        write_points(client, name, points[half:])


def _too_large(fault: Exception) -> bool:
    status = getattr(fault, "status_code", 0)
    return status == _TOO_LARGE or (status == _REFUSED and _OVERFLOW in (getattr(fault, "content", None) or b""))
