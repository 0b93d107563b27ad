"""Exports that a browser downloads: which there are of a chain, and each as a file that is taken away when it was sent."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.erasing import register_export
from foam_graph.app.exporting import FORMATS, checked_format, export, write_file
from foam_graph.app.packing import pack
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.app.showing import Chain, find_chain
from foam_graph.errors import EnvironmentFault, UsageError

_FOLDER = "uploads"
"""Beside what browsers send: what is left there by a server that was killed is taken away with it."""
_TOLD = {
    "dossier": "The position or debate to read, as one file without scripts",
    "pack": "Governance pack: reasons, log, proofs, and a verifier that needs only Python",
    "journal": "The chain with its hashes, to verify it elsewhere",
    "prov": "Provenance as W3C PROV",
    "aif": "The argument map in the Argument Interchange Format",
    "flow": "The flow of the debate",
    "cards": "The documents as debate cards",
}
_OF: dict[str, tuple[str, ...]] = {
    "run": ("dossier", "pack", "journal", "prov", "aif"),
    "debate": ("dossier", "flow", "pack", "journal", "prov", "aif"),
    "corpus": ("cards", "journal", "prov"),
    "import": ("aif", "journal", "prov"),
}
"""What is offered of each kind of chain; of others the journal and PROV."""
_TYPES = {
    "html": "text/html; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "zip": "application/zip",
    "json": "application/json",
    "jsonl": "application/jsonl",
}
_ENDINGS = {"turtle": "ttl", "nquads": "nq", "jsonld": "jsonld", "provn": "provn", "trig": "trig", "xml": "xml"}


@dataclass(frozen=True)
class Offered(Result):
    """An export that can be had: its sort, what it is, and its formats, the usual one first."""

    what: str
    about: str
    formats: tuple[str, ...]


@dataclass(frozen=True)
class Download:
    """A file to be sent.

    Attributes:
        path: Where it lies until then.
        name: What it is called.
        media_type: Its type.
    """

    path: Path
    name: str
    media_type: str

    def remove(self) -> None:
        """Takes the file away."""
        for one in self.path.parent.iterdir():
            one.unlink(missing_ok=True)
        self.path.parent.rmdir()


def offered(chain: Chain) -> Listing[Offered]:
    """The exports of a chain."""
    whole = _OF.get(chain.kind, ("journal", "prov"))
    return Listing(Offered(what, _TOLD[what], _formats(chain, what)) for what in whole)


def _formats(chain: Chain, what: str) -> tuple[str, ...]:
    """A run's dossier is a page; a debate's can be a Word document as well."""
    return ("html",) if what == "dossier" and chain.kind != "debate" else FORMATS[what]


def download(session: Session, prefix: str, what: str, form: str) -> Download:
    """Makes an export of a chain, as a file that has to be removed.

    Args:
        session: The session.
        prefix: Id of the chain, or its beginning.
        what: The sort of export.
        form: Its format; empty = the usual one.

    Raises:
        UnknownId: No such chain, or no position yet where one is needed.
        UsageError: The chain has no such export, or not in this format.
        VerifyError: What would be exported does not hold.
        EnvironmentFault: It cannot be written.
    """
    chain = find_chain(session, prefix)
    form = checked_format(what, form)
    if not any(one.what == what and form in one.formats for one in offered(chain)):
        raise UsageError(f"there is no {what} as {form} of this", "Choose one that is offered.")
    name = f"foam-{chain.title if chain.kind == 'corpus' else chain.id}-{what}.{_ENDINGS.get(form, form)}"
    try:
        home = session.settings.home / _FOLDER
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = Path(tempfile.mkdtemp(dir=home)) / name
    except OSError as fault:
        raise EnvironmentFault(
            f"the export cannot be made: {fault.strerror}", "Free disk space on the server."
        ) from None
    made = Download(path, name, _TYPES.get(form, "text/plain; charset=utf-8"))
    try:
        size = _write(session, chain, what, form, path)
        # An erasure later names it: a copy is in the world.
        register_export(session, what, chain.id, Path(f"downloaded as {name}"), size)
    except BaseException:
        made.remove()
        raise
    return made


def _write(session: Session, chain: Chain, what: str, form: str, path: Path) -> int:
    if what == "prov":
        return export_prov(session, Wanted([chain.id], form), path).bytes
    if what == "pack":
        return write_file(path, pack(session, chain.id)[0])
    return write_file(path, export(session, what, chain.title if what == "cards" else chain.id, form))
