"""How many tokens the requests of a debate send, and how many of them begin as an earlier request did, so that endpoints can keep them.

    .venv/bin/python benchmarks/debate_tokens.py [RECORDING] [--json]
    .venv/bin/python benchmarks/debate_tokens.py --hold FOLDER
    .venv/bin/python benchmarks/debate_tokens.py --record FOLDER --to FILE

A recording has a line for each request, in characters: what it sends, of that the file (``file``), what it has in common with the beginning
of an earlier request of the debate (``kept``), and of an earlier one of the same task (``kept_by_task``: an endpoint that puts the form
of the answer first keeps no more). FOLDER holds request bodies in order (``req-*.json``). ``--hold`` makes one: the debate on the sample
policy corpus, four rounds, no memory, with rules behind an endpoint, whose speeches are short; it needs Neo4j (``foam up``).
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORDED = Path(__file__).parent / "recorded" / "requests" / "whole-file.jsonl"
DOCUMENTS = ROOT / "examples" / "debate" / "documents"
MOTION = "The Federation of Veldmark should establish a national coastal early-warning network."
_TASK = re.compile(r"^# Task: (.*)$", re.MULTILINE)
_FILE = re.compile(r'^<<<data (\w+)\n\{"file":.*\ndata \1>>>$', re.MULTILINE)
_TURN = re.compile(r'"turn":(\d+)')
_WRITES = "speak"
_A_TOKEN = 4
"""Characters."""
_MEASURES = ("sent", "file", "kept", "kept_by_task")


@dataclass(frozen=True)
class Sent:
    """What requests send, in tokens.

    Attributes:
        requests: How many they are.
        sent: All that they send.
        file: Of that the file.
        kept: What begins as an earlier request of the debate did.
        kept_by_task: What begins as an earlier request of the same task did.
    """

    requests: int
    sent: int
    file: int
    kept: int
    kept_by_task: int


def recording(folder: Path) -> list[dict[str, Any]]:
    """The lines of a folder of requests.

    Args:
        folder: The folder.
    """
    rows, texts = list[dict[str, Any]](), list[tuple[str, str]]()
    for path in sorted(folder.glob("req-*.json")):
        body = json.loads(path.read_text(encoding="utf-8"))
        text = "\n".join(str(one["content"]) for one in body["messages"])
        task, file = _TASK.findall(text)[-1], _FILE.search(text)
        alike = [(name, _alike(text, one)) for name, one in texts]
        row = {
            "task": task,
            "turn": int(_TURN.findall(text)[-1]) if task == _WRITES else 0,
            "sent": len(text),
            "file": len(file[0]) if file else 0,
            "kept": max((n for _, n in alike), default=0),
            "kept_by_task": max((n for name, n in alike if name == task), default=0),
        }
        rows.append(row)
        texts.append((task, text))
    return rows


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin alike."""
    if one.startswith(other):
        return len(other)
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def speeches(rows: Sequence[Mapping[str, Any]]) -> int:
    """How many speeches were written."""
    return len({row["turn"] for row in rows if row["task"] == _WRITES})


def counted(rows: Sequence[Mapping[str, Any]]) -> dict[str, Sent]:
    """What is sent by task, and by all of them under ``all``.

    Args:
        rows: The lines of a recording.
    """
    by_task: dict[str, list[Mapping[str, Any]]] = {"all": list(rows)}
    for row in rows:
        by_task.setdefault(row["task"], []).append(row)
    return {
        task: Sent(len(own), *(sum(row[name] for row in own) // _A_TOKEN for name in _MEASURES))
        for task, own in sorted(by_task.items())
    }


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a recording."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def hold(folder: Path) -> None:
    """Holds the sample debate and keeps its requests.

    Args:
        folder: Where they are kept.
    """
    from foam_graph.app.debating import Motion, debate
    from foam_graph.app.loading import load
    from foam_graph.app.session import Session
    from foam_graph.config import load_settings
    from foam_graph.reasoning.evidence import Evidence
    from tests.support.endpoints.model_server import Asked, Model, Server, careful
    from tests.support.worlds.drafted_debate import session_of

    def apart(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        """Rules write the same draft each time, and of drafts that are the same none is chosen."""
        return {"speech": f"{made['speech']} Draft {asked.input.draft}."} if asked.task == _WRITES else made

    folder.mkdir(parents=True, exist_ok=True)
    # One after the other, so that the requests are kept in the order of the debate.
    with Session(replace(load_settings()[0], llm_concurrency=1)) as session:
        load(session, [DOCUMENTS], "policy")
        sentences = Evidence(session.corpora.documents("policy")).everything()
        with Server(then=Model(careful(sentences), apart)) as server, session_of(server, session) as own:
            debate(own, Motion(MOTION, "policy", rounds=4, agents="llm"))
            for n, body in enumerate(server.requests, 1):
                text = json.dumps(body, ensure_ascii=False)
                (folder / f"req-{n:04}.json").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording", nargs="?", type=Path, default=RECORDED, help="recording that is counted")
    parser.add_argument("--hold", type=Path, help="folder for the requests of a debate that is held")
    parser.add_argument("--record", type=Path, help="folder of requests")
    parser.add_argument("--to", type=Path, help="file for the recording of that folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if given.hold:
        hold(given.hold)
    folder = given.record or given.hold
    rows = recording(folder) if folder else rows_of(given.recording)
    if given.to:
        given.to.write_text("".join(f"{json.dumps(row, sort_keys=True)}\n" for row in rows), encoding="utf-8")
    found = {task: asdict(sent) for task, sent in counted(rows).items()}
    if given.json:
        print(json.dumps({"speeches": speeches(rows), "by_task": found}, indent=1))
        return
    print(f"speeches: {speeches(rows)}")
    for task, sent in found.items():
        print(f"{task}: " + ", ".join(f"{name} {value:,}" for name, value in sent.items()))


if __name__ == "__main__":
    main()
