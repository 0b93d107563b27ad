"""Deltas of several chains at once: what must wait for each other does, what need not does not."""

from __future__ import annotations

import random
import threading
import time
import uuid
from concurrent.futures import Future
from functools import partial

import pytest

from foam_graph.errors import StoreFault, StoreUnreachable, UnknownId
from foam_graph.model.delta import Committed
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from foam_graph.store.writing.lane import Lane, Pending
from tests.support.chains.deltas import claims, draft, loads, locked, offers


@pytest.fixture
def other(store: Store) -> str:
    """A second run."""
    run = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(run, "run", "a test")
    return run


def new_doc() -> str:
    return f"doc-{uuid.uuid4().hex[:12]}"


def test_a_chain_that_is_held_up_does_not_hold_up_another(
    store: Store, chain: str, other: str, endpoint: Endpoint
) -> None:
    with locked(endpoint, chain):
        blocked = store.submit(draft(chain), claims(1))
        assert [store.submit(draft(other), claims(1)).result(300).seq for _ in range(3)] == [1, 2, 3]
        assert not blocked.done()
    assert blocked.result(300).seq == 1


def test_what_refers_to_another_chains_node_waits_for_it(
    store: Store, chain: str, other: str, endpoint: Endpoint
) -> None:
    doc = new_doc()
    with locked(endpoint, chain):
        load = store.submit(*loads(chain, doc))
        before = store.submit(draft(other), claims(1))
        offer = store.submit(*offers(other, doc))
        behind = store.submit(draft(other), claims(1))
        assert before.result(300).seq == 1
        # The last refers to nothing, but comes later in its chain than one that does.
        assert not any(future.done() for future in (load, offer, behind))
    assert [future.result(300).seq for future in (load, offer, behind)] == [1, 2, 3]
    assert [verify(store, run).faults for run in (chain, other)] == [[], []]


def test_what_refers_to_a_node_that_could_not_be_written_is_refused(
    store: Store, chain: str, other: str, endpoint: Endpoint
) -> None:
    taken, doc = new_doc(), new_doc()
    store.commit(*loads(chain, taken))
    both = loads(chain, doc)
    both[1].extend(loads(chain, taken)[1])
    with locked(endpoint, chain):
        clash = store.submit(*both)
        offer = store.submit(*offers(other, doc))
        behind = store.submit(draft(other), claims(1))
    assert isinstance(clash.exception(30), StoreFault)
    assert isinstance(offer.exception(30), UnknownId)
    assert behind.result(300).seq == 1


def test_what_is_submitted_while_the_store_closes_is_written_behind_the_rest(
    endpoint: Endpoint, chain: str, other: str
) -> None:
    closing = Store(endpoint, "a test")
    first = closing.submit(draft(other), claims(1))
    first.result(300)
    with locked(endpoint, chain):
        waiting = [closing.submit(draft(chain), claims(1)) for _ in range(3)]
        thread = threading.Thread(target=closing.close)
        thread.start()
        # Until both lanes were asked to end, what is submitted goes to the threads that are there.
        while any(lane._thread is not None for lane in closing._committer._lanes):
            time.sleep(0.01)
        waiting += [closing.submit(draft(chain), claims(1)) for _ in range(3)]
        assert not any(future.done() for future in waiting)
    thread.join(300)
    assert [future.result(0).seq for future in waiting] == [1, 2, 3, 4, 5, 6]
    with Store(endpoint, "a test") as store:
        assert verify(store, chain).faults == []


