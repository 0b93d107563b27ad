"""Runs that were recorded with a language model and are shipped: written into a database again as they were, and shown.

A recording is a folder with the journal of the run (``journal.jsonl.gz``) and the perspectives that spoke in it
(``perspectives.json``). Its documents are a sample corpus, which has to be loaded. Nothing is asked of a model: ids, times
and hashes are those of the recording, and ``foam verify`` holds it as any other chain.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.asking import parameters_of
from foam_graph.app.run_parameters import add_outside
from foam_graph.app.session import Session
from foam_graph.errors import UsageError, VerifyError
from foam_graph.exchange.journal.journal import journal_lines
from foam_graph.exchange.journal.replay import replay
from foam_graph.pipeline.perspectives import ensure_perspectives
from foam_graph.reasoning.perspectives.library import Perspective, build
from foam_graph.reasoning.remedies import perspective_of

JOURNAL = "journal.jsonl.gz"
PERSPECTIVES = "perspectives.json"


@dataclass(frozen=True)
class Recording:
    """A recorded run as it stands in the database now.

    Attributes:
        run: Its id.
        question: What was asked.
        model: The model that answered, as its endpoint named it.
        date: Day on which it was recorded, ISO 8601; the first and the last, where it was taken up again on another day.
        activities: Activities of its chain.
    """

    run: str
    question: str
    model: str
    date: str
    activities: int


def replay_recording(session: Session, folder: Path) -> Recording:
    """Writes a recorded run into the database, once; what is there already is left as it is.

    Args:
        session: Where to; the run's documents must be loaded.
        folder: The recording.

    Raises:
        UsageError: The folder holds no recording.
        VerifyError: The recording does not hold. Nothing was written.
        StoreFault: Its documents are not loaded. Nothing of it was written.
    """
    try:
        lines = list(_lines(folder / JOURNAL))
        spoke = [build(one) for one in json.loads((folder / PERSPECTIVES).read_text(encoding="utf-8"))]
    except (OSError, EOFError, ValueError) as fault:
        raise UsageError(
            f"{folder} holds no recorded run: {fault}", f"It needs {JOURNAL} and {PERSPECTIVES}."
        ) from None
    run = _run_of(lines)
    if not session.store.ask("labels_of", ids=[run]):
        ensure_perspectives(session.store, spoke)
        replay(session.store, lambda: lines)
    graph = session.store.subgraph(run)
    done = graph.of("Activity")
    parameters = parameters_of(graph, run)
    days = sorted({one.at[:10] for one in done})
    date = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return Recording(run, graph.of("Question")[0]["text"], parameters.model, date, len(done))


def record(session: Session, run: str, folder: Path) -> Path:
    """Makes a recording of a run that is in the database.

    Args:
        session: Where it is.
        run: Its id.
        folder: Where the recording goes; it is made.

    Returns:
        The folder.

    Raises:
        UnknownId: No such run.
        ReasoningError: The chain is not a run.
    """
    lines = list(journal_lines(session.store, run))
    # The run is read, not opened: what argued it is not needed, and nobody may have the key of its model any more.
    graph = session.store.subgraph(run)
    parameters = parameters_of(graph, run)
    add_outside(session, graph, parameters.corpus, parameters.perspectives, ())
    # Those whose places others took after a ruling are named by the journal as well.
    spoke = [perspective_of(node) for node in graph.of("Perspective")]
    folder.mkdir(parents=True, exist_ok=True)
    # Without a time in its head the same journal makes the same bytes.
    with (folder / JOURNAL).open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write("".join(f"{line}\n" for line in lines).encode())
    (folder / PERSPECTIVES).write_text(_as_json(spoke), encoding="utf-8")
    return folder


def _as_json(perspectives: Iterable[Perspective]) -> str:
    found = [one.model_dump(mode="json") for one in perspectives]
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


def _run_of(lines: list[str]) -> str:
    """The chain that a recording holds."""
    runs = {str(json.loads(line)["run"]) for line in lines if line}
    if len(runs) != 1:
        raise VerifyError(f"a recording holds one run, this one holds {len(runs)}", "Record it again.")
    return runs.pop()
