"""Proofs as files: that one activity, with all it wrote, is under a signed checkpoint; that one checkpoint grew out of another.

A proof needs no database and nothing of this installation but the key that it published (RFC 6962, 2.1; C2SP tlog-proof).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.errors import NewerForm, UnknownId, UsageError, VerifyError
from foam_graph.exchange.journal.journal import journal_line, parsed
from foam_graph.model.canonical import canonical
from foam_graph.proofs.folder import LogFolder
from foam_graph.proofs.merkle import consistency_proof, consistent, includes, inclusion_proofs
from foam_graph.proofs.note import VerifierKey, decoded, opened
from foam_graph.store.chain.chain_check import ChainCheck
from foam_graph.store.ledger.checkpoints import Stored, leaf_of, leaves_of, stored_checkpoints
from foam_graph.store.ledger.verification import read_event
from foam_graph.store.store import Store

INCLUSION, CONSISTENCY = "foam-graph/inclusion-proof/1", "foam-graph/consistency-proof/1"


def prove_inclusion(store: Store, folder: LogFolder, run: str, seq: int) -> dict[str, Any]:
    """The proof that an activity is under the newest checkpoint.

    Args:
        store: The graph.
        folder: The log's key.
        run: Chain id.
        seq: Place of the activity.

    Raises:
        UnknownId: No such activity, or no checkpoint covers it yet.
        VerifyError: The graph is not the one that was signed; no proof can be made of it.
    """
    proven = prove_many(store, folder, [(run, seq)])
    proof = proven.paths[run, seq]
    event = journal_line(run, read_event(store, run, seq))
    found = {
        "format": INCLUSION,
        "event": event,
        "index": proof[0],
        "size": proven.size,
        "path": list(proof[1]),
        "checkpoint": proven.note,
        "key": str(proven.key),
    }
    check_proof(found, proven.key)
    return found


@dataclass(frozen=True)
class Proven:
    """Activities under one checkpoint.

    Attributes:
        note: The signed note of the newest checkpoint.
        size: Leaves of its tree.
        key: The key that signed it.
        paths: By chain and seq, the place of the leaf and the steps of its path in base64.
    """

    note: str
    size: int
    key: VerifierKey
    paths: dict[tuple[str, int], tuple[int, tuple[str, ...]]]


def prove_many(store: Store, folder: LogFolder, wanted: Collection[tuple[str, int]]) -> Proven:
    """Paths of several activities to the root of the newest checkpoint.

    Args:
        store: The graph.
        folder: The log's key.
        wanted: Chain and seq of each.

    Raises:
        UnknownId: No such activity, or no checkpoint covers it yet.
        VerifyError: The graph is not the one that was signed; no proof can be made of it.
    """
    past, key = _signed(store, folder)
    size = past[-1].size
    leaves: list[bytes] = []
    places: dict[tuple[str, int], int] = {}
    asked = set(wanted)
    for stored in past:
        for batch in stored.batches:
            for place, hash_ in leaves_of(store, batch):
                if (batch.run, place) in asked:
                    places[batch.run, place] = len(leaves)
                leaves.append(leaf_of(batch.run, place, hash_))
    for run, seq in sorted(asked - places.keys()):
        raise UnknownId(
            f"no checkpoint covers activity {seq} of {run} yet", NextStep(Action.CHECKPOINT, "Make one with")
        )
    if len(leaves) != size:
        raise VerifyError(
            f"the graph has {len(leaves)} of the {size} activities under it",
            NextStep(Action.VERIFY, "See what does not hold with"),
        )
    paths = inclusion_proofs(leaves, places.values())
    steps = {one: (index, tuple(map(_text, paths[index]))) for one, index in places.items()}
    return Proven(past[-1].note, size, key, steps)


def prove_growth(store: Store, folder: LogFolder, old: int, new: int = 0) -> dict[str, Any]:
    """The proof that one checkpoint's tree is a beginning of another's.

    Args:
        store: The graph.
        folder: The log's key.
        old: Number of the older checkpoint.
        new: Number of the newer one; 0 = the newest.

    Raises:
        UnknownId: There is no such checkpoint.
        VerifyError: The graph is not the one that was signed.
    """
    past, key = _signed(store, folder)
    newer = new or len(past)
    if not 1 <= old <= newer <= len(past):
        raise UnknownId(f"there are no checkpoints {old} and {newer}", f"Use numbers from 1 to {len(past)}.")
    upto = past[newer - 1]
    leaves = [
        leaf_of(b.run, seq, hash_)
        for stored in past[:newer]
        for b in stored.batches
        for seq, hash_ in leaves_of(store, b)
    ]
    if len(leaves) != upto.size:
        raise VerifyError(
            f"the graph has {len(leaves)} of the {upto.size} activities under it",
            NextStep(Action.VERIFY, "See what does not hold with"),
        )
    found = {
        "format": CONSISTENCY,
        "old": past[old - 1].note,
        "new": upto.note,
        "path": [_text(step) for step in consistency_proof(leaves, past[old - 1].size)],
        "key": str(key),
    }
    check_proof(found, key)
    return found


def _signed(store: Store, folder: LogFolder) -> tuple[list[Stored], VerifierKey]:
    past, key = stored_checkpoints(store), folder.verifier_key()
    if not past or key is None:
        raise UnknownId("there is no checkpoint yet", NextStep(Action.CHECKPOINT, "Make one with"))
    return past, key


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def read_proof(text: str) -> dict[str, Any]:
    """A proof from its file.

    Raises:
        UsageError: It is no proof.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UsageError(f"the proof is no JSON: {fault}", NextStep(Action.PROVE, "Give a file of")) from None
    if not isinstance(data, dict) or data.get("format") not in (INCLUSION, CONSISTENCY):
        raise UsageError(
            f"the file is no proof of the format {INCLUSION} or {CONSISTENCY}", NextStep(Action.PROVE, "Give one of")
        )
    return data


