"""Tools that follow what goes on: runs, challenges and what became of them, whether the chains hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from foam_graph.mcp_server.material import material, own
from foam_graph.mcp_server.tool import MaybeId, Reading

if TYPE_CHECKING:
    from foam_graph.app.contest_status import ChallengeStatus
    from foam_graph.app.foam import Foam
    from foam_graph.app.handles import Run

LISTED = 50
"""Challenges that are listed at once."""


class Runs(Reading):
    """Lists runs and corpora, or tells of one run."""

    name: ClassVar[str] = "runs"
    about: ClassVar[str] = "List the runs, the latest first, and the corpora; or tell how far one run is."

    run: MaybeId = Field("", description="Id of a run, or its beginning; empty = all.")

    def lines(self, foam: Foam) -> Iterator[str]:
        """The runs."""
        if self.run:
            run = foam.run(self.run)
            yield material(_run_told(run), run.question)
            yield own(f"opened {run.opened_at}, last activity {run.at}: {run.step}")
            yield own(f"{run.activities} activities, head {run.head}")
            return
        yield own(f"Corpora: {', '.join(foam.corpora()) or 'none'}")
        runs = foam.runs()
        yield own(f"Runs: {len(runs)}")
        for run in runs:
            yield material(_run_told(run), run.question)


def _run_told(run: Run) -> str:
    if not run.finished:
        return f"Run {run.id}, {run.at[:10]}, no position yet"
    certified = "certified" if run.certified else "not certified"
    return f"Run {run.id}, {run.at[:10]}, position {run.position_id}, version {run.version}, {certified}"


class Contests(Reading):
    """Lists challenges, or tells of one."""

    name: ClassVar[str] = "contests"
    about: ClassVar[str] = "List the challenges, the latest first; or tell what became of one: rulings, outcome, stage."

    challenge: MaybeId = Field("", description="Id of a challenge; empty = all.")
    skip: int = Field(0, ge=0, le=1_000_000, description=f"Pass over so many; {LISTED} are listed at once.")

    def lines(self, foam: Foam) -> Iterator[str]:
        """The challenges."""
        if self.challenge:
            yield from _contest(foam.contest(self.challenge))
            return
        found = foam.contests(skip=self.skip, most=LISTED)
        shown = self.skip + len(found.challenges)
        # Behind the last one nothing is listed, and nothing says how many there are.
        of = f" of {found.total}" if found.challenges else ""
        yield own(f"{len(found.challenges)}{of} challenges, the latest first")
        for one in found.challenges:
            verdict = (
                f"{one.verdict}, by a {'person' if one.by_person else 'machine'}" if one.verdict else "not ruled on"
            )
            led = f", {one.outcome}" if one.outcome else ""
            yield material(f"Challenge {one.id} of run {one.run}, {one.kind}, {verdict}{led}", one.grounds)
        if shown < found.total:
            yield own(f"Older ones: skip={shown}")


def _contest(found: ChallengeStatus) -> Iterator[str]:
    yield own(f"Challenge {found.id} of run {found.run}, {found.kind}, {found.at}")
    yield own(found.stage)
    yield material("Grounds", found.grounds)
    yield material(f"Against {found.target_kind} {found.target}", found.target_text)
    for ruling in found.rulings:
        yield material(f"Ruling: {ruling.verdict}, by a {'person' if ruling.by_person else 'machine'}", ruling.reasons)
    for outcome in found.outcomes:
        yield own(f"Outcome: {outcome.words}. {outcome.touched}")
    for remark in found.remarks:
        yield material("Remark", remark)
    if found.stays_for:
        yield own(f"Stays for {', '.join(found.stays_for)}")
    for one in found.since[:LISTED]:
        yield material(
            f"Since it was lodged {one.sort} {one.id} stands otherwise: {one.after}, was {one.before}", one.text
        )
    if len(found.since) > LISTED:
        yield own(f"and {len(found.since) - LISTED} more")
    if found.after:
        yield own(f"Position before {found.before or 'none'}, after {found.after}")


class Verify(Reading):
    """Verifies chains."""

    name: ClassVar[str] = "verify"
    about: ClassVar[str] = (
        "Re-read the hash chain of a run, or all chains with their checkpoints, and say what does not hold. "
        "It tells whether records were changed, not whether they are right."
    )

    run: MaybeId = Field("", description="Id of a chain, or its beginning; empty = all, which takes longer.")

    def lines(self, foam: Foam) -> Iterator[str]:
        """Whether it holds."""
        found = foam.verify(self.run)
        of = f"Chain {found.run}" if found.run else f"All {len(found.chains or ())} chains"
        yield own(f"{of}: {'everything holds' if found.ok else f'{len(found.faults)} faults'}")
        yield own(f"{found.activities} activities, {found.nodes} nodes, {found.edges} edges read; head {found.head}")
        for fault in found.faults:
            yield material(
                f"Fault {fault.kind}, activity {fault.activity or '-'}, row {fault.row or '-'}", fault.detail
            )
        if found.witness is not None:
            seen = found.witness
            yield own(
                f"{seen.size} activities are under {seen.checkpoints} signed checkpoints, {seen.anchored_size} anchored"
            )
