"""The one tool that writes: a challenge. It exists only where the operator asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import AfterValidator, Field

from foam_graph.app.contest_status import KINDS_TOLD
from foam_graph.mcp_server.material import material, own
from foam_graph.mcp_server.tool import Id, Tool

if TYPE_CHECKING:
    from foam_graph.app.foam import Foam

_SHOWN = 50
"""Most changes that are listed of each sort."""


def _known(kind: str) -> str:
    if kind not in KINDS_TOLD:
        raise ValueError(f"choose one of {', '.join(KINDS_TOLD)}")
    return kind


class Challenge(Tool):
    """Challenges one part of a position."""

    name: ClassVar[str] = "challenge"
    about: ClassVar[str] = (
        "Challenge one part of a position. It is recorded for good, ruled on provisionally by a machine, and what it "
        "fells is repaired; a person may rule otherwise. preview=true writes nothing and says what it would touch."
    )
    writes: ClassVar[bool] = True

    target: Id = Field(description="Id of a claim, its evidence, an objection …")
    kind: Annotated[str, AfterValidator(_known)] = Field(json_schema_extra={"enum": list(KINDS_TOLD)})
    grounds: str = Field(min_length=1, max_length=20_000, description="What is wrong, and why.")
    by: str = Field("", max_length=200, description="Name of the person who challenges.")
    correction: str = Field(
        "", max_length=20_000, description="Issue, option or agenda (structural), imported map: what it should say."
    )
    preview: bool = False

    def lines(self, foam: Foam) -> Iterator[str]:
        """What became of it."""
        # Never `evidence`: it would be read as a path of this machine.
        done = foam.challenge(
            self.target,
            kind=self.kind,
            grounds=self.grounds,
            by=self.by,
            dry_run=self.preview,
            correction=self.correction,
        )
        if self.preview:
            yield own("Preview: nothing was written")
        else:
            yield own(f"Challenge {done.challenge} is recorded; follow it with contests")
        if done.ruling is not None:
            yield material(
                f"Ruling {done.ruling.verdict}, {'provisional' * done.ruling.provisional}", done.ruling.reasons
            )
        if done.outcome:
            yield own(f"Outcome: {done.outcome}" + f"; position {done.position}" * bool(done.position))
        frontier = done.frontier or ()
        parts = "utterance" if done.debate else "statement" if done.map else "claim"
        yield own(f"{len(frontier)} {parts}s rest on it, {done.untouched or 0} do not")
        for touched in frontier[:_SHOWN]:
            yield own(f"{parts} {touched.claim}: {touched.why}", 1)
        for changed in (done.changed or ())[:_SHOWN]:
            verb = "would stand" if self.preview else "stands"
            yield material(f"{changed.sort} {changed.id} {verb} {changed.after}, was {changed.before}", changed.text, 1)
        for changed in (done.since or ())[:_SHOWN]:
            told = f"{changed.sort} {changed.id} stands otherwise since the challenge was lodged"
            yield material(f"{told}: {changed.after}, was {changed.before}", changed.text, 1)
        if self.preview and done.estimate:
            yield own("Cost of a repair: " + ", ".join(f"{name} {value}" for name, value in done.estimate.items()))
        for remark in done.remarks:
            yield material("Remark", remark)
