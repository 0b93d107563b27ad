"""What the case sheet finds of the faults planted in tests/worlds/sheet, and what it wrongly accuses.

    .venv/bin/python benchmarks/sheet_recall.py [--json] [--world NAME] [--development]
    .venv/bin/python benchmarks/sheet_recall.py --paraphrases development|aside [--lost]

A fault counts as found where a finding of an expected kind and verdict rests on the sentences that decide it. A finding
is false where it accuses sentences that the key calls innocent, gives a planted fault the opposite verdict, or finds
something wrong in a corpus without faults. What else accuses is listed for a reader to judge. Time is CPU time.

With ``--paraphrases`` each fault is told in five wordings, and what is printed is how many of them are found. ``--lost`` says of
the others where they are lost; whoever writes rules does not ask that of the half called "aside".
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from foam_graph.findings.sheet.assembling import sheet

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from tests.support.worlds.losses import lost_at
from tests.support.worlds.paraphrases import paraphrases
from tests.support.worlds.sheet_report import as_json, measured
from tests.support.worlds.sheet_scoring import precision, recall_by_kind
from tests.support.worlds.sheet_worlds import DEVELOPMENT, FOLDER, sheet_worlds


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


def _paraphrased(half: str, lost: bool) -> None:
    """Prints what is found of the wordings of one half, and where the others are lost."""
    worlds = list(paraphrases(half))
    scores = measured(worlds, sheet)
    by_kind = recall_by_kind(scores)
    for kind, (found, planted) in by_kind.items():
        print(f"{kind:20} {_share(found, planted)}")
    print(f"{'together':20} {_share(*(sum(column) for column in zip(*by_kind.values(), strict=True)))}")
    print(f"{'precision':20} {_share(*precision(scores))}")
    if lost:
        stages = Counter(
            (fault.kind, lost_at(world, fault))
            for world, one in zip(worlds, scores, strict=True)
            for fault, _ in one.missed
        )
        for (kind, stage), count in sorted(stages.items()):
            print(f"lost: {kind:14} {count:3d}  {stage}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--world", help="measure one corpus only")
    parser.add_argument(
        "--development", action="store_true", help="measure the corpora that the rules were written with"
    )
    parser.add_argument("--paraphrases", choices=("development", "aside"), help="measure one half of the paraphrases")
    parser.add_argument("--lost", action="store_true", help="say where paraphrases that were not found are lost")
    given = parser.parse_args()
    if given.paraphrases:
        _paraphrased(given.paraphrases, given.lost)
        return
    folder = DEVELOPMENT if given.development else FOLDER
    worlds = [world for world in sheet_worlds(folder) if given.world in (None, world.name)]
    if not worlds:
        parser.error(f"no corpus is called {given.world!r}")
    result = as_json(worlds, measured(worlds, sheet))
    if given.json:
        print(json.dumps(result, indent=1, ensure_ascii=False))
    else:
        _show(result)


if __name__ == "__main__":
    main()
