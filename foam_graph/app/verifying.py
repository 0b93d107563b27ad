"""Verification for people and scripts: chains of the ledger, and journals without a database."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.export.journal import verify_journal
from foam_graph.store.ledger import verify
from foam_graph.store.ledger_chain import Verification


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


def verify_all(session: Session) -> dict[str, Any]:
    """Verifies every chain and the database around them; ``chains`` lists them with their heads."""
    found = asdict(verify(session.store))
    names = ("id", "kind", "activities", "nodes", "edges", "hash")
    chains = session.store.ask("chains")
    found["chains"] = [{("head" if n == "hash" else n): row[n] for n in names} for row in chains]
    return found


def verify_file(path: Path, head: str = "") -> dict[str, Any]:
    """Verifies a journal as ``foam export journal`` wrote it, without a database.

    Raises:
        UsageError: The file cannot be read.
    """
    try:
        with path.open(encoding="utf-8", newline="\n") as lines:
            return _held(verify_journal(lines), head)
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", "Give a file of foam export journal.") from None
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path} is not UTF-8 at byte {fault.start}", "Give a file of foam export journal.") from None


def _held(found: Verification, head: str) -> dict[str, Any]:
    told = asdict(found)
    if head and head != found.head:
        detail = f"the chain ends in {found.head}, not in {head}"
        told["ok"] = False
        told["faults"].append({"kind": "hash", "activity": "", "row": "", "detail": detail, "seq": -1})
    return told
