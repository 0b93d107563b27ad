"""Finds the files to load below the paths that a person names, in a fixed order and without falling into loops."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from foam_graph.corpus.archives import members
from foam_graph.corpus.found import ARCHIVE, SIDECAR, Found, has_document, refusal, shown_name, sidecar_names


def walk(path: Path) -> Iterator[Found]:
    """Yields the files at or below a path: sorted, hidden ones left out, each folder once however it is linked.

    Archives are folders. Files of other kinds, links to nowhere and unreadable folders are yielded with a fault, so that
    a person sees what was not loaded. Sidecars are yielded only when they belong to no document.
    """
    mode = _mode(path)
    if mode is None:
        yield Found(shown_name(path.name or str(path)), _absent(path))
    elif not stat.S_ISDIR(mode):
        yield from _file(path, shown_name(path.name), mode)
    else:
        empty = True
        for found in _folder(path, path, set()):
            empty = False
            yield found
        if empty:
            yield Found(shown_name(path.name or str(path)), "the folder holds no documents")


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


def _folder(folder: Path, root: Path, seen: set[tuple[int, int]]) -> Iterator[Found]:
    try:
        status = folder.stat()
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names only; iterdir would build a Path for each
    except OSError as fault:
        yield Found(_relative(folder, root), f"the folder cannot be read: {fault.strerror}")
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
            yield Found(_relative(path, root), _absent(path))
        elif stat.S_ISDIR(mode):
            yield from _folder(path, root, seen)
        elif not (name.endswith(SIDECAR) and has_document(name, known)):
            yield from _file(path, _relative(path, root), mode)


def _file(path: Path, shown: str, mode: int) -> Iterator[Found]:
    if not stat.S_ISREG(mode):
        # Opening a pipe or device could block for ever.
        yield Found(shown, "not a regular file")
    elif path.suffix.lower() == ARCHIVE:
        try:
            with path.open("rb") as source:
                yield from members(source, shown)
        except OSError as fault:
            yield Found(shown, f"cannot be read: {fault.strerror or fault}")
    else:
        yield Found(shown, refusal(path.name), path.stat().st_size, _opener(path), _sidecar(path))


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
