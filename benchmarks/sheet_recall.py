"""What the case sheet finds of the faults planted in tests/worlds/sheet, and what it wrongly accuses.

    .venv/bin/python benchmarks/sheet_recall.py [--json] [--world NAME]

A fault counts as found where a finding of an expected kind and verdict rests on the sentences that decide it. A finding
is false where it accuses sentences that the key calls innocent, gives a planted fault the opposite verdict, or finds
something wrong in a corpus without faults. What else accuses is listed for a reader to judge. Time is CPU time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam_graph.findings.finding import Finding

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from tests.support.worlds.sheet_scoring import Score, Sheet, precision, recall_by_kind, score
from tests.support.worlds.sheet_worlds import Planted, SheetWorld, sheet_worlds


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
    return {
        "recall": {kind: {"found": f, "planted": p} for kind, (f, p) in recall_by_kind(scores).items()},
        "precision": {"right": right, "told": told},
        "corpora": [_corpus(world, one) for world, one in zip(worlds, scores, strict=True)],
    }


def _corpus(world: SheetWorld, one: Score) -> dict[str, Any]:
    return {
        "corpus": world.name,
        "found": len(one.found),
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


def _share(found: int, of: int) -> str:
    return f"{found:3d} of {of:3d}" + (f"  {found / of:6.1%}" if of else "")


def _show(result: dict[str, Any]) -> None:
    for kind, one in result["recall"].items():
        print(f"{kind:20} {_share(one['found'], one['planted'])}")
    for one in result["corpora"]:
        counts = f"{len(one['false'])} false, {len(one['to_judge'])} to judge, {one['cpu_seconds']} s"
        print(f"{one['corpus']:20} {_share(one['found'], one['planted'])}  {counts}")
    print(f"{'precision':20} {_share(result['precision']['right'], result['precision']['told'])}")
    for name, told in (("missed", "says"), ("false", "text"), ("to_judge", "text")):
        print(f"\n{name.replace('_', ' ').upper()}")
        for corpus in result["corpora"]:
            for one in corpus[name]:
                _show_one(corpus["corpus"], one, told)


def _show_one(corpus: str, one: dict[str, Any], told: str) -> None:
    name = one["id"] if "id" in one else f"{one['kind']} {one['verdict']}"
    print(f"\n{corpus}: {name}: {one[told]}")
    if "why" in one:
        print(f"    but {one['why']}")
    for sentence in one["sentences"]:
        print(f"    [{sentence['id']}, {sentence['document']}] {sentence['text']}")
    for near in one.get("instead", ()):
        print(f"    instead: {near['kind']} {near['verdict']}: {near['text']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--world", help="measure one corpus only")
    given = parser.parse_args()
    from foam_graph.findings.sheet.assembling import sheet

    worlds = [world for world in sheet_worlds() if given.world in (None, world.name)]
    if not worlds:
        parser.error(f"no corpus is called {given.world!r}")
    result = as_json(worlds, measured(worlds, sheet))
    if given.json:
        print(json.dumps(result, indent=1, ensure_ascii=False))
    else:
        _show(result)


if __name__ == "__main__":
    main()
