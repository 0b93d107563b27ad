"""What a use case works with: settings, the graph, the corpus store and the index, opened when first needed."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import cached_property
from types import TracebackType

from foam_graph.config import Settings, load_settings
from foam_graph.corpus.search.open_index import open_index
from foam_graph.corpus.search.protocol import Index
from foam_graph.corpus.store import CorpusStore
from foam_graph.model.delta import NOBODY, Acting
from foam_graph.store.as_of import Cut
from foam_graph.store.server.control import Endpoint, endpoint
from foam_graph.store.store import Store

__all__ = ["ACTING", "NOBODY", "Acting", "Progress", "Session"]

Progress = Callable[[str], None]
ACTING: ContextVar[Acting] = ContextVar("acting", default=NOBODY)
"""Who has signed in and is served now: what is opened meanwhile, also in the background, writes on their behalf."""


class Session:
    """One command's worth of connections.

    Args:
        settings: The settings; read from the environment when not given.
        progress: Told what is being done, step by step.

    Attributes:
        acting: Whoever signed in, so that it is recorded who acts.
    """

    def __init__(self, settings: Settings | None = None, progress: Progress | None = None) -> None:
        self.acting = ACTING.get()
        self.settings = settings or load_settings()[0]
        self.progress: Progress = progress or (lambda _text: None)

    def act_as(self, acting: Acting) -> None:
        """Has what people do from now on recorded as done by whoever signed in."""
        self.acting = acting
        if "store" in self.__dict__:
            self.store.acting = acting

    def at(self, cut: Cut) -> Session:
        """A view of the graph up to a cut, for reading: it shares what this session opened, which stays in the present.

        Raises:
            UsageError: This session is such a view itself.
            StoreUnreachable: Neo4j does not answer.
        """
        view = Session(self.settings, self.progress)
        # What is shared is closed by the session that opened it; `Store.close` of a view does nothing.
        view.__dict__.update(store=self.store.at(cut), corpora=self.corpora, endpoint=self.endpoint)
        return view

    def under(self, settings: Settings, searching: bool = False) -> Session:
        """The same connections under other settings of models and budgets, e.g. for one debater of an experiment.

        Args:
            settings: The settings.
            searching: Whether the index is needed.

        Raises:
            StoreUnreachable: Neo4j does not answer.
        """
        view = Session(settings, self.progress)
        # What is shared is closed by the session that opened it, so nobody closes the view.
        view.__dict__.update(store=self.store, corpora=self.corpora, endpoint=self.endpoint)
        if searching:
            view.__dict__["index"] = self.index
        return view

    @cached_property
    def endpoint(self) -> Endpoint:
        """Where Neo4j answers.

        Raises:
            StoreUnreachable: The managed server does not run.
        """
        return endpoint(self.settings)

    @cached_property
    def store(self) -> Store:
        """The graph.

        Raises:
            StoreUnreachable: No answer.
            StoreDenied: Wrong user or password.
        """
        opened = Store.open(self.endpoint, self.settings)
        opened.acting = self.acting
        return opened

    @cached_property
    def corpora(self) -> CorpusStore:
        """The corpus store."""
        return CorpusStore(self.settings.home)

    @cached_property
    def index(self) -> Index:
        """The retrieval index."""
        return open_index(self.settings, self.corpora)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes what was opened."""
        for name in ("store", "index"):
            opened = self.__dict__.pop(name, None)
            if opened is not None:
                opened.close()
