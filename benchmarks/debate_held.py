"""Debates of four rounds in which every utterance was held against the file: their figures counted again from the recordings.

    .venv/bin/python benchmarks/debate_held.py [--replay benchmarks/recorded/judged/four-rounds-apart.jsonl] [--json]
    .venv/bin/python benchmarks/debate_held.py --record REQUESTS --to FILE

A recording has a line for each request: its task, its turn and how much was sent and answered; of a judgement also the
sentences that were judged, which of them had to be tested and what came of it. REQUESTS is a folder of requests and answers
(``req-*.json``, ``res-*.txt``). What readers of the speeches found false, beyond the file or misleading stands in debate_held.yaml, by the recording's name.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import yaml

from foam_graph.agents.tasks.debate_speaking import FAILING
from foam_graph.corpus.reading import read_paths
from foam_graph.reasoning.answer.grounding import figures, quoted

ROOT = Path(__file__).resolve().parent.parent
RECORDED = Path(__file__).parent / "recorded" / "judged" / "four-rounds-held.jsonl"
READ = Path(__file__).parent / "debate_held.yaml"
DOCUMENTS = ROOT / "examples" / "debate" / "documents"
STATING = frozenset({"factual", "reasoning", "valuing"})
_TASK = re.compile(r"^# Task: (.*)$", re.MULTILINE)
_DATA = re.compile(r"^<<<data (\w+)\n(.*?)\ndata \1>>>$", re.MULTILINE | re.DOTALL)
_JUDGE = "judge the utterance"
_FIRST = "debate_keywords"
"""The first request of each turn."""
_A_TOKEN = 4
"""Characters."""


@dataclass(frozen=True)
class Counted:
    """What a recording says.

    Attributes:
        requests: All requests, the ballot among them.
        most: Most requests for one utterance.
        sent: Tokens sent (characters / 4).
        answered: Tokens answered.
        judging: Of the tokens sent, those of judgements.
        sentences: Sentences of the speeches.
        statements: Of these, what is neither asked nor announced.
        quotations: Words in quotation marks in them.
        unfound: Quotations that stand in no earlier speech and in no document, to the letter.
        figures: Figures in digits in them.
        strange: Figures that stand in no document.
        sent_back: Sentences of drafts that failed a test, by name of the sentence in its draft.
        verdicts: These by verdict.
        untested: Those of them that the program had not named for testing.
        accepted: Speeches whose last version its judge accepted.
    """

    requests: int
    most: int
    sent: int
    answered: int
    judging: int
    sentences: int
    statements: int
    quotations: int
    unfound: tuple[str, ...]
    figures: int
    strange: tuple[str, ...]
    sent_back: tuple[str, ...]
    verdicts: Mapping[str, int]
    untested: tuple[str, ...]
    accepted: int


def recording(folder: Path) -> list[dict[str, Any]]:
    """The lines of a folder of requests and answers.

    Args:
        folder: The folder.
    """
    rows, turn, texts = list[dict[str, Any]](), 0, list[str]()
    for path in sorted(folder.glob("req-*.json")):
        messages = [str(one["content"]) for one in json.loads(path.read_text(encoding="utf-8"))["messages"]]
        answer = (folder / path.name.replace("req-", "res-")).with_suffix(".txt").read_text(encoding="utf-8")
        task = _TASK.findall(messages[-1])[-1]
        turn += task == _FIRST
        row = {"task": task, "turn": turn, "sent": sum(map(len, messages)), "answered": len(answer)}
        rows.append(row | (_judged(messages[-1], json.loads(answer)) if task == _JUDGE else {}))
        texts.append(messages[-1])
    for row in rows:
        if row["task"] == _JUDGE:
            later = [text for one, text in zip(rows, texts, strict=True) if one["turn"] > row["turn"]]
            row["heard"] = any(_tells(text, row["sentences"]) for text in later)
    return rows


def _tells(text: str, sentences: Sequence[str]) -> bool:
    """Whether a request holds each of these sentences."""
    return all(json.dumps(one, ensure_ascii=False)[1:-1] in text for one in sentences)


def _judged(asked: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    """What was judged, and how."""
    data: dict[str, Any] = {}
    for _, text in _DATA.findall(asked):
        data |= json.loads(text)
    return {
        "sentences": [one["text"] for one in data["utterance"]],
        "testing": [[one["number"], one["why"]] for one in data.get("testing", ())],
        "verdict": answer["verdict"],
        "types": [one["type"] for one in answer["types"]],
        "tests": [[one["number"], one["verdict"], one["shown_by"], one["holds"]] for one in answer["tests"]],
        "feedback": answer["feedback"],
    }


def spoken(rows: Sequence[Mapping[str, Any]]) -> dict[int, Mapping[str, Any]]:
    """The judgement of what was spoken at each turn: of the version that was heard afterwards, else its last."""
    judged = [row for row in rows if row["task"] == _JUDGE]
    return {row["turn"]: row for row in judged} | {row["turn"]: row for row in judged if row.get("heard")}


def counted(rows: Sequence[Mapping[str, Any]], documents: Sequence[str]) -> Counted:
    """Counts a recording.

    Args:
        rows: Its lines.
        documents: The texts of the file.
    """
    speeches = spoken(rows)
    turns = Counter(row["turn"] for row in rows if row["task"] != "ballot")
    # What is read of the last speech is read for the ballot.
    turns[max(speeches)] -= _behind_the_last(rows)
    file, before = " ".join(" ".join(documents).split()), list[str]()
    marked, unfound, told, strange = 0, list[str](), 0, list[str]()
    for turn, row in speeches.items():
        for n, text in enumerate(row["sentences"], 1):
            words = quoted(text)
            marked += len(words)
            unfound += [f"{turn}.{n}" for one in words if not _stands(one, [file, *before])]
            found = figures(text)
            told += len(found)
            strange += [f"{turn}.{n}" for one in sorted(found) if one not in figures(file)]
        before += row["sentences"]
    failing = [
        (f"{row['turn']}.{n}", verdict, n in {number for number, _ in row["testing"]})
        for row in rows
        if row["task"] == _JUDGE
        for n, verdict, *_ in row["tests"]
        if verdict in FAILING
    ]
    return Counted(
        requests=len(rows),
        most=max(turns.values()),
        sent=sum(row["sent"] for row in rows) // _A_TOKEN,
        answered=sum(row["answered"] for row in rows) // _A_TOKEN,
        judging=sum(row["sent"] for row in rows if row["task"] == _JUDGE) // _A_TOKEN,
        sentences=sum(len(row["sentences"]) for row in speeches.values()),
        statements=sum(one in STATING for row in speeches.values() for one in row["types"]),
        quotations=marked,
        unfound=tuple(unfound),
        figures=told,
        strange=tuple(strange),
        sent_back=tuple(name for name, _, _ in failing),
        verdicts=dict(Counter(verdict for _, verdict, _ in failing)),
        untested=tuple(name for name, _, named in failing if not named),
        accepted=sum(row["verdict"] == "accept" for row in speeches.values()),
    )


def _behind_the_last(rows: Sequence[Mapping[str, Any]]) -> int:
    last = max(place for place, row in enumerate(rows) if row["task"] == _JUDGE)
    return sum(row["task"] != "ballot" for row in rows[last + 1 :])


def _stands(words: str, texts: Sequence[str]) -> bool:
    bare = " ".join(words.split()).rstrip(".,;:!?")
    return any(form in text for form in (bare, bare[:1].swapcase() + bare[1:]) for text in texts)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a recording."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_of(recording: Path) -> dict[str, dict[str, str]]:
    """What readers found in the speeches of a recording, by kind and by name of the sentence; nothing where nobody has read them."""
    found: dict[str, dict[str, dict[str, str]]] = yaml.safe_load(READ.read_text(encoding="utf-8"))
    return found.get(recording.stem, {})


def texts_of(folder: Path) -> list[str]:
    """The texts of a folder of documents."""
    return [one.text for one in read_paths([folder], "sample").documents]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replay", type=Path, default=RECORDED, help="recording that is counted; nothing is asked")
    parser.add_argument("--record", type=Path, help="folder of requests and answers")
    parser.add_argument("--to", type=Path, help="file for the recording of that folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    rows = recording(given.record) if given.record else rows_of(given.replay)
    if given.to:
        text = "".join(f"{json.dumps(row, ensure_ascii=False, sort_keys=True)}\n" for row in rows)
        given.to.write_text(text, encoding="utf-8")
    read = read_of(given.to or given.replay)
    told = asdict(counted(rows, texts_of(DOCUMENTS))) | {kind: list(names) for kind, names in read.items()}
    print(json.dumps(told, indent=1) if given.json else "\n".join(f"{name}: {value}" for name, value in told.items()))


if __name__ == "__main__":
    main()
