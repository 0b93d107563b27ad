"""Words that turn a statement: negations, exceptions, concessions, attributions, rejections; and what they say about a sentence."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.corpus.documents import Document
from foam_graph.corpus.sentences.rules import CJK
from foam_graph.corpus.text.folding import fold
from foam_graph.errors import CorpusError
from foam_graph.resources import load_yaml, package_file

CUE_FILE = "cues.yaml"
_CONTRACTED = r"n't\b"
_DEMANDED = re.compile(
    r"\b(?:can|cannot|could|may|might|must|shall|should|will|would|to|not|n't) claim(?= (?:back|interest|damages|compensation|an?|the|his|her|their|its|this|any|no|\S*\d)\b)"
    r"|\b(?:an?|the|this|that|his|her|its|their|our|my|your|no|any|each|every|such|under|of) claims?\b(?! (?:that|to)\b)"
)
"""A claim that is a demand: "cannot claim a reduction", "the claim"."""


class Cues(BaseModel):
    """Cue phrases by what they do (``cues.yaml``)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    negation: tuple[str, ...]
    exception: tuple[str, ...]
    concession: tuple[str, ...]
    attribution: tuple[str, ...]
    rejection: tuple[str, ...]


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    data = load_yaml(CUE_FILE, Cues, package_file(__package__, CUE_FILE))
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
        The cues found by kind (``negation``, ``exception``, ``concession``, ``attribution``, ``rejection``), each once, in order;
        kinds without a cue are left out.
    """
    return dict(_found_in(text))


@lru_cache(maxsize=4096)
def _found_in(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    # Each sentence is looked at as itself and as the neighbour of two others, for every record that quotes one of them.
    low = fold(text).casefold()
    # Who claims a sum says nothing of what somebody else says, nor does a claim that is made or met.
    said = {"attribution": _DEMANDED.sub(" ", low)} if "claim" in low else {}
    found = (
        (kind, tuple(dict.fromkeys(pattern.findall(said.get(kind, low))))) for kind, pattern in _patterns().items()
    )
    return tuple((kind, words) for kind, words in found if words)


def negated(text: str) -> bool:
    """Whether a text holds a negation."""
    return _patterns()["negation"].search(fold(text).casefold()) is not None


def ends_negated(text: str) -> bool:
    """Whether a text ends with a negation, so that what follows it is what it denies."""
    low = fold(text).casefold().rstrip(" '\"()[]/,;:")
    return any(found.end() == len(low) for found in _patterns()["negation"].finditer(low, max(0, len(low) - 40)))


def context_flags(document: Document, sentence_n: int) -> tuple[str, ...]:
    """Flags for an evidence record: what in or next to a sentence may turn its meaning.

    Args:
        document: The document.
        sentence_n: 1-based position of the sentence.

    Returns:
        Texts like ``attribution in the sentence: critics, claim`` or ``exception in the next sentence: however``, and
        ``reported view: …`` where the source seems only to report or to reject what the sentence says.

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
    reported = _reported(document, sentence_n)
    return (*flags, *([f"reported view: {reported}"] if reported else []))


def _reported(document: Document, n: int) -> str:
    """Why a sentence seems to be somebody else's view; empty where nothing says so.

    It stands inside a quotation that began before it in its paragraph, it goes on with a view that the sentence before
    attributed ("Critics object. They say …"), or it states one that the next sentence rejects.
    """
    spans, text = document.segmentation.spans, document.text
    start, end = spans[n - 1]
    begun = max(text.rfind("\n\n", 0, start), text.rfind("\r\n\r\n", 0, start), 0)
    if _open_quotation(text[max(begun, start - _FAR) : start]):
        return "inside a quotation that began before the sentence"
    same = cues_in(text[start:end])
    before = spans[n - 2] if n > 1 and spans[n - 2][0] >= begun else None
    if before and "attribution" in cues_in(text[slice(*before)]) and _GOES_ON.match(fold(text[start:end])):
        return "it goes on with what the sentence before attributes to others"
    after = text[slice(*spans[n])] if n < len(spans) else ""
    turned = cues_in(after).get("rejection", ()) if "\n\n" not in text[end : spans[n][0] if after else end] else ()
    if turned:
        return f"the next sentence rejects a view: {', '.join(turned)}"
    if "attribution" in same and "rejection" in same:
        return "the sentence attributes a view and rejects one"
    return ""


_FAR = 4000
"""Characters before a sentence in which a quotation around it is looked for."""
_GOES_ON = re.compile(
    r"(?:They|He|She|These (?:critics|authors|groups)|In their view|On this view|Their|他们|她|他)\b", re.IGNORECASE
)


def _open_quotation(before: str) -> bool:
    """Whether a quotation is open at the end of a text; typographic and Chinese marks by pairs, straight ones by parity."""
    pairs = (("“", "”"), ("«", "»"), ("「", "」"))
    if any(before.count(one) > before.count(two) for one, two in pairs):
        return True
    return before.count('"') % 2 == 1


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
