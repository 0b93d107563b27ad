"""Next utterances of debaters, held against each other: recorded answers, and the figures made again from them.

    .venv/bin/foam experiment next-utterance … --agents llm --folder DIR      (asks; see docs/reference/debate.md)
    .venv/bin/python benchmarks/debate_eval.py --record DIR --to CASSETTE -- next-utterance …the same words…
    .venv/bin/python benchmarks/debate_eval.py --replay CASSETTE [--shared DIR]

A cassette holds answers under the hashes of what was asked, and the figures; neither the debates that were read nor a prompt.
The reasons of judges are left out, since they quote what they judge, and what a debater quotes of the debates is kept as
the place where it stands there. To replay, the same debates have to lie under DIR; nothing is asked: a question without a
recorded answer ends the replay. Exit code 1 where a figure differs.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from foam_graph.app import experimenting
from foam_graph.app.experimenting import Experiment
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.evaluation.experiments.cells import CELLS
from foam_graph.evaluation.material.debates import read_debates

SHARED = Path(os.environ.get("FOAM_SHARED") or Path(__file__).resolve().parents[2] / "shared")
_NOBODY = "http://127.0.0.1:9"
"""Nobody answers there: a replay that would have to ask fails."""
_SENTENCES = "sentences"
_QUOTING = frozenset({"reasons", "feedback"})
_LONGEST_KEPT, _LONGEST_KEPT_CHINESE = 19, 5
"""Characters that an utterance may have in common with the debates without being kept as a place in them."""
_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
Piece = str | list[int]


def report(settings: Settings, name: str, wanted: Experiment, folder: Path) -> dict[str, Any]:
    """The tables of an experiment whose every answer lies in a folder; asks nothing.

    Raises:
        LlmError: An answer is missing.
    """
    unreachable = replace(settings, openai_base_url=_NOBODY, openai_api_key="none", llm_timeout=1.0)
    with Session(unreachable) as session:
        found = experimenting.run(session, name, replace(wanted, folder=folder)).as_json()
    return {key: found[key] for key in ("judges", "tables", "failures")}


def recorded(cells: Path, debates: str = "") -> list[dict[str, Any]]:
    """The lines of a folder of answers, without what was asked and without words that quote it.

    Args:
        cells: The folder.
        debates: All that was said in the debates that were read (see ``said_in``).
    """
    lines = [json.loads(line) for line in (cells / CELLS).read_text(encoding="utf-8").splitlines()]
    # Which debates of the R-Debater were begun is of no use without the graph that they lie in.
    return [
        {"key": one["key"], "value": _plain(one["value"], debates)}
        for one in lines
        if "begun" not in one.get("cell", {})
    ]


def said_in(debates: Sequence[Path]) -> str:
    """All that was said in some debates, an utterance a line."""
    return "\n".join(said.text for debate in read_debates(debates) for said in debate.spoken)


def without_quotations(text: str, debates: str) -> list[Piece]:
    """A text in pieces: what it has in common with the debates as place and length there, and the words between."""
    found: list[Piece] = []
    own, at = "", 0
    while at < len(text):
        length = _common(text, at, debates)
        if length:
            found += [own, [debates.index(text[at : at + length]), length]]
            own, at = "", at + length
        else:
            own, at = own + text[at], at + 1
    return [*found, own]


def with_quotations(pieces: Sequence[Piece], debates: str) -> str:
    """The text of such pieces."""
    return "".join(one if isinstance(one, str) else debates[one[0] : one[0] + one[1]] for one in pieces)


def write_cassette(path: Path, settings: Settings, name: str, wanted: Experiment, folder: Path) -> None:
    """Writes a cassette from a folder of answers, with the figures that it comes to."""
    with tempfile.TemporaryDirectory() as scratch:
        debates = said_in(wanted.debates)
        lines = recorded(folder, debates)
        _fill(Path(scratch), lines, debates)
        figures = report(settings, name, wanted, Path(scratch))
    head = {
        "experiment": name,
        "wanted": {key: value for key, value in vars(wanted).items() if key not in ("debates", "memory", "folder")},
        "debates": [_relative(one) for one in wanted.debates],
        "memory": [_relative(one) for one in wanted.memory],
        "models": {"model": settings.model, "model_evaluator": settings.model_evaluator},
        "figures": figures,
    }
    text = "\n".join(json.dumps(one, sort_keys=True, ensure_ascii=False) for one in (head, *lines))
    path.write_text(f"{text}\n", encoding="utf-8")


def replay(path: Path, settings: Settings, shared: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of a cassette as they were recorded, and as they come out now."""
    head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    plain = {key: tuple(value) if isinstance(value, list) else value for key, value in head["wanted"].items()}
    places = {name: tuple(_found(one, shared) for one in head[name]) for name in ("debates", "memory")}
    wanted = Experiment(**plain, **places)
    with tempfile.TemporaryDirectory() as scratch:
        _fill(Path(scratch), lines, said_in(wanted.debates))
        made = report(replace(settings, **head["models"]), head["experiment"], wanted, Path(scratch))
    return head["figures"], json.loads(json.dumps(made))


