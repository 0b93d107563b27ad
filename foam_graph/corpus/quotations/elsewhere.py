"""Quotations that are not plainly verbatim: read against their source, then looked for in the other documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from rapidfuzz.distance import LCSseq

from foam_graph.corpus.quotations.closest import nearest
from foam_graph.corpus.quotations.exact import place_of
from foam_graph.corpus.quotations.phrase_index import Candidate, certain
from foam_graph.corpus.quotations.prepared import PreparedDocument, QuoteCorpus
from foam_graph.corpus.quotations.segments import Segment
from foam_graph.corpus.quotations.turning import dropped_between
from foam_graph.corpus.quotations.verbatim import Match, match
from foam_graph.corpus.quotations.verdicts import FAITHFUL, WORST_FIRST, QuoteVerdict, Verdict
from foam_graph.corpus.text.capitals import before_brackets
from foam_graph.corpus.text.typography import LETTERS

TRIED = 6
"""Most documents in which one segment is looked for closely."""
RANKED = 64
"""Most documents compared by characters to find those."""
SLACK = 20
"""Characters on either side of where a segment would stand that are looked at too."""
CLOSE = 2
"""Documents that share at most so many characters less than the nearest are read closely as well."""
MOST_SHORT = 50
"""Most documents tried for a segment of a few words."""
MOST_HELD = 2_000
"""Most documents with the letters of a few words that are looked at for the words themselves."""
SHARE = 0.5
"""A document with a smaller share of a segment's shingles does not hold it faithfully."""

_LIKELIER = (
    Verdict.FABRICATED,
    Verdict.MISATTRIBUTED,
    Verdict.PARAPHRASE,
    Verdict.ALTERED,
    Verdict.PARTIAL,
    Verdict.ELIDED,
    Verdict.EXACT,
)
"""Which verdict tells more about where a quotation comes from, the most last."""

Found = tuple[Match, PreparedDocument]


@dataclass
class Asked:
    """One quotation to resolve.

    Attributes:
        segments: Its segments, as given and folded.
        home: Its source, or None.
        without: Numbers of the documents in which it is not looked for.
        known: Readings of the segments in the source.
    """

    segments: list[tuple[str, str]]
    home: PreparedDocument | None
    without: frozenset[int] = frozenset()
    known: list[Match] = field(default_factory=list)

    @cached_property
    def parts(self) -> list[Segment]:
        """The segments."""
        return [Segment(text, plain) for text, plain in self.segments]


def resolve(asked: Sequence[Asked], corpus: QuoteCorpus) -> list[QuoteVerdict | None]:
    """Verdicts on quotations that no plain search has found.

    Args:
        asked: The quotations.
        corpus: All documents.

    Returns:
        Their verdicts, in order; none is None.
    """
    for one in asked:
        home = one.home
        if home is not None:
            one.known = [_reading(part, home) or nearest(part, home)[0] for part in one.parts]
    elsewhere = _elsewhere(asked, corpus)
    verdicts: list[QuoteVerdict | None] = []
    for n, one in enumerate(asked):
        search = _Search(corpus, [elsewhere.get((n, m), []) for m in range(len(one.parts))], one.without)
        verdicts.append(search.anywhere(one) if one.home is None else search.cited(one, one.home))
    return verdicts


def _reading(segment: Segment, prepared: PreparedDocument) -> Match | None:
    """The best verbatim reading of a segment; of a few words, whose letters may stand in too many places, as they stand."""
    if not certain(segment.sought):
        span = place_of(prepared, segment.given, segment.plain)
        if span is not None:
            return Match(Verdict.EXACT, 1.0, (span,))
    return match(segment, prepared)


def _elsewhere(asked: Sequence[Asked], corpus: QuoteCorpus) -> dict[tuple[int, int], list[Candidate]]:
    """For segments not faithful to their source, or without one: other documents that may hold them."""
    altered: list[tuple[int, int]] = []
    open_: list[tuple[int, int]] = []
    for n, one in enumerate(asked):
        for m, part in enumerate(one.parts):
            if one.home is None:
                open_.append((n, m))
            elif len(corpus) > 1 and one.known[m].verdict not in FAITHFUL:
                whole = one.known[m].verdict == "altered" and part.pieces == [part] and certain(part.sought)
                (altered if whole else open_).append((n, m))
    found: dict[tuple[int, int], list[Candidate]] = {}
    if altered:
        # An altered copy of its source is looked for elsewhere only as a whole: that takes one look-up.
        places = corpus.index.verbatim([asked[n].parts[m].sought for n, m in altered])
        for key, group in zip(altered, places, strict=True):
            without = asked[key[0]].without
            group = [one for one in group if one[0] not in without]
            found[key] = [Candidate(text, 1, 1.0, shift) for text, shift in dict(reversed(group)).items()][::-1]
    if open_ and len(corpus):
        sought, without_ = [asked[n].parts[m].sought for n, m in open_], [asked[n].without for n, _ in open_]
        hits = corpus.index.hits(sought, without=without_)
        found.update(zip(open_, hits.candidates(), strict=True))
    return found


