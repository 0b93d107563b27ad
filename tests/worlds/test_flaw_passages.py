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

FILES = ("passages", "speeches")
PASSAGES: dict[str, dict[str, Any]] = {
    name: yaml.safe_load((Path(__file__).parent / "flaws" / f"{name}.yaml").read_text("utf-8")) for name in FILES
}
FOUND = {
    "passages": {
        "contradiction": 3, "unsupported_assumption": 7, "circularity": 5, "overgeneralisation": 4, "false_dichotomy": 4,
        "temporal_mismatch": 5, "missing_link": 5, "selective_quantification": 7, "equivocation": 4,
    },
    "speeches": {
        "contradiction": 6, "unsupported_assumption": 7, "circularity": 5, "overgeneralisation": 3, "false_dichotomy": 7,
        "temporal_mismatch": 6, "missing_link": 4, "selective_quantification": 6, "equivocation": 3,
    },
}  # fmt: skip
"""Passages of each kind of which the flaw is found: 44 of 61, and 47 of 66."""


def found(file: str, said: Sequence[str]) -> list[Flaw]:
    sentences = tuple(text[start:end].strip() for text in said for start, end in segment(text).spans)
    spoken = [Spoken(1, "Ada", "pro", "opening", sentences)]
    return flaws(PASSAGES[file]["motion"], spoken, predicates_of(spoken))


@pytest.mark.parametrize("file", FILES)
def test_every_kind_of_flaw_has_passages(file: str) -> None:
    assert set(PASSAGES[file]["flawed"]) == set(FLAW_KINDS) == set(FOUND[file])
    assert len(PASSAGES[file]["sound"]) > 45


@pytest.mark.parametrize("kind", FLAW_KINDS)
@pytest.mark.parametrize("file", FILES)
def test_what_was_found_is_still_found_and_as_nothing_else(file: str, kind: str) -> None:
    told = [[flaw.kind for flaw in found(file, one["said"])] for one in PASSAGES[file]["flawed"][kind]]
    assert sum(kind in kinds for kinds in told) >= FOUND[file][kind]
    assert not {other for kinds in told for other in kinds} - {kind}


@pytest.mark.parametrize(
    ("file", "said"),
    [(file, said) for file in FILES for said in PASSAGES[file]["sound"]],
    ids=lambda given: given if isinstance(given, str) else given[0][:40],
)
def test_nothing_is_held_against_a_sound_passage(file: str, said: list[str]) -> None:
    assert found(file, said) == []
