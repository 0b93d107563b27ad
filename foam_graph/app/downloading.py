"""Exports over the web: which there are of a chain, and each as a file to be sent; no path of this machine is told."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from foam_graph.app.chains import Chain, find_chain
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.errors import EnvironmentFault, UsageError

IN_MEMORY = 8 * 2**20
"""Bytes of an export that are held in memory; what is longer waits in a file without a name, which nobody finds."""
_PIECE = 64 * 1024
_TOLD = {
    "dossier": "The position or debate to read, as one file without scripts",
    "position": "The position as a document, with its sources numbered",
    "speech": "The answer as a speech on Word cards, each quotation under its tag and cite",
    "pack": "Governance pack: reasons, log, proofs, and a verifier that needs only Python",
    "journal": "The chain with its hashes, to verify it elsewhere",
    "prov": "Provenance as W3C PROV",
    "aif": "The argument map in the Argument Interchange Format",
    "graph": "The arguments, or all nodes and edges, for programs that draw",
    "flow": "The flow of the debate",
    "cards": "The documents as debate cards",
}
_OF: dict[str, tuple[str, ...]] = {
    "run": ("dossier", "position", "speech", "pack", "journal", "prov", "aif", "graph"),
    "debate": ("dossier", "flow", "pack", "journal", "prov", "aif", "graph"),
    "corpus": ("cards", "journal", "prov"),
    "import": ("aif", "graph", "journal", "prov"),
}
"""What is offered of each kind of chain; of others the journal and PROV."""
TYPES = {
    "turtle": ("text/turtle; charset=utf-8", "ttl"),
    "trig": ("application/trig; charset=utf-8", "trig"),
    "nquads": ("application/n-quads; charset=utf-8", "nq"),
    "jsonld": ("application/ld+json", "jsonld"),
    "json": ("application/json", "json"),
    "provn": ("text/provenance-notation; charset=utf-8", "provn"),
    "html": ("text/html; charset=utf-8", "html"),
    "docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
    "pdf": ("application/pdf", "pdf"),
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
class Offered(Result):
    """An export that can be had: its sort, what it is, and its formats, the usual one first."""

    what: str
    about: str
    formats: tuple[str, ...]


@dataclass(frozen=True)
class Download:
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


def offered(chain: Chain) -> Listing[Offered]:
    """The exports of a chain."""
    whole = _OF.get(chain.kind, ("journal", "prov"))
    return Listing(Offered(what, _TOLD[what], _formats(chain, what)) for what in whole)


def _formats(chain: Chain, what: str) -> tuple[str, ...]:
    """A run's dossier is a page; a debate's can be a Word document as well."""
    from foam_graph.app.exporting import FORMATS  # who writes exports takes seconds to import: a server starts without

    return ("html",) if what == "dossier" and chain.kind != "debate" else FORMATS[what]


def download(session: Session, prefix: str, what: str, form: str = "") -> Download:
    """Makes an export of a chain.

    Args:
        session: The session.
        prefix: Id of the chain, or its beginning.
        what: The sort of export.
        form: Its format; empty = the usual one.

    Raises:
        UnknownId: No such chain, or no position yet where one is needed.
        UsageError: The chain has no such export, or not in this format.
        VerifyError: What would be exported does not hold.
        EnvironmentFault: There is no room for it.
    """
    from foam_graph.app.erasing import register_export
    from foam_graph.app.exporting import checked_format

    chain = find_chain(session, prefix)
    form = checked_format(what, form)
    if not any(one.what == what and form in one.formats for one in offered(chain)):
        raise UsageError(f"there is no {what} as {form} of this", "Choose one that is offered.")
    title = chain.title if chain.kind == "corpus" else chain.id
    made = _put_by(f"foam-{title}-{what}", what, form, lambda out: _write(session, chain, what, form, out))
    # An erasure later names it: a copy is in the world.
    register_export(session, what, chain.id, Path(f"downloaded as {made.name}"), made.size)
    return made


def fetch_prov(session: Session, item: str, form: str) -> Download:
    """The history of a node, or a whole chain, as PROV; names of people are in none.

    Args:
        session: The session.
        item: Id of the node, activity or chain, or its beginning.
        form: A format of PROV.

    Raises:
        UnknownId: Nothing has such an id.
        UsageError: No such format.
        VerifyError: What would be exported is not valid.
        EnvironmentFault: There is no room for it.
    """
    from foam_graph.app.exporting import checked_format
    from foam_graph.app.prov_exporting import Wanted, print_prov

    form = checked_format("prov", form)
    found = session.store.find(item)
    wanted = Wanted([str(found["id"])], form, history=found["kind"] != "Run")
    return _put_by(str(found["id"]), "prov", form, lambda out: print_prov(session, wanted, out))


def _write(session: Session, chain: Chain, what: str, form: str, out: IO[bytes]) -> None:
    if what == "prov":
        from foam_graph.app.prov_exporting import Wanted, print_prov

        print_prov(session, Wanted([chain.id], form), out)
        return
    out.write(_made(session, chain, what, form))


def _made(session: Session, chain: Chain, what: str, form: str) -> bytes:
    if what == "pack":
        from foam_graph.app.packing import pack

        return pack(session, chain.id)[0]
    from foam_graph.app.exporting import export

    made = export(session, what, chain.title if what == "cards" else chain.id, form)
    return made.encode("utf-8", "backslashreplace") if isinstance(made, str) else made


def _put_by(name: str, what: str, form: str, write: Callable[[IO[bytes]], None]) -> Download:
    """Has an export written; where that fails nothing of it stays."""
    out = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # closed by whoever sends it
    try:
        write(out)
        size = out.tell()
        out.seek(0)
    except OSError as fault:
        _closed(out)
        raise EnvironmentFault(
            f"the export cannot be made: {fault.strerror}", "Free disk space on the server."
        ) from None
    except BaseException:
        _closed(out)
        raise
    # The rows of a graph are two tables, in one archive.
    type_, ending = TYPES["zip" if (what, form) == ("graph", "csv") else form]
    return Download(f"{name}.{ending}", type_, out, size)


def _closed(out: IO[bytes]) -> None:
    # Where the disk is full, so is what would be written at the closing.
    with suppress(OSError):
        out.close()
