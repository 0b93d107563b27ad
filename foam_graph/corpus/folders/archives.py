"""Zip archives as folders of documents, with limits on what they may unpack to."""

from __future__ import annotations

import stat
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import IO, Final
from zipfile import ZipFile, ZipInfo

from foam_graph.corpus.folders.found_file import (
    READ_FAULTS,
    SIDECAR,
    Found,
    has_document,
    reason,
    refusal,
    shown_name,
    sidecar_names,
)
from foam_graph.errors import CorpusError

MOST_MEMBERS: Final = 200_000
"""Most files in one archive."""
MOST_BYTES: Final = 4 * 1024**3
"""Most bytes that an archive may unpack to, the archives in it included."""
MOST_RATIO: Final = 200
"""A member that is compressed more strongly than this, and is large, is taken for a bomb."""
DEEPEST: Final = 2
"""Archives in archives in archives are not opened."""
# A small table of repeated values is compressed as strongly as a bomb, and does no harm.
_LARGE: Final = 8 * 1024**2


@dataclass
class _Budget:
    """What an outermost archive may still unpack to."""

    left: int


def members(source: IO[bytes], shown: str, depth: int = 1, budget: _Budget | None = None) -> Iterator[Found]:
    """The files in an archive, sorted by name, hidden ones left out; each can be opened until the next is asked for.

    Args:
        source: The archive, open and seekable.
        shown: Its path as shown to people; the names of its files go behind it.
        depth: How many archives deep it lies.
        budget: What may still be unpacked.

    Yields:
        Files, and with a fault what cannot be read.
    """
    budget = budget or _Budget(MOST_BYTES)
    try:
        with ZipFile(source) as archive:
            yield from _members(archive, shown, depth, budget)
    except READ_FAULTS as fault:
        yield Found(shown, fault=f"the archive cannot be read: {reason(fault)}")


def _members(archive: ZipFile, shown: str, depth: int, budget: _Budget) -> Iterator[Found]:
    files = {info.filename: info for info in archive.infolist() if not info.is_dir()}
    if len(archive.infolist()) > MOST_MEMBERS:
        yield Found(shown, fault=f"the archive holds more than {MOST_MEMBERS} files")
        return
    seen = [name for name in sorted(files) if not _hidden(name)]
    if not seen:
        yield Found(shown, fault="the archive holds no documents")
    for info in archive.infolist():
        if info.filename in files and info is not files[info.filename] and not _hidden(info.filename):
            yield Found(f"{shown}/{shown_name(info.filename)}", fault="a later file of the archive has the same name")
    beside: defaultdict[PurePosixPath, set[str]] = defaultdict(set)
    for name in seen:
        beside[PurePosixPath(name).parent].add(PurePosixPath(name).name)
    for name in seen:
        path = PurePosixPath(name.replace("\\", "/"))
        label = f"{shown}/{shown_name(name)}"
        fault = _suspicious(files[name], budget)
        if fault:
            yield Found(label, fault=fault)
            continue
        budget.left -= files[name].file_size
        if path.suffix.lower() == ".zip":
            yield from _nested(archive, files[name], label, depth, budget)
            continue
        if path.name.endswith(SIDECAR) and has_document(path.name, beside[path.parent]):
            continue
        yield Found(
            label,
            fault=refusal(path.name),
            size=files[name].file_size,
            opener=partial(archive.open, files[name]),
            sidecar=_sidecar(archive, files, path),
        )


def _sidecar(archive: ZipFile, files: dict[str, ZipInfo], path: PurePosixPath) -> tuple[str, partial[IO[bytes]]] | None:
    for name in sidecar_names(path.name):
        info = files.get(str(path.with_name(name)))
        if info is not None and not stat.S_ISLNK(info.external_attr >> 16):
            return name, partial(archive.open, info)
    return None


def _nested(archive: ZipFile, info: ZipInfo, label: str, depth: int, budget: _Budget) -> Iterator[Found]:
    if depth >= DEEPEST:
        yield Found(label, fault=f"archives are opened {DEEPEST} deep only")
        return
    with archive.open(info) as inner:
        if not inner.seekable():
            raise CorpusError(f"{label} cannot be opened in place", "Unpack it first.")
        yield from members(inner, label, depth + 1, budget)


def _suspicious(info: ZipInfo, budget: _Budget) -> str:
    """Why a member is not unpacked; empty when nothing speaks against it."""
    if ".." in PurePosixPath(info.filename).parts:
        return "its name points outside the archive"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "a link, not a file"
    if info.flag_bits & 1:
        return "it is encrypted"
    if info.file_size > _LARGE and info.file_size > MOST_RATIO * max(info.compress_size, 1):
        return f"unpacks to {info.file_size // 1024**2} MB from {info.compress_size // 1024} kB: not opened"
    if info.file_size > budget.left:
        return f"the archive unpacks to more than {MOST_BYTES // 1024**3} GB: not opened"
    return ""


def _hidden(name: str) -> bool:
    return any(
        (part.startswith(".") and part != "..") or part == "__MACOSX"
        for part in PurePosixPath(name.replace("\\", "/")).parts
    )
