"""A folder of debate files that were written with Verbatim (paperlessdebate.com): Word files of cards."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, LoadReport


def load(foam: Foam, path: Path, *, corpus: str) -> LoadReport:
    """Verbatim debate files: .docx files, one document a card, with what is underlined and highlighted.

    Not read: the old .doc format (save it as .docx), and every other kind of file in the folder. A tag without a source
    under it is an analytic, of which nothing can be cited: it is refused by itself. A Word file without any card becomes
    one document.

    Args:
        foam: The graph.
        path: A .docx file, a folder or a .zip archive of them.
        corpus: Name of the corpus.

    Raises:
        CorpusError: No card could be read. Nothing was loaded.
    """
    return foam.corpus(corpus).load(path, by_loader="verbatim", refuse=_not_word)


def _not_word(name: str, head: bytes) -> str:
    if name.rpartition("/")[2].startswith("~$"):
        return "Word's lock of a file that is open"
    if not name.lower().endswith(".docx"):
        return "not a Word file (.docx)"
    return "" if head.startswith(b"PK") else "not a Word file inside, whatever its name says" if head else "empty"
