"""What is to be told to whom, and how far that is: one SQLite file in the home folder, for all processes of it.

It survives a restart; two processes never send the same delivery at once, because whoever takes one moves its next try
into the future before it sends.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from foam_graph.advice import Action, NextStep
from foam_graph.errors import EnvironmentFault, UnknownId
from foam_graph.webhooks.events import Event

WAITS = (10, 60, 300, 1_800, 7_200, 21_600, 43_200)
"""Seconds from one try to the next; after the last of them a delivery is dead, a day after the first."""
LEASE = 120
"""Seconds after which a delivery is tried again whose sender ended without a word."""
MOST_TAKEN = 10
"""Deliveries to one address that are taken at once: also where each takes as long as it may, the lease is not over."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS subscription(
  id TEXT PRIMARY KEY, url TEXT NOT NULL, kinds TEXT NOT NULL, secret TEXT NOT NULL, private INTEGER NOT NULL,
  since TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS delivery(
  id INTEGER PRIMARY KEY, subscription TEXT NOT NULL REFERENCES subscription, event TEXT NOT NULL, kind TEXT NOT NULL,
  at TEXT NOT NULL, body BLOB NOT NULL, state TEXT NOT NULL, tries INTEGER NOT NULL, due REAL NOT NULL,
  fault TEXT NOT NULL, UNIQUE(subscription, event));
