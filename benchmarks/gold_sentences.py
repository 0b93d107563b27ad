"""Reads annotated sentences for ``bench_segmentation.py``. None of that data is shipped: name the files you have.

Two shapes: CoNLL-U treebanks (Universal Dependencies; ``# newdoc`` and ``# newpar`` are kept, paragraphs become lines) and
the JSON of Savelka et al. 2017 (github.com/jsavelka/sbd_adjudicatory_dec: ``{id: {"text", "annotations": [{"start", "end"}]}}``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

Gold = tuple[str, list[tuple[int, int]]]
"""A text and the spans of its sentences."""


def read_gold(path: Path, joined: int = 0) -> list[Gold]:
    """The documents of a file or folder.

    Args:
        path: ``*.conllu`` or ``*.json``, or a folder of them.
        joined: Sentences that make one document, with nothing between them (for Chinese); 0 for documents as annotated.
    """
    files = sorted(one for kind in ("*.conllu", "*.json") for one in path.rglob(kind)) if path.is_dir() else [path]
    found = [gold for file in files for gold in (_json(file) if file.suffix == ".json" else _conllu(file, joined))]
    if not found:
        raise SystemExit(f"no *.conllu or *.json with sentences in {path}")
    return found


def _json(path: Path) -> Iterator[Gold]:
    for document in json.loads(path.read_text(encoding="utf-8")).values():
        yield document["text"], sorted((one["start"], one["end"]) for one in document["annotations"])


def _conllu(path: Path, joined: int) -> Iterator[Gold]:
    text, spans = "", []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.splitlines()
        sentence = next((line[8:].strip() for line in lines if line.startswith("# text =")), "")
        if not sentence:
            continue
        new = any(line.startswith("# newdoc") for line in lines)
        if spans and (len(spans) == joined if joined else new):
            yield text, spans
            text, spans = "", []
        if spans and not joined and not text.endswith("\0"):
            text += "\n" if any(line.startswith("# newpar") for line in lines) else " "
        text = text.rstrip("\0")
        spans.append((len(text), len(text) + len(sentence)))
        # The last word says whether a blank follows; the mark is taken off before the next sentence.
        text += sentence + ("\0" if "SpaceAfter=No" in lines[-1] else "")
    if spans:
        yield text.rstrip("\0"), spans
