"""Finds the files to load below the paths that a person names, in a fixed order and without falling into loops."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SIDECAR = ".meta.yaml"
SUFFIXES = (".txt", ".md", ".jsonl")


@dataclass(frozen=True)
class Found:
    """One file, or a reason why there is none.

    Attributes:
        path: Where it is.
        shown: Its path relative to what was named, with ``/``; always valid Unicode.
        fault: Why it cannot be loaded; empty when it can.
    """

    path: Path
    shown: str
    fault: str = ""


def walk(path: Path) -> Iterator[Found]:
    """Yields the files at or below a path: sorted, hidden ones left out, each folder once however it is linked.

    Files of other kinds, links to nowhere and unreadable folders are yielded with a fault, so that a person sees
    what was not loaded. Sidecars are yielded only when they belong to no document.
    """
    mode = _mode(path)
    if mode is None:
        yield Found(path, _shown(path.name or str(path)), _absent(path))
    elif not stat.S_ISDIR(mode):
        yield _file(path, path.name, mode)
    else:
        empty = True
        for found in _folder(path, path, set()):
            empty = False
            yield found
        if empty:
            yield Found(path, _shown(path.name or str(path)), "the folder holds no documents")


def sidecar_of(path: Path) -> Path | None:
    """The sidecar of a document: ``NAME.SUFFIX.meta.yaml``, else ``NAME.meta.yaml``."""
    for name in (path.name + SIDECAR, path.stem + SIDECAR):
        candidate = path.with_name(name)
        if candidate.is_file():
            return candidate
    return None


def _folder(folder: Path, root: Path, seen: set[tuple[int, int]]) -> Iterator[Found]:
    try:
        status = folder.stat()
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names only; iterdir would build a Path for each
    except OSError as fault:
        yield Found(folder, _relative(folder, root), f"the folder cannot be read: {fault.strerror}")
        return
    if (status.st_dev, status.st_ino) in seen:
        return
    seen.add((status.st_dev, status.st_ino))
    for name in names:
        if name.startswith("."):
            continue
        path = folder / name
        mode = _mode(path)
        if mode is None:
            yield Found(path, _relative(path, root), _absent(path))
        elif stat.S_ISDIR(mode):
            yield from _folder(path, root, seen)
        elif not (name.endswith(SIDECAR) and _has_document(name, names)):
            yield _file(path, _relative(path, root), mode)


def _file(path: Path, shown: str, mode: int) -> Found:
    if not stat.S_ISREG(mode):
        # Opening a pipe or device could block for ever.
        return Found(path, _shown(shown), "not a regular file")
    if path.name.endswith(SIDECAR):
        return Found(path, _shown(shown), "a sidecar without its document")
    if path.suffix.lower() not in SUFFIXES:
        return Found(path, _shown(shown), f"not one of {', '.join(SUFFIXES)}")
    return Found(path, _shown(shown))


def _has_document(sidecar: str, names: list[str]) -> bool:
    stem = sidecar.removesuffix(SIDECAR)
    return any(
        name == stem or Path(name).stem == stem
        for name in names
        if name != sidecar and Path(name).suffix.lower() in SUFFIXES
    )


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None


def _absent(path: Path) -> str:
    return "a link to nowhere or to itself" if path.is_symlink() else "there is no such file or folder"


def _relative(path: Path, root: Path) -> str:
    return _shown(path.relative_to(root).as_posix())


def _shown(name: str) -> str:
    """The name with undecodable bytes escaped: it goes into JSON and the graph, which hold Unicode only."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
