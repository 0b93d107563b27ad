"""Transcripts as JSON Lines: one turn a line; a line without text says what the debate is."""

from __future__ import annotations

from foam_graph.debate.transcripts.located_json import located
from foam_graph.debate.transcripts.orchid import TEXT, occasion_of, turn_of
from foam_graph.debate.transcripts.transcript import Occasion, Transcript
from foam_graph.debate.transcripts.turns import RawTurn, transcript_of
from foam_graph.errors import CorpusError

FORM = "jsonl"


def read_json_lines(source: str) -> Transcript:
    """A transcript with a turn a line.

    Args:
        source: JSON Lines; empty lines are allowed.

    Raises:
        CorpusError: A line is not JSON or no turn; says which.
    """
    occasion, turns, place = Occasion(), list[RawTurn](), 0
    for number, line in enumerate(source.splitlines(keepends=True), 1):
        start, place = place, place + len(line)
        if not line.strip():
            continue
        try:
            found = located(line, start)
        except CorpusError as fault:
            raise CorpusError(f"line {number}: {fault.message}", fault.advice) from None
        if isinstance(found, dict) and not any(key in found for key in TEXT):
            occasion = occasion_of(found)
            continue
        turns.append(turn_of(found, f"line {number}"))
    return transcript_of(FORM, source, occasion, turns)
