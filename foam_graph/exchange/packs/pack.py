"""A governance pack: one archive with a run's reasons, its log, the proofs of the log, and the means to check them.

It is an RO-Crate (``crate``), laid out in one way only, so that a change of any byte shows (``pack_verifier``, which the
pack carries as ``verify.py``).
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.exchange.packs.pack_verifier import (
    FORMATS,
    MANIFEST,
    SIGNATURE,
    directory_entry,
    end_record,
    is_deflated,
    local_header,
)
from foam_graph.resources import package_file

FORMAT = FORMATS[-1]
VERIFIER = "verify.py"


def verifier_source() -> str:
    """The standalone verifier, as the pack carries it."""
    return package_file(__package__, "pack_verifier.py")


@dataclass(frozen=True)
class _Member:
    """A file of a pack.

    Attributes:
        content: What it holds.
        data: How it lies in the archive.
    """

    content: bytes
    data: bytes


def packed(members: Mapping[str, bytes], run: str, sign: Callable[[str], str]) -> bytes:
    """The archive.

    Args:
        members: Content of each file by its path; without the manifest, which is made here.
        run: Id of the run.
        sign: Gives a text back as a signed note; its first argument is the text after the key's name.

    Returns:
        The bytes of a zip archive: the same members give the same bytes, the signature aside.
    """
    found = {name: _member(name, content) for name, content in sorted(members.items())}
    listed = _manifest(found, run).encode()
    signature = sign(f"{hashlib.sha256(listed).hexdigest()}\npack of {run}\n").encode()
    return _archive({**found, MANIFEST: _member(MANIFEST, listed), SIGNATURE: _member(SIGNATURE, signature)})


def _member(name: str, content: bytes) -> _Member:
    if not is_deflated(name.encode("ascii")):
        return _Member(content, content)
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return _Member(content, squeezer.compress(content) + squeezer.flush())


def _manifest(members: Mapping[str, _Member], run: str) -> str:
    """Every file of a pack with its size and the SHA-256 of its content, and of its bytes in the archive."""
    files = {
        name: {
            "packed": hashlib.sha256(one.data).hexdigest(),
            "sha256": hashlib.sha256(one.content).hexdigest(),
            "size": len(one.content),
        }
        for name, one in members.items()
    }
    return json.dumps({"format": FORMAT, "run": run, "files": files}, indent=1) + "\n"


def _archive(members: Mapping[str, _Member]) -> bytes:
    parts: list[bytes] = []
    entries: list[bytes] = []
    at = 0
    for name, one in members.items():
        named, crc = name.encode("ascii"), zlib.crc32(one.content)
        header = local_header(named, crc, len(one.data), len(one.content))
        entries.append(directory_entry(named, crc, len(one.data), len(one.content), at))
        parts += (header, one.data)
        at += len(header) + len(one.data)
    directory = b"".join(entries)
    return b"".join((*parts, directory, end_record(len(entries), len(directory), at)))


def as_json(value: Any) -> bytes:
    """A JSON file of a pack: indented, in Unicode, one line end at its end."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", errors="backslashreplace")
