"""Challenges and rulings for programs: each done once under its key, and told with its receipt."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from foam_graph.app.answered_once import Asked, Write, once
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_status import ChallengeStatus, challenge_status, challenges
from foam_graph.app.receipts import challenge_of, receipt_of
from foam_graph.app.result import OPTIONAL, JsonObject, Result, plain_json
from foam_graph.app.session import Session
from foam_graph.errors import ContestError, UsageError
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.challenges import same_person

_LATEST = 50
"""Challenges that are kept in mind: they are ordered by the clock, which may be set back a little."""


@dataclass(frozen=True)
class Contested(Result):
    """A challenge that was lodged or ruled on.

    Attributes:
        receipt: The code that follows it without an account.
        challenge: It, and what became of it so far.
        contest: What it changed and cost; left out where the same was asked for before.
    """

    receipt: str
    challenge: ChallengeStatus
    contest: Contest | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class CounterEvidence:
    """A text that speaks against what is challenged: the name of the document that it becomes, and the text."""

    name: str
    text: str


@dataclass(frozen=True)
class Verdict:
    """A person's ruling as a program hands it over: what it is on, whether that is right, why, by whom, on appeal or not."""

    challenge: str
    uphold: bool
    reason: str
    by: str
    appeal: bool = False


@dataclass
class _Said:
    """What the write itself came to, where it was done now."""

    contest: Contest | None = None

    def ids(self, done: Contest) -> JsonObject:
        self.contest = done
        return {"challenge": done.challenge}


def challenge_once(
    session: Session, wanted: Challenge, evidence: CounterEvidence | None = None, key: str = "", by: str = ""
) -> tuple[Contested, bool]:
    """Lodges a challenge, unless that was done under the same key.

    Args:
        session: The session.
        wanted: The challenge; no dry run.
        evidence: Counter-evidence that is no document yet.
        key: The key; empty = none.
        by: The account that asks.

    Returns:
        What became of it, and whether it was there before.

    Raises:
        KeyReused: The key was used for another challenge.
        FoamError: As ``contesting.challenge`` does.
    """
    if wanted.dry_run:
        raise UsageError("a dry run writes nothing", "Ask for it without a key.")
    _check_evidence(wanted, evidence)
    said = _Said()

    def lodged(_: JsonObject) -> JsonObject:
        with _file_of(wanted, evidence) as whole:
            return said.ids(_challenged(session, whole))

    def found(before: JsonObject) -> JsonObject | None:
        known, total = before["latest"], before["total"]
        more = challenges(session, 0, 1).total - total if isinstance(total, int) else 0
        latest = challenges(session, 0, _LATEST + more).challenges
        ids = [one.id for one in latest if isinstance(known, list) and one.id not in known]
        mine = next((one for one in ids if _is(session, one, wanted)), None)
        return None if mine is None else {"challenge": mine}

    write = Write(
        lambda: _before(session),
        lambda before: _finished(session, found(before)),
        lodged,
    )
    given = {name: plain_json(value) for name, value in asdict(wanted).items()}
    given["document"] = None if evidence is None else [evidence.name, evidence.text]
    answered = once(session, Asked("challenge", given, key, by), write)
    return _told(session, str(answered.ids["challenge"]), said), answered.again


def rule_once(session: Session, given: Verdict, key: str = "", by: str = "") -> tuple[Contested, bool]:
    """Rules on a challenge as a person, unless that was done under the same key.

    Args:
        session: The session.
        given: The ruling.
        key: The key; empty = none.
        by: The account that asks.

    Returns:
        What became of the challenge, and whether it was ruled so before.

    Raises:
        KeyReused: The key was used for another ruling.
        FoamError: As ``contest_rulings.rule`` does.
    """
    said = _Said()
    about = session.store.find(given.challenge, ("Challenge",))
    run, lodged = str(about["run"]), str(about["id"])
    if same_person(str(session.store.subgraph(run)[lodged].get("by") or ""), given.by):
        raise ContestError("nobody rules on their own challenge", "Let somebody else rule on it.")

    def rulings() -> list[Node]:
        return session.store.subgraph(run).into(lodged, "DECIDES")

    def found(before: JsonObject) -> JsonObject | None:
        known = before["rulings"]
        new = [one for one in rulings() if isinstance(known, list) and one.id not in known and one["human"]]
        verdict = "valid" if given.uphold else "invalid"
        mine = [one for one in new if one["verdict"] == verdict and one["reasons"] == given.reason.strip()]
        return {"challenge": lodged} if any(one.get("by") == given.by.strip() for one in mine) else None

    write = Write(
        lambda: {"rulings": [one.id for one in rulings()]},
        lambda before: _finished(session, found(before)),
        lambda _: said.ids(_ruled(session, given)),
    )
    answered = once(session, Asked("ruling", _plain(given), key, by), write)
    return _told(session, lodged, said), answered.again