@dataclass
class _Search:
    """The search for one quotation.

    Attributes:
        corpus: All documents.
        candidates: For each segment, the documents that share most of its words in a run.
        without: Numbers of the documents in which it is not looked for.
    """

    corpus: QuoteCorpus
    candidates: list[list[Candidate]]
    without: frozenset[int]

    def cited(self, asked: Asked, home: PreparedDocument) -> QuoteVerdict:
        """The verdict on a quotation whose source is named."""
        parts = zip(asked.parts, asked.known, strict=True)
        return combined([self._one(n, part, home, here) for n, (part, here) in enumerate(parts)], home)

    def anywhere(self, asked: Asked) -> QuoteVerdict:
        """The verdict on a quotation whose source is not named: the document that fits best is taken for it."""
        best: tuple[tuple[int, float], QuoteVerdict] | None = None
        for number in self._likely(asked.parts):
            home = self.corpus[number]
            found: list[Found] = []
            share = 0.0
            for n, part in enumerate(asked.parts):
                here = _reading(part, home)
                near = 1.0
                if here is None or (here.verdict not in FAITHFUL and not here.spans):
                    here, near = nearest(part, home)
                share += near
                found.append(
                    (here, home)
                    if len(asked.parts) == 1 or here.verdict in FAITHFUL
                    else self._one(n, part, home, here)
                )
            verdict = combined(found, home)
            # Documents come the likeliest first: of single segments the nearest by characters.
            rank = (_LIKELIER.index(verdict.verdict), share if len(asked.parts) > 1 else 0.0)
            if best is None or rank > best[0]:
                best = rank, verdict
            if verdict.faithful:
                break
        if best is None:
            return QuoteVerdict(Verdict.FABRICATED, 0.0, diff=f"{{+{' '.join(part.plain for part in asked.parts)}+}}")
        return best[1]

    def _one(self, n: int, segment: Segment, home: PreparedDocument, here: Match) -> Found:
        """One segment: in its source, else verbatim elsewhere, else the nearest text."""
        if here.verdict in FAITHFUL:
            return here, home
        elsewhere = self._verbatim_elsewhere(n, segment, home)
        if elsewhere is not None:
            found, other = elsewhere
            diff = f"{{+{segment.plain}+}} (stands in {other.document.id})"
            return Match(Verdict.MISATTRIBUTED, 0.0, found.spans, diff), other
        if here.verdict == "altered":
            return here, home
        for one in self._others(n, home)[:2]:
            other_near, _ = nearest(segment, self.corpus[one.text])
            if other_near.verdict == "altered":
                return other_near, self.corpus[one.text]
        return here, home

    def _others(self, n: int, home: PreparedDocument) -> list[Candidate]:
        number = self.corpus.number(home)
        return [one for one in self.candidates[n] if one.text != number]

    def _verbatim_elsewhere(self, n: int, segment: Segment, home: PreparedDocument) -> Found | None:
        """The first other document that holds the segment faithfully."""
        others = [one.text for one in self._others(n, home) if one.share >= SHARE][:TRIED]
        if not certain(segment.sought):
            number = self.corpus.number(home)
            others = [one for one in self._short(segment) if one != number]
        for one in others:
            prepared = self.corpus[one]
            found = _reading(segment, prepared)
            if found is not None and found.verdict in FAITHFUL:
                return found, prepared
        return None

    def _short(self, segment: Segment) -> list[int]:
        """Documents that hold a segment of a few words."""
        found: list[int] = []
        for number in self._held(segment):
            found.append(number)
            if len(found) == MOST_SHORT:
                break
        return found

    def _held(self, segment: Segment) -> Iterator[int]:
        """Documents that have the letters of a few words, of those in which they are looked for."""
        held = self.corpus.holding(segment.letters)
        return (number for number in held if number not in self.without)

    def _likely(self, parts: list[Segment]) -> list[int]:
        """Documents worth reading closely for a quotation without a source, the likeliest first."""
        held = self._holding(parts)
        return list(dict.fromkeys([*held, *self._voted(parts)]))[: max(TRIED, len(held))]

    def _voted(self, parts: list[Segment]) -> list[int]:
        """Documents that share most with a quotation, the likeliest first."""
        votes: dict[int, float] = {}
        for n, part in enumerate(parts):
            if not certain(part.sought) and not self.candidates[n]:
                for number in self._short(part):
                    votes[number] = votes.get(number, 0.0) + 1.0
            for one in self.candidates[n]:
                votes[one.text] = votes.get(one.text, 0.0) + one.votes
        order = sorted(votes, key=lambda number: (-votes[number], number))[:RANKED]
        pieces = [piece.plain for part in parts for piece in part.pieces]
        if len(pieces) == 1 and order and self.candidates[0]:
            return self._by_characters(parts[0], set(order))[:TRIED]
        held = {number: sum(piece in self.corpus[number].folded.text for piece in pieces) for number in order}
        order.sort(key=lambda number: -held[number])
        return order[:TRIED]

    def _holding(self, parts: list[Segment]) -> list[int]:
        """Documents that hold every piece of a quotation, its words in their order whatever their case.

        The votes below rank by shared words, so that among many documents with much of a quotation they can miss the
        one that has all of it; this one look-up cannot.
        """
        pieces = [piece for part in parts for piece in part.pieces]
        longest = max(pieces, key=lambda piece: len(piece.words), default=None)
        if longest is None or not longest.letters:
            return []
        if not certain(longest.sought):
            numbers: Iterable[int] = islice(self._held(longest), MOST_HELD)
        else:
            (places,) = self.corpus.index.verbatim([longest.sought])
            numbers = dict.fromkeys(number for number, _ in places if number not in self.without)
        # A bracketed letter says that the source has it in the other case.
        as_cited = [before_brackets(piece.plain) for piece in pieces]
        likely = sorted(numbers, key=lambda n: -sum(text in self.corpus[n].folded.text for text in as_cited))
        patterns = [_pattern(piece) for piece in pieces]
        held = (n for n in likely if all(one.search(self.corpus[n].folded.text) for one in patterns))
        return list(islice(held, TRIED))

    def _by_characters(self, part: Segment, among: set[int]) -> list[int]:
        """Documents by how many characters they share in order where the segment would stand, most first."""
        text = part.plain.casefold()
        shared: list[tuple[int, int]] = []
        for one in self.candidates[0]:
            if one.text in among:
                start, end = max(0, one.shift - SLACK), one.shift + len(text) + SLACK
                window = self.corpus[one.text].folded.text[start:end].casefold()
                shared.append((-LCSseq.similarity(text, window), one.text))
        shared.sort()
        return [number for score, number in shared if score <= shared[0][0] + CLOSE]


