"""Who argues what: each outcome that somebody holds has one author, each option an advocate."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from foam_graph.reasoning.agenda.shown import Agenda

Holdings = Mapping[str, Mapping[str, str]]
"""Stance id to the outcome that it holds on each issue."""


@dataclass
class Share:
    """What one perspective argues.

    Attributes:
        holds: Issues to argue for the outcome that it holds.
        advocates: Issues to argue for an outcome that nobody holds, so that no side is missing.
    """

    holds: list[str] = field(default_factory=list)
    advocates: dict[str, str] = field(default_factory=dict)

    def of(self, issues: Collection[str]) -> Share:
        """What of it is on some issues."""
        holds = [name for name in self.holds if name in issues]
        return Share(holds, {name: outcome for name, outcome in self.advocates.items() if name in issues})

    @property
    def size(self) -> int:
        """How many arguments that is."""
        return len(self.holds) + len(self.advocates)


def share_out(holdings: Holdings, agenda: Agenda, stances: Sequence[str]) -> dict[str, Share]:
    """Shares the issues out.

    An outcome that several hold is argued by the one with least to do, the earlier of equals. What an option needs and
    nobody holds is argued by assignment: by the perspective whose holdings are nearest to that option.

    Args:
        holdings: What each perspective holds.
        agenda: The agenda.
        stances: The perspectives in order.

    Returns:
        Each perspective's share; every outcome of an issue at most once over all of them.
    """
    shares = {stance: Share() for stance in stances}
    for name, issue in agenda.issues.items():
        for outcome in issue["outcomes"]:
            holders = [s for s in stances if holdings.get(s, {}).get(name) == outcome]
            if holders:
                author = min(holders, key=lambda s: (shares[s].size, stances.index(s)))
                shares[author].holds.append(name)
    for name, outcome, ground in _unheld(holdings, agenda):
        free = [s for s in stances if name not in shares[s].advocates] or list(stances)
        near = {s: sum(holdings.get(s, {}).get(i) == o for i, o in ground) for s in free}
        author = min(free, key=lambda s: (-near[s], shares[s].size, stances.index(s)))
        if name not in shares[author].advocates:
            shares[author].advocates[name] = outcome
    return shares


GROUNDS = 2
"""Grounds of an option that nobody holds which get an advocate: its best case is seldom the first that was listed."""


def _unheld(holdings: Holdings, agenda: Agenda) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """What options need and nobody holds: issue, outcome, and the ground that needs it; each once."""
    relied = {(name, issue.get("relied")) for name, issue in agenda.issues.items()}
    held = {(issue, outcome) for found in holdings.values() for issue, outcome in found.items()}
    missing: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for option in agenda.options.values():
        grounds = grounds_of(option.get("condition"))
        if not grounds or any(all(need in held for need in ground) for ground in grounds):
            continue
        # The nearest to being held first; of equals those that the decision under review relied on: somebody meant them.
        nearest = sorted(
            grounds, key=lambda g: (sum(need not in held for need in g), -sum(need in relied for need in g))
        )
        for best in nearest[:GROUNDS]:
            for need in best:
                if need not in held and need[0] in agenda.issues:
                    missing.setdefault(need, best)
    return [(issue, outcome, ground) for (issue, outcome), ground in missing.items()]


def grounds_of(condition: str | None) -> list[list[tuple[str, str]]]:
    """The grounds of an option's condition: any of them is enough, each is (issue, outcome) pairs that it needs."""
    tree = json.loads(condition) if condition else {}
    return [[(n["issue"], n["outcome"]) for n in ground["all"]] for ground in tree.get("any", ())]
