"""Whether a quotation says what its source says (protocol 5.4), decided by words, never by similarity alone.

Most quotations are verbatim: those are found by plain search, many at a time. What is left is read word by word, and
looked for in the other documents.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, repeat

from foam_graph.corpus.documents import Document
from foam_graph.corpus.quotations.elsewhere import Asked, resolve
from foam_graph.corpus.quotations.exact import bare, folded_segments, place_of, stands_at
from foam_graph.corpus.quotations.prepared import LONG, PreparedDocument, QuoteCorpus
from foam_graph.corpus.quotations.turning import dropped_between
from foam_graph.corpus.quotations.verdicts import QuoteVerdict, Verdict
from foam_graph.corpus.text.cues import cues_in

BLOCK = 4_000
"""Quotations looked up at a time."""
_NONE = frozenset[int]()


def validate(quote: str, source: Document | None, corpus: QuoteCorpus) -> QuoteVerdict:
    """Validates a quotation.

    Args:
        quote: The quotation; segments may be joined by `` /.../ ``.
        source: The document it is said to come from, or None to look in the whole corpus.
        corpus: All documents.

    Returns:
        The verdict of its worst segment; ``error`` for a quotation without a single letter or digit.
    """
    return validate_many([(quote, source)], corpus)[0]


def validate_cited(quote: str, document_id: str, corpus: QuoteCorpus) -> QuoteVerdict:
    """Validates a quotation whose source is named by id; ``not_found`` where the corpus has no such document."""
    source = corpus.get(document_id)
    if source is None:
        return QuoteVerdict(Verdict.NOT_FOUND, 0.0, diff=f"no document {document_id}")
    return validate(quote, source, corpus)


def validate_many(
    quotations: Sequence[tuple[str, Document | None]], corpus: QuoteCorpus, without: Sequence[frozenset[str]] = ()
) -> list[QuoteVerdict]:
    """Validates quotations together, which is many times faster than one at a time.

    Args:
        quotations: Each with its source, or None to look in the whole corpus.
        corpus: All documents.
        without: For each quotation the ids of documents in which it is not looked for; a source that is named counts all
            the same. Empty for none at all.

    Returns:
        The verdicts in the same order, each as ``validate`` gives it over a corpus without those documents.
    """
    numbers = {one: corpus.numbers(one) for one in set(without)}
    left_out = [numbers[one] for one in without] if without else repeat(_NONE, len(quotations))
    remaining = zip(quotations, left_out, strict=True)
    found: list[QuoteVerdict] = []
    while block := list(islice(remaining, BLOCK)):
        with _no_collection():
            found += _block(block, corpus)
    return found


@contextmanager
def _no_collection() -> Iterator[None]:
    """Holds the garbage collector back: over a corpus of millions of sentences one full pass takes seconds.

    Nothing here makes cycles, so that all memory is given back without it.
    """
    held = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if held:
            gc.enable()


def _block(
    quotations: list[tuple[tuple[str, Document | None], frozenset[int]]], corpus: QuoteCorpus
) -> list[QuoteVerdict]:
    verdicts: list[QuoteVerdict | None] = [None] * len(quotations)
    waiting: list[tuple[int, Asked]] = []
    last: Document | None = None
    home: PreparedDocument | None = None
    # Document by document: each is fetched from memory once.
    for n in sorted(range(len(quotations)), key=lambda n: id(quotations[n][0][1])):
        (quote, source), without = quotations[n]
        segments = folded_segments(quote)
        if source is not last:
            last, home = source, None if source is None else corpus.prepared(source)
        verdicts[n] = _quick(segments, home)
        if verdicts[n] is None:
            waiting.append((n, Asked(segments, home, without)))
    for step in (_sentences, _indexed, resolve):
        if not waiting:
            break
        found = step([asked for _, asked in waiting], corpus)
        for (n, _), verdict in zip(waiting, found, strict=True):
            verdicts[n] = verdict
        waiting = [(n, asked) for n, asked in waiting if verdicts[n] is None]
    return [verdict for verdict in verdicts if verdict is not None]


def _quick(segments: list[tuple[str, str]], home: PreparedDocument | None) -> QuoteVerdict | None:
    """Exact, where every segment stands in its source word for word; None where that is not known yet."""
    if not segments:
        return QuoteVerdict(Verdict.ERROR, 0.0, diff="the quotation holds no word")
    if home is None or len(home.folded.text) > LONG:
        return None
    spans: list[tuple[int, int]] = []
    for given, plain in segments:
        span = place_of(home, given, plain)
        if span is None:
            return None
        spans.append(span)
    if len(spans) > 1 and dropped_between(spans, home):
        return None
    return QuoteVerdict(Verdict.EXACT, 1.0, home.document.id, tuple(spans))


def _sentences(asked: list[Asked], corpus: QuoteCorpus) -> list[QuoteVerdict | None]:
    """Exact, where a quotation without a source is a whole sentence of some document."""
    found: list[QuoteVerdict | None] = [None] * len(asked)
    wanted = [n for n, one in enumerate(asked) if one.home is None and len(one.segments) == 1]
    if not wanted or not len(corpus):
        return found
    texts = [asked[n].segments[0][1] for n in wanted]
    without = [asked[n].without for n in wanted]
    for n, text, place in zip(wanted, texts, corpus.sentences.find(texts, without), strict=True):
        if place is not None:
            prepared = corpus[place[0]]
            start, end = prepared.document.segmentation.spans[place[1]]
            at = start if prepared.folded.same else prepared.folded.position(start)
            if prepared.folded.text.startswith(text, at):
                found[n] = QuoteVerdict(Verdict.EXACT, 1.0, prepared.document.id, ((start, end),))
    return found


def _indexed(asked: list[Asked], corpus: QuoteCorpus) -> list[QuoteVerdict | None]:
    """Exact, where every segment stands in one document word for word, by the index."""
    found: list[QuoteVerdict | None] = [None] * len(asked)
    wanted = [n for n, one in enumerate(asked) if one.home is None or len(one.home.folded.text) > LONG]
    if not wanted or not len(corpus):
        return found
    texts = [bare(plain) for n in wanted for _, plain in asked[n].segments]
    places = _exact_places(texts, corpus)
    for n in wanted:
        here = [next(places) for _ in asked[n].segments]
        home, without = asked[n].home, asked[n].without
        if home is not None:
            number = corpus.number(home)
            found[n] = _together([{number: p[number]} if number in p else {} for p in here], corpus)
        else:
            if without:
                here = [{number: at for number, at in one.items() if number not in without} for one in here]
            found[n] = _together(here, corpus)
    return found


def _together(places: list[dict[int, tuple[int, str]]], corpus: QuoteCorpus) -> QuoteVerdict | None:
    """Exact in the first document that holds every segment; None where none does."""
    if len(places) == 1:
        number = next(iter(places[0]), None)
    else:
        number = next((one for one in places[0] if all(one in other for other in places[1:])), None)
    if number is None:
        return None
    prepared = corpus[number]
    spans = tuple(prepared.span(at, at + len(text)) for at, text in (one[number] for one in places))
    if len(spans) > 1 and dropped_between(spans, prepared):
        return None
    return QuoteVerdict(Verdict.EXACT, 1.0, prepared.document.id, spans)


def _exact_places(texts: list[str], corpus: QuoteCorpus) -> Iterator[dict[int, tuple[int, str]]]:
    """For each folded segment: the documents in which it stands word for word, with the place, in corpus order."""
    for text, places in zip(texts, corpus.index.verbatim(texts), strict=True):
        found: dict[int, tuple[int, str]] = {}
        for number, at in places:
            if at >= 0 and number not in found:
                prepared = corpus[number]
                if prepared.folded.text.startswith(text, at) and stands_at(prepared, text, at):
                    found[number] = (at, text)
        yield found


def context_of(verdict: QuoteVerdict, corpus: QuoteCorpus) -> str:
    """What a faithful quotation leaves out of the sentences it quotes that may turn their meaning; empty if nothing.

    Args:
        verdict: The verdict.
        corpus: The corpus it was given over.
    """
    document = corpus.get(verdict.document)
    if document is None or not verdict.faithful or not verdict.spans:
        return ""
    return _left_out(verdict.spans, corpus.prepared(document))


def _left_out(spans: tuple[tuple[int, int], ...], prepared: PreparedDocument) -> str:
    """What was cut off the sentences at both ends, or out between pieces, where it holds a cue."""
    text = prepared.document.text
    parts: list[tuple[str, str]] = []
    for n, (start, end) in enumerate(spans):
        first, last = prepared.sentence_at(start), prepared.sentence_at(max(start, end - 1))
        if first is not None and first[0] < start and (n == 0 or not first[0] < spans[n - 1][1] <= start):
            parts.append(("before the quotation", text[first[0] : start]))
        following = spans[n + 1][0] if n + 1 < len(spans) else -1
        if last is not None and end <= following <= last[1]:
            parts.append(("between its pieces", text[end:following]))
        elif last is not None and last[1] > end:
            parts.append(("after the quotation", text[end : last[1]]))
    notes = []
    for where, dropped in parts:
        cues = [f"{kind} ({', '.join(words)})" for kind, words in cues_in(dropped).items()]
        if cues:
            notes.append(f"left out {where}: {', '.join(cues)}")
    return "; ".join(dict.fromkeys(notes))
