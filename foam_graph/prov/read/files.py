"""Reads a PROV document from a file in any of its syntaxes, found by the name's ending or by the content."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from foam_graph.errors import DataFileError, EnvironmentFault, UsageError
from foam_graph.prov.model import Document
from foam_graph.prov.read.prov_json import read_json
from foam_graph.prov.read.prov_n import read_provn
from foam_graph.prov.read.prov_o import FORMATS as RDF_FORMATS
from foam_graph.prov.read.prov_o import read_rdf
from foam_graph.prov.read.prov_xml import read_xml

SYNTAXES = ("prov-n", "prov-json", "prov-xml", *RDF_FORMATS)
"""Names of the syntaxes."""

ENDINGS = {
    "provn": "prov-n",
    "prov-asn": "prov-n",
    "pn": "prov-n",
    "provx": "prov-xml",
    "ttl": "turtle",
    "trig": "trig",
    "nt": "n-triples",
    "nq": "n-quads",
    "rdf": "rdf-xml",
    "owl": "rdf-xml",
    "jsonld": "json-ld",
}
"""Endings that say the syntax; ``.json`` and ``.xml`` are told apart by the content."""

MOST_BYTES = 512 * 2**20

_QUADS = re.compile(rb"<[a-z][a-z0-9+.-]*:[^<>\s]*[/:#][^<>\s]*>\s*<")
_TRIG = re.compile(rb"@(?:prefix|base)\s", re.IGNORECASE)
_ROOT = re.compile(rb"<(?![?!])(?:[\w.-]+:)?([\w.-]+)")
_BEGINNING = 65536
_HINT = f"Use one of the endings {', '.join('.' + e for e in sorted({*ENDINGS, 'json', 'xml'}))}, or name the syntax."


def read_file(path: Path, syntax: str = "", most_bytes: int = MOST_BYTES) -> Document:
    """Reads one file.

    Args:
        path: The file.
        syntax: One of ``SYNTAXES``; found out if empty.
        most_bytes: Larger files are refused.

    Raises:
        UsageError: There is no such file, it is a folder or too large, or its syntax cannot be told.
        DataFileError: It is not what its syntax asks for; names the line where it is known.
        EnvironmentFault: It cannot be opened.
    """
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise UsageError(f"{path} is not a regular file", "Give a file.")
            if found.st_size > most_bytes:
                size = f"{found.st_size / 2**20:.0f} MiB"
                raise UsageError(f"{path} has {size}, more than {most_bytes / 2**20:.0f} MiB", "Check its parts.")
            content = file.read()
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}", "Check the path.") from None
    except (IsADirectoryError, NotADirectoryError):
        raise UsageError(f"{path} is a folder, or stands below a file", "Give a file.") from None
    except (OSError, ValueError) as fault:
        raise EnvironmentFault(f"{path} cannot be opened: {fault}", "Check its permissions.") from None
    return read_bytes(content, str(path), syntax)


def read_bytes(content: bytes, path: str, syntax: str = "") -> Document:
    """Reads a document from bytes.

    Args:
        content: The whole file.
        path: For messages, and for its ending.
        syntax: One of ``SYNTAXES``; found out if empty.

    Raises:
        UsageError: The syntax is unknown or cannot be told.
        DataFileError: The content is not what the syntax asks for.
    """
    syntax = syntax or syntax_of(content, path)
    if syntax not in SYNTAXES:
        raise UsageError(f"there is no PROV syntax {syntax!r}", f"Use one of {', '.join(SYNTAXES)}.")
    if not content.strip():
        raise DataFileError(path, 0, "is empty")
    if syntax == "prov-xml":
        return read_xml(content, path)
    if syntax in RDF_FORMATS:
        if syntax != "rdf-xml":
            _decoded(content, path)
        return read_rdf(content, path, syntax)
    readers: dict[str, Callable[[str, str], Document]] = {"prov-n": read_provn, "prov-json": read_json}
    return readers[syntax](_decoded(content, path), path)


def syntax_of(content: bytes, path: str) -> str:
    """The syntax of a file, by its ending and its first characters.

    Raises:
        UsageError: It cannot be told.
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending in ENDINGS:
        return ENDINGS[ending]
    start = content[:_BEGINNING].removeprefix(b"\xef\xbb\xbf").lstrip()
    if ending == "json" or (ending not in ("xml",) and start[:1] in (b"{", b"[")):
        return "json-ld" if b'"@context"' in start or b'"@graph"' in start or b'"@id"' in start else "prov-json"
    if ending != "xml" and _QUADS.match(start):
        return "n-quads"
    if _TRIG.match(start):
        return "trig"
    if ending == "xml" or start[:1] == b"<":
        root = _ROOT.search(start)
        return "rdf-xml" if root and root[1] == b"RDF" else "prov-xml"
    if start.startswith(b"document"):
        return "prov-n"
    raise UsageError(f"the syntax of {path} cannot be told", _HINT)


def _decoded(content: bytes, path: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise DataFileError(path, line, f"not UTF-8 at byte {fault.start}", "Save the file as UTF-8.") from None
    zero = text.find("\0")
    if zero >= 0:
        raise DataFileError(path, text.count("\n", 0, zero) + 1, "holds a zero byte: a binary file, not text")
    return text
