"""What differs between two positions of a run, or between two runs, as a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from foam_graph.app.result import FILLED, HIDDEN, JsonValue, Listing, Result, named

RowT = TypeVar("RowT", bound=Result)
ChangeT = TypeVar("ChangeT", bound=Result)


@dataclass(frozen=True)
class Replaced(Result):
    """An issue, option, claim, record or warrant and the version that took its place.

    Attributes:
        kind: Which of these.
        old: Id of the version before.
        new: Id of the version after; the same where only what it stands on changed.
        before: Its text then, as a reader sees it.
        after: Its text now.
    """

    kind: str
    old: str
    new: str
    before: str
    after: str


@dataclass(frozen=True)
class Mentioned(Result):
    """An issue, option, claim, record or warrant that only one of two positions has: its kind, its id, its text.

    Attributes:
        kind: Which of these.
        id: Its id.
        text: Its text; of what was taken back with the ruling and the challenge.
        challenge: Of what was taken back, the challenge.
        linked: The text where the challenge is linked, so that it need not be named.
    """

    kind: str
    id: str
    text: str
    challenge: str = field(default="", metadata=HIDDEN)
    linked: str = field(default="", metadata=HIDDEN)


@dataclass(frozen=True)
class StandingChange(Result):
    """A claim whose standing became another: its id, its class before and after."""

    claim: str
    before: str
    after: str


@dataclass(frozen=True)
class PositionsDiff(Result):
    """What differs between two positions of a run.

    Attributes:
        of: ``positions``.
        a: Id of the first position.
        b: Id of the second.
        same: How many issues, options, claims, records and warrants are the same to the byte.
        changed: Those that a new version took the place of.
        added: Those that only the second has.
        removed: Those that only the first has.
        standings: Claims in both whose standing became another.
        taken_back: What the first still asserted (claims, evidence, reasons, findings, calculations, applications of rules, weighings)
            and a ruling has taken back since, without a new version in its place: each with that ruling.
    """

    of: Literal["positions"]
    a: str
    b: str
    same: int
    changed: Listing[Replaced]
    added: Listing[Mentioned]
    removed: Listing[Mentioned]
    standings: Listing[StandingChange]
    taken_back: Listing[Mentioned] = field(default=Listing(()), metadata=FILLED)


@dataclass(frozen=True)
class ScoredCandidate(Result):
    """A draft for a slot, whose it was, and how it scored."""

    leaf: str
    stance_id: str
    text: str
    score: float


@dataclass(frozen=True)
class CandidateChange(Result):
    """A draft that both runs have, and its score in each."""

    leaf: str
    stance_id: str
    text: str
    a: float
    b: float


@dataclass(frozen=True)
class BranchChoice(Result):
    """A choice between branches of the template: what was chosen, and the votes as JSON."""

    branch: str
    children: tuple[str, ...]
    votes: str


@dataclass(frozen=True)
class ChoiceChange(Result):
    """A choice that both runs made, the first one's votes, and what each run chose."""

    branch: str
    votes: str
    a: tuple[str, ...]
    b: tuple[str, ...]


@dataclass(frozen=True)
class ClassedClaim(Result):
    """A claim of a run: its slot, whose it is, its words, its class and where it holds."""

    leaf: str
    stance_id: str
    text: str
    class_: str = field(metadata=named("class"))
    condition: str


@dataclass(frozen=True)
class ClaimChange(Result):
    """A claim that both runs make, where it holds in the first, and its class in each."""

    leaf: str
    stance_id: str
    text: str
    condition: str
    a: str
    b: str


@dataclass(frozen=True)
class Compared(Result, Generic[RowT, ChangeT]):
    """Rows of two runs side by side.

    Attributes:
        same: How many are in both with the same outcome.
        changed: Those in both with another outcome.
        only_a: Those of the first alone.
        only_b: Those of the second alone.
    """

    same: int
    changed: Listing[ChangeT]
    only_a: Listing[RowT]
    only_b: Listing[RowT]


@dataclass(frozen=True)
class RunsDiff(Result):
    """What differs between two runs.

    Attributes:
        of: ``runs``.
        a: Id of the first run.
        b: Id of the second.
        parameters: What they began with and differs: both values by name.
        candidates: Drafts by slot.
        choices: Choices between branches of the template.
        claims: Claims by slot.
    """

    of: Literal["runs"]
    a: str
    b: str
    parameters: Mapping[str, tuple[JsonValue, JsonValue]]
    candidates: Compared[ScoredCandidate, CandidateChange]
    choices: Compared[BranchChoice, ChoiceChange]
    claims: Compared[ClassedClaim, ClaimChange]
