"""Files at or below a path, and their text: what several loaders need before they can read anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from foam_graph import CorpusError, Refusal

MOST_BYTES = 50_000_000
"""Of one text: a document may not be larger, so nothing larger is worth the memory."""


@dataclass(frozen=True)
class FoundFile:
    """A file that a loader can read.

    Attributes:
        name: Its path relative to what was named, with ``/``.
        path: Where it is.
    """

    name: str
    path: Path


def found_files(path: Path, suffixes: tuple[str, ...]) -> Iterator[FoundFile | Refusal]:
    """The files of some kinds at or below a path, sorted, hidden ones left out; all else as refusals.

    Links to folders are not followed: they could run in a circle, or lead out of what was named.
    """
    if not path.is_dir():
        yield _checked(path, path.name, suffixes)
        return
    unread: list[Refusal] = []
    for folder, folders, names in os.walk(path, onerror=lambda fault: unread.append(_unread(path, fault))):
        here = Path(folder)
        linked = [name for name in folders if (here / name).is_symlink()]
        # What is left in this list is walked, in its order.
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted([*names, *linked]):
            inside = (here / name).relative_to(path).as_posix()
            if name.startswith("."):
                continue
            if name in linked:
                yield Refusal(_shown(inside), "a link to a folder, which is not followed")
            else:
                yield _checked(here / name, inside, suffixes)
    yield from unread


def _unread(root: Path, fault: OSError) -> Refusal:
    inside = os.path.relpath(str(fault.filename), root)
    return Refusal(_shown(inside), f"the folder cannot be read: {fault.strerror or fault}")


def _shown(name: str) -> str:
    """A name without the stray bytes of one that is no UTF-8, which could not be stored."""
    return name.encode("utf-8", "replace").decode()


def _checked(path: Path, name: str, suffixes: tuple[str, ...]) -> FoundFile | Refusal:
    shown = _shown(name)
    if path.suffix.lower() not in suffixes:
        return Refusal(shown, f"not one of {', '.join(suffixes)}")
    # Opening a pipe or device could block for ever.
    if not path.is_file():
        return Refusal(shown, "not a regular file" if path.exists() else "there is no such file")
    return FoundFile(shown, path)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        CorpusError: It is empty, too large or cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise CorpusError(f"cannot be read: {fault.strerror or fault}") from None
    if len(content) > MOST_BYTES:
        raise CorpusError(f"larger than {MOST_BYTES // 1_000_000} MB", "Divide it into parts.")
    if not content.strip():
        raise CorpusError("empty", "Leave the file out.")
    return content


def read_text(path: Path, encoding: str = "utf-8-sig") -> str:
    """The text of a file, in exactly that encoding: what does not fit is refused, never guessed.

    Raises:
        CorpusError: It is empty, too large, binary, or not in the encoding.
    """
    content = read_bytes(path)
    if b"\0" in content:
        raise CorpusError(f"not plain text: NUL byte at offset {content.index(0)}", "Save it as UTF-8 text.")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as fault:
        shown = encoding.removesuffix("-sig").upper()
        raise CorpusError(f"not {shown} at byte {fault.start}", "Save it as UTF-8 text.") from None
    except LookupError:
        raise CorpusError(f"no encoding is called {encoding[:40]!r}", "Use e.g. utf-8 or cp1252.") from None
