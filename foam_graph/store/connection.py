"""The driver, its errors in FOAM's words, and a count of what crosses the wire."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import neo4j
from neo4j import exceptions as fault

from foam_graph.advice import Action, Advice, NextStep
from foam_graph.errors import EnvironmentFault, StoreDenied, StoreFault, StoreUnreachable
from foam_graph.store.server.control import Endpoint

_READ_ONLY = "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase"


@dataclass
class Traffic:
    """Round trips and rows since the store was opened.

    Attributes:
        statements: Cypher statements sent.
        transactions: Transactions committed.
        nodes: Nodes written, activities included.
        edges: Edges written, automatic ones included.
    """

    statements: int = 0
    transactions: int = 0
    nodes: int = 0
    edges: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def round_trips(self) -> int:
        """Statements, and one begin and one commit a transaction."""
        return self.statements + 2 * self.transactions

    @property
    def writes(self) -> int:
        """Nodes and edges written."""
        return self.nodes + self.edges

    def add(self, statements: int = 0, transactions: int = 0, nodes: int = 0, edges: int = 0) -> None:
        """Counts, from any thread."""
        with self._lock:
            self.statements += statements
            self.transactions += transactions
            self.nodes += nodes
            self.edges += edges

    def snapshot(self) -> Traffic:
        """The figures as they stand."""
        with self._lock:
            return Traffic(self.statements, self.transactions, self.nodes, self.edges)

    def since(self, earlier: Traffic) -> Traffic:
        """What was added since an earlier snapshot."""
        now = self.snapshot()
        return Traffic(
            now.statements - earlier.statements,
            now.transactions - earlier.transactions,
            now.nodes - earlier.nodes,
            now.edges - earlier.edges,
        )


def connect(endpoint: Endpoint, pool: int = 8) -> neo4j.Driver:
    """Opens a driver; nothing is sent yet.

    Args:
        endpoint: Where, as whom.
        pool: Connections at most. Writers use one driver each with a pool of 1: after a server error the driver
            hands a connection back while its transaction still uses it, and another thread would share it.

    Raises:
        StoreUnreachable: The address cannot be understood.
    """
    try:
        return neo4j.GraphDatabase.driver(
            endpoint.uri,
            auth=(endpoint.user, endpoint.password),
            max_connection_pool_size=pool,
            connection_timeout=5.0,
            connection_acquisition_timeout=30.0,
            max_transaction_retry_time=5.0,
            notifications_min_severity="OFF",
            user_agent="foam-graph",
        )
    except (ValueError, fault.ConfigurationError) as error:
        raise StoreUnreachable(f"{endpoint.uri} is not a Neo4j address: {error}", "Correct FOAM_NEO4J_URI.") from None


@contextmanager
def translated(endpoint: Endpoint, doing: str) -> Iterator[None]:
    """Turns the driver's errors into FOAM's.

    Args:
        endpoint: The server that is asked.
        doing: What is being done, for the message.

    Raises:
        StoreUnreachable: No answer.
        StoreDenied: Wrong user or password.
        EnvironmentFault: The server is out of memory or disk, or lets nobody write.
        StoreFault: Anything else that the server refused.
    """
    managed = NextStep(Action.START_STORE, "Start it with")
    up: Advice = managed if endpoint.managed else "Check FOAM_NEO4J_URI and that the server runs."
    try:
        yield
    except fault.AuthError:
        raise StoreDenied(
            f"Neo4j at {endpoint.uri} refused user {endpoint.user!r} while {doing}",
            "Set FOAM_NEO4J_USER and FOAM_NEO4J_PASSWORD to what the server knows.",
        ) from None
    except (fault.ServiceUnavailable, fault.SessionExpired, fault.IncompleteCommit, OSError) as error:
        raise StoreUnreachable(f"Neo4j at {endpoint.uri} did not answer while {doing}: {error}", up) from error
    except fault.TransientError as error:
        raise EnvironmentFault(f"Neo4j could not finish {doing}: {error.message}", "Try again.") from error
    except (fault.Neo4jError, fault.DriverError, ValueError, TypeError) as error:
        if getattr(error, "code", None) == _READ_ONLY:
            again = (
                "Try again in a minute, once it is rebuilt.",
                NextStep(Action.START_STORE, "Where nobody rebuilds it"),
            )
            raise EnvironmentFault(
                f"Neo4j at {endpoint.uri} can only be read at present", again if endpoint.managed else ""
            ) from error
        text = getattr(error, "message", None) or str(error)
        raise StoreFault(f"Neo4j refused {doing}: {text}") from error


def rows(transaction: Any, traffic: Traffic, text: str, **params: Any) -> list[dict[str, Any]]:
    """Runs one statement and returns its rows."""
    traffic.add(statements=1)
    # Every named query returns plain values; ``record.data()`` would copy them once more, row by row.
    return [dict(record.items()) for record in transaction.run(text, **params)]


def each_row(session: Any, text: str, **params: Any) -> Iterator[dict[str, Any]]:
    """Runs one statement and gives its rows as they arrive."""
    for record in session.run(text, **params):
        yield dict(record.items())
