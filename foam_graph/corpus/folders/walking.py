"""Finds the files to load below the paths that a person names, in a fixed order and without falling into loops."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from foam_graph.corpus.folders.archives import members
from foam_graph.corpus.folders.found_file import (
    ARCHIVE,
    SIDECAR,
    Found,
    has_document,
    refusal,
    shown_name,
    sidecar_names,
)


@dataclass(frozen=True)
class Listed:
    """A file at or below a path, not looked into yet.

    Attributes:
        path: Where it is.
        shown: Its path relative to what was named.
        fault: Why it cannot be loaded; empty when it may be.
    """

    path: Path
    shown: str
    fault: str = ""


def walk(path: Path) -> Iterator[Found]:
    """Yields the files at or below a path: sorted, hidden ones left out, each folder once however it is linked.

    Archives are folders. Files of other kinds, links to nowhere and unreadable folders are yielded with a fault, so that
    a person sees what was not loaded. Sidecars are yielded only when they belong to no document.
    """
    for one in listed(path):
        yield from look_into(one)


def listed(path: Path) -> Iterator[Listed]:
    """The files at or below a path in the order of ``walk``, archives unopened."""
    mode = _mode(path)
    if mode is None:
        yield Listed(path, shown_name(path.name or str(path)), _absent(path))
    elif not stat.S_ISDIR(mode):
        yield _file(path, shown_name(path.name), mode)
    else:
        empty = True
        for found in _folder(path, path, set()):
            empty = False
            yield found
        if empty:
            yield Listed(path, shown_name(path.name or str(path)), "the folder holds no documents")


def look_into(one: Listed) -> Iterator[Found]:
    """What a listed file holds: itself, or the files of an archive."""
    path, shown = one.path, one.shown
    if one.fault:
        yield Found(shown, one.fault)
    elif path.suffix.lower() == ARCHIVE:
        try:
            with path.open("rb") as source:
                yield from members(source, shown)
        except OSError as fault:
            yield Found(shown, f"cannot be read: {fault.strerror or fault}")
    else:
        yield Found(shown, refusal(path.name), path.stat().st_size, _opener(path), _sidecar(path))


def bytes_below(path: Path) -> int:
    """Size of the files at or below a path, for a progress bar; what cannot be looked at counts as nothing."""
    if path.is_dir():
        return sum(
            os.path.getsize(os.path.join(folder, name))  # noqa: PTH118, PTH202 - one call a file of very many
            for folder, _, names in os.walk(path)
            for name in names
            if os.path.isfile(os.path.join(folder, name))  # noqa: PTH113, PTH118
        )
    return path.stat().st_size if _mode(path) is not None else 0


def _folder(folder: Path, root: Path, seen: set[tuple[int, int]]) -> Iterator[Listed]:
    try:
        status = folder.stat()
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names only; iterdir would build a Path for each
    except OSError as fault:
        yield Listed(folder, _relative(folder, root), f"the folder cannot be read: {fault.strerror}")
        return
    if (status.st_dev, status.st_ino) in seen:
        return
    seen.add((status.st_dev, status.st_ino))
    known = frozenset(names)
    for name in names:
        if name.startswith("."):
            continue
        path = folder / name
        mode = _mode(path)
        if mode is None:
            yield Listed(path, _relative(path, root), _absent(path))
        elif stat.S_ISDIR(mode):
            yield from _folder(path, root, seen)
        elif not (name.endswith(SIDECAR) and has_document(name, known)):
            yield _file(path, _relative(path, root), mode)


def _file(path: Path, shown: str, mode: int) -> Listed:
    # Opening a pipe or device could block for ever.
    return Listed(path, shown, "" if stat.S_ISREG(mode) else "not a regular file")


def _opener(path: Path) -> Callable[[], IO[bytes]]:
    return lambda: path.open("rb")


def _sidecar(path: Path) -> tuple[str, Callable[[], IO[bytes]]] | None:
    for name in sidecar_names(path.name):
        if path.with_name(name).is_file():
            return name, _opener(path.with_name(name))
    return None


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None


def _absent(path: Path) -> str:
    return "a link to nowhere or to itself" if path.is_symlink() else "there is no such file or folder"


def _relative(path: Path, root: Path) -> str:
    return shown_name(path.relative_to(root).as_posix())
