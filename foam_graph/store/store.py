"""The store as the rest of the system sees it: commit, ask, read. Opened once per command."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from itertools import islice
from types import TracebackType
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.config import UNNAMED_OPERATOR, Settings
from foam_graph.errors import AmbiguousId, StoreFault, UnknownId, UsageError
from foam_graph.model.constraints import constraint_statements
from foam_graph.model.delta import NOBODY, ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Subgraph
from foam_graph.store.as_of import Cut, as_of_text
from foam_graph.store.auditing.free_cypher import BOUNDS, Answer, Bounds, audit
from foam_graph.store.chain.sealing import Sealed, opening
from foam_graph.store.connection import Traffic, connect, each_row, rows, translated
from foam_graph.store.queries import STORE_TYPES, Query, StoreStatement, named, store_statement
from foam_graph.store.reading import LAST, read_subgraph
from foam_graph.store.server.control import Endpoint
from foam_graph.store.writing.commit import Committer
from foam_graph.store.writing.lane import MAX_EVENTS
from foam_graph.store.writing.rows import write_rows
from foam_graph.store.writing.statements import names_of_rows


class Store:
    """One open connection to the graph.

    Args:
        endpoint: Where Neo4j answers.
        operator: Who runs this installation.

    Raises:
        StoreUnreachable: No answer.
        StoreDenied: Wrong user or password.
    """

    def __init__(self, endpoint: Endpoint, operator: str = UNNAMED_OPERATOR) -> None:
        self.endpoint = endpoint
        self.operator = operator
        self.traffic = Traffic()
        self.cut: Cut | None = None
        self.acting = NOBODY
        self._driver = connect(endpoint)
        self._committer = Committer(endpoint, self.traffic)
        try:
            with translated(endpoint, "connecting"):
                self._driver.verify_connectivity()
            self._ensure_schema()
        except BaseException:
            self._driver.close()
            raise

    @classmethod
    def open(cls, endpoint: Endpoint, settings: Settings) -> Store:
        """Opens the store with the settings' operator."""
        return cls(endpoint, settings.operator)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Commits what is queued and closes the connections; a view of the past leaves those of its store open."""
        if self.cut is not None:
            return
        self._committer.close()
        self._driver.close()

    def _ensure_schema(self) -> None:
        names = self.schema_names()
        missing = [text for text in constraint_statements() if text.split()[2] not in names]
        for text in missing:
            self.read(text)
        if missing:
            self.apply("make_names", **names_of_rows())

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        """Writes a delta: the only write path there is.

        Args:
            draft: Who acts, in which role, at which step.
            delta: New nodes and edges.

        Returns:
            The acknowledged activity: it is durable.

        Raises:
            ModelViolation: The model does not allow it. Nothing was written.
            RoleViolation: The role may not write it. Nothing was written.
            UnknownId: An edge points to a node that is not there. Nothing was written.
            StoreUnreachable: The server went away; whether the last delta landed was checked on its return.
        """
        return self.submit(draft, delta).result()

    def submit(self, draft: ActivityDraft, delta: Delta) -> Future[Committed]:
        """Queues a delta and returns at once; the future resolves when it is durable.

        Raises:
            ModelViolation: The model does not allow it; nothing is queued.
            RoleViolation: The role may not write it; nothing is queued.
            UsageError: The store looks back.
        """
        self.must_be_present("nothing is written")
        return self._committer.submit(self.acting.recorded(draft), delta)

    def restore(self, chain: Iterable[Sealed]) -> None:
        """Writes a chain that was verified elsewhere, as it was: ids, times and hashes are kept; all of it or nothing.

        Args:
            chain: Its activities in order, from the first on.

        Raises:
            StoreFault: It is there already, or refers to nodes that are not there. Nothing was written.
        """
        self.must_be_present("nothing is restored")
        rest = iter(chain)
        with translated(self.endpoint, "restoring"), self._driver.session(database=self.endpoint.database) as session:
            with session.begin_transaction() as transaction:
                while batch := list(islice(rest, MAX_EVENTS)):
                    write_rows(transaction, self.traffic, batch)
                transaction.commit()
            self.traffic.add(transactions=1)

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        """Runs a named query.

        Raises:
            UnknownId: No query of that name.
            UsageError: A parameter is missing, unknown or of the wrong type.
        """
        query = named(name)
        return self._rows(name, query.text, checked(query, params))

    def question(self, name: str, params: Mapping[str, Any] | None = None, bounds: Bounds = BOUNDS) -> Answer:
        """Runs a question that somebody outside named, behind the gate that their own Cypher passes.

        Whatever a file of cypher/ says, a statement that a user can name is explained when it is first asked, refused
        unless every part of its plan only reads, and run in a READ transaction that is rolled back.

        Args:
            name: Name of the question.
            params: Its parameters.
            bounds: What it may use.

        Raises:
            UnknownId: No question of that name.
            UsageError: A parameter is missing, unknown or of the wrong type; the statement does not only read; or it
                cannot be asked as of the moment that the store looks back at.
            EnvironmentFault: It took more time or memory than it may.
        """
        query = named(name)
        text, values = self._seen(name, query.text, checked(query, dict(params or {})))
        return audit(self._driver, self.endpoint, self.traffic, text, values, bounds)

    def apply(self, name: str, **params: Any) -> list[dict[str, Any]]:
        """Runs a statement of the store's own (``cypher/store``); no name from outside gets here.

        Raises:
            UnknownId: The store has no such statement.
            UsageError: A parameter is missing, unknown or of the wrong type, or the store looks back.
        """
        self.must_be_present(f"{name} is not run")
        wanted = store_statement(name)
        return self._rows(name, wanted.text, checked(wanted, params))

    def schema_names(self) -> set[str]:
        """Names of the constraints and indexes that are there."""
        return {str(row["name"]) for row in self.apply("schema_names")}

    def at(self, cut: Cut) -> Store:
        """A view of what was written up to a cut: it reads over this store's connections and writes nothing.

        This store goes on seeing, and writing, the present.

        Raises:
            UsageError: This store is such a view itself.
        """
        self.must_be_present("no other moment is looked at")
        view = copy.copy(self)
        view.cut = cut
        return view

    def must_be_present(self, what: str) -> None:
        """Refuses what a view of the past cannot do.

        Args:
            what: What does not happen, e.g. ``nothing is written``.

        Raises:
            UsageError: This store is a view of the past.
        """
        if self.cut is not None:
            told = f"{what} while looking back at {self.cut.at}"
            raise UsageError(told, "Leave --as-of out; in Python, use the Foam that was opened, not its at(…).")

    def stream(self, name: str, **params: Any) -> Iterator[dict[str, Any]]:
        """Runs a named query and gives its rows one by one, in constant memory.

        Raises:
            UnknownId: No query of that name.
            UsageError: A parameter is missing, unknown or of the wrong type.
        """
        query = named(name)
        text, given = self._seen(name, query.text, checked(query, params))
        self.traffic.add(statements=1)
        with translated(self.endpoint, "reading"), self._driver.session(database=self.endpoint.database) as session:
            yield from each_row(session, text, **given)

    def read(self, text: str, **params: Any) -> list[dict[str, Any]]:
        """Runs a statement generated from the model tables; text from outside never gets here.

        Raises:
            StoreUnreachable: No answer.
            StoreFault: The server refused it.
        """
        return self._rows("a statement of the store", text, params)

    def _rows(self, name: str, text: str, params: Mapping[str, Any]) -> list[dict[str, Any]]:
        text, params = self._seen(name, text, params)
        with translated(self.endpoint, "reading"), self._driver.session(database=self.endpoint.database) as session:
            return rows(session, self.traffic, text, **params)

    def _seen(self, name: str, text: str, params: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """A statement and its parameters, limited to what this store sees."""
        if self.cut is None:
            return text, params
        return as_of_text(name, text), {**params, **self.cut.params()}

    def audit(self, text: str, params: Mapping[str, Any] | None = None, bounds: Bounds = BOUNDS) -> Answer:
        """Runs a statement that came from outside, if it only reads; see ``audit.audit``.

        Raises:
            UsageError: It is not one that only reads, or the store looks back.
            EnvironmentFault: It took more time or memory than it may.
        """
        self.must_be_present("only named queries are asked")
        return audit(self._driver, self.endpoint, self.traffic, text, params, bounds)

    def subgraph(self, run: str, until: int = LAST) -> Subgraph:
        """Reads a chain and what it refers to.

        Raises:
            UnknownId: No such chain.
        """
        found = read_subgraph(self.stream, run, until)
        if not len(found):
            raise UnknownId(f"there is no run {run!r}", NextStep(Action.LIST_RUNS, "List runs with"))
        return found

    def find(self, prefix: str, among: tuple[str, ...] = ()) -> dict[str, Any]:
        """The one node or activity that an id or unique prefix names.

        Args:
            prefix: An id, or its beginning.
            among: Kinds to look among; empty = all.

        Returns:
            ``{"id", "kind", "run"}``.

        Raises:
            UnknownId: Nothing fits.
            AmbiguousId: More than one fits.
        """
        text = prefix.strip()
        found = self.ask("find_ids", prefix=text, limit=50) if text else []
        found = [row for row in found if not among or row["kind"] in among]
        if not found:
            kinds = f" of kind {' or '.join(among)}" if among else ""
            raise UnknownId(
                f"nothing{kinds} has an id that begins with {prefix[:80]!r}",
                NextStep(Action.LIST_RUNS, "List runs with"),
            )
        if found[0]["id"] == text or len(found) == 1:
            return found[0]
        some = ", ".join(row["id"] for row in found[:5])
        raise AmbiguousId(f"{prefix!r} fits more than one id: {some} …", "Give more of the id.")

    def ensure_chain(self, chain: str, kind: str, title: str) -> None:
        """Opens a corpus or library chain unless it is there."""
        if self.ask("labels_of", ids=[chain]):
            return
        try:
            self.commit(*opening(chain, kind, title, self.operator))
        except StoreFault:
            # Another process opened it between the look and the commit.
            if not self.ask("labels_of", ids=[chain]):
                raise


def checked(query: Query | StoreStatement, params: dict[str, Any]) -> dict[str, Any]:
    """Holds parameters against a query's header, and adds the defaults of those that were not given.

    Raises:
        UsageError: A parameter is missing, unknown or of the wrong type.
    """
    wanted = ", ".join(f"{name}: {type_}" for name, type_ in query.params.items()) or "no parameters"
    for name in params.keys() - query.params.keys():
        raise UsageError(f"query {query.name} has no parameter {name!r}", f"It takes {wanted}.")
    params = {**(query.defaults if isinstance(query, Query) else {}), **params}
    for name, type_ in query.params.items():
        if name not in params:
            raise UsageError(f"query {query.name} needs the parameter {name!r}", f"It takes {wanted}.")
        if not isinstance(params[name], STORE_TYPES[type_]):
            raise UsageError(f"query {query.name}: {name} must be {type_}, got {params[name]!r}", f"It takes {wanted}.")
    return params
