"""Short passages with one flaw each, and with none: what the rules of logic were written by, and must keep."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.findings.debate.flaws import FLAW_KINDS, Flaw
from foam_graph.findings.debate.logic.extracting import predicates_of
from foam_graph.findings.debate.logic.finding import flaws
from foam_graph.findings.debate.spoken import Spoken

PASSAGES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "flaws" / "passages.yaml").read_text("utf-8"))
FOUND = {
    "contradiction": 3, "unsupported_assumption": 7, "circularity": 5, "overgeneralisation": 2, "false_dichotomy": 4,
    "temporal_mismatch": 5, "missing_link": 5, "selective_quantification": 6, "equivocation": 4,
}  # fmt: skip
"""Passages of each kind of which the flaw is found: 41 of 61."""


def found(said: Sequence[str]) -> list[Flaw]:
    sentences = tuple(text[start:end].strip() for text in said for start, end in segment(text).spans)
    spoken = [Spoken(1, "Ada", "pro", "opening", sentences)]
    return flaws(PASSAGES["motion"], spoken, predicates_of(spoken))


def test_every_kind_of_flaw_has_passages() -> None:
    assert set(PASSAGES["flawed"]) == set(FLAW_KINDS) == set(FOUND)
    assert len(PASSAGES["sound"]) > 45


@pytest.mark.parametrize("kind", FLAW_KINDS)
def test_what_was_found_is_still_found_and_as_nothing_else(kind: str) -> None:
    told = [[flaw.kind for flaw in found(one["said"])] for one in PASSAGES["flawed"][kind]]
    assert sum(kind in kinds for kinds in told) >= FOUND[kind]
    assert not {other for kinds in told for other in kinds} - {kind}


@pytest.mark.parametrize("said", PASSAGES["sound"], ids=lambda said: said[0][:40])
def test_nothing_is_held_against_a_sound_passage(said: list[str]) -> None:
    assert found(said) == []