CREATE TABLE IF NOT EXISTS looked(until TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS due ON delivery(state, due);
"""
State = Literal["waiting", "done", "dead"]


@dataclass(frozen=True)
class Subscription:
    """Who is told of what.

    Attributes:
        id: Its id.
        url: Where to.
        kinds: Of what.
        private: Whether the address may be of this machine or network.
        since: When it was made: what happened before is not told.
        secret: What deliveries are signed with.
    """

    id: str
    url: str
    kinds: tuple[str, ...]
    private: bool
    since: str
    secret: str


@dataclass(frozen=True)
class Delivery:
    """One event on its way to one address.

    Attributes:
        id: Its number.
        subscription: Id of the subscription.
        event: Id of the event.
        kind: Its kind.
        at: When it happened.
        state: ``waiting``, ``done`` or ``dead``.
        tries: How often it was tried.
        due: When it is tried next, seconds since 1970.
        fault: What the last try came to, where it failed.
        body: What is sent.
    """

    id: int
    subscription: str
    event: str
    kind: str
    at: str
    state: State
    tries: int
    due: float
    fault: str
    body: bytes


class Outbox:
    """The outbox of an installation.

    Args:
        home: Its home folder.
    """

    def __init__(self, home: Path) -> None:
        self._path = home / "webhooks.db"

    @property
    def used(self) -> bool:
        """Whether anybody was ever told of anything here."""
        return self._path.exists()

    def subscribe(self, url: str, kinds: Sequence[str], private: bool, since: str) -> Subscription:
        """Adds a subscription, with a secret of its own."""
        made = Subscription(secrets.token_hex(4), url, tuple(kinds), private, since, secrets.token_hex(32))
        with self._open() as database:
            database.execute(
                "INSERT INTO subscription(id, url, kinds, secret, private, since) VALUES (?,?,?,?,?,?)",
                (made.id, url, ",".join(kinds), made.secret, private, since),
            )
        return made

    def unsubscribe(self, subscription: str) -> None:
        """Ends a subscription; what is on its way to it is dead.

        Raises:
            UnknownId: There is none of that id.
        """
        with self._open() as database:
            done = database.execute("UPDATE subscription SET ended=1 WHERE id=? AND ended=0", (subscription,))
            if not done.rowcount:
                raise UnknownId(
                    f"there is no webhook {subscription[:40]!r}", NextStep(Action.LIST_WEBHOOKS, "List them with")
                )
            database.execute(
                "UPDATE delivery SET state='dead', fault='the webhook was removed' WHERE subscription=? AND state='waiting'",
                (subscription,),
            )

    def subscriptions(self) -> tuple[Subscription, ...]:
        """Those that have not ended."""
        if not self.used:
            return ()
        with self._open() as database:
            rows = database.execute(
                "SELECT id, url, kinds, private, since, secret FROM subscription WHERE ended=0 ORDER BY since, id"
            ).fetchall()
        return tuple(Subscription(a, b, tuple(c.split(",")), bool(d), e, f) for a, b, c, d, e, f in rows)

    def put(self, events: Sequence[Event], now: float) -> int:
        """Puts events in for whoever wants them, each once however often it is put in; says how many are new."""
        wanted = [
            (one.id, event.id, event.kind, event.at, event.body(), now)
            for one in self.subscriptions()
            for event in events
            if event.kind in one.kinds and event.at >= one.since
        ]
        if not wanted:
            return 0
        with self._open() as database:
            before = database.total_changes
            database.executemany(
                "INSERT OR IGNORE INTO delivery(subscription, event, kind, at, body, state, tries, due, fault) "
                "VALUES (?,?,?,?,?,'waiting',0,?,'')",
                wanted,
            )
            return database.total_changes - before

    def looked(self) -> str:
        """Up to when was looked for events; empty where nobody ever did."""
        with self._open() as database:
            row = database.execute("SELECT max(until) FROM looked").fetchone()
        return str(row[0] or "")

    def looked_until(self, moment: str) -> None:
        """Keeps up to when was looked for events."""
        with self._open() as database:
            database.execute("DELETE FROM looked")
            database.execute("INSERT INTO looked VALUES (?)", (moment,))

    def take(self, now: float) -> tuple[Delivery, ...]:
        """Takes what is due, a few for each address; whoever takes it has ``LEASE`` seconds to say what came of it."""
        if not self.used:
            return ()
        with self._open() as database:
            rows = database.execute(
                f"SELECT {_COLUMNS} FROM (SELECT *, row_number() OVER (PARTITION BY subscription ORDER BY due, id) AS place "  # noqa: S608
                "FROM delivery WHERE state='waiting' AND due<=?) WHERE place<=? ORDER BY due, id",
                (now, MOST_TAKEN),
            ).fetchall()
            database.executemany("UPDATE delivery SET due=? WHERE id=?", [(now + LEASE, row[0]) for row in rows])
        return tuple(Delivery(*row) for row in rows)

    def settle(self, delivery: Delivery, fault: str, now: float, final: bool = False) -> None:
        """Says what a try came to.

        Args:
            delivery: What was tried.
            fault: What went wrong; empty where it arrived.
            now: Seconds since 1970.
            final: Whether it is not to be tried again.
        """
        dead = final or delivery.tries >= len(WAITS)
        state: State = "done" if not fault else "dead" if dead else "waiting"
        due = now + (WAITS[delivery.tries] if state == "waiting" else 0)
        with self._open() as database:
            database.execute(
                "UPDATE delivery SET state=?, tries=tries+1, due=?, fault=? WHERE id=? AND state='waiting'",
                (state, due, fault[:300], delivery.id),
            )

    def retry(self, delivery: int, now: float) -> None:
        """Has a dead delivery tried anew.

        Raises:
            UnknownId: There is no dead one of that number.
        """
        with self._open() as database:
            done = database.execute(
                "UPDATE delivery SET state='waiting', tries=0, due=? WHERE id=? AND state='dead' AND subscription IN "
                "(SELECT id FROM subscription WHERE ended=0)",
                (now, delivery),
            )
        if not done.rowcount:
            raise UnknownId(
                f"there is no dead delivery {delivery}", NextStep(Action.LIST_DEAD_DELIVERIES, "List them with")
            )

    def deliveries(self, state: State | None = None, most: int = 100) -> tuple[Delivery, ...]:
        """The latest deliveries.

        Args:
            state: Only those; None = all.
            most: How many.
        """
        if not self.used:
            return ()
        where = "WHERE state=?" if state else ""
        with self._open() as database:
            rows = database.execute(
                f"SELECT {_COLUMNS} FROM delivery {where} ORDER BY id DESC LIMIT ?",  # noqa: S608
                (*([state] if state else ()), most),
            ).fetchall()
        return tuple(Delivery(*row) for row in rows)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if not self._path.exists():
                os.close(os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(self._path, timeout=30.0, isolation_level="IMMEDIATE")) as database:
                database.executescript(_SCHEMA)
                with database:
                    database.execute("BEGIN IMMEDIATE")
                    yield database
        except (sqlite3.Error, OSError) as fault:
            raise EnvironmentFault(
                f"the outbox of the webhooks cannot be used: {fault}", "Look at webhooks.db in the home folder."
            ) from None


_COLUMNS = "id, subscription, event, kind, at, state, tries, due, fault, body"
