"""What the offline rules find of the flaws planted in tests/worlds/debates, and what they wrongly assert.

    .venv/bin/python benchmarks/debate_flaws.py [--json] [--half development|held_out]

A flaw counts as found where one of its kind is asserted of a sentence that holds it. Everything else that is asserted is
false, whether a reader would grant it or not.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from tests.support.worlds.planted_debates import HALVES, measured, planted_debates


def _share(found: int, of: int) -> str:
    return f"{found:3d} of {of:3d}" + (f"  {found / of:6.1%}" if of else "")


def _show(name: str, result: dict[str, Any]) -> None:
    print(f"\n{name.replace('_', ' ').upper()}")
    print(f"{'precision':26} {_share(result['right'], result['told'])}")
    print(f"{'recall':26} {_share(result['found'], result['planted'])}")
    across = result["across_turns"]
    print(f"{'recall across turns':26} {_share(across['found'], across['planted'])}")
    for kind, one in result["kinds"].items():
        print(f"  {kind:24} {_share(one['found'], one['planted'])}  told {one['told']}")
    print(f"missed: {', '.join(result['missed']) or 'none'}")
    for one in result["false"]:
        print(f"false: {one['debate']} {one['kind']} {one['sentence']}: {one['why']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--half", choices=HALVES, help="measure one half only")
    given = parser.parse_args()
    halves = [given.half] if given.half else list(HALVES)
    results = {half: measured([one for one in planted_debates() if one.half == half]) for half in halves}
    if not given.half:
        results["all"] = measured(planted_debates())
    if given.json:
        print(json.dumps(results, indent=1, ensure_ascii=False))
        return
    for name, result in results.items():
        _show(name, result)


if __name__ == "__main__":
    main()
