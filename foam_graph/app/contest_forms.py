"""A challenge as given, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from foam_graph.app.position import Check
from foam_graph.app.result import OPTIONAL, JsonObject, Listing, Result
from foam_graph.contest.relabelled import Relabelled, Standings, relabelled
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.perspectives.library import choose, library
from foam_graph.reasoning.remedies import Remedy, stakeholder_of


@dataclass(frozen=True)
class Challenge:
    """A challenge as given on the command line.

    Attributes:
        target: Id or unique prefix of the challenged node, or the number of a sentence (``5.23``).
        kind: One of the seven kinds.
        grounds: What is wrong.
        evidence: A file, or the id of a sentence or document, or the number of a sentence; empty = none.
        by: Who challenges.
        dry_run: Show blast radius and cost, and write nothing.
        run: The run, for nodes of the library that several runs refer to, and for numbers of sentences.
        reweight: For a normative one, ``VALUE=WEIGHT`` of the challenged perspective.
        rescope: For a normative one, ``jurisdiction=TEXT`` or ``time_horizon=TEXT`` of the challenged perspective.
        add: For a normative one, id of a perspective of the library that should be heard as well.
        stakeholder: For a normative one, ``NAME: WHAT IS AT STAKE`` of somebody left out.
        perspective_file: Where an added perspective is looked for besides the library.
        correction: For a structural one, or one to a node of an imported map: what it should say.
        corpus: Corpus of the newest run, for numbers of sentences where no run is named.
    """

    target: str
    kind: str
    grounds: str
    evidence: str = ""
    by: str = ""
    dry_run: bool = False
    run: str = ""
    reweight: tuple[str, ...] = ()
    rescope: tuple[str, ...] = ()
    add: str = ""
    stakeholder: str = ""
    perspective_file: Path | None = None
    correction: str = ""
    corpus: str = ""

    def remedy(self) -> Remedy:
        """What should follow where it is upheld.

        Raises:
            UnknownId: No such perspective.
            UsageError: A stakeholder without a name or interest.
        """
        added = choose([self.add], library(self.perspective_file))[0] if self.add else None
        named = stakeholder_of(self.stakeholder) if self.stakeholder else None
        return Remedy(self.reweight, self.rescope, added, named, self.correction.strip())


@dataclass(frozen=True)
class Touched(Result):
    """A claim that a challenge may change: its id, and why."""

    claim: str
    why: str


@dataclass(frozen=True)
class Ruled(Result):
    """What was ruled on a challenge.

    Attributes:
        id: Id of the ruling.
        verdict: ``valid``, ``invalid``, ``requires_more_evidence`` …
        upheld: Whether the challenge is right.
        provisional: Whether a machine ruled: a person's ruling comes before it.
        reasons: Why.
        rule: The rule that a machine went by; empty for a person.
    """

    id: str
    verdict: str
    upheld: bool
    provisional: bool
    reasons: str
    rule: str

    @classmethod
    def of(cls, ruling: Node) -> Ruled:
        """What a ruling's node says."""
        return cls(
            id=ruling.id,
            verdict=ruling["verdict"],
            upheld=ruling["verdict"] == "valid",
            provisional=ruling["provisional"],
            reasons=ruling["reasons"],
            rule=ruling["rule"],
        )


@dataclass(frozen=True)
class Changed(Result):
    """Something whose standing a contest changed, or would change, by the kernel.

    Attributes:
        sort: ``claim``, ``issue`` or ``option``; ``statement`` of an imported map.
        id: Id of the claim as it was, or name of the issue or option.
        before: Its standing before.
        after: Its standing after.
        text: What a claim says.
    """

    sort: str
    id: str
    before: str
    after: str
    text: str = ""

    @classmethod
    def listed(cls, changes: Iterable[Relabelled]) -> Listing[Changed]:
        """What the kernel labelled anew, as it is told."""
        return Listing(cls(one.sort, one.id, one.before, one.after, one.text) for one in changes)

    @classmethod
    def since_lodged(cls, lodged: Subgraph, graph: Subgraph, threshold: float, stands: Standings) -> Listing[Changed]:
        """What of a run stands otherwise than before a challenge was lodged, whatever else was ruled since.

        Args:
            lodged: The run as it was before.
            graph: The run as it is.
            threshold: From which rating on a critique counts.
            stands: How everything stands in it.
        """
        return cls.listed(relabelled(graph, Standings.now(lodged, threshold), stands))


@dataclass(frozen=True)
class Contest(Result):
    """What became of a challenge, so far; what does not apply is None.

    Attributes:
        target: What was challenged; None after a ruling alone, as the six below.
        bears_on: The part of the position that the challenge bears on.
        kinds: Kinds of challenge that speak to the target, the likeliest first.
        frontier: Claims that rest on it.
        untouched: How many claims do not: they stay as they are, to the byte.
        estimate: What a repair would cost.
        raised_before: Ids of earlier challenges with the same grounds.
        debate: Of a challenge to a debate or a memory, its chain; the frontier and what is untouched are utterances then.
        map: Of a challenge to an imported map, its chain; the frontier and what is untouched are statements then.
        challenge: Id of the challenge; None for a dry run.
        ruling: The ruling that counts; None before there is one.
        outcome: What the repair came to, in a word.
        position: Id of the position now.
        certified: Whether every check of it holds.
        checks: Its checks.
        revised: New versions by the claim that they supersede.
        withdrawn: Claims that left without a successor.
        cost: What the repair cost.
        changed: What stands otherwise now; for a dry run, what would if the challenge were upheld and nothing else written.
        since: After a person's ruling, what stands otherwise than before the challenge was lodged.
        remarks: What a reader should know of it.
        next: What can be done next, in words.
    """

    target: str | None = field(default=None, metadata=OPTIONAL)
    bears_on: str | None = field(default=None, metadata=OPTIONAL)
    kinds: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    frontier: Listing[Touched] | None = field(default=None, metadata=OPTIONAL)
    untouched: int | None = field(default=None, metadata=OPTIONAL)
    estimate: JsonObject | None = field(default=None, metadata=OPTIONAL)
    raised_before: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    debate: str | None = field(default=None, metadata=OPTIONAL)
    map: str | None = field(default=None, metadata=OPTIONAL)
    challenge: str | None = None
    ruling: Ruled | None = None
    outcome: str | None = field(default=None, metadata=OPTIONAL)
    position: str = ""
    certified: bool | None = field(default=None, metadata=OPTIONAL)
    checks: Listing[Check] | None = field(default=None, metadata=OPTIONAL)
    revised: Mapping[str, str] | None = field(default=None, metadata=OPTIONAL)
    withdrawn: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    cost: JsonObject | None = field(default=None, metadata=OPTIONAL)
    changed: Listing[Changed] | None = field(default=None, metadata=OPTIONAL)
    since: Listing[Changed] | None = field(default=None, metadata=OPTIONAL)
    remarks: tuple[str, ...] = ()
    next: str = ""
