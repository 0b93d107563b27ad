"""Bytes to text without losing a byte: UTF-8, with everything that is not UTF-8 kept and reported."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from foam_graph.errors import CorpusError

BOM = b"\xef\xbb\xbf"
# Enough to find the places in an editor; the note is stored with the document and shown in a line.
_SHOWN_RUNS = 20
_MUCH = 0.2
"""Share of bytes above which text is not Western: French has a twentieth of accented letters, Greek or Chinese most."""
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HALF = re.compile("[\ud800-\udfff]")
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)
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
)


@dataclass(frozen=True)
class Decoded:
    """The text of some bytes.

    Attributes:
        text: The text, without a byte order mark; line ends and composition as they were.
        notes: Where bytes were not UTF-8 and how they were read.
        marked: Whether a byte order mark told the encoding.
    """

    text: str
    notes: tuple[str, ...] = ()
    marked: bool = False


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


def decode(content: bytes, before: int = 0) -> Decoded:
    """Decodes bytes as UTF-8; each run of other bytes is read as Windows-1252 (or Latin-1) and reported.

    UTF-16 and UTF-32 are known by their byte order mark; what is not valid there is shown as U+FFFD and reported.

    Args:
        content: The bytes of a file or line. Offsets in the notes count from its first byte.
        before: Bytes that stand before it in what the offsets are to count from.

    Returns:
        The text and the notes.
    """
    for mark, codec in _WIDE:
        if content.startswith(mark):
            return _wide(content, len(mark), codec)
    skipped = len(BOM) if content.startswith(BOM) else 0
    raw = content[skipped:].decode("utf-8", "surrogateescape")
    pieces: list[str] = []
    runs: list[str] = []
    last, offset, other = 0, skipped, 0
    for match in _UNDECODED.finditer(raw):
        between = raw[last : match.start()]
        pieces.append(between)
        offset += len(between.encode("utf-8"))
        strange = match.group().encode("utf-8", "surrogateescape")
        first = before + offset
        runs.append(str(first) if len(strange) == 1 else f"{first}-{first + len(strange) - 1}")
        other += len(strange)
        pieces.append("".join(map(_western, strange)))
        offset += len(strange)
        last = match.end()
    if not runs:
        return Decoded(raw)
    pieces.append(raw[last:])
    note = _note(runs)
    if other >= _MUCH * len(content):
        note += " That is so much of it that it must be in another encoding: save it as UTF-8 and load it again."
    return Decoded("".join(pieces), (note,))


def decode_declared(content: bytes) -> Decoded:
    """Decodes an HTML page: by its byte order mark, else as UTF-8, else in the encoding that its head declares.

    UTF-8 goes first because a page that is valid UTF-8 is UTF-8 whatever it declares, but for pages of plain ASCII, where
    it makes no difference. Bytes that are not valid in the declared encoding are handled as in ``decode``.
    """
    found = decode(content)
    declared = _CHARSET.search(content[:4096])
    if found.marked or not found.notes or declared is None:
        return found
    name = declared.group(1).decode("ascii").lower()
    if name in ("iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii"):
        name = "windows-1252"
    try:
        text = content.decode(name)
    except LookupError:
        note = f"The page declares the encoding {name}, which is not known."
    except UnicodeDecodeError as fault:
        note = f"The page declares the encoding {name}, but byte {fault.start} is not valid in it."
    else:
        return Decoded(text, (f"Read as {name}, as the page declares.",))
    return Decoded(found.text, (note, *found.notes))


def about_encoding(note: str) -> bool:
    """Whether a remark on a document says how its bytes were read."""
    return note.startswith(("Not UTF-8 ", "Read as ", "Shown as ", "The page declares "))


def _wide(content: bytes, skipped: int, codec: str) -> Decoded:
    """UTF-16 or UTF-32; half characters and a cut end become U+FFFD and are reported."""
    unit = int(codec[4:6]) // 8
    whole = len(content) - (len(content) - skipped) % unit
    try:
        raw = content[skipped:whole].decode(codec, "surrogatepass")
    except UnicodeDecodeError as fault:
        raise CorpusError(
            f"not {codec[:6].upper()}, which its first bytes announce, at byte {skipped + fault.start}",
            "Save it as UTF-8.",
        ) from None
    offsets: list[str] = []
    last, offset = 0, skipped
    for match in _HALF.finditer(raw):
        offset += len(raw[last : match.start()].encode(codec))
        offsets.append(str(offset))
        offset += unit
        last = match.end()
    text = _HALF.sub("\ufffd", raw)
    if whole < len(content):
        offsets.append(str(whole))
        text += "\ufffd"
    notes = [f"Read as {codec[:6].upper()}, by its byte order mark."]
    if offsets:
        notes.append(f"Shown as U+FFFD, not valid {codec[:6].upper()}: byte offsets {_listed(offsets)}.")
    return Decoded(text, tuple(notes), marked=True)


def _western(byte: int) -> str:
    """One byte as Windows-1252; the five bytes that it leaves open as Latin-1."""
    one = bytes([byte])
    try:
        return one.decode("cp1252")
    except UnicodeDecodeError:
        return one.decode("latin-1")


def _note(runs: list[str]) -> str:
    places = "1 place" if len(runs) == 1 else f"{len(runs)} places"
    return f"Not UTF-8 in {places}, read as Windows-1252 there: byte offsets {_listed(runs)}."


def _listed(offsets: list[str]) -> str:
    more = f" and {len(offsets) - _SHOWN_RUNS} more" if len(offsets) > _SHOWN_RUNS else ""
    return ", ".join(offsets[:_SHOWN_RUNS]) + more
