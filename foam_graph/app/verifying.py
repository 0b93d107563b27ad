"""Verification for people and scripts: chains of the ledger, and journals without a database."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from foam_graph.app.sealing import witness
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.exchange.journal.journal import verify_journal
from foam_graph.exchange.journal.replay import replay
from foam_graph.exchange.prov_export.replay import import_prov
from foam_graph.files.bounded_reading import bounded_lines, must_be_file
from foam_graph.prov.read.files import syntax_of
from foam_graph.schema.shape_check import check_shapes
from foam_graph.store.chain.chain_check import Verification
from foam_graph.store.ledger.verification import verify


def verify_run(session: Session, prefix: str, head: str = "") -> dict[str, Any]:
    """Verifies one chain.

    Args:
        session: The session.
        prefix: Id of a run, corpus or library chain, or its beginning.
        head: A head that was kept elsewhere: shows a tail that was cut off.

    Returns:
        ``{"run", "ok", "activities", "nodes", "edges", "head", "faults": [...]}``.

    Raises:
        UnknownId: No such chain.
    """
    run = session.store.find(prefix, ("Run",))["id"]
    return _held(verify(session.store, run), head)


def verify_all(session: Session, key: str = "") -> dict[str, Any]:
    """Verifies every chain, the database around them, and the checkpoints over them.

    ``chains`` lists the chains with their heads; ``witness`` tells which ranges an anchor outside vouches for, and which
    only this installation.

    Args:
        session: The session.
        key: The key that checkpoints must be signed with; the installation's own where none is given.
    """
    found = asdict(verify(session.store))
    found["witness"] = witness(session, key)
    found["faults"] += found["witness"].pop("faults")
    found["ok"] = not found["faults"]
    names = ("id", "kind", "activities", "nodes", "edges", "hash")
    chains = session.store.ask("chains")
    found["chains"] = [{("head" if n == "hash" else n): row[n] for n in names} for row in chains]
    return found


def verify_shapes(session: Session, prefix: str = "") -> dict[str, Any]:
    """Holds a chain, or all of them, against the shapes of the graph, in the database itself.

    Args:
        session: The session.
        prefix: Id of a chain, or its beginning; empty = all chains.

    Returns:
        ``{"ok", "chains", "activities", "nodes", "edges", "violations": [...], "warnings": [...]}``; warnings are personal
        texts that are not there, which erasing makes lawful.

    Raises:
        UnknownId: No such chain.
    """
    chosen = str(session.store.find(prefix, ("Run",))["id"]) if prefix else ""
    chains = [row for row in session.store.ask("chains") if chosen in ("", row["id"])]
    found = [one for row in chains for one in check_shapes(session.store, row["id"], row["last"])]
    told = {name: sum(row[name] for row in chains) for name in ("activities", "nodes", "edges")}
    violations = [one.as_json() for one in found if one.grade == "violation"]
    warnings = [one.as_json() for one in found if one.grade == "warning"]
    told |= {"violations": violations, "warnings": warnings}
    return {"ok": not violations, "chains": [row["id"] for row in chains], **told}


def verify_file(path: Path, head: str = "") -> dict[str, Any]:
    """Verifies a journal as ``foam export journal`` wrote it, without a database.

    Raises:
        UsageError: The file cannot be read.
    """
    try:
        return _held(verify_journal(bounded_lines(path)), head)
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", "Give a file of foam export journal.") from None
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path} is not UTF-8 at byte {fault.start}", "Give a file of foam export journal.") from None


def replay_file(session: Session, path: Path) -> dict[str, Any]:
    """Writes the chains of a journal or of a full PROV export into the database, as they were: ids, times and hashes.

    Returns:
        ``{"ok", "chains": [{"run", "activities", "nodes", "edges", "head", "ok", "faults"}]}``.

    Raises:
        UsageError: The file cannot be read, or a chain is there already.
        VerifyError: The file does not hold, or is PROV of another sort. Nothing was written.
        StoreFault: A chain refers to what is not there.
    """
    hint = "Give a file of foam export journal, or of foam export prov --full."
    try:
        # It is read twice: held against itself before anything is written.
        must_be_file(path)
        syntax = _prov_syntax(path)
        session.progress(f"holding {path} against itself")
        found = (
            import_prov(session.store, path, syntax) if syntax else replay(session.store, lambda: bounded_lines(path))
        )
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", hint) from None
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path} is not UTF-8 at byte {fault.start}", hint) from None
    return {"ok": all(chain.ok for chain in found), "chains": [asdict(chain) for chain in found]}


def _prov_syntax(path: Path) -> str:
    """The syntax of a PROV document; empty for what is to be read as a journal."""
    with path.open("rb") as file:
        beginning = file.read(65536)
    if path.suffix == ".jsonl" or beginning.startswith(b'{"activity":'):
        return ""
    try:
        return syntax_of(beginning, str(path))
    except UsageError:
        return ""


def _held(found: Verification, head: str) -> dict[str, Any]:
    told = asdict(found)
    if head and head != found.head:
        detail = f"the chain ends in {found.head}, not in {head}"
        told["ok"] = False
        told["faults"].append({"kind": "hash", "activity": "", "row": "", "detail": detail, "seq": -1})
    return told
