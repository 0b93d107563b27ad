"""Exports for whoever asks over the web: a file to be streamed, no path of this machine told."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from foam_graph.app.session import Session

IN_MEMORY = 8 * 2**20
"""Bytes of an export that are held in memory; what is longer waits in a temporary file."""
_PIECE = 64 * 1024
TYPES = {
    "turtle": ("text/turtle; charset=utf-8", "ttl"),
    "trig": ("application/trig; charset=utf-8", "trig"),
    "nquads": ("application/n-quads; charset=utf-8", "nq"),
    "jsonld": ("application/ld+json", "jsonld"),
    "json": ("application/json", "json"),
    "provn": ("text/provenance-notation; charset=utf-8", "provn"),
    "html": ("text/html; charset=utf-8", "html"),
    "docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "jsonl": ("application/jsonl; charset=utf-8", "jsonl"),
    "zip": ("application/zip", "zip"),
    "graphml": ("application/graphml+xml", "graphml"),
    "dot": ("text/vnd.graphviz; charset=utf-8", "dot"),
    "mermaid": ("text/plain; charset=utf-8", "mmd"),
    "argdown": ("text/plain; charset=utf-8", "argdown"),
}
"""Media type and ending of each format."""


@dataclass(frozen=True)
class Fetched:
    """An export, ready to be sent.

    Attributes:
        name: What its file is called.
        type: Its media type.
        content: Where it is read from; closed once it was.
        size: How many bytes it has.
    """

    name: str
    type: str
    content: IO[bytes]
    size: int

    def pieces(self) -> Iterator[bytes]:
        """The export in pieces."""
        with self.content:
            while piece := self.content.read(_PIECE):
                yield piece


def fetch_prov(session: Session, item: str, form: str) -> Fetched:
    """The history of a node, or a whole chain, as PROV; names of people are in none.

    Args:
        session: The session.
        item: Id of the node, activity or chain, or its beginning.
        form: A format of PROV.

    Raises:
        UnknownId: Nothing has such an id.
        UsageError: No such format.
        VerifyError: What would be exported is not valid.
    """
    # Who writes exports needs libraries that take seconds to import: a server starts without, here and below.
    from foam_graph.app.exporting import checked_format
    from foam_graph.app.prov_exporting import Wanted, print_prov

    form = checked_format("prov", form)
    found = session.store.find(item)
    whole = found["kind"] == "Run"
    out = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # closed by whoever sends it
    print_prov(session, Wanted([str(found["id"])], form, history=not whole), out)
    return _fetched(str(found["id"]), form, out)


def fetch(session: Session, what: str, run: str, form: str = "") -> Fetched:
    """A run as a file: ``dossier``, ``journal``, ``aif``, ``flow``, ``graph`` or ``pack``.

    Raises:
        UsageError: An unknown sort or format.
        UnknownId: No such run, or no position yet where one is needed.
    """
    from foam_graph.app.exporting import checked_format, export

    form = checked_format(what, form)
    chain = str(session.store.find(run, ("Run",))["id"])
    made = _packed(session, chain) if what == "pack" else export(session, what, chain, form)
    out = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # closed by whoever sends it
    out.write(made.encode("utf-8", "backslashreplace") if isinstance(made, str) else made)
    # The rows of a graph are two tables, in one archive.
    return _fetched(f"{chain}-{what}", "zip" if (what, form) == ("graph", "csv") else form, out)


def _packed(session: Session, chain: str) -> bytes:
    from foam_graph.app.packing import pack

    return pack(session, chain)[0]


def _fetched(name: str, form: str, out: IO[bytes]) -> Fetched:
    type_, ending = TYPES[form]
    size = out.tell()
    out.seek(0)
    return Fetched(f"{name}.{ending}", type_, out, size)