def test_deltas_tried_alone_do_not_each_wait_for_a_server_that_is_gone(
    endpoint: Endpoint, chain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    commit = Lane._commit

    def goes(lane: Lane, batch: list[Pending]) -> None:
        tried.append(len(batch))
        if len(tried) > 2:
            raise StoreUnreachable("it is gone", "Start it.")
        commit(lane, batch)

    taken = new_doc()
    with Store(endpoint, "a test") as store:
        store.commit(*loads(chain, taken))
        with locked(endpoint, chain):
            first = store.submit(draft(chain), claims(1))
            while first.running() is False:
                time.sleep(0.01)
            monkeypatch.setattr(Lane, "_commit", goes)
            rest = [store.submit(*loads(chain, taken)), *(store.submit(draft(chain), claims(1)) for _ in range(5))]
        errors = [future.exception(60) for future in rest]
    assert first.result(0).seq == 2
    # All together, the one that cannot be, and one that finds nobody there.
    assert tried == [6, 1, 1]
    assert [type(error) for error in errors] == [StoreFault] + 5 * [StoreUnreachable]


@pytest.mark.parametrize("seed", range(3))
def test_chains_that_refer_to_each_other_keep_their_order(endpoint: Endpoint, seed: int) -> None:
    chosen = random.Random(seed)  # noqa: S311 - a test's choice, not a secret
    runs = [f"run-{uuid.uuid4().hex[:12]}" for _ in range(5)]
    docs: list[str] = []
    waiting: dict[str, list[Future[Committed]]] = {run: [] for run in runs}
    with Store(endpoint, "a test") as store:
        for run in runs:
            store.ensure_chain(run, "run", "a test")
        for _ in range(300):
            run = chosen.choice(runs)
            kind = chosen.choice(("load", "offer", "claims"))
            if kind == "load" or not docs:
                docs.append(new_doc())
                work = loads(run, docs[-1])
            else:
                work = offers(run, chosen.choice(docs[-20:])) if kind == "offer" else (draft(run), claims(1))
            waiting[run].append(store.submit(*work))
    # The store is closed: everything was written first.
    for futures in waiting.values():
        assert [future.result(0).seq for future in futures] == list(range(1, len(futures) + 1))
    with Store(endpoint, "a test") as store:
        assert [verify(store, run).faults for run in runs] == [[] for _ in runs]


def test_a_callback_may_write_to_any_chain(store: Store, chain: str, other: str) -> None:
    answers: list[Future[Committed]] = []
    futures = [store.submit(draft(run), claims(1)) for run in (chain, other) * 20]

    def answer(run: str, _: Future[Committed]) -> None:
        answers.append(store.submit(draft(run), claims(1)))

    for place, future in enumerate(futures):
        future.add_done_callback(partial(answer, (other, chain)[place % 2]))
    for future in futures:
        future.result(300)
    while len(answers) < len(futures):
        time.sleep(0.01)
    assert sorted(future.result(300).seq for future in futures + answers) == sorted([*range(1, 41)] * 2)


def test_deltas_that_are_wide_are_written_one_at_a_time(
    store: Store, chain: str, other: str, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foam_graph.store.writing.lane.MAX_ROWS", 4)
    with locked(endpoint, chain):
        wide = store.submit(draft(chain), claims(3))
        narrow = store.submit(draft(other), claims(1))
        assert narrow.result(300).seq == 1
        also_wide = store.submit(draft(other), claims(3))
        behind = store.submit(draft(other), claims(1))
        assert not any(future.done() for future in (wide, also_wide, behind))
    assert [future.result(300).seq for future in (wide, also_wide, behind)] == [1, 2, 3]


def test_a_delta_that_was_called_off_holds_up_nothing_and_is_not_written(
    store: Store, chain: str, other: str, endpoint: Endpoint
) -> None:
    doc = new_doc()
    with locked(endpoint, chain):
        first = store.submit(draft(chain), claims(1))
        while not first.running():
            time.sleep(0.01)
        load = store.submit(*loads(chain, doc))
        offer = store.submit(*offers(other, doc))
        assert load.cancel()
        # It is being written already.
        assert not first.cancel()
        late = store.submit(*offers(other, doc))
    assert first.result(300).seq == 1
    for future in (offer, late):
        assert isinstance(future.exception(30), UnknownId)
    assert store.commit(draft(chain), claims(1)).seq == 2
    assert verify(store, chain).faults == []
