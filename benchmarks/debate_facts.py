"""Which false statements of a debate its judge finds when it holds the sentences against the whole file, and which true ones it refuses.

    .venv/bin/python benchmarks/debate_facts.py [--agents llm --folder DIR] [--json]
    .venv/bin/python benchmarks/debate_facts.py --replay benchmarks/recorded/judged/debate-facts.jsonl

The eight speeches of docs/reference/debate-four-rounds-anew.md are judged one by one, with the sample debate's documents as the
file and nothing else to cite. Those of the false statements that are named in print stand in debate_facts.yaml, by sentence.
``--agents llm`` asks the model of the role ``evaluator``, one request a speech; ``--folder`` keeps the answers and ``--to`` writes
them as a recording. A replay asks nothing, and says where a prompt is not the one that was answered.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from foam_graph.agents.endpoint.answer_schema import wire_schema
from foam_graph.agents.endpoint.prompting import render
from foam_graph.agents.endpoint.replay import prompt_hash
from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_speaking import (
    FAILING,
    Heard,
    HeardSentence,
    Job,
    JudgeUtteranceIn,
    JudgeUtteranceOut,
    SaidShown,
    ToTest,
)
from foam_graph.app.experiment_agents import asked
from foam_graph.app.session import Session
from foam_graph.corpus.reading import read_paths
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.kept_agent import KeptAgent, only_values
from foam_graph.findings.debate.doubting import to_test
from foam_graph.findings.debate.spoken import Side
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.shelf import shelf_of
from foam_graph.reasoning.debating.tying import sentences_of_speech
from foam_graph.reasoning.evidence import Evidence

ROOT = Path(__file__).resolve().parent.parent
LABELS = Path(__file__).parent / "debate_facts.yaml"
TRANSCRIPT = ROOT / "docs" / "reference" / "debate-four-rounds-anew.md"
DOCUMENTS = ROOT / "examples" / "debate" / "documents"
MOTION = "The Federation of Veldmark should establish a national coastal early-warning network."
_HEAD = re.compile(r"^## (\d+)\. (\w+), (\w+)$", re.MULTILINE)
_NEXT = re.compile(r"^## ", re.MULTILINE)
_SIDES: Mapping[str, Side] = {"Affirmative": "pro", "Negative": "con"}
_JOBS: Mapping[str, Job] = {"opening": "opening", "rebuttal": "rebuttal", "summary": "summary"}


@dataclass(frozen=True)
class Counted:
    """What a judge made of the statements.

    Attributes:
        false: Statements labelled false.
        caught: Those of them that it fails.
        true: All other sentences.
        refused: Those of them that it fails.
        unanswered: Speeches without a valid answer.
    """

    false: tuple[str, ...]
    caught: tuple[str, ...]
    true: int
    refused: tuple[str, ...]
    unanswered: int


def speeches(text: str) -> list[Heard]:
    """The speeches of a transcript as agents are shown them."""
    heads = list(_HEAD.finditer(text))
    starts = [one.start() for one in _NEXT.finditer(text)]
    ends = [min((place for place in starts if place > one.start()), default=len(text)) for one in heads]
    return [
        Heard(
            turn=int(head[1]),
            speaker=head[2],
            side=_SIDES[head[2]],
            stage=head[3],
            sentences=[
                HeardSentence(name=f"{head[1]}.{n}", text=one)
                for n, one in enumerate(sentences_of_speech(text[head.end() : end]), 1)
            ],
        )
        for head, end in zip(heads, ends, strict=True)
    ]


def requests(said: Sequence[Heard], evidence: Evidence) -> list[Request[JudgeUtteranceOut]]:
    """The judge's request for each speech: the file, what was said before, and what is to be tested."""
    shelf = shelf_of(evidence)
    found = []
    for n, one in enumerate(said):
        texts = [each.text for each in one.sentences]
        data = JudgeUtteranceIn(
            motion=MOTION,
            side=one.side,
            stage=one.stage,
            job=_JOBS[one.stage],
            history=list(said[:n]),
            utterance=[SaidShown(number=place, text=text) for place, text in enumerate(texts, 1)],
            file=shelf.file(),
            testing=[ToTest(number=each.number, why=each.why) for each in to_test(texts)],
        )
        found.append(Request("judge_utterance", str(Role.EVALUATOR), data, JudgeUtteranceOut))
    return found


def failing(answer: JudgeUtteranceOut, known: frozenset[str]) -> set[int]:
    """The sentences that a judge fails, with something that shows it; else it does not count."""
    return {one.number for one in answer.tests if one.verdict in FAILING and known.intersection(one.shown_by)}


