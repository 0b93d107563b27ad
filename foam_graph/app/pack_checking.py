"""Governance packs that came from anywhere: checked as the verifier inside them does it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import Result
from foam_graph.errors import UsageError
from foam_graph.exchange.packs import pack_verifier


@dataclass(frozen=True)
class PackFault(Result):
    """Something of a pack that does not hold.

    Attributes:
        part: The file that it is in.
        where: The byte, line or id.
        detail: What is wrong there.
    """

    part: str
    where: str
    detail: str


@dataclass(frozen=True)
class _Proven(Result):
    """A node of a pack under the signed root.

    Attributes:
        id: Its id.
        activity: The activity that wrote it.
        index: The leaf of that activity; -1 where no proof leads to it.
    """

    id: str
    activity: str
    index: int


@dataclass(frozen=True)
class PackSentence(_Proven):
    """A sentence that a record quotes.

    Attributes:
        document: Id of its document.
        start: First character.
        end: One past the last.
        text: What it says; None where it was erased.
    """

    document: str
    start: int
    end: int
    text: str | None


@dataclass(frozen=True)
class PackRecord(_Proven):
    """A record that a claim rests on.

    Attributes:
        quotation: Its quotation; None where it was erased.
        sentences: The sentences that it quotes.
    """

    quotation: str | None
    sentences: tuple[PackSentence, ...]


@dataclass(frozen=True)
class PackClaim(_Proven):
    """A claim of a pack, down to its sentences.

    Attributes:
        text: What it says; None where it was erased.
        records: The records that it rests on.
    """

    text: str | None
    records: tuple[PackRecord, ...]


@dataclass(frozen=True)
class CheckedPack(Result):
    """What checking a pack found.

    Attributes:
        ok: Whether everything holds.
        faults: What does not.
        files: How many files it has.
        activities: How many activities.
        size: Activities under the checkpoint.
        root: Root of the checkpoint, hex; empty where it is not signed.
        time: When it was signed; empty where it is not.
        key: The key it was checked with.
        trusted: Whether that key was given, and not taken from the pack itself.
        claims: The claims that were asked for.
    """

    ok: bool
    faults: tuple[PackFault, ...]
    files: int
    activities: int
    size: int
    root: str
    time: str
    key: str
    trusted: bool
    claims: tuple[PackClaim, ...]


def verify_pack(path: Path, key: str = "", claim: str = "") -> CheckedPack:
    """Checks a pack, zipped or unpacked, as the verifier inside does; see ``pack_verifier.verify``.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        verified = pack_verifier.verify(path, key, claim)
    except OSError as fault:
        raise UsageError(
            f"{path} cannot be read: {fault.strerror}", NextStep(Action.EXPORT_PACK, "Give a file of")
        ) from None
    # The verifier is one file without imports of ours, so it speaks in plain data.
    for row in verified["claims"]:
        for record in row["records"]:
            record["sentences"] = tuple(PackSentence(**sentence) for sentence in record["sentences"])
        row["records"] = tuple(PackRecord(**record) for record in row["records"])
    verified["claims"] = tuple(PackClaim(**row) for row in verified["claims"])
    verified["faults"] = tuple(PackFault(**fault) for fault in verified["faults"])
    return CheckedPack(**verified)


def lines(checked: CheckedPack) -> list[str]:
    """What ``verify_pack`` found, as lines."""
    return list(pack_verifier.told(checked.as_json(), whole=False))
