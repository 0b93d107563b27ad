"""Rulings on a sentence, and on two challenges that fall in the other order, are taken up wherever they were cut short."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule, take_up
from foam_graph.app.contesting import challenge
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import unfinished
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.attacked import claims_behind
from foam_graph.store.store import Store
from tests.support.chains.soundness import assert_sound
from tests.support.worlds.contested_office import argued_office, classes, leaving

WORDS = ("First", "Second")
MOST = 40


class _Dies(Exception):
    """Stands for the end of the process."""


Runs = Callable[[Session, str, Callable[[], object]], int]


def unbroken(_session: Session, _run: str, operation: Callable[[], object]) -> int:
    """Carries an operation out."""
    operation()
    return 1


def broken(session: Session, run: str, operation: Callable[[], object]) -> int:
    """Carries an operation out, its process dying after each commit and another taking it up; how many there were."""
    honest = Store.commit
    for number in range(MOST):
        done: list[str] = []

        def dies_after_one(store: Store, draft: ActivityDraft, delta: Delta, done: list[str] = done) -> Committed:
            # Calls that failed are asked again by whoever takes the repair up, so that they are no progress.
            if draft.kind != "Call":
                if done:
                    raise _Dies
                done.append(draft.step)
            return honest(store, draft, delta)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "commit", dies_after_one)
            try:
                take_up(session, run) if number else operation()
            except _Dies:
                continue
        if not unfinished(session.store.subgraph(run)):
            return number + 1
    raise AssertionError("no end")


def told(graph: Subgraph) -> tuple[object, ...]:
    """What is said and how it stands, by slot, and what contests came to."""
    said = {str(one["leaf"]): str(one["text"]) for one in graph.live("Claim")}
    stands = {str(graph[claim]["leaf"]): kind for claim, kind in classes(graph).items()}
    return said, stands, [str(one["kind"]) for one in graph.of("Outcome")]


@pytest.mark.parametrize("kind", ["EvidenceSentence", "Claim"])
def test_what_was_cut_short_ends_as_if_it_had_not_been(office: tuple[Session, str], tmp_path: Path, kind: str) -> None:
    found = []
    for carried_out in (unbroken, broken):
        with argued_office(office, tmp_path, leaving) as (session, run, finding, _):
            graph = session.store.subgraph(run)
            sentence = next(one for one in graph.out(finding.id, "RESTS_ON") if one.is_a("EvidenceSentence"))
            target = sentence if kind == "EvidenceSentence" else claims_behind(graph, finding)[0]
            stages, processes = [], 0
            way = "relevance" if kind == "EvidenceSentence" else "scope"
            for word in WORDS:
                newest = session.store.subgraph(run).newest(target.id).id
                wanted = Challenge(newest, way, f"{word}. It proves nothing.", by="Jo Doe")
                processes += carried_out(session, run, lambda w=wanted: challenge(session, w))  # type: ignore[misc]
                lodged = session.store.subgraph(run).of("Challenge")[-1].id
                processes += carried_out(session, run, lambda c=lodged: rule(session, c, True, "Yes.", "Judge Roe"))  # type: ignore[misc]
                stages.append(told(assert_sound(session, run)))
            # The second falls first.
            for one in reversed([c.id for c in session.store.subgraph(run).of("Challenge")]):
                processes += carried_out(
                    session,
                    run,
                    lambda c=one: rule(session, c, False, "No.", "Judge Poe", appeal=True),  # type: ignore[misc]
                )
                stages.append(told(assert_sound(session, run)))
            found.append((stages, processes))
    (expected, whole), (stages, processes) = found
    assert stages == expected
    assert processes > 3 * whole
    assert stages[-1][:2] == told(graph)[:2]
