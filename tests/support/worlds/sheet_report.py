"""The score of worlds as one document, with everything that a reader needs to judge the sheet."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from foam_graph.findings.finding import Finding
from tests.support.worlds.sheet_scoring import Score, Sheet, pointed_by_kind, precision, recall_by_kind, score
from tests.support.worlds.sheet_worlds import Planted, SheetWorld


def measured(worlds: Sequence[SheetWorld], sheet: Sheet) -> list[Score]:
    """The scores of worlds, in their order."""
    scores = []
    for world in worlds:
        begun = time.process_time()
        findings = sheet(world.file)
        spent = time.process_time() - begun
        scores.append(score(world, findings))
        scores[-1].seconds = round(spent, 2)
    return scores


def as_json(worlds: Sequence[SheetWorld], scores: Sequence[Score]) -> dict[str, Any]:
    """Everything that a reader needs to judge the sheet."""
    right, told = precision(scores)
    pointed = pointed_by_kind(scores)
    return {
        "recall": {
            kind: {"found": f, "pointed": pointed[kind], "planted": p}
            for kind, (f, p) in recall_by_kind(scores).items()
        },
        "precision": {"right": right, "told": told},
        "corpora": [_corpus(world, one) for world, one in zip(worlds, scores, strict=True)],
    }


def _corpus(world: SheetWorld, one: Score) -> dict[str, Any]:
    return {
        "corpus": world.name,
        "found": len(one.found),
        "pointed": len(one.pointed),
        "planted": len(world.planted),
        "cpu_seconds": one.seconds,
        "missed": [
            {**_fault(world, fault), "instead": [_finding(world, f) for f in near]} for fault, near in one.missed
        ],
        "false": [{**_finding(world, f), "why": why} for f, why in one.alarms],
        "right": [_finding(world, f) for f in one.right],
        "to_judge": [_finding(world, f) for f in one.open],
    }


def _fault(world: SheetWorld, fault: Planted) -> dict[str, Any]:
    return {"id": fault.id, "says": fault.says, "sentences": _sentences(world, fault.sentences)}


def _finding(world: SheetWorld, finding: Finding) -> dict[str, Any]:
    sentences = _sentences(world, (*finding.sentences, *finding.against))
    return {"kind": finding.kind, "verdict": finding.verdict, "text": finding.text, "sentences": sentences}


def _sentences(world: SheetWorld, ids: Sequence[str]) -> list[dict[str, str]]:
    found = []
    for sentence in map(world.file.sentence, ids):
        document = world.file.document_of(sentence)
        found.append({"id": sentence.short, "text": sentence.text, "document": world.paths[document.id]})
    return found
