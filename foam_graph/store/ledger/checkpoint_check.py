"""Whether the graph is still the one that its checkpoints signed, and which part of it an anchor outside vouches for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from foam_graph.errors import EnvironmentFault, VerifyError
from foam_graph.model.delta import activity_id
from foam_graph.proofs.anchors import Anchor
from foam_graph.proofs.folder import LogFolder
from foam_graph.proofs.merkle import EMPTY_ROOT, Peaks
from foam_graph.proofs.note import Checkpoint, VerifierKey, opened
from foam_graph.store.chain.row_check import Fault
from foam_graph.store.ledger.checkpoints import Batch, Stored, leaf_of, leaves_of, stored_checkpoints
from foam_graph.store.store import Store


@dataclass(frozen=True)
class Range:
    """Activities of one chain.

    Attributes:
        run: Chain id.
        first: First seq.
        last: Last seq.
    """

    run: str
    first: int
    last: int


@dataclass
class Witnessed:
    """What checkpoints and anchors say of the graph.

    Attributes:
        checkpoints: Checkpoints in the graph.
        size: Leaves under the last one that holds.
        key: The key they were held against; empty where there is none.
        anchored_size: Leaves under the last one that an anchor holds too.
        anchors: The anchors that hold one, with its size, the time they state, and how many of those before it they lack
            although they hold an earlier one: they could not be reached then, or somebody took them out.
        anchored: What an anchor vouches for.
        unanchored: What only this installation vouches for.
        faults: What does not hold.
    """

    checkpoints: int = 0
    size: int = 0
    key: str = ""
    anchored_size: int = 0
    anchors: list[dict[str, str]] = field(default_factory=list)
    anchored: list[Range] = field(default_factory=list)
    unanchored: list[Range] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def witnessed(
    store: Store, folder: LogFolder, anchors: Sequence[Anchor] = (), key: VerifierKey | None = None
) -> Witnessed:
    """Recomputes every checkpoint from the graph and holds it against its signature, the log's files and the anchors.

    Args:
        store: The graph.
        folder: The log's key and files.
        anchors: Places that hold copies.
        key: The key to trust, as it was published; the folder's own where none is given.
    """
    found = Witnessed()
    trusted = key or _own_key(folder, found)
    past = stored_checkpoints(store)
    found.checkpoints = len(past)
    if trusted is not None:
        found.key = str(trusted)
    elif past:
        found.faults.append(_fault("checkpoint", "", "there are checkpoints, but no key to hold them against"))
    roots = _Walk(store, past, folder, trusted, found).run()
    if trusted is not None:
        _held_against(
            found, roots, [("the log's own files", note, "") for note in folder.notes()], trusted, "checkpoint"
        )
        for anchor in anchors:
            _asked(found, anchor, roots, trusted)
    _split(store, past, found)
    return found


def _own_key(folder: LogFolder, found: Witnessed) -> VerifierKey | None:
    try:
        return folder.verifier_key()
    except VerifyError as fault:
        found.faults.append(_fault("checkpoint", "", str(fault)))
        return None


def _fault(kind: str, row: str, detail: str, activity: str = "", seq: int = -1) -> Fault:
    return Fault(kind, activity, row, detail, seq)  # type: ignore[arg-type]


class _Walk:
    """Goes through the checkpoints leaf by leaf and holds the tree against what was signed."""

    def __init__(
        self,
        store: Store,
        past: Sequence[Stored],
        folder: LogFolder,
        key: VerifierKey | None,
        found: Witnessed,
    ) -> None:
        self._store = store
        self._past = past
        self._key = key
        self._found = found
        self._kept = _kept(folder, found)
        self._peaks = Peaks()
        self._covered: dict[str, int] = {}

    def run(self) -> dict[int, bytes]:
        """Roots by size, of the checkpoints that hold; the empty tree's included."""
        roots = {0: EMPTY_ROOT}
        for number, stored in enumerate(self._past, 1):
            first = len(self._found.faults)
            if stored.number != number:
                self._add(stored, f"is number {stored.number}, where {number} follows")
            differs = self._leaves(stored)
            signed = self._signed(stored)
            root, size = self._peaks.root(), self._peaks.size
            if signed is not None and (signed.size, signed.root) != (size, root):
                self._changed(stored, signed, differs)
            elif differs is not None:
                self._add(stored, f"the log's file of leaves differs from the tree that was signed: {differs[1]}")
            peaks = tuple(peak.hex() for peak in self._peaks.hashes)
            if (stored.size, stored.root, stored.peaks) != (size, root.hex(), peaks):
                self._add(stored, "its size, root or peaks are not those of the tree over its activities")
            if len(self._found.faults) > first or signed is None:
                # What stands on a tree that does not hold cannot hold either.
                break
            roots[size] = root
            self._found.size = size
        return roots

    def _leaves(self, stored: Stored) -> tuple[Fault, str] | None:
        """Adds a checkpoint's leaves to the tree; the first one that the log's own file has otherwise."""
        differs: tuple[Fault, str] | None = None
        for batch in stored.batches:
            low = self._covered.get(batch.run, 0)
            if batch.low != low or batch.high <= batch.low:
                self._add(stored, f"covers {batch.run} from {batch.low} to {batch.high}, where {low} follows")
            self._covered[batch.run] = batch.high
            for seq, hash_ in self._activities(stored, batch):
                leaf, kept = leaf_of(batch.run, seq, hash_), next(self._kept)
                self._peaks.add(leaf)
                if kept is not None and kept != leaf and differs is None:
                    own = activity_id(batch.run, seq)
                    detail = f"is not the activity that checkpoint {stored.number} was made over"
                    differs = _fault("checkpoint", "", detail, own, seq), own
        return differs

    def _activities(self, stored: Stored, batch: Batch) -> Iterator[tuple[int, str]]:
        wanted = batch.low
        for seq, hash_ in leaves_of(self._store, batch):
            if seq > wanted:
                self._gone(stored, batch.run, wanted, seq)
            wanted = seq + 1
            yield seq, hash_
        if wanted < batch.high:
            self._gone(stored, batch.run, wanted, batch.high)

    def _gone(self, stored: Stored, run: str, low: int, high: int) -> None:
        own = activity_id(run, low)
        what = f"activities {low} to {high - 1} of {run} are" if high - low > 1 else "is"
        self._found.faults.append(_fault("checkpoint", "", f"{what} gone, under checkpoint {stored.number}", own, low))
        for _ in range(high - low):
            next(self._kept)

    def _signed(self, stored: Stored) -> Checkpoint | None:
        if self._key is None:
            return None
        try:
            return opened(stored.note, self._key)
        except VerifyError as fault:
            self._add(stored, str(fault))
            return None

    def _changed(self, stored: Stored, signed: Checkpoint, differs: tuple[Fault, str] | None) -> None:
        if differs is not None:
            self._found.faults.append(differs[0])
        self._add(
            stored,
            f"signed {signed.size} leaves under {signed.root.hex()[:16]}…, "
            f"the graph has {self._peaks.size} under {self._peaks.root().hex()[:16]}…",
        )

    def _add(self, stored: Stored, detail: str) -> None:
        self._found.faults.append(_fault("checkpoint", stored.id, detail))


