"""Begins a small run and has one process after another killed (SIGKILL) right after its first commit to the run.

Each commit of the run is made by a process of its own, forked before anything is opened, which dies at once; the next
one resumes. Prints ``RUN STEP`` for each commit and ``finished`` at the end.

Usage, from the root of the checkout: python -m tests.support.worlds.one_commit CORPUS
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from foam_graph.app.asking import Ask, ask, finish
from foam_graph.app.session import Session
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.store.store import Store
from tests.support.worlds.planted_world import DAY, LIMITS, PERSPECTIVES, QUESTION, TEMPLATE

MOST = 150
REAL_COMMIT = Store.commit


def work(run: str, corpus: str, report: int) -> None:
    """Makes one commit, reports it and kills this process; returns only when nothing is left to do."""

    def commit_and_die(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        done = REAL_COMMIT(store, draft, delta)
        if draft.run.startswith("r"):
            os.write(report, f"{done.run} {draft.step}".encode())
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    patched: Any = commit_and_die
    Store.commit = patched  # type: ignore[method-assign]
    with Session() as session:
        if run:
            finish(session, run)
        else:
            ask(session, Ask(QUESTION, corpus, TEMPLATE, PERSPECTIVES, seed=3, dated=DAY, limits=LIMITS))


def main(corpus: str) -> int:
    """Forks until a process finds nothing left to do."""
    run = ""
    for _ in range(MOST):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            work(run, corpus, writing)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            said = pipe.read()
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            print("finished" if os.WEXITSTATUS(status) == 0 and not said else "failed")
            return os.WEXITSTATUS(status)
        print(said, flush=True)
        run = said.split()[0]
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
