"""Neo4j's jars for tests: copies without their signatures of the two that are signed.

Java checks the signature of a jar again in every process that reads anything of it, for Eclipse Collections the digests of
ten thousand entries, and leaves what is signed out of its archive of classes: a start takes 4.9 instead of 6.8 seconds of a
processor. A session starts some fifty servers; who uses FOAM starts one, and runs the jars as they were fetched.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from foam_graph.files.atomic import write_atomically
from foam_graph.files.locking import locked
from foam_graph.store.server import bulk_import, class_data, control, store_exchange
from foam_graph.store.server.program import Program, resolve

_SIGNED = "eclipse-collections-"
_SIGNATURE = re.compile(r"META-INF/[^/]+\.(SF|RSA|DSA|EC)", re.IGNORECASE)
_MANIFEST = "META-INF/MANIFEST.MF"


def use_unsigned_jars() -> None:
    """Has every server that this process starts from now on run with them, and with an archive of its own."""
    for module in (control, class_data, store_exchange, bulk_import):
        module.resolve = _unsigned  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _unsigned() -> Program:
    found = resolve()
    folder = found.archive.parent
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / "unsigned.lock", "the jars without signatures", 240):
        jars = [_copy(jar, folder / jar.name) if jar.name.startswith(_SIGNED) else jar for jar in found.jars]
    return replace(found, jars=tuple(jars), archive=found.archive.with_stem(f"{found.archive.stem}-unsigned"))


def _copy(jar: Path, copy: Path) -> Path:
    # Java tells by time and size whether an archive fits its jars: a copy that is there is not touched.
    if not copy.exists():
        write_atomically(copy, without_signature(jar))
    return copy


def without_signature(jar: Path) -> bytes:
    """A jar's bytes without its signature and without the digests in its manifest.

    Args:
        jar: The jar.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(jar) as source, zipfile.ZipFile(made, "w") as target:
        for entry in source.infolist():
            if not _SIGNATURE.fullmatch(entry.filename):
                content = source.read(entry)
                whole = entry.filename != _MANIFEST
                target.writestr(
                    zipfile.ZipInfo(entry.filename, entry.date_time), content if whole else _main_section(content)
                )
    return made.getvalue()


def _main_section(manifest: bytes) -> bytes:
    """What a manifest says of the whole jar; the sections after it hold a digest for each entry."""
    return re.split(rb"(?:\r?\n){2}", manifest, maxsplit=1)[0].rstrip() + b"\r\n\r\n"
