"""Bytes to text without losing a byte: UTF-8, with everything that is not UTF-8 kept and reported."""

from __future__ import annotations

import re
from dataclasses import dataclass

from foam_graph.errors import CorpusError

BOM = b"\xef\xbb\xbf"
_SHOWN_RUNS = 20
_UNDECODED = re.compile("[\udc80-\udcff]+")
_MAGIC = (
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP, Word or OpenDocument file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x1f\x8b", "a gzip file"),
    (b"BZh", "a bzip2 file"),
    (b"\xfd7zXZ", "an xz file"),
    (b"7z\xbc\xaf", "a 7-Zip file"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
    (b"\x7fELF", "a program"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
)


@dataclass(frozen=True)
class Decoded:
    """The text of some bytes.

    Attributes:
        text: The text, without a byte order mark; line ends and composition as they were.
        notes: Where bytes were not UTF-8 and how they were read.
    """

    text: str
    notes: tuple[str, ...] = ()


def refuse_binary(content: bytes) -> None:
    """Lets only text through.

    Raises:
        CorpusError: The bytes begin like a known binary format or hold a NUL byte; the message says which.
    """
    for magic, kind in _MAGIC:
        if content.startswith(magic):
            raise CorpusError(f"not plain text: {kind}", "Save the document as UTF-8 plain text.")
    at = content.find(b"\0")
    if at >= 0:
        raise CorpusError(f"not plain text: NUL byte at offset {at}", "Save the document as UTF-8 plain text.")


def decode(content: bytes) -> Decoded:
    """Decodes bytes as UTF-8; each run of other bytes is read as Windows-1252 (or Latin-1) and reported.

    Args:
        content: The bytes of a file or line. Offsets in the notes count from its first byte.

    Returns:
        The text and the notes.
    """
    skipped = len(BOM) if content.startswith(BOM) else 0
    raw = content[skipped:].decode("utf-8", "surrogateescape")
    pieces: list[str] = []
    runs: list[str] = []
    last, offset = 0, skipped
    for match in _UNDECODED.finditer(raw):
        between = raw[last : match.start()]
        pieces.append(between)
        offset += len(between.encode("utf-8"))
        strange = match.group().encode("utf-8", "surrogateescape")
        runs.append(str(offset) if len(strange) == 1 else f"{offset}-{offset + len(strange) - 1}")
        pieces.append("".join(map(_western, strange)))
        offset += len(strange)
        last = match.end()
    if not runs:
        return Decoded(raw)
    pieces.append(raw[last:])
    return Decoded("".join(pieces), (_note(runs),))


def _western(byte: int) -> str:
    """One byte as Windows-1252; the five bytes that it leaves open as Latin-1."""
    one = bytes([byte])
    try:
        return one.decode("cp1252")
    except UnicodeDecodeError:
        return one.decode("latin-1")


def _note(runs: list[str]) -> str:
    shown = ", ".join(runs[:_SHOWN_RUNS])
    more = f" and {len(runs) - _SHOWN_RUNS} more" if len(runs) > _SHOWN_RUNS else ""
    places = "1 place" if len(runs) == 1 else f"{len(runs)} places"
    return f"Not UTF-8 in {places}, read as Windows-1252 there: byte offsets {shown}{more}."
