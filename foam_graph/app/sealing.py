"""Checkpoints and proofs for people and scripts: make one, prove one activity, check a proof without a database."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import UsageError, VerifyError
from foam_graph.exchange.packs.proof_files import check_proof, prove_growth, prove_inclusion, read_proof
from foam_graph.files.bounded_reading import read_bounded
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.proofs.anchors import Anchor
from foam_graph.proofs.named_anchors import anchors_of
from foam_graph.proofs.note import VerifierKey
from foam_graph.store.ledger.checkpoint_check import Witnessed, witnessed
from foam_graph.store.ledger.checkpoints import log_folder, make_checkpoint

_MOST = 64 * 2**20


def anchors(settings: Settings) -> list[Anchor]:
    """The anchors of the settings.

    Raises:
        UsageError: A setting names no anchor.
    """
    named = [text.strip() for text in settings.anchors.split(",") if text.strip()]
    return anchors_of(named, settings.home / "ledger" / "tokens")


def seal(session: Session) -> dict[str, Any]:
    """Makes a checkpoint over what none covers yet.

    Returns:
        ``{"new", "checkpoint": {"number", "size", "root", "at"} or None, "note", "key", "anchors": [...], "failed"}``.
    """
    folder = log_folder(session.settings.home)
    time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    made = make_checkpoint(session.store, folder, time, anchors(session.settings))
    stored = made.checkpoint
    key = folder.verifier_key()
    return {
        "new": made.new,
        "checkpoint": {name: getattr(stored, name) for name in ("number", "size", "root", "at")} if stored else None,
        "note": stored.note if stored else "",
        "key": str(key) if key else "",
        "anchors": [{"anchor": held.anchor, "when": held.when, "proof": held.proof} for held in made.held],
        "failed": list(made.failed),
    }


def witness(session: Session, key: str = "") -> dict[str, Any]:
    """Holds the whole graph against its checkpoints and anchors.

    Args:
        session: The session.
        key: The key to trust; the installation's own where none is given.
    """
    trusted = VerifierKey.parse(key) if key else None
    found: Witnessed = witnessed(session.store, log_folder(session.settings.home), anchors(session.settings), trusted)
    return asdict(found)


def prove(session: Session, prefix: str) -> dict[str, Any]:
    """The proof that a node or activity is under the newest checkpoint.

    Args:
        session: The session.
        prefix: Its id, or the beginning of it.
    """
    found = session.store.find(prefix)
    if found["kind"] in ACTIVITIES:
        run, _, seq = str(found["id"]).rpartition("-")
    else:
        row = session.store.ask("nodes_by_id", ids=[found["id"]])[0]["props"]
        run, seq = str(row["run"]), str(row["seq"])
    return prove_inclusion(session.store, log_folder(session.settings.home), run, int(seq))


def prove_since(session: Session, old: int, new: int = 0) -> dict[str, Any]:
    """The proof that one checkpoint grew out of another, see ``prove_growth``."""
    return prove_growth(session.store, log_folder(session.settings.home), old, new)


def check_file(path: Path, key: str = "") -> dict[str, Any]:
    """Checks a proof without a database.

    Args:
        path: A file of ``foam prove``.
        key: The key to trust, as it was published.

    Returns:
        What it shows; ``{"ok": False, "fault"}`` where it does not hold.

    Raises:
        UsageError: The file cannot be read or is no proof, or the key is none.
    """
    try:
        text = read_bounded(path, _MOST).decode("utf-8")
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", "Give a file of `foam prove`.") from None
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path} is not UTF-8 at byte {fault.start}", "Give a file of `foam prove`.") from None
    trusted = VerifierKey.parse(key) if key else None
    data = read_proof(text)
    try:
        return {**check_proof(data, trusted), "trusted": trusted is not None}
    except VerifyError as fault:
        return {"ok": False, "fault": str(fault)}