def check_proof(data: Mapping[str, Any], key: VerifierKey | None = None) -> dict[str, Any]:
    """Checks a proof step by step: event, leaf, path, signature.

    Args:
        data: The proof.
        key: The key to trust, as it was published elsewhere; the proof's own where none is given, and then it shows
            only that the proof agrees with itself.

    Returns:
        What it shows.

    Raises:
        VerifyError: It does not hold; the message names the step.
    """
    try:
        trusted = key or VerifierKey.parse(str(data["key"]))
        path = [decoded(str(step)) for step in data["path"]]
        return _inclusion(data, trusted, path) if data["format"] == INCLUSION else _consistency(data, trusted, path)
    except (KeyError, TypeError, ValueError, RecursionError) as fault:
        raise VerifyError(
            f"the proof lacks or garbles a part: {type(fault).__name__} {fault}", "Get it anew."
        ) from None


def _inclusion(data: Mapping[str, Any], key: VerifierKey, path: list[bytes]) -> dict[str, Any]:
    event = parsed(canonical(data["event"]).decode())
    if isinstance(event, str) or event.props is None:
        raise VerifyError(f"the event {event if isinstance(event, str) else ''}", "The proof's event was changed.")
    run, seq, hash_ = str(event.props["run"]), int(event.props["seq"]), str(event.props["hash"])
    check = ChainCheck(run, automatic=False, first=seq, head=str(event.props["prev_hash"]))
    check.event(event)
    faults = [fault for fault in check.result().faults if fault.kind != "erased"]
    if faults and faults[0].kind == "unknown_form":
        raise NewerForm(f"the event {faults[0].activity} {faults[0].detail}", "Update foam-graph.")
    if faults:
        where = " ".join(part for part in (faults[0].activity, faults[0].row) if part)
        raise VerifyError(
            f"the event does not hold: {where} {faults[0].detail}", "It was changed after it was written."
        )
    checkpoint = opened(str(data["checkpoint"]), key)
    index, size = data["index"], data["size"]
    if type(index) is not int or type(size) is not int:
        raise VerifyError(f"index and size are {index!r} and {size!r}, not whole numbers", "Get it anew.")
    if checkpoint.size != size or not includes(checkpoint.root, size, index, leaf_of(run, seq, hash_), path):
        raise VerifyError(
            f"the path does not lead from activity {seq} of {run} to the root of {checkpoint.size} leaves",
            "The event, the path or the checkpoint is of another log.",
        )
    return {
        "ok": True,
        "activity": str(event.props["id"]),
        "artifacts": [str(node["id"]) for _, node in event.nodes],
        "index": index,
        "size": size,
        "time": checkpoint.time,
        "key": str(key),
    }


def _consistency(data: Mapping[str, Any], key: VerifierKey, path: list[bytes]) -> dict[str, Any]:
    old, new = opened(str(data["old"]), key), opened(str(data["new"]), key)
    if not consistent(old.root, old.size, new.root, new.size, path):
        raise VerifyError(
            f"the tree of {old.size} leaves is no beginning of that of {new.size}",
            "History was rewritten between them.",
        )
    return {"ok": True, "old": old.size, "new": new.size, "since": old.time, "time": new.time, "key": str(key)}
