"""Transcripts as people type them: ``Speaker: text``, with headings for the parts of the debate and a head that names sides."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from foam_graph.debate.transcripts.speakers import leads, several, side_of, stage_of
from foam_graph.debate.transcripts.transcript import Occasion, Side, Span, Transcript
from foam_graph.debate.transcripts.turns import RawTurn, transcript_of

FORM = "speaker-lines"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LABELLED = re.compile(r"[ \t]*(?P<label>[^:：\n]{1,60}?)[ \t]*[:：][ \t]*(?P<text>[^\n]*)")
_HEADING = re.compile(r"[ \t]*(?:#{1,6}[ \t]*(?P<marked>.+?)|[\[【(（](?P<bracketed>[^\]】)）]{1,60})[\]】)）])[ \t]*$")
_TAGGED = re.compile(r"^(?P<name>.+?)[ \t]*[(（](?P<side>[^)）]+)[)）]$")
_TOPIC = re.compile(r"topic|motion|proposition|resolution|辩题|题目|议题", re.IGNORECASE)
_ABOUT = {
    "institution": re.compile(r"competition|tournament|institution|event|比赛|赛事", re.IGNORECASE),
    "date": re.compile(r"date|日期", re.IGNORECASE),
    "licence": re.compile(r"licen[cs]e", re.IGNORECASE),
    "domain": re.compile(r"domain|category", re.IGNORECASE),
    "name": re.compile(r"match|round|场次", re.IGNORECASE),
}
_SIDE = re.compile(
    r"(?:pro|con|affirmative|negative|proposition|opposition|government)(?: side| team)?|[正反]方", re.IGNORECASE
)
_MOST_LABEL_WORDS = 5
_ENDS = re.compile(r"[.!?。！？]\s*$")


@dataclass
class _Reading:
    """What was read so far."""

    source: str
    labels: Counter[str]
    headed: bool = True
    sides: dict[str, Side] = field(default_factory=dict)
    occasion: dict[str, str] = field(default_factory=dict)
    positions: list[tuple[Side, str]] = field(default_factory=list)
    stage: str = ""
    turns: list[RawTurn] = field(default_factory=list)
    current: tuple[str, Side] | None = None
    spans: list[Span] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.names |= {name for name, lines in self.labels.items() if lines > 1}

    def line(self, start: int, end: int) -> None:
        """Takes one line."""
        heading = _HEADING.match(self.source, start, end)
        if heading and stage_of(heading["marked"] or heading["bracketed"]):
            self.close()
            self.stage = stage_of(heading["marked"] or heading["bracketed"])
            return
        found = _LABELLED.match(self.source, start, end)
        label = found["label"].strip().strip("*_") if found else ""
        if found and not self.turns and self.current is None and self._about(label, found["text"].strip()):
            return
        if found and self._speaks(label):
            self.close()
            self.current = self._who(label)
            self._take(found.start("text"), end)
        elif self.current is not None:
            self._take(start, end)

    def _about(self, label: str, text: str) -> bool:
        """Whether a line of the head says what the debate is; then it is noted."""
        if _TOPIC.fullmatch(label):
            self.occasion["topic"] = text
            return True
        for name, pattern in _ABOUT.items():
            if pattern.fullmatch(label):
                self.occasion[name] = text
                return True
        side = side_of(label)
        names = [one.strip() for one in re.split(r"[,;，、]|\band\b", text)]
        if side and text and not _ENDS.search(text) and any(one in self.labels for one in names):
            self.sides |= dict.fromkeys(names, side)
            self.names |= set(names)
            return True
        if side and (re.search(r"position|stance|立场|观点", label, re.IGNORECASE) or self._names_a_side(label, text)):
            self.positions.append((side, text))
            return True
        return False

    def _names_a_side(self, label: str, text: str) -> bool:
        """Whether a line of the head says what a side stands for: its speakers have labels of their own further down."""
        speakers = [one for one in self.labels if not _SIDE.fullmatch(one) and side_of(one) == side_of(label)]
        alone = self.headed and bool(_SIDE.fullmatch(label)) and self.labels[label] == 1
        return alone and bool(text and speakers) and not _ENDS.search(text)

    def _speaks(self, label: str) -> bool:
        if self._together(label):
            return True
        known = self.labels[_tagged(label)[0]] > 1 or label in self.sides
        return known or bool(side_of(_tagged(label)[1] or label)) or leads(label)

    def _who(self, label: str) -> tuple[str, Side]:
        if self._together(label):
            return label, ""
        name, tag = _tagged(label)
        return name, side_of(tag) or self.sides.get(name, "") or side_of(name)

    def _together(self, label: str) -> bool:
        """Whether a label names several speakers, by side or by names that stand before other lines too."""
        return several(label, self.names)

    def _take(self, start: int, end: int) -> None:
        text = self.source[start:end]
        first = start + len(text) - len(text.lstrip())
        last = end - (len(text) - len(text.rstrip()))
        if last > first:
            self.spans.append(Span(first, last))

    def close(self) -> None:
        """Ends the current turn."""
        if self.current is not None and self.spans:
            speaker, side = self.current
            text = "\n".join(self.source[one.start : one.end] for one in self.spans)
            together = self._together(speaker)
            self.turns.append(
                RawTurn(speaker, "" if together else side, self.stage, text, tuple(self.spans), several=together)
            )
        self.current, self.spans = None, []


def read_speaker_lines(source: str) -> Transcript:
    """A transcript with the speaker's name before what is said.

    A label is a speaker's if it names a side or who leads, or begins several lines. Sides stand in the label ("Pro 1",
    "Ann (Con)"), or in the head ("Pro: Ann, Ben").

    Args:
        source: Plain text.

    Raises:
        CorpusError: No turn in it is of a side.
    """
    reading = _read(source, headed=True)
    if not any(turn.side or side_of(turn.speaker) for turn in reading.turns):
        reading = _read(source, headed=False)
    occasion = Occasion(positions=tuple(reading.positions), **reading.occasion)
    return transcript_of(FORM, source, occasion, reading.turns)


def _read(source: str, headed: bool) -> _Reading:
    """Reads all lines; ``headed``: a head may say what a side stands for under the bare name of the side."""
    reading = _Reading(source, _labels(source), headed)
    for found in _LINE.finditer(source):
        reading.line(found.start(), found.end())
    reading.close()
    return reading


def _labels(source: str) -> Counter[str]:
    """Labels that begin lines and look like names, and how many lines each begins."""
    found: Counter[str] = Counter()
    for line in _LINE.finditer(source):
        labelled = _LABELLED.match(line[0])
        if labelled:
            label = _tagged(labelled["label"].strip().strip("*_"))[0]
            if len(label.split()) <= _MOST_LABEL_WORDS and not _ENDS.search(label):
                found[label] += 1
    return found


def _tagged(label: str) -> tuple[str, str]:
    """A label as name and what stands in brackets behind it."""
    found = _TAGGED.match(label)
    return (found["name"].strip(), found["side"].strip()) if found else (label, "")
