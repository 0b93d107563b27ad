"""Any transcript: its form is told from its text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from foam_graph.debate.transcripts import aif_locutions, json_lines, numbered_claims, orchid, speaker_lines
from foam_graph.debate.transcripts.aif_locutions import is_aif, read_aif_locutions
from foam_graph.debate.transcripts.json_lines import read_json_lines
from foam_graph.debate.transcripts.numbered_claims import HEADING, read_numbered_claims
from foam_graph.debate.transcripts.orchid import read_orchid
from foam_graph.debate.transcripts.speaker_lines import read_speaker_lines
from foam_graph.debate.transcripts.transcript import Transcript
from foam_graph.errors import CorpusError

MOST_BYTES = 20_000_000
"""Of one transcript: a debate of a whole day has less than two million characters."""

FORMS = (speaker_lines.FORM, orchid.FORM, json_lines.FORM, numbered_claims.FORM, aif_locutions.FORM)
"""Names of the forms that are known."""


def read_file(path: Path, forms: Sequence[str] = ()) -> tuple[Transcript, str]:
    """A transcript from a file, and its text.

    Args:
        path: UTF-8 text, with or without a byte order mark.
        forms: What it may be, of ``FORMS``; none = any.

    Raises:
        CorpusError: It is larger than 20 MB, empty, not text, no transcript, or of another form.
    """
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise CorpusError(
                f"{path}: it has {size / 1e6:.0f} MB, at most {MOST_BYTES / 1e6:.0f}", "Give a debate a file."
            )
        source = path.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise CorpusError(f"{path}: it cannot be read: {fault.strerror}", "Give a file with a transcript.") from None
    except UnicodeDecodeError as fault:
        raise CorpusError(f"{path}: not UTF-8 at byte {fault.start}", "Give a transcript as UTF-8 text.") from None
    try:
        found = read_transcript(source)
        if forms and found.format not in forms:
            raise CorpusError(
                f"its form is {found.format}, not {' or '.join(forms)}", "Load it by the loader of its form."
            )
        return found, source
    except CorpusError as fault:
        raise CorpusError(f"{path}: {fault.message}", fault.advice) from None


def read_transcript(source: str) -> Transcript:
    """A transcript in any form that is known.

    Args:
        source: Its text.

    Raises:
        CorpusError: It is empty, damaged, or nothing in it is an utterance of a side.
    """
    text = source.strip()
    if not text:
        raise CorpusError("an empty transcript", "Give who speaks for which side, and what is said.")
    if "\x00" in text:
        raise CorpusError("not text: it holds bytes of value 0", "Give a transcript as UTF-8 text.")
    if text[0] in "[{" and not text.startswith(("[P", "[C")):
        if _is_lines(text):
            return read_json_lines(source)
        return read_aif_locutions(source) if _is_aif(text) else read_orchid(source)
    return read_numbered_claims(source) if HEADING.search(source) else read_speaker_lines(source)


def _is_lines(text: str) -> bool:
    """Whether each line is a JSON value of its own: the first one is, and there are others. What is wrong with those is told by who reads them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return False
    try:
        return isinstance(json.loads(lines[0]), dict)
    except (ValueError, RecursionError):
        return False


def _is_aif(text: str) -> bool:
    """Whether it is one argument graph; what is no JSON is told by who reads it."""
    if '"nodes"' not in text:
        return False
    try:
        return is_aif(json.loads(text))
    except (ValueError, RecursionError):
        return False
