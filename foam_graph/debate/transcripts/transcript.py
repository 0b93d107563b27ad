"""A debate as it was held: utterances with who spoke for which side, and everything else as an omission with its reason.

Every character of the source is in exactly one utterance or omission, so that nothing is lost or doubled unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

Side = Literal["pro", "con", ""]
"""For the motion, against it, or nobody's."""
Reason = Literal["moderator", "meta", "free_debate", "several", "no_side", "empty", "structure"]
"""Why a part of a source is in no utterance: spoken by who leads the debate; about the occasion, not the motion; free debate,
whose short exchanges are no utterances; several speak at once; nobody knows for which side; no words; headings, names and marks of the form."""


MOST_MOTION = 2_000
"""Characters of the longest motion: it is told to whoever speaks or reads, at every turn."""


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of the source: code points from ``start`` up to ``end``."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True)
class StatedClaim:
    """A claim that a transcript numbers.

    Attributes:
        name: As the transcript calls it, e.g. P1.3.
        text: What it says.
        cites: Names of claims that it answers or repeats.
    """

    name: str
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class Utterance:
    """What one speaker says in one turn.

    Attributes:
        turn: Place in the debate, from 1.
        speaker: As the transcript names them; empty where it does not.
        side: For whom they speak.
        stage: Part of the debate, e.g. opening; empty where the transcript does not say.
        text: What is said, without names of speakers and marks of the form.
        spans: Where it stands in the source, in order.
        claims: Its claims, where the transcript numbers them.
    """

    turn: int
    speaker: str
    side: Side
    stage: str
    text: str
    spans: tuple[Span, ...]
    claims: tuple[StatedClaim, ...] = ()


@dataclass(frozen=True)
class Omission:
    """What is in no utterance, and why."""

    reason: Reason
    span: Span
    text: str


@dataclass(frozen=True)
class Occasion:
    """What a transcript says of the debate itself.

    Attributes:
        topic: The motion.
        positions: What each side stands for, in words, where that is said.
        name: Name of the match.
        institution: Competition or body that held it.
        date: ISO 8601; empty where it is not said.
        licence: Licence of the transcript.
        domain: Field of the motion.
        language: ``en``, ``zh``, or ``mixed``.
    """

    topic: str = ""
    positions: tuple[tuple[Side, str], ...] = ()
    name: str = ""
    institution: str = ""
    date: str = ""
    licence: str = ""
    domain: str = ""
    language: str = ""


@dataclass(frozen=True)
class Transcript:
    """A debate that was read.

    Attributes:
        format: Form of its source.
        occasion: What it says of itself.
        utterances: In the order of the debate.
        omissions: In the order of the source.
        remarks: What a reader should know, e.g. that sides do not alternate.
    """

    format: str
    occasion: Occasion
    utterances: tuple[Utterance, ...]
    omissions: tuple[Omission, ...]
    remarks: tuple[str, ...] = ()

    def with_remark(self, remark: str) -> Transcript:
        """The same with one more remark."""
        return replace(self, remarks=(*self.remarks, remark))


FREE = "free debate"
"""Stage of short exchanges that follow no order of speakers."""


def without_free_debate(transcript: Transcript, source: str) -> Transcript:
    """The same transcript without the utterances of its free debate, which are then listed as omissions.

    Args:
        transcript: What was read.
        source: What it was read from.
    """
    kept = tuple(one for one in transcript.utterances if one.stage != FREE)
    spans = [span for one in transcript.utterances if one.stage == FREE for span in one.spans]
    free = [Omission("free_debate", span, source[span.start : span.end]) for span in spans]
    left = sorted([*transcript.omissions, *free], key=lambda one: one.span)
    numbered = tuple(replace(one, turn=n) for n, one in enumerate(kept, 1))
    return replace(transcript, utterances=numbered, omissions=tuple(left))


def spans_of(transcript: Transcript) -> list[Span]:
    """All spans of a transcript in the order of its source."""
    found = [span for one in transcript.utterances for span in one.spans]
    return sorted([*found, *(one.span for one in transcript.omissions)])


def partition_fault(transcript: Transcript, length: int) -> str:
    """What is wrong with the spans of a transcript; empty where each character of its source is in exactly one of them.

    Args:
        transcript: What was read.
        length: Characters of its source.
    """
    spans = [span for span in spans_of(transcript) if len(span)]
    ends = [Span(0, 0), *spans, Span(length, length)]
    for one, other in pairwise(ends):
        if one.end < other.start:
            return f"characters {one.end} to {other.start} are in nothing"
        if one.end > other.start:
            return f"characters {other.start} to {one.end} are there twice"
    return ""


def rest(source: str, taken: Iterable[Span], reason: Reason = "structure") -> Iterator[Omission]:
    """What no span takes, as omissions: marks of the form, blanks, headings.

    Args:
        source: The text.
        taken: Spans that are accounted for.
        reason: Why it is left out.
    """
    place = 0
    for span in sorted(taken):
        if span.start > place:
            yield Omission(reason, Span(place, span.start), source[place : span.start])
        place = max(place, span.end)
    if place < len(source):
        yield Omission(reason, Span(place, len(source)), source[place:])


def alternation(utterances: Sequence[Utterance]) -> list[str]:
    """Where a debate is not an even number of turns that change sides, beginning with the side for the motion."""
    remarks = []
    if utterances and utterances[0].side == "con":
        remarks.append("the side against the motion speaks first")
    twice = [other.turn for one, other in pairwise(utterances) if one.side == other.side]
    if twice:
        remarks.append(f"the same side speaks twice in a row at turn {', '.join(map(str, twice[:10]))}")
    if len(utterances) % 2:
        remarks.append(f"the number of turns is odd: {len(utterances)}")
    return remarks