def _challenged(session: Session, wanted: Challenge) -> Contest:
    from foam_graph.app.contesting import challenge  # with it come the whole of a run's rules: a server starts without

    return challenge(session, wanted)


def _ruled(session: Session, given: Verdict) -> Contest:
    from foam_graph.app.contest_rulings import rule

    return rule(session, given.challenge, given.uphold, given.reason, given.by, given.appeal)


def _taken_up(session: Session, run: str) -> None:
    from foam_graph.app.contest_rulings import take_up

    take_up(session, run)


def withdraw_once(
    session: Session, receipt: str, reason: str = "", key: str = "", by: str = ""
) -> tuple[Contested, bool]:
    """Takes a challenge back for whoever holds its receipt, unless that was done under the same key.

    Args:
        session: The session.
        receipt: The code of the challenge.
        reason: Why.
        key: The key; empty = none.
        by: The account that asks.

    Returns:
        What became of the challenge, and whether it was withdrawn before.

    Raises:
        UnknownId: It is no receipt of this installation.
        ContestError: A person has ruled on it, or it was withdrawn already.
    """
    said = _Said()
    lodged = challenge_of(session, receipt)

    def gone() -> bool:
        return challenge_status(session, lodged, compared=False).ruled == "withdrawn"

    def done(_: JsonObject) -> JsonObject:
        if gone():
            raise ContestError("the challenge was withdrawn already", "It stays on record.")
        return said.ids(_withdrawn(session, lodged, reason))

    write = Write(
        dict,
        lambda _: _finished(session, {"challenge": lodged} if gone() else None),
        done,
    )
    answered = once(session, Asked("withdrawal", {"challenge": lodged, "reason": reason}, key, by), write)
    return _told(session, lodged, said), answered.again


def _withdrawn(session: Session, lodged: str, reason: str) -> Contest:
    from foam_graph.app.contest_rulings import withdraw

    return withdraw(session, lodged, reason)


def _plain(given: Verdict) -> JsonObject:
    """A ruling as JSON."""
    return {name: plain_json(value) for name, value in asdict(given).items()}


def foreseen(session: Session, wanted: Challenge) -> Contest:
    """What a challenge would touch and cost; nothing is written.

    Raises:
        FoamError: As ``contesting.challenge`` does.
    """
    _check_evidence(wanted, None)
    return _challenged(session, replace(wanted, dry_run=True))


def _check_evidence(wanted: Challenge, evidence: CounterEvidence | None) -> None:
    """Lets no program name a file of this machine."""
    if evidence is not None and wanted.evidence:
        raise UsageError("give one of the two: evidence that is there, or a new document", "Leave the other out.")
    if wanted.evidence and ("/" in wanted.evidence or "\\" in wanted.evidence or Path(wanted.evidence).exists()):
        raise UsageError("the evidence is no id of a sentence, record or document", "Send a new one as `document`.")


@contextmanager
def _file_of(wanted: Challenge, evidence: CounterEvidence | None) -> Iterator[Challenge]:
    """A challenge with its counter-evidence in a file, as the use case takes it."""
    if evidence is None:
        yield wanted
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(evidence.name).name
        path.write_text(evidence.text, encoding="utf-8", errors="replace")
        yield replace(wanted, evidence=str(path))


def _before(session: Session) -> JsonObject:
    there = challenges(session, 0, _LATEST)
    return {"total": there.total, "latest": [one.id for one in there.challenges]}


def _is(session: Session, lodged: str, wanted: Challenge) -> bool:
    """Whether a challenge says what is wanted."""
    status = challenge_status(session, lodged, compared=False)
    node = session.store.subgraph(status.run)[lodged]
    said = (node["kind"], status.grounds, str(node.get("by", "")))
    target = str(session.store.find(wanted.target)["id"])
    return said == (wanted.kind, " ".join(wanted.grounds.split()), wanted.by) and status.target == target


def _finished(session: Session, ids: JsonObject | None) -> JsonObject | None:
    """What was found, its repair finished where that was cut short."""
    if ids is not None:
        _taken_up(session, str(session.store.find(str(ids["challenge"]), ("Challenge",))["run"]))
    return ids


def _told(session: Session, lodged: str, said: _Said) -> Contested:
    return Contested(receipt_of(session, lodged), challenge_status(session, lodged), said.contest)
