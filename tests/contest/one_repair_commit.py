"""Lodges a challenge, then rules on it, and has one process after another killed (SIGKILL) right after its first commit.

Each commit to the run is made by a process of its own, forked before anything is opened, which dies at once; the next one
takes the repair up. Prints the step of each commit, ``finished`` after the challenge, and again after the ruling.

Usage: python one_repair_commit.py RUN TARGET KIND GROUNDS
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule, take_up
from foam_graph.app.contesting import challenge
from foam_graph.app.session import Session
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.reasoning.perspectives.library import library
from foam_graph.reasoning.templates.syllogisms import load_library
from foam_graph.store.store import Store

MOST = 60
REAL_COMMIT = Store.commit
RUN, TARGET, KIND, GROUNDS = sys.argv[1:]


def work(stage: str, report: int) -> None:
    """Makes one commit, reports it and kills this process; returns only when nothing is left to do."""

    def commit_and_die(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        done = REAL_COMMIT(store, draft, delta)
        if draft.run == RUN:
            os.write(report, draft.step.encode())
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    patched: Any = commit_and_die
    Store.commit = patched  # type: ignore[method-assign]
    with Session() as session:
        if stage == "challenge":
            challenge(session, Challenge(TARGET, KIND, GROUNDS, by="Jo Doe"))
        elif stage == "rule":
            lodged = session.store.subgraph(RUN).of("Challenge")[-1].id
            rule(session, lodged, True, "It is about another workshop.", "Judge Roe")
        else:
            take_up(session, RUN)


def one_process(stage: str) -> str:
    """What one process committed before it was killed; nothing where it ended by itself."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        work(stage, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        step = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and (step or os.WEXITSTATUS(status)):
        raise SystemExit(f"{stage} failed")
    return step


def main() -> None:
    """Forks until a process finds nothing left to do, for the challenge and for the ruling."""
    # What ships is read once, not again by each of some thirty processes.
    load_library()
    library()
    for begun in ("challenge", "rule"):
        stage = begun
        for _ in range(MOST):
            step = one_process(stage)
            print(step or "finished", flush=True)
            if not step:
                break
            stage = "take up"
        else:
            raise SystemExit("no end")


if __name__ == "__main__":
    main()
