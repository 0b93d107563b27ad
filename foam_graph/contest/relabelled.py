"""What a challenge changes by the kernel's own account: claims, issues and options whose standing becomes another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.sublation import Sublation, sublate

Sort = Literal["claim", "issue", "option"]
_RANK = {"core": 4, "conditional": 3, "contested": 2, "dissent": 1, "unsupported": 0}


@dataclass(frozen=True)
class Relabelled:
    """Something whose standing became another one.

    Attributes:
        sort: Claim, issue or option.
        id: Id of the claim as it was, or name of the issue or option.
        before: Its standing before.
        after: Its standing after; of a claim without a successor, ``withdrawn``.
        text: What it says.
    """

    sort: Sort
    id: str
    before: str
    after: str
    text: str = ""


@dataclass(frozen=True)
class Standings:
    """How everything stands: class by claim, end by issue, status by option."""

    claims: Mapping[str, str]
    issues: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Sublation) -> Standings:
        """The standings of a sublation."""
        return cls(
            {id_: one.class_ for id_, one in found.claims.items()},
            {name: one.end for name, one in found.issues.items()},
            {name: one.status for name, one in found.answers.items()},
        )

    @classmethod
    def now(cls, graph: Subgraph, threshold: float) -> Standings:
        """The standings of a run; without an agenda those that were written last, which need no computing."""
        if agenda_of(graph) is not None:
            return cls.of(sublate(graph, threshold))
        return cls({claim: str(node["class"]) for claim, node in standings(graph).items()})


def relabelled(graph: Subgraph, before: Standings, after: Standings) -> list[Relabelled]:
    """What differs, claims in the order of the chain; one that was revised is compared with its newest version.

    Args:
        graph: The run, with everything that either knows.
        before: Standings before.
        after: Standings after.
    """
    found: list[Relabelled] = []
    for claim, was in before.claims.items():
        now = after.claims.get(graph.newest(claim).id, "withdrawn")
        if now != was:
            found.append(Relabelled("claim", claim, was, now, str(graph[claim].get("text", ""))))
    for sort, old, new in (("issue", before.issues, after.issues), ("option", before.options, after.options)):
        found += [
            Relabelled(sort, name, was, new.get(name, "withdrawn"))  # type: ignore[arg-type]
            for name, was in old.items()
            if new.get(name, "withdrawn") != was
        ]
    return found


def fallen(changes: list[Relabelled]) -> list[Relabelled]:
    """The claims among some changes that stand less well than before."""
    return [one for one in changes if one.sort == "claim" and _RANK.get(one.after, -1) < _RANK.get(one.before, -1)]
