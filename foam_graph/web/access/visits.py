"""Who has signed in with a browser: a random name of the visit in a cookie, and what it stands for in this process.

Nothing about a person is in the cookie, so that signing out, a new token and a restart of the server end a visit at once.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock

MOST = 10_000
"""Visits that are kept; the one that was used longest ago goes first."""
LONGEST = 12 * 3600.0
"""Seconds after which somebody signs in anew, whatever they did meanwhile."""
IDLE = 2 * 3600.0
"""Seconds without a request after which a visit ends."""


@dataclass
class Visit:
    """A visit.

    Attributes:
        name: Name of who signed in.
        proof: What it was signed in with, in a form that tells whether that still holds.
        begun: When, by the clock of the process.
        seen: When the last request of it came.
    """

    name: str
    proof: str
    begun: float
    seen: float


@dataclass
class Visits:
    """The visits of a server.

    Attributes:
        clock: Seconds that never go back.
    """

    clock: Callable[[], float] = time.monotonic
    _held: OrderedDict[str, Visit] = field(default_factory=OrderedDict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def begin(self, name: str, proof: str) -> str:
        """Begins a visit; returns what the cookie holds, which is new at every sign-in.

        Args:
            name: Who signed in.
            proof: What with.
        """
        cookie, now = secrets.token_urlsafe(32), self.clock()
        with self._lock:
            self._held[_key(cookie)] = Visit(name, proof, now, now)
            while len(self._held) > MOST:
                self._held.popitem(last=False)
        return cookie

    def of(self, cookie: str, asks: bool = True) -> Visit | None:
        """The visit of a cookie; None where there is none, or it has ended.

        Args:
            cookie: The cookie.
            asks: Whether somebody asks for something: that keeps the visit from ending.
        """
        key, now = _key(cookie), self.clock()
        with self._lock:
            found = self._held.get(key)
            if found is None:
                return None
            if now - found.begun > LONGEST or now - found.seen > IDLE:
                del self._held[key]
                return None
            if asks:
                found.seen = now
                self._held.move_to_end(key)
            return found

    def end(self, cookie: str) -> None:
        """Ends a visit, where there is one."""
        with self._lock:
            self._held.pop(_key(cookie), None)


def _key(cookie: str) -> str:
    # Kept as a hash: neither a picture of the memory nor the time of a look-up tells a cookie.
    return sha256(cookie.encode(errors="surrogatepass")).hexdigest()
