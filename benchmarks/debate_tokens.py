"""How many tokens the requests of a debate send, and how many of them begin as an earlier request did, so that endpoints can keep them.

    .venv/bin/python benchmarks/debate_tokens.py REQUESTS [--json]

REQUESTS is a folder of request bodies in order (``req-*.json``). ``file`` is what the file takes in them, ``kept`` what a request has in common
with the beginning of an earlier one, whatever its task; an endpoint that puts the form of the answer first keeps it by task alone
(``kept_by_task``). A token is four characters.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_TASK = re.compile(r"^# Task: (.*)$", re.MULTILINE)
_FILE = re.compile(r'^<<<data (\w+)\n\{"file":.*\ndata \1>>>$', re.MULTILINE)
_SPOKEN = "speak"
_TURN = re.compile(r'"turn":(\d+)')
_A_TOKEN = 4
"""Characters."""


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


def texts_of(folder: Path) -> list[str]:
    """The requests of a folder, each as one text in the order in which an endpoint reads it."""
    bodies = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("req-*.json")))
    return ["\n".join(str(one["content"]) for one in body["messages"]) for body in bodies]


def task_of(text: str) -> str:
    """The task of a request, as its prompt calls it."""
    return str(_TASK.findall(text)[-1])


def speeches_of(texts: Sequence[str]) -> int:
    """How many speeches were written."""
    turns = {_TURN.findall(text)[-1] for text in texts if task_of(text) == _SPOKEN}
    return len(turns)


def counted(texts: Sequence[str]) -> dict[str, Sent]:
    """What is sent by task, and by all of them under ``all``.

    Args:
        texts: The requests, in order.
    """
    rows: dict[str, list[tuple[int, int, int, int]]] = {}
    for place, text in enumerate(texts):
        file, task = _FILE.search(text), task_of(text)
        earlier = texts[:place]
        kept = max((_alike(text, one) for one in earlier), default=0)
        alike = max((_alike(text, one) for one in earlier if task_of(one) == task), default=0)
        row = (len(text), len(file[0]) if file else 0, kept, alike)
        rows.setdefault(task, []).append(row)
        rows.setdefault("all", []).append(row)
    return {
        task: Sent(len(own), *(sum(column) // _A_TOKEN for column in zip(*own, strict=True)))
        for task, own in sorted(rows.items())
    }


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin alike."""
    if one.startswith(other):
        return len(other)
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("requests", type=Path, help="folder of request bodies")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    texts = texts_of(given.requests)
    found = {task: asdict(sent) for task, sent in counted(texts).items()}
    told = {"speeches": speeches_of(texts), "by task": found}
    if given.json:
        print(json.dumps(told, indent=1))
        return
    print(f"speeches: {told['speeches']}")
    for task, sent in found.items():
        print(f"{task}: " + ", ".join(f"{name} {value:,}" for name, value in sent.items()))


if __name__ == "__main__":
    main()
