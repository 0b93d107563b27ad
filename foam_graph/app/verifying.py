"""Verification for people and scripts: chains of the ledger, and journals without a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import OPTIONAL, Listing, Result
from foam_graph.app.sealing import Witness, witness
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.exchange.journal.journal import verify_journal
from foam_graph.files.bounded_reading import bounded_lines, must_be_file
from foam_graph.store.chain import chain_check as ledger_chain
from foam_graph.store.chain import row_check as ledger_rows
from foam_graph.store.ledger.verification import verify
from foam_graph.webhooks.events import Event
from foam_graph.webhooks.outbox import Outbox


@dataclass(frozen=True)
class Fault(Result):
    """One thing that does not hold.

    Attributes:
        kind: What sort of fault, see ``docs/explanation/ledger.md``.
        activity: Id of the activity; empty where it belongs to the whole database.
        row: Id of the node, or ``start-[TYPE]->end``; empty where it is the activity itself.
        detail: What was seen.
        seq: Place of the activity in its chain, -1 for none.
    """

    kind: str
    activity: str
    row: str
    detail: str
    seq: int = -1


@dataclass(frozen=True)
class ChainHead(Result):
    """A chain with its size and its last hash."""

    id: str
    kind: str
    activities: int
    nodes: int
    edges: int
    head: str


@dataclass(frozen=True)
class Verification(Result):
    """What verifying a chain, a file or the whole database came to.

    Attributes:
        run: The chain; empty for the whole database.
        ok: Whether everything holds.
        activities: Activities read.
        nodes: Nodes read.
        edges: Edges read.
        head: Hash after the last activity; for the whole database a digest of all heads.
        faults: What does not hold, the first bad event first.
        witness: What checkpoints and anchors say; None for one chain alone.
        chains: Every chain with its head; None for one chain alone.
    """

    run: str
    ok: bool
    activities: int
    nodes: int
    edges: int
    head: str
    faults: Listing[Fault]
    witness: Witness | None = field(default=None, metadata=OPTIONAL)
    chains: Listing[ChainHead] | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class Violation(Result):
    """A node or edge that a shape of the graph does not allow: its id, the shape, the path, what is wrong."""

    node: str
    shape: str
    path: str
    message: str
    grade: str
    edge: str


@dataclass(frozen=True)
class Conformance(Result):
    """Whether chains conform to the shapes of the graph.

    Attributes:
        ok: Whether nothing is violated.
        chains: The chains.
        activities: Their activities.
        nodes: Their nodes.
        edges: Their edges.
        violations: What the shapes do not allow.
        warnings: Personal texts that are not there, which erasing makes lawful.
    """

    ok: bool
    chains: tuple[str, ...]
    activities: int
    nodes: int
    edges: int
    violations: Listing[Violation]
    warnings: Listing[Violation]


@dataclass(frozen=True)
class Replay(Result):
    """Chains that were written from a file, each verified afterwards."""

    ok: bool
    chains: Listing[Verification]


def verify_run(session: Session, prefix: str, head: str = "") -> Verification:
    """Verifies one chain.

    Args:
        session: The session.
        prefix: Id of a run, corpus or library chain, or its beginning.
        head: A head that was kept elsewhere: shows a tail that was cut off.

    Raises:
        UnknownId: No such chain.
    """
    run = session.store.find(prefix, ("Run",))["id"]
    return _told(session, _held(verify(session.store, run), head))


def verify_all(session: Session, key: str = "") -> Verification:
    """Verifies every chain, the database around them, and the checkpoints over them.

    ``chains`` lists the chains with their heads; ``witness`` tells which ranges an anchor outside vouches for, and which
    only this installation.

    Args:
        session: The session.
        key: The key that checkpoints must be signed with; the installation's own where none is given.
    """
    ledger, around = verify(session.store), witness(session, key)
    faults = [*ledger.faults, *around.faults]
    chains = Listing(
        ChainHead(row["id"], row["kind"], row["activities"], row["nodes"], row["edges"], row["hash"])
        for row in session.store.ask("chains")
    )
    held = replace(_held(ledger), ok=not faults, faults=_faults(faults), witness=around, chains=chains)
    return _told(session, held)


def verify_shapes(session: Session, prefix: str = "") -> Conformance:
    """Holds a chain, or all of them, against the shapes of the graph, in the database itself.

    Args:
        session: The session.
        prefix: Id of a chain, or its beginning; empty = all chains.

    Raises:
        UnknownId: No such chain.
    """
    from foam_graph.schema.shape_check import check_shapes

    chosen = str(session.store.find(prefix, ("Run",))["id"]) if prefix else ""
    chains = [row for row in session.store.ask("chains") if chosen in ("", row["id"])]
    found = [one for row in chains for one in check_shapes(session.store, row["id"], row["last"])]
    rows = [Violation(one.node, one.shape, one.path, one.message, one.grade, one.edge) for one in found]
    violations = Listing(row for row in rows if row.grade == "violation")
    return Conformance(
        ok=not violations,
        chains=tuple(row["id"] for row in chains),
        activities=sum(row["activities"] for row in chains),
        nodes=sum(row["nodes"] for row in chains),
        edges=sum(row["edges"] for row in chains),
        violations=violations,
        warnings=Listing(row for row in rows if row.grade == "warning"),
    )


def verify_file(path: Path, head: str = "") -> Verification:
    """Verifies a journal as ``foam export journal`` wrote it, without a database.

    Raises:
        UsageError: The file cannot be read.
    """
    try:
        return _held(verify_journal(bounded_lines(path)), head)
    except OSError as fault:
        raise UsageError(
            f"{path} cannot be read: {fault.strerror}", NextStep(Action.EXPORT_JOURNAL, "Give a file of")
        ) from None
    except UnicodeDecodeError as fault:
        raise UsageError(
            f"{path} is not UTF-8 at byte {fault.start}", NextStep(Action.EXPORT_JOURNAL, "Give a file of")
        ) from None


def replay_file(session: Session, path: Path) -> Replay:
    """Writes the chains of a journal or of a full PROV export into the database, as they were: ids, times and hashes.

    Raises:
        UsageError: The file cannot be read, or a chain is there already.
        VerifyError: The file does not hold, or is PROV of another sort. Nothing was written.
        StoreFault: A chain refers to what is not there.
    """
    # What reads PROV takes a while to import: who verifies or serves does not pay for it.
    from foam_graph.exchange.journal.replay import replay
    from foam_graph.exchange.prov_export.replay import import_prov

    advice = (NextStep(Action.EXPORT_JOURNAL, "Give a file of"), NextStep(Action.EXPORT_PROV, "Or of"))
    try:
        # It is read twice: held against itself before anything is written.
        must_be_file(path)
        syntax = _prov_syntax(path)
        session.progress(f"holding {path} against itself")
        found = (
            import_prov(session.store, path, syntax) if syntax else replay(session.store, lambda: bounded_lines(path))
        )
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", advice) from None
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path} is not UTF-8 at byte {fault.start}", advice) from None
    return Replay(all(chain.ok for chain in found), Listing(_held(chain) for chain in found))


def _told(session: Session, found: Verification) -> Verification:
    """What was found; where something does not hold, webhooks tell of it, of the same failure once."""
    outbox = Outbox(session.settings.home)
    if not found.ok and outbox.subscriptions():
        now = datetime.now(UTC)
        digest = sha256(f"{found.head} {found.faults}".encode()).hexdigest()[:16]
        kinds = ", ".join(sorted({fault.kind for fault in found.faults}))
        about = f"verification-{found.run or 'all'}-{digest}"
        at = now.isoformat(timespec="microseconds").replace("+00:00", "Z")
        event = Event(about, "verification_failed", at, found.run, "", {"faults": kinds})
        outbox.put([event], now.timestamp())
    return found


def _prov_syntax(path: Path) -> str:
    """The syntax of a PROV document; empty for what is to be read as a journal."""
    with path.open("rb") as file:
        beginning = file.read(65536)
    if path.suffix == ".jsonl" or beginning.startswith(b'{"activity":'):
        return ""
    try:
        from foam_graph.prov.read.files import syntax_of

        return syntax_of(beginning, str(path))
    except UsageError:
        return ""


def _held(found: ledger_chain.Verification, head: str = "") -> Verification:
    held = Verification(
        run=found.run,
        ok=found.ok,
        activities=found.activities,
        nodes=found.nodes,
        edges=found.edges,
        head=found.head,
        faults=_faults(found.faults),
    )
    if not head or head == found.head:
        return held
    other = Fault("hash", "", "", f"the chain ends in {found.head}, not in {head}")
    return replace(held, ok=False, faults=Listing((*held.faults, other)))


def _faults(found: Sequence[ledger_rows.Fault]) -> Listing[Fault]:
    return Listing(Fault(one.kind, one.activity, one.row, one.detail, one.seq) for one in found)
