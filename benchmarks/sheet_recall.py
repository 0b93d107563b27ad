"""What the case sheet finds of the faults planted in tests/worlds/sheet, and what it wrongly accuses.

    .venv/bin/python benchmarks/sheet_recall.py [--json] [--world NAME] [--development | --held-out]
    .venv/bin/python benchmarks/sheet_recall.py --paraphrases development|aside [--lost]
    .venv/bin/python benchmarks/sheet_recall.py --agents llm [--record CASSETTE] [--world NAME] [--development]
    .venv/bin/python benchmarks/sheet_recall.py --replay CASSETTE

A fault counts as found where a finding of an expected kind and verdict rests on the sentences that decide it, as pointed to where
only a pointer of an expected kind does, else as missed. A finding
is false where it accuses sentences that the key calls innocent, gives a planted fault the opposite verdict, or finds
something wrong in a corpus without faults. What else accuses is listed for a reader to judge. Time is CPU time.

With ``--paraphrases`` each fault is told in five wordings, and what is printed is how many of them are found. ``--lost`` says of
the others where they are lost; whoever writes rules does not ask that of the half called "aside".

With ``--agents llm`` a model reads each corpus as well, at the endpoint of the environment (``FOAM_OPENAI_BASE_URL``, ``FOAM_MODEL``, …).
A cassette holds its answers under the hashes of what was asked, and the figures. ``--replay`` asks nobody: the rules' sheet and the
prompt have to be those of the recording, else it ends. Exit code 1 where a figure differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.endpoint.client import OpenAIAgent
from foam_graph.agents.endpoint.replay import Replay
from foam_graph.agents.protocol import Agent, CallRecord
from foam_graph.casefile.case_file import CaseFile
from foam_graph.config import Settings, load_settings
from foam_graph.errors import BadAnswer
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.reasoning.sheet_reading.reading import read_by

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from tests.support.worlds.losses import lost_at
from tests.support.worlds.paraphrases import paraphrases
from tests.support.worlds.sheet_report import as_json, measured
from tests.support.worlds.sheet_scoring import precision, recall_by_kind
from tests.support.worlds.sheet_worlds import DEVELOPMENT, FOLDER, HELD_OUT, SheetWorld, sheet_worlds

_NOBODY = "http://127.0.0.1:9"
"""Nobody answers there: a replay that would have to ask fails."""


def read_sheet(agent: Agent) -> Callable[[CaseFile], Sequence[Finding]]:
    """A maker of sheets: rules, and a model that reads what they leave; without a usable answer the rules' sheet stands."""

    def make(file: CaseFile) -> Sequence[Finding]:
        found = sheet(file)
        try:
            read = read_by(agent, file, found)
        except BadAnswer as fault:
            print(fault.message, file=sys.stderr)
            return found
        for one in read.refused:
            print(f"refused: {one}", file=sys.stderr)
        return read.findings

    return make


def figures_of(worlds: Sequence[SheetWorld], agent: Agent) -> dict[str, Any]:
    """What a sheet that a model has read finds, without what no two machines have alike."""
    result = as_json(worlds, measured(worlds, read_sheet(agent)))
    for one in result["corpora"]:
        del one["cpu_seconds"]
    return result


def write_cassette(path: Path, settings: Settings, folder: str, worlds: Sequence[SheetWorld]) -> dict[str, Any]:
    """Has a model read some corpora, and keeps its answers with the figures.

    Args:
        path: The cassette; one that exists is written over.
        settings: Endpoint and model.
        folder: ``development`` or empty, as the corpora were chosen.
        worlds: The corpora.
    """
    kept: list[CallRecord] = []
    with OpenAIAgent(settings, Budget.of(settings), kept.append) as agent:
        figures = figures_of(worlds, agent)
    head = {"model": settings.model, "folder": folder, "worlds": [one.name for one in worlds], "figures": figures}
    lines = [asdict(replace(one, provider="", latency_ms=0)) for one in kept]
    path.write_text(
        "".join(json.dumps(one, sort_keys=True, ensure_ascii=False) + "\n" for one in (head, *lines)), "utf-8"
    )
    return figures


def replay(path: Path, settings: Settings) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of a cassette as they were recorded, and as they come out now; asks nobody.

    Raises:
        LlmError: An answer is missing: the prompt or the rules' sheet is another one now.
    """
    head, *lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    records = Replay(CallRecord(**line) for line in lines)
    nobody = replace(settings, openai_base_url=_NOBODY, openai_api_key="none", model=head["model"], llm_timeout=1.0)
    folder = DEVELOPMENT if head["folder"] else FOLDER
    worlds = [world for world in sheet_worlds(folder) if world.name in head["worlds"]]
    with OpenAIAgent(nobody, Budget(), recorded=records, sleep=lambda _seconds: None) as agent:
        return head["figures"], json.loads(json.dumps(figures_of(worlds, agent)))


def _share(found: int, of: int) -> str:
    return f"{found:3d} of {of:3d}" + (f"  {found / of:6.1%}" if of else "")


def _pointed(one: dict[str, Any]) -> str:
    """How many faults that are not asserted a pointer leads to; the rest is missed."""
    missed = one["planted"] - one["found"] - one["pointed"]
    return f"  {one['pointed']:3d} pointed to, {missed:3d} missed"


def _show(result: dict[str, Any]) -> None:
    for kind, one in result["recall"].items():
        print(f"{kind:20} {_share(one['found'], one['planted'])}{_pointed(one)}")
    for one in result["corpora"]:
        counts = f"{len(one['false'])} false, {len(one['to_judge'])} to judge"
        counts += f", {one['cpu_seconds']} s" if "cpu_seconds" in one else ""
        print(f"{one['corpus']:20} {_share(one['found'], one['planted'])}{_pointed(one)}  {counts}")
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
    parser.add_argument(
        "--held-out", action="store_true", help="measure the corpora whose misses no rule may be written for"
    )
    parser.add_argument("--paraphrases", choices=("development", "aside"), help="measure one half of the paraphrases")
    parser.add_argument("--lost", action="store_true", help="say where paraphrases that were not found are lost")
    parser.add_argument(
        "--agents", choices=("offline", "llm"), default="offline", help="llm: a model reads each corpus too"
    )
    parser.add_argument("--record", type=Path, metavar="CASSETTE", help="keep the model's answers and the figures")
    parser.add_argument("--replay", type=Path, metavar="CASSETTE", help="make the figures of a cassette again")
    given = parser.parse_args()
    if given.record and given.agents != "llm":
        parser.error("rules have no answers that could be recorded: add --agents llm")
    if given.replay:
        recorded, made = replay(given.replay, load_settings()[0])
        _show(made)
        sys.exit(recorded != made)
    if given.paraphrases:
        _paraphrased(given.paraphrases, given.lost)
        return
    if given.held_out and (given.development or given.record):
        parser.error("--held-out goes neither with --development nor with --record")
    folder = HELD_OUT if given.held_out else DEVELOPMENT if given.development else FOLDER
    worlds = [world for world in sheet_worlds(folder) if given.world in (None, world.name)]
    if not worlds:
        parser.error(f"no corpus is called {given.world!r}")
    if given.record:
        result = write_cassette(given.record, load_settings()[0], "development" if given.development else "", worlds)
    elif given.agents == "llm":
        settings = load_settings()[0]
        with OpenAIAgent(settings, Budget.of(settings)) as agent:
            result = figures_of(worlds, agent)
    else:
        result = as_json(worlds, measured(worlds, sheet))
    if given.json:
        print(json.dumps(result, indent=1, ensure_ascii=False))
    else:
        _show(result)


if __name__ == "__main__":
    main()
