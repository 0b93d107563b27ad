"""A file that was found, in a folder or an archive, before it is read."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Callable, Set
from dataclasses import dataclass
from pathlib import PurePath
from typing import IO, Final
from zipfile import BadZipFile

SIDECAR = ".meta.yaml"
ARCHIVE = ".zip"
CARDS = ".jsonl"
CSV = ".csv"
WORD = ".docx"
MAIL = ".eml"
MAILBOXES = (".mbox", ".mbx")
SUFFIXES = (
    ".txt", ".text", ".md", ".markdown", ".html", ".htm", ".xhtml", ".pdf", ".docx", MAIL, *MAILBOXES, CARDS, CSV, ".tsv", ARCHIVE,
)  # fmt: skip


READ_FAULTS: Final = (
    OSError,
    BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What opening or reading a file, or a member of a damaged archive, may raise."""


@dataclass(frozen=True)
class Found:
    """One file, or a reason why there is none.

    Attributes:
        shown: Its path relative to what was named, with ``/``; always valid Unicode.
        fault: Why it cannot be loaded; empty when it can.
        size: Its size in bytes.
        opener: Opens it for reading.
        sidecar: Name of the file with its citation, and what opens that.
        before: How many of the file's lines or rows come before what is opened.
        part: Whether only a part of the file is opened.
    """

    shown: str
    fault: str = ""
    size: int = 0
    opener: Callable[[], IO[bytes]] | None = None
    sidecar: tuple[str, Callable[[], IO[bytes]]] | None = None
    before: int = 0
    part: bool = False

    @property
    def suffix(self) -> str:
        """Its suffix in lower case."""
        return PurePath(self.shown).suffix.lower()

    def open(self) -> IO[bytes]:
        """The file, open for reading.

        Raises:
            OSError: It cannot be opened, or there is none.
        """
        if self.opener is None:
            raise FileNotFoundError(2, "no such file", self.shown)
        return self.opener()


def sidecar_names(name: str) -> tuple[str, str]:
    """Names that the sidecar of a document may have: ``NAME.SUFFIX.meta.yaml``, else ``NAME.meta.yaml``."""
    return name + SIDECAR, PurePath(name).stem + SIDECAR


def has_document(sidecar: str, names: Set[str]) -> bool:
    """Whether a sidecar belongs to one of these files."""
    stem = sidecar.removesuffix(SIDECAR)
    if not refusal(stem) and stem in names:
        return True
    return any(stem + suffix in names or stem + suffix.upper() in names for suffix in SUFFIXES)


def refusal(name: str) -> str:
    """Why a file of this name is no document; empty when it may be one."""
    if name.endswith(SIDECAR):
        return "a sidecar without its document"
    if PurePath(name).suffix.lower() not in SUFFIXES:
        return f"not one of {', '.join(SUFFIXES)}"
    return ""


def shown_name(name: str) -> str:
    """The name with undecodable bytes escaped: it goes into JSON and the graph, which hold Unicode only."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def reason(fault: BaseException) -> str:
    """What to tell a person of a file that could not be read."""
    told = (fault.strerror if isinstance(fault, OSError) else "") or str(fault)
    return told[:200] or type(fault).__name__
