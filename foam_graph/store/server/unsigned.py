"""Copies of Neo4j's signed jars without their signatures, which a third of a start went into.

Java checks the signature of a jar again in every process that reads anything of it: for Eclipse Collections alone that
is the digests of ten thousand entries. What is signed is also left out of the class-data archive. Only these two of the
237 jars matter, and the rest of them is not signed; what is fetched comes from Maven Central over TLS, all alike.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from foam_graph.errors import ServerFault
from foam_graph.files.atomic import write_atomically

_WANTED = "eclipse-collections-"
_SIGNATURE = re.compile(r"META-INF/[^/]+\.(SF|RSA|DSA|EC)", re.IGNORECASE)
_MANIFEST = "META-INF/MANIFEST.MF"


def without_signatures(jars: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    """The same jars, of which the copies stand for those whose signature costs much; copies are made once.

    The caller holds the lock of the folder of fetched programs.

    Args:
        jars: The jars, in class-path order.
        folder: Where copies lie; made where one is needed.

    Raises:
        OSError: A copy cannot be written.
        ServerFault: A jar is broken.
    """
    return tuple(_copy(jar, folder / jar.name) if jar.name.startswith(_WANTED) else jar for jar in jars)


def _copy(jar: Path, copy: Path) -> Path:
    # Java tells by time and size whether an archive fits its jars: a copy that is there is not touched.
    if not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_atomically(copy, unsigned(jar))
        except zipfile.BadZipFile as fault:
            raise ServerFault(f"{jar} cannot be read: {fault}", "Delete it: the next start fetches it anew.") from fault
    return copy


def unsigned(jar: Path) -> bytes:
    """A jar's bytes without its signature and without the digests in its manifest."""
    made = io.BytesIO()
    with zipfile.ZipFile(jar) as source, zipfile.ZipFile(made, "w") as target:
        for entry in source.infolist():
            if not _SIGNATURE.fullmatch(entry.filename):
                content = source.read(entry)
                # Not compressed: quicker to copy, and to read.
                where = zipfile.ZipInfo(entry.filename, entry.date_time)
                target.writestr(where, _main_section(content) if entry.filename == _MANIFEST else content)
    return made.getvalue()


def _main_section(manifest: bytes) -> bytes:
    """What a manifest says of the whole jar; the sections after it hold a digest for each entry."""
    return re.split(rb"(?:\r?\n){2}", manifest, maxsplit=1)[0].rstrip() + b"\r\n\r\n"
