"""Transcripts in Markdown whose claims have numbers and cite each other: ``## Turn 3: PRO Rebuttal``, ``[P2.1] …``."""

from __future__ import annotations

import re

from foam_graph.debate.transcripts.speakers import side_of, stage_of
from foam_graph.debate.transcripts.transcript import Occasion, Span, StatedClaim, Transcript
from foam_graph.debate.transcripts.turns import RawTurn, transcript_of

FORM = "numbered-claims"
HEADING = re.compile(r"^#{1,6}[ \t]+Turn[ \t]+(?P<n>\d+)[ \t]*:[ \t]*(?P<label>.+?)[ \t]*$", re.MULTILINE)
_FIELD = re.compile(r"^-[ \t]+(?P<key>\w+):[ \t]*(?P<value>.*?)[ \t]*$", re.MULTILINE)
_CLAIM = re.compile(r"^\[(?P<name>[A-Z]\d+\.\d+)\][ \t]*", re.MULTILINE)
_BLANK = re.compile(r"\s*")
_CITED = re.compile(r"\[([A-Z]\d+\.\d+)\]")


def read_numbered_claims(source: str) -> Transcript:
    """A transcript with numbered claims.

    Args:
        source: Markdown with a heading a turn.

    Raises:
        CorpusError: No turn in it is of a side.
    """
    heads = list(HEADING.finditer(source))
    top = {one["key"]: one["value"] for one in _FIELD.finditer(source, 0, heads[0].start() if heads else 0)}
    ends = [*(one.start() for one in heads[1:]), len(source)]
    turns = [_turn(source, head, end) for head, end in zip(heads, ends, strict=True)]
    topic = top.get("proposition") or top.get("motion") or top.get("topic") or ""
    occasion = Occasion(
        topic=topic, name=top.get("topic_id", ""), licence=top.get("licence", ""), date=top.get("date", "")
    )
    return transcript_of(FORM, source, occasion, turns)


def _turn(source: str, head: re.Match[str], end: int) -> RawTurn:
    told, body = _fields(source, head.end(), end)
    label = head["label"]
    marks = list(_CLAIM.finditer(source, body, end))
    ends = [*(mark.start() for mark in marks[1:]), end][: len(marks)]
    first = _trimmed(source, Span(body, marks[0].start() if marks else end))
    spans = [_trimmed(source, Span(mark.end(), stop)) for mark, stop in zip(marks, ends, strict=True)]
    kept = tuple(one for one in (first, *spans) if len(one))
    claims = tuple(_claim(mark["name"], _read(source, span)) for mark, span in zip(marks, spans, strict=True))
    text = "\n".join(_read(source, span) for span in kept)
    speaker = told.get("model") or told.get("speaker") or ""
    return RawTurn(speaker, side_of(label), stage_of(label), text, kept, claims)


def _fields(source: str, place: int, end: int) -> tuple[dict[str, str], int]:
    """The fields right under a heading, and where they end: a list inside a speech is none."""
    told: dict[str, str] = {}
    while found := _FIELD.match(source, place + len(_BLANK.match(source, place, end)[0]), end):  # type: ignore[index]
        told[found["key"]] = found["value"]
        place = found.end()
    return told, place


def _claim(name: str, text: str) -> StatedClaim:
    return StatedClaim(name, text, tuple(dict.fromkeys(_CITED.findall(text))))


def _trimmed(source: str, span: Span) -> Span:
    """A span without the blanks around it."""
    text = source[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip())
    return Span(start, max(start, span.end - (len(text) - len(text.rstrip()))))


def _read(source: str, span: Span) -> str:
    return source[span.start : span.end]
