"""What the front door hands out that can be asked further: a run, a corpus, a memory, and where provenance is read."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from foam_graph.app import adding, asking, loading, remembering, retrieving, showing
from foam_graph.app.chains import Chain
from foam_graph.app.loading import DocumentRow, LoadReport
from foam_graph.app.position import Claim, Position, read_position
from foam_graph.app.prov_exporting import Wanted, print_prov
from foam_graph.app.remembering import MemoryReport, Plan
from foam_graph.app.result import HIDDEN, Listing, build, shallow
from foam_graph.app.retrieving import Asked, Hits
from foam_graph.app.run_parameters import RunParameters, read_run
from foam_graph.app.session import Session
from foam_graph.app.showing import Coverage
from foam_graph.app.taking import Refusal, Remark
from foam_graph.corpus.given import NewDocument
from foam_graph.corpus.reading import Refuse
from foam_graph.corpus.search.filters import Filters
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.errors import UsageError
from foam_graph.exchange.networks import network
from foam_graph.model.subgraph import Subgraph

if TYPE_CHECKING:
    from prov.model import ProvDocument
    from rdflib import Dataset

    from foam_graph.exchange.networks import Network

Paths = Path | str | Sequence[Path | str]
"""One path or several."""


@dataclass(frozen=True, eq=False)
class Run(Chain):
    """A run, as it was when it was read; ``position`` and ``claims`` are read when asked for, and are of now."""

    _session: Session | None = field(default=None, repr=False, kw_only=True, metadata=HIDDEN)

    @property
    def position(self) -> Position:
        """Its current position.

        Raises:
            UnknownId: It has none yet.
        """
        return read_position(read_run(self._read(), self.id), self.id, self.source)

    @property
    def claims(self) -> Listing[Claim]:
        """The claims of its current position.

        Raises:
            UnknownId: It has none yet.
        """
        return self.position.claims

    @property
    def question(self) -> str:
        """What was asked."""
        return self.title

    @property
    def parameters(self) -> RunParameters:
        """What it began with.

        Raises:
            ReasoningError: That was erased.
        """
        return asking.parameters_of(self._graph(), self.id)

    def to_networkx(self) -> Network:  # type: ignore[explicit-any]  # of the stubs of networkx
        """Its graph as a ``networkx.MultiDiGraph``: nodes with their ``kind`` and fields, edges with their ``type``."""
        graph = self._graph()
        nodes = [(node.id, {**node.fields, "kind": node.kind}) for node in graph.nodes]
        edges = [(edge.start, edge.end, edge.type, edge.fields) for edge in graph.edges]
        return network(nodes, edges)

    def _graph(self) -> Subgraph:
        return self._read().store.subgraph(self.id)

    def _read(self) -> Session:
        if self._session is None:
            raise UsageError(f"{self.id} was not read through a Foam", "Read it with: foam_graph.open()")
        return self._session


@dataclass(frozen=True)
class Corpus:
    """A corpus by its name; it need not be there before something is added.

    Attributes:
        name: Its name.
    """

    name: str
    _session: Session = field(repr=False, compare=False)

    def load(
        self,
        paths: Paths,
        *,
        engine: str = ENGINE,
        supersedes: str = "",
        by_loader: str = "",
        refuse: Refuse | None = None,
    ) -> LoadReport:
        """Loads files, folders and archives, see ``Foam.load``; what else a loader can say is here.

        Args:
            paths: What to load.
            engine: Segmentation engine.
            supersedes: Id of the document whose place the one that is loaded takes.
            by_loader: Name of the loader that chose the files, for the record.
            refuse: Called with the path and the first bytes (64 KiB) of each file, also of one in an archive; says why
                it is not to be read. Empty = it is.

        Raises:
            CorpusError: Nothing in the paths could be read, or the corpus's name cannot be used.
            UsageError: As for ``Foam.load``, or the loader's name cannot be used.
        """
        chosen = [paths] if isinstance(paths, str | Path) else list(paths)
        return loading.load(self._session, chosen, self.name, engine, supersedes, loader=by_loader, refuse=refuse)

    def add(self, documents: Iterable[NewDocument | Refusal | Remark], by_loader: str = "") -> LoadReport:
        """Takes documents that a program hands over: all of a document or nothing of it.

        They are read, segmented, compared with what is there and recorded as files are. What cannot be read stops nothing
        else and stands in the report's ``rejected`` with its reason.

        Args:
            documents: The documents; an iterator is read to its end before anything is stored. A ``Refusal`` or
                ``Remark`` among them goes into the report, so that one report tells all.
            by_loader: Name of the loader that hands them over, for the record.

        Raises:
            CorpusError: The corpus's name cannot be used, or none of the documents could be read. Nothing was stored.
            UsageError: The loader's name cannot be used, there is no document, or too much of them. Nothing was stored.
            StoreUnreachable: Neo4j does not answer. Nothing was stored.
        """
        return adding.add(self._session, self.name, documents, by_loader)

    def documents(self) -> Listing[DocumentRow]:
        """Its documents.

        Raises:
            CorpusError: No such corpus.
        """
        self._session.store.must_be_present("documents are not listed")
        return showing.documents(self._session, self.name)

    @property
    def size(self) -> int:
        """How many documents it has, without reading them.

        Raises:
            CorpusError: No such corpus.
        """
        return len(self._session.corpora.ids(self.name))

    def search(self, query: str, *, most: int = 10) -> Hits:
        """Its sentences that are nearest to a query, the best first, with their texts.

        Args:
            query: What to look for, in plain words.
            most: How many, 1 to 1000.

        Raises:
            CorpusError: No such corpus.
            UsageError: An empty query, or too many.
            EnvironmentFault: The index or the encoder cannot be used.
        """
        asked = [Asked("1", query)]
        return retrieving.retrieve(self._session, self.name, asked, most, wanted=Filters(), texts=True)[0]

    def coverage(self) -> Coverage:
        """What it covers: dates, classes of sources, skew, gaps.

        Raises:
            CorpusError: No such corpus.
        """
        self._session.store.must_be_present("a coverage is not made")
        return showing.coverage(self._session, self.name)


@dataclass(frozen=True)
class Memory:
    """A memory of debates by its name; it need not be there before a debate is taken.

    Attributes:
        name: Its name.
    """

    name: str
    _session: Session = field(repr=False, compare=False)

    def load(
        self,
        paths: Paths,
        *,
        forms: Sequence[str] = (),
        keep_free: bool = False,
        pseudonyms: bool = False,
        agents: str = "offline",
    ) -> MemoryReport:
        """Takes transcripts of debates in, see ``foam memory build``; a debate that is there is not taken twice.

        Args:
            paths: Files and folders of transcripts.
            forms: What they may be, of ``orchid``, ``speaker-lines``, ``jsonl``, ``numbered-claims`` and ``aif``; empty = any.
            keep_free: Whether free debate is remembered too.
            pseudonyms: Whether speakers are given other names.
            agents: Who reads for schemes: ``offline`` (rules over wording) or ``llm``.

        Raises:
            CorpusError: A path that is not there, a name that cannot be used, or nothing could be taken.
            UsageError: No such agents, or an encoder that is not here.
            EnvironmentFault: The encoder or the disk cannot be used, or another process builds the same memory.
            LlmError: The model cannot be asked any more; the next call goes on.
        """
        chosen = [Path(paths)] if isinstance(paths, str | Path) else [Path(one) for one in paths]
        plan = Plan(self.name, keep_free, pseudonyms, tuple(forms))
        return remembering.build(self._session, chosen, plan, agents)


def run_of(session: Session, chain: Chain) -> Run:
    """A chain as a run that can be asked further."""
    return build(Run, {**shallow(chain), "source": Provenance(session), "_session": session})


@dataclass(frozen=True)
class Provenance:
    """Where a result's provenance is read."""

    session: Session

    def prov(self, item: str) -> ProvDocument:
        """The history of a node, or of a whole chain, as a document of the package ``prov``."""
        from prov.model import ProvDocument

        document = ProvDocument.deserialize(content=self._written(item, "json"), format="json")
        if not isinstance(document, ProvDocument):  # the package says nothing about what it returns
            raise TypeError(type(document).__name__)
        return document

    def rdf(self, item: str) -> Dataset:
        """The same as a dataset of rdflib."""
        from rdflib import Dataset

        dataset = Dataset()
        dataset.parse(data=self._written(item, "trig"), format="trig")
        return dataset

    def _written(self, item: str, form: str) -> bytes:
        chain = self.session.store.find(item)["kind"] == "Run"
        out = io.BytesIO()
        print_prov(self.session, Wanted([item], form, history=not chain, check=False), out)
        return out.getvalue()
