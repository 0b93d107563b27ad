"""Any export into a file, and the note of it that erasing needs: what the sub-verbs of ``foam export`` do, for Python."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.erasing import register_export
from foam_graph.app.exporting import ALL, FORMATS, Exported, check_target, checked_format, export, write_file
from foam_graph.app.packing import exported, pack
from foam_graph.app.prov_exporting import ProvExport, Wanted, export_prov
from foam_graph.app.session import Session
from foam_graph.errors import UsageError


@dataclass(frozen=True)
class Options:
    """What only some exports have.

    Attributes:
        form: One of the formats of the sort; empty = the first.
        compare: Another run to set beside it, in a dossier.
        documents: Put the documents into a pack, not only their hashes.
        licence: URL of the licence that a pack is given under.
        history: PROV of one node instead of a chain.
        redact: Leave personal texts out of PROV.
        full: Say in PROV also what the graph with its ledger is made from again.
    """

    form: str = ""
    compare: str = ""
    documents: bool = False
    licence: str = ""
    history: bool = False
    redact: bool = False
    full: bool = False


_OF = {
    "compare": "dossier",
    "documents": "pack",
    "licence": "pack",
    "history": "prov",
    "redact": "prov",
    "full": "prov",
}


def export_file(session: Session, what: str, subject: str, path: Path, options: Options) -> Exported | ProvExport:
    """Writes an export to a file, which appears whole or not at all.

    Args:
        session: The session; a view of the past exports what was there then.
        what: A key of ``FORMATS``.
        subject: Id of a run, of another chain, or of a node; ``all`` for every chain; for cards a corpus.
        path: Where to; its folder must be there.
        options: What only some exports have.

    Raises:
        UsageError: An unknown sort, an option that it does not have, or a path that cannot be written.
        UnknownId: No such run, node or corpus.
        VerifyError: What would be exported does not hold.
        EnvironmentFault: The file cannot be written.
    """
    form = checked_format(what, options.form)
    for name, sort in _OF.items():
        if getattr(options, name) and what != sort:
            raise UsageError(f"{name} does not apply to {what}", "Leave it out.")
    check_target(path)
    done: Exported | ProvExport
    if what == "prov":
        wanted = Wanted([subject], form, options.history, options.redact, full=options.full)
        done = export_prov(session, wanted, path)
    elif what == "pack":
        session.store.must_be_present("no pack is made")
        content, packed = pack(session, subject, options.documents, options.licence)
        done = exported(Exported(what, form, str(path), write_file(path, content)), packed)
    else:
        if what == "cards":
            session.store.must_be_present("no cards are written")
        size = write_file(path, export(session, what, subject, form, options.compare))
        done = Exported(what, form or FORMATS[what][0], str(path), size)
    if not options.redact:
        whole = what == "cards" or subject == ALL
        register_export(session, what, subject if whole else str(session.store.find(subject)["run"]), path, done.bytes)
    return done
