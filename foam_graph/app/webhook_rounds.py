"""Webhooks while a server runs: what happened is looked for, and what is due is sent, every few seconds."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from foam_graph.app.session import Session
from foam_graph.app.webhooks import deliver
from foam_graph.config import Settings
from foam_graph.errors import FoamError

EVERY = 2.0
"""Seconds between two rounds."""
_LOG = logging.getLogger(__name__)


@contextmanager
def delivering(settings: Settings) -> Iterator[None]:
    """Has webhooks delivered in the background for the length of a ``with`` block."""
    ended = Event()
    thread = Thread(target=_rounds, args=(settings, ended), name="foam-webhooks", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        # A receiver that is slow now is not waited for: the delivery is taken up again when its lease is over.
        thread.join(timeout=1.0)


def _rounds(settings: Settings, ended: Event) -> None:
    while not ended.wait(EVERY):
        try:
            with Session(settings) as session:
                deliver(session)
        except FoamError as fault:
            _LOG.warning("webhooks wait: %s", fault.message)
        except Exception:  # whatever it is, the next round may do better
            _LOG.exception("a round of webhooks failed")
