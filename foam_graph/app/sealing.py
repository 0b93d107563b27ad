"""Checkpoints and proofs for people and scripts: make one, prove one activity, check a proof without a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import HIDDEN, JsonValue, Result
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import UsageError, VerifyError
from foam_graph.exchange.packs.proof_files import INCLUSION, check_proof, prove_growth, prove_inclusion, read_proof
from foam_graph.files.bounded_reading import read_bounded
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.proofs.anchors import Anchor
from foam_graph.proofs.named_anchors import anchors_of
from foam_graph.proofs.note import VerifierKey
from foam_graph.store.chain.row_check import Fault
from foam_graph.store.ledger.checkpoint_check import witnessed
from foam_graph.store.ledger.checkpoints import log_folder, make_checkpoint

_MOST = 64 * 2**20


def anchors(settings: Settings) -> list[Anchor]:
    """The anchors of the settings.

    Raises:
        UsageError: A setting names no anchor.
    """
    named = [text.strip() for text in settings.anchors.split(",") if text.strip()]
    return anchors_of(named, settings.home / "ledger" / "tokens")


@dataclass(frozen=True)
class SealedCheckpoint(Result):
    """A checkpoint of the log.

    Attributes:
        number: Its place, from 1.
        size: Activities under it.
        root: Root of their tree, hex.
        at: When it was made.
    """

    number: int
    size: int
    root: str
    at: str


@dataclass(frozen=True)
class Anchored(Result):
    """A place outside that holds a checkpoint.

    Attributes:
        anchor: Its name.
        when: When it says that it got it; empty where it does not say.
        proof: Where its own proof is, e.g. a commit or a token; empty where it has none.
    """

    anchor: str
    when: str
    proof: str


@dataclass(frozen=True)
class Seal(Result):
    """What making a checkpoint led to.

    Attributes:
        new: Whether it was made now.
        checkpoint: The newest one; None where there is nothing to put under one.
        note: Its signed note; empty where there is none.
        key: The key that it is signed with, to be published; empty where there is none.
        anchors: Places that hold it.
        failed: What the others said.
    """

    new: bool
    checkpoint: SealedCheckpoint | None
    note: str
    key: str
    anchors: tuple[Anchored, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True)
class Span(Result):
    """Activities of one chain that follow on each other.

    Attributes:
        run: Its id.
        first: Place of the first.
        last: Place of the last.
    """

    run: str
    first: int
    last: int


@dataclass(frozen=True)
class AnchorCopy(Result):
    """The greatest checkpoint of an anchor that agrees with the graph.

    Attributes:
        anchor: Name of the anchor.
        size: Activities under it, in digits.
        when: When it was taken.
        lacks: How many of those before it the anchor does not hold, in digits.
    """

    anchor: str
    size: str
    when: str
    lacks: str


@dataclass(frozen=True)
class Witness(Result):
    """What checkpoints and anchors say of the graph.

    Attributes:
        checkpoints: Checkpoints in the graph.
        size: Activities under the last one that holds.
        key: The key they were held against; empty where there is none.
        anchored_size: Activities under the last one that an anchor holds too.
        anchors: Anchors that hold one.
        anchored: What an anchor vouches for.
        unanchored: What only this installation vouches for.
        faults: What does not hold; no part of its JSON, since ``foam verify`` lists all faults together.
    """

    checkpoints: int
    size: int
    key: str
    anchored_size: int
    anchors: tuple[AnchorCopy, ...]
    anchored: tuple[Span, ...]
    unanchored: tuple[Span, ...]
    faults: tuple[Fault, ...] = field(metadata=HIDDEN)


@dataclass(frozen=True)
class InclusionProof(Result):
    """The proof that an activity is under a checkpoint; its JSON is the file that people keep.

    Attributes:
        format: Name and version of the format.
        event: The activity with all that it wrote, as a line of a journal.
        index: Place of its leaf.
        size: Leaves of the tree.
        path: Hashes from the leaf to the root, base64.
        checkpoint: The signed note.
        key: The key that signed it.
    """

    format: str
    event: Mapping[str, JsonValue]
    index: int
    size: int
    path: Sequence[str]
    checkpoint: str
    key: str


@dataclass(frozen=True)
class GrowthProof(Result):
    """The proof that one checkpoint's tree is a beginning of another's.

    Attributes:
        format: Name and version of the format.
        old: Signed note of the older one.
        new: Signed note of the newer one.
        path: Hashes that lead from one root to the other, base64.
        key: The key that signed them.
    """

    format: str
    old: str
    new: str
    path: Sequence[str]
    key: str


@dataclass(frozen=True)
class ShownInclusion(Result):
    """What a proof shows of an activity.

    Attributes:
        ok: True.
        activity: Its id.
        artifacts: Ids of what it wrote.
        index: Place of its leaf.
        size: Leaves of the tree.
        time: When the checkpoint was signed.
        key: The key it was checked with.
        trusted: Whether that key was given, and not taken from the proof itself.
    """

    ok: Literal[True]
    activity: str
    artifacts: Sequence[str]
    index: int
    size: int
    time: str
    key: str
    trusted: bool


@dataclass(frozen=True)
class ShownGrowth(Result):
    """What a proof shows of two checkpoints.

    Attributes:
        ok: True.
        old: Leaves of the older one.
        new: Leaves of the newer one.
        since: When the older one was signed.
        time: When the newer one was signed.
        key: The key they were checked with.
        trusted: Whether that key was given, and not taken from the proof itself.
    """

    ok: Literal[True]
    old: int
    new: int
    since: str
    time: str
    key: str
    trusted: bool


@dataclass(frozen=True)
class Disproved(Result):
    """A proof that does not hold.

    Attributes:
        ok: False.
        fault: The step that fails.
    """

    ok: Literal[False]
    fault: str


def seal(session: Session) -> Seal:
    """Makes a checkpoint over what none covers yet, and gives it to the anchors."""
    folder = log_folder(session.settings.home)
    time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    outcome = make_checkpoint(session.store, folder, time, anchors(session.settings))
    stored = outcome.checkpoint
    return Seal(
        new=outcome.new,
        checkpoint=SealedCheckpoint(stored.number, stored.size, stored.root, stored.at) if stored else None,
        note=stored.note if stored else "",
        key=str(folder.verifier_key() or ""),
        anchors=tuple(Anchored(held.anchor, held.when, held.proof) for held in outcome.held),
        failed=outcome.failed,
    )


def witness(session: Session, key: str = "") -> Witness:
    """Holds the whole graph against its checkpoints and anchors.

    Args:
        session: The session.
        key: The key to trust; the installation's own where none is given.
    """
    trusted = VerifierKey.parse(key) if key else None
    seen = witnessed(session.store, log_folder(session.settings.home), anchors(session.settings), trusted)
    return Witness(
        checkpoints=seen.checkpoints,
        size=seen.size,
        key=seen.key,
        anchored_size=seen.anchored_size,
        anchors=tuple(AnchorCopy(**copy) for copy in seen.anchors),
        anchored=tuple(Span(part.run, part.first, part.last) for part in seen.anchored),
        unanchored=tuple(Span(part.run, part.first, part.last) for part in seen.unanchored),
        faults=tuple(seen.faults),
    )


def prove(session: Session, prefix: str) -> InclusionProof:
    """The proof that a node or activity is under the newest checkpoint.

    Args:
        session: The session.
        prefix: Its id, or the beginning of it.

    Raises:
        UnknownId: No such node, or no checkpoint covers it yet.
        VerifyError: The graph is not the one that was signed; no proof can be made of it.
    """
    named = session.store.find(prefix)
    if named["kind"] in ACTIVITIES:
        run, _, seq = str(named["id"]).rpartition("-")
    else:
        row = session.store.ask("nodes_by_id", ids=[named["id"]])[0]["props"]
        run, seq = str(row["run"]), str(row["seq"])
    return InclusionProof(**prove_inclusion(session.store, log_folder(session.settings.home), run, int(seq)))


def prove_since(session: Session, old: int, new: int = 0) -> GrowthProof:
    """The proof that one checkpoint grew out of another, see ``prove_growth``."""
    return GrowthProof(**prove_growth(session.store, log_folder(session.settings.home), old, new))


def check_file(path: Path, key: str = "") -> ShownInclusion | ShownGrowth | Disproved:
    """Checks a proof without a database.

    Args:
        path: A file of ``foam prove``.
        key: The key to trust, as it was published.

    Returns:
        What it shows.

    Raises:
        UsageError: The file cannot be read or is no proof, or the key is none.
    """
    try:
        text = read_bounded(path, _MOST).decode("utf-8")
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", NextStep(Action.PROVE, "Give a file of")) from None
    except UnicodeDecodeError as fault:
        raise UsageError(
            f"{path} is not UTF-8 at byte {fault.start}", NextStep(Action.PROVE, "Give a file of")
        ) from None
    trusted = VerifierKey.parse(key) if key else None
    proof = read_proof(text)
    try:
        shown = check_proof(proof, trusted)
    except VerifyError as fault:
        return Disproved(ok=False, fault=str(fault))
    result = ShownInclusion if proof["format"] == INCLUSION else ShownGrowth
    return result(**shown, trusted=trusted is not None)