def _kept(folder: LogFolder, found: Witnessed) -> Iterator[bytes | None]:
    """The leaves of the log's own file, then nothing."""

    def read() -> Iterator[bytes | None]:
        try:
            yield from folder.leaves()
        except VerifyError as fault:
            found.faults.append(_fault("checkpoint", "", str(fault)))

    return chain(read(), repeat(None))


def _asked(found: Witnessed, anchor: Anchor, roots: Mapping[int, bytes], key: VerifierKey) -> None:
    """Holds what one anchor keeps against the graph."""
    try:
        held = anchor.held()
    except (EnvironmentFault, VerifyError) as fault:
        found.faults.append(_fault("anchor", anchor.name, str(fault)))
        return
    copies = [(anchor.name, one.note, one.when) for one in held]
    agreeing, when = _held_against(found, roots, copies, key, "anchor")
    if agreeing:
        size = max(agreeing)
        lacks = sum(1 for one in roots if min(agreeing) < one < size and one not in agreeing)
        found.anchors.append({"anchor": anchor.name, "size": str(size), "when": when, "lacks": str(lacks)})
        found.anchored_size = max(found.anchored_size, size)


def _held_against(
    found: Witnessed, roots: Mapping[int, bytes], copies: Sequence[tuple[str, str, str]], key: VerifierKey, kind: str
) -> tuple[set[int], str]:
    """Holds copies of checkpoints against the graph's; the sizes that agree, and when the greatest was taken."""
    agreeing: set[int] = set()
    best, taken, before = 0, "", 0
    for name, note, when in copies:
        try:
            copy = opened(note, key)
        except VerifyError as fault:
            found.faults.append(_fault(kind, name, str(fault)))
            continue
        if copy.size < before:
            detail = f"holds the checkpoint of {copy.size} leaves after the one of {before}; a log only grows"
            found.faults.append(_fault(kind, name, detail))
        before = max(before, copy.size)
        if copy.size not in roots:
            detail = f"holds a checkpoint of {copy.size} leaves; the graph has none that holds"
            found.faults.append(_fault(kind, name, detail))
        elif roots[copy.size] != copy.root:
            detail = f"holds another root for {copy.size} leaves, {copy.root.hex()[:16]}…"
            found.faults.append(_fault(kind, name, detail))
        else:
            agreeing.add(copy.size)
            if copy.size > best:
                best, taken = copy.size, when or copy.time
    return agreeing - {0}, taken


def _split(store: Store, past: Sequence[Stored], found: Witnessed) -> None:
    """What an anchor vouches for, and what only this installation does."""
    anchored: dict[str, int] = {}
    for stored in past:
        if stored.size <= found.anchored_size:
            anchored |= {batch.run: batch.high for batch in stored.batches}
    for row in sorted(store.ask("chains"), key=lambda one: str(one["id"])):
        run, end, edge = str(row["id"]), int(row["last"]) + 1, anchored.get(str(row["id"]), 0)
        if edge:
            found.anchored.append(Range(run, 0, edge - 1))
        if end > edge:
            found.unanchored.append(Range(run, edge, end - 1))
