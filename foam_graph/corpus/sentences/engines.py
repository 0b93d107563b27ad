"""Engines that find sentences: our own, nupunkt and sentencex where they are installed, and whatever a package registers.

A package registers an engine under the entry point group ``foam_graph.segmenters``: a callable without arguments that
returns an object with ``name``, ``version``, ``parameters`` and ``spans(text, language)``. Which engine cut a document
is kept with it; a document that was cut by another engine is another segmentation, so ids never move.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, entry_points, version
from typing import Any, Final, Protocol

from foam_graph.corpus.documents import Segmentation
from foam_graph.corpus.sentences.paragraphs import Span, paragraphs
from foam_graph.corpus.sentences.segmentation import ENGINE, LANGUAGES, guarded, language_of, segment
from foam_graph.errors import CorpusError, EnvironmentFault

GROUP: Final = "foam_graph.segmenters"


class Segmenter(Protocol):
    """An engine.

    Attributes:
        name: Its name, as it is asked for and recorded.
        version: Its version.
        parameters: SHA-256 (hex) of everything else that decides what it does.
    """

    name: str
    version: str
    parameters: str

    def spans(self, text: str, language: str) -> Iterable[Span]:
        """Half-open character spans of sentences, in order; ``language`` is ``en`` or ``zh``."""
        ...


class _Packaged:
    """An engine of another package, which gets one paragraph at a time (lines are cut first, as by our own engine)."""

    def __init__(self, name: str, pieces: Callable[[Any, str, str], Iterator[Span]]) -> None:
        try:
            self._package = importlib.import_module(name)
            self.version = version(name)
        except (ImportError, PackageNotFoundError):
            raise EnvironmentFault(
                f"the segmentation engine {name} is not installed", f"Install it: pip install 'foam-graph[{name}]'"
            ) from None
        self.name = name
        self.parameters = hashlib.sha256(f"{name} {self.version} lines first".encode()).hexdigest()
        self._pieces = pieces

    def spans(self, text: str, language: str) -> Iterator[Span]:
        """Sentences of each paragraph."""
        for start, end, whole in paragraphs(text):
            if whole:
                yield start, end
                continue
            for first, last in self._pieces(self._package, text[start:end], language):
                yield start + first, start + last


def _nupunkt(package: Any, text: str, _language: str) -> Iterator[Span]:
    yield from ((int(start), int(end)) for start, end in package.sent_spans(text))


def _sentencex(package: Any, text: str, language: str) -> Iterator[Span]:
    at = 0
    for sentence in package.segment(language, text):
        start = text.find(sentence, at)
        if start >= 0 and sentence:
            at = start + len(sentence)
            yield start, at


_KNOWN: Final = {"nupunkt": _nupunkt, "sentencex": _sentencex}


def engines() -> list[str]:
    """Names of the engines that can be asked for; those of other packages may still have to be installed."""
    return [ENGINE, *sorted({*_KNOWN, *(one.name for one in entry_points(group=GROUP))})]


def segment_with(engine: str, text: str, language: str = "auto") -> Segmentation:
    """Finds the sentences of a text with one engine.

    Args:
        engine: Its name, one of ``engines()``.
        text: Any text.
        language: ``en``, ``zh``, or ``auto`` to let the text decide.

    Returns:
        The segmentation; every character that is not blank is in exactly one span, whatever the engine gave.

    Raises:
        CorpusError: No such engine or language, or the engine's spans do not fit the text.
        EnvironmentFault: The engine's package is not installed.
    """
    if engine == ENGINE:
        return segment(text, language)
    if language not in LANGUAGES:
        raise CorpusError(
            f"The text's language {language!r} is not one of {', '.join(LANGUAGES)}.", "Name en, zh or auto."
        )
    made = _made(engine)
    named = language_of(text) if language == "auto" else language
    spans = [piece for start, end in _filled(made, text, named) for piece in guarded(text, start, end)]
    return Segmentation(made.name, made.version, made.parameters, named, tuple(spans))


@cache
def _made(engine: str) -> Segmenter:
    if engine in _KNOWN:
        return _Packaged(engine, _KNOWN[engine])
    for one in entry_points(group=GROUP):
        if one.name == engine:
            try:
                found: Segmenter = one.load()()
            except Exception as fault:
                raise EnvironmentFault(
                    f"the segmentation engine {engine} cannot be loaded: {type(fault).__name__}: {fault}",
                    "Reinstall the package that registers it.",
                ) from fault
            return found
    raise CorpusError(f"there is no segmentation engine {engine[:60]!r}", f"Name one of {', '.join(engines())}.")


def _filled(engine: Segmenter, text: str, language: str) -> Iterator[Span]:
    """The engine's spans, each drawn out to where the next begins, so that no character is lost."""
    first = 0
    before: int | None = None
    for start, end in engine.spans(text, language):
        if not first <= start <= end <= len(text):
            raise CorpusError(
                f"the segmentation engine {engine.name} gave {start}-{end}, which does not fit", "Take another engine."
            )
        if before is not None:
            yield before, start
            before = start
        else:
            before = 0
        first = end
    if text:
        yield before or 0, len(text)