def _pattern(piece: Segment) -> re.Pattern[str]:
    """Finds the words of a piece in a folded text, whatever their case and what stands between them."""
    words = r"[\W_]+".join(re.escape(word) for word in LETTERS.findall(piece.sought))
    return re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE)


def combined(found: list[Found], home: PreparedDocument) -> QuoteVerdict:
    """The verdict on the whole quotation: that of its worst segment.

    Args:
        found: Each segment's reading, and the document it is in.
        home: The source.
    """
    worst, where = min(found, key=lambda one: (WORST_FIRST.index(one[0].verdict), one[0].score))
    document = where.document if worst.spans else None
    if worst.verdict == "altered" and where is not home:
        worst = replace(worst, diff=f"{worst.diff} (in {where.document.id})")
    spans = tuple(span for one, place in found if document and place.document.id == document.id for span in one.spans)
    if document is not None and worst.verdict in FAITHFUL:
        dropped = dropped_between(spans, where)
        if dropped:
            return QuoteVerdict(Verdict.ALTERED, 0.0, document.id, spans, f"[-{dropped}-]")
    diff = " … ".join(dict.fromkeys(one.diff for one, _ in found if one.diff and one.verdict == worst.verdict))
    return QuoteVerdict(worst.verdict, worst.score, document.id if document else "", spans, diff or worst.diff)