def _plain(value: Any, debates: str) -> Any:
    """A value without words that quote: they are left, since answers need them, as one mark, and sentences in pieces."""
    if isinstance(value, dict):
        return {key: "-" if key in _QUOTING else _plain_field(key, one, debates) for key, one in value.items()}
    return [_plain(one, debates) for one in value] if isinstance(value, list) else value


def _plain_field(name: str, value: Any, debates: str) -> Any:
    if name == _SENTENCES and isinstance(value, list):
        return [without_quotations(one, debates) for one in value]
    return _plain(value, debates)


def _common(text: str, at: int, debates: str) -> int:
    """How many characters from a place on stand so in the debates; 0 where they are too few to be a quotation."""
    chinese = len(_CHINESE.findall(text[at : at + _LONGEST_KEPT_CHINESE + 1])) > _LONGEST_KEPT_CHINESE
    least = (_LONGEST_KEPT_CHINESE if chinese else _LONGEST_KEPT) + 1
    if at + least > len(text) or text[at : at + least] not in debates:
        return 0
    length = least
    while at + length < len(text) and text[at : at + length + 1] in debates:
        length += 1
    return length


def _fill(folder: Path, lines: Sequence[dict[str, Any]], debates: str) -> None:
    whole = [one | {"value": _with_sentences(one["value"], debates)} for one in lines]
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in whole)
    (folder / CELLS).write_text(text, encoding="utf-8")


def _with_sentences(value: Any, debates: str) -> Any:
    if isinstance(value, dict):
        return {
            key: [with_quotations(each, debates) for each in one]
            if key == _SENTENCES
            else _with_sentences(one, debates)
            for key, one in value.items()
        }
    return value


def _relative(path: Path) -> str:
    for name, root in (("shared", SHARED), ("repository", Path(__file__).resolve().parents[1])):
        if path.resolve().is_relative_to(root.resolve()):
            return f"{name}:{path.resolve().relative_to(root.resolve())}"
    return str(path)


def _found(named: str, shared: Path) -> Path:
    root, _, rest = named.partition(":")
    return {"shared": shared, "repository": Path(__file__).resolve().parents[1]}[root] / rest if rest else Path(named)


def _wanted(words: Sequence[str]) -> tuple[str, Experiment]:
    """The experiment that a command line asks for, by the command's own reader."""
    parser = argparse.ArgumentParser(prog="foam experiment")
    parser.add_argument("experiment", choices=("next-utterance", "ablation", "simulation"))
    parser.add_argument("debates", nargs="*", type=Path)
    for name in ("--memory", "--debater"):
        parser.add_argument(name, action="append", default=[], type=Path if name == "--memory" else str)
    for name, default in (
        ("--contexts", 8),
        ("--runs", 3),
        ("--words", 200),
        ("--pairs", 100),
        ("--seed", 1),
        ("--rounds", 2),
    ):
        parser.add_argument(name, type=int, default=default)
    for name in ("--leave-out", "--compare"):
        parser.add_argument(name, action="store_true")
    for name in ("--remember", "--corpus", "--agents", "--folder"):
        parser.add_argument(name, default="")
    one = parser.parse_args(words)
    wanted = Experiment(
        debates=tuple(one.debates), memory=tuple(one.memory), leave_out=one.leave_out, debaters=tuple(one.debater),
        agents="llm", contexts=one.contexts, runs=one.runs, words=one.words, compare=one.compare, pairs=one.pairs,
        seed=one.seed, rounds=one.rounds, remembered=one.remember, corpus=one.corpus,
    )  # fmt: skip
    return one.experiment, wanted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replay", type=Path, metavar="CASSETTE")
    parser.add_argument("--record", type=Path, metavar="DIR", help="folder of an experiment's answers")
    parser.add_argument("--to", type=Path, metavar="CASSETTE")
    parser.add_argument("--shared", type=Path, default=SHARED)
    given, words = parser.parse_known_args()
    with Session() as session:
        settings = session.settings
    if given.record and given.to:
        name, wanted = _wanted([one for one in words if one != "--"])
        write_cassette(given.to, settings, name, wanted, given.record)
        return 0
    if not given.replay:
        parser.error("give --replay CASSETTE, or --record DIR --to CASSETTE and the experiment's words")
    before, now = replay(given.replay, settings, given.shared)
    print(json.dumps(now, indent=1, ensure_ascii=False))
    if before != now:
        print("the figures differ from those that were recorded", file=sys.stderr)
    return int(before != now)


if __name__ == "__main__":
    sys.exit(main())
