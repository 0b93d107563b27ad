"""Turns as a form gives them, made into utterances and omissions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from foam_graph.debate.transcripts.speakers import about_the_occasion, language_of, leads, several, side_of
from foam_graph.debate.transcripts.transcript import (
    MOST_MOTION,
    Occasion,
    Omission,
    Reason,
    Side,
    Span,
    StatedClaim,
    Transcript,
    Utterance,
    alternation,
    rest,
)
from foam_graph.errors import CorpusError

NO_SIDE = "no utterance of a side in it"
"""What is wrong with a transcript in which nobody speaks for a side."""


@dataclass(frozen=True)
class RawTurn:
    """One turn as it stands in a source.

    Attributes:
        speaker: Who speaks, as it says.
        side: For whom, where the source says so in a field of its own.
        stage: Part of the debate.
        text: What is said.
        spans: Where.
        claims: Its claims, where it numbers them.
        several: Whether the source says that several speak at once.
    """

    speaker: str
    side: Side
    stage: str
    text: str
    spans: tuple[Span, ...]
    claims: tuple[StatedClaim, ...] = ()
    several: bool = False


def transcript_of(form: str, source: str, occasion: Occasion, turns: Sequence[RawTurn]) -> Transcript:
    """A transcript from its turns; whatever of the source is in none of them is an omission.

    Args:
        form: Name of the form.
        source: The whole source.
        occasion: What it says of the debate.
        turns: In the order of the debate.

    Raises:
        CorpusError: Nothing in it is an utterance of a side.
    """
    utterances: list[Utterance] = []
    left: list[Omission] = []
    for turn in turns:
        side = turn.side or side_of(turn.speaker)
        reason = _reason(turn, side)
        if reason:
            left += [Omission(reason, span, source[span.start : span.end]) for span in turn.spans]
            continue
        number = len(utterances) + 1
        utterances.append(Utterance(number, turn.speaker, side, turn.stage, turn.text, turn.spans, turn.claims))
    if not utterances:
        told = "; ".join(sorted({one.reason.replace("_", " ") for one in left})) or "no turns in it"
        raise CorpusError(f"{NO_SIDE} ({told})", "Say for each turn who speaks for which side.")
    taken = [span for turn in turns for span in turn.spans]
    left = sorted([*left, *rest(source, taken)], key=lambda one: one.span)
    if len(occasion.topic) > MOST_MOTION:
        raise CorpusError(
            f"its motion has {len(occasion.topic):,} characters; {MOST_MOTION:,} are the most",
            "Give a motion of one sentence.",
        )
    spoken = "\n".join(one.text for one in utterances)
    known = occasion if occasion.language else replace(occasion, language=language_of(spoken))
    return Transcript(form, known, tuple(utterances), tuple(left), tuple(_remarks(utterances, left, known.language)))


def _reason(turn: RawTurn, side: Side) -> Reason | None:
    if not turn.text.strip():
        return "empty"
    if about_the_occasion(turn.text):
        return "meta"
    if leads(turn.speaker):
        return "moderator"
    if turn.several or (not turn.side and several(turn.speaker)):
        return "several"
    return None if side else "no_side"


def _remarks(utterances: Sequence[Utterance], left: Sequence[Omission], language: str) -> list[str]:
    remarks = alternation(utterances)
    together = sum(one.reason == "several" for one in left)
    if together:
        remarks.append(f"several speak at once in {together} place{'s' if together > 1 else ''}, which are left out")
    if language == "mixed":
        remarks.append("it mixes languages: an encoder that compares words finds each language by itself")
    sides = {one.side for one in utterances}
    if len(sides) == 1:
        remarks.append("only one side speaks")
    speakers: dict[str, set[Side]] = {}
    for one in utterances:
        speakers.setdefault(one.speaker, set()).add(one.side)
    both = sorted(name for name, known in speakers.items() if name and len(known) > 1)
    if both:
        remarks.append(f"speaks for both sides: {', '.join(both[:5])}")
    return remarks
