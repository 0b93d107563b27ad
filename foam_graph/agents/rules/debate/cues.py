"""Wording by which the offline rules read debates: data, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field

from foam_graph.findings.debate.schemes import SCHEME_IDS, SchemeId
from foam_graph.resources import load_yaml, package_file

CUE_FILE = "cues.yaml"
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SchemeCues(_Row):
    """Wording of one scheme: strong cues count alone, weak ones in pairs."""

    strong: tuple[str, ...] = Field(min_length=1)
    weak: tuple[str, ...] = ()


class QualityCues(_Row):
    """Wording that speaks for or against the quality of an argument."""

    sourced: tuple[str, ...]
    absolute: tuple[str, ...]
    guarded: tuple[str, ...]
    spelled_out: tuple[str, ...]
    answers: tuple[str, ...]
    vague: tuple[str, ...]


class CueTable(_Row):
    """Schema of ``cues.yaml``."""

    schemes: dict[SchemeId, SchemeCues]
    quality: QualityCues


@dataclass(frozen=True)
class Cue:
    """A cue that was found.

    Attributes:
        sentence: Number of the sentence, from 1.
        words: The words.
        strong: Whether it counts alone.
    """

    sentence: int
    words: str
    strong: bool


@lru_cache(maxsize=1)
def _table() -> CueTable:
    return load_yaml(CUE_FILE, CueTable, package_file(__package__, CUE_FILE))


@lru_cache(maxsize=1)
def _schemes() -> dict[SchemeId, tuple[re.Pattern[str], re.Pattern[str] | None]]:
    rows = _table().schemes
    return {
        name: (_compiled(rows[name].strong), _compiled(rows[name].weak) if rows[name].weak else None)
        for name in SCHEME_IDS
    }


@lru_cache(maxsize=16)
def _quality(name: str) -> re.Pattern[str]:
    return _compiled(getattr(_table().quality, name))


def _compiled(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_bounded, patterns)), re.IGNORECASE)


def _bounded(pattern: str) -> str:
    """A pattern between word boundaries; Chinese has none."""
    return f"(?:{pattern})" if _CHINESE.search(pattern) else rf"(?<!\w)(?:{pattern})(?!\w)"


def scheme_cues(sentences: Sequence[tuple[int, str]]) -> dict[SchemeId, list[Cue]]:
    """The cues of each scheme in some sentences, a sentence's strongest; schemes without one are left out.

    Args:
        sentences: Number and text of each.
    """
    found: dict[SchemeId, list[Cue]] = {}
    for name, (strong, weak) in _schemes().items():
        for number, text in sentences:
            match = strong.search(text)
            cue = Cue(number, match[0], True) if match else None
            if cue is None and weak is not None and (match := weak.search(text)):
                cue = Cue(number, match[0], False)
            if cue is not None:
                found.setdefault(name, []).append(cue)
    return found


def has(kind: str, texts: Iterable[str]) -> int:
    """In how many of some sentences a kind of wording stands that bears on quality.

    Args:
        kind: A field of ``QualityCues``.
        texts: The sentences.
    """
    return sum(_says(kind, text) for text in texts)


# A sentence is asked about once for each scheme of its turn.
@lru_cache(maxsize=8192)
def _says(kind: str, text: str) -> bool:
    return _quality(kind).search(text) is not None
