"""Words that turn a statement: negations, exceptions, attributions, rejections; and what they say about a sentence."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel, ConfigDict

from foam_graph.corpus.documents import Document
from foam_graph.corpus.folding import fold
from foam_graph.corpus.segmentation_rules import CJK, PACKAGE
from foam_graph.errors import CorpusError
from foam_graph.resources import load_yaml, package_file

CUE_FILE = "cues.yaml"
_CONTRACTED = r"n't\b"


class Cues(BaseModel):
    """Cue phrases by what they do (``cues.yaml``)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    negation: tuple[str, ...]
    exception: tuple[str, ...]
    attribution: tuple[str, ...]
    rejection: tuple[str, ...]


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    data = load_yaml(CUE_FILE, Cues, package_file(PACKAGE, CUE_FILE))
    patterns = {}
    for kind, phrases in data.model_dump().items():
        ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
        parts = [_phrase(phrase) for phrase in ordered]
        patterns[kind] = re.compile("|".join([*parts, _CONTRACTED] if kind == "negation" else parts))
    return patterns


def _phrase(phrase: str) -> str:
    escaped = re.escape(phrase)
    return escaped if re.match(f"[{CJK}]", phrase) else rf"(?<![\w-]){escaped}(?![\w-])"


def cues_in(text: str) -> dict[str, tuple[str, ...]]:
    """The cues in a text.

    Args:
        text: Any text.

    Returns:
        The cues found by kind (``negation``, ``exception``, ``attribution``, ``rejection``), each once, in order;
        kinds without a cue are left out.
    """
    low = fold(text).casefold()
    found = {kind: tuple(dict.fromkeys(pattern.findall(low))) for kind, pattern in _patterns().items()}
    return {kind: words for kind, words in found.items() if words}


def negated(text: str) -> bool:
    """Whether a text holds a negation."""
    return "negation" in cues_in(text)


def context_flags(document: Document, sentence_n: int) -> tuple[str, ...]:
    """Flags for an evidence record: what in or next to a sentence may turn its meaning.

    Args:
        document: The document.
        sentence_n: 1-based position of the sentence.

    Returns:
        Texts like ``attribution in the sentence: critics, claim`` or ``exception in the next sentence: however``.

    Raises:
        CorpusError: The document has no such sentence.
    """
    spans = document.segmentation.spans
    if not 1 <= sentence_n <= len(spans):
        raise CorpusError(
            f"Document {document.id} has no sentence {sentence_n} (it has {len(spans)}).", "Name a sentence it has."
        )
    flags: list[str] = []
    for shift, place in enumerate(("previous sentence", "sentence", "next sentence"), -1):
        n = sentence_n + shift
        if 1 <= n <= len(spans):
            start, end = spans[n - 1]
            flags.extend(_flags(place, document.text[start:end]))
    return tuple(flags)


def _flags(place: str, text: str) -> list[str]:
    """Flags of one sentence; a neighbour counts where it opens with the cue, or reports or rejects a view."""
    found = cues_in(text)
    if place != "sentence":
        opening = cues_in(" ".join(text.split()[:4]))
        found = {
            kind: words if kind in ("attribution", "rejection") else opening.get(kind, ())
            for kind, words in found.items()
        }
    return [f"{kind} in the {place}: {', '.join(words)}" for kind, words in found.items() if words]
