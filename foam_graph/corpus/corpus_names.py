"""Names of corpora: they become folder names, so only plain ones are let in."""

from __future__ import annotations

import re

from foam_graph.errors import CorpusError

_NAME = re.compile(r"[a-z0-9_](?:[a-z0-9._-]{0,62}[a-z0-9_-])?")


def check_corpus_name(name: str) -> str:
    """The name itself, when it may name a corpus.

    Args:
        name: 1 to 64 of ``a-z``, ``0-9``, ``.``, ``_`` and ``-``; the first not ``.`` or ``-``, the last not ``.``.

    Raises:
        CorpusError: Any other name, so that no name can leave the data folder or hide in it.
    """
    if not _NAME.fullmatch(name):
        shown = name if len(name) <= 80 else name[:77] + "..."
        raise CorpusError(
            f"{shown!r} cannot name a corpus",
            "Use 1 to 64 lower-case letters, digits, dots, underscores and hyphens, starting with a letter or digit.",
        )
    return name
