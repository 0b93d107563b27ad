"""How a Qdrant server is written to: what others write or read at the same time, and how much it takes at once.

What is made anew is made beside what is there, under a name of its own. An alias, by which all search, goes over to it when
it is whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from foam_graph.corpus.search.qdrant_server import qdrant_client
from foam_graph.errors import EnvironmentFault

BESIDE: Final = "~"
"""Stands between an alias and what tells its collections apart; no name of a corpus or encoder holds it."""
_THERE = 409
_TOO_LARGE = 413
_REFUSED = 400
_OVERFLOW = b"larger than allowed"
"""In a real server's answer to a request above its limit (32 MiB unless set); a proxy before it answers 413."""


def make_collection(client: Any, name: str, **parameters: Any) -> None:
    """Makes a collection where there is none; of several processes that look at the same time, one makes it."""
    if client.collection_exists(name):
        return
    try:
        client.create_collection(name, **parameters)
    except Exception as fault:
        if getattr(fault, "status_code", 0) != _THERE:
            raise


def index_fields(client: Any, name: str, fields: Mapping[str, Any]) -> None:
    """Makes the payload indexes that a collection lacks: whoever made it may have been stopped before it had them."""
    there = client.get_collection(name).payload_schema or {}
    for field, kind in fields.items():
        if field not in there:
            client.create_payload_index(name, field, field_schema=kind)


def collection_behind(client: Any, alias: str) -> str:
    """The collection that an alias stands for; the name itself where it is no alias."""
    aliases = client.get_aliases().aliases
    return next((str(one.collection_name) for one in aliases if one.alias_name == alias), alias)


def serve(client: Any, alias: str, name: str) -> None:
    """Makes an alias stand for a collection, and deletes the others that were made for it."""
    models = qdrant_client().models
    names = [str(one.name) for one in client.get_collections().collections]
    if alias in names:
        client.delete_collection(alias)  # made under the very name, which must be free
    made = models.CreateAlias(collection_name=name, alias_name=alias)
    client.update_collection_aliases([models.CreateAliasOperation(create_alias=made)])
    for one in names:
        if one.startswith(f"{alias}{BESIDE}") and one != name:
            client.delete_collection(one)


def write_points(client: Any, name: str, points: Sequence[Any]) -> None:
    """Writes points and waits until they are there; what is too large for one request goes in halves.

    Raises:
        EnvironmentFault: One point alone is too large.
    """
    try:
        client.upsert(name, points, wait=True)
    except Exception as fault:
        if not _too_large(fault):
            raise
        if len(points) < 2:
            raise _alone_too_large(points[0]) from None
        half = len(points) // 2
        write_points(client, name, points[:half])
        write_points(client, name, points[half:])


def _too_large(fault: Exception) -> bool:
    status = getattr(fault, "status_code", 0)
    return status == _TOO_LARGE or (status == _REFUSED and _OVERFLOW in (getattr(fault, "content", None) or b""))


def _alone_too_large(point: Any) -> EnvironmentFault:
    documents = (point.payload or {}).get("document") or []
    what = f"a passage of document {documents[0]}" if documents else "a single point"
    return EnvironmentFault(
        f"{what} is more than the Qdrant server takes in one request",
        "Divide the document, or its longest sentence, and load it again; or raise `service.max_request_size_mb` of the server.",
    )
