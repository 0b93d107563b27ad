"""What results have in common that are nodes of the graph: an id that names them, and their provenance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from foam_graph.app.result import HIDDEN, Result
from foam_graph.errors import UsageError

if TYPE_CHECKING:
    from prov.model import ProvDocument
    from rdflib import Dataset


class Source(Protocol):
    """Where a result can be followed further: the connection that it was read over."""

    def prov(self, item: str) -> ProvDocument:
        """The history of a node, or of a whole run, as W3C PROV."""
        ...

    def rdf(self, item: str) -> Dataset:
        """The same as RDF."""
        ...


@dataclass(frozen=True, eq=False)
class GraphItem(Result):
    """A node of the graph: equal to whatever names the same node.

    Attributes:
        id: Its id.
        source: The connection it was read over.
    """

    id: str
    source: Source | None = field(default=None, repr=False, kw_only=True, metadata=HIDDEN)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.id == other.id if isinstance(other, GraphItem) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def to_prov(self) -> ProvDocument:
        """Who made it, from what and when, as a document of the package ``prov`` (W3C PROV-DM).

        Raises:
            UsageError: It was not read through a Foam.
            StoreUnreachable: Neo4j does not answer any more.
        """
        return self._source().prov(self.id)

    def to_rdflib(self) -> Dataset:
        """The same in RDF (PROV-O), as a dataset of rdflib: an export names its records in a graph.

        Raises:
            UsageError: It was not read through a Foam.
            StoreUnreachable: Neo4j does not answer any more.
        """
        return self._source().rdf(self.id)

    def _source(self) -> Source:
        if self.source is None:
            raise UsageError(f"{self.id} was not read through a Foam", "Read it with: foam_graph.open()")
        return self.source
