"""Speakers under other names: the same one keeps one name in a debate, and nobody's own name stays in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from foam_graph.debate.transcripts.speakers import leads, side_of
from foam_graph.debate.transcripts.transcript import StatedClaim, Transcript

_WORDS = {"pro": "Pro", "con": "Con"}
_SIDE_MARK = re.compile(
    r"^(?:pro|con|proposition|opposition|affirmative|negative|government|for|against|[pc])?[\s\-.:]*\d{0,2}$",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[(\[（【][^)\]）】]*[)\]）】]")
_SHORTEST = 3
"""Letters of a part of a name that is looked for by itself."""


def pseudonymised(transcript: Transcript) -> Transcript:
    """The debate with speakers called ``Pro 1``, ``Con 2``, … by side and first turn, wherever their names stand.

    Names of speakers are replaced in labels, utterances, omissions and remarks: the whole name, and each part of it that is
    written with a capital. Names of others that speakers mention stay.

    Args:
        transcript: As it was read.
    """
    names: dict[str, str] = {}
    counts = {"pro": 0, "con": 0}
    for one in transcript.utterances:
        if one.speaker not in names:
            counts[one.side] = counts.get(one.side, 0) + 1
            names[one.speaker] = f"{_WORDS.get(one.side, 'Speaker')} {counts[one.side]}"
    hide = _hiding(names)
    return replace(
        transcript,
        occasion=replace(transcript.occasion, name=hide(transcript.occasion.name)),
        utterances=tuple(
            replace(
                one,
                speaker=names[one.speaker],
                text=hide(one.text),
                claims=tuple(StatedClaim(claim.name, hide(claim.text), claim.cites) for claim in one.claims),
            )
            for one in transcript.utterances
        ),
        omissions=tuple(replace(one, text=hide(one.text)) for one in transcript.omissions),
        remarks=tuple(hide(one) for one in transcript.remarks),
    )


def _hiding(names: dict[str, str]) -> Callable[[str], str]:
    wanted: dict[str, str] = {}
    for name, other in names.items():
        bare = _BRACKETS.sub("", name).strip()
        if not bare or _is_mark(bare):
            continue
        wanted[bare] = other
        for part in bare.split():
            if len(part) >= _SHORTEST and part[0].isupper() and not _is_mark(part):
                wanted.setdefault(part, other)
    if not wanted:
        return lambda text: text
    # The longest first, so that a whole name goes before its parts.
    ordered = sorted(wanted, key=len, reverse=True)
    pattern = re.compile("|".join(_whole(one) for one in ordered))
    return lambda text: pattern.sub(lambda match: wanted[match[0]], text)


def _is_mark(name: str) -> bool:
    """Whether a label only says for which side somebody speaks, or that they lead."""
    return bool(_SIDE_MARK.match(name)) or (bool(side_of(name)) and len(name.split()) <= 2) or leads(name)


def _whole(name: str) -> str:
    before = r"(?<!\w)" if name[0].isascii() else ""
    after = r"(?!\w)" if name[-1].isascii() else ""
    return f"{before}{re.escape(name)}{after}"
