"""What is found of the flaws planted in tests/worlds/debates, and what is wrongly asserted: by rules, or by a model.

    .venv/bin/python benchmarks/debate_flaws.py [--agents llm --folder DIR] [--half development|held_out] [--estimate] [--json]

A flaw counts as found where one of its kind is asserted of a sentence that holds it. Everything else that is asserted is
false, whether a reader would grant it or not. With ``--agents llm`` the model reads each side of each
debate as it would in ``foam debate``, one request a side and a second where the first answer has faults; the predicates that it
may name are those of rules. ``--folder`` keeps the answers, so that nothing is asked twice.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from foam_graph.agents.tasks.debate_logic import FlawOut
from foam_graph.app.experiment_agents import asked, counting
from foam_graph.app.session import Session
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.evaluation.judging.logic_trial import SideRead, flaws_found
from foam_graph.findings.debate.logic.extracting import predicates_of
from foam_graph.findings.debate.spoken import SIDES
from tests.support.worlds.planted_debates import HALVES, Asserted, PlantedDebate, measured, planted_debates

_SEED = 1


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


def reader(agent: KeptAgent, debates: Sequence[PlantedDebate]) -> Callable[[PlantedDebate], list[FlawOut]]:
    """What an agent asserts of debates, either side read by itself."""
    read = [
        (debate.name, SideRead(debate.motion, side, said, tuple(predicates_of(said))))
        for debate in debates
        for side in SIDES
        for said in [tuple(one for one in debate.said if one.side == side)]
    ]
    flaws = flaws_found(agent, [side for _, side in read], _SEED)
    held = [(name, found) for (name, _), found in zip(read, flaws, strict=True)]
    return lambda debate: [flaw for name, found in held if name == debate.name for flaw in found]


def results(halves: Sequence[str], asserted: Callable[[PlantedDebate], Sequence[Asserted]]) -> dict[str, Any]:
    """Figures of each half, and of both where both were asked for."""
    made = {half: measured([one for one in planted_debates() if one.half == half], asserted) for half in halves}
    return made if len(halves) == 1 else made | {"all": measured(planted_debates(), asserted)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", choices=("offline", "llm"), default="offline")
    parser.add_argument("--folder", type=Path, help="where answers are kept")
    parser.add_argument("--estimate", action="store_true", help="count requests and tokens, and ask nothing")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--half", choices=HALVES, help="measure one half only")
    given = parser.parse_args()
    halves = [given.half] if given.half else list(HALVES)
    debates = [one for one in planted_debates() if one.half in halves]
    if given.agents == "offline":
        found = results(halves, PlantedDebate.found)
    else:
        with Session() as session:
            cells = Cells(given.folder)
            if given.estimate:
                who, counts = counting(session, (), cells.apart(), _SEED)
                results(halves, reader(who.writers[0], debates))
                spent = counts[0].spent
                print(f"{counts[0].calls} requests, {spent.tokens_in} prompt tokens, {spent.tokens_out} of answers")
                return
            with asked(session, given.agents, (), cells, _SEED) as who:
                found = results(halves, reader(who.writers[0], debates))
    if given.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return
    for name, result in found.items():
        _show(name, result)


if __name__ == "__main__":
    main()
