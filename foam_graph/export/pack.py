"""A governance pack: one archive with a run's reasons, its log, the proofs of the log, and the means to check them.

It is an RO-Crate (``crate``), laid out in one way only, so that a change of any byte shows (``pack_verifier``, which the
pack carries as ``verify.py``).
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from foam_graph.export.pack_verifier import MANIFEST, SIGNATURE, directory_entry, end_record, local_header
from foam_graph.resources import package_file

FORMAT = "foam-graph/pack/1"
VERIFIER = "verify.py"


def verifier_source() -> str:
    """The standalone verifier, as the pack carries it."""
    return package_file("foam_graph.export", "pack_verifier.py")


def manifest(members: Mapping[str, bytes], run: str) -> str:
    """Every file of a pack with its size and SHA-256."""
    files = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
        for name, content in sorted(members.items())
    }
    return json.dumps({"format": FORMAT, "run": run, "files": files}, indent=1) + "\n"


def packed(members: Mapping[str, bytes], run: str, sign: Callable[[str], str]) -> bytes:
    """The archive.

    Args:
        members: Content of each file by its path; without the manifest, which is made here.
        run: Id of the run.
        sign: Gives a text back as a signed note; its first argument is the text after the key's name.

    Returns:
        The bytes of a zip archive: the same members give the same bytes, the signature aside.
    """
    listed = manifest(members, run).encode()
    signature = sign(f"{hashlib.sha256(listed).hexdigest()}\npack of {run}\n").encode()
    return _archive({**dict(sorted(members.items())), MANIFEST: listed, SIGNATURE: signature})


def _archive(members: Mapping[str, bytes]) -> bytes:
    parts: list[bytes] = []
    entries: list[bytes] = []
    at = 0
    for name, content in members.items():
        squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = squeezer.compress(content) + squeezer.flush()
        named, crc = name.encode("ascii"), zlib.crc32(content)
        header = local_header(named, crc, len(data), len(content))
        entries.append(directory_entry(named, crc, len(data), len(content), at))
        parts += (header, data)
        at += len(header) + len(data)
    directory = b"".join(entries)
    return b"".join((*parts, directory, end_record(len(entries), len(directory), at)))


def as_json(value: Any) -> bytes:
    """A JSON file of a pack: indented, in Unicode, one line end at its end."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", errors="backslashreplace")
