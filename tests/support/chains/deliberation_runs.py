"""Planted deliberations: a run with an agenda, conclusions and weighings, written down compactly.

``DeliberationOf`` makes a subgraph for the kernel, and the deltas that write the same run through a store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from tests.support.chains.sublation_runs import RunOf

CARE, FISCAL = "care", "fiscal_responsibility"
PANEL = {"left": {CARE: 0.7, FISCAL: 0.3}, "right": {CARE: 0.3, FISCAL: 0.7}, "tied": {CARE: 0.5, FISCAL: 0.5}}


def leaf(issue: str, outcome: str) -> dict[str, Any]:
    return {"issue": issue, "outcome": outcome}


class DeliberationOf(RunOf):
    """A run with an agenda; issues and options are added to it in order."""

    def __init__(
        self,
        perspectives: Mapping[str, Mapping[str, float]] | None = None,
        policies: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        super().__init__(perspectives, policies)
        self.node("agenda", "Agenda")

    def issue(self, name: str, *outcomes: str, given: tuple[str, str] | None = None, **fields: Any) -> str:
        if given:
            fields["given"] = orjson.dumps(given).decode()
        names = list(outcomes or ("stands", "fails"))
        self.node(
            f"I-{name}", "Issue", name=name, outcomes=names, text=f"Which of {names}?", why="It decides.", **fields
        )
        self.edge("HAS_PART", "agenda", f"I-{name}")
        return f"I-{name}"

    def option(self, name: str, condition: object = None) -> str:
        fields = {} if condition is None else {"condition": orjson.dumps(condition).decode()}
        self.node(f"O-{name}", "Option", name=name, text=name, **fields)
        self.edge("HAS_PART", "agenda", f"O-{name}")
        return f"O-{name}"

    def concludes(self, claim: str, issue: str, outcome: str, advocacy: bool = False, **fields: Any) -> str:
        """A claim for an outcome, on a line of its own unless it was written before."""
        if not any(n.id == claim for n in self.nodes):
            self.claim(claim, **fields)
        more = {"advocacy": True} if advocacy else {}
        self.edge("CONCLUDES", claim, f"I-{issue}", outcome=outcome, **more)
        return claim

    def recommends(self, claim: str, issue: str, outcome: str, stance: str = "ann") -> str:
        """A conclusion of a weighing component."""
        self.node(
            claim, "Claim", stance_id=stance, evidence="required",
            syllogism_type="policy_recommendation", component="recommendation",
        )  # fmt: skip
        self.line(claim, f"W-{claim}", f"R-{claim}")
        return self.concludes(claim, issue, outcome)

    def weigh(
        self, id_: str, issue: str, over: str, under: str, reason: str = "direct", by: str = "judge",
        human: bool = False, rests_on: Sequence[str] = (), values: tuple[str, str] | None = None,
    ) -> str:  # fmt: skip
        more = {"value_over": values[0], "value_under": values[1]} if values else {}
        self.node(
            id_, "Weighing", "person" if human else "offline-rules", issue=issue, over=over, under=under,
            reason="value" if values else reason, stance_id="" if human else by, by=by, **more,
        )  # fmt: skip
        for record in rests_on:
            self.edge("RESTS_ON", id_, record)
        return id_

    def rests(self, whole: str, part: str, group: str = "") -> None:
        self.edge("RESTS_ON", whole, part, **({"group": group} if group else {}))


def three_grounds(perspectives: Mapping[str, Mapping[str, float]] | None = None) -> DeliberationOf:
    """The appeal of the worked cases: *upheld* where any ground stands, *reversed* where all fail."""
    run = DeliberationOf(perspectives)
    for n in (1, 2, 3):
        run.issue(f"ground{n}")
    run.option("upheld", {"any": [leaf(f"ground{n}", "stands") for n in (1, 2, 3)]})
    run.option("reversed", {"all": [leaf(f"ground{n}", "fails") for n in (1, 2, 3)]})
    return run
