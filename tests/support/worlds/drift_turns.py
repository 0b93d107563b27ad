"""Eighty turns of perspectives, half of which leave what was declared, with the reason: what judges of drift are held against."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

import yaml

from foam_graph.reasoning.perspectives.constraints import SourceUse, TurnFacts, drift
from foam_graph.reasoning.perspectives.library import Perspective, build
from tests.support.shared_data import ROOT

FOLDER = ROOT / "tests" / "worlds" / "drift"
ON = date(2026, 1, 1)
"""Date against which the age of sources counts."""


@dataclass(frozen=True)
class DriftTurn:
    """One turn.

    Attributes:
        perspective: Who wrote it.
        text: What it says.
        facts: What metadata show of it.
        violates: What it does not keep: ``scope``, a predicate, ``value_priorities``; empty for nothing.
        why: The reason of the label.
    """

    perspective: Perspective
    text: str
    facts: TurnFacts
    violates: str
    why: str

    @property
    def caught(self) -> bool:
        """Whether the constraint predicates say that it leaves its perspective."""
        return bool(drift(self.perspective, self.facts).violated)


def drift_turns() -> list[DriftTurn]:
    """All turns, in order."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        world = yaml.safe_load(path.read_text(encoding="utf-8"))
        who = _perspective(world["perspective"])
        found += [DriftTurn(who, t["text"], _facts(t), t["violates"], t["why"]) for t in world["turns"]]
    return found


def _perspective(card: dict[str, Any]) -> Perspective:
    rules = {one["predicate"]: one for one in card["constraints"]}
    policy: dict[str, Any] = {"source_classes": card["classes"], "independent_sources": 1}
    if "min_independent_sources" in rules:
        policy["independent_sources"] = rules["min_independent_sources"]["number"]
    if "max_source_age_years" in rules:
        policy["max_age_years"] = rules["max_source_age_years"]["number"]
    return build(
        {
            "stance_id": card["stance_id"],
            "role_label": card["role_label"],
            "domain": "general",
            "epistemic_axes": [{"name": "empirical", "value": 0.5, "rationale": "Records first."}],
            "evidence_policy": policy,
            "value_priorities": card["values"],
            "scope_limits": {"jurisdiction": card["jurisdiction"], "time_horizon": card["time_horizon"]},
            "coherence_constraints": card["constraints"],
            "disclosure_text": "It speaks for a labelled set. It declares what it keeps to.",
            "point": {"impact_framework": "ethics_of_care"},
        }
    )


def _facts(turn: dict[str, Any]) -> TurnFacts:
    sources = [
        SourceUse(document=f"d{n}", source_class=one["class"], date=one["date"])
        for n, one in enumerate(turn["sources"], 1)
    ]
    return TurnFacts(
        on=ON,
        sources=tuple(sources),
        flagged=frozenset(turn.get("flagged", ())),
        values_asserted=tuple(turn["values"]),
        values_against=tuple(turn.get("against", ())),
        names_uncertainty=turn["qualifier"],
        sentences=(turn["text"],),
    )


@dataclass(frozen=True)
class DriftScore:
    """How a judge of drift does.

    Attributes:
        caught: Violations found, by kind.
        planted: Violations that there are, by kind.
        false: Turns that keep to what was declared, called drift.
    """

    caught: Counter[str]
    planted: Counter[str]
    false: int

    @property
    def precision(self) -> float:
        """Share of what was called drift that is."""
        return self.caught.total() / (self.caught.total() + self.false)

    @property
    def recall(self) -> float:
        """Share of drift that was found."""
        return self.caught.total() / self.planted.total()


def predicates_scored() -> DriftScore:
    """The constraint predicates alone, which see metadata and a few plain cues in words."""
    turns = drift_turns()
    planted = Counter(one.violates for one in turns if one.violates)
    caught = Counter(one.violates for one in turns if one.violates and one.caught)
    return DriftScore(caught, planted, sum(one.caught for one in turns if not one.violates))


if __name__ == "__main__":
    found = predicates_scored()
    for kind, count in sorted(found.planted.items()):
        print(f"{kind:26} {found.caught[kind]} of {count}")
    print(f"called drift without being it: {found.false}; precision {found.precision:.2f}, recall {found.recall:.2f}")
