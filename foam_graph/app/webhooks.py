"""Webhooks of an installation: registered by an operator, filled from the graph, delivered, and looked after.

What happened is read from the graph, whoever wrote it (the server, the command line, another server), so that nothing is
missed by a process that ends in between. Each event is put in once, by its id.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from foam_graph.app.result import OPTIONAL, Listing, Result
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.research.addresses import place_of, shown
from foam_graph.webhooks.events import KINDS, Event, Kind
from foam_graph.webhooks.outbox import Delivery, Outbox, State, Subscription
from foam_graph.webhooks.sending import send_due

OVERLAP = timedelta(minutes=15)
"""How far back is looked each time: of two who write at once the earlier may commit later."""
_KINDS: dict[str, Kind] = {"Challenge": "contested", "Ruling": "ruled", "Outcome": "repaired"}


@dataclass(frozen=True)
class Webhook(Result):
    """A webhook.

    Attributes:
        id: Its id.
        url: Where events are sent; without its query, which may hold a key.
        kinds: Which.
        private: Whether the address may be of this machine or network.
        since: From when on.
        secret: What deliveries are signed with; told once, when it is made.
    """

    id: str
    url: str
    kinds: tuple[str, ...]
    private: bool
    since: str
    secret: str | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class DeliveryTold(Result):
    """A delivery: what, to which webhook, how far it is, and why it failed where it did.

    Attributes:
        id: Its number.
        webhook: Id of the webhook.
        event: Id of the event.
        kind: Its kind.
        at: When it happened.
        state: ``waiting``, ``done`` or ``dead``.
        tries: How often it was tried.
        next: When it is tried next; empty where it is not.
        fault: What the last try came to, where it failed.
    """

    id: int
    webhook: str
    event: str
    kind: str
    at: str
    state: State
    tries: int
    next: str
    fault: str


@dataclass(frozen=True)
class Sent(Result):
    """What a round came to: events that are new, deliveries that arrived, and those that did not."""

    new: int
    arrived: int
    failed: int


def add(session: Session, url: str, kinds: Sequence[str] = (), private: bool = False) -> Webhook:
    """Registers an address that is told from now on.

    Args:
        session: The session.
        url: The address, http or https.
        kinds: What it is told of; all where none is named.
        private: Whether it may be an address of this machine or network.

    Raises:
        UsageError: No such kind.
        FetchFault: It is no address that can be sent to.
    """
    wanted = tuple(kinds) or KINDS
    odd = [kind for kind in wanted if kind not in KINDS]
    if odd:
        raise UsageError(f"there is no event {odd[0][:80]!r}", f"Choose of {', '.join(KINDS)}.")
    place_of(url)
    made = Outbox(session.settings.home).subscribe(url, wanted, private, _stamp(datetime.now(UTC)))
    return _told(made, made.secret)


def remove(session: Session, webhook: str) -> None:
    """Ends a webhook.

    Raises:
        UnknownId: There is none of that id.
    """
    Outbox(session.settings.home).unsubscribe(webhook)


def webhooks(session: Session) -> Listing[Webhook]:
    """The webhooks, without their secrets."""
    return Listing(_told(one) for one in Outbox(session.settings.home).subscriptions())


def deliveries(session: Session, state: State | None = None, most: int = 100) -> Listing[DeliveryTold]:
    """The latest deliveries.

    Args:
        session: The session.
        state: Only those: ``waiting``, ``done`` or ``dead``; None = all.
        most: How many.
    """
    return Listing(map(_delivery, Outbox(session.settings.home).deliveries(state, most)))


def retry(session: Session, delivery: int) -> None:
    """Has a dead delivery tried anew.

    Raises:
        UnknownId: There is no dead one of that number.
    """
    Outbox(session.settings.home).retry(delivery, time.time())


def deliver(session: Session, now: float | None = None) -> Sent:
    """Looks for what happened, and sends what is due; nothing is asked of the graph where nobody is to be told.

    Args:
        session: The session.
        now: Seconds since 1970; None = by the clock.
    """
    outbox, now = Outbox(session.settings.home), time.time() if now is None else now
    if not outbox.subscriptions():
        return Sent(0, 0, 0)
    new = outbox.put(_events(session, _since(outbox)), now)
    outbox.looked_until(_stamp(datetime.fromtimestamp(now, UTC)))
    arrived, failed = send_due(outbox, now)
    return Sent(new, arrived, failed)


def _since(outbox: Outbox) -> str:
    """From when on is looked: from a while before the last look, and no further back than anybody wants."""
    first = min(one.since for one in outbox.subscriptions())
    last = outbox.looked()
    return max(first, _stamp(datetime.fromisoformat(last) - OVERLAP)) if last else first


def _events(session: Session, since: str) -> list[Event]:
    found = []
    for row in session.store.ask("events_since", since=since):
        if row["kind"] == "Position" and not row["certified"]:
            continue
        data: dict[str, str | bool] = {"challenge": row["about"]} if row["about"] else {}
        if row["kind"] == "Ruling":
            data["by_person"] = bool(row["human"])
        if row["word"]:
            data["what"] = row["word"]
        kind = _KINDS.get(row["kind"], "certified")
        found.append(Event(row["id"], kind, row["at"], row["run"], row["id"], data))
    return found


def _told(one: Subscription, secret: str | None = None) -> Webhook:
    return Webhook(one.id, shown(one.url), one.kinds, one.private, one.since, secret)


def _delivery(one: Delivery) -> DeliveryTold:
    due = _stamp(datetime.fromtimestamp(one.due, UTC)) if one.state == "waiting" else ""
    return DeliveryTold(
        one.id, one.subscription, one.event, one.kind, one.at, one.state, one.tries, due, one.fault
    )  # fmt: skip


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
