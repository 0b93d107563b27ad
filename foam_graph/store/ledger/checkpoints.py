"""Checkpoints: the activities of all chains as leaves of one Merkle tree, whose root is signed (RFC 6962; decision 0011).

Chains know no common order, so each checkpoint fixes one for what it adds: its batches, chain after chain. A leaf is a
chain's id, a seq and the activity's hash, which stands for every field of the activity and of all it wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.errors import EnvironmentFault, StoreFault, VerifyError
from foam_graph.files.locking import locked
from foam_graph.model.canonical import canonical
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.proofs.anchors import Anchor, Held
from foam_graph.proofs.folder import LogFolder
from foam_graph.proofs.merkle import Peaks, leaf_hash
from foam_graph.proofs.note import Checkpoint, VerifierKey, opened, sign
from foam_graph.store.store import Store

LEDGER = "ledger"
"""Id of the chain that holds the checkpoints."""
# A chain may have millions of activities: no answer of the server has to hold them all.
_READ = 10_000


@dataclass(frozen=True)
class Batch:
    """A range of one chain's activities, as a checkpoint adds them.

    Attributes:
        run: Chain id.
        low: First seq.
        high: The seq after the last.
    """

    run: str
    low: int
    high: int


@dataclass(frozen=True)
class Stored:
    """A checkpoint as the graph holds it.

    Attributes:
        id: Id of its node.
        number: Its place, from 1.
        size: Leaves.
        root: Root, hex.
        peaks: Roots of the perfect subtrees, hex.
        batches: What it adds, in order.
        note: The signed note.
        at: When it was written.
    """

    id: str
    number: int
    size: int
    root: str
    peaks: tuple[str, ...]
    batches: tuple[Batch, ...]
    note: str
    at: str


@dataclass(frozen=True)
class Made:
    """What making a checkpoint led to.

    Attributes:
        checkpoint: The newest checkpoint; None where there is nothing to put under one.
        new: Whether it was made now.
        held: Anchors that hold it.
        failed: What the others said.
    """

    checkpoint: Stored | None
    new: bool
    held: tuple[Held, ...] = ()
    failed: tuple[str, ...] = ()


def leaf_of(run: str, seq: int, hash_: str) -> bytes:
    """Leaf hash of an activity.

    Args:
        run: Chain id.
        seq: Its place.
        hash_: Its hash, hex.
    """
    return leaf_hash(f"{run}\n{seq}\n{hash_}\n".encode())


def stored_checkpoints(store: Store) -> list[Stored]:
    """The checkpoints of the graph, in order.

    Raises:
        StoreFault: The batches of one cannot be read.
    """
    found = []
    for row in store.ask("checkpoints"):
        try:
            batches = tuple(Batch(str(run), int(low), int(high)) for run, low, high in json.loads(row["batches"]))
        except (TypeError, ValueError) as fault:
            raise StoreFault(
                f"{row['id']}: its batches cannot be read: {fault}",
                NextStep(Action.VERIFY, "See what does not hold with"),
            ) from None
        peaks = tuple(row["peaks"] or ())
        found.append(Stored(row["id"], row["number"], row["size"], row["root"], peaks, batches, row["note"], row["at"]))
    return found


def leaves_of(store: Store, batch: Batch) -> Iterator[tuple[int, str]]:
    """Seq and hash of a batch's activities; those that are gone are left out.

    Args:
        store: The graph.
        batch: The range.
    """
    for low in range(batch.low, batch.high, _READ):
        for row in store.ask("leaf_hashes", run=batch.run, low=low, high=min(batch.high, low + _READ)):
            yield int(row["seq"]), str(row["hash"])


def make_checkpoint(store: Store, folder: LogFolder, time: str, anchors: Sequence[Anchor] = ()) -> Made:
    """Puts everything that no checkpoint covers yet under a new one, signs it and gives it to the anchors.

    Args:
        store: The graph.
        folder: The log's key and files.
        time: Now, UTC, ISO 8601 with Z.
        anchors: Where copies go; one that fails does not undo the checkpoint.

    Returns:
        The newest checkpoint. Nothing is written where nothing was added since the last one but itself; anchors that
        lack that one, since they failed or were not named then, get it now.

    Raises:
        EnvironmentFault: The signing key cannot be used.
        StoreFault: An activity is gone, or another process made a checkpoint at the same time.
    """
    folder.path.mkdir(parents=True, exist_ok=True, mode=0o700)
    with locked(folder.path / "lock", "the list of checkpoints", 240):
        past = stored_checkpoints(store)
        batches = _uncovered(store, past)
        idle = all(batch.run == LEDGER for batch in batches)
        if idle and not past:
            return Made(None, False)
        # A key that is lost or broken is told at once, not when there is something to sign again.
        name, key = folder.private_key()
        if idle:
            held, failed = _publish(past[-1].note, anchors, new=False)
            return Made(past[-1], False, held, failed)
        store.ensure_chain(LEDGER, LEDGER, "Checkpoints")
        _catch_up(store, folder, past, VerifierKey(name, key.public_key().public_bytes_raw()))
        peaks = Peaks(past[-1].size, [bytes.fromhex(peak) for peak in past[-1].peaks]) if past else Peaks()
        leaves = _hashes(store, batches)
        for leaf in leaves:
            peaks.add(leaf)
        note = sign(Checkpoint(name, peaks.size, peaks.root(), time), key)
        made = _write(store, len(past) + 1, peaks, batches, note, time)
        folder.append(note, leaves, past[-1].size if past else 0)
        held, failed = _publish(note, anchors, new=True)
    return Made(made, True, held, failed)


def _publish(note: str, anchors: Sequence[Anchor], new: bool) -> tuple[tuple[Held, ...], tuple[str, ...]]:
    """Sees to it that every anchor holds a checkpoint; one that fails keeps none of the others from it."""
    held, failed = [], []
    for anchor in anchors:
        try:
            held.append((None if new else anchor.find(note)) or anchor.publish(note))
        except (EnvironmentFault, VerifyError) as fault:
            failed.append(str(fault))
    return tuple(held), tuple(failed)


def _uncovered(store: Store, past: Sequence[Stored]) -> list[Batch]:
    covered = {batch.run: batch.high for checkpoint in past for batch in checkpoint.batches}
    ends = sorted((str(row["id"]), int(row["last"]) + 1) for row in store.ask("chains"))
    return [Batch(run, covered.get(run, 0), end) for run, end in ends if end > covered.get(run, 0)]


def _hashes(store: Store, batches: Sequence[Batch]) -> list[bytes]:
    found = []
    for batch in batches:
        leaves = [leaf_of(batch.run, seq, hash_) for seq, hash_ in leaves_of(store, batch)]
        if len(leaves) != batch.high - batch.low:
            raise StoreFault(
                f"{batch.run}: {batch.high - batch.low - len(leaves)} of the activities {batch.low} to {batch.high - 1} "
                "are gone",
                (
                    "What is not whole is not put under a checkpoint.",
                    NextStep(Action.VERIFY, "See what does not hold with"),
                ),
            )
        found += leaves
    return found


def _write(store: Store, number: int, peaks: Peaks, batches: Sequence[Batch], note: str, time: str) -> Stored:
    """Commits the checkpoint; its id holds its number, so that of two writers only one can."""
    delta = Delta()
    roots = [peak.hex() for peak in peaks.hashes]
    told = canonical([[batch.run, batch.low, batch.high] for batch in batches]).decode()
    delta.node(
        "Checkpoint",
        id=f"checkpoint-{number}",
        number=number,
        size=peaks.size,
        root=peaks.root().hex(),
        peaks=roots,
        batches=told,
        note=note,
    )
    store.commit(ActivityDraft(LEDGER, "Sealing", Role.OPERATOR, f"checkpoint:{number}"), delta)
    return Stored(
        f"checkpoint-{number}", number, peaks.size, peaks.root().hex(), tuple(roots), tuple(batches), note, time
    )


def _catch_up(store: Store, folder: LogFolder, past: Sequence[Stored], key: VerifierKey) -> None:
    """Writes what the folder lacks of earlier checkpoints, after a crash or on another machine."""
    known = len(folder.notes())
    for checkpoint in past[known:]:
        opened(checkpoint.note, key)
        before = past[checkpoint.number - 2].size if checkpoint.number > 1 else 0
        folder.append(checkpoint.note, _hashes(store, checkpoint.batches), before)


def log_folder(home: Path) -> LogFolder:
    """The log's folder in the data folder."""
    return LogFolder(home / "ledger")
