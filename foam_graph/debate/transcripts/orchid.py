"""Transcripts as ORCHID keeps them: an object with a motion and a list of turns, or the list alone (paper 004, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foam_graph.debate.transcripts.located_json import Located, located
from foam_graph.debate.transcripts.speakers import side_of, stage_of
from foam_graph.debate.transcripts.transcript import Occasion, Side, Transcript
from foam_graph.debate.transcripts.turns import RawTurn, transcript_of
from foam_graph.errors import CorpusError

FORM = "orchid"
TURNS = ("debate", "turns", "utterances", "transcript")
TEXT = ("utterance", "text", "content", "speech")
SPEAKER = ("debater", "speaker", "name")
SIDE = ("stance", "side", "position")
STAGE = ("stage", "section", "phase", "part")
_HINT = 'Give {"topic": …, "debate": [{"stance": "PRO", "debater": "P1", "utterance": …}, …]}.'


def read_orchid(source: str) -> Transcript:
    """A transcript in ORCHID's form.

    Args:
        source: JSON.

    Raises:
        CorpusError: It is not JSON, has no turns, or a turn has no text; says which.
    """
    found = located(source)
    turns = found if isinstance(found, list) else _first(found, TURNS) if isinstance(found, dict) else None
    if not isinstance(turns, list) or not turns:
        raise CorpusError("no list of turns in it", _HINT)
    raw = [turn_of(one, f"turn {n}") for n, one in enumerate(turns, 1)]
    return transcript_of(FORM, source, occasion_of(found if isinstance(found, dict) else {}), raw)


def turn_of(value: Any, where: str) -> RawTurn:
    """A turn from an object.

    Args:
        value: The object, its texts located.
        where: What to call it in an error.

    Raises:
        CorpusError: It is no object, or has no text.
    """
    if not isinstance(value, dict):
        raise CorpusError(f"{where} is not an object", _HINT)
    text = _first(value, TEXT)
    if not isinstance(text, Located):
        raise CorpusError(f"{where} has no text under {', '.join(TEXT)}", _HINT)
    speaker, stage = told(value, SPEAKER), told(value, STAGE)
    side: Side = side_of(told(value, SIDE))
    return RawTurn(speaker, side, stage_of(stage) or stage, str(text), (text.span,))


def occasion_of(value: Mapping[str, Any]) -> Occasion:
    """What an object says of the debate."""
    positions = value.get("positions")
    sides: list[tuple[Side, str]] = []
    if isinstance(positions, dict):
        sides = [(side_of(str(key)), str(words)) for key, words in positions.items() if side_of(str(key))]
    return Occasion(
        topic=told(value, ("topic", "motion", "proposition", "resolution")),
        positions=tuple(sides),
        name=told(value, ("match", "round", "title")),
        institution=told(value, ("competition", "institution", "tournament")),
        date=told(value, ("date",)),
        licence=told(value, ("licence", "license")),
        domain=told(value, ("domain", "category")),
    )


def told(value: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    """The text under the first of some keys; empty where none has one."""
    found = _first(value, keys)
    return str(found).strip() if isinstance(found, str) else ""


def _first(value: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((value[key] for key in keys if key in value), None)
