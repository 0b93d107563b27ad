"""Files that pages load: the style sheet, our one script, and the libraries that draw graphs.

Each has a part of its hash in its address, so a browser keeps it for good: what has changed has another address.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from foam_graph.resources import package_file

HOME = "/static"
_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
NAMES = ("style.css", "foam.js", "icon.svg", "vendor/cytoscape.min.js", "vendor/dagre.min.js")
"""The files that are served; a licence or another text beside them is not."""


@dataclass(frozen=True)
class Asset:
    """A file that pages load.

    Attributes:
        address: Where it is served.
        body: What it holds.
        packed: The same, compressed.
        media_type: Its type, with its character set.
    """

    address: str
    body: bytes
    packed: bytes
    media_type: str


def address_of(name: str) -> str:
    """The address of a file, e.g. ``/static/style.1f0c2a9b7d3e.css`` for ``style.css``."""
    return _by_name()[name].address


def asset_at(address: str) -> Asset | None:
    """The file at an address; None for an address that no file has, or no longer."""
    return next((one for one in _by_name().values() if one.address == address), None)


@cache
def _by_name() -> dict[str, Asset]:
    return {name: _read(name) for name in NAMES}


def _read(name: str) -> Asset:
    body = package_file("foam_graph.web", f"static/{name}").encode()
    stem, _, ending = name.rpartition("/")[2].rpartition(".")
    address = f"{HOME}/{stem}.{sha256(body).hexdigest()[:12]}.{ending}"
    # A fixed time, so that the same file is packed into the same bytes each time.
    return Asset(address, body, gzip.compress(body, 9, mtime=0), _TYPES[ending])
