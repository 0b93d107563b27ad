"""Deliveries: tried again with growing waits, given up where everybody sees it, once each, whatever process ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foam_graph.errors import EnvironmentFault, UnknownId
from foam_graph.webhooks.events import KINDS, Event
from foam_graph.webhooks.outbox import LEASE, MOST_TAKEN, WAITS, Outbox, Subscription
from foam_graph.webhooks.sending import SECONDS, send, send_due
from foam_graph.webhooks.signing import HEADER, holds
from tests.support.receiving import Receiver, receiving

NOW = 1_800_000_000.0
EVENT = Event("r1-2-1", "contested", "2027-01-15T08:00:00.000000Z", "r1", "r1-2-1", {"what": "scope"})


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def subscribed(outbox: Outbox, url: str, private: bool = True, kinds: tuple[str, ...] = KINDS) -> Subscription:
    return outbox.subscribe(url, kinds, private, "2027-01-01T00:00:00.000000Z")


def tried(outbox: Outbox, one: Subscription, now: float) -> list[str]:
    """What each delivery that was due came to."""
    faults = []
    for delivery in outbox.take(now):
        fault, final = send(one, delivery, now)
        outbox.settle(delivery, fault, now, final)
        faults.append(fault)
    return faults


def test_an_event_arrives_once_signed_however_often_it_is_put_in(tmp_path: Path, receiver: Receiver) -> None:
    outbox = Outbox(tmp_path)
    one = subscribed(outbox, receiver.url)
    assert [outbox.put([EVENT, EVENT], NOW), outbox.put([EVENT], NOW)] == [1, 0]
    # Another process of the same home finds it, and sends it; this one then has nothing to do.
    assert tried(Outbox(tmp_path), one, NOW) == [""]
    assert tried(outbox, one, NOW + 10 * LEASE) == []
    [(headers, body)] = receiver.came
    assert body == EVENT.body()
    assert holds(one.secret, body, headers[HEADER], int(NOW))
    assert headers["Foam-Event"] == "contested"
    assert receiver.events()[0]["links"] == {"run": "/api/v1/runs/r1", "subject": "/api/v1/nodes/r1-2-1"}
    assert (tmp_path / "webhooks.db").stat().st_mode & 0o077 == 0


def test_what_fails_is_tried_again_later_and_later_and_then_given_up_visibly(
    tmp_path: Path, receiver: Receiver
) -> None:
    outbox, now = Outbox(tmp_path), NOW
    one = subscribed(outbox, receiver.url)
    outbox.put([EVENT], now)
    receiver.answers = [500, 302, 404, 503, 500, 500, 500, 500]
    for wait in WAITS:
        assert len(tried(outbox, one, now)) == 1
        assert tried(outbox, one, now + wait - 1) == []
        now += wait
    assert tried(outbox, one, now) == ["answered 500: no success"]
    [dead] = outbox.deliveries("dead")
    assert (dead.tries, dead.fault) == (len(WAITS) + 1, "answered 500: no success")
    assert tried(outbox, one, now + 10**6) == []
    outbox.retry(dead.id, now)
    assert tried(outbox, one, now) == [""]
    assert [one.state for one in outbox.deliveries()] == ["done"]
    with pytest.raises(UnknownId):
        outbox.retry(dead.id, now)
    assert len(receiver.came) == len(WAITS) + 2


def test_who_took_a_delivery_and_ended_leaves_it_to_the_next(tmp_path: Path, receiver: Receiver) -> None:
    outbox = Outbox(tmp_path)
    one = subscribed(outbox, receiver.url)
    outbox.put([EVENT], NOW)
    assert len(outbox.take(NOW)) == 1
    assert tried(Outbox(tmp_path), one, NOW + 1) == []
    assert tried(Outbox(tmp_path), one, NOW + LEASE) == [""]


def test_a_receiver_that_is_gone_for_good_is_not_asked_again(tmp_path: Path, receiver: Receiver) -> None:
    outbox = Outbox(tmp_path)
    one = subscribed(outbox, receiver.url)
    outbox.put([EVENT], NOW)
    receiver.answers = [410]
    tried(outbox, one, NOW)
    assert [found.state for found in outbox.deliveries()] == ["dead"]


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:9/", "http://localhost/x", "http://[::1]/", "http://169.254.169.254/latest", "http://10.0.0.1/",
     "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/", "http://2130706433/"],
)  # fmt: skip
def test_an_address_of_this_machine_or_network_is_not_sent_to_unless_allowed(tmp_path: Path, url: str) -> None:
    outbox = Outbox(tmp_path)
    one = subscribed(outbox, url, private=False)
    outbox.put([EVENT], NOW)
    [fault] = tried(outbox, one, NOW)
    assert "not a public address" in fault or "no address" in fault


def test_who_does_not_answer_is_not_waited_for_long_and_tried_again(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    one = subscribed(outbox, "http://127.0.0.1:1/")
    outbox.put([EVENT], NOW)
    [fault] = tried(outbox, one, NOW)
    assert fault
    assert outbox.deliveries()[0].state == "waiting"


def test_who_answers_slowly_keeps_no_other_address_waiting(tmp_path: Path, receiver: Receiver) -> None:
    outbox = Outbox(tmp_path)

    def after_the_other() -> bool:
        with receiver.changed:
            return receiver.changed.wait_for(lambda: len(receiver.came) > 0, 5.0)

    with receiving() as slow:
        slow.ready = after_the_other
        subscribed(outbox, slow.url)
        outbox.put([EVENT], NOW - 1)
        subscribed(outbox, receiver.url)
        outbox.put([EVENT], NOW)
        assert send_due(outbox, NOW) == (2, 0)
    assert send_due(outbox, NOW + 10 * LEASE) == (0, 0)


def test_no_more_is_taken_for_an_address_than_can_be_sent_before_another_takes_it(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    many = [replace(EVENT, id=f"r1-{n}-1") for n in range(MOST_TAKEN + 5)]
    for _ in range(2):
        subscribed(outbox, "http://127.0.0.1:1/")
    outbox.put(many, NOW)
    assert MOST_TAKEN * SECONDS < LEASE
    for count in (MOST_TAKEN, 5, 0):
        taken = [one.subscription for one in outbox.take(NOW)]
        assert [taken.count(one.id) for one in outbox.subscriptions()] == [count, count]


def test_only_what_is_wanted_and_new_is_told(tmp_path: Path, receiver: Receiver) -> None:
    outbox = Outbox(tmp_path)
    one = subscribed(outbox, receiver.url, kinds=("ruled",))
    old = Event("r1-1-1", "ruled", "2026-12-31T00:00:00.000000Z", "r1", "r1-1-1")
    assert outbox.put([EVENT, old], NOW) == 0
    outbox.put([Event("r1-3-1", "ruled", EVENT.at, "r1", "r1-3-1")], NOW)
    outbox.unsubscribe(one.id)
    assert outbox.subscriptions() == ()
    assert [(found.state, found.fault) for found in outbox.deliveries()] == [("dead", "the webhook was removed")]
    with pytest.raises(UnknownId):
        outbox.unsubscribe(one.id)
    with pytest.raises(UnknownId):
        outbox.retry(outbox.deliveries()[0].id, NOW)


def test_a_broken_outbox_says_what_to_look_at(tmp_path: Path) -> None:
    (tmp_path / "webhooks.db").write_bytes(b"no database, but long enough to be read as one" * 100)
    with pytest.raises(EnvironmentFault) as fault:
        Outbox(tmp_path).subscriptions()
    assert "webhooks.db" in fault.value.hint
