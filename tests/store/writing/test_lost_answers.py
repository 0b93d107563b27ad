"""A connection that breaks at the worst moment: what was sent to be committed is in the graph once, and told of once."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from foam_graph.store.chain.sealing import opening
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.deltas import claims, draft

BEGIN, COMMIT = b"\xb1\x11", b"\x00\x02\xb0\x12\x00\x00"
"""Bolt's messages, as they stand in what the driver sends."""


class SlowRoad:
    """Stands between a driver and the server. The first commit gets to the server only after its sender was cut off
    and has begun again, as where a network is slow to deliver and quick to break."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.port = urlsplit(endpoint.uri).port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = replace(endpoint, uri=f"bolt://127.0.0.1:{self.listener.getsockname()[1]}")
        self.armed = self.cut = False
        self.begun = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.port or 0))
            threading.Thread(target=self._there, args=(near, far), daemon=True).start()
            threading.Thread(target=self._back, args=(near, far), daemon=True).start()

    def _there(self, near: socket.socket, far: socket.socket) -> None:
        held = False
        while data := near.recv(65536):
            if self.armed and data.endswith(COMMIT):
                self.armed, self.cut, held = False, True, True
                near.shutdown(socket.SHUT_RDWR)
                self.begun.wait(60)
            elif BEGIN in data and self.cut:
                self.begun.set()
            far.sendall(data)
            if held:
                return
        far.close()

    @staticmethod
    def _back(near: socket.socket, far: socket.socket) -> None:
        try:
            while data := far.recv(65536):
                near.sendall(data)
        except OSError:
            pass


@pytest.fixture
def road(endpoint: Endpoint) -> Iterator[SlowRoad]:
    """A road to the session's server."""
    made = SlowRoad(endpoint)
    yield made
    made.listener.close()


def test_a_commit_that_arrives_late_is_not_made_twice(road: SlowRoad, store: Store, chain: str) -> None:
    with Store(road.endpoint, "a test") as far:
        far.commit(draft(chain), claims(1))
        road.armed = True
        late = far.submit(draft(chain), claims(1, "Said once."))
        assert late.result(300).seq == 2
    assert verify(store, chain).faults == []
    texts = [row["t"] for row in store.read("MATCH (c:Claim {run: $run}) RETURN c.text AS t", run=chain)]
    assert texts.count("Said once. 0") == 1
    assert road.cut


def test_a_chain_whose_opening_arrives_late_is_open(road: SlowRoad, store: Store, chain: str) -> None:
    with Store(road.endpoint, "a test") as far:
        far.commit(draft(chain), claims(1))
        road.armed = True
        late = far.submit(*opening(f"{chain}-late", "run", "a test", "a test"))
        assert late.result(300).seq == 0
    assert road.cut
    assert verify(store, f"{chain}-late").faults == []
