"""Deliveries over HTTP: each a POST to the very address that was checked, within seconds, following nothing."""

from __future__ import annotations

import ssl
import time
from concurrent.futures import ThreadPoolExecutor

import httpcore

from foam_graph.errors import FetchFault
from foam_graph.research.addresses import GuardedBackend, place_of
from foam_graph.version import __version__
from foam_graph.webhooks.outbox import Delivery, Outbox, Subscription
from foam_graph.webhooks.signing import HEADER, signature

SECONDS = 10.0
"""How long a receiver may take: it should take the event down and do its work afterwards."""
AT_ONCE = 8
"""Addresses that are sent to at once."""
_GONE = 410
_MOST_ANSWER = 64 * 1024


def send_due(outbox: Outbox, now: float) -> tuple[int, int]:
    """Sends what is due, to each address the oldest first; who answers slowly keeps no other address waiting.

    Args:
        outbox: Where it lies.
        now: Seconds since 1970.

    Returns:
        How many arrived, and how many did not.
    """
    due: dict[str, list[Delivery]] = {}
    for one in outbox.take(now):
        due.setdefault(one.subscription, []).append(one)
    if not due:
        return 0, 0

    def sent(subscription: Subscription) -> list[bool]:
        arrived = []
        for one in due[subscription.id]:
            fault, final = send(subscription, one, now)
            outbox.settle(one, fault, now, final)
            arrived.append(not fault)
        return arrived

    # Asked for after what is due was taken: another process may have added an address and filled its deliveries meanwhile.
    known = [one for one in outbox.subscriptions() if one.id in due]
    with ThreadPoolExecutor(AT_ONCE, "foam-webhook") as senders:
        came = [one for each in senders.map(sent, known) for one in each]
    return came.count(True), came.count(False)


def send(subscription: Subscription, delivery: Delivery, now: float) -> tuple[str, bool]:
    """Sends a delivery.

    Args:
        subscription: Where to.
        delivery: What.
        now: Seconds since 1970.

    Returns:
        What went wrong (empty where it arrived), and whether it is not to be tried again.
    """
    try:
        place = place_of(subscription.url)
        backend = GuardedBackend([place] if subscription.private else [])
        backend.deadline = time.monotonic() + SECONDS
        with httpcore.ConnectionPool(ssl_context=ssl.create_default_context(), network_backend=backend) as pool:
            return _judged(_posted(pool, subscription, delivery, int(now)))
    except FetchFault as fault:
        return fault.message, False
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, OSError) as fault:
        told = "took too long" if isinstance(fault, httpcore.TimeoutException) else str(fault)[:200] or "broke off"
        return told, False


def _posted(pool: httpcore.ConnectionPool, subscription: Subscription, delivery: Delivery, now: int) -> int:
    headers: dict[bytes | str, bytes | str] = {
        "Content-Type": "application/json",
        "User-Agent": f"foam-graph/{__version__}",
        "Foam-Event": delivery.kind,
        "Foam-Delivery": str(delivery.id),
        HEADER: signature(subscription.secret, delivery.body, now),
    }
    with pool.stream("POST", subscription.url, headers=headers, content=delivery.body) as response:
        taken = 0
        for piece in response.iter_stream():
            taken += len(piece)
            if taken > _MOST_ANSWER:
                break
        return int(response.status)


def _judged(status: int) -> tuple[str, bool]:
    if 200 <= status < 300:
        return "", False
    told = "a redirect, which is not followed" if 300 <= status < 400 else "no success"
    return f"answered {status}: {told}", status == _GONE
