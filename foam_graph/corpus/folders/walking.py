"""Finds the files to load below the paths that a person names, in a fixed order and without falling into loops."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

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

OUTSIDE: Final = "a link out of the folder, not followed: load what it points to by its own name, or put a copy here"


@dataclass(frozen=True)
class Listed:
    """A file at or below a path, not looked into yet.

    Attributes:
        path: Where it is.
        shown: Its path relative to what was named.
        fault: Why it cannot be loaded; empty when it may be.
        left_out: Names of sidecars beside it that are not read.
    """

    path: Path
    shown: str
    fault: str = ""
    left_out: frozenset[str] = frozenset()


def walk(path: Path) -> Iterator[Found]:
    """Yields the files at or below a path: sorted, hidden ones left out, each folder once however it is linked.

    Links that lead out of the folder that was named are not followed: whoever packed a folder could otherwise have any
    file of the reader's machine quoted. A link that a person names is.
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
        for found in _folder(path, path, _real(path), set()):
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
        yield Found(shown, refusal(path.name), path.stat().st_size, _opener(path), _sidecar(path, one.left_out))


def bytes_below(path: Path) -> int:
    """Size of the files at or below a path, for a progress bar; what cannot be looked at counts as nothing."""
    if path.is_dir():
        root = _real(path)
        return sum(
            os.path.getsize(os.path.join(folder, name))  # noqa: PTH118, PTH202 - one call a file of very many
            for folder, _, names in os.walk(path)
            for name in names
            if os.path.isfile(os.path.join(folder, name))  # noqa: PTH113, PTH118
            and not _leads_out(Path(folder, name), root)
        )
    return path.stat().st_size if _mode(path) is not None else 0


def _folder(folder: Path, root: Path, real: str, seen: set[tuple[int, int]]) -> Iterator[Listed]:
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
    outside = frozenset(name for name in names if name.endswith(SIDECAR) and _leads_out(folder / name, real))
    for name in names:
        if name.startswith("."):
            continue
        path = folder / name
        mode = _mode(path)
        if mode is None:
            yield Listed(path, _relative(path, root), _absent(path))
        elif name in outside or _leads_out(path, real):
            yield Listed(path, _relative(path, root), OUTSIDE)
        elif stat.S_ISDIR(mode):
            yield from _folder(path, root, real, seen)
        elif not (name.endswith(SIDECAR) and has_document(name, known)):
            yield _file(path, _relative(path, root), mode, outside)


def _real(path: Path) -> str:
    return os.path.realpath(path)


def _leads_out(path: Path, real: str) -> bool:
    """Whether a link leads to a place outside of the folder whose real path is given."""
    if not path.is_symlink():
        return False
    target = _real(path)
    return target != real and not target.startswith(real.rstrip(os.sep) + os.sep)


def _file(path: Path, shown: str, mode: int, left_out: frozenset[str] = frozenset()) -> Listed:
    # Opening a pipe or device could block for ever.
    return Listed(path, shown, "" if stat.S_ISREG(mode) else "not a regular file", left_out)


def _opener(path: Path) -> Callable[[], IO[bytes]]:
    return lambda: path.open("rb")


def _sidecar(path: Path, left_out: frozenset[str]) -> tuple[str, Callable[[], IO[bytes]]] | None:
    for name in sidecar_names(path.name):
        if name not in left_out and path.with_name(name).is_file():
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
