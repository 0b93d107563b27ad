"""Challenges and rulings that are worked out in the background, with their receipt as soon as they are recorded."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from foam_graph.app import contest_rulings, contesting
from foam_graph.app.at_work.job import Job
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.receipts import receipt_of
from foam_graph.app.session import Session
from foam_graph.app.uploads import Upload
from foam_graph.errors import ContestError, UsageError
from foam_graph.reasoning.challenges import same_person

PATIENCE = 20.0
"""Seconds that whoever challenges or rules waits for it to be worked out, before the page says that it goes on."""


@dataclass(frozen=True)
class RulingForm:
    """A ruling as a form gives it.

    Attributes:
        challenge: Id of the challenge.
        uphold: Whether it is right.
        reason: Why.
        by: Who rules.
        appeal: Whether this decides an appeal against a person's earlier ruling.
    """

    challenge: str
    uphold: bool
    reason: str
    by: str
    appeal: bool = False


def lodge(jobs: Jobs, wanted: Challenge, upload: Upload | None = None) -> Job:
    """Has a challenge lodged, ruled on provisionally and carried out; leads to its receipt once it is recorded.

    Args:
        jobs: Where it is worked out.
        wanted: The challenge; its evidence comes from the upload alone.
        upload: A file of counter-evidence; its folder is taken away at the end.

    Raises:
        UsageError: More than one file was given. Nothing was written.
        EnvironmentFault: Too many things wait for their turn. Nothing was written.
    """
    given = replace(wanted, evidence=str(upload.only()) if upload is not None and upload.files else "")

    def work(own: Session, job: Job) -> Contest:
        try:
            found = contesting.challenge(own, given, lambda challenge: job.lead_to(receipt_of(own, challenge)))
        finally:
            if upload is not None:
                upload.remove()
        job.lead_to(receipt_of(own, found.challenge or ""))
        return found

    return jobs.start(_code(), "challenge", "A challenge", work)


def rule(session: Session, jobs: Jobs, form: RulingForm) -> Job:
    """Has a person's ruling recorded and carried out.

    Args:
        session: The session of whoever rules.
        jobs: Where it is carried out.
        form: The ruling.

    Raises:
        UnknownId: No such challenge.
        UsageError: No reason or no name.
        ContestError: Whoever rules raised it.
    """
    if not form.reason.strip() or not form.by.strip():
        raise UsageError("a ruling needs a reason and a name", "Say why, and who rules.")
    found = str(session.store.find(form.challenge, ("Challenge",))["id"])
    raised = session.store.ask("show_node", id=found)[0]["props"]
    if same_person(str(raised.get("by") or ""), form.by):
        raise ContestError("nobody rules on their own challenge", "Let somebody else rule on it.")

    def work(own: Session, job: Job) -> Contest:
        done = contest_rulings.rule(own, found, form.uphold, form.reason, form.by, form.appeal)
        job.lead_to(found)
        return done

    return jobs.start(_code(), "ruling", "A ruling on a challenge", work)


def withdraw(jobs: Jobs, challenge: str, reason: str = "") -> Job:
    """Has a challenge taken back by whoever raised it, whose receipt was shown.

    Args:
        jobs: Where it is carried out.
        challenge: Its id.
        reason: Why.
    """

    def work(own: Session, job: Job) -> Contest:
        done = contest_rulings.withdraw(own, challenge, reason)
        job.lead_to(challenge)
        return done

    return jobs.start(_code(), "ruling", "A challenge is withdrawn", work)


def _code() -> str:
    """A name that cannot be guessed: a receipt stands behind it."""
    return f"w{secrets.token_hex(12)}"