def counted(
    said: Sequence[Heard], answers: Sequence[JudgeUtteranceOut | None], labels: Mapping[str, str], ids: frozenset[str]
) -> Counted:
    """Counts what a judge caught and what it refused.

    Args:
        said: The speeches.
        answers: What was answered of each; None where no valid answer came.
        labels: Names of the sentences that are false, with why.
        ids: Ids of the sentences of the file.
    """
    names = [[one.name for one in each.sentences] for each in said]
    known = ids | frozenset(name for each in names for name in each)
    found = {
        each[n - 1]
        for each, answer in zip(names, answers, strict=True)
        if answer is not None
        for n in failing(answer, known)
        if n <= len(each)
    }
    every = [name for each in names for name in each]
    return Counted(
        false=tuple(name for name in every if name in labels),
        caught=tuple(name for name in every if name in labels and name in found),
        true=sum(name not in labels for name in every),
        refused=tuple(name for name in every if name not in labels and name in found),
        unanswered=sum(one is None for one in answers),
    )


def judged(agent: KeptAgent, wanted: Sequence[Request[JudgeUtteranceOut]]) -> list[JudgeUtteranceOut | None]:
    """What the judge answers."""
    return [None if isinstance(one, BadAnswer) else one for one in only_values(agent.answer_many(list(wanted)))]


def hash_of(request: Request[JudgeUtteranceOut]) -> str:
    """Hash of what is asked, whoever is asked."""
    return prompt_hash(render(request), wire_schema(JudgeUtteranceOut, ()), "", {})


def replayed(
    path: Path, wanted: Sequence[Request[JudgeUtteranceOut]]
) -> tuple[list[JudgeUtteranceOut | None], list[int]]:
    """The recorded answers, and the turns whose prompt is another now."""
    rows = {row["turn"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    answers = [
        JudgeUtteranceOut.model_validate(rows[n]["answer"]) if n in rows else None for n in range(1, len(wanted) + 1)
    ]
    changed = [n for n, one in enumerate(wanted, 1) if n in rows and rows[n]["prompt"] != hash_of(one)]
    return answers, changed


def recording(wanted: Sequence[Request[JudgeUtteranceOut]], answers: Sequence[JudgeUtteranceOut | None]) -> str:
    """The answers as lines, each under its prompt's hash."""
    rows = [
        {"turn": n, "prompt": hash_of(one), "answer": answer.model_dump(mode="json", exclude_defaults=True)}
        for n, (one, answer) in enumerate(zip(wanted, answers, strict=True), 1)
        if answer is not None
    ]
    return "".join(f"{json.dumps(row, ensure_ascii=False, sort_keys=True)}\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", choices=("offline", "llm"), default="offline")
    parser.add_argument("--folder", type=Path, help="where answers are kept")
    parser.add_argument("--to", type=Path, help="file for a recording of the answers")
    parser.add_argument("--replay", type=Path, help="recording that is counted; nothing is asked")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    labels = yaml.safe_load(LABELS.read_text(encoding="utf-8"))["false_statements"]
    said = speeches(TRANSCRIPT.read_text(encoding="utf-8"))
    evidence = Evidence(read_paths([DOCUMENTS], "sample").documents)
    wanted, ids = requests(said, evidence), frozenset(shelf_of(evidence).ids)
    if given.replay:
        answers, changed = replayed(given.replay, wanted)
        for turn in changed:
            print(f"speech {turn}: the prompt is another than the one that was answered", file=sys.stderr)
    else:
        with Session() as session, asked(session, given.agents, (), Cells(given.folder), 0) as who:
            answers = judged(who.judge, wanted)
    if given.to:
        given.to.write_text(recording(wanted, answers), encoding="utf-8")
    _print(counted(said, answers, labels, ids), labels, given.json)


def _print(result: Counted, labels: Mapping[str, str], as_json: bool) -> None:
    told: dict[str, Any] = {**vars(result), "missed": [one for one in result.false if one not in result.caught]}
    if as_json:
        print(json.dumps(told, indent=1))
        return
    print(f"false statements caught: {len(result.caught)} of {len(result.false)}")
    print(f"other sentences refused: {len(result.refused)} of {result.true}")
    print(f"speeches without a valid answer: {result.unanswered}")
    for name in told["missed"]:
        print(f"missed {name}: {labels[name]}")
    print(f"refused: {', '.join(result.refused) or 'none'}")


if __name__ == "__main__":
    main()
